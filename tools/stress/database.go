package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// recovered records how long after the fault's end a new order was accepted: at most 30 s.
func (r *rig) recovered(ctx context.Context, figures map[string]any) error {
	began := time.Now()
	if err := r.takesOrders(ctx, 30*time.Second); err != nil {
		return err
	}
	worst, _ := figures["recoverySeconds"].(float64)
	figures["recoverySeconds"] = max(worst, round(time.Since(began)))
	return nil
}

// blackHole drops all traffic between the services and Postgres for half a minute. Postgres keeps its side, locks included,
// until its own timeouts end it.
func (r *rig) blackHole(ctx context.Context, figures map[string]any) error {
	const (
		times = 2
		dark  = 30 * time.Second
	)
	for range times {
		r.database.DropConnections(true)
		ok := wait(ctx, dark)
		r.database.DropConnections(false)
		if !ok {
			return ctx.Err()
		}
		if err := r.recovered(ctx, figures); err != nil {
			return err
		}
		if !wait(ctx, 10*time.Second) {
			return ctx.Err()
		}
	}
	figures["holes"], figures["holeSeconds"] = times, dark.Seconds()
	return nil
}

// exhausted first holds a lock that every purchase needs, until all of checkout's connections wait for it. Then it takes every
// connection that Postgres has.
func (r *rig) exhausted(ctx context.Context, figures map[string]any) error {
	const length = 20 * time.Second
	tx, err := r.pools["checkout"].Begin(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `LOCK TABLE checkouts IN ACCESS EXCLUSIVE MODE`); err != nil {
		return errors.Join(err, tx.Rollback(ctx))
	}
	most := int64(0)
	for began := time.Now(); time.Since(began) < length; {
		n, err := r.count(ctx, "cards", `SELECT count(*) FROM pg_stat_activity WHERE datname = 'checkout' AND wait_event_type = 'Lock'`)
		if err == nil {
			most = max(most, n)
		}
		if !wait(ctx, 200*time.Millisecond) {
			break
		}
	}
	if err := tx.Rollback(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	figures["waitedForTheLock"] = most
	if err := r.recovered(ctx, figures); err != nil {
		return err
	}
	if !wait(ctx, 10*time.Second) {
		return ctx.Err()
	}

	// The checker and the stand-ins keep their connections.
	held, err := r.grab(ctx, length)
	figures["connectionsTaken"] = held
	if err != nil {
		return err
	}
	return r.recovered(ctx, figures)
}

// grab repeatedly ends the services' connections and takes every free one.
func (r *rig) grab(ctx context.Context, length time.Duration) (held int, err error) {
	var taken []*pgx.Conn
	defer func() {
		for _, c := range taken {
			_ = c.Close(context.WithoutCancel(ctx))
		}
	}()
	for began := time.Now(); time.Since(began) < length; {
		for {
			c, err := pgx.Connect(ctx, r.pg.URL("postgres"))
			if err != nil {
				break // no more are free
			}
			taken = append(taken, c)
		}
		if len(taken) == 0 {
			return 0, errors.New("no connection could be taken")
		}
		if _, err := taken[0].Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY($1) AND application_name <> 'stress'`, databases); err != nil {
			return len(taken), err
		}
		if !wait(ctx, 50*time.Millisecond) {
			return len(taken), ctx.Err()
		}
	}
	return len(taken), nil
}

// diskFull moves Postgres's data and WAL to a small in-memory file system and fills it while people buy.
func (r *rig) diskFull(ctx context.Context, figures map[string]any) error {
	if err := r.pg.Stop(); err != nil {
		return err
	}
	small := filepath.Join(r.data, "small")
	if err := os.MkdirAll(small, 0o755); err != nil {
		return err
	}
	// Few WAL segments, so that Postgres soon needs a new one.
	if err := shell(ctx, "mount", "-t", "tmpfs", "-o", "size=1200m,mode=755", "vitrine-stress", small); err != nil {
		return fmt.Errorf("a small file system needs root: %w", err)
	}
	r.stops = append([]func(){func() {
		// Last, because Postgres must have stopped.
		_ = r.pg.Stop()
		if err := syscall.Unmount(small, syscall.MNT_DETACH); err != nil {
			r.log.Error("unmount", "error", err)
		}
	}}, r.stops...)
	if err := shell(ctx, "cp", "-a", filepath.Join(r.data, "postgres")+"/.", small); err != nil {
		return err
	}
	r.pgDir = small
	if err := r.startPostgres(); err != nil {
		return err
	}
	if err := r.recovered(ctx, map[string]any{}); err != nil {
		return err
	}
	ballast := filepath.Join(small, "ballast")
	if err := fill(ballast); err != nil {
		return err
	}
	deaths := 0
	// Postgres frees some space from time to time; fill that too.
	for began := time.Now(); time.Since(began) < 40*time.Second; {
		if !wait(ctx, time.Second) {
			return ctx.Err()
		}
		if time.Since(began) > 20*time.Second {
			// The WAL needs a new file, so Postgres crashes.
			_, _ = r.count(ctx, "checkout", `SELECT count(pg_switch_wal())`)
		}
		if err := fill(ballast); err != nil {
			return err
		}
		select {
		case <-r.pg.Done():
			deaths++
			if !wait(ctx, 5*time.Second) {
				return ctx.Err()
			}
			began = time.Time{} // Postgres is down, so nothing more can be observed
		default:
		}
	}
	refused, err := refusals(filepath.Join(r.data, "checkout.log"))
	if err != nil {
		return err
	}
	figures["postgresDied"], figures["fullInCheckoutsLog"] = deaths, refused
	if err := os.Remove(ballast); err != nil {
		return err
	}
	if deaths > 0 {
		if err := r.startPostgres(); err != nil {
			return err
		}
	}
	if deaths == 0 && refused == 0 {
		return errors.New("no service noticed that the disk was full")
	}
	return r.recovered(ctx, figures)
}

func shell(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// fill writes until no space is left.
func fill(path string) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, size := range []int{1 << 20, 4096} {
		block := make([]byte, size)
		for err == nil {
			_, err = f.Write(block)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return err
		}
		err = nil
	}
	return nil
}

// conflicts turns three in ten writes of an order into serialization failures, and has four sessions lock editions in the
// opposite order, so that purchases are ended as deadlock victims.
func (r *rig) conflicts(ctx context.Context, figures map[string]any) error {
	const trigger = `CREATE SEQUENCE stress_conflicts;
		CREATE FUNCTION stress_conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF random() < 0.3 THEN
				PERFORM nextval('stress_conflicts');
				RAISE EXCEPTION 'stress' USING ERRCODE = 'serialization_failure';
			END IF;
			RETURN NEW;
		END $$;
		CREATE TRIGGER stress_conflict BEFORE INSERT OR UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION stress_conflict()`
	pool := r.pools["checkout"]
	if _, err := pool.Exec(ctx, trigger); err != nil {
		return err
	}
	before, err := r.count(ctx, "checkout", `SELECT deadlocks FROM pg_stat_database WHERE datname = 'checkout'`)
	if err != nil {
		return err
	}
	stop, over := context.WithTimeout(ctx, time.Minute)
	defer over()
	ended := make(chan error, 4)
	for i := range 4 {
		go func() { ended <- r.lockInReverse(stop, i) }()
	}
	for range 4 {
		err = errors.Join(err, <-ended)
	}
	after, wrong := r.count(ctx, "checkout", `SELECT deadlocks FROM pg_stat_database WHERE datname = 'checkout'`)
	injected, wrong2 := r.count(ctx, "checkout", `SELECT last_value FROM stress_conflicts`)
	figures["deadlocks"], figures["serializationFailures"] = after-before, injected
	_, wrong3 := pool.Exec(context.WithoutCancel(ctx), `DROP FUNCTION stress_conflict() CASCADE; DROP SEQUENCE stress_conflicts`)
	if err = errors.Join(err, wrong, wrong2, wrong3, ctx.Err()); err != nil {
		return err
	}
	if injected == 0 {
		return errors.New("no conflict was caused")
	}
	return r.recovered(ctx, figures)
}

// lockInReverse locks units first and then their artwork. Purchases lock in the other order, and Postgres ends the
// purchase, because this session looks for deadlocks much later.
func (r *rig) lockInReverse(ctx context.Context, i int) error {
	conn, err := pgx.Connect(ctx, r.pg.URL("checkout"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `SET deadlock_timeout = '20s'; SET lock_timeout = '4s'`); err != nil {
		return err
	}
	for work := firstLarge + i; ctx.Err() == nil; work = firstLarge + (work-firstLarge+4)%largeWorks {
		_ = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { // a victim itself at times
			for _, sql := range []string{
				`SELECT 1 FROM edition_units WHERE artwork_id = $1 AND status <> 'sold' FOR UPDATE`,
				`SELECT 1 FROM checkouts WHERE artwork_id = $1 AND status IN ('reserved', 'awaiting_payment') FOR UPDATE`,
				`SELECT 1 FROM artworks WHERE artwork_id = $1 FOR UPDATE`,
			} {
				if _, err := tx.Exec(ctx, sql, work); err != nil {
					return err
				}
				wait(ctx, 200*time.Millisecond)
			}
			return nil
		})
		wait(ctx, 100*time.Millisecond)
	}
	return nil
}

// refusals counts log lines with the code of Postgres for a full disk.
func refusals(path string) (int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return countLines(data, "SQLSTATE 53100"), nil
}

func countLines(data []byte, word string) (n int) {
	for line := range bytes.Lines(data) {
		if bytes.Contains(line, []byte(word)) {
			n++
		}
	}
	return n
}

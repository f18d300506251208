package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// under runs buyers while a fault is injected, then runs the audit. The fault records its own figures in the result.
func (r *rig) under(ctx context.Context, title string, shoppers int, staffed bool, fault fault) (result, error) {
	return r.load(ctx, title, 0, shoppers, staffed, func(ctx context.Context, res *result) error {
		if !wait(ctx, 10*time.Second) {
			return ctx.Err()
		}
		r.seen.reset()
		return fault(r, ctx, res.Figures)
	})
}

// converged waits until every consumer has received every event, and records how long that took.
func (r *rig) converged(ctx context.Context, figures map[string]any) error {
	began := time.Now()
	var missed []string
	err := until(ctx, 5*time.Minute, "convergence after the broker's loss", func() bool {
		var err error
		missed, err = r.unreceived(ctx)
		return err == nil && len(missed) == 0
	})
	figures["convergedSeconds"] = round(time.Since(began))
	if err != nil {
		return fmt.Errorf("%w: %v", err, missed)
	}
	return nil
}

func (r *rig) brokerKilled(ctx context.Context, _ map[string]any) error {
	rng := rand.New(rand.NewPCG(17, 0))
	for range 20 {
		if !wait(ctx, time.Second+time.Duration(rng.Int64N(int64(4*time.Second)))) {
			return ctx.Err()
		}
		r.broker.Kill()
		if !wait(ctx, time.Duration(rng.Int64N(int64(3*time.Second)))) {
			return ctx.Err()
		}
		if err := r.startBroker(); err != nil {
			return err
		}
	}
	return nil
}

// brokerDown keeps the broker down. Orders must continue, and the backlog must drain afterwards.
func (r *rig) brokerDown(ctx context.Context, figures map[string]any) error {
	downtime := r.plan.downtime
	r.broker.Kill()
	before, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
	if err != nil {
		return err
	}
	if !wait(ctx, downtime) {
		return ctx.Err()
	}
	after, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
	if err != nil {
		return err
	}
	figures["downSeconds"], figures["ordersTaken"] = round(downtime), after-before
	if after == before {
		return fmt.Errorf("no order was taken while the broker was down for %s", downtime)
	}
	if err := r.startBroker(); err != nil {
		return err
	}
	return r.converged(ctx, figures)
}

// brokerLosesStore removes the broker's store, or restores an older copy, while the chainwatcher is down. The due mints of orders are
// then recorded only in checkout's outbox.
func brokerLosesStore(rollBack bool) fault {
	return func(r *rig, ctx context.Context, figures map[string]any) error {
		return r.brokerLosesStore(ctx, rollBack, figures)
	}
}

func (r *rig) brokerLosesStore(ctx context.Context, rollBack bool, figures map[string]any) error {
	old := filepath.Join(r.data, "nats.old")
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	r.hold("chainwatcher", true)
	defer r.hold("chainwatcher", false)
	r.kill("chainwatcher")
	r.broker.Kill()
	if rollBack {
		if err := os.CopyFS(old, os.DirFS(r.brokerStore())); err != nil {
			return err
		}
	}
	if err := r.startBroker(); err != nil {
		return err
	}
	// Until some events are in the broker and nowhere else.
	var err error
	var alone []string
	if !wait(ctx, 10*time.Second) {
		return ctx.Err()
	}
	if waiting := until(ctx, time.Minute, "events that only the broker has", func() bool {
		alone, err = r.unreceived(ctx)
		return err == nil && len(alone) > 0
	}); waiting != nil {
		return waiting
	}
	figures["onlyWithTheBroker"] = alone
	r.broker.Kill()
	if err := os.RemoveAll(r.brokerStore()); err != nil {
		return err
	}
	if rollBack {
		if err := os.Rename(old, r.brokerStore()); err != nil {
			return err
		}
	}
	if err := r.startBroker(); err != nil {
		return err
	}
	r.hold("chainwatcher", false)
	return r.converged(ctx, figures)
}

// databaseCrash is an immediate stop of Postgres, which every service and the card provider use.
func (r *rig) databaseCrash(ctx context.Context, figures map[string]any) error {
	const times = 5
	worst := time.Duration(0)
	for range times {
		if !wait(ctx, 8*time.Second) {
			return ctx.Err()
		}
		r.pg.Crash()
		if !wait(ctx, 2*time.Second) {
			return ctx.Err()
		}
		if err := r.startPostgres(); err != nil {
			return err
		}
		began := time.Now()
		if err := r.takesOrders(ctx, 30*time.Second); err != nil {
			return err
		}
		worst = max(worst, time.Since(began))
	}
	figures["crashes"], figures["recoverySeconds"] = times, round(worst)
	return nil
}

// takesOrders waits until a new checkout is accepted.
func (r *rig) takesOrders(ctx context.Context, within time.Duration) error {
	before, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
	if err != nil {
		before = -1
	}
	return until(ctx, within, "a new order", func() bool {
		n, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
		if err == nil && before < 0 {
			before = n
		}
		return err == nil && n > before
	})
}

// window is the broker's own deduplication window.
const window = 2 * time.Minute

// relayStopped stops checkout between the broker's acknowledgement of an event and marking its row, for longer than the
// deduplication window. A trigger slows the update down to open the gap; Postgres ends the transaction in the meantime.
func (r *rig) relayStopped(ctx context.Context, figures map[string]any) error {
	const slow = `CREATE OR REPLACE FUNCTION stress_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN NEW; END $$;
		CREATE TRIGGER stress_slow BEFORE UPDATE OF published_at ON outbox FOR EACH STATEMENT EXECUTE FUNCTION stress_slow()`
	before, err := r.repeated(ctx)
	if err != nil {
		return err
	}
	if _, err := r.pools["checkout"].Exec(ctx, slow); err != nil {
		return err
	}
	err = until(ctx, time.Minute, "a relay that marks", func() bool {
		n, err := r.count(ctx, "checkout", `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'UPDATE outbox SET published_at%' AND datname = 'checkout'`)
		return err == nil && n > 0
	})
	r.signal("checkout", syscall.SIGSTOP)
	if _, dropped := r.pools["checkout"].Exec(ctx, `DROP FUNCTION stress_slow() CASCADE`); dropped != nil && err == nil {
		err = dropped
	}
	if err == nil && !wait(ctx, 2*window+10*time.Second) {
		err = ctx.Err()
	}
	r.signal("checkout", syscall.SIGCONT)
	// The only replica was stopped, so callers may have timed out.
	figures["silentFor"] = (2 * window).Seconds()
	if err != nil {
		return err
	}
	if err := r.converged(ctx, figures); err != nil {
		return err
	}
	after, err := r.repeated(ctx)
	figures["repetitionsDelivered"] = after - before
	if err == nil && after == before {
		err = errors.New("no repetition reached the stream: the stop missed the gap")
	}
	return err
}

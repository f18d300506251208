package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/internal/gauge"
	"github.com/vitrine/vitrine/kit/postgres"
)

// Relay publishes a service's outbox. Several replicas may run at once.
type Relay struct {
	pool    *pgxpool.Pool
	bus     *bus.Bus
	log     *slog.Logger
	pending prometheus.Gauge
	oldest  prometheus.Gauge
	wake    chan struct{}
	// inspected is when the stream was last compared with what the relay had seen of it, and stream is when that
	// stream was created.
	inspected time.Time
	stream    time.Time
}

var (
	errNewConnection = errors.New("broker reconnected to a different server during publish")
	errNewStream     = errors.New("stream was replaced during publish")
)

// NewRelay creates a relay. Run starts it.
func NewRelay(pool *pgxpool.Pool, b *bus.Bus, log *slog.Logger) *Relay {
	return &Relay{
		pool: pool, bus: b, log: log,
		pending: gauge.Of(pool, "vitrine_outbox_pending", "Events waiting to be published."),
		oldest:  gauge.Of(pool, "vitrine_outbox_oldest_seconds", "Age of the oldest event waiting to be published."),
		wake:    make(chan struct{}, 1),
	}
}

// Run publishes until ctx ends and then returns nil. Events are sent in the order of their rows, but
// may overtake those of another relay or of a transaction that commits late. A row is marked only
// after the broker's acknowledgement, so a crash repeats events and never loses one. Run waits for a
// broker or database that is down. If the broker's stream was lost, it publishes the events of the
// last seven days again. It first discards a stream that was rolled back or lost events, so that the
// relays of all services do the same.
func (r *Relay) Run(ctx context.Context) error {
	return background.RunAll(ctx, func(ctx context.Context) error { r.listen(ctx); return nil }, r.relay)
}

// relay publishes until ctx ends.
func (r *Relay) relay(ctx context.Context) error {
	var sweepAt, measureAt time.Time
	epoch, wait := -1, poll
	for ctx.Err() == nil {
		now := time.Now()
		if now.After(measureAt) {
			measureAt = now.Add(gauge.Every)
			r.measure(ctx)
		}
		if now.After(sweepAt) {
			sweepAt = now.Add(swept)
			r.sweep(ctx)
		}
		n, err := r.step(ctx, &epoch)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // the relay was asked to end
		case err != nil:
			epoch = -1 // inspect the stream again before publishing
			wait = min(2*wait, maxWait)
			r.log.Warn("events wait for the broker", "error", err, "after", wait)
			r.pause(ctx, rand.N(wait)+50*time.Millisecond, false) //nolint:gosec // jitter
		case n == batch:
			wait = poll
		default:
			wait = poll
			r.pause(ctx, poll, true)
		}
	}
	return nil
}

// pause waits for d, or if waking is set, until the database notifies of new events.
func (r *Relay) pause(ctx context.Context, d time.Duration, waking bool) {
	wake := r.wake
	if !waking {
		wake = nil
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-time.After(d):
	}
}

// step checks the stream if the connection is new or the last check is old, and publishes a batch.
func (r *Relay) step(ctx context.Context, epoch *int) (int, error) {
	if now := r.bus.Epoch(); now != *epoch || time.Since(r.inspected) > inspectEvery {
		if err := r.inspect(ctx); err != nil {
			return 0, err
		}
		*epoch, r.inspected = now, time.Now()
	}
	return r.publish(ctx, *epoch)
}

// inspect compares the stream with what this relay last saw of it.
func (r *Relay) inspect(ctx context.Context) error {
	return postgres.InTx(ctx, r.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, r.pool)
		var seenCreated time.Time
		var seenSeq int64
		var seenID string
		seenErr := q.QueryRow(ctx, `SELECT created_at, last_seq, last_id FROM outbox_stream FOR UPDATE`).Scan(&seenCreated, &seenSeq, &seenID)
		// Read the stream's state under the lock. Otherwise another replica could publish and record events in the
		// meantime, and the stream would look as if it had been rolled back.
		state, err := r.bus.Ensure(ctx)
		if err != nil {
			return err
		}
		created := state.Created.Truncate(time.Microsecond)
		if err = seenErr; errors.Is(err, pgx.ErrNoRows) {
			// The rows may have been published to a stream that was never recorded, so there is no sign that
			// any were lost.
			r.stream = created
			_, err = q.Exec(ctx, `INSERT INTO outbox_stream (created_at, last_seq, last_id) VALUES ($1, 0, '') ON CONFLICT DO NOTHING`, created)
			return err
		}
		if err != nil {
			return err
		}
		why := ""
		switch {
		case !seenCreated.Equal(created):
			why = "the stream was created again"
		case seenSeq > int64(state.LastSeq):
			why = "the stream went back"
		case seenSeq > 0:
			// Other services may have published past the point to which the stream was rolled back.
			lost, err := r.lost(ctx, uint64(seenSeq), seenID)
			if err != nil {
				return err
			}
			if lost {
				why = "the stream does not contain the event that it acknowledged last"
			}
		}
		if why == "" {
			r.stream = created
			return nil
		}
		if seenCreated.Equal(created) {
			if state, err = r.bus.Discard(ctx, state.Created); err != nil {
				return err
			}
			created = state.Created.Truncate(time.Microsecond)
		}
		n, err := r.republish(ctx, q)
		if err != nil {
			return err
		}
		r.log.Warn("publishing events again", "because", why, "events", n)
		r.stream = created
		_, err = q.Exec(ctx, `UPDATE outbox_stream SET created_at = $1, last_seq = 0, last_id = ''`, created)
		return err
	})
}

// lost reports whether the stream lacks an acknowledged event that can't have expired yet. A service that
// has published nothing for a month has no row left to check.
func (r *Relay) lost(ctx context.Context, seq uint64, id string) (bool, error) {
	have, err := r.bus.IDAt(ctx, seq)
	if err != nil || have == id {
		return false, err
	}
	var young bool
	err = postgres.Conn(ctx, r.pool).QueryRow(ctx, `SELECT coalesce(max(published_at) > now() - $2::interval, false) FROM outbox WHERE id = $1`,
		id, bus.MaxAge-time.Hour).Scan(&young)
	return young || have != "", err
}

// republish marks the events that the stream should still have as unpublished, and returns how many now wait in the
// outbox. Consumers skip those they have already handled.
func (r *Relay) republish(ctx context.Context, q postgres.Querier) (int64, error) {
	// Use the clock that wrote published_at, because this process's own may be wrong. Exclude events that relays publish in
	// the meantime; otherwise this would never end.
	var until time.Time
	if err := q.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&until); err != nil {
		return 0, fmt.Errorf("republish: %w", err)
	}
	since := until.Add(-bus.MaxAge)
	for total := int64(0); ; {
		// In batches, because one statement for a week of events may exceed the statement timeout.
		tag, err := q.Exec(ctx, `
			UPDATE outbox SET published_at = NULL
			WHERE id IN (SELECT id FROM outbox WHERE published_at >= $1 AND published_at <= $2 LIMIT $3)`, since, until, part)
		if err != nil {
			return total, fmt.Errorf("republish: %w", err)
		}
		if total += tag.RowsAffected(); tag.RowsAffected() < part {
			r.wakeUp()
			return total, nil
		}
	}
}

// publish sends one batch and marks the acknowledged rows. It locks the rows against other
// replicas.
//
// Acknowledgements of a broker or stream that was not inspected don't count: the sequences of new events would
// hide that a store was rolled back, and events in a stream that another replica
// discarded are lost.
func (r *Relay) publish(ctx context.Context, epoch int) (int, error) {
	var sent int
	var failed error
	err := postgres.InTx(ctx, r.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, r.pool)
		rows, err := q.Query(ctx, `
			SELECT id, subject, payload, headers FROM outbox WHERE published_at IS NULL
			ORDER BY seq LIMIT $1 FOR UPDATE SKIP LOCKED`, batch)
		if err != nil {
			return err
		}
		msgs, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m bus.Message, err error) {
			return m, row.Scan(&m.ID, &m.Subject, &m.Payload, &m.Headers)
		})
		if err != nil || len(msgs) == 0 {
			return err
		}
		var seqs []uint64
		seqs, failed = r.bus.Publish(ctx, msgs...)
		if r.bus.Epoch() != epoch {
			failed = errors.Join(failed, errNewConnection)
			return nil
		}
		sent = len(seqs)
		if sent == 0 {
			return nil
		}
		var noted time.Time
		if err := q.QueryRow(ctx, `SELECT created_at FROM outbox_stream FOR UPDATE`).Scan(&noted); err != nil {
			return err
		}
		if !noted.Equal(r.stream) {
			sent, failed = 0, errors.Join(failed, errNewStream)
			return nil
		}
		ids := make([]string, sent)
		for i := range ids {
			ids[i] = msgs[i].ID
		}
		if _, err := q.Exec(ctx, `UPDATE outbox SET published_at = now() WHERE id = ANY($1)`, ids); err != nil {
			return err
		}
		// A repeated event is acknowledged with its old sequence.
		last := 0
		for i, seq := range seqs {
			if seq > seqs[last] {
				last = i
			}
		}
		_, err = q.Exec(ctx, `UPDATE outbox_stream SET last_seq = $1, last_id = $2 WHERE last_seq < $1`,
			int64(seqs[last]), ids[last])
		return err
	})
	return sent, errors.Join(failed, err)
}

// listen wakes the relay when the database notifies of new events. If it fails, events are delayed by at most a second,
// because Run also polls.
func (r *Relay) listen(ctx context.Context) {
	for ctx.Err() == nil {
		err := r.listenOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		r.log.Debug("listening stopped, starting it again", "error", err)
		r.pause(ctx, poll, false)
	}
}

func (r *Relay) listenOnce(ctx context.Context) error {
	// Use a separate connection, because those of the pool are for work.
	conn, err := pgx.ConnectConfig(ctx, r.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN vitrine_outbox"); err != nil {
		return err
	}
	r.wakeUp()
	for {
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return err
		}
		r.wakeUp()
	}
}

func (r *Relay) wakeUp() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

func (r *Relay) measure(ctx context.Context) {
	var pending, oldest float64
	err := r.pool.QueryRow(ctx, `
		SELECT count(*)::float8, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
		FROM outbox WHERE published_at IS NULL`).Scan(&pending, &oldest)
	if err == nil {
		r.pending.Set(pending)
		r.oldest.Set(oldest)
	}
}

// sweep deletes rows that are no longer needed.
func (r *Relay) sweep(ctx context.Context) {
	for _, sql := range []string{
		`DELETE FROM outbox WHERE published_at < now() - interval '30 days' AND created_at < now() - interval '30 days'`,
		`DELETE FROM idempotency WHERE created_at < now() - interval '60 days'`,
	} {
		if _, err := r.pool.Exec(ctx, sql); err != nil && ctx.Err() == nil {
			r.log.Warn("cannot delete old rows", "error", err)
		}
	}
}

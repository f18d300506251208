package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/internal/gauge"
	"github.com/vitrine/vitrine/kit/postgres"
)

// replayEvery is the longest delay before a dead letter is tried again.
const replayEvery = 2 * time.Second

// replay retries the dead letters that operators asked to replay, until ctx ends.
func (c *Consumer) replay(ctx context.Context) {
	tick := time.NewTicker(replayEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		tried := false
		for ctx.Err() == nil {
			found, err := c.replayOne(ctx)
			if err != nil && ctx.Err() == nil {
				c.log.Warn("cannot replay dead letters", "error", err)
			}
			if err != nil || !found {
				break
			}
			tried = true
		}
		if tried {
			c.measure(ctx)
		}
	}
}

// watch updates the gauge of dead letters until ctx ends, because other replicas add some and operators remove some.
func (c *Consumer) watch(ctx context.Context) {
	tick := time.NewTicker(gauge.Every)
	defer tick.Stop()
	for {
		c.measure(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (c *Consumer) measure(ctx context.Context) { deadletter.Measure(ctx, c.pool, c.dead) }

// refusedError carries a handler's error out of its transaction.
type refusedError struct {
	consumer, id string
	cause        error
}

func (e *refusedError) Error() string { return e.cause.Error() }

func (e *refusedError) Unwrap() error { return e.cause }

// replayOne retries one dead letter. Its removal, the inbox row and the handler's writes are one
// transaction. A letter that fails again stays, with its new reason.
func (c *Consumer) replayOne(ctx context.Context) (found bool, err error) {
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.handlerTimeout)
	defer cancel()
	byDurable := map[string]handler{}
	var durables []string
	for _, h := range c.handlers {
		byDurable[h.durable], durables = h, append(durables, h.durable)
	}
	err = postgres.InTx(work, c.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, c.pool)
		var durable, id string
		var payload []byte
		err := q.QueryRow(ctx, `
			SELECT consumer, id, payload FROM dead_letters WHERE replay_at IS NOT NULL AND consumer = ANY($1)
			ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED`, durables).Scan(&durable, &id, &payload)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("dead letters: %w", err)
		}
		found = true
		if err := c.apply(ctx, byDurable[durable], id, payload); err != nil {
			return &refusedError{durable, id, err}
		}
		c.log.Info("dead letter resolved", "consumer", durable, "event", id)
		_, err = q.Exec(ctx, `DELETE FROM dead_letters WHERE consumer = $1 AND id = $2`, durable, id)
		return err
	})
	if refused, ok := errors.AsType[*refusedError](err); ok {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_, err = c.pool.Exec(after, `UPDATE dead_letters SET replay_at = NULL, attempts = attempts + 1, at = now(), reason = $3 WHERE consumer = $1 AND id = $2`,
			refused.consumer, refused.id, text(refused.cause))
	}
	return found, err
}

// text returns s without characters that Postgres rejects in text.
func text(err error) string {
	return strings.ToValidUTF8(strings.ReplaceAll(err.Error(), "\x00", ""), "")
}

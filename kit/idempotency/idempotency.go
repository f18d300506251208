// Package idempotency makes a repeated call return the first call's reply.
//
// A scope is the caller and the route ("<subject> POST /api/checkouts"), so a key applies only to the
// person who sent it. Replies are kept for 60 days. Only successes are stored: after an error the
// same key may be used again.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
)

const (
	// claimFor is how long a key stays claimed after its process last renewed the claim.
	claimFor   = 15 * time.Second
	renewEvery = claimFor / 3
	runFor     = 50 * time.Second
)

// Do runs fn in a transaction and stores its reply in the same transaction, or returns the stored
// reply. fn must only change this database.
//
// Errors: idempotency_key_required, idempotency_key_reused (the key was used with another request),
// request_in_flight (the first call is still running: retry soon), and fn's own.
func Do[R proto.Message](ctx context.Context, pool *pgxpool.Pool, scope, key string, req proto.Message, fn func(ctx context.Context) (R, error)) (R, error) {
	var reply R
	hash, err := prepare(key, req)
	if err != nil {
		return reply, err
	}
	err = postgres.InTx(ctx, pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, pool)
		var free bool
		// The lock is released when the transaction ends, after the row became visible.
		err := q.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 8))`, scope+"\x1f"+key).Scan(&free)
		if err != nil {
			return fmt.Errorf("idempotency: %w", err)
		}
		if !free {
			return inFlight()
		}
		row, err := read(ctx, q, scope, key, false)
		if err != nil {
			return err
		}
		if row != nil {
			reply, err = storedReply[R](row, hash)
			return err
		}
		reply, err = fn(ctx)
		if err != nil {
			return err
		}
		body, err := proto.Marshal(reply)
		if err != nil {
			return fmt.Errorf("idempotency: %w", err)
		}
		_, err = q.Exec(ctx, `
			INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, $3, 'done', $4)`,
			scope, key, hash, body)
		if err != nil {
			return fmt.Errorf("idempotency: %w", err)
		}
		return nil
	})
	if err != nil {
		var none R
		return none, err
	}
	return reply, nil
}

var errNoReply = errors.New("idempotency: no reply is stored")

// DoPrepared is Do for calls that first read from other services. If there is a stored reply, it doesn't
// call prepare. prepare runs outside the transaction, and its result is passed to fn. It must not
// change anything, because it may run for a call that fails, or twice at the same time. Errors are those of Do
// and prepare's own.
func DoPrepared[P any, R proto.Message](
	ctx context.Context, pool *pgxpool.Pool, scope, key string, req proto.Message,
	prepare func(ctx context.Context) (P, error), fn func(ctx context.Context, prepared P) (R, error),
) (R, error) {
	var none R
	reply, err := Do(ctx, pool, scope, key, req, func(context.Context) (R, error) { return none, errNoReply })
	if !errors.Is(err, errNoReply) {
		return reply, err
	}
	prepared, err := prepare(ctx)
	if err != nil {
		return none, err
	}
	return Do(ctx, pool, scope, key, req, func(ctx context.Context) (R, error) { return fn(ctx, prepared) })
}

// DoOutside is for calls that use the network: it claims the key, runs fn outside a transaction for at
// most 50 s, and stores the reply. If the process dies in between, another call takes over the claim
// after 15 s. A process that was only paused then runs fn at the same time, so fn must be idempotent. DoOutside must
// not be called inside a transaction. Errors are those of Do; an error of fn releases the key.
func DoOutside[R proto.Message](ctx context.Context, pool *pgxpool.Pool, scope, key string, req proto.Message, fn func(ctx context.Context) (R, error)) (R, error) {
	var none R
	if postgres.InsideTx(ctx, pool) {
		return none, errors.New("idempotency: DoOutside inside of a transaction")
	}
	hash, err := prepare(key, req)
	if err != nil {
		return none, err
	}
	owner := id.New()
	row, err := claim(ctx, pool, scope, key, hash, owner)
	if err != nil {
		return none, err
	}
	if row != nil {
		return storedReply[R](row, hash)
	}

	work, cancel := context.WithTimeout(ctx, runFor)
	defer cancel()
	renewing := background.Go(work, func(work context.Context) error {
		defer cancel() // without renewing, another process may take over
		renew(work, pool, scope, key, owner)
		return nil
	})
	reply, err := fn(work)
	cancel()
	if failed := <-renewing; failed != nil {
		err = errors.Join(err, failed)
	}

	after, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	if err != nil {
		_, freed := pool.Exec(after, `DELETE FROM idempotency WHERE scope = $1 AND key = $2 AND owner = $3 AND status = 'running'`, scope, key, owner)
		if freed != nil {
			return none, fmt.Errorf("%w (and the key stays claimed for 15 s: %w)", err, freed)
		}
		return none, err
	}
	body, err := proto.Marshal(reply)
	if err != nil {
		return none, fmt.Errorf("idempotency: %w", err)
	}
	_, err = pool.Exec(after, `
		UPDATE idempotency SET status = 'done', reply = $4, locked_until = NULL
		WHERE scope = $1 AND key = $2 AND owner = $3`, scope, key, owner, body)
	if err != nil {
		return none, fmt.Errorf("idempotency: %w", err)
	}
	return reply, nil
}

type stored struct {
	Hash   []byte
	Status string
	Reply  []byte
	Locked bool
}

func read(ctx context.Context, q postgres.Querier, scope, key string, lock bool) (*stored, error) {
	sql := `SELECT request_hash, status, reply, coalesce(locked_until > now(), false) FROM idempotency WHERE scope = $1 AND key = $2`
	if lock {
		sql += ` FOR UPDATE`
	}
	var s stored
	err := q.QueryRow(ctx, sql, scope, key).Scan(&s.Hash, &s.Status, &s.Reply, &s.Locked)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("idempotency: %w", err)
	}
	return &s, nil
}

// claim returns nil if the key is now ours, or the row with the stored reply.
func claim(ctx context.Context, pool *pgxpool.Pool, scope, key string, hash []byte, owner string) (*stored, error) {
	var found *stored
	err := postgres.InTx(ctx, pool, func(ctx context.Context) error {
		found = nil
		q := postgres.Conn(ctx, pool)
		tag, err := q.Exec(ctx, `
			INSERT INTO idempotency (scope, key, request_hash, status, owner, locked_until)
			VALUES ($1, $2, $3, 'running', $4, now() + $5::interval) ON CONFLICT DO NOTHING`,
			scope, key, hash, owner, claimFor)
		if err != nil {
			return fmt.Errorf("idempotency: %w", err)
		}
		if tag.RowsAffected() == 1 {
			return nil
		}
		row, err := read(ctx, q, scope, key, true)
		if err != nil {
			return err
		}
		switch {
		case row == nil: // released between the two statements
			return inFlight()
		case row.Status == "done" || row.Locked || !bytes.Equal(row.Hash, hash):
			found = row
			return nil
		}
		_, err = q.Exec(ctx, `
			UPDATE idempotency SET owner = $3, locked_until = now() + $4::interval WHERE scope = $1 AND key = $2`,
			scope, key, owner, claimFor)
		if err != nil {
			return fmt.Errorf("idempotency: %w", err)
		}
		return nil
	})
	return found, err
}

// renew extends a claim until its function has returned. If that fails for too long, another call takes over the key.
func renew(ctx context.Context, pool *pgxpool.Pool, scope, key, owner string) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_, _ = pool.Exec(ctx, `
			UPDATE idempotency SET locked_until = now() + $4::interval
			WHERE scope = $1 AND key = $2 AND owner = $3 AND status = 'running'`, scope, key, owner, claimFor)
	}
}

func storedReply[R proto.Message](s *stored, hash []byte) (R, error) {
	var reply R
	if !bytes.Equal(s.Hash, hash) {
		return reply, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_IDEMPOTENCY_KEY_REUSED, "This Idempotency-Key came with another request.", nil)
	}
	if s.Status != "done" {
		return reply, inFlight()
	}
	reply = reply.ProtoReflect().Type().New().Interface().(R)
	if err := proto.Unmarshal(s.Reply, reply); err != nil {
		return reply, fmt.Errorf("idempotency: %w", err)
	}
	return reply, nil
}

func prepare(key string, req proto.Message) ([]byte, error) {
	if key == "" {
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_IDEMPOTENCY_KEY_REQUIRED, "This call needs an Idempotency-Key header.", nil)
	}
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("idempotency: %w", err)
	}
	h := sha256.New()
	h.Write([]byte(req.ProtoReflect().Descriptor().FullName()))
	h.Write([]byte{0})
	h.Write(body)
	return h.Sum(nil), nil
}

func inFlight() error {
	return rpc.Error(connect.CodeFailedPrecondition, errorsv1.Reason_REASON_REQUEST_IN_FLIGHT, "The first request with this Idempotency-Key is still running.", nil)
}

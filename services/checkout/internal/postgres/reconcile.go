package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Claim implements order.Store.
func (s *Store) Claim(ctx context.Context, c order.Claim) ([]string, error) {
	sql, ok := map[order.Work]string{
		order.WorkHolds: claimHoldsSQL, order.WorkSessions: claimSessionsSQL, order.WorkRefunds: claimRefundsSQL,
		order.WorkStrays: claimStraysSQL, order.WorkEther: claimEtherSQL, order.WorkMints: claimMintsSQL,
		order.WorkSettled: claimSettledSQL, order.WorkForgotten: claimForgottenSQL,
	}[c.Work]
	if !ok {
		return nil, fmt.Errorf("unknown work %q", c.Work)
	}
	args := []any{string(c.Work), s.at(), c.Lease, c.Limit}
	if c.Work == order.WorkSettled {
		args = append(args, c.Within)
	}
	rows, err := s.conn(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// counting is what the server allows a count of the whole shop. Nobody waits for one, so it may take longer than the pool allows.
const counting = "5min"

// Invariants implements order.Store. A shop that is too big for the pool's patience is counted on a connection of its own: the
// pool ends long statements, and would wait at its own end for a count under way.
func (s *Store) Invariants(ctx context.Context) (order.Invariants, error) {
	i, err := countInvariants(ctx, s.conn(ctx))
	if err == nil || ctx.Err() != nil || !postgres.IsTemporary(err) {
		return i, err
	}
	cfg := s.pool.Config().ConnConfig
	cfg.Tracer, cfg.RuntimeParams["statement_timeout"] = nil, counting
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return order.Invariants{}, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return countInvariants(ctx, conn)
}

func countInvariants(ctx context.Context, q interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
},
) (i order.Invariants, err error) {
	return i, q.QueryRow(ctx, invariantsSQL).Scan(
		&i.Oversold, &i.UnmatchedPayments, &i.UnpaidCompletions, &i.UnbalancedLedgers, &i.UnmatchedTokens, &i.IllegalTransitions,
		&i.Editions, &i.Sold, &i.Held, &i.OpenReviews)
}

// Cursor implements order.Reconciling.
func (s *Store) Cursor(ctx context.Context, chainID uint32) (height int64, err error) {
	err = s.conn(ctx).QueryRow(ctx, cursorSQL, int64(chainID)).Scan(&height)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return height, err
}

// SetCursor implements order.Reconciling.
func (s *Store) SetCursor(ctx context.Context, chainID uint32, height int64) error {
	_, err := s.conn(ctx).Exec(ctx, setCursorSQL, int64(chainID), height)
	return err
}

// Sightings implements order.Reconciling.
func (s *Store) Sightings(ctx context.Context, chainID uint32, from, to int64) ([]order.Sighting, error) {
	rows, err := s.conn(ctx).Query(ctx, sightingsSQL, int64(chainID), from, to)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v order.Sighting, err error) {
		v.CheckoutID, v.Payment, err = scanPayment(row)
		return v, err
	})
}

// DeadQuotes implements order.Reconciling.
func (s *Store) DeadQuotes(ctx context.Context, chainID uint32, before time.Time) ([]order.DeadQuote, error) {
	rows, err := s.conn(ctx).Query(ctx, deadQuotesSQL, int64(chainID), before)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v order.DeadQuote, err error) {
		return v, row.Scan(&v.CheckoutID, &v.IntentHash)
	})
}

// Unresolved implements order.Reconciling.
func (s *Store) Unresolved(ctx context.Context) ([]order.Unresolved, error) {
	rows, err := s.conn(ctx).Query(ctx, unresolvedSQL, s.at())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v order.Unresolved, err error) {
		var seconds int64
		err = row.Scan(&v.Kind, &seconds, &v.Count)
		v.Oldest = time.Duration(max(seconds, 0)) * time.Second
		return v, err
	})
}

// Editions implements order.Reconciling.
func (s *Store) Editions(ctx context.Context, limit int) ([]order.Editions, error) {
	rows, err := s.conn(ctx).Query(ctx, editionsSQL, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v order.Editions, err error) {
		return v, row.Scan(&v.ArtworkID, &v.Size, &v.Sold, &v.Held)
	})
}

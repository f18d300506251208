package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// Claim implements order.Store.
func (s *Store) Claim(ctx context.Context, c reconcile.Claim) ([]string, error) {
	q := s.queries(ctx)
	p := db.ClaimHoldsParams{Work: string(c.Kind), Now: s.at(), Lease: c.Lease, Limit: int32(c.Limit)}
	switch c.Kind {
	case reconcile.Holds:
		return q.ClaimHolds(ctx, p)
	case reconcile.Sessions:
		return q.ClaimSessions(ctx, db.ClaimSessionsParams(p))
	case reconcile.Refunds:
		return q.ClaimRefunds(ctx, db.ClaimRefundsParams(p))
	case reconcile.Unmatched:
		return q.ClaimUnmatched(ctx, db.ClaimUnmatchedParams(p))
	case reconcile.Requests:
		return q.ClaimRequests(ctx, db.ClaimRequestsParams(p))
	case reconcile.Ether:
		return q.ClaimEther(ctx, db.ClaimEtherParams(p))
	case reconcile.Mints:
		return q.ClaimMints(ctx, db.ClaimMintsParams(p))
	case reconcile.Settled:
		if err := s.scheduleComparisons(ctx, c.SettledFor); err != nil {
			return nil, err
		}
		return q.ClaimSettled(ctx, db.ClaimSettledParams{Now: p.Now, Lease: p.Lease, Limit: p.Limit, SettledFor: c.SettledFor})
	case reconcile.Auctions:
		return q.ClaimAuctions(ctx, db.ClaimAuctionsParams(p))
	case reconcile.Forgotten:
		return q.ClaimForgotten(ctx, db.ClaimForgottenParams(p))
	}
	return nil, fmt.Errorf("unknown work %q", c.Kind)
}

// scheduleComparisons schedules paid card orders that have no schedule, once in each process: the window may have grown since the last start.
// A trigger schedules orders when they are paid.
func (s *Store) scheduleComparisons(ctx context.Context, window time.Duration) error {
	const batch = 10_000 // below the pool's statement timeout
	if time.Duration(s.scheduled.Load()) >= window {
		return nil
	}
	for {
		n, err := s.queries(ctx).ScheduleComparisons(ctx, db.ScheduleComparisonsParams{Now: s.at(), SettledFor: window, Limit: batch})
		if err != nil {
			return err
		}
		if n < batch {
			s.scheduled.Store(int64(window))
			return nil
		}
	}
}

// counting is the statement timeout for counting all orders. No request waits for it, so it may exceed the pool's timeout.
const counting = "5min"

// Count implements invariant.Store. If a count exceeds the pool's timeout, it runs again on a separate connection: the pool
// cancels long statements, and would wait for a running count when it closes.
func (s *Store) Count(ctx context.Context, within time.Duration) (invariant.Counts, error) {
	i, err := countInvariants(ctx, s.pool, within)
	if err == nil || ctx.Err() != nil || !postgres.IsTemporary(err) {
		return i, err
	}
	cfg := s.pool.Config().ConnConfig
	cfg.Tracer, cfg.RuntimeParams["statement_timeout"] = nil, counting
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return invariant.Counts{}, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return countInvariants(ctx, conn, within)
}

// beginner is a pool or a connection.
type beginner interface {
	BeginTx(ctx context.Context, opts pgx.TxOptions) (pgx.Tx, error)
}

// countInvariants counts in one snapshot, so that orders change either before both statements or after.
func countInvariants(ctx context.Context, conn beginner, within time.Duration) (i invariant.Counts, err error) {
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q, some := db.New(tx), db.InvariantsParams{}
		if within > 0 {
			changed, err := q.ChangedOrders(ctx, within)
			if err != nil {
				return err
			}
			some = db.InvariantsParams{Since: changed.Since, Orders: changed.Orders, Artworks: changed.Artworks}
		}
		// A plan for all parameters would read all orders.
		if err := q.PlanForParameters(ctx); err != nil {
			return err
		}
		row, err := q.Invariants(ctx, some)
		i = invariant.Counts{
			Oversold: row.Oversold, UnmatchedPayments: row.UnmatchedPayments, UnpaidCompletions: row.UnpaidCompletions,
			UnbalancedLedgers: row.UnbalancedLedgers, UnmatchedTokens: row.UnmatchedTokens, IllegalTransitions: row.IllegalTransitions, WrongDifferences: row.WrongDifferences,
			Editions: row.Editions, Sold: row.Sold, Held: row.Held, OpenReviews: row.OpenReviews,
		}
		return err
	})
	return i, err
}

// Cursor implements order.Store.
func (s *Store) Cursor(ctx context.Context, chainID uint32) (int64, error) {
	height, err := s.queries(ctx).Cursor(ctx, chainID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return height, err
}

// SetCursor implements order.Store.
func (s *Store) SetCursor(ctx context.Context, chainID uint32, height int64) error {
	return s.queries(ctx).SetCursor(ctx, db.SetCursorParams{ChainID: chainID, Height: height})
}

// PendingPayments implements order.Store.
func (s *Store) PendingPayments(ctx context.Context, chainID uint32, from, to int64) ([]order.PendingPayment, error) {
	rows, err := s.queries(ctx).PendingPayments(ctx, db.PendingPaymentsParams{ChainID: chainID, FromBlock: from, ToBlock: to})
	return batch.Converted(rows, func(r db.Payment) order.PendingPayment {
		return order.PendingPayment{CheckoutID: r.CheckoutID, Payment: payment(r)}
	}), err
}

// OverdueQuotes implements order.Store.
func (s *Store) OverdueQuotes(ctx context.Context, chainID uint32, before time.Time) ([]order.OverdueQuote, error) {
	rows, err := s.queries(ctx).OverdueQuotes(ctx, db.OverdueQuotesParams{ChainID: chainID, Before: before})
	return batch.Converted(rows, func(r db.OverdueQuotesRow) order.OverdueQuote { return order.OverdueQuote(r) }), err
}

// Unresolved implements invariant.Store.
func (s *Store) Unresolved(ctx context.Context) ([]invariant.Unresolved, error) {
	rows, err := s.queries(ctx).Unresolved(ctx, s.at())
	return batch.Converted(rows, func(r db.UnresolvedRow) invariant.Unresolved {
		return invariant.Unresolved{Kind: r.Kind, Oldest: time.Duration(max(r.Seconds, 0)) * time.Second, Count: r.Count}
	}), err
}

// Editions implements invariant.Store.
func (s *Store) Editions(ctx context.Context, limit int) ([]invariant.Editions, error) {
	rows, err := s.queries(ctx).Editions(ctx, int32(limit))
	return batch.Converted(rows, func(r db.EditionsRow) invariant.Editions { return invariant.Editions(r) }), err
}

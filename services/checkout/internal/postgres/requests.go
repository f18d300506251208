package postgres

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// WithRefundLock implements refund.Store.
func (s *Store) WithRefundLock(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if err := s.queries(ctx).LockStaffRefunds(ctx); err != nil {
			return err
		}
		return fn(ctx)
	})
}

// Refunded implements refund.Store.
func (s *Store) Refunded(ctx context.Context, r purchase.Refund, account string) (total, byAccount money.Wei, err error) {
	row, err := s.queries(ctx).StaffRefunds(ctx, db.StaffRefundsParams{
		Account: account, Now: s.at(), Method: r.Method, Currency: r.Amount.Currency, ChainID: r.ChainID,
	})
	return row.Total, row.ByAccount, err
}

// RefundRequest implements refund.Store.
func (s *Store) RefundRequest(ctx context.Context, id string) (refund.Request, error) {
	row, err := one(ctx, id, s.queries(ctx).ReadRefundRequest)
	return requestOf(row), err
}

// ReturningRequest implements refund.Store.
func (s *Store) ReturningRequest(ctx context.Context, checkoutID string) (refund.Request, error) {
	row, err := one(ctx, checkoutID, s.queries(ctx).ReturningRequest)
	return requestOf(row), err
}

// SaveRefundRequest implements refund.Store.
func (s *Store) SaveRefundRequest(ctx context.Context, r refund.Request, by purchase.Actor) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.SetActor(ctx, string(by)); err != nil {
			return err
		}
		if r.Status != refund.RequestPending {
			return q.DecideRefundRequest(ctx, db.DecideRefundRequestParams{
				ID: r.ID, Status: r.Status, DecidedBy: r.DecidedBy, DecidedAt: postgres.NullTime(r.DecidedAt), RefundID: null(r.RefundID),
				ExpiresAt: r.ExpiresAt, ReturnedAt: postgres.NullTime(r.ReturnedAt), Problem: r.Problem,
			})
		}
		added, err := q.AddRefundRequest(ctx, db.AddRefundRequestParams{
			ID: r.ID, Status: r.Status, CheckoutID: null(r.CheckoutID), ReviewID: null(r.ReviewID), Method: r.Method, Amount: r.Amount.Amount,
			Currency: r.Amount.Currency, ChainID: r.ChainID, Wei: r.Wei, PayTo: r.To, Note: r.Note, RequestedBy: r.RequestedBy,
			CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, Place: r.Place, ReturnTo: r.ReturnTo,
		})
		if err == nil && added == 0 {
			err = refund.ErrRequested
		}
		return err
	})
}

func requestOf(r db.RefundRequest) refund.Request {
	return refund.Request{
		ID: r.ID, Status: r.Status, Case: purchase.Case{CheckoutID: orNothing(r.CheckoutID), ReviewID: orNothing(r.ReviewID)}, Method: r.Method,
		Amount: money.Money{Amount: r.Amount, Currency: r.Currency}, ChainID: r.ChainID, Wei: orNone(r.Wei), To: r.PayTo, Note: r.Note,
		RequestedBy: r.RequestedBy, DecidedBy: r.DecidedBy, RefundID: orNothing(r.RefundID), CreatedAt: r.CreatedAt.UTC(),
		ExpiresAt: r.ExpiresAt.UTC(), DecidedAt: utc(r.DecidedAt), Place: r.Place, ReturnTo: r.ReturnTo,
		ReturnedAt: utc(r.ReturnedAt), Problem: r.Problem,
	}
}

package postgres

import (
	"context"
	"errors"
	"reflect"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// OpenReview implements order.Store.
func (s *Store) OpenReview(ctx context.Context, r purchase.Review) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		f := r.Funds
		opened, err := s.queries(ctx).OpenReview(ctx, db.OpenReviewParams{
			ID: r.ID, Key: r.Key, Reason: r.Reason, Detail: r.Detail, Now: s.at(), Method: f.Method, Amount: f.Amount.Amount, Currency: f.Amount.Currency,
			ProviderID: f.ProviderID, ChainID: f.ChainID, Transaction: f.Transaction, Payer: f.Payer, Wei: f.Wei, Asset: f.Asset,
			RefundAddress: f.RefundAddress,
		})
		if err != nil || opened == 0 {
			return err
		}
		w := newWrites()
		if err := errors.Join(w.entries(ctx, unmatched.Receipt(r), nil), w.send(ctx, s.conn(ctx))); err != nil {
			return err
		}
		return s.out.Notify(ctx, unmatched.Opened(r))
	})
}

// FindReview implements review.Store.
func (s *Store) FindReview(ctx context.Context, reviewID string) (purchase.Case, error) {
	row, err := one(ctx, reviewID, s.queries(ctx).FindReview)
	return purchase.Case{ReviewID: row.ID, CheckoutID: orNothing(row.CheckoutID)}, err
}

// FindRefund implements refund.Store.
func (s *Store) FindRefund(ctx context.Context, refundID string) (purchase.Case, error) {
	row, err := one(ctx, refundID, s.queries(ctx).FindRefund)
	return purchase.Case{ReviewID: orNothing(row.ReviewID), CheckoutID: orNothing(row.CheckoutID)}, err
}

// Unmatched implements refund.Store.
func (s *Store) Unmatched(ctx context.Context, reviewID string) (x unmatched.Money, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	row, err := s.queries(ctx).Unmatched(ctx, db.UnmatchedParams{ID: reviewID, Now: s.at()})
	if err != nil {
		return x, found(err)
	}
	refunds, err := s.queries(ctx).UnmatchedRefunds(ctx, reviewID)
	return unmatched.Money{
		Review: reviewOf(row.Review), Now: row.Now.UTC(),
		Refunds: batch.Converted(refunds, func(r db.UnmatchedRefundsRow) purchase.Refund { return refundOf(db.RefundsRow(r)) }),
	}, err
}

// UpdateUnmatched implements refund.Store.
func (s *Store) UpdateUnmatched(ctx context.Context, reviewID string, fn func(*unmatched.Money) error) (x unmatched.Money, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if err := s.queries(ctx).LockUnmatched(ctx, reviewID); err != nil {
			return err
		}
		if x, err = s.Unmatched(ctx, reviewID); err != nil {
			return err
		}
		before := unmatched.Clone(x)
		if err := fn(&x); err != nil {
			return err
		}
		return s.saveUnmatched(ctx, before, &x)
	})
	if err != nil {
		return unmatched.Money{}, err
	}
	return x, nil
}

func (s *Store) saveUnmatched(ctx context.Context, before unmatched.Money, x *unmatched.Money) error {
	ch := x.TakeChanges()
	if reflect.DeepEqual(before, *x) && ch.Empty() {
		return nil
	}
	if err := order.LegalRefunds(before.Refunds, x.Refunds, ch.Actor); err != nil {
		return err
	}
	w, r := newWrites(), x.Review
	err := errors.Join(
		w.SetActor(ctx, string(ch.Actor)),
		w.SaveUnmatched(ctx, db.SaveUnmatchedParams{
			ID: r.ID, Reason: r.Reason, Detail: r.Detail, ClosedAt: postgres.NullTime(r.ClosedAt), Decision: r.Decision, DecidedBy: r.By, Note: r.Note,
		}),
		w.refunds(ctx, before.Refunds, x.Refunds, nil, &r.ID),
		w.entries(ctx, ch.Entries, nil),
		w.audits(ctx, ch.Audits, nil),
		w.send(ctx, s.conn(ctx)))
	if err != nil {
		return err
	}
	return s.publish(ctx, ch)
}

package postgres

import (
	"context"
	"errors"
	"reflect"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Review implements order.Reviews.
func (s *Store) Review(ctx context.Context, r order.Review) error {
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
		if err := errors.Join(w.entries(ctx, r.Receipt(), nil), w.send(ctx, s.conn(ctx))); err != nil {
			return err
		}
		return s.out.Notify(ctx, r.Opened())
	})
}

// ListReviews implements order.Reviews.
func (s *Store) ListReviews(ctx context.Context, status string, limit int) ([]order.Case, error) {
	rows, err := s.queries(ctx).ListReviews(ctx, db.ListReviewsParams{Status: status, Limit: int32(limit)})
	return converted(rows, func(r db.ListReviewsRow) order.Case {
		return order.Case{ReviewID: r.ID, CheckoutID: orEmpty(r.CheckoutID)}
	}), err
}

// FindReview implements order.Reviews.
func (s *Store) FindReview(ctx context.Context, reviewID string) (order.Case, error) {
	if !valid(reviewID) {
		return order.Case{}, order.ErrNotFound
	}
	row, err := s.queries(ctx).FindReview(ctx, reviewID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = order.ErrNotFound
	}
	return order.Case{ReviewID: row.ID, CheckoutID: orEmpty(row.CheckoutID)}, err
}

// FindRefund implements order.Reviews.
func (s *Store) FindRefund(ctx context.Context, refundID string) (order.Case, error) {
	if !valid(refundID) {
		return order.Case{}, order.ErrNotFound
	}
	row, err := s.queries(ctx).FindRefund(ctx, refundID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = order.ErrNotFound
	}
	return order.Case{ReviewID: orEmpty(row.ReviewID), CheckoutID: orEmpty(row.CheckoutID)}, err
}

// Stray implements order.Reviews.
func (s *Store) Stray(ctx context.Context, reviewID string) (x order.Stray, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	row, err := s.queries(ctx).Stray(ctx, db.StrayParams{ID: reviewID, Now: s.at()})
	if errors.Is(err, pgx.ErrNoRows) {
		return x, order.ErrNotFound
	}
	if err != nil {
		return x, err
	}
	refunds, err := s.queries(ctx).StrayRefunds(ctx, reviewID)
	return order.Stray{
		Review: review(row.Review), Now: row.Now.UTC(),
		Refunds: converted(refunds, func(r db.StrayRefundsRow) order.Refund { return refund(db.RefundsRow(r)) }),
	}, err
}

// UpdateStray implements order.Reviews.
func (s *Store) UpdateStray(ctx context.Context, reviewID string, fn func(*order.Stray) error) (x order.Stray, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if err := s.queries(ctx).LockStray(ctx, reviewID); err != nil {
			return err
		}
		if x, err = s.Stray(ctx, reviewID); err != nil {
			return err
		}
		before := order.CloneStray(x)
		if err := fn(&x); err != nil {
			return err
		}
		return s.saveStray(ctx, before, &x)
	})
	if err != nil {
		return order.Stray{}, err
	}
	return x, nil
}

func (s *Store) saveStray(ctx context.Context, before order.Stray, x *order.Stray) error {
	ch := x.TakeChanges()
	if reflect.DeepEqual(before, *x) && ch.Empty() {
		return nil
	}
	if err := order.LegalStray(&before, x, ch); err != nil {
		return err
	}
	w, r := newWrites(), x.Review
	err := errors.Join(
		w.SetActor(ctx, string(ch.Actor)),
		w.SaveStray(ctx, db.SaveStrayParams{
			ID: r.ID, Reason: r.Reason, Detail: r.Detail, ClosedAt: postgres.NullTime(r.ClosedAt), Decision: r.Decision, DecidedBy: r.By, Note: r.Note,
		}),
		w.refunds(ctx, before.Refunds, x.Refunds, nil, &r.ID),
		w.entries(ctx, ch.Entries, nil),
		w.audits(ctx, ch.Audits, nil),
		w.send(ctx, s.conn(ctx)))
	if err != nil {
		return err
	}
	for _, f := range ch.Events {
		if err := s.out.Publish(ctx, f); err != nil {
			return err
		}
	}
	for _, n := range ch.Notices {
		if err := s.out.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

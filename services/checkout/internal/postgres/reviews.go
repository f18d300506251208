package postgres

import (
	"context"
	"errors"
	"reflect"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Review implements order.Reviews.
func (s *Store) Review(ctx context.Context, r order.Review) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q, f := s.conn(ctx), r.Funds
		tag, err := q.Exec(ctx, openReviewSQL, r.ID, r.Key, r.Reason, r.Detail, s.at(), f.Method, f.Amount.Amount, f.Amount.Currency,
			f.ProviderID, int64(f.ChainID), f.Transaction, f.Payer, f.Wei.String(), f.Asset, f.RefundAddress)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		var b pgx.Batch
		queueEntries(&b, r.Receipt(), nil)
		if err := run(ctx, q, &b, nil); err != nil {
			return err
		}
		return s.out.Notify(ctx, r.Opened())
	})
}

// ListReviews implements order.Reviews.
func (s *Store) ListReviews(ctx context.Context, status string, limit int) ([]order.Case, error) {
	rows, err := s.conn(ctx).Query(ctx, listReviewsSQL, status, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCase)
}

// FindReview implements order.Reviews.
func (s *Store) FindReview(ctx context.Context, reviewID string) (order.Case, error) {
	return s.find(ctx, findReviewSQL, reviewID)
}

// FindRefund implements order.Reviews.
func (s *Store) FindRefund(ctx context.Context, refundID string) (order.Case, error) {
	return s.find(ctx, findRefundSQL, refundID)
}

func (s *Store) find(ctx context.Context, sql, id string) (order.Case, error) {
	if !valid(id) {
		return order.Case{}, order.ErrNotFound
	}
	rows, err := s.conn(ctx).Query(ctx, sql, id)
	if err != nil {
		return order.Case{}, err
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCase)
	if errors.Is(err, pgx.ErrNoRows) {
		err = order.ErrNotFound
	}
	return c, err
}

func scanCase(row pgx.CollectableRow) (c order.Case, err error) {
	return c, row.Scan(text{&c.ReviewID}, text{&c.CheckoutID})
}

// Stray implements order.Reviews.
func (s *Store) Stray(ctx context.Context, reviewID string) (x order.Stray, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	rows, err := s.conn(ctx).Query(ctx, straySQL, reviewID, s.at())
	if err != nil {
		return x, err
	}
	x, err = pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (x order.Stray, err error) {
		_, x.Review, err = scanReviewAnd(row, at{&x.Now})
		return x, err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return x, order.ErrNotFound
	}
	if err != nil {
		return x, err
	}
	if rows, err = s.conn(ctx).Query(ctx, strayRefundsSQL, reviewID); err != nil {
		return x, err
	}
	x.Refunds, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (order.Refund, error) {
		_, r, err := scanRefund(row)
		return r, err
	})
	return x, err
}

// UpdateStray implements order.Reviews.
func (s *Store) UpdateStray(ctx context.Context, reviewID string, fn func(*order.Stray) error) (x order.Stray, err error) {
	if !valid(reviewID) {
		return x, order.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if _, err := s.conn(ctx).Exec(ctx, lockStraySQL, reviewID); err != nil {
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
	var b pgx.Batch
	b.Queue(actorSQL, ch.Actor)
	r := x.Review
	b.Queue(saveStraySQL, r.ID, r.Reason, r.Detail, postgres.NullTime(r.ClosedAt), r.Decision, r.By, r.Note)
	queueRefunds(&b, before.Refunds, x.Refunds, nil, &r.ID)
	queueEntries(&b, ch.Entries, nil)
	queueAudits(&b, ch.Audits, nil)
	if err := run(ctx, s.conn(ctx), &b, nil); err != nil {
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

func queueRefunds(b *pgx.Batch, before, after []order.Refund, checkoutID, reviewID *string) {
	for i, v := range after {
		if i >= len(before) || before[i] != v {
			b.Queue(saveRefundSQL, v.ID, checkoutID, null(v.PaymentID), reviewID, v.Status, v.Amount.Amount, v.Amount.Currency,
				v.Reason, v.ProviderID, v.CreatedAt, v.Method, int64(v.ChainID), v.To, v.Wei.String(), v.Transaction)
		}
	}
}

func queueEntries(b *pgx.Batch, entries []order.Entry, checkoutID *string) {
	for _, e := range entries {
		b.Queue(bookSQL, e.Group, e.Account, e.Asset, e.Amount.String(), checkoutID)
	}
}

func queueAudits(b *pgx.Batch, audits []order.Audit, checkoutID *string) {
	for _, a := range audits {
		b.Queue(decideSQL, null(a.ReviewID), checkoutID, null(a.RefundID), a.Action, a.By, a.Note, a.RefundAddress)
	}
}

func scanReview(row pgx.CollectableRow) (string, order.Review, error) { return scanReviewAnd(row) }

func scanReviewAnd(row pgx.CollectableRow, more ...any) (id string, v order.Review, err error) {
	var chainID int64
	var wei string
	f := &v.Funds
	err = row.Scan(append([]any{
		text{&id},
		&v.ID, &v.Key,
		text{&v.PaymentID},
		&v.Reason, &v.Detail,
		at{&v.CreatedAt},
		at{&v.ClosedAt},
		&v.Decision, &v.By,
		&v.Note, &f.Method, &f.Amount.Amount, &f.Amount.Currency, &f.ProviderID, &chainID, &f.Transaction, &f.Payer, &wei, &f.Asset,
		&f.RefundAddress,
	}, more...)...)
	if err != nil {
		return id, v, err
	}
	f.ChainID = uint32(chainID)
	if wei != "0" {
		f.Wei, err = money.ParseWei(wei)
	}
	return id, v, err
}

package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Review implements order.Reviews.
func (m *Memory) Review(ctx context.Context, r order.Review) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.strays {
		if x.Review.Key == r.Key {
			return nil
		}
	}
	r.CreatedAt = m.clock.Now()
	m.strays[r.ID] = &order.Stray{Review: r}
	m.cases = append(m.cases, order.Case{ReviewID: r.ID})
	m.ledger = append(m.ledger, r.Receipt()...)
	return m.out.Notify(ctx, r.Opened())
}

// ListReviews implements order.Reviews.
func (m *Memory) ListReviews(_ context.Context, status string, limit int) ([]order.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var open, closed []order.Case
	for _, at := range m.cases {
		if m.reviewOf(at).ClosedAt.IsZero() {
			open = append(open, at)
		} else {
			closed = append(closed, at)
		}
	}
	newest := func(a, b order.Case) int { return m.reviewOf(b).ClosedAt.Compare(m.reviewOf(a).ClosedAt) }
	slices.SortStableFunc(closed, newest)
	slices.SortStableFunc(open, func(a, b order.Case) int { return m.reviewOf(a).CreatedAt.Compare(m.reviewOf(b).CreatedAt) })
	switch status {
	case "open":
		closed = nil
	case "closed":
		open = nil
	}
	all := append(open, closed...)
	return all[:min(limit, len(all))], nil
}

func (m *Memory) reviewOf(at order.Case) order.Review {
	if at.CheckoutID == "" {
		return m.strays[at.ReviewID].Review
	}
	for _, r := range m.checkouts[at.CheckoutID].Reviews {
		if r.ID == at.ReviewID {
			return r
		}
	}
	return order.Review{ClosedAt: time.Unix(0, 0)}
}

// FindReview implements order.Reviews.
func (m *Memory) FindReview(_ context.Context, reviewID string) (order.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.cases, func(c order.Case) bool { return c.ReviewID == reviewID })
	if i < 0 {
		return order.Case{}, order.ErrNotFound
	}
	return m.cases[i], nil
}

// FindRefund implements order.Reviews.
func (m *Memory) FindRefund(_ context.Context, refundID string) (order.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	is := func(r order.Refund) bool { return r.ID == refundID }
	for id, c := range m.checkouts {
		if slices.ContainsFunc(c.Refunds, is) {
			return order.Case{CheckoutID: id}, nil
		}
	}
	for id, x := range m.strays {
		if slices.ContainsFunc(x.Refunds, is) {
			return order.Case{ReviewID: id}, nil
		}
	}
	return order.Case{}, order.ErrNotFound
}

// Stray implements order.Reviews.
func (m *Memory) Stray(_ context.Context, reviewID string) (order.Stray, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.strays[reviewID]
	if x == nil {
		return order.Stray{}, order.ErrNotFound
	}
	out := order.CloneStray(*x)
	out.Now = m.clock.Now()
	return out, nil
}

// UpdateStray implements order.Reviews.
func (m *Memory) UpdateStray(ctx context.Context, reviewID string, fn func(*order.Stray) error) (order.Stray, error) {
	before, err := m.Stray(ctx, reviewID)
	if err != nil {
		return before, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	x := order.CloneStray(before)
	if err := fn(&x); err != nil {
		return order.Stray{}, err
	}
	ch := x.TakeChanges()
	if err := order.LegalStray(&before, &x, ch); err != nil {
		return order.Stray{}, err
	}
	if len(x.Refunds) > len(before.Refunds) {
		delete(m.claims, string(order.WorkStrays)+reviewID)
	}
	m.strays[reviewID] = new(order.CloneStray(x))
	m.ledger = append(m.ledger, ch.Entries...)
	m.audits = append(m.audits, ch.Audits...)
	for _, f := range ch.Events {
		if err := m.out.Publish(ctx, f); err != nil {
			return order.Stray{}, err
		}
	}
	for _, n := range ch.Notices {
		if err := m.out.Notify(ctx, n); err != nil {
			return order.Stray{}, err
		}
	}
	return x, nil
}

package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Review implements order.UnmatchedPayments.
func (m *Memory) Review(ctx context.Context, r order.Review) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.unmatched {
		if x.Review.Key == r.Key {
			return nil
		}
	}
	r.CreatedAt = m.clock.Now()
	m.unmatched[r.ID] = &order.Unmatched{Review: r}
	m.cases = append(m.cases, order.Case{ReviewID: r.ID})
	m.ledger = append(m.ledger, r.Receipt()...)
	return m.out.Notify(ctx, r.Opened())
}

// ListReviews implements order.Cases.
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
		return m.unmatched[at.ReviewID].Review
	}
	for _, r := range m.checkouts[at.CheckoutID].Reviews {
		if r.ID == at.ReviewID {
			return r
		}
	}
	return order.Review{ClosedAt: time.Unix(0, 0)}
}

// FindReview implements order.Cases.
func (m *Memory) FindReview(_ context.Context, reviewID string) (order.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.cases, func(c order.Case) bool { return c.ReviewID == reviewID })
	if i < 0 {
		return order.Case{}, order.ErrNotFound
	}
	return m.cases[i], nil
}

// FindRefund implements order.Cases.
func (m *Memory) FindRefund(_ context.Context, refundID string) (order.Case, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	is := func(r order.Refund) bool { return r.ID == refundID }
	for id, c := range m.checkouts {
		if slices.ContainsFunc(c.Refunds, is) {
			return order.Case{CheckoutID: id}, nil
		}
	}
	for id, x := range m.unmatched {
		if slices.ContainsFunc(x.Refunds, is) {
			return order.Case{ReviewID: id}, nil
		}
	}
	return order.Case{}, order.ErrNotFound
}

// Unmatched implements order.UnmatchedPayments.
func (m *Memory) Unmatched(_ context.Context, reviewID string) (order.Unmatched, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.unmatched[reviewID]
	if x == nil {
		return order.Unmatched{}, order.ErrNotFound
	}
	out := order.CloneUnmatched(*x)
	out.Now = m.clock.Now()
	return out, nil
}

// UpdateUnmatched implements order.UnmatchedPayments.
func (m *Memory) UpdateUnmatched(ctx context.Context, reviewID string, fn func(*order.Unmatched) error) (order.Unmatched, error) {
	before, err := m.Unmatched(ctx, reviewID)
	if err != nil {
		return before, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	x := order.CloneUnmatched(before)
	if err := fn(&x); err != nil {
		return order.Unmatched{}, err
	}
	ch := x.TakeChanges()
	if err := order.LegalUnmatched(&before, &x, ch); err != nil {
		return order.Unmatched{}, err
	}
	if len(x.Refunds) > len(before.Refunds) {
		delete(m.claims, string(order.WorkUnmatched)+reviewID)
	}
	m.unmatched[reviewID] = new(order.CloneUnmatched(x))
	m.ledger = append(m.ledger, ch.Entries...)
	m.audits = append(m.audits, ch.Audits...)
	for _, f := range ch.Events {
		if err := m.out.Publish(ctx, f); err != nil {
			return order.Unmatched{}, err
		}
	}
	for _, n := range ch.Notices {
		if err := m.out.Notify(ctx, n); err != nil {
			return order.Unmatched{}, err
		}
	}
	return x, nil
}

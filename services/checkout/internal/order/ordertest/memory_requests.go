package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

type exclusiveKey struct{}

// WithRefundLock implements order.RefundRequests.
func (m *Memory) WithRefundLock(ctx context.Context, fn func(ctx context.Context) error) error {
	if ctx.Value(exclusiveKey{}) == nil {
		m.refunding.Lock()
		defer m.refunding.Unlock()
	}
	return fn(context.WithValue(ctx, exclusiveKey{}, true))
}

// Refunded implements order.RefundRequests.
func (m *Memory) Refunded(_ context.Context, r order.Refund, account string) (total, byAccount money.Wei, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	since := m.clock.Now().Add(-24 * time.Hour)
	for _, a := range m.audits {
		o := m.refund(a.RefundID)
		if a.RefundID == "" || !o.CreatedAt.After(since) || o.Status == order.RefundRefused ||
			o.Method != r.Method || o.Amount.Currency != r.Amount.Currency || o.ChainID != r.ChainID {
			continue
		}
		amount := money.NewWei(o.Amount.Amount)
		if o.Method == order.Ether {
			amount = o.Wei
		}
		total = total.Add(amount)
		if a.By == account && a.ApprovedBy == "" {
			byAccount = byAccount.Add(amount)
		}
	}
	return total, byAccount, nil
}

func (m *Memory) refund(id string) order.Refund {
	lists := [][]order.Refund{}
	for _, c := range m.checkouts {
		lists = append(lists, c.Refunds)
	}
	for _, x := range m.unmatched {
		lists = append(lists, x.Refunds)
	}
	for _, r := range slices.Concat(lists...) {
		if r.ID == id {
			return r
		}
	}
	return order.Refund{}
}

// RefundRequest implements order.RefundRequests.
func (m *Memory) RefundRequest(_ context.Context, id string) (order.RefundRequest, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.requests, func(r order.RefundRequest) bool { return r.ID == id })
	if i < 0 {
		return order.RefundRequest{}, order.ErrNotFound
	}
	return m.requests[i], nil
}

// RefundRequests implements order.RefundRequests.
func (m *Memory) RefundRequests(_ context.Context, limit int) ([]order.RefundRequest, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(m.requests)
	slices.SortStableFunc(out, func(a, b order.RefundRequest) int {
		if a.DecidedAt.IsZero() != b.DecidedAt.IsZero() {
			if a.DecidedAt.IsZero() {
				return -1
			}
			return 1
		}
		return b.DecidedAt.Compare(a.DecidedAt)
	})
	return out[:min(limit, len(out))], nil
}

// SaveRefundRequest implements order.RefundRequests.
func (m *Memory) SaveRefundRequest(_ context.Context, r order.RefundRequest, _ order.Actor) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.requests, func(o order.RefundRequest) bool { return o.ID == r.ID }); i >= 0 {
		m.requests[i] = r
		return nil
	}
	if slices.ContainsFunc(m.requests, func(o order.RefundRequest) bool { return o.Status == order.RequestPending && o.Case == r.Case }) {
		return order.ErrRefundRequested
	}
	m.requests = append(m.requests, r)
	return nil
}

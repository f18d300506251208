// Package ordertest has what tests of the till need: a store in memory, the suite that every store passes, and stand-ins for
// the other parties that follow a script.
package ordertest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Memory is an order.Store for tests.
type Memory struct {
	mu        sync.Mutex
	out       order.Outbox
	checkouts map[string]*order.Checkout
	created   []string
	artworks  map[int64]*artwork
	claims    map[string]time.Time
	reviews   map[string]order.Review
	ledger    []order.Entry
	receipts  map[int]int64
	history   map[string][]order.Step
}

type artwork struct {
	version int64
	units   []order.Unit
}

// NewMemory is empty.
func NewMemory(out order.Outbox) *Memory {
	return &Memory{
		out: out, checkouts: map[string]*order.Checkout{}, artworks: map[int64]*artwork{}, claims: map[string]time.Time{},
		reviews: map[string]order.Review{}, receipts: map[int]int64{}, history: map[string][]order.Step{},
	}
}

// History is every step of a checkout.
func (m *Memory) History(id string) []order.Step {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.history[id])
}

// Stock implements order.Store.
func (m *Memory) Stock(_ context.Context, artworkID int64, size int32, withheld []int32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.artworks[artworkID]
	if a == nil {
		a = &artwork{}
		m.artworks[artworkID] = a
	}
	for len(a.units) < int(size) {
		a.units = append(a.units, order.Unit{Status: order.UnitFree})
	}
	for i := range a.units {
		u, off := &a.units[i], i >= int(size) || slices.Contains(withheld, int32(i+1))
		switch {
		case off && u.Status == order.UnitFree:
			u.Status = order.UnitWithheld
		case !off && u.Status == order.UnitWithheld:
			u.Status = order.UnitFree
		}
	}
	return nil
}

// Reserve implements order.Store.
func (m *Memory) Reserve(ctx context.Context, c order.Checkout, maxHolds int) (order.Checkout, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	holds := 0
	for _, id := range slices.Backward(m.created) {
		o := m.checkouts[id]
		if o.Buyer.AccountID != c.Buyer.AccountID {
			continue
		}
		if o.Artwork.ID == c.Artwork.ID && o.Status.Live() {
			return m.copy(o), false, nil
		}
		if o.Status.Payable() || o.Status == order.Reverted {
			holds++
		}
	}
	if holds >= maxHolds {
		return order.Checkout{}, false, order.ErrTooManyHolds
	}
	if c.Price.Amount <= 0 {
		return order.Checkout{}, false, order.ErrConflict
	}
	a := m.artworks[c.Artwork.ID]
	if a == nil {
		return order.Checkout{}, false, order.ErrEditionUnavailable
	}
	i := slices.IndexFunc(a.units, func(u order.Unit) bool { return u.Status == order.UnitFree })
	if i < 0 {
		return order.Checkout{}, false, order.ErrEditionUnavailable
	}
	a.units[i] = order.Unit{Status: order.UnitHeld, Checkout: c.ID}
	c.Edition, c.Version, c.Unit = int32(i+1), 1, a.units[i]
	m.checkouts[c.ID] = new(order.Clone(c))
	m.created = append(m.created, c.ID)
	m.history[c.ID] = []order.Step{{To: c.Status}}
	return m.copy(&c), true, m.count(ctx, c.Artwork.ID)
}

func (m *Memory) copy(c *order.Checkout) order.Checkout {
	o := order.Clone(*c)
	o.Unit = m.artworks[o.Artwork.ID].units[o.Edition-1]
	return o
}

func (m *Memory) count(ctx context.Context, artworkID int64) error {
	a := m.artworks[artworkID]
	a.version++
	f := order.EditionsChanged{ArtworkID: artworkID, Version: a.version}
	for _, u := range a.units {
		switch u.Status {
		case order.UnitHeld:
			f.Held++
		case order.UnitSold:
			f.Sold++
		case order.UnitFree, order.UnitWithheld:
		}
	}
	return m.out.Publish(ctx, f)
}

// Get implements order.Store.
func (m *Memory) Get(_ context.Context, id string) (order.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.checkouts[id]
	if c == nil {
		return order.Checkout{}, order.ErrNotFound
	}
	return m.copy(c), nil
}

// List implements order.Store.
func (m *Memory) List(_ context.Context, accountID string, limit int) ([]order.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []order.Checkout
	for _, id := range slices.Backward(m.created) {
		if c := m.checkouts[id]; c.Buyer.AccountID == accountID && len(out) < limit {
			out = append(out, m.copy(c))
		}
	}
	return out, nil
}

// Update implements order.Store.
func (m *Memory) Update(ctx context.Context, id string, fn func(*order.Checkout) error) (order.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	have := m.checkouts[id]
	if have == nil {
		return order.Checkout{}, order.ErrNotFound
	}
	before, c := m.copy(have), m.copy(have)
	if err := fn(&c); err != nil {
		return order.Checkout{}, err
	}
	ch := c.TakeChanges()
	if reflect.DeepEqual(before, c) && len(ch.Steps)+len(ch.Facts)+len(ch.Notices)+len(ch.Entries) == 0 {
		return c, nil
	}
	at := before.Status
	for _, st := range ch.Steps {
		if st.From != at || !order.Allowed(st.From, st.To) {
			return order.Checkout{}, &order.TransitionError{From: at, To: st.To}
		}
		at = st.To
	}
	if at != c.Status {
		return order.Checkout{}, fmt.Errorf("%w: status was set without a step", order.ErrTransition)
	}
	if !c.PaidAt.IsZero() && c.ReceiptNumber == 0 {
		c.ReceiptYear = c.PaidAt.Year()
		m.receipts[c.ReceiptYear]++
		c.ReceiptNumber = m.receipts[c.ReceiptYear]
	}
	c.Version += int64(len(ch.Steps)) + 1
	m.history[id] = append(m.history[id], ch.Steps...)
	m.ledger = append(m.ledger, ch.Entries...)
	m.checkouts[id] = new(order.Clone(c))
	if c.Unit != before.Unit {
		m.artworks[c.Artwork.ID].units[c.Edition-1] = c.Unit
		if err := m.count(ctx, c.Artwork.ID); err != nil {
			return order.Checkout{}, err
		}
	}
	for _, f := range ch.Facts {
		if err := m.out.Publish(ctx, f); err != nil {
			return order.Checkout{}, err
		}
	}
	for _, n := range ch.Notices {
		if err := m.out.Notify(ctx, n); err != nil {
			return order.Checkout{}, err
		}
	}
	return c, nil
}

// Claim implements order.Store.
func (m *Memory) Claim(_ context.Context, work order.Work, now time.Time, lease time.Duration, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, id := range m.created {
		key := string(work) + id
		if len(out) < limit && wanted(m.checkouts[id], work, now) && !m.claims[key].After(now) {
			m.claims[key] = now.Add(lease)
			out = append(out, id)
		}
	}
	return out, nil
}

func wanted(c *order.Checkout, work order.Work, now time.Time) bool {
	ran := !now.Before(c.ExpiresAt)
	switch work {
	case order.WorkHolds:
		return (c.Status.Payable() || c.Status == order.Reverted) && ran && c.ActiveQuote() == nil
	case order.WorkSessions:
		for _, s := range c.Sessions {
			if s.Status == order.SessionComplete && c.Status == order.PaymentSeen {
				return true
			}
			if (s.Status == order.SessionIntent || s.Status == order.SessionOpen) &&
				(ran || !c.Status.Payable() || !s.CreatedAt.After(now.Add(-time.Minute))) {
				return true
			}
		}
	case order.WorkRefunds:
		return slices.ContainsFunc(c.Refunds, func(r order.Refund) bool { return r.Status == order.RefundQueued })
	}
	return false
}

// Review implements order.Store.
func (m *Memory) Review(_ context.Context, r order.Review) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.reviews[r.Key]; !ok {
		m.reviews[r.Key] = r
	}
	return nil
}

// Invariants implements order.Store.
func (m *Memory) Invariants(context.Context) (i order.Invariants, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	owners := map[string]bool{}
	for _, a := range m.artworks {
		for _, u := range a.units {
			i.Editions++
			switch u.Status {
			case order.UnitHeld:
				i.Held++
			case order.UnitSold:
				i.Sold++
			case order.UnitFree, order.UnitWithheld:
			}
			if owners[u.Checkout] {
				i.Oversold++
			}
			owners[u.Checkout] = u.Checkout != ""
		}
	}
	for _, c := range m.checkouts {
		at := m.copy(c)
		if (c.Status.Live() || c.Status.Settled()) && !at.HoldsUnit() {
			i.Oversold++
		}
		if c.Status.Settled() != (c.Credited() != nil && c.Status.Settled()) {
			i.UnpaidCompletions++
		}
		for _, p := range c.Payments {
			if p.Status == order.PaymentFinal && ways(c, p) != 1 {
				i.UnmatchedPayments++
			}
		}
	}
	sums := map[[2]string]money.Wei{}
	for _, e := range m.ledger {
		k := [2]string{e.Group, e.Asset}
		sums[k] = sums[k].Add(e.Amount)
	}
	for _, w := range sums {
		if !w.IsZero() {
			i.UnbalancedLedgers++
		}
	}
	return i, nil
}

// ways counts what became of a final payment.
func ways(c *order.Checkout, p order.Payment) int {
	n, back := 0, int64(0)
	if p.Credited && c.Status.Settled() {
		n++
	}
	for _, r := range c.Refunds {
		if r.PaymentID == p.ID && r.Status != order.RefundRefused {
			back += r.Amount.Amount
		}
	}
	if p.Method == order.Card && back >= p.Amount.Amount {
		n++
	}
	if slices.ContainsFunc(c.Reviews, func(r order.Review) bool { return r.PaymentID == p.ID && r.ClosedAt.IsZero() }) {
		n++
	}
	return n
}

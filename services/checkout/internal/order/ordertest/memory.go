// Package ordertest helps to test the order service: a store in memory, the test suite for every store, and scripted fakes
// of the other parties.
package ordertest

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Memory is a Store for tests.
type Memory struct {
	mu        sync.Mutex
	out       order.Outbox
	clock     clock.Clock
	checkouts map[string]*order.Checkout
	created   []string
	artworks  map[int64]*artwork
	claims    map[string]time.Time
	unmatched map[string]*order.Unmatched
	cases     []order.Case
	audits    []order.Audit
	requests  []order.RefundRequest
	refunding sync.Mutex // held while staff refund
	cursors   map[uint32]int64
	ledger    []order.Entry
	receipts  map[int]int64
	history   map[string][]order.Step
	actors    map[string][]order.Actor
	schedules map[int64]order.Schedule
	// auctions are in the order of their first hold, with EndsAt.
	auctions []*auction
	members  map[string][]order.PhaseMember
	// phaseChanges are by drop, newest first.
	phaseChanges map[int64][]order.PhaseChange
}

type artwork struct {
	version int64
	units   []order.Unit
}

// NewMemory returns an empty store that uses the clock's time.
func NewMemory(out order.Outbox, c clock.Clock) *Memory {
	return &Memory{
		out: out, clock: c, checkouts: map[string]*order.Checkout{}, artworks: map[int64]*artwork{}, claims: map[string]time.Time{},
		unmatched: map[string]*order.Unmatched{}, receipts: map[int]int64{}, history: map[string][]order.Step{},
		actors: map[string][]order.Actor{}, cursors: map[uint32]int64{},
		schedules: map[int64]order.Schedule{}, members: map[string][]order.PhaseMember{}, phaseChanges: map[int64][]order.PhaseChange{},
	}
}

// History returns every step of a checkout, and who caused each.
func (m *Memory) History(id string) ([]order.Step, []order.Actor) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.history[id]), slices.Clone(m.actors[id])
}

// Stock implements order.Holds.
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

// Taken implements order.Holds.
func (m *Memory) Taken(_ context.Context, artworkID int64, from int32, limit int) (list []order.Taken, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.artworks[artworkID]
	if a == nil {
		return nil, nil
	}
	for i, u := range a.units {
		if n := int32(i + 1); n >= from && u.Status != order.UnitFree && len(list) < limit {
			list = append(list, order.Taken{Edition: n, Status: u.Status})
		}
	}
	return list, nil
}

// Reserve implements order.Holds.
func (m *Memory) Reserve(ctx context.Context, c order.Checkout, limits order.HoldLimits) (order.Checkout, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var holds []order.Hold
	for _, id := range slices.Backward(m.created) {
		o := m.checkouts[id]
		if o.Buyer.AccountID != c.Buyer.AccountID {
			continue
		}
		if o.Artwork.ID == c.Artwork.ID && o.Status.Live() {
			if c.Edition != 0 && c.Edition != o.Edition {
				return order.Checkout{}, false, order.ErrOtherEditionHeld
			}
			return m.copy(o), false, nil
		}
		if o.Status.Payable() || o.Status == order.Reverted {
			holds = append([]order.Hold{{CheckoutID: o.ID, ArtworkSlug: o.Artwork.Slug}}, holds...)
		}
	}
	if len(holds) >= limits.Live {
		return order.Checkout{}, false, &order.TooManyHoldsError{Holds: holds}
	}
	if c.Price.Amount <= 0 {
		return order.Checkout{}, false, order.ErrConflict
	}
	if c.Terms != nil {
		c.Price = c.Terms.At(m.clock.Now())
	}
	if err := m.enterPhase(c); err != nil {
		return order.Checkout{}, false, err
	}
	a := m.artworks[c.Artwork.ID]
	if a == nil {
		return order.Checkout{}, false, order.ErrEditionUnavailable
	}
	if err := m.limit(c, a, limits); err != nil {
		return order.Checkout{}, false, err
	}
	free := func(u order.Unit) bool { return u.Status == order.UnitFree }
	i := slices.IndexFunc(a.units, free)
	if i < 0 {
		return order.Checkout{}, false, order.ErrEditionUnavailable
	}
	if n := int(c.Edition); n != 0 {
		if n > len(a.units) || !free(a.units[n-1]) {
			if after := slices.IndexFunc(a.units[min(n, len(a.units)):], free); after >= 0 {
				i = n + after
			}
			return order.Checkout{}, false, &order.EditionTakenError{Edition: c.Edition, Next: int32(i + 1)}
		}
		i = n - 1
	}
	a.units[i] = order.Unit{Status: order.UnitHeld, Checkout: c.ID}
	hold := c.ExpiresAt.Sub(c.CreatedAt)
	c.Now = m.clock.Now()
	c.CreatedAt, c.UpdatedAt, c.ExpiresAt = c.Now, c.Now, c.Now.Add(hold)
	c.Edition, c.Version, c.Unit = int32(i+1), 1, a.units[i]
	if c.Terms != nil {
		c.Auction = m.enterAuction(c)
	}
	c.DropID, c.Terms = 0, nil
	m.checkouts[c.ID] = new(order.Clone(c))
	m.created = append(m.created, c.ID)
	m.history[c.ID] = []order.Step{{To: c.Status}}
	m.actors[c.ID] = []order.Actor{order.ActorBuyer}
	c.Begin()
	for _, n := range c.TakeChanges().Notices {
		if err := m.out.Notify(ctx, n); err != nil {
			return order.Checkout{}, false, err
		}
	}
	return m.copy(&c), true, m.count(ctx, c.Artwork.ID)
}

func (m *Memory) copy(c *order.Checkout) order.Checkout {
	o := order.Clone(*c)
	o.Unit, o.Now = m.artworks[o.Artwork.ID].units[o.Edition-1], m.clock.Now()
	o.PhaseFull = m.phaseFull(&o)
	if a := m.auction(o.Auction.ID); a != nil {
		o.Auction = order.Auction{ID: a.ID, Status: a.Status, LastPrice: a.LastPrice}
		o.PhaseFull = o.PhaseFull || a.Status == order.AuctionSettling || a.Status == order.AuctionSettled
	}
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

// Get implements order.Checkouts.
func (m *Memory) Get(_ context.Context, id string) (order.Checkout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.checkouts[id]
	if c == nil {
		return order.Checkout{}, order.ErrNotFound
	}
	return m.copy(c), nil
}

// List implements order.Checkouts.
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

// paidElsewhere reports whether another checkout has one of the payments, which the database rejects as well.
func (m *Memory) paidElsewhere(c *order.Checkout) bool {
	for id, other := range m.checkouts {
		for _, p := range other.Payments {
			if id != c.ID && slices.ContainsFunc(c.Payments, func(own order.Payment) bool { return own.Key == p.Key }) {
				return true
			}
		}
	}
	return false
}

// Update implements order.Checkouts.
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
	if reflect.DeepEqual(before, c) && ch.Empty() {
		return c, nil
	}
	if err := order.Legal(&before, &c, ch); err != nil {
		return order.Checkout{}, err
	}
	if m.paidElsewhere(&c) {
		return order.Checkout{}, order.ErrConflict
	}
	if !c.PaidAt.IsZero() && c.ReceiptNumber == 0 {
		c.ReceiptYear = c.PaidAt.Year()
		m.receipts[c.ReceiptYear]++
		c.ReceiptNumber = m.receipts[c.ReceiptYear]
	}
	c.Version += int64(len(ch.Steps)) + 1
	m.history[id] = append(m.history[id], ch.Steps...)
	for range ch.Steps {
		m.actors[id] = append(m.actors[id], ch.Actor)
	}
	m.ledger = append(m.ledger, ch.Entries...)
	m.audits = append(m.audits, ch.Audits...)
	if len(c.Refunds) > len(before.Refunds) {
		delete(m.claims, string(order.WorkRefunds)+id)
	}
	for _, r := range c.Reviews[len(before.Reviews):] {
		m.cases = append(m.cases, order.Case{CheckoutID: id, ReviewID: r.ID})
	}
	m.checkouts[id] = new(order.Clone(c))
	if c.Unit != before.Unit {
		m.artworks[c.Artwork.ID].units[c.Edition-1] = c.Unit
		if err := m.count(ctx, c.Artwork.ID); err != nil {
			return order.Checkout{}, err
		}
	}
	for _, f := range ch.Events {
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

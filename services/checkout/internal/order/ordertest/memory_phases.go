package ordertest

import (
	"context"
	"slices"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// counts reports whether an order counts towards the cap of its phase.
func counts(s order.Status) bool {
	return s != order.Expired && s != order.Cancelled && s != order.Refunded
}

// phaseFull reports whether the account's other orders use up the cap of a phase.
func (m *Memory) phaseFull(c *order.Checkout) bool {
	for _, s := range m.schedules {
		for _, p := range s.Phases {
			if p.ID == c.PhaseID && p.Cap > 0 && m.bought(p.ID, c.Buyer.AccountID, c.ID) >= p.Cap {
				return true
			}
		}
	}
	return false
}

func (m *Memory) bought(phaseID, accountID, except string) (n int) {
	for _, o := range m.checkouts {
		if o.PhaseID == phaseID && o.Buyer.AccountID == accountID && o.ID != except && counts(o.Status) {
			n++
		}
	}
	return n
}

// enterPhase checks a draft as the database does.
func (m *Memory) enterPhase(c order.Checkout) error {
	s := m.schedules[c.DropID]
	if c.DropID == 0 || len(s.Phases) == 0 {
		return nil
	}
	for _, p := range s.Phases {
		switch p.State(m.clock.Now()) {
		case order.PhaseUpcoming, order.PhaseEnded:
			continue
		case order.PhaseOpen, order.PhasePaused:
		}
		switch {
		case p.ID != c.PhaseID, p.PriceOf(c.Artwork.ID, c.Price).At(p, m.clock.Now()) != c.Price:
			return order.ErrConflict
		case !p.PausedAt.IsZero():
			return order.ErrPhasePaused
		case m.phaseFull(&c):
			return order.ErrPhaseCapReached
		}
		if a := m.auctionOf(p.ID, c.Artwork.ID); a != nil && a.Status != order.AuctionSelling {
			return order.ErrAuctionEnded
		}
		return nil
	}
	return order.ErrConflict
}

// Schedule implements order.Phases.
func (m *Memory) Schedule(_ context.Context, dropID int64) (order.Schedule, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.schedule(dropID), nil
}

func (m *Memory) schedule(dropID int64) order.Schedule {
	s := m.schedules[dropID]
	s.DropID, s.Phases = dropID, slices.Clone(s.Phases)
	for i := range s.Phases {
		p := &s.Phases[i]
		p.Members, p.Prices = len(m.members[p.ID]), slices.Clone(p.Prices)
		for j := range p.Prices {
			if a := m.auctionOf(p.ID, p.Prices[j].ArtworkID); a != nil {
				p.Prices[j].Auction = order.Auction{Status: a.Status, LastPrice: a.LastPrice}
			}
		}
	}
	return s
}

// Listed implements order.Phases.
func (m *Memory) Listed(_ context.Context, phaseID, accountID string, wallets []string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.members[phaseID], func(one order.PhaseMember) bool {
		return one.AccountID != "" && one.AccountID == accountID || one.Wallet != "" && slices.Contains(wallets, one.Wallet)
	}), nil
}

// Bought implements order.Phases.
func (m *Memory) Bought(_ context.Context, dropID int64, accountID string) (map[string]int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]int{}
	for _, p := range m.schedules[dropID].Phases {
		if n := m.bought(p.ID, accountID, ""); n > 0 {
			out[p.ID] = n
		}
	}
	return out, nil
}

// DropOfPhase implements order.Schedules.
func (m *Memory) DropOfPhase(_ context.Context, phaseID string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for dropID, s := range m.schedules {
		if slices.ContainsFunc(s.Phases, func(p order.Phase) bool { return p.ID == phaseID }) {
			return dropID, nil
		}
	}
	return 0, order.ErrNotFound
}

// SaveSchedule implements order.Schedules.
func (m *Memory) SaveSchedule(_ context.Context, plan order.Schedule, change order.PhaseChange) (order.Schedule, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	stored := m.schedules[plan.DropID]
	if stored.Version != plan.Version {
		return order.Schedule{}, order.ErrConflict
	}
	for _, p := range stored.Phases {
		sold := false
		for _, o := range m.checkouts {
			sold = sold || o.PhaseID == p.ID
		}
		if sold && !slices.ContainsFunc(plan.Phases, func(o order.Phase) bool { return o.ID == p.ID }) {
			return order.Schedule{}, order.ErrPhaseSold
		}
	}
	if m.auctionChanged(plan) {
		return order.Schedule{}, order.ErrAuctionStarted
	}
	plan.Phases = slices.SortedFunc(slices.Values(plan.Phases), func(a, b order.Phase) int { return a.StartsAt.Compare(b.StartsAt) })
	for i := 1; i < len(plan.Phases); i++ {
		if before := plan.Phases[i-1]; before.EndsAt.IsZero() || plan.Phases[i].StartsAt.Before(before.EndsAt) {
			return order.Schedule{}, order.ErrPhaseOverlap
		}
	}
	plan.Version++
	m.schedules[plan.DropID] = plan
	return m.note(plan.DropID, change), nil
}

func (m *Memory) note(dropID int64, change order.PhaseChange) order.Schedule {
	s := m.schedule(dropID)
	change.Version, change.At = s.Version, m.clock.Now()
	m.phaseChanges[dropID] = append([]order.PhaseChange{change}, m.phaseChanges[dropID]...)
	return s
}

// Members implements order.Schedules.
func (m *Memory) Members(ctx context.Context, phaseID string) ([]order.PhaseMember, error) {
	if _, err := m.DropOfPhase(ctx, phaseID); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.members[phaseID]), nil
}

// SaveMembers implements order.Schedules.
func (m *Memory) SaveMembers(ctx context.Context, phaseID string, members []order.PhaseMember, change order.PhaseChange) (order.Schedule, error) {
	dropID, err := m.DropOfPhase(ctx, phaseID)
	if err != nil {
		return order.Schedule{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []order.PhaseMember{}
	for _, one := range members {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	m.members[phaseID] = list
	s := m.schedules[dropID]
	s.Version++
	m.schedules[dropID] = s
	return m.note(dropID, change), nil
}

// PhaseChanges implements order.Schedules.
func (m *Memory) PhaseChanges(_ context.Context, dropID int64) ([]order.PhaseChange, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.phaseChanges[dropID]), nil
}

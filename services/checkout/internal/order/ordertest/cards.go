package ordertest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Cards is a card provider in memory.
type Cards struct {
	mu       sync.Mutex
	byKey    map[string]string
	sessions map[string]*order.CardState
	prices   map[string]money.Money
	refunds  map[string]order.CardRefund
	disputes int
	attempts int
	// Down makes every call fail; Refuse refuses sessions; RefundAs is the final status of refunds.
	Down, Refuse bool
	RefundAs     purchase.RefundStatus
}

// NewCards returns an empty card provider.
func NewCards() *Cards {
	return &Cards{
		byKey: map[string]string{}, sessions: map[string]*order.CardState{}, prices: map[string]money.Money{},
		refunds: map[string]order.CardRefund{}, RefundAs: purchase.RefundSucceeded,
	}
}

// Open implements order.Cards.
func (p *Cards) Open(_ context.Context, s purchase.Session, c order.Checkout) (purchase.Session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.Down:
		return s, order.ErrUnavailable
	case p.Refuse:
		return s, order.ErrCardRefused
	}
	if _, ok := p.byKey[s.ID]; !ok {
		id := "cs_" + s.ID
		p.byKey[s.ID] = id
		p.sessions[id] = &order.CardState{CheckoutID: c.ID, SessionID: id}
		p.prices[id] = c.Price
	}
	s.ProviderID, s.URL = p.byKey[s.ID], "https://cards.example/"+s.ID
	return s, nil
}

// Expire implements order.Cards.
func (p *Cards) Expire(_ context.Context, id string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.ErrUnavailable
	}
	switch t := p.sessions[id]; {
	case t == nil:
		return order.ErrNotFound
	case t.SessionComplete:
		return order.ErrSessionComplete
	}
	p.sessions[id].SessionExpired = true
	return nil
}

// Session implements order.Cards.
func (p *Cards) Session(_ context.Context, id string) (order.CardState, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.CardState{}, order.ErrUnavailable
	}
	if p.sessions[id] == nil {
		return order.CardState{}, order.ErrNotFound
	}
	return p.truth(id), nil
}

func (p *Cards) truth(id string) order.CardState {
	t := *p.sessions[id]
	t.Refunds = nil
	for _, key := range slices.Sorted(maps.Keys(p.refunds)) {
		r := p.refunds[key]
		if r.ProviderID == "re_"+r.RefundID && p.refundsOf(r, id) {
			t.Refunds = append(t.Refunds, r)
		}
	}
	return t
}

func (p *Cards) refundsOf(r order.CardRefund, session string) bool {
	return p.byKey["refund:"+r.RefundID] == session
}

// Payment implements order.Cards.
func (p *Cards) Payment(_ context.Context, intent string, _ bool) (order.CardState, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.CardState{}, order.ErrUnavailable
	}
	for id, t := range p.sessions {
		if t.PaymentIntent == intent {
			truth := p.truth(id)
			truth.SessionID = ""
			return truth, nil
		}
	}
	return order.CardState{}, order.ErrNotFound
}

// Refund implements refund.Cards.
func (p *Cards) Refund(_ context.Context, r purchase.Refund, intent string) (order.CardRefund, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.CardRefund{}, order.ErrUnavailable
	}
	for id, t := range p.sessions {
		if t.PaymentIntent == intent {
			p.byKey["refund:"+r.ID] = id
		}
	}
	// For a known key the provider returns what it created, with the bank's current state. It never refunds more than was
	// paid.
	had, known := p.refunds[r.ID]
	if known && had.Status != purchase.RefundQueued {
		return had, nil
	}
	status := p.RefundAs
	if !known && p.back(p.byKey["refund:"+r.ID])+r.Amount.Amount > p.sessions[p.byKey["refund:"+r.ID]].Received.Amount {
		status = purchase.RefundRefused
	}
	p.refunds[r.ID] = order.CardRefund{ProviderID: "re_" + r.ID, RefundID: r.ID, Status: status, Amount: r.Amount}
	return p.refunds[r.ID], nil
}

// back returns the part of a session's payment that was refunded or is being refunded.
func (p *Cards) back(session string) (sum int64) {
	for key, r := range p.refunds {
		if p.byKey["refund:"+key] == session && r.Status != purchase.RefundRefused {
			sum += r.Amount.Amount
		}
	}
	return sum
}

// Pay acts as a buyer on the provider's page; it returns false if the session has ended.
func (p *Cards) Pay(id string) bool { return p.PayAmount(id, p.price(id)) }

func (p *Cards) price(id string) money.Money {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.prices[id]
}

// PayAmount pays another amount.
func (p *Cards) PayAmount(id string, m money.Money) bool {
	return p.change(id, func(t *order.CardState) {
		t.SessionComplete, t.PaymentIntent, t.Succeeded, t.Processing, t.Declined, t.Received = true, "pi_"+id, true, false, false, m
	})
}

// Decline acts as a buyer whose card is declined. Each call is a separate attempt.
func (p *Cards) Decline(id string) bool {
	return p.change(id, func(t *order.CardState) {
		p.attempts++
		t.PaymentIntent, t.Declined, t.Attempt = "pi_"+id, true, fmt.Sprint("ch_", p.attempts)
	})
}

// Process starts a payment that the bank hasn't decided yet.
func (p *Cards) Process(id string) bool {
	return p.change(id, func(t *order.CardState) {
		t.SessionComplete, t.PaymentIntent, t.Processing = true, "pi_"+id, true
	})
}

// Forget removes a session, as if the key belonged to another account.
func (p *Cards) Forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sessions, id)
}

// Dispute sets the state of a dispute.
func (p *Cards) Dispute(id string, d purchase.CardDispute) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.sessions[id]
	if closed := t.Dispute == purchase.DisputeWon || t.Dispute == purchase.DisputeLost; t.DisputeID == "" || closed && d != t.Dispute {
		p.disputes++
		t.DisputeID = fmt.Sprint("dp_", p.disputes) // a closed dispute never changes
	}
	t.Dispute = d
}

func (p *Cards) change(id string, fn func(*order.CardState)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.sessions[id]
	if t == nil || t.SessionComplete || t.SessionExpired {
		return false
	}
	fn(t)
	return true
}

// Settle completes a payment that waits for the bank; it does nothing if none waits.
func (p *Cards) Settle(id string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.sessions[id]; t.Processing {
		t.Processing, t.Succeeded, t.Declined, t.Received = false, ok, !ok, p.prices[id]
		p.attempts++
		t.Attempt = fmt.Sprint("ch_", p.attempts)
	}
}

// RefundInDashboard refunds the remaining amount at the provider, as staff do in its dashboard.
func (p *Cards) RefundInDashboard(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.sessions[id]
	left := t.Received
	for key, r := range p.refunds {
		if p.byKey["refund:"+key] == id && r.Status != purchase.RefundRefused {
			left.Amount -= r.Amount.Amount
		}
	}
	if !t.Succeeded || left.Amount <= 0 {
		return
	}
	key := "there " + id + fmt.Sprint(len(p.refunds))
	p.byKey["refund:"+key] = id
	p.refunds[key] = order.CardRefund{ProviderID: "re_" + key, RefundID: key, Status: purchase.RefundSucceeded, Amount: left}
}

// RefundByHand records a refund that staff tried at the provider, with its outcome.
func (p *Cards) RefundByHand(id string, status purchase.RefundStatus, amount money.Money) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byKey["refund:by hand"] = id
	p.refunds["by hand"] = order.CardRefund{ProviderID: "re_by hand", RefundID: "by hand", Status: status, Amount: amount}
}

// ReturnRefunds makes completed refunds of a payment fail, as a bank does weeks later.
func (p *Cards) ReturnRefunds(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, r := range p.refunds {
		if p.byKey["refund:"+key] == id && r.Status == purchase.RefundSucceeded {
			r.Status = purchase.RefundRefused
			p.refunds[key] = r
		}
	}
}

package ordertest

import (
	"context"
	"sync"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Cards is a card provider in memory.
type Cards struct {
	mu       sync.Mutex
	byKey    map[string]string
	sessions map[string]*order.CardTruth
	prices   map[string]money.Money
	refunds  map[string]order.CardRefund
	// Down makes every call fail; Refuse refuses sessions; RefundAs is how refunds end.
	Down, Refuse bool
	RefundAs     order.RefundStatus
}

// NewCards is empty.
func NewCards() *Cards {
	return &Cards{
		byKey: map[string]string{}, sessions: map[string]*order.CardTruth{}, prices: map[string]money.Money{},
		refunds: map[string]order.CardRefund{}, RefundAs: order.RefundSucceeded,
	}
}

// Open implements order.Cards.
func (p *Cards) Open(_ context.Context, s order.Session, c order.Checkout) (order.Session, error) {
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
		p.sessions[id] = &order.CardTruth{CheckoutID: c.ID, SessionID: id}
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
	if p.sessions[id].SessionComplete {
		return order.ErrSessionComplete
	}
	p.sessions[id].SessionExpired = true
	return nil
}

// Session implements order.Cards.
func (p *Cards) Session(_ context.Context, id string) (order.CardTruth, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Down {
		return order.CardTruth{}, order.ErrUnavailable
	}
	return p.truth(id), nil
}

func (p *Cards) truth(id string) order.CardTruth {
	t := *p.sessions[id]
	t.Refunds = nil
	for _, r := range p.refunds {
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
func (p *Cards) Payment(_ context.Context, intent string) (order.CardTruth, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, t := range p.sessions {
		if t.PaymentIntent == intent {
			return p.truth(id), nil
		}
	}
	return order.CardTruth{}, order.ErrNotFound
}

// Refund implements order.Cards.
func (p *Cards) Refund(_ context.Context, r order.Refund, intent string) (order.CardRefund, error) {
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
	p.refunds[r.ID] = order.CardRefund{ProviderID: "re_" + r.ID, RefundID: r.ID, Status: p.RefundAs, Amount: r.Amount}
	return p.refunds[r.ID], nil
}

// Pay is what a person does on the provider's page; false when the session has ended.
func (p *Cards) Pay(id string) bool { return p.PayAmount(id, p.price(id)) }

func (p *Cards) price(id string) money.Money {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.prices[id]
}

// PayAmount pays another amount.
func (p *Cards) PayAmount(id string, m money.Money) bool {
	return p.change(id, func(t *order.CardTruth) {
		t.SessionComplete, t.PaymentIntent, t.Succeeded, t.Processing, t.Declined, t.Received = true, "pi_"+id, true, false, false, m
	})
}

// Decline is a card that is refused.
func (p *Cards) Decline(id string) bool {
	return p.change(id, func(t *order.CardTruth) { t.PaymentIntent, t.Declined = "pi_"+id, true })
}

// Process is a payment that the bank still decides.
func (p *Cards) Process(id string) bool {
	return p.change(id, func(t *order.CardTruth) {
		t.SessionComplete, t.PaymentIntent, t.Processing = true, "pi_"+id, true
	})
}

// Dispute sets the state of a dispute.
func (p *Cards) Dispute(id string, d order.CardDispute) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sessions[id].Dispute = d
}

func (p *Cards) change(id string, fn func(*order.CardTruth)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.sessions[id]
	if t == nil || t.SessionComplete || t.SessionExpired {
		return false
	}
	fn(t)
	return true
}

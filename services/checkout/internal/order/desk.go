package order

import (
	"context"
	"slices"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
)

// Cases returns the checkout's reviews with everything staff need to decide them.
func (c *Checkout) Cases() []Decided {
	out := make([]Decided, len(c.Reviews))
	for i, r := range c.Reviews {
		out[i] = c.decided(r)
	}
	return out
}

// decided returns a review of the checkout with everything staff need to decide it.
func (c *Checkout) decided(r Review) Decided {
	d := Decided{Review: r, Checkout: c, Funds: r.Funds, Actions: c.Actions(r)}
	if p := c.paymentByID(r.PaymentID); p != nil {
		d.Funds = Funds{
			Method: p.Method, Amount: p.Amount, ProviderID: p.ProviderID, ChainID: p.ChainID, Transaction: p.Transaction,
			Payer: p.Payer, Wei: p.Wei, Asset: p.Asset, RefundAddress: p.RefundAddress,
		}
	}
	d.setRefundAddress(c.Refunds)
	return d
}

// Refundable is what staff can refund of a settled order.
type Refundable struct {
	Method Method
	// Amount is the remaining amount of a card payment.
	Amount money.Money
	// Wei is the remaining amount of an ether payment, which can only be refunded in full. To is the destination, empty if staff must enter one.
	Wei     money.Wei
	ChainID uint32
	To      string
	// Place is where the token is, and Alone how much of it one member of staff may refund without a second one; set by RefundableBy.
	Place Place
	Alone money.Wei
}

// Refundable returns what Service.Refund could refund now, or nil if it would return ErrActionNotPossible.
func (c *Checkout) Refundable() *Refundable {
	p := c.Credited()
	if p == nil || !c.refundable(p) {
		return nil
	}
	left := c.left(p)
	if p.Method == Card {
		return &Refundable{Method: Card, Amount: money.Money{Amount: left.Big().Int64(), Currency: p.Amount.Currency}}
	}
	to, _ := eip55.Checksum(p.RefundAddress)
	return &Refundable{Method: Ether, Wei: left, ChainID: p.ChainID, To: to}
}

// RefundableBy returns what Refund could refund now, and how much of it the account may refund alone, or nil if Refund would return
// ErrActionNotPossible. It calls the chainwatcher.
func (s *Service) RefundableBy(ctx context.Context, c *Checkout, by string) (*Refundable, error) {
	r := c.Refundable()
	if r == nil {
		return nil, nil
	}
	place, _, err := s.place(ctx, c)
	if err != nil {
		return nil, err
	}
	p := c.Credited()
	r.Place = place
	r.Alone, err = s.aloneLeft(ctx, staffRefund{
		Refund: Refund{Method: r.Method, Amount: r.Amount, ChainID: r.ChainID, Wei: r.Wei}, signed: signedAddress(r.To, p.Payer, p.RefundAddress), bought: true,
	}, place, by)
	return r, err
}

// NeedsSecond reports whether a refund that decides a review, to the address that is known, needs another member of staff than the account. It
// is false for a review that can't be decided by a refund. It calls the chainwatcher.
func (s *Service) NeedsSecond(ctx context.Context, d Decided, by string) (bool, error) {
	if !slices.Contains(d.Actions, ActionRefund) {
		return false, nil
	}
	f, place := d.Funds, Place("")
	r := staffRefund{
		Refund: Refund{Method: f.Method, Amount: f.Amount, ChainID: f.ChainID, Wei: f.Wei}, signed: signedAddress(f.RefundAddress, f.Payer, f.RefundAddress),
	}
	if c := d.Checkout; c != nil {
		p := c.paymentByID(d.Review.PaymentID)
		if r.bought = p.Credited; r.bought {
			var err error
			if place, _, err = s.place(ctx, c); err != nil {
				return false, err
			}
		}
		if owed := c.owed(p, d.Review); f.Method == Ether {
			r.Wei = owed
		} else {
			r.Amount.Amount = owed.Big().Int64()
		}
	}
	alone, err := s.aloneLeft(ctx, r, place, by)
	return r.total().Cmp(alone) > 0, err
}

// aloneLeft returns how much of a refund the account may decide without a second person.
func (s *Service) aloneLeft(ctx context.Context, r staffRefund, place Place, by string) (money.Wei, error) {
	if r.Method == Ether && !r.signed || r.bought && place.Out() {
		return money.Wei{}, nil
	}
	_, byAccount, err := s.Store.Refunded(ctx, r.Refund, by)
	if err != nil {
		return money.Wei{}, err
	}
	left := s.Rules.Refunds.alone(r.Method).Sub(byAccount)
	switch {
	case left.Sign() < 0:
		left = money.Wei{}
	case left.Cmp(r.total()) > 0:
		left = r.total()
	}
	return left, nil
}

// refundable reports whether staff can refund the payment that bought the edition without a review.
func (c *Checkout) refundable(p *Payment) bool {
	return (c.Status == Delivering || c.Status == Completed) && c.left(p).Sign() > 0
}

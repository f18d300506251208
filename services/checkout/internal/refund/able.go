package refund

import (
	"context"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Refundable is what staff can refund of a settled order.
type Refundable struct {
	Method purchase.Method
	// Amount is the remaining amount of a card payment.
	Amount money.Money
	// Wei is the remaining amount of an ether payment, which can only be refunded in full. To is the destination, empty if staff must enter one.
	Wei     money.Wei
	ChainID uint32
	To      string
	// Place is where the token is, and Alone how much of it one member of staff may refund without a second one; set by Able.
	Place Place
	Alone money.Wei
}

// Able returns what Refund could refund now, and how much of it the account may refund alone, or nil if Refund would return
// order.ErrActionNotPossible. It calls the chainwatcher.
func (s *Service) Able(ctx context.Context, c *order.Checkout, by string) (*Refundable, error) {
	p, left := c.Refundable()
	if p == nil {
		return nil, nil
	}
	r := &Refundable{Method: p.Method}
	if p.Method == purchase.Card {
		r.Amount = money.Money{Amount: left.Big().Int64(), Currency: p.Amount.Currency}
	} else {
		r.Wei, r.ChainID = left, p.ChainID
		r.To, _ = eip55.Checksum(p.RefundAddress)
	}
	var err error
	if r.Place, _, err = s.place(ctx, c); err != nil {
		return nil, err
	}
	r.Alone, err = s.aloneLeft(ctx, staffRefund{
		Refund: purchase.Refund{Method: r.Method, Amount: r.Amount, ChainID: r.ChainID, Wei: r.Wei}, signed: signedAddress(r.To, p.Payer, p.RefundAddress), bought: true,
	}, r.Place, by)
	return r, err
}

// NeedsSecond reports whether a refund that decides a review, to the address that is known, needs another member of staff than the account. c is
// nil for money that belongs to no checkout. It calls the chainwatcher.
func (s *Service) NeedsSecond(ctx context.Context, c *order.Checkout, v purchase.Review, by string) (bool, error) {
	f, place := v.Funds, Place("")
	if c != nil {
		f = *c.PaymentByID(v.PaymentID)
	}
	r := staffRefund{
		Refund: purchase.Refund{Method: f.Method, Amount: f.Amount, ChainID: f.ChainID, Wei: f.Wei}, signed: signedAddress(f.RefundAddress, f.Payer, f.RefundAddress),
	}
	if c != nil {
		if r.bought = f.Credited; r.bought {
			var err error
			if place, _, err = s.place(ctx, c); err != nil {
				return false, err
			}
		}
		if owed := c.Owed(&f, v); f.Method == purchase.Ether {
			r.Wei = owed
		} else {
			r.Amount.Amount = owed.Big().Int64()
		}
	}
	alone, err := s.aloneLeft(ctx, r, place, by)
	return r.Total().Cmp(alone) > 0, err
}

// aloneLeft returns how much of a refund the account may decide without a second person.
func (s *Service) aloneLeft(ctx context.Context, r staffRefund, place Place, by string) (money.Wei, error) {
	if r.Method == purchase.Ether && !r.signed || r.bought && place.Out() {
		return money.Wei{}, nil
	}
	_, byAccount, err := s.Store.Refunded(ctx, r.Refund, by)
	if err != nil {
		return money.Wei{}, err
	}
	left := s.Rules.alone(r.Method).Sub(byAccount)
	switch {
	case left.Sign() < 0:
		left = money.Wei{}
	case left.Cmp(r.Total()) > 0:
		left = r.Total()
	}
	return left, nil
}

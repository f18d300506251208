package order

import (
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

// refundable reports whether staff can refund the payment that bought the edition without a review.
func (c *Checkout) refundable(p *Payment) bool {
	return (c.Status == Delivering || c.Status == Completed) && c.left(p).Sign() > 0
}

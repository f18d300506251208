package refund

import (
	"context"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// Rules limit what staff may refund. A limit of 0 wei or minor units means no limit, except that nobody refunds alone then.
type Rules struct {
	// Alone and EtherAlone are the sums of refunds that one member of staff can decide within 24 hours without a second one: in
	// minor units of each currency, and in wei on each chain.
	Alone      int64
	EtherAlone money.Wei
	// CardDaily and EtherDaily limit the refunds of all staff within 24 hours: in minor units of each currency, and in wei on
	// each chain. Automatic refunds don't count.
	CardDaily  int64
	EtherDaily money.Wei
	// RequestLife is how long a request waits for a second member of staff.
	RequestLife time.Duration
}

// staffRefund is a refund that staff decided, before it is stored.
type staffRefund struct {
	purchase.Refund

	// signed is whether the buyer proved, with the paying transaction, that the refund address is theirs.
	signed bool
	// bought is whether it is a refund of the payment that bought the edition, and token whether the order has a token.
	bought, token bool
}

// signedAddress reports whether the buyer signed for the address: the paying transaction was sent from it and names it
// for refunds.
func signedAddress(to, payer, named string) bool {
	return to != "" && strings.EqualFold(to, payer) && strings.EqualFold(to, named)
}

// plan returns the refund that a decision would make. It changes only its copy of the data.
func (s *Service) plan(ctx context.Context, at purchase.Case, amount int64, d purchase.Decision) (staffRefund, error) {
	if at.CheckoutID == "" {
		m, err := s.Store.Unmatched(ctx, at.ReviewID)
		if err != nil {
			return staffRefund{}, err
		}
		if err := m.As(purchase.ActorStaff).Decide(d); err != nil {
			return staffRefund{}, err
		}
		return ofUnmatched(&m), nil
	}
	c, err := s.Orders.Checkout(ctx, at.CheckoutID)
	if err != nil {
		return staffRefund{}, err
	}
	if err := decide(c.As(purchase.ActorStaff), at, amount, d); err != nil {
		return staffRefund{}, err
	}
	return ofCheckout(&c), nil
}

// decide decides a review, or refunds a settled checkout.
func decide(c *order.Checkout, at purchase.Case, amount int64, d purchase.Decision) error {
	if at.ReviewID == "" {
		return c.RefundSettled(amount, d)
	}
	return c.Decide(at.ReviewID, d)
}

// ofCheckout returns the last refund of a checkout.
func ofCheckout(c *order.Checkout) staffRefund {
	r := c.Refunds[len(c.Refunds)-1]
	p := c.PaymentByID(r.PaymentID)
	return staffRefund{Refund: r, signed: signedAddress(r.To, p.Payer, p.RefundAddress), bought: p.Credited, token: hasToken(c)}
}

// ofUnmatched returns the last refund of money that belongs to no checkout.
func ofUnmatched(m *unmatched.Money) staffRefund {
	r := m.Refunds[len(m.Refunds)-1]
	return staffRefund{Refund: r, signed: signedAddress(r.To, m.Review.Funds.Payer, m.Review.Funds.RefundAddress)}
}

// sameMoney reports whether two refunds move the same money to the same place.
func sameMoney(r, o purchase.Refund) bool {
	return r.Method == o.Method && r.Amount == o.Amount && r.ChainID == o.ChainID && r.Total().Cmp(o.Total()) == 0 && r.To == o.To
}

// run makes the planned refund. ErrConflict if the money changed since it was planned.
func (s *Service) run(ctx context.Context, at purchase.Case, amount int64, d purchase.Decision, planned purchase.Refund) (refundID string, err error) {
	check := func(r staffRefund) error {
		if !sameMoney(r.Refund, planned) {
			return order.ErrConflict
		}
		refundID = r.ID
		return nil
	}
	if at.CheckoutID == "" {
		err = s.ChangeUnmatched(ctx, at.ReviewID, purchase.ActorStaff, func(m *unmatched.Money) error {
			if err := m.Decide(d); err != nil {
				return err
			}
			return check(ofUnmatched(m))
		})
		return refundID, err
	}
	_, err = s.Orders.Change(ctx, at.CheckoutID, purchase.ActorStaff, func(c *order.Checkout) error {
		if err := decide(c, at, amount, d); err != nil {
			return err
		}
		return check(ofCheckout(c))
	})
	return refundID, err
}

// Refund makes a refund that the member of staff may decide alone. Otherwise it stores the refund as a request and returns the request. For a settled
// checkout it is all that is left if the decision is InFull, otherwise the amount; for a review the amount is 0. Errors: order.ErrNotFound,
// ErrOwnDecision, those of Checkout.Decide and Checkout.RefundSettled, ErrLimit, ErrRequested, and order.ErrConflict if the order changed since
// the look.
func (s *Service) Refund(ctx context.Context, l Look, amount int64, d purchase.Decision) (request *Request, err error) {
	if d.AgainstReturn && (l.place != PlaceWallet || !d.InFull) {
		return nil, order.ErrActionNotPossible
	}
	d.By = l.By()
	err = s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		request = nil
		if err := s.MayDecide(ctx, l, d.RefundAddress); err != nil {
			return err
		}
		planned, err := s.plan(ctx, l.Case, amount, d)
		if err == nil {
			err = l.fits(planned)
		}
		if err != nil {
			return err
		}
		alone, err := s.withinLimits(ctx, planned, d.By)
		if err != nil {
			return err
		}
		if alone && (!planned.bought || !l.place.Out()) {
			d.AddressSigned = planned.signed
			_, err := s.run(ctx, l.Case, amount, d, planned.Refund)
			return err
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		request = &Request{
			ID: id.New(), Status: RequestPending, Case: l.Case, Method: planned.Method, Amount: planned.Amount, ChainID: planned.ChainID,
			Wei: planned.Wei, To: planned.To, RequestedBy: d.By, Note: d.Note, CreatedAt: now, ExpiresAt: now.Add(s.Rules.RequestLife),
			Place: l.place,
		}
		if d.AgainstReturn {
			request.ReturnTo = l.token.Vault
		}
		return s.Store.SaveRefundRequest(ctx, *request, purchase.ActorStaff)
	})
	if err != nil {
		return nil, err
	}
	return request, nil
}

// withinLimits reports whether the account may make the refund alone. Error: ErrLimit if the refund exceeds the daily limit.
func (s *Service) withinLimits(ctx context.Context, r staffRefund, by string) (alone bool, err error) {
	rules := s.Rules
	total, byAccount, err := s.Store.Refunded(ctx, r.Refund, by)
	if err != nil {
		return false, err
	}
	daily := money.NewWei(rules.CardDaily)
	if r.Method == purchase.Ether {
		daily = rules.EtherDaily
	}
	if daily.Sign() > 0 && total.Add(r.Total()).Cmp(daily) > 0 {
		return false, ErrLimit
	}
	if r.Method == purchase.Ether && !r.signed {
		return false, nil
	}
	return byAccount.Add(r.Total()).Cmp(rules.alone(r.Method)) <= 0, nil
}

// alone returns how much one member of staff may refund within 24 hours.
func (r Rules) alone(m purchase.Method) money.Wei {
	if m == purchase.Ether {
		return r.EtherAlone
	}
	return money.NewWei(r.Alone)
}

package order

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// Decided is a review with everything staff need to decide it.
type Decided struct {
	Review Review
	// Checkout is nil if the money belongs to none; Payment is nil if the review isn't about one.
	Checkout *Checkout
	Funds    Funds
	Actions  []Action
	// Request is the refund request that a decision created instead of a refund.
	Request *RefundRequest
}

// Reviews returns at most limit reviews: open ones first, oldest first, then closed ones, newest first.
func (s *Service) Reviews(ctx context.Context, status string, limit int) ([]Decided, error) {
	cases, err := s.Store.ListReviews(ctx, status, limit)
	if err != nil {
		return nil, err
	}
	checkouts := map[string]*Checkout{}
	out := make([]Decided, 0, len(cases))
	for _, at := range cases {
		d, err := s.review(ctx, at, checkouts)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func (s *Service) review(ctx context.Context, at Case, have map[string]*Checkout) (Decided, error) {
	if at.CheckoutID == "" {
		x, err := s.Store.Unmatched(ctx, at.ReviewID)
		d := Decided{Review: x.Review, Funds: x.Review.Funds, Actions: x.Actions()}
		d.setRefundAddress(x.Refunds)
		return d, err
	}
	c := have[at.CheckoutID]
	if c == nil {
		got, err := s.Store.Get(ctx, at.CheckoutID)
		if err != nil {
			return Decided{}, err
		}
		c = &got
		have[at.CheckoutID] = c
	}
	i := slices.IndexFunc(c.Reviews, func(r Review) bool { return r.ID == at.ReviewID })
	if i < 0 {
		return Decided{}, ErrNotFound
	}
	return c.decided(c.Reviews[i]), nil
}

// setRefundAddress sets the refund's destination to the address that staff entered, if any.
func (d *Decided) setRefundAddress(refunds []Refund) {
	if d.Review.Decision != ActionRefund {
		return
	}
	for _, r := range refunds {
		if r.PaymentID == d.Review.PaymentID && r.CreatedAt.Equal(d.Review.ClosedAt) {
			d.Funds.RefundAddress = r.To
		}
	}
}

// NameOf returns the display name of an account for staff: its profile's name, or else its address, or "" if neither is
// available.
func (s *Service) NameOf(ctx context.Context, accountID string) string {
	if accountID == "" {
		return ""
	}
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		if !errors.Is(err, ErrSessionGone) {
			s.Log.WarnContext(ctx, "looking up an account's name failed", "account", accountID, "error", err)
		}
		return ""
	}
	return cmp.Or(a.Name, a.Email)
}

// Decide closes a review with a staff decision and records who decided what, and why. A refund that one person may not make
// alone becomes a request, and the review stays open. Errors: ErrNotFound, ErrOwnDecision, ErrAlreadyDecided, ErrActionNotPossible,
// ErrNoRefundAddress, ErrRefundAddress, ErrRefundLimit, ErrRefundRequested, ErrUnavailable.
func (s *Service) Decide(ctx context.Context, reviewID string, d Decision) (Decided, error) {
	at, err := s.Store.FindReview(ctx, reviewID)
	if err != nil {
		return Decided{}, err
	}
	who, err := s.decider(ctx, d.By)
	if err != nil {
		return Decided{}, err
	}
	if err := s.mayDecide(ctx, who, at, d.RefundAddress); err != nil {
		return Decided{}, err
	}
	var request *RefundRequest
	switch {
	case d.Action == ActionRefund:
		request, err = s.refundByStaff(ctx, at, 0, d)
	case at.CheckoutID == "":
		err = s.changeUnmatched(ctx, reviewID, ActorStaff, func(x *Unmatched) error { return x.decide(d, x.Now) })
	default:
		_, err = s.change(ctx, at.CheckoutID, ActorStaff, func(c *Checkout) error { return c.decide(reviewID, d, c.Now) })
	}
	if err != nil {
		return Decided{}, err
	}
	out, err := s.review(ctx, at, map[string]*Checkout{})
	out.Request = request
	return out, err
}

// Refund refunds a settled checkout: all that is left if the decision is InFull, otherwise the amount. It returns a request if one person
// may not make the refund alone. Errors: ErrNotFound, ErrOwnDecision, ErrActionNotPossible, ErrRefundAmount, ErrNoRefundAmount,
// ErrNoRefundAddress, ErrRefundAddress, ErrRefundLimit, ErrRefundRequested, ErrUnavailable.
func (s *Service) Refund(ctx context.Context, checkoutID string, amount int64, d Decision) (Checkout, *RefundRequest, error) {
	who, err := s.decider(ctx, d.By)
	if err != nil {
		return Checkout{}, nil, err
	}
	at := Case{CheckoutID: checkoutID}
	if err := s.mayDecide(ctx, who, at, d.RefundAddress); err != nil {
		return Checkout{}, nil, err
	}
	request, err := s.refundByStaff(ctx, at, amount, d)
	if err != nil {
		return Checkout{}, nil, err
	}
	c, err := s.Store.Get(ctx, checkoutID)
	return c, request, err
}

// Confirmations returns how many blocks confirm the payment and how many a final payment needs, according to heads; 0 for
// cards.
func (c *Checkout) Confirmations(heads []Head) (have, need int32) {
	p := c.Credited()
	if p == nil {
		for i := range c.Payments {
			if c.Payments[i].Method == Ether && c.Payments[i].Status == PaymentPending {
				p = &c.Payments[i]
			}
		}
	}
	if p == nil || p.Method != Ether {
		return 0, 0
	}
	i := slices.IndexFunc(heads, func(h Head) bool { return h.ChainID == p.ChainID })
	if i < 0 {
		return 0, 0
	}
	h := heads[i]
	// The block itself is the first confirmation.
	have = int32(min(max(h.Number-p.BlockNumber+1, 0), 1<<20))
	switch {
	case h.Depth > 0:
		need = h.Depth
	case h.Finalized >= p.BlockNumber:
		need = min(have, int32(min(h.Number-h.Finalized+1, 1<<20)))
	default:
		// A chain with a finalized tag finalizes in steps, so its current lag is a fair estimate.
		need = max(have, int32(min(h.Number-h.Finalized+1, 1<<20)))
	}
	return have, need
}

package order

import (
	"context"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
)

// RefundRules limit what staff may refund. A limit of 0 wei or minor units means no limit, except that nobody refunds alone then.
type RefundRules struct {
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

// RequestStatus is the state of a refund request.
type RequestStatus string

// The states of a refund request.
const (
	RequestPending RequestStatus = "pending"
	// RequestReturning was approved, and the money goes out once the buyer has sent the token back to the vault.
	RequestReturning RequestStatus = "returning"
	RequestApproved  RequestStatus = "approved"
	RequestRejected  RequestStatus = "rejected"
	RequestExpired   RequestStatus = "expired"
)

// requestSteps is the table of refund requests.
var requestSteps = Table[RequestStatus]{
	"": {RequestPending: {ActorStaff}},
	RequestPending: {
		RequestApproved: {ActorStaff}, RequestReturning: {ActorStaff}, RequestRejected: {ActorStaff}, RequestExpired: {ActorReconciler},
	},
	RequestReturning: {RequestApproved: {ActorChain}, RequestRejected: {ActorStaff}, RequestExpired: {ActorReconciler}},
}

// returnLife is how long a buyer has to send a token back.
const returnLife = 14 * 24 * time.Hour

// RequestTransitions returns the table of refund requests.
func RequestTransitions() []Row { return requestSteps.Rows() }

// RefundRequest is a refund that one member of staff decided and a second one must approve before any money moves.
type RefundRequest struct {
	ID     string
	Status RequestStatus
	// Case is the order or review that the money belongs to. ReviewID is empty for a refund of a settled checkout.
	Case

	Method Method
	// Amount is the amount of a card refund.
	Amount money.Money
	// ChainID, Wei and To are set for ether.
	ChainID uint32
	Wei     money.Wei
	To      string

	// RequestedBy and DecidedBy are accounts. They differ if the request was approved.
	RequestedBy, Note string
	DecidedBy         string
	// RefundID is set once the refund was made.
	RefundID string

	// Place is where the token was when the refund was requested.
	Place Place
	// ReturnTo is the vault that the buyer must send the token to before the money goes out; empty if the buyer keeps it.
	ReturnTo string

	CreatedAt, ExpiresAt, DecidedAt time.Time
}

// refund returns the request's money as a refund.
func (r RefundRequest) refund() Refund {
	return Refund{Method: r.Method, Amount: r.Amount, ChainID: r.ChainID, Wei: r.Wei, To: r.To}
}

// move takes one step of the table.
func (r *RefundRequest) move(to RequestStatus, by Actor, account string, now time.Time) error {
	if !requestSteps.Allows(r.Status, to, by) {
		return ErrAlreadyDecided
	}
	r.Status, r.DecidedBy, r.DecidedAt = to, account, now
	return nil
}

// staffRefund is a refund that staff decided, before it is stored.
type staffRefund struct {
	Refund

	// signed is whether the buyer proved, with the paying transaction, that the refund address is theirs.
	signed bool
	// bought is whether it is a refund of the payment that bought the edition.
	bought bool
}

// signedAddress reports whether the buyer signed for the address: the paying transaction was sent from it and names it
// for refunds.
func signedAddress(to, payer, named string) bool {
	return to != "" && strings.EqualFold(to, payer) && strings.EqualFold(to, named)
}

// plan returns the refund that a decision would make. It changes only its copy of the data.
func (s *Service) plan(ctx context.Context, at Case, amount int64, d Decision) (staffRefund, error) {
	if at.CheckoutID == "" {
		x, err := s.Store.Unmatched(ctx, at.ReviewID)
		if err != nil {
			return staffRefund{}, err
		}
		if err := x.As(ActorStaff).decide(d, x.Now); err != nil {
			return staffRefund{}, err
		}
		return x.staffRefund(), nil
	}
	c, err := s.Store.Get(ctx, at.CheckoutID)
	if err != nil {
		return staffRefund{}, err
	}
	if err := c.As(ActorStaff).decideOrRefund(at, amount, d); err != nil {
		return staffRefund{}, err
	}
	return c.staffRefund(), nil
}

// decideOrRefund decides a review, or refunds a settled checkout.
func (c *Checkout) decideOrRefund(at Case, amount int64, d Decision) error {
	if at.ReviewID == "" {
		return c.refundSettled(amount, d, c.Now)
	}
	return c.decide(at.ReviewID, d, c.Now)
}

func (c *Checkout) staffRefund() staffRefund {
	r := c.Refunds[len(c.Refunds)-1]
	p := c.paymentByID(r.PaymentID)
	return staffRefund{Refund: r, signed: signedAddress(r.To, p.Payer, p.RefundAddress), bought: p.Credited}
}

func (s *Unmatched) staffRefund() staffRefund {
	r := s.Refunds[len(s.Refunds)-1]
	return staffRefund{Refund: r, signed: signedAddress(r.To, s.Review.Funds.Payer, s.Review.Funds.RefundAddress)}
}

// sameMoney reports whether two refunds move the same money to the same place.
func (r Refund) sameMoney(o Refund) bool {
	return r.Method == o.Method && r.Amount == o.Amount && r.ChainID == o.ChainID && r.total().Cmp(o.total()) == 0 && r.To == o.To
}

// run makes the planned refund. ErrConflict if the money changed since it was planned.
func (s *Service) run(ctx context.Context, at Case, amount int64, d Decision, planned Refund) (refundID string, err error) {
	check := func(r staffRefund) error {
		if !r.sameMoney(planned) {
			return ErrConflict
		}
		refundID = r.ID
		return nil
	}
	if at.CheckoutID == "" {
		err = s.changeUnmatched(ctx, at.ReviewID, ActorStaff, func(x *Unmatched) error {
			if err := x.decide(d, x.Now); err != nil {
				return err
			}
			return check(x.staffRefund())
		})
		return refundID, err
	}
	_, err = s.change(ctx, at.CheckoutID, ActorStaff, func(c *Checkout) error {
		if err := c.decideOrRefund(at, amount, d); err != nil {
			return err
		}
		return check(c.staffRefund())
	})
	return refundID, err
}

// refundByStaff makes a refund that one member of staff may decide alone. Otherwise it stores the refund as a request and returns
// the request.
func (s *Service) refundByStaff(ctx context.Context, at Case, amount int64, d Decision) (*RefundRequest, error) {
	var request *RefundRequest
	place, token, err := s.placeOf(ctx, at)
	if err != nil {
		return nil, err
	}
	if d.AgainstReturn && (place != PlaceWallet || !d.InFull) {
		return nil, ErrActionNotPossible
	}
	err = s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		request = nil
		planned, err := s.plan(ctx, at, amount, d)
		if err != nil {
			return err
		}
		alone, err := s.withinLimits(ctx, planned, d.By)
		if err != nil {
			return err
		}
		if alone && (!planned.bought || !place.Out()) {
			d.AddressSigned = planned.signed
			_, err := s.run(ctx, at, amount, d, planned.Refund)
			return err
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		request = &RefundRequest{
			ID: id.New(), Status: RequestPending, Case: at, Method: planned.Method, Amount: planned.Amount, ChainID: planned.ChainID,
			Wei: planned.Wei, To: planned.To, RequestedBy: d.By, Note: d.Note, CreatedAt: now, ExpiresAt: now.Add(s.Rules.Refunds.RequestLife),
			Place: place,
		}
		if d.AgainstReturn {
			request.ReturnTo = token.Vault
		}
		return s.Store.SaveRefundRequest(ctx, *request, ActorStaff)
	})
	if err != nil {
		return nil, err
	}
	return request, nil
}

// withinLimits reports whether the account may make the refund alone. Error: ErrRefundLimit if the refund exceeds the daily limit.
func (s *Service) withinLimits(ctx context.Context, r staffRefund, by string) (alone bool, err error) {
	rules := s.Rules.Refunds
	total, byAccount, err := s.Store.Refunded(ctx, r.Refund, by)
	if err != nil {
		return false, err
	}
	daily := money.NewWei(rules.CardDaily)
	if r.Method == Ether {
		daily = rules.EtherDaily
	}
	if daily.Sign() > 0 && total.Add(r.total()).Cmp(daily) > 0 {
		return false, ErrRefundLimit
	}
	if r.Method == Ether && !r.signed {
		return false, nil
	}
	return byAccount.Add(r.total()).Cmp(rules.alone(r.Method)) <= 0, nil
}

// alone returns how much one member of staff may refund within 24 hours.
func (r RefundRules) alone(m Method) money.Wei {
	if m == Ether {
		return r.EtherAlone
	}
	return money.NewWei(r.Alone)
}

// ApproveRefund makes a requested refund, or lets it wait for the token if it is against its return. Errors: ErrNotFound,
// ErrAlreadyDecided, ErrRequestExpired, ErrOwnDecision,
// ErrRefundLimit, ErrUnavailable, and ErrConflict or those of Decide if the money changed since the request.
func (s *Service) ApproveRefund(ctx context.Context, requestID, by string) (RefundRequest, error) {
	who, err := s.decider(ctx, by)
	if err != nil {
		return RefundRequest{}, err
	}
	r, err := s.Store.RefundRequest(ctx, requestID)
	if err != nil {
		return r, err
	}
	place, _, err := s.placeOf(ctx, r.Case)
	if err != nil {
		return r, err
	}
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *RefundRequest, now time.Time) error {
		if r.RequestedBy == by {
			return ErrOwnDecision
		}
		if err := s.mayDecide(ctx, who, r.Case, r.To); err != nil {
			return err
		}
		if !now.Before(r.ExpiresAt) {
			return ErrRequestExpired
		}
		if place == PlaceWallet && r.Place != PlaceWallet {
			return ErrConflict // the token left the vault after the first person decided
		}
		if r.ReturnTo == "" || place == PlaceReturned {
			if err := r.move(RequestApproved, ActorStaff, by, now); err != nil {
				return err
			}
			return s.refundRequested(ctx, r)
		}
		if err := r.move(RequestReturning, ActorStaff, by, now); err != nil {
			return err
		}
		r.ExpiresAt = now.Add(returnLife)
		if _, err := s.plan(ctx, r.Case, r.Amount.Amount, r.decision()); err != nil {
			return err
		}
		return s.notifyReturn(ctx, NoticeReturn, *r, ActorStaff)
	})
}

func (s *Service) notifyReturn(ctx context.Context, n NoticeKind, r RefundRequest, by Actor) error {
	_, err := s.change(ctx, r.CheckoutID, by, func(c *Checkout) error {
		c.notifyReturn(n, r)
		return nil
	})
	return err
}

// decision returns the decision that an approved request carries out.
func (r RefundRequest) decision() Decision {
	return Decision{
		Action: ActionRefund, By: r.RequestedBy, ApprovedBy: r.DecidedBy, Note: r.Note, RefundAddress: r.To, InFull: r.Method == Ether,
	}
}

// refundRequested makes the refund of an approved request. Errors: ErrRefundLimit, and ErrConflict or those of Decide if the money changed
// since the request.
func (s *Service) refundRequested(ctx context.Context, r *RefundRequest) error {
	d := r.decision()
	planned, err := s.plan(ctx, r.Case, r.Amount.Amount, d)
	if err != nil {
		return err
	}
	if _, err := s.withinLimits(ctx, planned, r.DecidedBy); err != nil {
		return err
	}
	r.RefundID, err = s.run(ctx, r.Case, r.Amount.Amount, d, r.refund())
	return err
}

// RejectRefund closes a request without a refund, also one that waits for the token. The account that requested it may do so too. Errors:
// ErrNotFound, ErrAlreadyDecided.
func (s *Service) RejectRefund(ctx context.Context, requestID, by string) (RefundRequest, error) {
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *RefundRequest, now time.Time) error {
		waited := r.Status == RequestReturning
		if err := r.move(RequestRejected, ActorStaff, by, now); err != nil || !waited {
			return err
		}
		return s.notifyReturn(ctx, NoticeKeep, *r, ActorStaff)
	})
}

func (s *Service) decideRequest(ctx context.Context, requestID string, fn func(context.Context, *RefundRequest, time.Time) error) (r RefundRequest, err error) {
	err = s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		if r, err = s.Store.RefundRequest(ctx, requestID); err != nil {
			return err
		}
		if r.Status != RequestPending && r.Status != RequestReturning {
			return ErrAlreadyDecided
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		if err := fn(ctx, &r, now); err != nil {
			return err
		}
		return s.Store.SaveRefundRequest(ctx, r, ActorStaff)
	})
	return r, err
}

// checkRequest makes a refund whose token was returned, and otherwise ends a request after its time. A refund that fails then, for example
// because of a daily limit or a dispute, is tried again until staff reject it.
func (s *Service) checkRequest(ctx context.Context, requestID string) error {
	r, err := s.Store.RefundRequest(ctx, requestID)
	if err != nil {
		return err
	}
	back := false
	if r.Status == RequestReturning {
		place, _, err := s.placeOf(ctx, r.Case)
		if err != nil {
			return err
		}
		if place == PlaceUnknown {
			return nil // it may be back in time
		}
		back = place == PlaceReturned
	}
	return s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		r, err := s.Store.RefundRequest(ctx, requestID)
		if err != nil || r.Status != RequestPending && r.Status != RequestReturning {
			return err
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		if back {
			if err := r.move(RequestApproved, ActorChain, r.DecidedBy, now); err != nil {
				return err
			}
			if err := s.refundRequested(ctx, &r); err != nil {
				return err
			}
			return s.Store.SaveRefundRequest(ctx, r, ActorChain)
		}
		if now.Before(r.ExpiresAt) {
			return nil
		}
		waited := r.Status == RequestReturning
		if err := r.move(RequestExpired, ActorReconciler, "", now); err != nil {
			return err
		}
		if waited {
			if err := s.notifyReturn(ctx, NoticeKeep, r, ActorReconciler); err != nil {
				return err
			}
		}
		return s.Store.SaveRefundRequest(ctx, r, ActorReconciler)
	})
}

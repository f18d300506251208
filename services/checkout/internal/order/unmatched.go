package order

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Unmatched is money that belongs to no checkout: its review and its refunds.
type Unmatched struct {
	Review  Review
	Refunds []Refund
	// Now is the store's time when it was read.
	Now time.Time

	changes Changes
}

// As sets the actor of the changes that follow.
func (s *Unmatched) As(by Actor) *Unmatched {
	s.changes.Actor = by
	return s
}

// TakeChanges returns the recorded changes and clears them.
func (s *Unmatched) TakeChanges() Changes {
	ch := s.changes
	s.changes = Changes{}
	return ch
}

// CloneUnmatched returns a deep copy.
func CloneUnmatched(s Unmatched) Unmatched {
	s.Refunds = slices.Clone(s.Refunds)
	return s
}

// LegalUnmatched checks a change against the table of refunds. A Store calls it before it writes.
func LegalUnmatched(before, after *Unmatched, ch Changes) error {
	return legalRefunds(before.Refunds, after.Refunds, ch.Actor)
}

// Actions returns the possible actions. Staff can only add a note to a token that can't be returned automatically.
func (s *Unmatched) Actions() []Action {
	r := s.Review
	if !r.ClosedAt.IsZero() {
		return nil
	}
	f := r.Funds
	if (f.Method == Card && f.ProviderID != "") || (f.Method == Ether && f.Asset == "" && f.Wei.Sign() > 0 && f.ChainID != 0) {
		return []Action{ActionRefund, ActionReject}
	}
	return []Action{ActionReject}
}

func (s *Unmatched) decide(d Decision, now time.Time) error {
	r := &s.Review
	switch {
	case !r.ClosedAt.IsZero():
		return ErrAlreadyDecided
	case !slices.Contains(s.Actions(), d.Action):
		return ErrActionNotPossible
	}
	audit := d.audit(r.ID)
	if d.Action == ActionRefund {
		to, err := refundTo(r.Funds.Method, r.Funds.RefundAddress, d.RefundAddress)
		if err != nil {
			return err
		}
		back := Refund{
			ID: id.New(), Status: RefundQueued, Method: r.Funds.Method, Amount: r.Funds.Amount, Reason: r.Reason, CreatedAt: now,
			ChainID: r.Funds.ChainID, To: to, Wei: r.Funds.Wei,
		}
		s.Refunds = append(s.Refunds, back)
		if back.Method == Ether {
			s.changes.Events = append(s.changes.Events, EtherRefundDue{
				RefundID: back.ID, ChainID: back.ChainID, To: to, Wei: back.Wei, At: now,
			})
		}
		audit.RefundID, audit.RefundAddress = back.ID, to
	}
	r.ClosedAt, r.Decision, r.By, r.Note = now, d.Action, d.By, d.Note
	s.changes.Audits = append(s.changes.Audits, audit)
	return nil
}

// settle applies the provider's or the chain's report about a refund. A failed refund opens the review again.
func (s *Unmatched) settle(refundID string, status RefundStatus, transaction, detail string) {
	i := slices.IndexFunc(s.Refunds, func(r Refund) bool { return r.ID == refundID })
	if i < 0 {
		return
	}
	r := &s.Refunds[i]
	was := r.Status
	if was == status || !refundSteps.Allows(was, status, s.changes.Actor) {
		return
	}
	r.Status = status
	if r.Method == Ether && transaction != "" {
		r.Transaction = transaction
	}
	if r.Method == Card && transaction != "" {
		r.ProviderID = transaction
	}
	switch status {
	case RefundSucceeded:
		s.book(r, false)
	case RefundRefused:
		if was == RefundSucceeded {
			s.book(r, true)
		}
		v := &s.Review
		v.ClosedAt, v.Decision, v.By, v.Note = time.Time{}, "", "", ""
		v.Reason = ReasonRefundFailed
		v.Cause = Cause{Kind: CauseRefused, Method: r.Method, Subject: detail}
		s.changes.Notices = append(s.changes.Notices, caseNotice(*v, nil, v.Funds.payment(), r.ID))
	case RefundQueued, RefundSent:
	}
}

func (s *Unmatched) book(r *Refund, back bool) {
	amount := r.total()
	if back {
		amount = negative(amount)
	}
	f := s.Review.Funds
	group, asset := "refund:"+r.ID, assetOf(f.Method, f.Amount.Currency, f.ChainID, f.Asset)
	if back {
		group += ":back"
	}
	s.changes.Entries = append(s.changes.Entries,
		Entry{Group: group, Asset: asset, Account: s.Review.unclaimed(), Amount: amount},
		Entry{Group: group, Asset: asset, Account: r.from(), Amount: negative(amount)})
}

func (r Review) unclaimed() string { return "unclaimed:" + r.ID }

// Receipt books the money of a review that belongs to no checkout: it is owed to its sender.
func (r Review) Receipt() []Entry {
	f := r.Funds
	p := Payment{Method: f.Method, Amount: f.Amount, ChainID: f.ChainID, Wei: f.Wei, Asset: f.Asset, Unexpected: r.Reason != ReasonUnknown}
	if p.total().Sign() <= 0 {
		return nil
	}
	group := fmt.Sprintf("receipt:%s", r.ID)
	return []Entry{
		{Group: group, Asset: p.asset(), Account: p.source(), Amount: p.total()},
		{Group: group, Asset: p.asset(), Account: r.unclaimed(), Amount: negative(p.total())},
	}
}

// Package unmatched has the rules of money that belongs to no checkout.
package unmatched

import (
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Money is money that belongs to no checkout: its review and its refunds.
type Money struct {
	Review  purchase.Review
	Refunds []purchase.Refund
	// Now is the store's time when it was read.
	Now time.Time

	changes order.Changes
}

// As sets the actor of the changes that follow.
func (m *Money) As(by purchase.Actor) *Money {
	m.changes.Actor = by
	return m
}

// TakeChanges returns the recorded changes and clears them.
func (m *Money) TakeChanges() order.Changes {
	ch := m.changes
	m.changes = order.Changes{}
	return ch
}

// Clone returns a deep copy.
func Clone(m Money) Money {
	m.Refunds = slices.Clone(m.Refunds)
	return m
}

// Actions returns the possible actions. Staff can only add a note to a token that can't be returned automatically.
func (m *Money) Actions() []purchase.Action {
	r := m.Review
	if !r.ClosedAt.IsZero() {
		return nil
	}
	f := r.Funds
	if (f.Method == purchase.Card && f.ProviderID != "") || (f.Method == purchase.Ether && f.Asset == "" && f.Wei.Sign() > 0 && f.ChainID != 0) {
		return []purchase.Action{purchase.ActionRefund, purchase.ActionReject}
	}
	return []purchase.Action{purchase.ActionReject}
}

// Decide closes the review. Errors: order.ErrAlreadyDecided, order.ErrActionNotPossible, order.ErrRefundAddress, order.ErrNoRefundAddress.
func (m *Money) Decide(d purchase.Decision) error {
	r, now := &m.Review, m.Now
	switch {
	case !r.ClosedAt.IsZero():
		return order.ErrAlreadyDecided
	case !slices.Contains(m.Actions(), d.Action):
		return order.ErrActionNotPossible
	}
	audit := d.Audit(r.ID)
	if d.Action == purchase.ActionRefund {
		to, err := order.RefundTo(r.Funds.Method, r.Funds.RefundAddress, d.RefundAddress)
		if err != nil {
			return err
		}
		back := purchase.Refund{
			ID: id.New(), Status: purchase.RefundQueued, Method: r.Funds.Method, Amount: r.Funds.Amount, Reason: r.Reason, CreatedAt: now,
			ChainID: r.Funds.ChainID, To: to, Wei: r.Funds.Wei,
		}
		m.Refunds = append(m.Refunds, back)
		if back.Method == purchase.Ether {
			m.changes.Events = append(m.changes.Events, order.EtherRefundDue{
				RefundID: back.ID, ChainID: back.ChainID, To: to, Wei: back.Wei, At: now,
			})
		}
		audit.RefundID, audit.RefundAddress = back.ID, to
	}
	r.ClosedAt, r.Decision, r.By, r.Note = now, d.Action, d.By, d.Note
	m.changes.Audits = append(m.changes.Audits, audit)
	return nil
}

// Settle applies the provider's or the chain's report about a refund. A failed refund opens the review again.
func (m *Money) Settle(refundID string, status purchase.RefundStatus, transaction, detail string) {
	i := slices.IndexFunc(m.Refunds, func(r purchase.Refund) bool { return r.ID == refundID })
	if i < 0 {
		return
	}
	r := &m.Refunds[i]
	was := r.Status
	if was == status || !purchase.RefundSteps.Allows(was, status, m.changes.Actor) {
		return
	}
	r.Status = status
	if r.Method == purchase.Ether && transaction != "" {
		r.Transaction = transaction
	}
	if r.Method == purchase.Card && transaction != "" {
		r.ProviderID = transaction
	}
	switch status {
	case purchase.RefundSucceeded:
		m.book(r, false)
	case purchase.RefundRefused:
		if was == purchase.RefundSucceeded {
			m.book(r, true)
		}
		v := &m.Review
		v.ClosedAt, v.Decision, v.By, v.Note = time.Time{}, "", "", ""
		v.Reason = purchase.ReasonRefundFailed
		v.Cause = purchase.Cause{Kind: purchase.CauseRefused, Method: r.Method, Subject: detail}
		m.changes.Notices = append(m.changes.Notices, order.CaseNotice(*v, nil, v.Funds, r.ID))
	case purchase.RefundQueued, purchase.RefundSent:
	}
}

func (m *Money) book(r *purchase.Refund, back bool) {
	amount := r.Total()
	if back {
		amount = purchase.Negative(amount)
	}
	paid := m.Review.Funds
	group, asset := "refund:"+r.ID, paid.LedgerAsset()
	if back {
		group += ":back"
	}
	m.changes.Entries = append(m.changes.Entries,
		purchase.Entry{Group: group, Asset: asset, Account: unclaimed(m.Review), Amount: amount},
		purchase.Entry{Group: group, Asset: asset, Account: r.PaidFrom(), Amount: purchase.Negative(amount)})
}

func unclaimed(r purchase.Review) string { return "unclaimed:" + r.ID }

// Receipt books the money of a review that belongs to no checkout: it is owed to its sender.
func Receipt(r purchase.Review) []purchase.Entry {
	p := r.Funds
	p.Unexpected = r.Reason != purchase.ReasonUnknown
	if p.Total().Sign() <= 0 {
		return nil
	}
	group := "receipt:" + r.ID
	return []purchase.Entry{
		{Group: group, Asset: p.LedgerAsset(), Account: p.ReceivedOn(), Amount: p.Total()},
		{Group: group, Asset: p.LedgerAsset(), Account: unclaimed(r), Amount: purchase.Negative(p.Total())},
	}
}

// Opened returns the staff notice for a new review. A Store sends it after it has written the review.
func Opened(r purchase.Review) order.Notice { return order.CaseNotice(r, nil, r.Funds, "") }

package order

import (
	"fmt"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Legal checks a change against the three tables, and that it counts its edition. A Store calls it before it writes.
func Legal(before, after *Checkout, ch Changes) error {
	at := before.Status
	for _, st := range ch.Steps {
		if st.From != at || !purchase.Transitions.Allows(st.From, st.To, ch.Actor) {
			return &purchase.TransitionError{What: "checkout", From: string(at), To: string(st.To), Actor: ch.Actor}
		}
		at = st.To
	}
	if at != after.Status {
		return &purchase.TransitionError{What: "checkout", From: string(at), To: string(after.Status), Actor: ch.Actor}
	}
	for i, p := range after.Payments {
		var from purchase.PaymentStatus
		if i < len(before.Payments) {
			from = before.Payments[i].Status
		}
		if from != p.Status && !purchase.PaymentSteps.Allows(from, p.Status, ch.Actor) {
			return &purchase.TransitionError{What: "payment", From: string(from), To: string(p.Status), Actor: ch.Actor}
		}
	}
	if from := disputeSince(before.Dispute, after.Dispute.ID); after.Dispute != before.Dispute && !purchase.DisputeSteps.Allows(from, after.Dispute.State, ch.Actor) {
		return &purchase.TransitionError{What: "dispute", From: string(from), To: string(after.Dispute.State), Actor: ch.Actor}
	}
	if d := editionsDelta(before.Unit.Status, after.Unit.Status); d != ch.Editions {
		return fmt.Errorf("checkout %s changes the counts of editions by %+v, want %+v", after.ID, ch.Editions, d)
	}
	return LegalRefunds(before.Refunds, after.Refunds, ch.Actor)
}

// disputeSince returns the state from which a report about a dispute continues. A different dispute starts again.
func disputeSince(d purchase.Dispute, id string) purchase.CardDispute {
	if d.ID != id {
		return purchase.NoDispute
	}
	return d.State
}

// LegalRefunds checks changed refunds against their table.
func LegalRefunds(before, after []purchase.Refund, by purchase.Actor) error {
	for i, r := range after {
		var from purchase.RefundStatus
		if i < len(before) {
			from = before[i].Status
		}
		if from != r.Status && !purchase.RefundSteps.Allows(from, r.Status, by) {
			return &purchase.TransitionError{What: "refund", From: string(from), To: string(r.Status), Actor: by}
		}
	}
	return nil
}

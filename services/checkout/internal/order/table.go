package order

import (
	"cmp"
	"fmt"
	"slices"
)

// Actor is who caused a change. When a reconciler applies a state that it read from the provider or the chain, the actor is
// the provider or the chain; the reconciler is the actor when its own check of the time decides.
type Actor string

// The actors.
const (
	ActorBuyer      Actor = "buyer"
	ActorProvider   Actor = "provider"
	ActorChain      Actor = "chain"
	ActorReconciler Actor = "reconciler"
	ActorStaff      Actor = "staff"
)

// Actors are all actors.
var Actors = []Actor{ActorBuyer, ActorProvider, ActorChain, ActorReconciler, ActorStaff}

// Table contains the allowed steps of a state machine and who may cause each. The initial state is "".
type Table[S ~string] map[S]map[S][]Actor

// Row is one allowed step.
type Row struct {
	From, To string
	Actor    Actor
}

// Allows reports whether the actor may cause the step.
func (t Table[S]) Allows(from, to S, by Actor) bool { return slices.Contains(t[from][to], by) }

// Rows returns the table in a fixed order.
func (t Table[S]) Rows() []Row {
	var out []Row
	for from, steps := range t {
		for to, actors := range steps {
			for _, a := range actors {
				out = append(out, Row{string(from), string(to), a})
			}
		}
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Actor, b.Actor))
	})
	return out
}

// paymentSteps is the table of payments. A reverted sighting may still become final, when the chain returns to the block or
// the bank changes its decision; final payments never change.
var paymentSteps = Table[PaymentStatus]{
	"": {
		PaymentPending: {ActorProvider, ActorChain}, PaymentFinal: {ActorProvider, ActorChain}, PaymentGone: {ActorChain},
	},
	PaymentPending: {PaymentFinal: {ActorProvider, ActorChain}, PaymentGone: {ActorProvider, ActorChain}},
	PaymentGone:    {PaymentPending: {ActorProvider}, PaymentFinal: {ActorProvider, ActorChain}},
}

// refundSteps is the table of refunds. A bank may return a card refund weeks after it went through. The reconciler queues what an auction returns.
var refundSteps = Table[RefundStatus]{
	"": {
		RefundQueued: {ActorProvider, ActorChain, ActorStaff, ActorReconciler}, RefundSucceeded: {ActorProvider}, RefundRefused: {ActorProvider},
	},
	RefundQueued: {
		RefundSent: {ActorChain}, RefundSucceeded: {ActorProvider, ActorChain}, RefundRefused: {ActorProvider, ActorChain},
	},
	RefundSent:      {RefundSucceeded: {ActorChain}, RefundRefused: {ActorChain}},
	RefundSucceeded: {RefundRefused: {ActorProvider}},
	RefundRefused:   {RefundQueued: {ActorProvider}, RefundSucceeded: {ActorProvider}},
}

// disputeSteps is the table of one dispute. A closed dispute never opens again: a report that says so is older than its end.
var disputeSteps = Table[CardDispute]{
	NoDispute:   {DisputeOpen: {ActorProvider}, DisputeWon: {ActorProvider}, DisputeLost: {ActorProvider}},
	DisputeOpen: {DisputeWon: {ActorProvider}, DisputeLost: {ActorProvider}},
}

// DisputeTransitions returns the table of disputes.
func DisputeTransitions() []Row { return disputeSteps.Rows() }

// PaymentTransitions returns the table of payments.
func PaymentTransitions() []Row { return paymentSteps.Rows() }

// RefundTransitions returns the table of refunds.
func RefundTransitions() []Row { return refundSteps.Rows() }

// Legal checks a change against the three tables, and that it counts its edition. A Store calls it before it writes.
func Legal(before, after *Checkout, ch Changes) error {
	at := before.Status
	for _, st := range ch.Steps {
		if st.From != at || !transitions.Allows(st.From, st.To, ch.Actor) {
			return &TransitionError{What: "checkout", From: string(at), To: string(st.To), Actor: ch.Actor}
		}
		at = st.To
	}
	if at != after.Status {
		return &TransitionError{What: "checkout", From: string(at), To: string(after.Status), Actor: ch.Actor}
	}
	for i, p := range after.Payments {
		var from PaymentStatus
		if i < len(before.Payments) {
			from = before.Payments[i].Status
		}
		if from != p.Status && !paymentSteps.Allows(from, p.Status, ch.Actor) {
			return &TransitionError{What: "payment", From: string(from), To: string(p.Status), Actor: ch.Actor}
		}
	}
	if from := before.Dispute.from(after.Dispute.ID); after.Dispute != before.Dispute && !disputeSteps.Allows(from, after.Dispute.State, ch.Actor) {
		return &TransitionError{What: "dispute", From: string(from), To: string(after.Dispute.State), Actor: ch.Actor}
	}
	if d := editionsDelta(before.Unit.Status, after.Unit.Status); d != ch.Editions {
		return fmt.Errorf("checkout %s changes the counts of editions by %+v, want %+v", after.ID, ch.Editions, d)
	}
	return legalRefunds(before.Refunds, after.Refunds, ch.Actor)
}

// from returns the state from which a report about a dispute continues. A different dispute starts again.
func (d Dispute) from(id string) CardDispute {
	if d.ID != id {
		return NoDispute
	}
	return d.State
}

func legalRefunds(before, after []Refund, by Actor) error {
	for i, r := range after {
		var from RefundStatus
		if i < len(before) {
			from = before[i].Status
		}
		if from != r.Status && !refundSteps.Allows(from, r.Status, by) {
			return &TransitionError{What: "refund", From: string(from), To: string(r.Status), Actor: by}
		}
	}
	return nil
}

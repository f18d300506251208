package read

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Outcome is what became of an approved withdrawal. The zero value is one in progress.
type Outcome struct {
	// Result is Completed if any token arrived.
	Result approval.Outcome
	At     time.Time
	// Transaction is the transfer of a completed withdrawal of one token.
	Transaction string
	// Cancelled are the works that the owner cancelled after the approval, the first cancelled first.
	Cancelled []cancelledWork
}

// cancelledWork is a work of a withdrawal that the owner cancelled.
type cancelledWork struct {
	// Position is in the request, from 1.
	Position int32
	At       time.Time
}

// atChainwatcher reports whether the outcome of a request is at the chainwatcher: it is an approved withdrawal, and no former release stored its outcome.
func atChainwatcher(kind approval.Kind, status approval.Status, stored approval.Outcome) bool {
	return kind == approval.TokenWithdrawal && status == approval.Approved && stored == ""
}

// outcomes returns the outcomes of approved withdrawals by their subject, with one call. It returns none while the chainwatcher is unavailable,
// because pages are readable without them.
func (s *Reader) outcomes(ctx context.Context, subjects ...string) map[string]Outcome {
	if len(subjects) == 0 {
		return nil
	}
	res, err := s.Chain.ListApprovedWithdrawals(ctx, &chainv1.ListApprovedWithdrawalsRequest{RequestIds: subjects})
	if err != nil {
		s.Log.WarnContext(ctx, "the outcomes of withdrawals can't be read", "withdrawals", len(subjects), "error", err)
		return nil
	}
	members := map[string][]*chainv1.ApprovedWithdrawal{}
	for _, w := range res.GetItems() {
		members[w.GetRequestId()] = append(members[w.GetRequestId()], w)
	}
	out := map[string]Outcome{}
	for subject, list := range members {
		out[subject] = outcomeOf(list)
	}
	return out
}

func outcomeOf(list []*chainv1.ApprovedWithdrawal) (o Outcome) {
	o.Result = approval.Stopped
	inProgress := false
	for _, w := range list {
		at := rpc.Time(w.GetEndedAt())
		if at.IsZero() {
			inProgress = true
			continue
		}
		if at.After(o.At) {
			o.At = at
		}
		switch w.GetWithdrawal().GetStatus() {
		case "withdrawalTransactionConfirmed":
			o.Result = approval.Completed
			if len(list) == 1 {
				o.Transaction = w.GetWithdrawal().GetTransactionHash()
			}
		case "cancelled":
			o.Cancelled = append(o.Cancelled, cancelledWork{w.GetPosition(), at})
		default:
			if o.Result == approval.Stopped {
				o.Result = approval.Failed
			}
		}
	}
	slices.SortFunc(o.Cancelled, func(a, b cancelledWork) int { return a.At.Compare(b.At) })
	if inProgress {
		return Outcome{Cancelled: o.Cancelled}
	}
	return o
}

// cancelledWorks returns the positions of all works that were cancelled: before the approval, and after it.
func (o Outcome) cancelledWorks(before []int32) []int32 {
	out := slices.Clone(before)
	for _, c := range o.Cancelled {
		out = append(out, c.Position)
	}
	return out
}

// Show adds the outcome to a request, if it is an approved withdrawal.
func (s *Reader) Show(ctx context.Context, r *approval.Request) {
	if !atChainwatcher(r.Kind, r.Status, r.Outcome) {
		return
	}
	o := s.outcomes(ctx, r.SubjectID)[r.SubjectID]
	r.Outcome, r.OutcomeAt, r.TransactionHash, r.CancelledWorks = o.Result, o.At, o.Transaction, o.cancelledWorks(r.CancelledWorks)
}

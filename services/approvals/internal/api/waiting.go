package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// ListApprovals lists the caller's own pending requests. Rules decide what the owner has to sign.
func (s *Server) ListApprovals(ctx context.Context, _ *approvalsv1.ListApprovalsRequest) (*approvalsv1.ListApprovalsResponse, error) {
	list, err := s.approvals.Mine(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	refused, err := s.refusedBy(ctx, list)
	if err != nil {
		return nil, err
	}
	res := &approvalsv1.ListApprovalsResponse{}
	for _, r := range list {
		item := pending(r, &r.Links[0])
		item.RefusedEmail = refused[r.ID]
		if r.BySignature() && item.GetWaitsFor() == string(approval.Owner) {
			item.BySignature = true
			if item.TypedData, err = s.approvals.TypedData(r); err != nil {
				return nil, public(err)
			}
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// refusedBy returns the owners' addresses that refused the email with the current link, by the request.
func (s *Server) refusedBy(ctx context.Context, list []*approval.Request) (map[string]string, error) {
	waiting, keys := map[string]*approval.Request{}, []string{}
	for _, r := range list {
		if l := r.CurrentLink(); l != nil && l.Role == approval.Owner && l.Email != "" {
			key := l.EmailKey(r.ID, l.Email)
			waiting[key], keys = r, append(keys, key)
		}
	}
	refused, err := s.RefusedEmails(ctx, keys)
	out := map[string]string{}
	for _, key := range refused {
		out[waiting[key].ID] = waiting[key].CurrentLink().Email
	}
	return out, err
}

// ListWaitingApprovals lists the requests that the caller may decide as an approver. Rules decide which those are.
func (s *Server) ListWaitingApprovals(ctx context.Context, _ *approvalsv1.ListWaitingApprovalsRequest) (*approvalsv1.ListWaitingApprovalsResponse, error) {
	list, err := s.approvals.Waiting(ctx, personOf(rpc.Caller(ctx)))
	if err != nil {
		return nil, public(err)
	}
	res := &approvalsv1.ListWaitingApprovalsResponse{}
	for _, r := range list {
		res.Items = append(res.Items, pending(r, r.CurrentLink()))
	}
	return res, nil
}

func pending(r *approval.Request, l *approval.Link) *approvalsv1.PendingApproval {
	a := convert(r, l)
	return &approvalsv1.PendingApproval{Id: r.ID, Kind: string(r.Kind), SubjectId: r.SubjectID, Approval: a, RequestedAt: rpc.Timestamp(r.CreatedAt), WaitsFor: a.GetWaitsFor()}
}

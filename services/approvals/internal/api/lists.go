package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// pageSize is the number of requests per page of the log, as in all lists.
const pageSize = 27

// ListApprovals lists the caller's own pending requests.
func (s *Server) ListApprovals(ctx context.Context, _ *approvalsv1.ListApprovalsRequest) (*approvalsv1.ListApprovalsResponse, error) {
	list, err := s.approvals.Mine(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &approvalsv1.ListApprovalsResponse{}
	for _, r := range list {
		item := pending(r, &r.Links[0])
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

// ListWaitingApprovals lists the requests that the caller may decide as an approver.
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

// ListApprovalLog lists the requests that the caller made or decided, with their logs.
func (s *Server) ListApprovalLog(ctx context.Context, req *approvalsv1.ListApprovalLogRequest) (*approvalsv1.ListApprovalLogResponse, error) {
	p := rpc.Caller(ctx)
	page := max(req.GetPage(), 1)
	list, total, err := s.approvals.History(ctx, p.Subject, int(page), pageSize)
	if err != nil {
		return nil, public(err)
	}
	res := &approvalsv1.ListApprovalLogResponse{Page: page, TotalCount: int32(total), PageCount: int32((total + pageSize - 1) / pageSize)}
	for _, r := range list {
		item := &approvalsv1.LoggedApproval{Id: r.ID, Kind: string(r.Kind), Status: string(r.Status), Summary: messages.Current(r.Request).Summary, Mine: r.AccountID == p.Subject}
		for _, e := range r.Entries {
			item.Entries = append(item.Entries, entry(e, p.Subject))
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// entry converts an entry of the log. It shows people only by their role.
func entry(e approval.Entry, caller string) *approvalsv1.ApprovalLogEntry {
	event, role := e.Event.Split()
	if role == "" && e.Actor != "" {
		// Only the owner requests and cancels.
		role = approval.Owner
	}
	return &approvalsv1.ApprovalLogEntry{Event: string(event), Role: string(role), You: e.Actor == caller, ByLink: e.ByLink(), At: rpc.Timestamp(e.At)}
}

package api

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Desk implements DeskService. The interceptor checks the areas of the caller's roles.
type Desk struct {
	Approvals *approval.Service
	Log       *slog.Logger
}

// ListDeskApprovals implements DeskService.
func (s *Desk) ListDeskApprovals(ctx context.Context, req *approvalsv1.ListDeskApprovalsRequest) (*approvalsv1.ListDeskApprovalsResponse, error) {
	page := max(req.GetPage(), 1)
	filter := approval.Filter{Kind: approval.Kind(req.GetKind()), Status: approval.Status(req.GetStatus()), Search: req.GetSearch()}
	list, total, err := s.Approvals.All(ctx, filter, int(page), pageSize)
	if err != nil {
		return nil, public(err)
	}
	s.Log.InfoContext(ctx, "staff listed approvals", "staff", rpc.Caller(ctx).Subject, "approvals", len(list))
	res := &approvalsv1.ListDeskApprovalsResponse{Page: page, TotalCount: int32(total), PageCount: int32((total + pageSize - 1) / pageSize)}
	for _, r := range list {
		item := &approvalsv1.DeskApproval{
			Id: r.ID, Kind: string(r.Kind), Status: string(r.Status), Summary: messages.Current(r.Request).Summary, SubjectId: r.SubjectID, AccountId: r.AccountID,
			Email: r.Email, RequestedAt: rpc.Timestamp(r.CreatedAt), Outcome: string(r.Outcome),
		}
		for _, e := range r.Entries {
			shown := entry(e, "")
			out := &approvalsv1.DeskApprovalEntry{Event: shown.GetEvent(), Role: shown.GetRole(), ByLink: shown.GetByLink(), At: shown.GetAt()}
			if !e.ByLink() {
				out.AccountId = e.Actor
			}
			item.Entries = append(item.Entries, out)
		}
		res.Items = append(res.Items, item)
	}
	return rpc.Private(ctx, res), nil
}

// VerifyDeskApprovals implements DeskService.
func (s *Desk) VerifyDeskApprovals(ctx context.Context, _ *approvalsv1.VerifyDeskApprovalsRequest) (*approvalsv1.VerifyDeskApprovalsResponse, error) {
	check, err := s.Approvals.Log.Check(ctx)
	if err != nil {
		return nil, public(err)
	}
	s.Log.InfoContext(ctx, "staff verified the log", "staff", rpc.Caller(ctx).Subject, "entries", check.Entries, "broken", len(check.Broken))
	res := &approvalsv1.VerifyDeskApprovalsResponse{Entries: check.Entries, Requests: check.Requests}
	for _, one := range check.Broken {
		event, _ := one.Event.Split()
		res.Broken = append(res.Broken, &approvalsv1.BrokenApprovalEntry{Seq: one.Seq, RequestId: one.RequestID, Event: string(event), At: rpc.Timestamp(one.At)})
	}
	return res, nil
}

// Package api implements the RPCs of the approvals service.
package api

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Server implements ApprovalsService.
type Server struct{ approvals *approval.Service }

// New wires the server.
func New(a *approval.Service) *Server { return &Server{a} }

type reply = *connect.Response[approvalsv1.Approval]

// GetApproval returns the request of a link.
func (s *Server) GetApproval(ctx context.Context, req *connect.Request[approvalsv1.GetApprovalRequest]) (reply, error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	return response(s.approvals.Show(ctx, secret))
}

// Approve approves the request of a link.
func (s *Server) Approve(ctx context.Context, req *connect.Request[approvalsv1.ApproveRequest]) (reply, error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	p, ip, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return response(s.approvals.Approve(ctx, secret, p, ip))
}

// Reject rejects the request of a link. Anyone who has the link may do so.
func (s *Server) Reject(ctx context.Context, req *connect.Request[approvalsv1.RejectRequest]) (reply, error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	by, ip := "", ""
	if p, err := identity.Require(ctx); err == nil {
		by, ip = p.Subject, p.IP
	}
	return response(s.approvals.Reject(ctx, secret, by, ip))
}

// ApproveBySignature approves as the owner of a wallet account.
func (s *Server) ApproveBySignature(ctx context.Context, req *connect.Request[approvalsv1.ApproveBySignatureRequest]) (reply, error) {
	p, ip, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return response(s.approvals.ApproveBySignature(ctx, req.Msg.GetSubjectId(), req.Msg.GetSignature(), p, ip))
}

// GetWaitingApproval returns a request for an approver.
func (s *Server) GetWaitingApproval(ctx context.Context, req *connect.Request[approvalsv1.GetWaitingApprovalRequest]) (reply, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	return response(s.approvals.ShowWaiting(ctx, req.Msg.GetId(), personOf(p), p.IP))
}

// ApproveWaiting approves as an approver, without the emailed link.
func (s *Server) ApproveWaiting(ctx context.Context, req *connect.Request[approvalsv1.ApproveWaitingRequest]) (reply, error) {
	p, ip, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return response(s.approvals.ApproveWaiting(ctx, req.Msg.GetId(), p, ip))
}

// RejectWaiting rejects as an approver, without the emailed link.
func (s *Server) RejectWaiting(ctx context.Context, req *connect.Request[approvalsv1.RejectWaitingRequest]) (reply, error) {
	p, ip, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return response(s.approvals.RejectWaiting(ctx, req.Msg.GetId(), p, ip))
}

// ResendApproval emails a new link.
func (s *Server) ResendApproval(ctx context.Context, req *connect.Request[approvalsv1.ResendApprovalRequest]) (*connect.Response[approvalsv1.ResendApprovalResponse], error) {
	p, ip, err := person(ctx)
	if err != nil {
		return nil, err
	}
	r, err := s.approvals.Resend(ctx, req.Msg.GetId(), p, ip)
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(&approvalsv1.ResendApprovalResponse{SentTo: string(r.CurrentLink().Role)}), nil
}

func secretOf(h http.Header) (string, error) {
	if secret := h.Get(rpc.LinkSecretHeader); secret != "" {
		return secret, nil
	}
	return "", rpc.Error(connect.CodeInvalidArgument, approvalsv1.Reason_REASON_SECRET_REQUIRED, "Send the secret of the emailed link in the header "+rpc.LinkSecretHeader+".", nil)
}

// person returns the caller with their IP address.
func person(ctx context.Context) (approval.Person, string, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return approval.Person{}, "", err
	}
	return personOf(p), p.IP, nil
}

func personOf(p *identity.Principal) approval.Person {
	return approval.Person{AccountID: p.Subject, Roles: p.Roles}
}

func response(r *approval.Request, l *approval.Link, err error) (reply, error) {
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(convert(r, l)), nil
}

// convert shows a request to the person of a link: once they have approved, that is the outcome for them, even while a second
// person still has to decide.
func convert(r *approval.Request, l *approval.Link) *approvalsv1.Approval {
	status := r.Status
	if status == approval.Pending && l != nil && l.Status != approval.Pending {
		status = l.Status
	}
	now := messages.Current(r)
	out := &approvalsv1.Approval{
		Kind: string(r.Kind), Status: string(status), Summary: now.Summary, ExpiresAt: timestamppb.New(r.ExpiresAt), Digest: now.Digest,
		Outcome: string(r.Outcome), OutcomeAt: rpc.Timestamp(r.OutcomeAt), TransactionHash: r.TransactionHash, DecidedAt: rpc.Timestamp(r.DecidedAt),
	}
	if turn := r.CurrentLink(); r.Status == approval.Pending && turn != nil {
		out.WaitsFor = string(turn.Role)
	}
	if l != nil {
		out.Asks = string(l.Role)
		if out.GetDecidedAt() == nil {
			out.DecidedAt = rpc.Timestamp(l.DecidedAt)
		}
	}
	for _, line := range now.Lines {
		out.Details = append(out.Details, &approvalsv1.ApprovalDetail{Label: line.Label, Value: line.Value})
	}
	if r.Work.Title != "" {
		out.Work = work(r.Work)
	}
	for _, w := range messages.Left(r).Works {
		out.Works = append(out.Works, work(w))
	}
	for _, w := range messages.CancelledWorks(r) {
		out.CancelledWorks = append(out.CancelledWorks, work(w))
	}
	return out
}

func work(w approval.Work) *approvalsv1.ApprovalWork {
	return &approvalsv1.ApprovalWork{Title: w.Title, ArtistName: w.Artist, EditionNumber: w.Number, EditionSize: w.Size, ImageUrl: w.Picture}
}

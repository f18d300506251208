// Package api implements the RPCs that change something or need rules. Package read implements the others.
package api

import (
	"context"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// Server implements ApprovalsService.
type Server struct {
	*read.Reader

	approvals *approval.Service
}

// New wires the server.
func New(a *approval.Service, r *read.Reader) *Server { return &Server{r, a} }

// GetApproval returns the request of a link.
func (s *Server) GetApproval(ctx context.Context, req *approvalsv1.GetApprovalRequest) (*approvalsv1.Approval, error) {
	secret, err := secretOf(ctx)
	if err != nil {
		return nil, err
	}
	r, l, err := s.approvals.Show(ctx, secret)
	return s.shown(ctx, r, l, err)
}

// Approve approves the request of a link.
func (s *Server) Approve(ctx context.Context, req *approvalsv1.ApproveRequest) (*approvalsv1.Approval, error) {
	secret, err := secretOf(ctx)
	if err != nil {
		return nil, err
	}
	p, ip := person(ctx)
	return response(s.approvals.Approve(ctx, secret, p, ip))
}

// Reject rejects the request of a link. Anyone who has the link may do so.
func (s *Server) Reject(ctx context.Context, req *approvalsv1.RejectRequest) (*approvalsv1.Approval, error) {
	secret, err := secretOf(ctx)
	if err != nil {
		return nil, err
	}
	by, ip := "", ""
	if p, ok := identity.From(ctx); ok {
		by, ip = p.Subject, p.IP
	}
	return response(s.approvals.Reject(ctx, secret, by, ip))
}

// ApproveBySignature approves as the owner of a wallet account.
func (s *Server) ApproveBySignature(ctx context.Context, req *approvalsv1.ApproveBySignatureRequest) (*approvalsv1.Approval, error) {
	p, ip := person(ctx)
	return response(s.approvals.ApproveBySignature(ctx, req.GetSubjectId(), req.GetSignature(), p, ip))
}

// GetWaitingApproval returns a request for an approver.
func (s *Server) GetWaitingApproval(ctx context.Context, req *approvalsv1.GetWaitingApprovalRequest) (*approvalsv1.Approval, error) {
	p := rpc.Caller(ctx)
	r, l, err := s.approvals.ShowWaiting(ctx, req.GetId(), personOf(p), p.IP)
	return s.shown(ctx, r, l, err)
}

// ApproveWaiting approves as an approver, without the emailed link.
func (s *Server) ApproveWaiting(ctx context.Context, req *approvalsv1.ApproveWaitingRequest) (*approvalsv1.Approval, error) {
	p, ip := person(ctx)
	return response(s.approvals.ApproveWaiting(ctx, req.GetId(), p, ip))
}

// RejectWaiting rejects as an approver, without the emailed link.
func (s *Server) RejectWaiting(ctx context.Context, req *approvalsv1.RejectWaitingRequest) (*approvalsv1.Approval, error) {
	p, ip := person(ctx)
	return response(s.approvals.RejectWaiting(ctx, req.GetId(), p, ip))
}

// ResendApproval emails a new link.
func (s *Server) ResendApproval(ctx context.Context, req *approvalsv1.ResendApprovalRequest) (*approvalsv1.ResendApprovalResponse, error) {
	p, ip := person(ctx)
	r, err := s.approvals.Resend(ctx, req.GetId(), p, ip)
	if err != nil {
		return nil, public(err)
	}
	return &approvalsv1.ResendApprovalResponse{SentTo: string(r.CurrentLink().Role)}, nil
}

func secretOf(ctx context.Context) (string, error) {
	if secret := rpc.LinkSecret(ctx); secret != "" {
		return secret, nil
	}
	return "", rpc.Error(connect.CodeInvalidArgument, approvalsv1.Reason_REASON_SECRET_REQUIRED, "Send the secret of the emailed link in the header "+rpc.LinkSecretHeader+".", nil)
}

// person returns the caller with their IP address.
func person(ctx context.Context) (approval.Person, string) {
	p := rpc.Caller(ctx)
	return personOf(p), p.IP
}

func personOf(p *identity.Principal) approval.Person {
	return approval.Person{AccountID: p.Subject, Roles: p.Roles}
}

func response(r *approval.Request, l *approval.Link, err error) (*approvalsv1.Approval, error) {
	if err != nil {
		return nil, public(err)
	}
	return convert(r, l), nil
}

// shown is response with what became of an approved withdrawal.
func (s *Server) shown(ctx context.Context, r *approval.Request, l *approval.Link, err error) (*approvalsv1.Approval, error) {
	if err == nil {
		s.Show(ctx, r)
	}
	return response(r, l, err)
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
	left, cancelled := messages.Split(r.Works, r.CancelledWorks)
	out.Works, out.CancelledWorks = works(left), works(cancelled)
	return out
}

func works(list []approval.Work) (out []*approvalsv1.ApprovalWork) {
	for _, w := range list {
		out = append(out, &approvalsv1.ApprovalWork{Title: w.Title, ArtistName: w.Artist, EditionNumber: w.Number, EditionSize: w.Size, ImageUrl: w.Picture})
	}
	return out
}

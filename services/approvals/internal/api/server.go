// Package api answers the approval pages.
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
)

// SecretHeader carries the secret of a mailed link, so that it is in no address that a proxy logs.
const SecretHeader = "Approval-Secret"

// Sessions tells whether a session still stands.
type Sessions interface {
	// Active reads live: one that has ended, or that nobody knows, is not active. approval.ErrUnavailable where nobody can tell.
	Active(ctx context.Context, sessionID string) (bool, error)
}

// Server implements ApprovalsService.
type Server struct {
	approvals *approval.Service
	sessions  Sessions
}

// New wires the server.
func New(a *approval.Service, s Sessions) *Server { return &Server{a, s} }

// GetApproval returns what a link decides.
func (s *Server) GetApproval(ctx context.Context, req *connect.Request[approvalsv1.GetApprovalRequest]) (*connect.Response[approvalsv1.Approval], error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	return answer(s.approvals.Show(ctx, secret))
}

// Approve approves what a link decides.
func (s *Server) Approve(ctx context.Context, req *connect.Request[approvalsv1.ApproveRequest]) (*connect.Response[approvalsv1.Approval], error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	p, err := s.person(ctx)
	if err != nil {
		return nil, err
	}
	return answer(s.approvals.Approve(ctx, secret, approval.Person{AccountID: p.Subject, Roles: p.Roles}, p.IP))
}

// Reject stops what a link decides. Anyone who holds the link may do so.
func (s *Server) Reject(ctx context.Context, req *connect.Request[approvalsv1.RejectRequest]) (*connect.Response[approvalsv1.Approval], error) {
	secret, err := secretOf(req.Header())
	if err != nil {
		return nil, err
	}
	by, ip := "holder of the link", ""
	if p, ok := identity.From(ctx); ok {
		by, ip = p.Subject, p.IP
	}
	return answer(s.approvals.Reject(ctx, secret, by, ip))
}

// ListApprovals answers the caller's pending requests.
func (s *Server) ListApprovals(ctx context.Context, _ *connect.Request[approvalsv1.ListApprovalsRequest]) (*connect.Response[approvalsv1.ListApprovalsResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.approvals.Mine(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &approvalsv1.ListApprovalsResponse{}
	for _, r := range list {
		item := &approvalsv1.PendingApproval{Kind: string(r.Kind), SubjectId: r.SubjectID, Approval: convert(r, &r.Links[0]), BySignature: r.BySignature()}
		if r.BySignature() {
			if item.TypedData, err = s.approvals.TypedData(r); err != nil {
				return nil, public(err)
			}
		}
		res.Items = append(res.Items, item)
	}
	return connect.NewResponse(res), nil
}

// ApproveBySignature takes the yes of a wallet account's owner.
func (s *Server) ApproveBySignature(ctx context.Context, req *connect.Request[approvalsv1.ApproveBySignatureRequest]) (*connect.Response[approvalsv1.Approval], error) {
	p, err := s.person(ctx)
	if err != nil {
		return nil, err
	}
	return answer(s.approvals.ApproveBySignature(ctx, req.Msg.GetSubjectId(), req.Msg.GetSignature(), approval.Person{AccountID: p.Subject, Roles: p.Roles}, p.IP))
}

func secretOf(h http.Header) (string, error) {
	if secret := h.Get(SecretHeader); secret != "" {
		return secret, nil
	}
	return "", rpc.Error(connect.CodeInvalidArgument, "secret_required", "Send the secret of the mailed link in the header "+SecretHeader+".", nil)
}

// person is a caller whose session stands right now: a stolen access token of an ended session decides nothing.
func (s *Server) person(ctx context.Context) (*identity.Principal, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	active, err := s.sessions.Active(ctx, p.SessionID)
	if err == nil && !active {
		err = approval.ErrSessionGone
	}
	if err != nil {
		return nil, public(err)
	}
	return p, nil
}

func answer(r *approval.Request, l *approval.Link, err error) (*connect.Response[approvalsv1.Approval], error) {
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(convert(r, l)), nil
}

// convert shows a request as the link's person sees it: their own yes is an outcome for them, even while a second person
// is still asked.
func convert(r *approval.Request, l *approval.Link) *approvalsv1.Approval {
	status := r.Status
	if status == approval.Pending && l != nil && l.Status != approval.Pending {
		status = l.Status
	}
	out := &approvalsv1.Approval{
		Kind: string(r.Kind), Status: string(status), Summary: r.Summary, ExpiresAt: timestamppb.New(r.ExpiresAt), Digest: r.Digest,
	}
	if l != nil {
		out.Asks = string(l.Asks)
		if !l.DecidedAt.IsZero() {
			out.DecidedAt = timestamppb.New(l.DecidedAt)
		}
	}
	if !r.DecidedAt.IsZero() {
		out.DecidedAt = timestamppb.New(r.DecidedAt)
	}
	for _, line := range r.Lines {
		out.Details = append(out.Details, &approvalsv1.ApprovalDetail{Label: line.Label, Value: line.Value})
	}
	return out
}

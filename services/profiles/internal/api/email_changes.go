package api

import (
	"context"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
)

// GetEmailChange implements EmailChangeService.
func (s *Server) GetEmailChange(ctx context.Context, _ *connect.Request[profilesv1.GetEmailChangeRequest]) (*connect.Response[profilesv1.EmailChange], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	return emailChange(pendingOf(s.EmailChanges.Pending(ctx, who.Subject)))
}

// CancelEmailChange implements EmailChangeService.
func (s *Server) CancelEmailChange(ctx context.Context, _ *connect.Request[profilesv1.CancelEmailChangeRequest]) (*connect.Response[profilesv1.CancelEmailChangeResponse], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.EmailChanges.Cancel(ctx, who.Subject); err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(&profilesv1.CancelEmailChangeResponse{}), nil
}

// GetLinkedEmailChange implements EmailChangeService. It needs no login.
func (s *Server) GetLinkedEmailChange(ctx context.Context, req *connect.Request[profilesv1.GetLinkedEmailChangeRequest]) (*connect.Response[profilesv1.EmailChange], error) {
	return emailChange(s.EmailChanges.Linked(ctx, req.Header().Get(rpc.LinkSecretHeader)))
}

// ConfirmEmailChange implements EmailChangeService. It needs no login.
func (s *Server) ConfirmEmailChange(ctx context.Context, req *connect.Request[profilesv1.ConfirmEmailChangeRequest]) (*connect.Response[profilesv1.EmailChange], error) {
	return emailChange(s.EmailChanges.Confirm(ctx, req.Header().Get(rpc.LinkSecretHeader)))
}

// RejectEmailChange implements EmailChangeService. It needs no login.
func (s *Server) RejectEmailChange(ctx context.Context, req *connect.Request[profilesv1.RejectEmailChangeRequest]) (*connect.Response[profilesv1.EmailChange], error) {
	return emailChange(s.EmailChanges.Reject(ctx, req.Header().Get(rpc.LinkSecretHeader)))
}

func pendingOf(c emailchange.Change, err error) (emailchange.Change, emailchange.Recipient, error) {
	return c, "", err
}

// emailChange converts the result of a call.
func emailChange(c emailchange.Change, to emailchange.Recipient, err error) (*connect.Response[profilesv1.EmailChange], error) {
	if err != nil {
		return nil, public(err)
	}
	// Until it is confirmed, the new address may belong to someone else.
	if to == emailchange.New {
		c.CurrentEmail = ""
	}
	return private(&profilesv1.EmailChange{
		CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail, Status: string(c.Status), CurrentConfirmed: c.CurrentConfirmed, NewConfirmed: c.NewConfirmed,
		Recipient: string(to), RequestedAt: timestamppb.New(c.RequestedAt), ExpiresAt: timestamppb.New(c.ExpiresAt),
	}), nil
}

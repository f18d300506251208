package api

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
)

// GetEmailChange implements EmailChangeService.
func (s *Server) GetEmailChange(ctx context.Context, _ *profilesv1.GetEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, err := s.EmailChanges.Pending(ctx, rpc.Caller(ctx).Subject)
	return emailChange(ctx, c, "", err)
}

// CancelEmailChange implements EmailChangeService.
func (s *Server) CancelEmailChange(ctx context.Context, _ *profilesv1.CancelEmailChangeRequest) (*profilesv1.CancelEmailChangeResponse, error) {
	if err := s.EmailChanges.Cancel(ctx, rpc.Caller(ctx).Subject); err != nil {
		return nil, public(err)
	}
	return &profilesv1.CancelEmailChangeResponse{}, nil
}

// GetLinkedEmailChange implements EmailChangeService. It needs no login.
func (s *Server) GetLinkedEmailChange(ctx context.Context, req *profilesv1.GetLinkedEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, to, err := s.EmailChanges.Linked(ctx, rpc.LinkSecret(ctx))
	return emailChange(ctx, c, to, err)
}

// ConfirmEmailChange implements EmailChangeService. It needs no login.
func (s *Server) ConfirmEmailChange(ctx context.Context, req *profilesv1.ConfirmEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, to, err := s.EmailChanges.Confirm(ctx, rpc.LinkSecret(ctx))
	return emailChange(ctx, c, to, err)
}

// RejectEmailChange implements EmailChangeService. It needs no login.
func (s *Server) RejectEmailChange(ctx context.Context, req *profilesv1.RejectEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, to, err := s.EmailChanges.Reject(ctx, rpc.LinkSecret(ctx))
	return emailChange(ctx, c, to, err)
}

// emailChange converts the result of a call.
func emailChange(ctx context.Context, c emailchange.Change, to emailchange.Recipient, err error) (*profilesv1.EmailChange, error) {
	if err != nil {
		return nil, public(err)
	}
	// Until it is confirmed, the new address may belong to someone else.
	if to == emailchange.New {
		c.CurrentEmail = ""
	}
	return rpc.Private(ctx, &profilesv1.EmailChange{
		CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail, Status: string(c.Status), CurrentConfirmed: c.CurrentConfirmed, NewConfirmed: c.NewConfirmed,
		Recipient: string(to), RequestedAt: timestamppb.New(c.RequestedAt), ExpiresAt: timestamppb.New(c.ExpiresAt),
	}), nil
}

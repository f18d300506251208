package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
)

// CancelEmailChange implements EmailChangeService.
func (s *Server) CancelEmailChange(ctx context.Context, _ *profilesv1.CancelEmailChangeRequest) (*profilesv1.CancelEmailChangeResponse, error) {
	return &profilesv1.CancelEmailChangeResponse{}, s.queries(ctx).CancelEmailChange(ctx, rpc.Caller(ctx).Subject)
}

// ConfirmEmailChange implements EmailChangeService. It needs no login.
func (s *Server) ConfirmEmailChange(ctx context.Context, _ *profilesv1.ConfirmEmailChangeRequest) (*profilesv1.EmailChange, error) {
	if err := s.EmailChanges.Confirm(ctx, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return s.GetLinkedEmailChange(ctx, nil)
}

// RejectEmailChange implements EmailChangeService. It needs no login.
func (s *Server) RejectEmailChange(ctx context.Context, _ *profilesv1.RejectEmailChangeRequest) (*profilesv1.EmailChange, error) {
	if err := s.EmailChanges.Reject(ctx, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return s.GetLinkedEmailChange(ctx, nil)
}

// SetEmailSetting implements EmailSettingsService.
func (s *Server) SetEmailSetting(ctx context.Context, req *profilesv1.SetEmailSettingRequest) (*profilesv1.ListEmailSettingsResponse, error) {
	if err := s.EmailSettings.Set(ctx, rpc.Caller(ctx).Subject, emailsetting.Kind(req.GetKind()), req.GetWanted()); err != nil {
		return nil, public(err)
	}
	return s.ListEmailSettings(ctx, nil)
}

// StopEmails implements EmailSettingsService. It needs no login: the link can only switch optional emails off.
func (s *Server) StopEmails(ctx context.Context, _ *profilesv1.StopEmailsRequest) (*profilesv1.EmailSetting, error) {
	if err := s.EmailSettings.Stop(ctx, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return s.GetStopLink(ctx, nil)
}

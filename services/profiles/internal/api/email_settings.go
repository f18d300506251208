package api

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

func (s *Server) emailSettings(ctx context.Context, accountID string) (*profilesv1.ListEmailSettingsResponse, error) {
	list, err := s.EmailSettings.List(ctx, accountID)
	if err != nil {
		return nil, err
	}
	res := &profilesv1.ListEmailSettingsResponse{}
	for _, e := range list {
		res.Items = append(res.Items, emailSetting(e))
	}
	return rpc.Private(ctx, res), nil
}

func emailSetting(e emailsetting.Setting) *profilesv1.EmailSetting {
	return &profilesv1.EmailSetting{Kind: string(e.Kind), Wanted: e.Wanted}
}

// ListEmailSettings implements EmailSettingsService.
func (s *Server) ListEmailSettings(ctx context.Context, _ *profilesv1.ListEmailSettingsRequest) (*profilesv1.ListEmailSettingsResponse, error) {
	return s.emailSettings(ctx, rpc.Caller(ctx).Subject)
}

// SetEmailSetting implements EmailSettingsService.
func (s *Server) SetEmailSetting(ctx context.Context, req *profilesv1.SetEmailSettingRequest) (*profilesv1.ListEmailSettingsResponse, error) {
	caller := rpc.Caller(ctx)
	e := emailsetting.Setting{Kind: emailsetting.Kind(req.GetKind()), Wanted: req.GetWanted()}
	if e.Kind == emailsetting.Sales {
		// This links an artist who is linked by email address to the account by id, because the account's setting applies to sale emails.
		if _, err := s.Payouts.OfAccount(ctx, caller.Subject); err != nil && !errors.Is(err, payout.ErrNoArtist) && !errors.Is(err, payout.ErrAmbiguous) {
			return nil, public(err)
		}
	}
	if err := s.EmailSettings.Set(ctx, caller.Subject, e); err != nil {
		return nil, err
	}
	return s.emailSettings(ctx, caller.Subject)
}

// GetStopLink implements EmailSettingsService. It needs no login.
func (s *Server) GetStopLink(ctx context.Context, req *profilesv1.GetStopLinkRequest) (*profilesv1.EmailSetting, error) {
	e, err := s.EmailSettings.Linked(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, emailSetting(e)), nil
}

// StopEmails implements EmailSettingsService. It needs no login: the link can only switch optional emails off.
func (s *Server) StopEmails(ctx context.Context, req *profilesv1.StopEmailsRequest) (*profilesv1.EmailSetting, error) {
	e, err := s.EmailSettings.Stop(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, emailSetting(e)), nil
}

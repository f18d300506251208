package read

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// GetEmailChange implements EmailChangeService.
func (r *Reader) GetEmailChange(ctx context.Context, _ *profilesv1.GetEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, err := r.queries(ctx).ReadEmailChange(ctx, db.ReadEmailChangeParams{AccountID: rpc.Caller(ctx).Subject, Now: r.Clock.Now()})
	if err != nil {
		return nil, notFound(err)
	}
	return rpc.Private(ctx, emailChange(db.ReadLinkedEmailChangeRow(c))), nil
}

// GetLinkedEmailChange implements EmailChangeService. It needs no login.
func (r *Reader) GetLinkedEmailChange(ctx context.Context, _ *profilesv1.GetLinkedEmailChangeRequest) (*profilesv1.EmailChange, error) {
	c, err := r.queries(ctx).ReadLinkedEmailChange(ctx, db.ReadLinkedEmailChangeParams{Hash: id.Hash(rpc.LinkSecret(ctx)), Now: r.Clock.Now()})
	if err != nil {
		return nil, notFound(err)
	}
	return rpc.Private(ctx, emailChange(c)), nil
}

func emailChange(c db.ReadLinkedEmailChangeRow) *profilesv1.EmailChange {
	return &profilesv1.EmailChange{
		CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail, Status: c.Status, CurrentConfirmed: c.CurrentConfirmed, NewConfirmed: c.NewConfirmed,
		Recipient: c.Recipient, RequestedAt: timestamppb.New(c.RequestedAt), ExpiresAt: timestamppb.New(c.ExpiresAt), RefusedEmail: c.RefusedEmail,
	}
}

// ListEmailSettings implements EmailSettingsService.
func (r *Reader) ListEmailSettings(ctx context.Context, _ *profilesv1.ListEmailSettingsRequest) (*profilesv1.ListEmailSettingsResponse, error) {
	rows, err := r.queries(ctx).ReadEmailSettings(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.ListEmailSettingsResponse{Items: list(rows, func(s db.ReadEmailSettingsRow) *profilesv1.EmailSetting {
		return &profilesv1.EmailSetting{Kind: s.Kind, Wanted: s.Wanted}
	})}), nil
}

// GetStopLink implements EmailSettingsService. It needs no login.
func (r *Reader) GetStopLink(ctx context.Context, _ *profilesv1.GetStopLinkRequest) (*profilesv1.EmailSetting, error) {
	s, err := r.queries(ctx).ReadStopLink(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, notFound(err)
	}
	return rpc.Private(ctx, &profilesv1.EmailSetting{Kind: s.Kind, Wanted: s.Wanted}), nil
}

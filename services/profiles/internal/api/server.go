// Package api implements the RPCs of the profiles service.
package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/read"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// Server implements ProfilesService, DeskService, EmailChangeService, PayoutService, EmailSettingsService,
// FavoritesService, RemindersService, PushService and CollectorsService. What they only read is the Reader's.
type Server struct {
	*read.Reader

	Profiles      *profile.Service
	EmailChanges  *emailchange.Service
	EmailSettings *emailsetting.Service
	Payouts       *payout.Service
	Reminders     *reminder.Service
	Push          *push.Service
	Collectors    *collector.Service
	// Sessions checks the step-up of calls that need one only for some inputs.
	Sessions rpc.Sessions
}

// queries returns the queries of commands that have no rules.
func (s *Server) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, s.Pool)) }

// CreateProfile implements ProfilesService.
func (s *Server) CreateProfile(ctx context.Context, req *profilesv1.CreateProfileRequest) (*profilesv1.Profile, error) {
	caller := rpc.Caller(ctx)
	if owner := req.GetOwnerId(); owner != "" && owner != caller.Subject {
		return nil, public(profile.ErrNotFound)
	}
	if err := s.Profiles.Create(ctx, caller.Subject, profile.Input{Name: req.GetName(), Email: req.GetEmail()}); err != nil {
		return nil, public(err)
	}
	return s.Profile(ctx, caller.Subject)
}

// UpdateProfile implements ProfilesService.
func (s *Server) UpdateProfile(ctx context.Context, req *profilesv1.UpdateProfileRequest) (*profilesv1.Profile, error) {
	caller, in := rpc.Caller(ctx), req.GetProfile()
	err := s.Profiles.Update(ctx, caller.Subject, req.GetId(), profile.Input{
		Name: in.GetName(), FirstName: in.GetFirstName(), LastName: in.GetLastName(), Email: in.GetEmail(),
	}, func(ctx context.Context) error {
		_, err := s.Sessions.RequireStepUp(ctx)
		return err
	})
	if err != nil {
		return nil, public(err)
	}
	return s.Profile(ctx, caller.Subject)
}

// UploadAvatar implements ProfilesService.
func (s *Server) UploadAvatar(ctx context.Context, req *profilesv1.UploadAvatarRequest) (*profilesv1.UploadAvatarResponse, error) {
	caller := rpc.Caller(ctx)
	if err := s.Profiles.SetAvatar(ctx, caller.Subject, req.GetProfileId(), req.GetContent()); err != nil {
		return nil, public(err)
	}
	p, err := s.Profile(ctx, caller.Subject)
	return rpc.Private(ctx, &profilesv1.UploadAvatarResponse{Avatar: p.GetAvatar()}), err
}

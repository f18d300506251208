// Package api implements the RPCs of the profiles service.
package api

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/favorite"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// Server implements ProfilesService, EmailChangeService, PayoutService, EmailSettingsService,
// FavoritesService, RemindersService, PushService and CollectorsService.
type Server struct {
	Profiles      *profile.Service
	EmailChanges  *emailchange.Service
	EmailSettings emailsetting.Store
	Payouts       *payout.Service
	Favorites     favorite.Store
	Reminders     *reminder.Service
	Push          *push.Service
	Collectors    *collector.Service
	Clock         clock.Clock
	Pool          *pgxpool.Pool
	// Sessions checks the step-up of calls that need one only for some inputs.
	Sessions rpc.Sessions
	// AvatarPath is the public path of avatars; their names follow it.
	AvatarPath string
}

func (s *Server) profile(p profile.Profile) *profilesv1.Profile {
	return &profilesv1.Profile{
		Id: p.ID, Name: p.Name, Email: p.Email, OwnerId: p.OwnerID, FirstName: p.FirstName, LastName: p.LastName,
		IsProfileCompleted: p.Completed(), Avatar: s.avatar(p.Avatar),
	}
}

func (s *Server) avatar(a profile.Avatar) *profilesv1.Avatar {
	if a.Name == "" {
		return nil
	}
	return &profilesv1.Avatar{Url: s.AvatarPath + a.Name, Width: int32(a.Width), Height: int32(a.Height)}
}

// ListProfiles implements ProfilesService.
func (s *Server) ListProfiles(ctx context.Context, req *profilesv1.ListProfilesRequest) (*profilesv1.ListProfilesResponse, error) {
	caller := rpc.Caller(ctx)
	if owner := req.GetOwnerId(); owner != "" && owner != caller.Subject {
		return nil, public(profile.ErrNotFound)
	}
	res := &profilesv1.ListProfilesResponse{}
	p, err := s.Profiles.ByOwner(ctx, caller.Subject)
	switch {
	case errors.Is(err, profile.ErrNotFound):
	case err != nil:
		return nil, public(err)
	default:
		res.Profiles = append(res.Profiles, s.profile(p))
	}
	return rpc.Private(ctx, res), nil
}

// CreateProfile implements ProfilesService.
func (s *Server) CreateProfile(ctx context.Context, req *profilesv1.CreateProfileRequest) (*profilesv1.Profile, error) {
	caller := rpc.Caller(ctx)
	if owner := req.GetOwnerId(); owner != "" && owner != caller.Subject {
		return nil, public(profile.ErrNotFound)
	}
	p, err := s.Profiles.Create(ctx, caller.Subject, profile.Input{Name: req.GetName(), Email: req.GetEmail()})
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, s.profile(p)), nil
}

// UpdateProfile implements ProfilesService.
func (s *Server) UpdateProfile(ctx context.Context, req *profilesv1.UpdateProfileRequest) (*profilesv1.Profile, error) {
	in := req.GetProfile()
	p, err := s.Profiles.Update(ctx, rpc.Caller(ctx).Subject, req.GetId(), profile.Input{
		Name: in.GetName(), FirstName: in.GetFirstName(), LastName: in.GetLastName(), Email: in.GetEmail(),
	}, func(ctx context.Context) error {
		_, err := s.Sessions.RequireStepUp(ctx)
		return err
	})
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, s.profile(p)), nil
}

// UploadAvatar implements ProfilesService.
func (s *Server) UploadAvatar(ctx context.Context, req *profilesv1.UploadAvatarRequest) (*profilesv1.UploadAvatarResponse, error) {
	a, err := s.Profiles.SetAvatar(ctx, rpc.Caller(ctx).Subject, req.GetProfileId(), req.GetContent())
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &profilesv1.UploadAvatarResponse{Avatar: s.avatar(a)}), nil
}

// GetProfileByOwner implements ProfilesService for other services.
func (s *Server) GetProfileByOwner(ctx context.Context, req *profilesv1.GetProfileByOwnerRequest) (*profilesv1.GetProfileByOwnerResponse, error) {
	p, err := s.Profiles.ByOwner(ctx, req.GetOwnerId())
	if err != nil {
		return nil, public(err)
	}
	return &profilesv1.GetProfileByOwnerResponse{Profile: s.profile(p)}, nil
}

func update(u payout.Update) *profilesv1.PayoutWalletUpdate {
	out := &profilesv1.PayoutWalletUpdate{
		Id: u.ID, Address: u.Address, PreviousAddress: u.Previous, Status: string(u.Status), RequestedAt: timestamppb.New(u.RequestedAt),
		Name: u.Name,
	}
	out.NotBefore = rpc.Timestamp(u.NotBefore)
	out.OwnerApprovedAt = rpc.Timestamp(u.OwnerApprovedAt)
	return out
}

// own converts an update and reports whether the caller requested it.
func own(u payout.Update, accountID string) *profilesv1.PayoutWalletUpdate {
	out := update(u)
	out.Own = u.AccountID == accountID
	return out
}

// RequestPayoutWalletUpdate implements PayoutService. It calls other services before the transaction that stores the request and its
// reply.
func (s *Server) RequestPayoutWalletUpdate(ctx context.Context, req *profilesv1.RequestPayoutWalletUpdateRequest) (*profilesv1.PayoutWalletUpdate, error) {
	caller := rpc.Caller(ctx)
	reply, err := idempotency.DoPrepared(ctx, s.Pool, caller.Subject+" payout-wallet-updates", rpc.IdempotencyKey(ctx), req,
		func(ctx context.Context) (payout.Plan, error) {
			return s.Payouts.Prepare(ctx, caller.Subject, req.GetAddress(), req.GetName())
		},
		func(ctx context.Context, plan payout.Plan) (*profilesv1.PayoutWalletUpdate, error) {
			u, err := s.Payouts.Request(ctx, plan)
			return own(u, caller.Subject), err
		})
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, reply), nil
}

// ListPayoutWalletUpdates implements PayoutService.
func (s *Server) ListPayoutWalletUpdates(ctx context.Context, _ *profilesv1.ListPayoutWalletUpdatesRequest) (*profilesv1.ListPayoutWalletUpdatesResponse, error) {
	caller := rpc.Caller(ctx)
	list, err := s.Payouts.List(ctx, caller.Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &profilesv1.ListPayoutWalletUpdatesResponse{
		ActiveAddress: list.Wallet.Address, Frozen: list.Wallet.Frozen, ArtistName: list.ArtistName, Linked: list.Linked,
	}
	for _, u := range list.Updates {
		res.Items = append(res.Items, own(u, caller.Subject))
	}
	return rpc.Private(ctx, res), nil
}

// CancelPayoutWalletUpdate implements PayoutService.
func (s *Server) CancelPayoutWalletUpdate(ctx context.Context, req *profilesv1.CancelPayoutWalletUpdateRequest) (*profilesv1.PayoutWalletUpdate, error) {
	caller := rpc.Caller(ctx)
	u, err := s.Payouts.Cancel(ctx, caller.Subject, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, own(u, caller.Subject)), nil
}

// GetPayoutAlert implements PayoutService. It needs no login.
func (s *Server) GetPayoutAlert(ctx context.Context, req *profilesv1.GetPayoutAlertRequest) (*profilesv1.PayoutAlert, error) {
	a, err := s.Payouts.Alerted(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, alert(a)), nil
}

// StopPayoutChange implements PayoutService. It needs no login: the link can only stop the change.
func (s *Server) StopPayoutChange(ctx context.Context, req *profilesv1.StopPayoutChangeRequest) (*profilesv1.PayoutAlert, error) {
	a, err := s.Payouts.Freeze(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, alert(a)), nil
}

func alert(a payout.Alert) *profilesv1.PayoutAlert {
	return &profilesv1.PayoutAlert{
		State: a.State(), ArtistName: a.Update.ArtistName, Address: a.Update.Address, PreviousAddress: a.Update.Previous,
		Status: string(a.Update.Status), RequestedAt: timestamppb.New(a.Update.RequestedAt), ExpiresAt: timestamppb.New(a.ExpiresAt),
	}
}

// GetAccountArtist implements PayoutService for other services.
func (s *Server) GetAccountArtist(ctx context.Context, req *profilesv1.GetAccountArtistRequest) (*profilesv1.GetAccountArtistResponse, error) {
	a, err := s.Payouts.OfAccount(ctx, req.GetAccountId())
	if err != nil {
		return nil, public(err)
	}
	return &profilesv1.GetAccountArtistResponse{
		ArtistId: a.ID, Name: a.Name, ActiveAddress: a.Wallet.Address, Frozen: a.Wallet.Frozen, Wallets: a.Wallets,
	}, nil
}

// GetArtistContact implements PayoutService for other services.
func (s *Server) GetArtistContact(ctx context.Context, req *profilesv1.GetArtistContactRequest) (*profilesv1.GetArtistContactResponse, error) {
	c, err := s.Payouts.Contact(ctx, req.GetArtistId())
	if err != nil {
		return nil, public(err)
	}
	res := &profilesv1.GetArtistContactResponse{Name: c.Name, Email: c.Email}
	if c.AccountID != "" {
		sending, err := s.EmailSettings.Sending(ctx, c.AccountID, emailsetting.Sales)
		if err != nil {
			return nil, err
		}
		res.SaleEmailsOff, res.StopSecret = !sending.Wanted, sending.StopSecret
	}
	return res, nil
}

// GetPayoutWallet implements PayoutService for other services.
func (s *Server) GetPayoutWallet(ctx context.Context, req *profilesv1.GetPayoutWalletRequest) (*profilesv1.GetPayoutWalletResponse, error) {
	w, err := s.Payouts.Wallet(ctx, req.GetArtistId())
	if err != nil {
		return nil, public(err)
	}
	return &profilesv1.GetPayoutWalletResponse{Address: w.Address, Frozen: w.Frozen}, nil
}

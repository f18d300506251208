package api

import (
	"context"
	"errors"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

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
			if err != nil {
				return nil, err
			}
			return s.PayoutUpdate(ctx, caller.Subject, u.ID)
		})
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, reply), nil
}

// ListPayoutWalletUpdates implements PayoutService. An account that is no longer linked to an artist gets its own former requests.
func (s *Server) ListPayoutWalletUpdates(ctx context.Context, _ *profilesv1.ListPayoutWalletUpdatesRequest) (*profilesv1.ListPayoutWalletUpdatesResponse, error) {
	caller := rpc.Caller(ctx)
	artist, err := s.Payouts.Artist(ctx, caller.Subject)
	switch {
	case err == nil:
		return s.ArtistPayouts(ctx, caller.Subject, artist.ID, artist.Name)
	case !errors.Is(err, payout.ErrNoArtist):
		return nil, public(err)
	}
	former, listed := s.RequestedPayouts(ctx, caller.Subject)
	switch {
	case listed != nil:
		return nil, listed
	case len(former.GetItems()) == 0:
		return nil, public(err)
	}
	return former, nil
}

// CancelPayoutWalletUpdate implements PayoutService.
func (s *Server) CancelPayoutWalletUpdate(ctx context.Context, req *profilesv1.CancelPayoutWalletUpdateRequest) (*profilesv1.PayoutWalletUpdate, error) {
	caller := rpc.Caller(ctx)
	if err := s.Payouts.Cancel(ctx, caller.Subject, req.GetId()); err != nil {
		return nil, public(err)
	}
	return s.PayoutUpdate(ctx, caller.Subject, req.GetId())
}

// GetPayoutAlert implements PayoutService. It needs no login.
func (s *Server) GetPayoutAlert(ctx context.Context, _ *profilesv1.GetPayoutAlertRequest) (*profilesv1.PayoutAlert, error) {
	return alert(ctx, s.Payouts.Alerted)
}

// StopPayoutChange implements PayoutService. It needs no login: the link can only stop the change.
func (s *Server) StopPayoutChange(ctx context.Context, _ *profilesv1.StopPayoutChangeRequest) (*profilesv1.PayoutAlert, error) {
	return alert(ctx, s.Payouts.Freeze)
}

func alert(ctx context.Context, use func(ctx context.Context, secret string) (payout.Alert, error)) (*profilesv1.PayoutAlert, error) {
	a, err := use(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &profilesv1.PayoutAlert{
		State: a.State(), ArtistName: a.Update.ArtistName, Address: a.Update.Address, PreviousAddress: a.Update.Previous,
		Status: string(a.Update.Status), RequestedAt: timestamppb.New(a.Update.RequestedAt), ExpiresAt: timestamppb.New(a.ExpiresAt),
	}), nil
}

// GetAccountArtist implements PayoutService for other services.
func (s *Server) GetAccountArtist(ctx context.Context, req *profilesv1.GetAccountArtistRequest) (*profilesv1.GetAccountArtistResponse, error) {
	artist, err := s.Payouts.Artist(ctx, req.GetAccountId())
	if err != nil {
		return nil, public(err)
	}
	return s.ArtistWallets(ctx, artist.ID, artist.Name)
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

package read

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// GetPayoutWallet implements PayoutService for other services. The address is empty for an artist without a wallet.
func (r *Reader) GetPayoutWallet(ctx context.Context, req *profilesv1.GetPayoutWalletRequest) (*profilesv1.GetPayoutWalletResponse, error) {
	w, err := r.queries(ctx).ReadPayoutWallet(ctx, req.GetArtistId())
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	return &profilesv1.GetPayoutWalletResponse{Address: w.Address, Frozen: w.Frozen}, nil
}

// ArtistWallets returns the active wallet of an artist, and all that are or were active.
func (r *Reader) ArtistWallets(ctx context.Context, artistID int64, name string) (*profilesv1.GetAccountArtistResponse, error) {
	w, err := r.GetPayoutWallet(ctx, &profilesv1.GetPayoutWalletRequest{ArtistId: artistID})
	if err != nil {
		return nil, err
	}
	res := &profilesv1.GetAccountArtistResponse{ArtistId: artistID, Name: name, ActiveAddress: w.GetAddress(), Frozen: w.GetFrozen()}
	res.Wallets, err = r.queries(ctx).ReadPayoutWallets(ctx, artistID)
	return res, err
}

// ArtistPayouts returns the changes of an artist, by any account, and the active wallet.
func (r *Reader) ArtistPayouts(ctx context.Context, accountID string, artistID int64, name string) (*profilesv1.ListPayoutWalletUpdatesResponse, error) {
	w, err := r.GetPayoutWallet(ctx, &profilesv1.GetPayoutWalletRequest{ArtistId: artistID})
	if err != nil {
		return nil, err
	}
	items, err := r.payoutUpdates(ctx, db.ReadPayoutUpdatesParams{Reader: accountID, ArtistID: &artistID})
	return rpc.Private(ctx, &profilesv1.ListPayoutWalletUpdatesResponse{
		Items: items, ActiveAddress: w.GetAddress(), Frozen: w.GetFrozen(), ArtistName: name, Linked: true,
	}), err
}

// RequestedPayouts returns the changes that an account requested.
func (r *Reader) RequestedPayouts(ctx context.Context, accountID string) (*profilesv1.ListPayoutWalletUpdatesResponse, error) {
	items, err := r.payoutUpdates(ctx, db.ReadPayoutUpdatesParams{Reader: accountID, AccountID: &accountID})
	return rpc.Private(ctx, &profilesv1.ListPayoutWalletUpdatesResponse{Items: items}), err
}

// PayoutUpdate returns a change as an account sees it, or not_found.
func (r *Reader) PayoutUpdate(ctx context.Context, accountID, updateID string) (*profilesv1.PayoutWalletUpdate, error) {
	items, err := r.payoutUpdates(ctx, db.ReadPayoutUpdatesParams{Reader: accountID, ID: &updateID})
	switch {
	case err != nil:
		return nil, err
	case len(items) == 0:
		return nil, notFound(pgx.ErrNoRows)
	}
	return rpc.Private(ctx, items[0]), nil
}

func (r *Reader) payoutUpdates(ctx context.Context, which db.ReadPayoutUpdatesParams) ([]*profilesv1.PayoutWalletUpdate, error) {
	rows, err := r.queries(ctx).ReadPayoutUpdates(ctx, which)
	return list(rows, func(u db.ReadPayoutUpdatesRow) *profilesv1.PayoutWalletUpdate {
		return &profilesv1.PayoutWalletUpdate{
			Id: u.ID, Address: u.Address, PreviousAddress: u.PreviousAddress, Status: u.Status, RequestedAt: timestamppb.New(u.RequestedAt),
			NotBefore: rpc.Timestamp(postgres.OrZero(u.NotBefore)), OwnerApprovedAt: rpc.Timestamp(postgres.OrZero(u.OwnerApprovedAt)), Name: u.Name, Own: u.Own,
		}
	}), err
}

// Package events turns facts of other services into requests.
package events

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/bus"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Subscribe registers the handlers.
func Subscribe(c *bus.Consumer, s *approval.Service) {
	bus.On(c, func(ctx context.Context, f *chainv1.WithdrawalRequested) error {
		if f.GetWithdrawalId() == "" || f.GetAccountId() == "" || f.GetTo() == "" {
			return bus.Poison(errors.New("a withdrawal without id, account or target"))
		}
		return s.AskWithdrawal(ctx, approval.Withdrawal{
			ID: f.GetWithdrawalId(), AccountID: f.GetAccountId(), Email: f.GetEmail(), Contract: f.GetContract(), To: f.GetTo(),
			Title: f.GetArtworkTitle(), Artist: f.GetArtistName(), TokenID: f.GetTokenId(), ChainID: f.GetChainId(),
			Number: f.GetEditionNumber(), Size: f.GetEditionSize(), Wallets: f.GetWallets(),
		})
	})
	// Facts of two subjects have no common order: a cancellation that comes first fails as not found and is tried again.
	bus.On(c, func(ctx context.Context, f *chainv1.WithdrawalCancelled) error {
		return s.Cancel(ctx, approval.TokenWithdrawal, f.GetWithdrawalId())
	})
	bus.On(c, func(ctx context.Context, f *profilesv1.PayoutWalletUpdateRequested) error {
		if f.GetUpdateId() == "" || f.GetAccountId() == "" || f.GetNewAddress() == "" {
			return bus.Poison(errors.New("a payout change without id, account or wallet"))
		}
		return s.AskPayout(ctx, approval.Payout{
			ID: f.GetUpdateId(), AccountID: f.GetAccountId(), Email: f.GetEmail(), Artist: f.GetArtistName(), Old: f.GetOldAddress(), New: f.GetNewAddress(),
		})
	})
	bus.On(c, func(ctx context.Context, f *profilesv1.PayoutWalletUpdateCancelled) error {
		return s.Cancel(ctx, approval.PayoutWalletUpdate, f.GetUpdateId())
	})
}

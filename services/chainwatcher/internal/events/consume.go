package events

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/bus"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Subscribe registers the handlers.
func Subscribe(c *bus.Consumer, tokens *chain.Tokens, withdrawals *chain.Withdrawals) {
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderPaid) error {
		if f.GetCheckoutId() == "" || f.GetAccountId() == "" || f.GetTokenId() <= 0 || f.GetTokenId() != f.GetArtworkId()*1_000_000+int64(f.GetEditionNumber()) {
			return bus.Poison(errors.New("an order without checkout, account or the right token"))
		}
		err := tokens.Owe(ctx, chain.Token{
			TokenID: f.GetTokenId(), ChainID: f.GetChainId(), AccountID: f.GetAccountId(), CheckoutID: f.GetCheckoutId(), ArtworkID: f.GetArtworkId(),
			EditionNumber: f.GetEditionNumber(), EditionSize: f.GetEditionSize(), Title: f.GetArtworkTitle(), Slug: f.GetArtworkSlug(),
			Artist: f.GetArtistName(), Year: f.GetArtworkYear(), Medium: f.GetArtworkMedium(), PaymentMethod: f.GetPaymentMethod(),
			PaidAt: f.GetPaidAt().AsTime(),
		})
		return err
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderDisputed) error {
		return tokens.Store.Freeze(ctx, f.GetCheckoutId(), !f.GetResolved(), f.GetVersion())
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderRefunded) error {
		return tokens.Store.Refunded(ctx, f.GetCheckoutId())
	})
	bus.On(c, func(ctx context.Context, f *approvalsv1.ApprovalDecided) error {
		if f.GetKind() != "token_withdrawal" {
			return nil
		}
		err := withdrawals.Decided(ctx, f.GetSubjectId(), f.GetOutcome(), f.GetDecidedAt().AsTime())
		if errors.Is(err, chain.ErrNotFound) {
			return bus.Poison(err)
		}
		return err
	})
}

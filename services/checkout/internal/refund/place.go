package refund

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Place is where the token of a bought edition is. It is empty for a refund of money that bought nothing.
type Place string

// The places.
const (
	// PlaceVault: it is in the vault, or isn't minted yet.
	PlaceVault Place = "vault"
	// PlaceLeaving: a withdrawal hasn't ended.
	PlaceLeaving Place = "leaving"
	// PlaceWallet: it left the vault. No refund brings it back.
	PlaceWallet Place = "wallet"
	// PlaceReturned: it left the vault and came back for good.
	PlaceReturned Place = "returned"
	// PlaceUnknown: the chainwatcher doesn't respond.
	PlaceUnknown Place = "unknown"
)

// hasToken reports whether an order has a token, or gets one.
func hasToken(c *order.Checkout) bool { return c.Bought() && c.ReleasedAt.IsZero() }

// Out reports whether the buyer may keep the token after a refund.
func (p Place) Out() bool { return p == PlaceWallet || p == PlaceLeaving || p == PlaceUnknown }

// placeOf returns where the token of an order is. It calls the chainwatcher.
func (s *Service) placeOf(ctx context.Context, at purchase.Case) (Place, TokenState, error) {
	if at.CheckoutID == "" {
		return "", TokenState{}, nil
	}
	c, err := s.Orders.Checkout(ctx, at.CheckoutID)
	if err != nil {
		return "", TokenState{}, err
	}
	return s.place(ctx, &c)
}

// place returns where the token of a checkout is. It calls the chainwatcher.
func (s *Service) place(ctx context.Context, c *order.Checkout) (Place, TokenState, error) {
	if !hasToken(c) {
		return "", TokenState{}, nil
	}
	token, err := s.Fleet.TokenRelease(ctx, c.ID, c.TokenID())
	switch {
	case errors.Is(err, order.ErrUnavailable):
		return PlaceUnknown, TokenState{}, nil
	case err != nil:
		return "", TokenState{}, err
	}
	switch token.Release {
	case ReleaseReady, ReleaseMinting:
		return PlaceVault, token, nil
	case ReleaseWithdrawing:
		return PlaceLeaving, token, nil
	case ReleaseGone:
		return PlaceWallet, token, nil
	case ReleaseReturned:
		return PlaceReturned, token, nil
	case ReleaseNone, ReleaseTaken, ReleaseUnknown, ReleaseDone:
	}
	return PlaceUnknown, token, nil
}

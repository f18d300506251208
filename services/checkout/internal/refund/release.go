package refund

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// ReleaseState is whether the edition of a refunded order can be sold again.
type ReleaseState string

// The states of a release.
const (
	// ReleaseNone: the order isn't refunded, or never bought its edition.
	ReleaseNone ReleaseState = "none"
	// ReleaseReady: staff can put the edition on sale again.
	ReleaseReady ReleaseState = "ready"
	// ReleaseMinting: the token's mint was sent and isn't final yet.
	ReleaseMinting ReleaseState = "minting"
	// ReleaseWithdrawing: a withdrawal of the token hasn't ended.
	ReleaseWithdrawing ReleaseState = "withdrawing"
	// ReleaseGone: the token left the vault. The edition stays retired.
	ReleaseGone ReleaseState = "gone"
	// ReleaseReturned: the token left the vault and came back, in a final block. The edition stays retired.
	ReleaseReturned ReleaseState = "returned"
	// ReleaseTaken: the token belongs to another order at the chainwatcher. The edition stays retired.
	ReleaseTaken ReleaseState = "taken"
	// ReleaseUnknown: the chainwatcher doesn't respond.
	ReleaseUnknown ReleaseState = "unknown"
	// ReleaseDone: the edition was put on sale again.
	ReleaseDone ReleaseState = "released"
)

// TokenState is the state of an order's token.
type TokenState struct {
	Release ReleaseState
	// Vault is the address that it would be returned to.
	Vault string
	// AccountID is the account that it belongs to: the buyer's, or the recipient's who accepted it as a gift; empty if no order is due it.
	AccountID string
}

// Release is the state of an edition's release, and when it happened.
type Release struct {
	State ReleaseState
	At    time.Time
}

// Releasable reports whether Release could put the edition of an order on sale again. Errors: ErrNotFound.
func (s *Service) Releasable(ctx context.Context, checkoutID string) (Release, error) {
	c, err := s.Orders.Checkout(ctx, checkoutID)
	switch {
	case err != nil:
		return Release{}, err
	case !c.ReleasedAt.IsZero():
		return Release{State: ReleaseDone, At: c.ReleasedAt}, nil
	case !c.Retired():
		return Release{State: ReleaseNone}, nil
	}
	token, err := s.Fleet.TokenRelease(ctx, c.ID, c.TokenID())
	state := token.Release
	switch {
	case errors.Is(err, order.ErrUnavailable):
		return Release{State: ReleaseUnknown}, nil
	case err != nil:
		return Release{}, err
	case state == ReleaseDone:
		state = ReleaseReady // an earlier call stopped before it was recorded here
	case state == ReleaseTaken, state == ReleaseReturned:
		state = ReleaseGone
	}
	return Release{State: state}, nil
}

// Release puts the edition of a refunded order on sale again and records who decided it and why. First the chainwatcher permanently removes
// the token from the order, and only then the edition becomes free. A call that stops in between can be repeated, and repeating a
// finished one changes nothing. Errors: ErrNotFound, ErrOwnDecision, ErrActionNotPossible, ErrTokenMinting, ErrTokenWithdrawing,
// ErrTokenGone, ErrUnavailable.
func (s *Service) Release(ctx context.Context, checkoutID string, d purchase.Decision) (Release, error) {
	c, err := s.Orders.Checkout(ctx, checkoutID)
	if err != nil {
		return Release{}, err
	}
	who, err := s.decider(ctx, d.By)
	switch {
	case err != nil:
		return Release{}, err
	case who.in(&c):
		return Release{}, ErrOwnDecision
	case !c.ReleasedAt.IsZero():
		return Release{State: ReleaseDone, At: c.ReleasedAt}, nil
	case !c.Retired():
		return Release{}, order.ErrActionNotPossible
	}
	state, err := s.Fleet.ReleaseToken(ctx, c.ID, c.TokenID())
	if err != nil {
		return Release{}, err
	}
	switch state {
	case ReleaseDone:
	case ReleaseMinting:
		return Release{}, ErrTokenMinting
	case ReleaseWithdrawing:
		return Release{}, ErrTokenWithdrawing
	case ReleaseGone, ReleaseReturned, ReleaseTaken:
		return Release{}, ErrTokenGone
	case ReleaseNone, ReleaseReady, ReleaseUnknown:
		fallthrough
	default:
		return Release{}, fmt.Errorf("%w: the chainwatcher returned the unknown token state %q", order.ErrUnavailable, state)
	}
	c, err = s.Orders.Change(ctx, checkoutID, purchase.ActorStaff, func(c *order.Checkout) error { return c.Release(d) })
	return Release{State: ReleaseDone, At: c.ReleasedAt}, err
}

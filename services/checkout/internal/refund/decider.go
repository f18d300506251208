package refund

import (
	"context"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// decider is a member of staff with everything that can make a decision their own.
type decider struct {
	accountID, email string
	wallets          []string
	// artistID is the artist that the account is linked to, or 0.
	artistID int64
}

// decider looks up a member of staff. It calls other services. Errors: ErrSessionGone, ErrUnavailable.
func (s *Service) decider(ctx context.Context, accountID string) (decider, error) {
	a, err := s.Fleet.Account(ctx, accountID)
	if err != nil {
		return decider{}, err
	}
	artistID, err := s.Fleet.LinkedArtist(ctx, accountID)
	return decider{accountID: accountID, email: a.Email, wallets: a.Wallets, artistID: artistID}, err
}

// owns reports whether one of the wallets belongs to the decider.
func (d decider) owns(wallets ...string) bool {
	return slices.ContainsFunc(wallets, func(w string) bool {
		return w != "" && slices.ContainsFunc(d.wallets, func(own string) bool { return strings.EqualFold(own, w) })
	})
}

// named reports whether an email address is the decider's.
func (d decider) named(email string) bool { return email != "" && strings.EqualFold(email, d.email) }

// MayDecide returns ErrOwnDecision if the member of staff has a part in an order or in money without one. to is where a refund goes, or empty.
// It calls other services. Errors: ErrOwnDecision, order.ErrNotFound, order.ErrSessionGone, order.ErrUnavailable.
func (s *Service) MayDecide(ctx context.Context, by string, at purchase.Case, to string) error {
	who, err := s.decider(ctx, by)
	if err != nil {
		return err
	}
	return s.mayDecide(ctx, who, at, to)
}

// mayDecide returns ErrOwnDecision if the decider has a part in an order or in money without one: as the buyer, as the recipient of the
// gift, as the artist of the work, or with a wallet that paid or gets the money. to is where a refund goes, or empty.
func (s *Service) mayDecide(ctx context.Context, d decider, at purchase.Case, to string) error {
	own := d.owns(to)
	if at.CheckoutID == "" {
		m, err := s.Store.Unmatched(ctx, at.ReviewID)
		if err != nil {
			return err
		}
		own = own || d.owns(m.Review.Funds.Payer, m.Review.Funds.RefundAddress)
	} else {
		c, err := s.Orders.Checkout(ctx, at.CheckoutID)
		if err != nil {
			return err
		}
		own = own || d.in(&c)
	}
	if own {
		return ErrOwnDecision
	}
	return nil
}

// in reports whether the decider has a part in an order.
func (d decider) in(c *order.Checkout) bool {
	if c.Buyer.AccountID == d.accountID || d.artistID != 0 && c.Artwork.ArtistID == d.artistID || d.owns(c.Gift.To) ||
		d.named(c.Buyer.Email) || d.named(c.Gift.Email) {
		return true
	}
	return slices.ContainsFunc(c.Payments, func(p purchase.Payment) bool { return d.owns(p.Payer, p.RefundAddress) })
}

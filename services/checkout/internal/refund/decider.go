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

// Look is what other services know about a decision: who decides, and where the order's token is. It is read before the decision's transaction,
// which reads the order again.
type Look struct {
	purchase.Case

	who   decider
	place Place
	token TokenState
}

// By returns the account that decides.
func (l Look) By() string { return l.who.accountID }

// Look reads what a decision of a member of staff about an order, or about money without one, needs from other services. It isn't called in a
// transaction. Errors: order.ErrNotFound, order.ErrSessionGone, order.ErrUnavailable.
func (s *Service) Look(ctx context.Context, by string, at purchase.Case) (Look, error) {
	who, err := s.decider(ctx, by)
	if err != nil {
		return Look{}, err
	}
	place, token, err := s.placeOf(ctx, at)
	return Look{at, who, place, token}, err
}

// LookAtRequest is Look for a decision about a refund request.
func (s *Service) LookAtRequest(ctx context.Context, by, requestID string) (Look, error) {
	r, err := s.Store.RefundRequest(ctx, requestID)
	if err != nil {
		return Look{}, err
	}
	return s.Look(ctx, by, r.Case)
}

// fits returns order.ErrConflict if the order got or lost its token after the look.
func (l Look) fits(r staffRefund) error {
	if r.token != (l.place != "") {
		return order.ErrConflict
	}
	return nil
}

// MayDecide returns ErrOwnDecision if the member of staff has a part in an order or in money without one: as the buyer, as the recipient of the
// gift, as the artist of the work, or with a wallet that paid or gets the money. to is where a refund goes, or empty. Other error: order.ErrNotFound.
func (s *Service) MayDecide(ctx context.Context, l Look, to string) error {
	d := l.who
	own := d.owns(to) || l.token.AccountID != "" && l.token.AccountID == d.accountID
	if l.CheckoutID == "" {
		m, err := s.Store.Unmatched(ctx, l.ReviewID)
		if err != nil {
			return err
		}
		own = own || d.owns(m.Review.Funds.Payer, m.Review.Funds.RefundAddress)
	} else {
		c, err := s.Orders.Checkout(ctx, l.CheckoutID)
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
	return slices.ContainsFunc(c.Payments, func(p purchase.Payment) bool { return d.owns(p.Payer, p.RefundAddress, p.Artist) })
}

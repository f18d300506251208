package hold

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Draft is a checkout that doesn't have its edition yet.
type Draft struct {
	order.Checkout

	// Live is whether the buyer had a live checkout of the artwork, which Reserve returns. Then nothing is known about the sale.
	Live bool
	// Network is where the hold is made from.
	Network string
	// DropID is the artwork's drop, or 0.
	DropID int64
	// Entries are what admits the buyer to the draft's phase. The order gets the first one that isn't used up.
	Entries []string
	// Terms compute the price in an auction; nil for a fixed price.
	Terms *phase.Terms
	// EditionImageURL is [Offer.EditionImageURL].
	EditionImageURL string
}

// Hold returns the checkout of a draft that got an edition. The hold starts now, even if its preparation took long, by the store's time, which also
// ends it, and at the price of this moment.
func (d Draft) Hold(edition int32, now time.Time) order.Checkout {
	c, hold := d.Checkout, d.ExpiresAt.Sub(d.CreatedAt)
	c.Version, c.Edition, c.Unit = 1, edition, purchase.Unit{Status: purchase.UnitHeld, Checkout: c.ID}
	c.Now, c.CreatedAt, c.UpdatedAt, c.ExpiresAt = now, now, now, now.Add(hold)
	if d.Terms != nil {
		c.Price = d.Terms.At(now)
	}
	if d.EditionImageURL != "" {
		c.Artwork.ImageURL = strings.ReplaceAll(d.EditionImageURL, "{edition}", strconv.Itoa(int(edition)))
	}
	return c
}

// Prepare loads everything from other services that a purchase depends on and returns the draft for Reserve. It updates
// the artwork's units and ends the caller's expired holds. edition is the one to hold, or 0 for any.
func (s *Service) Prepare(ctx context.Context, caller order.Caller, artworkID int64, edition int32, termsVersion string) (Draft, error) {
	account, err := s.Fleet.Account(ctx, caller.AccountID)
	switch {
	case err != nil:
		return Draft{}, err
	case account.HasIdentity && !account.EmailVerified:
		return Draft{}, ErrEmailUnverified
	case !account.ProfileCompleted:
		return Draft{}, ErrProfileIncomplete
	}
	now, err := s.Store.Now(ctx)
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{Network: caller.Network, Checkout: order.Checkout{
		ID: id.New(), Status: purchase.Reserved, TermsVersion: termsVersion,
		Buyer:     purchase.Buyer{AccountID: caller.AccountID, Email: account.Email, EmailVerified: account.EmailVerified, Name: account.Name},
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(s.Rules.For),
		ShareBps: s.Rules.ArtistShareBps, Artwork: purchase.Artwork{ID: artworkID}, Edition: edition,
	}}
	draft.Live, err = s.endExpiredHolds(ctx, caller, artworkID)
	if err != nil || draft.Live {
		return draft, err
	}
	// A hold from before the sales closed was returned above, and can still be paid.
	if s.Rules.SalesClosed {
		return Draft{}, ErrSalesClosed
	}
	offer, err := s.Fleet.Offer(ctx, artworkID)
	if err != nil {
		return Draft{}, err
	}
	var schedule phase.Schedule
	if offer.DropID != 0 {
		if schedule, err = s.Phases.Schedule(ctx, offer.DropID); err != nil {
			return Draft{}, err
		}
	}
	deal, err := offer.At(schedule, now)
	if err != nil {
		return Draft{}, err
	}
	if err := s.Store.Stock(ctx, artworkID, offer.EditionSize, offer.Withheld); err != nil {
		return Draft{}, err
	}
	draft.Artwork, draft.EditionSize, draft.DropID = offer.Artwork, offer.EditionSize, offer.DropID
	draft.Price, draft.Terms, draft.EditionImageURL = deal.Price, deal.Terms, offer.EditionImageURL
	return draft, s.enterPhase(ctx, &draft, deal, schedule, account)
}

// endExpiredHolds ends the caller's expired holds, so that they don't count, and reports whether the caller already has a live checkout
// of the artwork.
func (s *Service) endExpiredHolds(ctx context.Context, caller order.Caller, artworkID int64) (bool, error) {
	live, err := s.Store.Live(ctx, caller.AccountID)
	if err != nil {
		return false, err
	}
	again := false
	for _, checkoutID := range live {
		c, err := s.Orders.Checkout(ctx, checkoutID)
		if err != nil {
			return false, err
		}
		if c.Status.Payable() && !c.Now.Before(c.ExpiresAt) && c.OpenQuote() == nil {
			if err := s.Orders.ExpireHold(ctx, checkoutID); err != nil && !errors.Is(err, order.ErrUnavailable) {
				return false, err
			}
			if c, err = s.Orders.Checkout(ctx, checkoutID); err != nil {
				return false, err
			}
		}
		again = again || (c.Status.Live() && c.Artwork.ID == artworkID)
	}
	return again, nil
}

// Reserve holds an edition for a draft in one transaction. It uses only the database.
func (s *Service) Reserve(ctx context.Context, draft Draft) (order.Checkout, error) {
	return s.Store.Reserve(ctx, draft, s.Rules.Limits)
}

// Package hold holds an edition for a buyer: what it costs at this moment, who may have it, and how many of them. The hold is the
// start of an order, which package order continues.
package hold

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Rules are the operator's settings.
type Rules struct {
	// SalesClosed refuses new holds. Live ones continue.
	SalesClosed bool
	// For is how long an edition is held for a buyer who has not paid.
	For    time.Duration
	Limits Limits
	// ArtistShareBps is the artist's share in hundredths of a percent.
	ArtistShareBps int
}

// Service holds editions.
type Service struct {
	Store Store
	Fleet Fleet
	// Phases says who may buy in a drop.
	Phases *phase.Service
	Orders *order.Service
	Rules  Rules
}

// Store stores edition units and the holds on them.
type Store interface {
	// Stock makes the artwork's units match its offer: it adds missing units, marks only free units as withheld, and for a
	// smaller size withholds the free units above it. It never deletes a unit.
	Stock(ctx context.Context, artworkID int64, size int32, withheld []int32) error
	// Reserve stores the draft with the unit that its Edition names, or with the lowest free one if it is 0. If the same
	// account has a live checkout of the artwork, it returns that one. It makes a new checkout by Draft.Hold and Begin.
	// Errors: ErrTooManyHolds, UnpaidHoldsError, ErrUnverifiedHolds, ErrEditionUnavailable, EditionTakenError, and
	// ErrOtherEditionHeld if the live checkout has another edition than the named one. If the draft has a DropID, its phase
	// must be the one that is open by the store's time: phase.ErrPaused, ErrPhaseCapReached, ErrPhaseEntryUsed, or order.ErrConflict if the
	// phases changed since Prepare. With Terms, ErrAuctionEnded is possible. order.ErrConflict also if the live checkout of a draft has just ended.
	Reserve(ctx context.Context, draft Draft, limits Limits) (order.Checkout, error)
	// Live returns an account's checkouts whose purchase is in progress.
	Live(ctx context.Context, accountID string) ([]string, error)
	// ForgetNetworks deletes the networks of holds that were made before a time.
	ForgetNetworks(ctx context.Context, before time.Time) error
	// Now returns the database's time, which every Checkout carries.
	Now(ctx context.Context) (time.Time, error)
}

// Fleet is the part of the other services that a hold depends on. Errors: order.ErrUnavailable.
type Fleet interface {
	// Offer returns an artwork's offer. ErrNoArtwork.
	Offer(ctx context.Context, artworkID int64) (Offer, error)
	// Account returns a buyer. order.ErrSessionGone if the account no longer exists.
	Account(ctx context.Context, accountID string) (purchase.Account, error)
}

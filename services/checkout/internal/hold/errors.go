package hold

import (
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Errors that buyers see. Each is final for the call, but a later call may succeed.
var (
	ErrNoArtwork          = phase.ErrNoArtwork
	ErrEditionUnavailable = errors.New("no edition is free")
	ErrEditionTaken       = errors.New("this edition is not free")
	ErrOtherEditionHeld   = errors.New("another edition of the artwork is held")
	ErrTooManyHolds       = errors.New("too many unpaid holds")
	ErrUnpaidHolds        = errors.New("too many holds without a payment")
	ErrUnverifiedHolds    = errors.New("accounts without a verified address hold their share of the editions")
	ErrProfileIncomplete  = errors.New("the profile is not complete")
	ErrEmailUnverified    = errors.New("the email address is not verified")
	ErrNotForSale         = errors.New("the artwork is not for sale")
	ErrSaleNotStarted     = errors.New("the sale has not started")
	ErrSalesClosed        = errors.New("the gallery has closed its sales")
	ErrPriceChanged       = errors.New("the artwork's price or terms are worse than what the buyer was shown")
	ErrPhaseCapReached    = errors.New("the account has as many editions as the phase allows")
	ErrPhaseEntryUsed     = errors.New("what admits the account to the phase is used up")
	// ErrAuctionEnded means that the auction of an artwork has ended, although its phase may still be open.
	ErrAuctionEnded = errors.New("the auction has ended")
)

// Unpaid is one of the caller's unpaid editions.
type Unpaid struct{ CheckoutID, ArtworkSlug string }

// EditionTakenError is an ErrEditionTaken with the number of an edition that was free: the next higher one, else the lowest.
type EditionTakenError struct{ Edition, Next int32 }

func (e *EditionTakenError) Error() string {
	return fmt.Sprintf("%v: %d; %d is", ErrEditionTaken, e.Edition, e.Next)
}

func (e *EditionTakenError) Unwrap() error { return ErrEditionTaken }

// TooManyHoldsError is an ErrTooManyHolds with the caller's holds.
type TooManyHoldsError struct{ Holds []Unpaid }

func (e *TooManyHoldsError) Error() string { return ErrTooManyHolds.Error() }

func (e *TooManyHoldsError) Unwrap() error { return ErrTooManyHolds }

package order

import (
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Errors that phases have, too: adapters and handlers need each of them once.
var (
	ErrNotFound    = phase.ErrNotFound
	ErrNoArtwork   = phase.ErrNoArtwork
	ErrOwnDecision = phase.ErrOwnDecision
	// ErrConflict means that the checkout was changed concurrently. Retry.
	ErrConflict = phase.ErrConflict
	// ErrUnavailable means that a dependency (card provider, chain, catalog) doesn't respond. Retry.
	ErrUnavailable = phase.ErrUnavailable
)

// Errors that buyers see. Each is final for the call, but a later call may succeed.
var (
	ErrEditionUnavailable = errors.New("no edition is free")
	ErrEditionTaken       = errors.New("this edition is not free")
	ErrOtherEditionHeld   = errors.New("another edition of the artwork is held")
	ErrTooManyHolds       = errors.New("too many unpaid holds")
	ErrUnpaidHolds        = errors.New("too many holds without a payment")
	ErrUnverifiedHolds    = errors.New("accounts without a verified address hold their share of the editions")
	ErrSessionGone        = errors.New("the session has ended")
	ErrProfileIncomplete  = errors.New("the profile is not complete")
	ErrEmailUnverified    = errors.New("the email address is not verified")
	ErrNotForSale         = errors.New("the artwork is not for sale")
	ErrSaleNotStarted     = errors.New("the sale has not started")
	ErrSalesClosed        = errors.New("the gallery has closed its sales")
	ErrPriceChanged       = errors.New("the artwork's price or terms are worse than what the buyer was shown")
	ErrPhaseCapReached    = errors.New("the account has as many editions as the phase allows")
	ErrPhaseEntryUsed     = errors.New("what admits the account to the phase is used up")
	ErrHoldExpired        = errors.New("the hold has ended")
	ErrQuoteActive        = errors.New("an ether quote is running")
	ErrEtherSent          = errors.New("an ether payment may be on its way")
	ErrCardActive         = errors.New("a card payment is running")
	ErrNotPayable         = errors.New("the checkout cannot be paid in its state")
	ErrNotCancellable     = errors.New("the checkout cannot be cancelled any more")
	ErrNotPaid            = errors.New("the checkout is not paid")
	ErrAlreadyDecided     = errors.New("the review was already decided")
	ErrActionNotPossible  = errors.New("the action is not possible in the current state of the payment or the edition")
	ErrNoRefundAddress    = errors.New("the payment has no refund address")
	ErrRefundAddress      = errors.New("not a valid refund address")
	ErrRefundLimit        = errors.New("the refunds of a day exceed the limit")
	ErrRefundRequested    = errors.New("a refund of the money waits for approval")
	ErrRequestExpired     = errors.New("the refund request has expired")
	ErrTokenMinting       = errors.New("the token is being minted")
	ErrTokenWithdrawing   = errors.New("a withdrawal of the token has not ended")
	ErrTokenGone          = errors.New("the token left the vault")
	ErrRefundAmount       = errors.New("more than is left of the payment")
	ErrNoRefundAmount     = errors.New("neither an amount nor all that is left, or both")
)

// Hold is one of the caller's unpaid editions.
type Hold struct{ CheckoutID, ArtworkSlug string }

// EditionTakenError is an ErrEditionTaken with the number of an edition that was free: the next higher one, else the lowest.
type EditionTakenError struct{ Edition, Next int32 }

func (e *EditionTakenError) Error() string {
	return fmt.Sprintf("%v: %d; %d is", ErrEditionTaken, e.Edition, e.Next)
}

func (e *EditionTakenError) Unwrap() error { return ErrEditionTaken }

// TooManyHoldsError is an ErrTooManyHolds with the caller's holds.
type TooManyHoldsError struct{ Holds []Hold }

func (e *TooManyHoldsError) Error() string { return ErrTooManyHolds.Error() }

func (e *TooManyHoldsError) Unwrap() error { return ErrTooManyHolds }

// ErrCardRefused means that the card provider refuses to open a session. It is final for that session.
var ErrCardRefused = errors.New("the card provider refused the session")

// ErrSessionComplete means that a card session can't be ended because it took a payment, or is about to.
var ErrSessionComplete = errors.New("the card session is complete")

// ErrTransition means that the transition table doesn't contain a step. It is always a bug, never caused by input.
var ErrTransition = errors.New("the state machine has no such step")

// TransitionError is an ErrTransition with the rejected step.
type TransitionError struct {
	What, From, To string
	Actor          Actor
}

func (e *TransitionError) Error() string {
	return fmt.Sprintf("%v: %s %q to %q by %s", ErrTransition, e.What, e.From, e.To, e.Actor)
}

func (e *TransitionError) Unwrap() error { return ErrTransition }

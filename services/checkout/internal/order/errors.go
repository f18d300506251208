package order

import (
	"errors"
	"fmt"
)

// What a buyer can be told. All are final for the call; a later call may go better.
var (
	ErrNotFound           = errors.New("there is no such checkout")
	ErrNoArtwork          = errors.New("there is no such artwork")
	ErrEditionUnavailable = errors.New("no edition is free")
	ErrTooManyHolds       = errors.New("too many unpaid holds")
	ErrSessionGone        = errors.New("the session has ended")
	ErrProfileIncomplete  = errors.New("the profile is not complete")
	ErrEmailUnverified    = errors.New("the email address is not verified")
	ErrNotForSale         = errors.New("the artwork is not for sale")
	ErrSaleNotStarted     = errors.New("the sale has not started")
	ErrSaleEnded          = errors.New("the sale has ended")
	ErrHoldExpired        = errors.New("the hold has ended")
	ErrQuoteActive        = errors.New("an ether quote is running")
	ErrEtherSent          = errors.New("an ether payment may be on its way")
	ErrCardActive         = errors.New("a card payment is running")
	ErrNotPayable         = errors.New("the checkout cannot be paid in its state")
	ErrNotCancellable     = errors.New("the checkout cannot be cancelled any more")
	ErrNotPaid            = errors.New("the checkout is not paid")
	ErrAlreadyDecided     = errors.New("the review was decided before")
	ErrActionNotPossible  = errors.New("the money or the edition does not allow it")
	ErrNoRefundAddress    = errors.New("the payment names no address for a refund")
	ErrRefundAddress      = errors.New("the address is not one")
	ErrRefundAmount       = errors.New("more than is left of the payment")
)

// Hold is an unpaid edition of the caller.
type Hold struct{ CheckoutID, ArtworkSlug string }

// TooManyHoldsError is an ErrTooManyHolds with the holds that the caller has.
type TooManyHoldsError struct{ Holds []Hold }

func (e *TooManyHoldsError) Error() string { return ErrTooManyHolds.Error() }

func (e *TooManyHoldsError) Unwrap() error { return ErrTooManyHolds }

// ErrUnavailable says that another party (card provider, chain, catalog) does not answer. Try again.
var ErrUnavailable = errors.New("temporarily unavailable")

// ErrCardRefused says that the card provider refuses to open a session. It is final for that session.
var ErrCardRefused = errors.New("the card provider refuses")

// ErrSessionComplete says that a card session cannot be ended because it took a payment, or is about to.
var ErrSessionComplete = errors.New("the card session is complete")

// ErrConflict says that somebody else changed the checkout at the same time. Try again.
var ErrConflict = errors.New("the checkout was changed at the same time")

// ErrTransition says that the table of states does not have a step. It is a mistake in the code, never input.
var ErrTransition = errors.New("the state machine has no such step")

// TransitionError is an ErrTransition with its step.
type TransitionError struct {
	What, From, To string
	Actor          Actor
}

func (e *TransitionError) Error() string {
	return fmt.Sprintf("%v: %s %q to %q by %s", ErrTransition, e.What, e.From, e.To, e.Actor)
}

func (e *TransitionError) Unwrap() error { return ErrTransition }

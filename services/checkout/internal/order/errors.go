package order

import (
	"errors"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Errors that phases have, too: adapters and handlers need each of them once.
var (
	ErrNotFound = phase.ErrNotFound
	// ErrConflict means that the checkout was changed concurrently. Retry.
	ErrConflict = phase.ErrConflict
	// ErrUnavailable means that a dependency (card provider, chain, catalog) doesn't respond. Retry.
	ErrUnavailable = phase.ErrUnavailable
)

// ErrSessionGone means that the caller's account no longer exists.
var ErrSessionGone = errors.New("the session has ended")

// Errors that buyers see. Each is final for the call, but a later call may succeed.
var (
	ErrHoldExpired    = errors.New("the hold has ended")
	ErrQuoteActive    = errors.New("an ether quote is running")
	ErrEtherSent      = errors.New("an ether payment may be on its way")
	ErrCardActive     = errors.New("a card payment is running")
	ErrNotPayable     = errors.New("the checkout cannot be paid in its state")
	ErrNotCancellable = errors.New("the checkout cannot be cancelled any more")
)

// Errors that staff see. Each is final for the call, but a later call may succeed.
var (
	ErrAlreadyDecided    = errors.New("the review was already decided")
	ErrActionNotPossible = errors.New("the action is not possible in the current state of the payment or the edition")
	ErrNoRefundAddress   = errors.New("the payment has no refund address")
	ErrRefundAddress     = errors.New("not a valid refund address")
	ErrRefundAmount      = errors.New("more than is left of the payment")
	ErrNoRefundAmount    = errors.New("neither an amount nor all that is left, or both")
)

// ErrCardRefused means that the card provider refuses to open a session. It is final for that session.
var ErrCardRefused = errors.New("the card provider refused the session")

// ErrSessionComplete means that a card session can't be ended because it took a payment, or is about to.
var ErrSessionComplete = errors.New("the card session is complete")

package refund

import (
	"errors"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Errors that staff see. Each is final for the call, but a later call may succeed.
var (
	ErrOwnDecision      = phase.ErrOwnDecision
	ErrLimit            = errors.New("the refunds of a day exceed the limit")
	ErrRequested        = errors.New("a refund of the money waits for approval")
	ErrRequestExpired   = errors.New("the refund request has expired")
	ErrTokenMinting     = errors.New("the token is being minted")
	ErrTokenWithdrawing = errors.New("a withdrawal of the token has not ended")
	ErrTokenGone        = errors.New("the token left the vault")
)

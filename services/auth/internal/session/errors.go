package session

import (
	"errors"
	"time"
)

var (
	// ErrNotFound means that something doesn't exist, was already used, or has expired.
	ErrNotFound = errors.New("not found")
	// ErrExists means that a valid ticket with that key exists.
	ErrExists = errors.New("already exists")
	// ErrGone means that a session was ended or has expired: log in again.
	ErrGone = errors.New("the session has ended")
	// ErrBlocked means that staff have blocked the account.
	ErrBlocked = errors.New("the account is blocked")
	// ErrOwnAccount means that staff tried to block themselves.
	ErrOwnAccount = errors.New("this is your own account")
	// ErrReused means that a refresh token was used after it was replaced. The session is ended.
	ErrReused = errors.New("the refresh token was already used")
	// ErrProof means that a DPoP proof is missing or invalid.
	ErrProof = errors.New("the proof of possession is missing or invalid")
	// ErrStale means that the person must log in again in this browser first.
	ErrStale = errors.New("log in again in this browser first")
	// ErrNoKey means that the session has no key to prove possession with. Logging in again in the same browser doesn't help.
	ErrNoKey = errors.New("this browser has no key for its session; use another browser")
	// ErrNoIdentity means that the account isn't linked to an identity provider.
	ErrNoIdentity = errors.New("the account isn't linked to the identity provider")
	// ErrVerified means that the address needs no verification email.
	ErrVerified = errors.New("the email address is already verified")
	// ErrWalletTaken means that the wallet belongs to another account.
	ErrWalletTaken = errors.New("the wallet belongs to another account")
	// ErrLastWay means that without the wallet nobody could log in to the account.
	ErrLastWay = errors.New("the wallet is the only way to log in to the account")
	// ErrPasskey means that a passkey's response doesn't verify, came too late, or belongs to a passkey that is registered already.
	ErrPasskey = errors.New("the passkey could not be verified; try again")
	// ErrUnconfirmed means that the person must confirm with a passkey first.
	ErrUnconfirmed = errors.New("confirm with your passkey first")
	// ErrNoPasskey means that the account has no passkey.
	ErrNoPasskey = errors.New("the account has no passkey")
	// ErrTooMany means that the account has MaxPasskeys.
	ErrTooMany = errors.New("the account has too many passkeys; remove one first")
	// ErrCode means that a recovery code is unknown or used.
	ErrCode = errors.New("this recovery code is not valid, or was already used")
	// ErrSignature means that the wallet did not sign the message.
	ErrSignature = errors.New("the signature does not match the wallet")
	// ErrProviderDown means that the identity provider is unavailable. Temporary.
	ErrProviderDown = errors.New("the identity provider is unavailable")
	// ErrLogin means that the provider's response is invalid. Final.
	ErrLogin = errors.New("the identity provider's response is invalid")
	// ErrState means that the login was started in another browser, or too long ago.
	ErrState = errors.New("the login was started in another browser or took too long")
	// ErrChainDown means that the Ethereum node is unavailable. Temporary.
	ErrChainDown = errors.New("the Ethereum node is unavailable")
)

// TooSoonError reports how long a person must wait.
type TooSoonError struct{ Wait time.Duration }

func (e *TooSoonError) Error() string { return "too soon, try again in " + e.Wait.String() }

// MessageError reports an invalid Sign-In with Ethereum message. Reason is shown to the person who signs.
type MessageError struct{ Reason string }

func (e *MessageError) Error() string { return e.Reason }

// NonceError means that a DPoP proof needs the server's nonce, because the clock of the browser is wrong or its nonce is old.
type NonceError struct{ Nonce string }

func (*NonceError) Error() string { return "the proof of possession needs the server's nonce" }

package session

import (
	"errors"
	"time"
)

var (
	// ErrNotFound says that there is no such thing, or that it is spent or late.
	ErrNotFound = errors.New("not found")
	// ErrExists says that a ticket with that key is live already.
	ErrExists = errors.New("exists already")
	// ErrGone says that a session was ended or has run out: log in again.
	ErrGone = errors.New("the session is gone")
	// ErrReused says that a refresh token came back after it was replaced. The
	// whole family is ended.
	ErrReused = errors.New("the refresh token was used before")
	// ErrProof says that a DPoP proof is missing or not valid.
	ErrProof = errors.New("the proof of possession is missing or not valid")
	// ErrStale says that the person has to log in again, in this browser, before they change what ErrStale guards.
	ErrStale = errors.New("log in again in this browser first")
	// ErrNoKey says that the session has no key to prove: logging in again in the same browser does not help.
	ErrNoKey = errors.New("this browser keeps no key for its session; use another one")
	// ErrNoIdentity says that no identity provider stands behind the account.
	ErrNoIdentity = errors.New("the account has no identity user")
	// ErrVerified says that the address needs no verification mail.
	ErrVerified = errors.New("the address is verified already")
	// ErrWalletTaken says that the wallet belongs to another account.
	ErrWalletTaken = errors.New("the wallet belongs to another account")
	// ErrLastWay says that without the wallet nobody could sign in any more.
	ErrLastWay = errors.New("the wallet is the only way into the account")
	// ErrSignature says that the wallet did not sign the message.
	ErrSignature = errors.New("the signature does not match the wallet")
	// ErrProviderDown says that the identity provider cannot be reached. Temporary.
	ErrProviderDown = errors.New("the identity provider cannot be reached")
	// ErrLogin says that the provider's answer is not acceptable. Final.
	ErrLogin = errors.New("the identity provider's answer is not acceptable")
	// ErrState says that the sign-in was not begun in this browser, or too long ago.
	ErrState = errors.New("the sign-in was not begun in this browser or took too long")
	// ErrChainDown says that the Ethereum node cannot be asked. Temporary.
	ErrChainDown = errors.New("the ethereum node cannot be reached")
)

// TooSoonError says that a person has to wait.
type TooSoonError struct{ Wait time.Duration }

func (e *TooSoonError) Error() string { return "too soon, try again in " + e.Wait.String() }

// MessageError says what is wrong with a Sign-In with Ethereum message. Reason is
// for the person who signs.
type MessageError struct{ Reason string }

func (e *MessageError) Error() string { return e.Reason }

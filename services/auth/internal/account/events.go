package account

import (
	"context"
	"time"
)

// Event is a change of an account or its sessions that other services need: an AccountVerified,
// CredentialsChanged or SessionsEnded.
type Event interface{ event() }

// AccountVerified means that the identity provider has verified the address of an account.
type AccountVerified struct {
	AccountID, Email string
	At               time.Time
	Version          int64
}

// CredentialsChanged has an account after a change of its password, address or wallets.
type CredentialsChanged struct {
	AccountID, Email string
	EmailVerified    bool
	Wallets          []string
	At               time.Time
	Version          int64
}

// SessionsEnded has sessions of an account that were ended, or that have expired, in which case it is published some time later.
type SessionsEnded struct {
	AccountID  string
	SessionIDs []string
	Reason     string
	At         time.Time
}

func (AccountVerified) event()    {}
func (CredentialsChanged) event() {}
func (SessionsEnded) event()      {}

// Events publishes events. Stores call it in the transaction of the change, carried by ctx. An error rolls the change
// back.
type Events interface {
	Publish(ctx context.Context, events ...Event) error
}

// Events returns the changes since before as events, and increments the account's version by their number.
func (a *Account) Events(before Account, now time.Time) []Event {
	var out []Event
	if a.EmailVerified && a.Email != "" && (!before.EmailVerified || before.Email != a.Email) {
		a.Version++
		out = append(out, AccountVerified{AccountID: a.ID, Email: a.Email, At: now, Version: a.Version})
	}
	if !a.CredentialsChangedAt.Equal(before.CredentialsChangedAt) {
		a.Version++
		wallets := make([]string, len(a.Wallets))
		for i, w := range a.Wallets {
			wallets[i] = w.Address
		}
		out = append(out, CredentialsChanged{
			AccountID: a.ID, Email: a.Email, EmailVerified: a.EmailVerified, Wallets: wallets, At: a.CredentialsChangedAt, Version: a.Version,
		})
	}
	return out
}

// Reasons why sessions ended.
const (
	EndedLogout      = "logout"
	EndedReplaced    = "replaced" // by another login in the same browser
	EndedRevoked     = "revoked"  // by its owner, from another session
	EndedReported    = "reported" // by its owner, as a login that was not theirs
	EndedReuse       = "reuse"    // of a refresh token or a one-time code
	EndedDisabled    = "disabled"
	EndedCredentials = "credentials"
	EndedProvider    = "provider"
	EndedUnlinked    = "unlinked"
	EndedForgotten   = "forgotten"
	EndedExpired     = "expired" // not used for Idle, or as old as Absolute
	EndedStaff       = "staff"   // by gallery staff
	EndedBlocked     = "blocked" // because gallery staff blocked the account
)

// EndedForSecurity are the reasons after which a browser counts as new: the owner or staff ended its session.
func EndedForSecurity() []string {
	return []string{EndedRevoked, EndedReported, EndedStaff, EndedBlocked}
}

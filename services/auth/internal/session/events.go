package session

import (
	"context"
	"time"
)

// Event is something that happened to an account or its sessions and that other services need to know: an AccountVerified,
// CredentialsChanged or SessionsEnded.
type Event interface{ event() }

// AccountVerified says that the identity provider has verified the address of an account.
type AccountVerified struct {
	AccountID, Email string
	At               time.Time
	Version          int64
}

// CredentialsChanged holds an account after a change of its password, address or wallets.
type CredentialsChanged struct {
	AccountID, Email string
	EmailVerified    bool
	Wallets          []string
	At               time.Time
	Version          int64
}

// SessionsEnded names sessions of an account that were ended, or that expired: some time later then.
type SessionsEnded struct {
	AccountID  string
	SessionIDs []string
	Reason     string
	At         time.Time
}

func (AccountVerified) event()    {}
func (CredentialsChanged) event() {}
func (SessionsEnded) event()      {}

// Events publishes events. Stores call it in the transaction that makes the change, which ctx carries; its error undoes the
// change.
type Events interface {
	Publish(ctx context.Context, events ...Event) error
}

// Events returns what changed since before, and counts the events into the account's version.
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

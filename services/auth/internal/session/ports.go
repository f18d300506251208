package session

import (
	"context"
	"time"
)

// Accounts stores accounts and wallets. Stores publish changes: see Events.
type Accounts interface {
	// EnsureIdentity returns the account of (issuer, subject), creates it if it is new, and records the
	// login in it (Account.LoggedIn).
	EnsureIdentity(ctx context.Context, who Identity, now time.Time) (Account, error)
	// EnsureWallet returns the wallet's account and creates one for a new wallet. It returns the
	// *MessageError of Wallet.Proved.
	EnsureWallet(ctx context.Context, w Wallet) (Account, error)
	// Account returns an account with its wallets, or ErrNotFound.
	Account(ctx context.Context, id string) (Account, error)
	// UpdateAccount changes address, verification, Disabled, CredentialsChangedAt and
	// PasswordChangedAt under a lock, or returns ErrNotFound.
	UpdateAccount(ctx context.Context, id string, now time.Time, change func(*Account) error) (Account, error)
	// AccountOfIdentity returns the account of (issuer, subject), or ErrNotFound.
	AccountOfIdentity(ctx context.Context, issuer, subject string) (Account, error)
}

// Wallets stores which account a wallet belongs to. Both calls set the account's CredentialsChangedAt,
// because a wallet is a way to log in. If they change something, they call notify with the account
// in the same transaction.
type Wallets interface {
	// LinkWallet returns the wallet; linking it again changes nothing. Errors: ErrWalletTaken,
	// *MessageError.
	LinkWallet(ctx context.Context, accountID string, w Wallet, notify Notify) (Wallet, error)
	// UnlinkWallet also ends the sessions that the wallet opened. It returns ErrNotFound, or
	// ErrLastWay for an account without an identity or other wallets.
	UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, notify Notify) error
}

// Notify notifies the owner of an account about a change. An error rolls the change back.
type Notify func(ctx context.Context, a Account) error

// Sessions stores sessions and their refresh tokens.
type Sessions interface {
	// CreateSession stores a session and its first token, and calls opened in the same transaction, if
	// it isn't nil. In the meantime its wallet may have been unlinked (ErrGone) or its account blocked (ErrBlocked).
	CreateSession(ctx context.Context, s Session, first Token, opened Opened) error
	// Session returns a session or ErrNotFound.
	Session(ctx context.Context, id string) (Session, error)
	// UseToken finds the session of a refresh token, locks it, and stores the session as changed by
	// change, together with the token that change returns, if any. It returns ErrNotFound for an
	// unknown token.
	UseToken(ctx context.Context, hash []byte, change func(s *Session, generation int) (issue *Token, err error)) (Session, error)
	// EndSession ends one session. Unknown and ended sessions are ignored.
	EndSession(ctx context.Context, id, reason string, now time.Time) error
	// EndSessions ends the account's sessions that were authenticated before a time, or at an unknown
	// time, and removes tickets of the account that would become such sessions.
	EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error
}

// EarlierSessions is what an account's earlier sessions say about the browser of a new one.
type EarlierSessions struct {
	// Any is whether the account had earlier sessions.
	Any bool
	// SameKey is whether a session had the same key, and its owner did not end the last of them (EndedForSecurity).
	SameKey bool
}

// Opened is called with what is known about the browser of a new session. An error rolls the session back.
type Opened func(ctx context.Context, e EarlierSessions) error

// AccountSessions are the sessions of an account, for its owner.
type AccountSessions interface {
	// EndOtherSessions ends all sessions except the kept one, and removes tickets that would become such sessions.
	EndOtherSessions(ctx context.Context, accountID, kept, reason string, now time.Time) error
	// ReportLogin deletes the TicketAlert with a key, sets the account's CredentialsChangedAt, ends all its sessions, and calls notify,
	// in one transaction. It returns ErrNotFound for a ticket that is unknown, used or expired.
	ReportLogin(ctx context.Context, key string, now time.Time, notify Notify) error
	// ProviderLogout ends all sessions of an account at the provider's request. It sets CredentialsChangedAt, unless there is a
	// TicketOwnLogout with the key own, which it deletes: then the logout started here. It stores used, or returns ErrExists and does nothing. All
	// of that is one transaction.
	ProviderLogout(ctx context.Context, accountID string, used Ticket, own string, now time.Time) error
}

// Desk implements staff's actions on accounts. Each change is recorded as a StaffAction in its transaction.
type Desk interface {
	// EndByStaff ends the session in the action, or all sessions of the account. ErrNotFound means that the account doesn't
	// exist, or has no such active session.
	EndByStaff(ctx context.Context, a StaffAction) error
	// SetBlocked blocks an account, which ends all its sessions, or unblocks it. If nothing changes, it records nothing. Error: ErrNotFound.
	SetBlocked(ctx context.Context, a StaffAction, blocked bool) error
}

// Ticket can be used once, until a time.
type Ticket struct {
	Kind, Key string
	Data      []byte
	Until     time.Time
	// AccountID is set if the ticket belongs to an account, AuthenticatedAt if it becomes a session of that account.
	AccountID       string
	AuthenticatedAt time.Time
}

// Tickets stores short-lived, single-use data.
type Tickets interface {
	// PutTicket stores a ticket. If one exists, it returns ErrExists and the time until which that one
	// is valid.
	PutTicket(ctx context.Context, t Ticket, now time.Time) (time.Time, error)
	// TakeTicket returns a live ticket's data and removes it, or returns ErrNotFound. Of two
	// concurrent callers, one gets it.
	TakeTicket(ctx context.Context, kind, key string, now time.Time) ([]byte, error)
	// Sweep ends sessions that have expired, publishes their end, and removes expired tickets, and sessions long after their end.
	Sweep(ctx context.Context, now time.Time) error
}

// Keys stores the keys that sign access tokens.
type Keys interface {
	// SigningKeys returns all keys, oldest first.
	SigningKeys(ctx context.Context) ([]SigningKey, error)
	// ReplaceKeys changes the keys under a lock that replicas share.
	ReplaceKeys(ctx context.Context, change func([]SigningKey) ([]SigningKey, error)) error
}

// ProviderSession identifies a session at a provider. ID is empty if the provider doesn't identify its sessions.
type ProviderSession struct{ Issuer, ID string }

// LogoutToken means that the provider has logged a person out. ID is the token's own, Session the session that was ended.
type LogoutToken struct {
	Subject, ID string
	Session     ProviderSession
}

// Provider is the identity provider's OpenID Connect side. All calls return ErrProviderDown if it is
// unreachable.
type Provider interface {
	// AuthURL returns the address at which the browser logs in.
	AuthURL(ctx context.Context, l Attempt) (string, error)
	// Exchange turns the code of a callback into an identity. ErrLogin means that the response does
	// not verify.
	Exchange(ctx context.Context, code string, l Attempt) (Identity, error)
	// LogoutURL returns the address at which the browser ends the provider's session, empty if the
	// provider has none. idToken is from the login and identifies the session to end; it may be empty.
	// The session is the provider's, empty if the ID token doesn't identify it.
	LogoutURL(ctx context.Context, idToken string) (location string, session ProviderSession, err error)
	// LogoutToken verifies a back-channel logout token. ErrLogin means that it does not verify.
	LogoutToken(ctx context.Context, token string) (LogoutToken, error)
}

// Directory reads users from the identity provider.
type Directory interface {
	// User returns a user. ErrNotFound means that the user was deleted; ErrProviderDown that the
	// provider is unreachable. Results may be 5 seconds old.
	User(ctx context.Context, subject string) (User, error)
	// SendVerification requests another verification mail.
	SendVerification(ctx context.Context, subject string) error
}

// Claims are the claims of an access token.
type Claims struct {
	Subject, SessionID string
	Email              string
	EmailVerified      bool
	Roles              []string
	IssuedAt           time.Time
	Expires            time.Time
}

// Signer signs access tokens.
type Signer interface {
	Sign(ctx context.Context, c Claims) (string, error)
}

// Proof is a verified DPoP proof.
type Proof struct {
	// Key is the RFC 7638 thumbprint.
	Key string
	// ID is unique per key.
	ID string
	// Until is when the proof expires.
	Until time.Time
}

// Proofs verifies DPoP proofs (RFC 9449).
type Proofs interface {
	// Proof verifies a proof for a method and a path of the public origin. Errors: ErrProof, *NonceError.
	Proof(ctx context.Context, proof, method, path string, now time.Time) (Proof, error)
}

// Ethereum verifies signatures of wallets.
type Ethereum interface {
	// VerifySignature checks an EIP-191 personal signature, or calls a contract wallet (ERC-1271, ERC-6492).
	// contract is whether the contract on that chain accepted it, and not the key of the address.
	// Errors: ErrSignature, ErrChainDown.
	VerifySignature(ctx context.Context, chainID uint64, address, text, signature string) (contract bool, err error)
	// VerifyHash is VerifySignature for a hash of 32 bytes. Without a chain (0) only the key of the address counts.
	VerifyHash(ctx context.Context, chainID uint64, address string, hash []byte, signature string) (contract bool, err error)
}

// Notices notifies people about their account.
type Notices interface {
	// SessionReused notifies that a session was ended because its token was used twice.
	SessionReused(ctx context.Context, a Account, s Session) error
	// NewLogin notifies, in the transaction of ctx, that a session was opened in a new browser. secret is for the link that reports it.
	NewLogin(ctx context.Context, a Account, s Session, secret string) error
	// LoginReported notifies, in the transaction of ctx, that a login was reported and all sessions ended.
	LoginReported(ctx context.Context, a Account, at time.Time) error
	PasskeyNotices
	WalletNotices
}

// PasskeyNotices notifies people, in the transaction of ctx, about changes of their passkeys and recovery codes.
type PasskeyNotices interface {
	PasskeyAdded(ctx context.Context, a Account, p Passkey) error
	PasskeyRemoved(ctx context.Context, a Account, passkeyID string, at time.Time) error
	RecoveryCodeUsed(ctx context.Context, a Account, at time.Time) error
}

// WalletNotices notifies people, in the transaction of ctx, that a way to log in was added or removed.
type WalletNotices interface {
	WalletLinked(ctx context.Context, a Account, address string, at time.Time) error
	WalletUnlinked(ctx context.Context, a Account, address string, at time.Time) error
}

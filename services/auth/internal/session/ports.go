package session

import (
	"context"
	"time"
)

// Accounts keeps accounts and wallets. Stores publish what changes: see Events.
type Accounts interface {
	// EnsureIdentity answers the account of (issuer, subject) and makes it when it
	// is new. A changed address moves CredentialsChangedAt to now.
	EnsureIdentity(ctx context.Context, who Identity, now time.Time) (Account, error)
	// EnsureWallet answers the account that the wallet belongs to and makes one when
	// it belongs to none. *MessageError where Wallet.Proved says so.
	EnsureWallet(ctx context.Context, w Wallet) (Account, error)
	// Account answers an account with its wallets, or ErrNotFound.
	Account(ctx context.Context, id string) (Account, error)
	// UpdateAccount changes address, verification, Disabled, CredentialsChangedAt and
	// PasswordChangedAt under a lock, or returns ErrNotFound.
	UpdateAccount(ctx context.Context, id string, now time.Time, change func(*Account) error) (Account, error)
	// AccountOfIdentity answers the account of (issuer, subject), or ErrNotFound.
	AccountOfIdentity(ctx context.Context, issuer, subject string) (Account, error)
}

// Wallets keeps which account a wallet belongs to. Both calls move the account's
// CredentialsChangedAt: a wallet is a way in. Where they change something, they call tell with the account, in the same transaction.
type Wallets interface {
	// LinkWallet answers the wallet; linking it again changes nothing. ErrWalletTaken, *MessageError.
	LinkWallet(ctx context.Context, accountID string, w Wallet, tell Tell) (Wallet, error)
	// UnlinkWallet also ends the sessions that the wallet opened. It answers ErrNotFound, or ErrLastWay for an account without
	// identity and other wallets.
	UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, tell Tell) error
}

// Tell tells the owner of an account what changed. Its error takes the change back.
type Tell func(ctx context.Context, a Account) error

// Sessions keeps sessions and their refresh tokens.
type Sessions interface {
	// CreateSession stores a session and its first token. ErrGone where its wallet was unlinked meanwhile.
	CreateSession(ctx context.Context, s Session, first Token) error
	// Session answers ErrNotFound.
	Session(ctx context.Context, id string) (Session, error)
	// UseToken finds the session of a refresh token, locks it, and stores what change
	// made of it together with the token that change answers, if any. It answers
	// ErrNotFound for an unknown token.
	UseToken(ctx context.Context, hash []byte, change func(s *Session, generation int) (issue *Token, err error)) (Session, error)
	// EndSession ends one session; unknown and ended ones are left alone.
	EndSession(ctx context.Context, id, reason string, now time.Time) error
	// EndSessions ends the account's sessions that were authenticated before a time, or nobody knows when,
	// and removes tickets of the account that would become such sessions.
	EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error
}

// Ticket is good until a time and at most once.
type Ticket struct {
	Kind, Key string
	Data      []byte
	Until     time.Time
	// AccountID and AuthenticatedAt are set where the ticket becomes a session of
	// that account.
	AccountID       string
	AuthenticatedAt time.Time
}

// Tickets keeps things that are good for a while and at most once.
type Tickets interface {
	// PutTicket stores a ticket. ErrExists with the time until which the one that is
	// there is good.
	PutTicket(ctx context.Context, t Ticket, now time.Time) (time.Time, error)
	// TakeTicket answers a live ticket's data and removes it, or ErrNotFound. Of two
	// callers at once, one gets it.
	TakeTicket(ctx context.Context, kind, key string, now time.Time) ([]byte, error)
	// Sweep removes what is over: tickets, and sessions long after their end.
	Sweep(ctx context.Context, now time.Time) error
}

// Keys keeps the keys that sign access tokens.
type Keys interface {
	// SigningKeys answers all keys, oldest first.
	SigningKeys(ctx context.Context) ([]SigningKey, error)
	// ReplaceKeys changes the keys under a lock that replicas share.
	ReplaceKeys(ctx context.Context, change func([]SigningKey) ([]SigningKey, error)) error
}

// Provider is the identity provider's OpenID Connect side. All calls answer
// ErrProviderDown when it cannot be reached.
type Provider interface {
	// AuthURL answers where the browser goes to sign in.
	AuthURL(ctx context.Context, l Attempt) (string, error)
	// Exchange turns the code of a callback into an identity. ErrLogin when the
	// answer does not verify.
	Exchange(ctx context.Context, code string, l Attempt) (Identity, error)
	// LogoutURL answers where the browser goes to end the provider's session, empty
	// when the provider has no such address.
	LogoutURL(ctx context.Context) (string, error)
	// LogoutToken verifies a back-channel logout token and answers its subject and
	// its id. ErrLogin when it does not verify.
	LogoutToken(ctx context.Context, token string) (issuer, subject, tokenID string, err error)
}

// Directory is the identity provider's live record of people.
type Directory interface {
	// User answers ErrNotFound for a person who was deleted, and nobody else, or ErrProviderDown. Answers may be 5 seconds old.
	User(ctx context.Context, subject string) (User, error)
	// SendVerification asks for another verification mail.
	SendVerification(ctx context.Context, subject string) error
}

// Claims is what an access token says.
type Claims struct {
	Subject, SessionID string
	Email              string
	EmailVerified      bool
	Roles              []string
	IssuedAt           time.Time
	Expires            time.Time
}

// Signer makes access tokens.
type Signer interface {
	Sign(ctx context.Context, c Claims) (string, error)
}

// Proof is a verified DPoP proof.
type Proof struct {
	// Key is the RFC 7638 thumbprint.
	Key string
	// ID is unique per key.
	ID string
	// Until is when the proof stops being acceptable.
	Until time.Time
}

// Proofs verifies DPoP proofs (RFC 9449).
type Proofs interface {
	// Proof verifies a proof for a method and a path of the public origin. ErrProof.
	Proof(proof, method, path string, now time.Time) (Proof, error)
}

// Ethereum verifies signatures of wallets.
type Ethereum interface {
	// VerifySignature checks an EIP-191 personal signature, or asks a contract wallet (ERC-1271); contract tells that the chain's
	// contract vouched, and not the key of the address. ErrSignature, or ErrChainDown.
	VerifySignature(ctx context.Context, chainID uint64, address, text, signature string) (contract bool, err error)
}

// Notices tells people what happened to their account.
type Notices interface {
	// SessionReused tells that a session was ended because its token was used twice.
	SessionReused(ctx context.Context, a Account, s Session) error
	// WalletLinked and WalletUnlinked tell, in the transaction of ctx, that there is another way into the account, or one less.
	WalletLinked(ctx context.Context, a Account, address string, at time.Time) error
	WalletUnlinked(ctx context.Context, a Account, address string, at time.Time) error
}

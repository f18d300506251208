package chain

import (
	"context"
	"math/big"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Node reads one chain. Errors: ErrNotYet, ErrTemporary, ErrBroken.
type Node interface {
	HeaderReader
	EventReader
	// CheckAgreement checks with a majority of the nodes, or the only one, that a block is part of the chain. It returns ErrTemporary if they
	// don't agree.
	CheckAgreement(ctx context.Context, h Header) error
	// HasCode reports whether there is a contract at an address now.
	HasCode(ctx context.Context, address string) (bool, error)
}

// HeaderReader reads headers of a chain.
type HeaderReader interface {
	// Heads returns the newest header and the newest final one, whose hash is empty if the node doesn't report final blocks.
	Heads(ctx context.Context) (latest, final Header, err error)
	HeaderByNumber(ctx context.Context, number uint64) (Header, error)
	HeaderByHash(ctx context.Context, hash string) (Header, error)
}

// EventReader reads the events of blocks.
type EventReader interface {
	// Events reads a block's events by the header's hash, never by number. The header proves them.
	Events(ctx context.Context, h Header) (Block, error)
	// Range reads many blocks and checks that they are complete and linked.
	Range(ctx context.Context, from, to uint64) ([]Block, error)
	// Payees reads the payment contract's credits to payees and their withdrawals in blocks from..to.
	Payees(ctx context.Context, from, to uint64) ([]PayeeEntry, error)
}

// Transactor runs functions in a transaction of the store. Calls inside fn with its ctx take part in it.
type Transactor interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// BlockStore stores blocks and their events. Every method joins the transaction of InTx.
type BlockStore interface {
	Transactor
	CursorStore
	BlockWriter
	FinalityStore
}

// CursorStore stores how far a chain was processed.
type CursorStore interface {
	// Cursor returns ErrNotFound before the first Reset.
	Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	// Reset removes the state of a chain that no longer exists and starts at the cursor: payments that were not final are returned as reverted,
	// due mints are queued again, and refunds in progress fail. ErrConflict means that another replica has started on that chain.
	Reset(ctx context.Context, c Cursor) (Undone, error)
	// Tagged records that a node reports final blocks.
	Tagged(ctx context.Context, chainID uint32) error
	// Header returns a header of the current chain, or ErrNotFound.
	Header(ctx context.Context, chainID uint32, number uint64) (Header, error)
}

// BlockWriter stores and undoes blocks.
type BlockWriter interface {
	// Extend appends blocks after the cursor, or returns ErrConflict. It returns payments and refunds as they are stored.
	Extend(ctx context.Context, c Cursor, blocks []Block) (Extended, error)
	// FillPayees stores the payees' entries of blocks up to a height if the cursor hasn't moved. Errors: ErrConflict, and ErrTemporary
	// if one of the blocks isn't part of the stored chain.
	FillPayees(ctx context.Context, c Cursor, entries []PayeeEntry, to uint64) error
	// Rollback undoes all blocks above the ancestor and returns the removed payments, or ErrConflict.
	Rollback(ctx context.Context, c Cursor, ancestor Header) ([]Payment, error)
}

// FinalityStore applies what time and finality decide.
type FinalityStore interface {
	// ExpireQuotes expires unpaid quotes whose deadline is before the header's time.
	ExpireQuotes(ctx context.Context, chainID uint32, h Header) ([]Quote, error)
	// Sightings returns the stored events of blocks that aren't final, up to a height, by block.
	Sightings(ctx context.Context, chainID uint32, number uint64) ([]Sighting, error)
	// Finalize makes everything up to a height final and returns what that changes.
	Finalize(ctx context.Context, ch Chain, number uint64) (Finalized, error)
}

// Extended is what new blocks changed.
type Extended struct {
	Payments []Payment
	Refunds  []Refund
}

// Undone is what Reset undid.
type Undone struct {
	Payments []Payment
	Refunds  []Refund
}

// Finalized is what became final together.
type Finalized struct {
	Payments    []Payment
	Refunds     []Refund
	Incoming    []Incoming
	Minted      []Token
	Withdrawals []Withdrawal
}

// Events publishes events. Each call writes into the transaction of ctx.
type Events interface {
	PaymentEvents
	RefundEvents
	TokenEvents
	WithdrawalEvents
}

// PaymentEvents publishes events of payments and quotes.
type PaymentEvents interface {
	PaymentSeen(ctx context.Context, p Payment) error
	PaymentConfirmed(ctx context.Context, p Payment) error
	PaymentReverted(ctx context.Context, p Payment) error
	QuoteExpired(ctx context.Context, q Quote, h Header) error
}

// RefundEvents publishes events of refunds.
type RefundEvents interface {
	RefundSent(ctx context.Context, r Refund) error
	RefundConfirmed(ctx context.Context, r Refund) error
	RefundFailed(ctx context.Context, r Refund) error
}

// TokenEvents publishes mints, and money and payments that match no order.
type TokenEvents interface {
	TokenMinted(ctx context.Context, t Token) error
	Unexpected(ctx context.Context, p Payment, reason string) error
	// MoneyArrived reports money that didn't go through the payment contract.
	MoneyArrived(ctx context.Context, m Incoming) error
}

// WithdrawalEvents emails owners about their withdrawals.
type WithdrawalEvents interface {
	// WithdrawalConfirmed and WithdrawalFailed do nothing for a withdrawal of a request: BatchReported emails about it.
	WithdrawalConfirmed(ctx context.Context, w Withdrawal) error
	WithdrawalFailed(ctx context.Context, w Withdrawal) error
	BatchReported(ctx context.Context, r BatchReport) error
}

// Contracts calls the contracts of one chain.
type Contracts interface {
	Pricing
	ChainState
	Calls
}

// Pricing reads prices and signs quotes.
type Pricing interface {
	// Price returns the newest price of the feed, or ErrNoPrice. It checks the second feed if one is configured.
	Price(ctx context.Context) (Price, error)
	// Intent signs a payment intent for a buyer. It returns ErrTemporary if the process with the key doesn't respond.
	Intent(ctx context.Context, i Intent) (Signed, error)
}

// ChainState reads the contracts' state.
type ChainState interface {
	// Paid returns the hash of the intent that paid a checkout according to the payment contract, as of the newest block; empty if none did.
	Paid(ctx context.Context, checkoutID string) (intentHash string, err error)
	// Mined reports whether a block holds a transaction, whether it succeeded or failed.
	Mined(ctx context.Context, hash string) (bool, error)
	// Owner returns the holder of a token, or ErrNotYet if it has none.
	Owner(ctx context.Context, tokenID int64) (string, error)
	// CanMove simulates the transfer out of the vault and returns ErrTarget if it would revert.
	CanMove(ctx context.Context, tokenID int64, to string) error
	// Credit returns what the payment contract credits to a payee at a height.
	Credit(ctx context.Context, payee string, number uint64) (money.Wei, error)
}

// Calls encodes transactions to the contracts.
type Calls interface {
	// Call returns the contract and calldata that mint a token or move it out of the vault.
	Call(kind Kind, tokenID int64, to string) (contract string, data []byte, err error)
	// RefundCall returns the call that sends a refund, and the wei to send with it: the vault's credit is used first. If inFull, the
	// vault's key pays the whole amount if it can, so that it doesn't matter if someone withdraws the credit first.
	RefundCall(ctx context.Context, r Refund, inFull bool) (contract string, data []byte, value *big.Int, err error)
	// Withdraw returns the call that sends a payee its credited balance.
	Withdraw(payee string) (contract string, data []byte, err error)
}

// Key signs with a private key, which another process may hold.
type Key interface {
	// Address returns the key's address, EIP-55.
	Address() string
	// Sign returns the signature of the Keccak-256 hash of data: 65 bytes r, s, v with a low s and v 27 or 28. ErrTemporary.
	Sign(ctx context.Context, data []byte) ([]byte, error)
}

// Sender signs and sends transactions with one key on one chain.
type Sender interface {
	Address() string
	// Nonces returns the key's transaction counts at the newest block and at the newest final block.
	Nonces(ctx context.Context) (latest, final uint64, err error)
	// Sign prices and signs a transaction. It raises the fees of an earlier attempt by at least an eighth. It returns ErrReverted if
	// the transaction would revert and ErrFeeCap if it would cost too much.
	Sign(ctx context.Context, t Transaction, nonce uint64, gas uint64, earlier *Attempt) (Attempt, error)
	// Broadcast sends signed bytes to the node. It ignores "already known" errors. ErrNonceTooLow, ErrTemporary.
	Broadcast(ctx context.Context, raw []byte) error
	// Receipt returns where a transaction was mined, or ErrNotYet.
	Receipt(ctx context.Context, hash string) (Receipt, error)
}

// Person is an account's current state at the auth service.
type Person struct {
	AccountID            string
	Email                string
	Wallets              []string
	CredentialsChangedAt time.Time
	// Blocked reports whether gallery staff blocked the account.
	Blocked bool
	// EmailUnverified reports whether the account logs in with an email address that isn't verified.
	EmailUnverified bool
}

// Accounts reads accounts from the auth service. Errors: ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Person, error)
}

// Credentials stores when the credentials of accounts last changed.
type Credentials interface {
	// ChangedAt returns the zero time if no change of the account is known.
	ChangedAt(ctx context.Context, accountID string) (time.Time, error)
	// NoteChange keeps the later time. If it moved, the cool-downs of the account's approved withdrawals are computed again.
	NoteChange(ctx context.Context, accountID string, at time.Time) error
}

// Addresses parses addresses.
type Addresses interface {
	// Parse returns the EIP-55 form, or ErrAddress if text isn't an address or has a wrong checksum.
	Parse(text string) (string, error)
}

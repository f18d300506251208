package chain

import (
	"context"
	"math/big"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Node reads one chain. Errors: ErrNotYet, ErrTemporary, ErrBroken.
type Node interface {
	// Heads answers the newest and the newest final header; the second one has no hash where the node does not know.
	Heads(ctx context.Context) (latest, final Header, err error)
	HeaderByNumber(ctx context.Context, number uint64) (Header, error)
	HeaderByHash(ctx context.Context, hash string) (Header, error)
	// Events reads by the header's hash, never by number.
	Events(ctx context.Context, h Header) (Block, error)
	// Range reads many blocks that are final, checked to be complete and linked.
	Range(ctx context.Context, from, to uint64) ([]Block, error)
	// Agree asks a majority of the nodes, and one where there is one, whether a block is part of the chain and the payments'
	// receipts are in their blocks. ErrTemporary where they do not.
	Agree(ctx context.Context, h Header, credits []Payment) error
	// Payees reads what the payment contract credited to payees and what they withdrew, in blocks from..to.
	Payees(ctx context.Context, from, to uint64) ([]PayeeEntry, error)
	// HasCode tells whether there is a contract at an address now.
	HasCode(ctx context.Context, address string) (bool, error)
}

// BlockStore keeps what blocks said. Every method joins the transaction of InTx.
type BlockStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Cursor answers ErrNotFound before the first Reset.
	Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	// Reset forgets a chain that is gone and starts at the cursor: payments that were not final come back as reverted,
	// owed mints are queued again, refunds that were under way fail.
	Reset(ctx context.Context, c Cursor) (Undone, error)
	// Tagged notes that a node knows what is final.
	Tagged(ctx context.Context, chainID uint32) error
	// Header answers a header of the current chain or ErrNotFound.
	Header(ctx context.Context, chainID uint32, number uint64) (Header, error)
	// Extend appends blocks after the cursor, or answers ErrConflict. It answers payments and refunds as they are stored.
	Extend(ctx context.Context, c Cursor, blocks []Block) (Extended, error)
	// FillPayees stores what blocks up to a height hold for payees, where the cursor still stands. ErrConflict, and ErrTemporary where a
	// block of them isn't part of the stored chain.
	FillPayees(ctx context.Context, c Cursor, entries []PayeeEntry, to uint64) error
	// Rollback undoes all blocks above the ancestor, or answers ErrConflict. It answers the payments that are gone.
	Rollback(ctx context.Context, c Cursor, ancestor Header) ([]Payment, error)
	// ExpireQuotes ends quotes whose deadline is before the header's time and that nobody paid.
	ExpireQuotes(ctx context.Context, chainID uint32, h Header) ([]Quote, error)
	// Credits answers the payments of our quotes that would become final at a height: those that are seen, and of the new ones
	// those that have a quote.
	Credits(ctx context.Context, chainID uint32, number uint64, fresh []Payment) ([]Payment, error)
	// Finalize makes everything up to a height final and answers what that decides.
	Finalize(ctx context.Context, ch Chain, number uint64) (Finalized, error)
}

// Extended is what new blocks said.
type Extended struct {
	Payments []Payment
	Refunds  []Refund
}

// Undone is what a chain that is gone takes along.
type Undone struct {
	Payments []Payment
	Refunds  []Refund
}

// Finalized is what became final at once.
type Finalized struct {
	Payments    []Payment
	Refunds     []Refund
	Incoming    []Incoming
	Minted      []Token
	Withdrawals []Withdrawal
}

// Events tells the house. Each call writes into the transaction of ctx.
type Events interface {
	PaymentSeen(ctx context.Context, p Payment) error
	PaymentConfirmed(ctx context.Context, p Payment) error
	PaymentReverted(ctx context.Context, p Payment) error
	QuoteExpired(ctx context.Context, q Quote, h Header) error
	Unexpected(ctx context.Context, p Payment, reason string) error
	// MoneyArrived tells of money that came another way.
	MoneyArrived(ctx context.Context, m Incoming) error
	RefundSent(ctx context.Context, r Refund) error
	RefundConfirmed(ctx context.Context, r Refund) error
	RefundFailed(ctx context.Context, r Refund) error
	TokenMinted(ctx context.Context, t Token) error
	WithdrawalRequested(ctx context.Context, w Withdrawal, t Token, p Person) error
	WithdrawalCancelled(ctx context.Context, w Withdrawal) error
	WithdrawalConfirmed(ctx context.Context, w Withdrawal) error
	WithdrawalFailed(ctx context.Context, w Withdrawal) error
}

// Contracts speaks to the contracts of one chain.
type Contracts interface {
	// Price is the newest answer of the price feed, or ErrNoPrice. The second feed is checked where one is configured.
	Price(ctx context.Context) (Price, error)
	// Intent signs what a buyer may pay.
	Intent(i Intent) (Signed, error)
	// Paid reports whether the payment contract has taken a payment of a checkout, as of the newest block.
	Paid(ctx context.Context, checkoutID string) (bool, error)
	// Mined reports whether a block holds a transaction, whether it succeeded or failed.
	Mined(ctx context.Context, hash string) (bool, error)
	// Owner is who holds a token, or ErrNotYet for none.
	Owner(ctx context.Context, tokenID int64) (string, error)
	// CanMove simulates the transfer out of the vault: ErrTarget where it would revert.
	CanMove(ctx context.Context, tokenID int64, to string) error
	// Call is the contract and the data that mint a token or move it out of the vault.
	Call(kind Kind, tokenID int64, to string) (contract string, data []byte, err error)
	// PayBack is the call that sends a refund, and the wei to send along: what is credited to the vault is used first.
	PayBack(ctx context.Context, r Refund) (contract string, data []byte, value *big.Int, err error)
	// Credit is what the payment contract credits to a payee at a height.
	Credit(ctx context.Context, payee string, number uint64) (money.Wei, error)
	// Withdraw is the call that sends a payee what it is credited.
	Withdraw(payee string) (contract string, data []byte, err error)
}

// Sender signs and sends with one key on one chain.
type Sender interface {
	Address() string
	// Nonces are the transactions of the key in the newest and in the newest final block.
	Nonces(ctx context.Context) (latest, final uint64, err error)
	// Sign prices and signs. Fees of an earlier attempt are raised by an eighth at least. Errors: ErrReverted where it
	// would revert, ErrFeeCap where it would cost too much.
	Sign(ctx context.Context, t Transaction, nonce uint64, gas uint64, earlier *Attempt) (Attempt, error)
	// Broadcast hands bytes to the node. What the node knows already is no error. ErrNonceTooLow, ErrTemporary.
	Broadcast(ctx context.Context, raw []byte) error
	// Receipt answers where a transaction was mined, or ErrNotYet.
	Receipt(ctx context.Context, hash string) (Receipt, error)
}

// Person is an account as the auth service knows it now.
type Person struct {
	AccountID            string
	Email                string
	Wallets              []string
	CredentialsChangedAt time.Time
}

// Accounts reads live accounts. Errors: ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Person, error)
}

// Credentials keeps when the credentials of accounts last changed.
type Credentials interface {
	// ChangedAt returns the zero time for an account of which no change is known.
	ChangedAt(ctx context.Context, accountID string) (time.Time, error)
	// NoteChange keeps the later time. If it moved, the waits of the account's approved withdrawals are worked out again.
	NoteChange(ctx context.Context, accountID string, at time.Time) error
}

// Addresses reads and writes addresses.
type Addresses interface {
	// Parse answers the EIP-55 form, or ErrAddress for a wrong checksum or no address.
	Parse(text string) (string, error)
}

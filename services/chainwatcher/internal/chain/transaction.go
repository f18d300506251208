package chain

import (
	"context"
	"math/big"
	"time"
)

// Kind is what a transaction does.
type Kind string

// MaxGas is the maximum gas of a transaction of ours. Payouts, refunds and withdrawals call the recipient's code, which must not use more
// at the gallery's expense; a mint needs less than half of it.
const MaxGas = 300_000

// The kinds of transactions.
const (
	Mint      Kind = "mint"
	Transfers Kind = "withdrawal"
	PayRefund Kind = "refund"
	PayOut    Kind = "payout"
)

// TxStatus is the state of a transaction.
type TxStatus string

// The states of a transaction.
const (
	Queued      TxStatus = "queued"
	TxSigned    TxStatus = "signed"
	TxBroadcast TxStatus = "broadcast"
	TxMined     TxStatus = "mined"
	TxFinal     TxStatus = "final"
	TxFailed    TxStatus = "failed"
)

// Transaction is one transaction to send, with all attempts that share its nonce.
type Transaction struct {
	ID       string
	ChainID  uint32
	Sender   string
	Kind     Kind
	Subject  string
	TokenID  int64
	Contract string
	Data     []byte
	// Value is the wei to send, nil for none.
	Value  *big.Int
	Status TxStatus
	Nonce  uint64
	Gas    uint64
	// MinedNumber is the height of its block while it is mined.
	MinedNumber uint64
	SentAt      time.Time
	// Cause identifies the request that queued it, for traces. Only the store uses it.
	Cause    []byte
	Attempts []Attempt
}

// Attempt is one signed version of a transaction.
type Attempt struct {
	Hash     string
	Raw      []byte
	Gas      uint64
	FeeCap   *big.Int
	TipCap   *big.Int
	SignedAt time.Time
}

// Receipt says where a transaction was mined.
type Receipt struct {
	OK          bool
	BlockNumber uint64
	BlockHash   string
}

// Lease is the right to sign with one key until it expires. Each lease has an epoch; the store refuses writes of an older epoch and of
// an expired lease.
type Lease struct {
	ChainID uint32
	Sender  string
	Epoch   int64
}

// SignerStore stores transactions. Every write checks the lease: ErrFenced.
type SignerStore interface {
	Transactor
	FinalityReader
	LeaseStore
	TransactionStore
	SubjectStore
}

// TransactionStore stores transactions and their attempts.
type TransactionStore interface {
	TransactionQueue
	AttemptStore
}

// SubjectStore stores the subjects of transactions: withdrawals, tokens, payouts and refunds.
type SubjectStore interface {
	WithdrawalReader
	TokenLocker
	PayoutSubjects
	RefundSubjects
	ProofStore
}

// LeaseStore gives a key to one holder at a time.
type LeaseStore interface {
	// Lease leases a key for a time, by the store's clock. ok is false while another holder's lease has not expired.
	Lease(ctx context.Context, chainID uint32, sender string, ttl time.Duration) (l Lease, ok bool, err error)
	// Renew extends a lease from now. It returns ErrFenced if the lease has expired or someone else has the key.
	Renew(ctx context.Context, l Lease, ttl time.Duration) error
	// Release ends a lease early, so that another holder can take the key immediately.
	Release(ctx context.Context, l Lease) error
}

// FinalityReader reads the final state that a signer depends on.
type FinalityReader interface {
	// Halted returns the halt of a chain, or ErrNotFound. While there is one, Signed returns ErrHalted.
	Halted(ctx context.Context, chainID uint32) (Halt, error)
	// Finalized returns the height of the last block that can't be undone.
	Finalized(ctx context.Context, chainID uint32) (uint64, error)
}

// WithdrawalReader reads the withdrawal of a transfer.
type WithdrawalReader interface {
	Read(ctx context.Context, withdrawalID string) (Withdrawal, error)
	// LockWithdrawal locks the row until the transaction of ctx ends, and returns it.
	LockWithdrawal(ctx context.Context, withdrawalID string) (Withdrawal, error)
}

// TokenLocker reads the token that a transaction mints or moves.
type TokenLocker interface {
	Token(ctx context.Context, tokenID int64) (Token, error)
	// LockToken locks the row until the transaction of ctx ends, and returns it.
	LockToken(ctx context.Context, tokenID int64) (Token, error)
}

// PayoutSubjects reads and ends the payout of a transaction.
type PayoutSubjects interface {
	// Payout returns a payout, or ErrNotFound.
	Payout(ctx context.Context, payoutID string) (Payout, error)
	// FailPayout fails a payout that is in no block, or returns ErrNotFound.
	FailPayout(ctx context.Context, payoutID, reason string) error
}

// RefundSubjects reads and ends the refund of a transaction.
type RefundSubjects interface {
	Refund(ctx context.Context, refundID string) (Refund, error)
	// FailRefund fails a pending refund and returns it, or ErrNotFound.
	FailRefund(ctx context.Context, refundID, reason string) (Refund, error)
}

// TransactionQueue returns the transactions that a signer works on.
type TransactionQueue interface {
	// Open returns the signed transactions that aren't final, by nonce.
	Open(ctx context.Context, l Lease) ([]Transaction, error)
	// LostMints returns the final mints whose events are still missing after 64 more final blocks.
	LostMints(ctx context.Context, l Lease) ([]Transaction, error)
	// Next returns the oldest queued transactions, except the given ones.
	Next(ctx context.Context, l Lease, passed []string, limit int) ([]Transaction, error)
	// Nonce returns the lowest nonce that none of our transactions uses on this chain.
	Nonce(ctx context.Context, l Lease) (uint64, error)
}

// AttemptStore stores signed attempts and their outcome.
type AttemptStore interface {
	// Hashes returns the hashes of all attempts ever signed for a transaction, under any nonce.
	Hashes(ctx context.Context, transactionID string) ([]string, error)
	// Signed stores an attempt before it is sent.
	Signed(ctx context.Context, l Lease, t Transaction, nonce uint64, a Attempt) error
	// Mark changes the state of a transaction and of its subject: a withdrawal follows its
	// transfer.
	Mark(ctx context.Context, l Lease, t Transaction, status TxStatus, minedNumber uint64, reason string) error
	// Requeue abandons the nonce of a transaction because another transaction has used it.
	Requeue(ctx context.Context, l Lease, t Transaction) error
}

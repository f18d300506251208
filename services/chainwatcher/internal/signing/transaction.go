// Package signing sends the transactions of the gallery's keys: mints, withdrawals, refunds and payouts. One signer at a time works for a key.
package signing

import (
	"context"
	"math/big"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
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
	// Call is complete once the signer starts the transaction.
	chain.Call

	ID      string
	ChainID uint32
	Sender  string
	Kind    Kind
	Subject string
	TokenID int64
	Status  TxStatus
	Nonce   uint64
	Gas     uint64
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

// Store stores transactions. Every write checks the lease: ErrFenced.
type Store interface {
	chain.Transactor
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
	custody.TokenLocker
	MoneySubjects
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
	// Halts: while a chain is halted, Signed returns chain.ErrHalted.
	chain.Halts
	// Finalized returns the height of the last block that can't be undone.
	Finalized(ctx context.Context, chainID uint32) (uint64, error)
}

// WithdrawalReader reads the withdrawal of a transfer.
type WithdrawalReader interface {
	Read(ctx context.Context, withdrawalID string) (custody.Withdrawal, error)
	// LockWithdrawal locks the row until the transaction of ctx ends, and returns it.
	LockWithdrawal(ctx context.Context, withdrawalID string) (custody.Withdrawal, error)
}

// MoneySubjects reads and ends the payout or the refund of a transaction.
type MoneySubjects interface {
	// Payout returns a payout, or chain.ErrNotFound.
	Payout(ctx context.Context, payoutID string) (paying.Payout, error)
	// FailPayout fails a payout that is in no block, or returns chain.ErrNotFound.
	FailPayout(ctx context.Context, payoutID, reason string) error
	Refund(ctx context.Context, refundID string) (paying.Refund, error)
	// FailRefund fails a pending refund and returns it, or chain.ErrNotFound.
	FailRefund(ctx context.Context, refundID, reason string) (paying.Refund, error)
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

// Sender signs and sends transactions with one key on one chain. Errors: chain.ErrTemporary, and those that are named.
type Sender interface {
	Address() string
	// Nonces returns the key's transaction counts at the newest block and at the newest final block.
	Nonces(ctx context.Context) (latest, final uint64, err error)
	// Sign prices and signs a transaction. It raises the fees of an earlier attempt by at least an eighth. It returns chain.ErrReverted if
	// the transaction would revert and ErrFeeCap if it would cost too much.
	Sign(ctx context.Context, t Transaction, nonce uint64, gas uint64, earlier *Attempt) (Attempt, error)
	// Broadcast sends signed bytes to the node. It ignores "already known" errors. ErrNonceTooLow.
	Broadcast(ctx context.Context, raw []byte) error
	// Receipt returns where a transaction was mined, or chain.ErrNotYet.
	Receipt(ctx context.Context, hash string) (Receipt, error)
}

// Events publishes failed refunds and emails owners about failed withdrawals, in the transaction of ctx.
type Events interface {
	RefundFailed(ctx context.Context, r paying.Refund) error
	WithdrawalFailed(ctx context.Context, w custody.Withdrawal) error
}

// transitions are allowed. The table transitions in the database has the same rows, and a trigger refuses other changes.
var transitions = map[TxStatus][]TxStatus{
	Queued:      {TxSigned, TxFinal, TxFailed},
	TxSigned:    {Queued, TxBroadcast, TxMined, TxFinal, TxFailed},
	TxBroadcast: {Queued, TxMined, TxFinal, TxFailed},
	TxMined:     {Queued, TxBroadcast, TxFinal, TxFailed},
	// Only if the chain that contained it no longer exists.
	TxFinal:  {Queued},
	TxFailed: {Queued},
}

// TxStatuses are all states of transactions.
var TxStatuses = []TxStatus{Queued, TxSigned, TxBroadcast, TxMined, TxFinal, TxFailed}

// Allowed reports whether a transaction may move from s to next.
func (s TxStatus) Allowed(next TxStatus) bool { return slices.Contains(transitions[s], next) }

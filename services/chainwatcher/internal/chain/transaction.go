package chain

import (
	"context"
	"math/big"
	"time"
)

// Kind is what a transaction does.
type Kind string

// The kinds of transactions.
const (
	Mint      Kind = "mint"
	Transfers Kind = "withdrawal"
	PayBack   Kind = "refund"
)

// TxStatus is where a transaction stands.
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

// Transaction is one thing to send, with all attempts that share its nonce.
type Transaction struct {
	ID       string
	ChainID  uint32
	Sender   string
	Kind     Kind
	Subject  string
	TokenID  int64
	Contract string
	Data     []byte
	// Value is wei to send along, nil for none.
	Value  *big.Int
	Status TxStatus
	Nonce  uint64
	Gas    uint64
	// MinedNumber is the height of the block that holds it, while mined.
	MinedNumber uint64
	SentAt      time.Time
	Attempts    []Attempt
}

// Attempt is one signed form of a transaction.
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

// Lease is the right to sign with one key, fenced by an epoch: every write of an older epoch is refused.
type Lease struct {
	ChainID uint32
	Sender  string
	Epoch   int64
}

// SignerStore keeps transactions. Every write checks the lease: ErrFenced.
type SignerStore interface {
	// Lease takes the key's lock and a new epoch; ok is false while another replica holds it. Release frees the lock, which
	// also ends with the connection.
	Lease(ctx context.Context, chainID uint32, sender string) (l Lease, release func(), ok bool, err error)
	// Open answers what is signed and not final, by nonce.
	Open(ctx context.Context, l Lease) ([]Transaction, error)
	// Next answers the oldest queued ones, but for those passed over.
	Next(ctx context.Context, l Lease, passed []string, limit int) ([]Transaction, error)
	// Nonce is the least nonce that no transaction of ours has on this chain.
	Nonce(ctx context.Context, l Lease) (uint64, error)
	// Hashes are of everything that was ever signed for a transaction, under whatever nonce.
	Hashes(ctx context.Context, transactionID string) ([]string, error)
	// Signed keeps an attempt before it is sent.
	Signed(ctx context.Context, l Lease, t Transaction, nonce uint64, a Attempt) error
	// Mark moves a transaction and what it stands for: a withdrawal follows its transfer.
	Mark(ctx context.Context, l Lease, t Transaction, status TxStatus, minedNumber uint64, reason string) error
	// Requeue gives up the nonce of a transaction that another one has taken.
	Requeue(ctx context.Context, l Lease, t Transaction) error
	// Finalized is the height up to which nothing is undone.
	Finalized(ctx context.Context, chainID uint32) (uint64, error)
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Read answers the withdrawal that a transfer stands for, Refund the refund, Token the token that a transaction makes or moves.
	Read(ctx context.Context, withdrawalID string) (Withdrawal, error)
	Refund(ctx context.Context, refundID string) (Refund, error)
	Token(ctx context.Context, tokenID int64) (Token, error)
	// LockWithdrawal and LockToken keep a row as it is until the transaction of ctx ends, and answer it.
	LockWithdrawal(ctx context.Context, withdrawalID string) (Withdrawal, error)
	LockToken(ctx context.Context, tokenID int64) (Token, error)
	// FailRefund ends a refund that waits, and answers it, or ErrNotFound.
	FailRefund(ctx context.Context, refundID, reason string) (Refund, error)
}

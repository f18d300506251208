package chain

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrReverted is a call or a transaction that would revert.
	ErrReverted = errors.New("the transaction would revert")
	// ErrTarget means that an address must not receive a token.
	ErrTarget = errors.New("the address cannot receive the token")
)

// Contracts calls the contracts of one chain. Errors: ErrNotYet, ErrTemporary, ErrBroken.
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
	// Mint returns the call that mints a token into the vault, and Transfer the one that moves it out of the vault.
	Mint(tokenID int64) (Call, error)
	Transfer(tokenID int64, to string) (Call, error)
	// Refund returns the call that sends a refund, with the wei to send: the vault's credit is used first. If inFull, the vault's key pays
	// the whole amount if it can, so that it doesn't matter if someone withdraws the credit first.
	Refund(ctx context.Context, refundID, to string, amount money.Wei, inFull bool) (Call, error)
	// Withdraw returns the call that sends a payee its credited balance.
	Withdraw(payee string) (Call, error)
}

// Call is a transaction to a contract.
type Call struct {
	Contract string
	Data     []byte
	// Value is the wei to send, nil for none.
	Value *big.Int
}

// Intent has the values that a payment must match in the payment contract.
type Intent struct {
	CheckoutID    string
	Amount        money.Wei
	Artist        string
	ArtistShare   money.Wei
	RefundAddress string
	Deadline      time.Time
}

// Signed is a signed intent: its hash and the calldata that pays it.
type Signed struct {
	Hash string
	Data []byte
}

// Key signs with a private key, which another process may hold.
type Key interface {
	// Address returns the key's address, EIP-55.
	Address() string
	// Sign returns the signature of the Keccak-256 hash of data: 65 bytes r, s, v with a low s and v 27 or 28. ErrTemporary.
	Sign(ctx context.Context, data []byte) ([]byte, error)
}

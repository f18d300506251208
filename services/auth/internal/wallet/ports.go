package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

var (
	// ErrTaken means that the wallet belongs to another account.
	ErrTaken = errors.New("the wallet belongs to another account")
	// ErrLastWay means that without the wallet nobody could log in to the account.
	ErrLastWay = errors.New("the wallet is the only way to log in to the account")
	// ErrSignature means that the wallet did not sign the message.
	ErrSignature = errors.New("the signature does not match the wallet")
	// ErrChainDown means that the Ethereum node is unavailable. Temporary.
	ErrChainDown = errors.New("the Ethereum node is unavailable")
)

// MessageError reports an invalid Sign-In with Ethereum message. Reason is shown to the person who signs.
type MessageError struct{ Reason string }

func (e *MessageError) Error() string { return e.Reason }

// Store stores which account a wallet belongs to. Linking and unlinking set the account's CredentialsChangedAt,
// because a wallet is a way to log in. If they change something, they call notify with the account
// in the same transaction.
type Store interface {
	account.Tickets
	// EnsureWallet returns the wallet's account and creates one for a new wallet. It returns the
	// *MessageError of Proved.
	EnsureWallet(ctx context.Context, w account.Wallet) (account.Account, error)
	// LinkWallet returns the wallet; linking it again changes nothing. Errors: ErrTaken,
	// *MessageError.
	LinkWallet(ctx context.Context, accountID string, w account.Wallet, notify account.Notify) (account.Wallet, error)
	// UnlinkWallet also ends the sessions that the wallet opened. It returns account.ErrNotFound, or
	// ErrLastWay for an account without an identity or other wallets.
	UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, notify account.Notify) error
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

// Notices notifies people, in the transaction of ctx, that a way to log in was added or removed.
type Notices interface {
	WalletLinked(ctx context.Context, a account.Account, address string, at time.Time) error
	WalletUnlinked(ctx context.Context, a account.Account, address string, at time.Time) error
}

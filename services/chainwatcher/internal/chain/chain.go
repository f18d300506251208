// Package chain has what all cores know of a chain: its addresses, its blocks with their events, its contracts, its price and why it can't
// be used. It does no I/O itself.
package chain

import (
	"context"
	"errors"
	"fmt"
)

var (
	// ErrNotYet means that the node doesn't have something yet: a later block, a hash of another fork, a receipt. Retry later.
	ErrNotYet = errors.New("the node does not have it yet")
	// ErrTemporary means that a node failed temporarily. Retry.
	ErrTemporary = errors.New("the node has a temporary problem")
	// ErrContradiction means that nodes report different blocks at a height that should be final. It is an ErrTemporary, because one of
	// them may lag.
	ErrContradiction = fmt.Errorf("%w: the nodes contradict each other", ErrTemporary)
	// ErrBroken means that a node can't be used: it serves another chain, or contradicts itself.
	ErrBroken = errors.New("the node is broken")
	// ErrConflict means that another replica changed something first. Read it again and continue.
	ErrConflict = errors.New("another replica changed it first")

	// ErrUnavailable means that another service is unavailable. Retry.
	ErrUnavailable = errors.New("another service is not available")
	// ErrNotFound means that a row doesn't exist or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrNoChain means that a chain is not configured, or has no contracts yet.
	ErrNoChain = errors.New("the chain is not available")
	// ErrUnknownChain is an ErrNoChain for a chain that is not configured.
	ErrUnknownChain = fmt.Errorf("%w: it is not configured", ErrNoChain)
)

// Chain is a configured chain with its contracts.
type Chain struct {
	ID             uint32
	Name           string
	CurrencySymbol string
	ExplorerURL    string
	// Genesis is the hash of block 0. It distinguishes two chains with the same id.
	Genesis         string
	TokenContract   string
	PaymentContract string
	PriceFeed       string
	// Coin is the coin that the price feeds must measure in dollars, empty for any.
	Coin string
	// FinalityDepth is used if the node doesn't report final blocks.
	FinalityDepth uint64
	StartBlock    uint64
	// Vault is the platform's custody address, EIP-55.
	Vault string
	// Platform is the address that the platform's share of payments is credited to, EIP-55.
	Platform string
	// Own are further addresses whose transfers to ours are not payments, EIP-55.
	Own []string
	// Assets are the ERC-20 tokens that count as money; empty means all.
	Assets []string
}

// EditionSpace is the size of an artwork's token id range; its editions are numbered from 1.
const EditionSpace = 1_000_000

// TokenID returns the token id of an artwork's edition.
func TokenID(artworkID int64, editionNumber int32) int64 {
	return artworkID*EditionSpace + int64(editionNumber)
}

// EditionNumber returns the edition number of a token.
func EditionNumber(tokenID int64) int32 { return int32(tokenID % EditionSpace) }

// Transactor runs functions in a transaction of the store. Calls inside fn with its ctx take part in it.
type Transactor interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Package chain decides what blocks mean: which payments were made, which tokens are whose, what may be sent. It reaches
// nothing itself: nodes, keys, storage and events are ports.
package chain

import (
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrNotYet is something that the node does not know: a later block, a hash of another fork, a receipt. Ask again later.
	ErrNotYet = errors.New("the node does not have it yet")
	// ErrTemporary is a node that did not answer as it should. Ask again.
	ErrTemporary = errors.New("the node has a temporary problem")
	// ErrBroken is a node that must not be used: another chain, or answers that contradict themselves.
	ErrBroken = errors.New("the node is broken")
	// ErrBehind is a node whose head is below what is already known. Nothing is undone; wait for it.
	ErrBehind = errors.New("the node is behind")
	// ErrTooDeep is a reorganisation below finality. The watcher stands still until the node tells otherwise.
	ErrTooDeep = errors.New("a reorganisation goes below finality")
	// ErrOtherContracts is a chain that is set up with other contracts than it was followed with, which still stand. Nobody follows it until
	// a person has put the setting right.
	ErrOtherContracts = errors.New("the contracts of the chain are others than before")
	// ErrConflict is a cursor that another replica moved. Read it and go on.
	ErrConflict = errors.New("another replica was faster")

	// ErrUnavailable is another service that does not answer. Ask again.
	ErrUnavailable = errors.New("another service is not available")
	// ErrNotFound is an unknown row, or another person's.
	ErrNotFound = errors.New("not found")
	// ErrNoChain is a chain that is not configured, or whose contracts are not deployed.
	ErrNoChain = errors.New("the chain is not available")
	// ErrNoPrice is a price that is missing, too old or contradicted by the second feed.
	ErrNoPrice = errors.New("no trustworthy price")
	// ErrPricesDiffer is an ErrNoPrice: the feeds contradict each other.
	ErrPricesDiffer = fmt.Errorf("%w: the feeds contradict each other", ErrNoPrice)
	// ErrPriceOld is an ErrNoPrice: the feed has not told a new one for too long.
	ErrPriceOld = fmt.Errorf("%w: it is too old", ErrNoPrice)
	// ErrRoundIncomplete is an ErrNoPrice: the feed's round has no answer yet.
	ErrRoundIncomplete = fmt.Errorf("%w: the round is not complete", ErrNoPrice)
	// ErrNotAPrice is an ErrNoPrice: zero or less.
	ErrNotAPrice = fmt.Errorf("%w: not above zero", ErrNoPrice)
	// ErrCurrency is a currency that the price feed does not know.
	ErrCurrency = errors.New("no price in this currency")
	// ErrTooLate is a quote for a hold that has ended, or nearly.
	ErrTooLate = errors.New("the hold has ended")
	// ErrAddress is text that is no address, or has a wrong checksum.
	ErrAddress = errors.New("not an address")
	// ErrTarget is an address that must not get a token.
	ErrTarget = errors.New("the address cannot receive the token")
	// ErrPending is a second withdrawal while one lives.
	ErrPending = errors.New("a withdrawal of this token is under way")
	// ErrNotMinted is a token whose mint is not final.
	ErrNotMinted = errors.New("the token is not minted for good")
	// ErrNotInVault is a token that the vault does not hold for good yet.
	ErrNotInVault = errors.New("the token is not in the vault")
	// ErrFrozen is a token whose order is disputed or refunded.
	ErrFrozen = errors.New("the token is frozen")
	// ErrSent is a cancellation after the transfer was signed.
	ErrSent = errors.New("the withdrawal cannot be cancelled any more")
	// ErrTaken is an order whose token belongs to another order.
	ErrTaken = errors.New("the token belongs to another order")
)

// Chain is one chain as it is configured, with its contracts.
type Chain struct {
	ID             uint32
	Name           string
	CurrencySymbol string
	ExplorerURL    string
	// Genesis is the hash of block 0: it tells two chains of the same id apart.
	Genesis         string
	TokenContract   string
	PaymentContract string
	PriceFeed       string
	// FinalityDepth counts where the node does not know what is final.
	FinalityDepth uint64
	StartBlock    uint64
	// Vault is the platform's custody address, EIP-55.
	Vault string
	// Platform is whom the platform's share of payments is credited to, EIP-55.
	Platform string
	// Own are further addresses whose transfers to the house are no payments, EIP-55.
	Own []string
	// Assets are the ERC-20 tokens that count as money; all where it is empty.
	Assets []string
}

// Header is what links blocks. Hashes are lower-case hex.
type Header struct {
	Number uint64
	Hash   string
	Parent string
	Time   time.Time
	// Bloom is the adapter's own: it tells whether a block may hold events.
	Bloom []byte
}

// Block is a header with the events of the contracts.
type Block struct {
	Header

	Payments  []Payment
	Transfers []Transfer
	Refunds   []RefundEvent
	Incoming  []Incoming
	// Withdrawn are the Withdrawn events of the payment contract; their amounts are negative.
	Withdrawn []PayeeEntry
}

// Payment is one Paid event. Its key is (ChainID, BlockHash, LogIndex).
type Payment struct {
	ChainID uint32
	// CheckoutID is empty where the order's number is none of ours.
	CheckoutID    string
	BlockHash     string
	BlockNumber   uint64
	BlockTime     time.Time
	TxHash        string
	LogIndex      int64
	Payer         string
	Amount        money.Wei
	ArtistShare   money.Wei
	Artist        string
	RefundAddress string
	IntentHash    string
	// Known tells whether a quote of ours stands behind it.
	Known bool
	// Sightings counts how often the block became part of the chain.
	Sightings int
}

// Transfer is one Transfer event of the token contract. From is empty for a mint.
type Transfer struct {
	TokenID  int64
	From     string
	To       string
	TxHash   string
	LogIndex int64
	// Time, Final and BlockNumber are set when read from the store.
	Time        time.Time
	Final       bool
	BlockNumber uint64
}

// Cursor is how far a chain was processed.
type Cursor struct {
	Header

	ChainID uint32
	// Finalized is the height up to which nothing is undone.
	Finalized uint64
	// Genesis and the contracts tell for which chain the cursor stands.
	Genesis         string
	TokenContract   string
	PaymentContract string
	// Tagged tells whether a node has ever said what is final. From then on depth is no finality.
	Tagged bool
	// PayeesThrough is the height up to which what payees are credited is known; nil where none of it is.
	PayeesThrough *uint64
}

// Package chain interprets blocks: which payments were made, who holds which token, what may be sent. It does no I/O itself:
// nodes, keys, storage and events are ports.
package chain

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrNotYet means that the node doesn't have something yet: a later block, a hash of another fork, a receipt. Retry later.
	ErrNotYet = errors.New("the node does not have it yet")
	// ErrTemporary means that a node failed temporarily. Retry.
	ErrTemporary = errors.New("the node has a temporary problem")
	// ErrBroken means that a node can't be used: it serves another chain, or contradicts itself.
	ErrBroken = errors.New("the node is broken")
	// ErrBehind means that a node's head is below what is already processed. Nothing is undone; wait for the node.
	ErrBehind = errors.New("the node is behind")
	// ErrTooDeep is a reorganisation below finality. The watcher stops until the node reports the earlier blocks again.
	ErrTooDeep = errors.New("a reorganisation goes below finality")
	// ErrOtherContracts means that the settings have other contracts than before while the old ones still exist. The chain is not
	// followed until an operator corrects the settings.
	ErrOtherContracts = errors.New("the settings have other contracts than before")
	// ErrConflict means that another replica moved the cursor. Read it again and continue.
	ErrConflict = errors.New("another replica changed it first")

	// ErrUnavailable means that another service is unavailable. Retry.
	ErrUnavailable = errors.New("another service is not available")
	// ErrNotFound means that a row doesn't exist or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrNoChain means that a chain is not configured, or has no contracts yet.
	ErrNoChain = errors.New("the chain is not available")
	// ErrUnknownChain is an ErrNoChain for a chain that is not configured.
	ErrUnknownChain = fmt.Errorf("%w: it is not configured", ErrNoChain)
	// ErrNoPrice means that a price is missing, too old or contradicted by the second feed.
	ErrNoPrice = errors.New("no trustworthy price")
	// ErrPricesDiffer means that the feeds contradict each other. It is an ErrNoPrice.
	ErrPricesDiffer = fmt.Errorf("%w: the feeds contradict each other", ErrNoPrice)
	// ErrPriceOld means that the feed's last update is too old. It is an ErrNoPrice.
	ErrPriceOld = fmt.Errorf("%w: it is too old", ErrNoPrice)
	// ErrRoundIncomplete means that the feed's round has no price yet. It is an ErrNoPrice.
	ErrRoundIncomplete = fmt.Errorf("%w: the round is not complete", ErrNoPrice)
	// ErrNotAPrice means that the price is zero or negative. It is an ErrNoPrice.
	ErrNotAPrice = fmt.Errorf("%w: not above zero", ErrNoPrice)
	// ErrOtherFeed means that the feed measures another coin or currency. It is an ErrNoPrice that only a change of the settings fixes.
	ErrOtherFeed = fmt.Errorf("%w: the feed is not of this chain's coin", ErrNoPrice)
	// ErrCurrency means that the price feed doesn't support the currency.
	ErrCurrency = errors.New("no price in this currency")
	// ErrTooLate means that the hold has ended, or is about to.
	ErrTooLate = errors.New("the hold has ended")
	// ErrAddress means that text isn't an address, or has a wrong checksum.
	ErrAddress = errors.New("not an address")
	// ErrTarget means that an address must not receive a token.
	ErrTarget = errors.New("the address cannot receive the token")
	// ErrPending means that the token already has an open withdrawal.
	ErrPending = errors.New("a withdrawal of this token is in progress")
	// ErrNotMinted means that the token's mint is not final.
	ErrNotMinted = errors.New("the token's mint is not final")
	// ErrNotInVault means that the token is not, or not yet finally, in the vault.
	ErrNotInVault = errors.New("the token is not in the vault")
	// ErrFrozen means that the token's order is disputed or refunded.
	ErrFrozen = errors.New("the token is frozen")
	// ErrSent means that the transfer was already signed, so it can't be cancelled.
	ErrSent = errors.New("the withdrawal can no longer be cancelled")
	// ErrTaken means that the token belongs to another order.
	ErrTaken = errors.New("the token belongs to another order")
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

// Header links blocks. Hashes are lower-case hex.
type Header struct {
	Number uint64
	Hash   string
	Parent string
	Time   time.Time
	// The adapter alone uses these: they show whether a block may contain events, and prove its receipts and transactions.
	Bloom            []byte
	ReceiptsRoot     []byte
	TransactionsRoot []byte
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

// Sighting is a stored event of a block that isn't final.
type Sighting struct {
	BlockNumber uint64
	BlockHash   string
	// Event is one of the block's Sightings.
	Event string
}

// Sightings returns the block's events as texts, to compare them with those that were stored.
func (b Block) Sightings() []string {
	text := func(values ...any) string { return strings.TrimSuffix(fmt.Sprintln(values...), "\n") }
	var out []string
	for _, p := range b.Payments {
		out = append(out, text("payment", p.LogIndex, p.TxHash, p.CheckoutID, p.IntentHash, p.Payer, p.Amount, p.ArtistShare, p.Artist, p.RefundAddress))
	}
	for _, t := range b.Transfers {
		out = append(out, text("transfer", t.LogIndex, t.TxHash, t.TokenID, t.From, t.To))
	}
	for _, m := range b.Incoming {
		out = append(out, text("incoming", m.LogIndex, m.TxHash, m.Payer, m.To, m.Asset, m.Amount))
	}
	for _, e := range b.Entries() {
		out = append(out, text("payee", e.LogIndex, e.TxHash, e.Payee, e.Amount))
	}
	for _, r := range b.Refunds {
		out = append(out, text("refund", r.RefundID, r.TxHash))
	}
	return out
}

// Entries returns how the block changes the balances of payees.
func (b Block) Entries() []PayeeEntry {
	var out []PayeeEntry
	for _, p := range b.Payments {
		if e, ok := p.Credit(); ok {
			out = append(out, e)
		}
	}
	return append(out, b.Withdrawn...)
}

// Payment is one Paid event. Its key is (ChainID, BlockHash, LogIndex).
type Payment struct {
	ChainID uint32
	// CheckoutID is empty if the order number is not one of ours.
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
	// Known reports whether the payment is for one of our quotes.
	Known bool
	// TimesSeen counts how often the block has joined the chain.
	TimesSeen int
}

// Transfer is one Transfer event of the token contract. From is empty for a mint.
type Transfer struct {
	TokenID  int64
	From     string
	To       string
	TxHash   string
	LogIndex int64
	// Time, Final and BlockNumber are set only when read from the store.
	Time        time.Time
	Final       bool
	BlockNumber uint64
}

// Cursor is how far a chain has been processed.
type Cursor struct {
	Header

	ChainID uint32
	// Finalized is the height of the last block that can't be undone.
	Finalized uint64
	// Genesis and the contracts identify the chain of the cursor.
	Genesis         string
	TokenContract   string
	PaymentContract string
	// Tagged reports whether a node of the chain has ever reported a final block. Once it is true, depth no longer counts as finality.
	Tagged bool
	// PayeesThrough is the last block whose credits of payees are stored, nil before the first.
	PayeesThrough *uint64
}

// Follows reports whether the cursor is on the same chain, with the same contracts, as another one.
func (c Cursor) Follows(other Cursor) bool {
	return c.Genesis == other.Genesis && c.TokenContract == other.TokenContract && c.PaymentContract == other.PaymentContract
}

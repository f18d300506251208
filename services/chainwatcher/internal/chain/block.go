package chain

import (
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Header links blocks. Hashes are lower-case hex.
type Header struct {
	Number uint64
	Hash   string
	Parent string
	Time   time.Time
	// The adapter alone uses these: they show whether a block may contain events and how large it is, and prove its receipts and transactions.
	Bloom            []byte
	ReceiptsRoot     []byte
	TransactionsRoot []byte
	GasUsed          uint64
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

// Empty reports whether the block has no events.
func (b Block) Empty() bool {
	return len(b.Payments)+len(b.Transfers)+len(b.Refunds)+len(b.Incoming)+len(b.Withdrawn) == 0
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
		if e, ok := p.credit(); ok {
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

// credit returns what a payment credits to its artist, or false if it credits only the platform.
func (p Payment) credit() (PayeeEntry, bool) {
	return PayeeEntry{
		BlockHash: p.BlockHash, BlockNumber: p.BlockNumber, BlockTime: p.BlockTime, TxHash: p.TxHash, LogIndex: p.LogIndex, Payee: p.Artist,
		Amount: p.ArtistShare,
	}, p.Artist != "" && p.ArtistShare.Sign() > 0
}

// PayeeEntry is money that the payment contract credited to a payee or, if Amount is negative, that was withdrawn.
type PayeeEntry struct {
	BlockHash   string
	BlockNumber uint64
	BlockTime   time.Time
	TxHash      string
	LogIndex    int64
	Payee       string
	Amount      money.Wei
}

// Transfer is one Transfer event of the token contract. From is empty for a mint.
type Transfer struct {
	TokenID  int64
	From     string
	To       string
	TxHash   string
	LogIndex int64
}

// RefundEvent is one Refunded event of our own vault.
type RefundEvent struct {
	ChainID  uint32
	RefundID string
	TxHash   string
}

// Incoming is money that reached one of our addresses without going through the payment contract.
type Incoming struct {
	ChainID     uint32
	BlockHash   string
	BlockNumber uint64
	TxHash      string
	// LogIndex is -1 for the chain's own coin.
	LogIndex int64
	Payer    string
	To       string
	// Asset is the contract of an ERC-20 token, empty for the chain's own coin.
	Asset  string
	Amount money.Wei
}

// Package watching follows chains block by block: it stores what their blocks contain, undoes forks, and reports what became final.
package watching

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
)

var (
	// ErrBehind means that a node's head is below what is already processed. Nothing is undone; wait for the node.
	ErrBehind = errors.New("the node is behind")
	// ErrTooDeep is a reorganisation below finality. The watcher stops until the node reports the earlier blocks again.
	ErrTooDeep = errors.New("a reorganisation goes below finality")
	// ErrOtherContracts means that the settings have other contracts than before while the old ones still exist. The chain is not
	// followed until an operator corrects the settings.
	ErrOtherContracts = errors.New("the settings have other contracts than before")
)

// Node reads one chain. Errors: chain.ErrNotYet, chain.ErrTemporary, chain.ErrBroken.
type Node interface {
	HeaderReader
	EventReader
	// CheckAgreement checks with a majority of the nodes, or the only one, that a block is part of the chain. It returns chain.ErrTemporary
	// if they don't agree.
	CheckAgreement(ctx context.Context, h chain.Header) error
	// HasCode reports whether there is a contract at an address now.
	HasCode(ctx context.Context, address string) (bool, error)
}

// HeaderReader reads headers of a chain.
type HeaderReader interface {
	// Heads returns the newest header and the newest final one, whose hash is empty if the node doesn't report final blocks.
	Heads(ctx context.Context) (latest, final chain.Header, err error)
	HeaderByNumber(ctx context.Context, number uint64) (chain.Header, error)
	HeaderByHash(ctx context.Context, hash string) (chain.Header, error)
}

// EventReader reads the events of blocks.
type EventReader interface {
	// Events reads a block's events by the header's hash, never by number. The header proves them.
	Events(ctx context.Context, h chain.Header) (chain.Block, error)
	// Range reads many blocks and checks that they are complete and linked.
	Range(ctx context.Context, from, to uint64) ([]chain.Block, error)
	// Payees reads the payment contract's credits to payees and their withdrawals in blocks from..to.
	Payees(ctx context.Context, from, to uint64) ([]chain.PayeeEntry, error)
}

// Store stores blocks with their events, and halts. Every method joins the transaction of InTx.
type Store interface {
	chain.Transactor
	CursorStore
	BlockStore
	FinalityStore
	HaltStore
}

// CursorStore stores how far a chain was processed.
type CursorStore interface {
	// Cursor returns chain.ErrNotFound before the first Reset.
	Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error)
	// Reset removes the state of a chain that no longer exists and starts at the cursor: payments that were not final are returned as reverted,
	// due mints are queued again, and refunds in progress fail. chain.ErrConflict means that another replica has started on that chain.
	Reset(ctx context.Context, c chain.Cursor) (Undone, error)
	// Tagged records that a node reports final blocks.
	Tagged(ctx context.Context, chainID uint32) error
	// Header returns a header of the current chain, or chain.ErrNotFound.
	Header(ctx context.Context, chainID uint32, number uint64) (chain.Header, error)
}

// BlockStore stores and undoes blocks.
type BlockStore interface {
	// Extend appends blocks after the cursor, or returns chain.ErrConflict. It returns payments and refunds as they are stored. Blocks up to
	// final become final in the same transaction.
	Extend(ctx context.Context, c chain.Cursor, blocks []chain.Block, final uint64) (Extended, error)
	// FillPayees stores the payees' entries of blocks up to a height if the cursor hasn't moved. Errors: chain.ErrConflict, and
	// chain.ErrTemporary if one of the blocks isn't part of the stored chain.
	FillPayees(ctx context.Context, c chain.Cursor, entries []chain.PayeeEntry, to uint64) error
	// Rollback undoes all blocks above the ancestor and returns the removed payments, or chain.ErrConflict.
	Rollback(ctx context.Context, c chain.Cursor, ancestor chain.Header) ([]chain.Payment, error)
}

// FinalityStore applies what time and finality decide.
type FinalityStore interface {
	// ExpireQuotes expires unpaid quotes whose deadline is before the header's time.
	ExpireQuotes(ctx context.Context, chainID uint32, h chain.Header) ([]quotes.Quote, error)
	// Sightings returns the stored events of blocks that aren't final, up to a height, by block.
	Sightings(ctx context.Context, chainID uint32, number uint64) ([]Sighting, error)
	// Finalize makes everything after a final height, up to another, final and returns what that changes.
	Finalize(ctx context.Context, ch chain.Chain, after, number uint64) (Finalized, error)
}

// Sighting is a stored event of a block that isn't final.
type Sighting struct {
	BlockNumber uint64
	BlockHash   string
	// Event is one of the block's Sightings.
	Event string
}

// Extended is what new blocks changed.
type Extended struct {
	Payments []chain.Payment
	Refunds  []paying.Refund
}

// Undone is what Reset undid.
type Undone struct {
	Payments []chain.Payment
	Refunds  []paying.Refund
}

// Finalized is what became final together.
type Finalized struct {
	Payments    []chain.Payment
	Refunds     []paying.Refund
	Incoming    []chain.Incoming
	Minted      []custody.Token
	Withdrawals []custody.Withdrawal
	// Returned are tokens that had left the vault for good and are back in it.
	Returned []ReturnedToken
}

// ReturnedToken is a token that is back in the vault.
type ReturnedToken struct {
	TokenID     int64
	ChainID     uint32
	CheckoutID  string
	Transaction string
}

// Events publishes events. Each call writes into the transaction of ctx.
type Events interface {
	PaymentEvents
	RefundEvents
	TokenEvents
}

// PaymentEvents publishes events of payments and quotes.
type PaymentEvents interface {
	PaymentSeen(ctx context.Context, p chain.Payment) error
	PaymentConfirmed(ctx context.Context, p chain.Payment) error
	PaymentReverted(ctx context.Context, p chain.Payment) error
	QuoteExpired(ctx context.Context, q quotes.Quote, h chain.Header) error
}

// RefundEvents publishes events of refunds.
type RefundEvents interface {
	RefundSent(ctx context.Context, r paying.Refund) error
	RefundConfirmed(ctx context.Context, r paying.Refund) error
	RefundFailed(ctx context.Context, r paying.Refund) error
}

// TokenEvents publishes mints and returned tokens, and money and payments that match no order, and emails owners about their withdrawals.
type TokenEvents interface {
	TokenMinted(ctx context.Context, t custody.Token) error
	TokenReturned(ctx context.Context, t ReturnedToken) error
	Unexpected(ctx context.Context, p chain.Payment, reason string) error
	// MoneyArrived reports money that didn't go through the payment contract.
	MoneyArrived(ctx context.Context, m chain.Incoming) error
	// WithdrawalConfirmed does nothing for a withdrawal of a request: custody's BatchReported emails about it.
	WithdrawalConfirmed(ctx context.Context, w custody.Withdrawal) error
}

package phase

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/money"
)

// Errors of all ports.
var (
	ErrNotFound    = errors.New("there is no such phase, artwork or order")
	ErrConflict    = errors.New("it changed at the same time")
	ErrNoArtwork   = errors.New("there is no such artwork")
	ErrUnavailable = errors.New("temporarily unavailable")
	// ErrOwnDecision means that the decision is about the person who makes it.
	ErrOwnDecision = errors.New("the decision is about the person who makes it")
)

// Errors of buyers.
var (
	ErrNotOpen     = errors.New("no phase of the drop is open")
	ErrPaused      = errors.New("the phase is paused")
	ErrNotEligible = errors.New("the phase isn't open to this account")
	ErrSaleEnded   = errors.New("the sale has ended")
)

// Errors of staff who edit phases.
var (
	ErrOverlap = errors.New("two phases are open at the same time")
	ErrSold    = errors.New("the phase has orders")
	ErrInvalid = errors.New("the phases are not valid")
	// ErrAuctionStarted means that a change would alter the prices of an auction that has orders.
	ErrAuctionStarted = errors.New("the auction has orders")
)

// Store stores the phases of drops.
type Store interface {
	// Schedule returns a drop's phases and the store's time; none for a drop that has none.
	Schedule(ctx context.Context, dropID int64) (Schedule, error)
	// Admissions returns, by phase, what the account ordered in a drop's phases and what admits it to them.
	Admissions(ctx context.Context, dropID int64, who Candidate) (map[string]Admission, error)
	// SaveSchedule replaces a drop's phases and records the change. Errors: ErrConflict if Version isn't the stored one, ErrOverlap,
	// ErrSold if a phase with orders would be deleted.
	SaveSchedule(ctx context.Context, s Schedule, change Change) (Schedule, error)
	// SaveMembers replaces an allow list and records the change. ErrNotFound.
	SaveMembers(ctx context.Context, phaseID string, members []Member, change Change) (Schedule, error)
	// DropOfPhase returns the drop of a phase. ErrNotFound.
	DropOfPhase(ctx context.Context, phaseID string) (int64, error)
}

// Work is what a price of an artwork depends on.
type Work struct {
	DropID, ArtistID int64
	// Price is nil when the artwork is not for sale.
	Price *money.Money
}

// Others are the other services. Errors: ErrUnavailable.
type Others interface {
	// Work returns an artwork. ErrNoArtwork.
	Work(ctx context.Context, artworkID int64) (Work, error)
	// Wallets returns an account's linked wallets.
	Wallets(ctx context.Context, accountID string) ([]string, error)
	// LinkedArtist returns the artist that an account is linked to, or 0.
	LinkedArtist(ctx context.Context, accountID string) (int64, error)
}

// Chain is the part of the chainwatcher that phases for holders need. Errors: ErrUnavailable.
type Chain interface {
	// HeldTokens returns, by condition, the ids of tokens that a wallet held at their block, or that the vault held for the account. A condition
	// is missing while a chain is unavailable or a block isn't final.
	HeldTokens(ctx context.Context, accountID string, wallets []string, conditions map[string][]Tokens) (map[string][]int64, error)
	// Chains returns the chains that are read.
	Chains(ctx context.Context) ([]uint32, error)
}

// Service edits the phases of drops, and says who may buy in them.
type Service struct {
	Store  Store
	Others Others
	Chain  Chain
}

// Schedule returns a drop's phases; none for a drop that has none.
func (s *Service) Schedule(ctx context.Context, dropID int64) (Schedule, error) {
	return s.Store.Schedule(ctx, dropID)
}

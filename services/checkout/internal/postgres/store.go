// Package postgres stores checkouts, edition units, payments and the ledger.
package postgres

import (
	"context"
	"embed"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Migrations are the SQL migrations of the service.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements the stores of packages hold, order, refund, review, auction, phase and invariant.
type Store struct {
	pool  *pgxpool.Pool
	out   order.Outbox
	clock clock.Clock
	// scheduled is the age, in nanoseconds, up to which comparisons with the card provider were scheduled.
	scheduled atomic.Int64
}

// New returns a store on a migrated database. Events and notices of a change go to out, inside the change's transaction. The
// time is the database's, so that all replicas agree on what has expired and who came first.
func New(pool *pgxpool.Pool, out order.Outbox) *Store { return &Store{pool: pool, out: out} }

// WithClock replaces the database's time with a clock. It is for tests.
func (s *Store) WithClock(c clock.Clock) *Store { return &Store{pool: s.pool, out: s.out, clock: c} }

// at returns the time for queries; nil makes the database use its own.
func (s *Store) at() *time.Time {
	if s.clock == nil {
		return nil
	}
	return new(s.clock.Now())
}

// Now implements hold.Store.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	now, err = s.queries(ctx).Now(ctx, s.at())
	return now.UTC(), err
}

func (s *Store) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// queries returns the queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(s.conn(ctx)) }

// Stock implements hold.Store.
func (s *Store) Stock(ctx context.Context, artworkID int64, size int32, withheld []int32) error {
	list := slices.Compact(slices.Sorted(slices.Values(withheld)))
	if list == nil {
		list = []int32{}
	}
	if stocked, err := s.queries(ctx).Stocked(ctx, db.StockedParams{ArtworkID: artworkID, Size: size, Withheld: list}); err != nil || stocked {
		return err
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.EnsureArtwork(ctx, artworkID); err != nil {
			return err
		}
		// If several buyers see a new artwork at the same time, the first has created its units by now.
		stocked, err := q.LockArtwork(ctx, db.LockArtworkParams{ArtworkID: artworkID, Size: size, Withheld: list})
		if err != nil || stocked {
			return err
		}
		if err := q.AddUnits(ctx, db.AddUnitsParams{ArtworkID: artworkID, Size: size, Withheld: list}); err != nil {
			return err
		}
		if err := q.OfferUnits(ctx, db.OfferUnitsParams{ArtworkID: artworkID, Size: size, Withheld: list}); err != nil {
			return err
		}
		if err := q.WithholdUnits(ctx, db.WithholdUnitsParams{ArtworkID: artworkID, Size: size, Withheld: list}); err != nil {
			return err
		}
		return q.SaveArtwork(ctx, db.SaveArtworkParams{ArtworkID: artworkID, Size: size, Withheld: list})
	})
}

// Reserve implements hold.Store.
func (s *Store) Reserve(ctx context.Context, draft hold.Draft, limits hold.Limits) (c order.Checkout, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		c = order.Checkout{}
		liveID, holds, err := s.holds(ctx, draft.Buyer.AccountID, draft.Artwork.ID)
		if err != nil {
			return err
		}
		if liveID != "" {
			if c, err = s.Get(ctx, liveID); err == nil && draft.Edition != 0 && draft.Edition != c.Edition {
				err = hold.ErrOtherEditionHeld
			}
			return err
		}
		if len(holds) >= limits.Live {
			return &hold.TooManyHoldsError{Holds: holds}
		}
		if err := s.limit(ctx, draft, limits); err != nil {
			return err
		}
		if draft.Live {
			return order.ErrConflict // the live checkout has just ended
		}
		if err := s.enterPhase(ctx, &draft); err != nil {
			return err
		}
		if c, err = s.take(ctx, draft); err != nil {
			return err
		}
		c.Begin()
		return s.finish(ctx, &c, c.TakeChanges())
	})
	if err != nil {
		return order.Checkout{}, err
	}
	return c, nil
}

// holds locks the account's holds and reads them.
func (s *Store) holds(ctx context.Context, accountID string, artworkID int64) (liveID string, holds []hold.Unpaid, err error) {
	err = batch.Query(ctx, s.conn(ctx),
		func(q *db.Queries) error { return q.LockAccount(ctx, accountID) },
		func(q *db.Queries) error {
			liveID, err = q.LiveCheckout(ctx, db.LiveCheckoutParams{AccountID: accountID, ArtworkID: artworkID})
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			return err
		},
		batch.Rows(ctx, (*db.Queries).Holds, accountID, &holds, func(r db.HoldsRow) hold.Unpaid { return hold.Unpaid(r) }))
	return liveID, holds, err
}

func (s *Store) take(ctx context.Context, draft hold.Draft) (order.Checkout, error) {
	q := s.queries(ctx)
	taken, err := s.takeUnit(ctx, draft.Checkout)
	if err != nil {
		return order.Checkout{}, err
	}
	c := draft.Hold(taken.N, taken.Now.UTC())
	var entry *string
	if len(draft.Entries) > 0 {
		entry = &draft.Entries[0] // enterPhase has chosen one
	}
	a, b := c.Artwork, c.Buyer
	auctionID, err := q.InsertCheckout(ctx, db.InsertCheckoutParams{
		ID: c.ID, Status: c.Status, AccountID: b.AccountID, Email: b.Email, EmailVerified: b.EmailVerified, BuyerName: b.Name,
		ArtworkID: a.ID, ArtworkSlug: a.Slug, ArtworkTitle: a.Title, ArtistID: a.ArtistID, ArtistName: a.ArtistName, ArtworkYear: a.Year, ArtworkDated: a.Dated,
		ArtworkMedium: a.Medium, ImageURL: a.ImageURL, ChainID: a.ChainID, Edition: c.Edition, EditionSize: c.EditionSize,
		PriceAmount: c.Price.Amount, PriceCurrency: c.Price.Currency, ShareBps: c.ShareBps, TermsVersion: c.TermsVersion,
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt, ExpiresAt: c.ExpiresAt, PhaseID: null(c.PhaseID),
		PhaseEntry: entry, Traceparent: tracing.Parent(ctx),
	})
	if err != nil {
		return order.Checkout{}, guarded(err)
	}
	if auctionID != nil {
		c.Auction = order.Auction{ID: *auctionID, Status: phase.AuctionSelling}
	}
	if draft.Network != "" {
		err = q.InsertNetwork(ctx, db.InsertNetworkParams{CheckoutID: c.ID, Network: draft.Network, CreatedAt: c.CreatedAt})
	}
	return c, err
}

// takeUnit holds the edition that a draft names, or the lowest free one.
func (s *Store) takeUnit(ctx context.Context, c order.Checkout) (db.TakeUnitRow, error) {
	q := s.queries(ctx)
	if c.Edition != 0 {
		taken, err := q.TakeEdition(ctx, db.TakeEditionParams{ArtworkID: c.Artwork.ID, N: c.Edition, CheckoutID: &c.ID, Now: s.at()})
		if !errors.Is(err, pgx.ErrNoRows) {
			return db.TakeUnitRow(taken), err
		}
		next, err := q.NextFree(ctx, db.NextFreeParams{ArtworkID: c.Artwork.ID, N: c.Edition})
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return db.TakeUnitRow{}, hold.ErrEditionUnavailable
		case err != nil:
			return db.TakeUnitRow{}, err
		}
		return db.TakeUnitRow{}, &hold.EditionTakenError{Edition: c.Edition, Next: next}
	}
	unit := db.TakeUnitParams{ArtworkID: c.Artwork.ID, CheckoutID: &c.ID, Now: s.at()}
	taken, err := q.TakeUnit(ctx, unit)
	if errors.Is(err, pgx.ErrNoRows) {
		var waited db.TakeUnitWaitingRow
		waited, err = q.TakeUnitWaiting(ctx, db.TakeUnitWaitingParams(unit))
		taken = db.TakeUnitRow(waited)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return db.TakeUnitRow{}, hold.ErrEditionUnavailable
	}
	return taken, err
}

// Events records which of the provider's events were handled.
type Events struct{ Pool *pgxpool.Pool }

// Seen reports whether the event was handled before.
func (e Events) Seen(ctx context.Context, id string) (bool, error) {
	return db.New(e.Pool).EventSeen(ctx, id)
}

// Once runs fn in the transaction that records the event. It does nothing if the event is already recorded.
func (e Events) Once(ctx context.Context, id string, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, e.Pool, func(ctx context.Context) error {
		recorded, err := db.New(postgres.Conn(ctx, e.Pool)).NoteEvent(ctx, id)
		if err != nil || recorded == 0 {
			return err
		}
		return fn(ctx)
	})
}

// ReadUntil returns the time up to which the provider's list of events was read, or the zero time.
func (e Events) ReadUntil(ctx context.Context) (time.Time, error) {
	at, err := db.New(e.Pool).EventsReadUntil(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return at, err
}

// SetReadUntil stores the time up to which the list was read. It never moves it back.
func (e Events) SetReadUntil(ctx context.Context, at time.Time) error {
	return db.New(e.Pool).SetEventsReadUntil(ctx, at)
}

func valid(id string) bool { return uuid.Validate(id) == nil }

// one returns the row that a query has for an id, or order.ErrNotFound.
func one[R any](ctx context.Context, id string, query func(context.Context, string) (R, error)) (row R, err error) {
	if !valid(id) {
		return row, order.ErrNotFound
	}
	row, err = query(ctx, id)
	return row, found(err)
}

// found returns order.ErrNotFound for a query without a row.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return order.ErrNotFound
	}
	return err
}

// null returns nil for an empty nullable text.
func null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orNothing returns the zero value for NULL.
func orNothing[T any](v *T) (out T) {
	if v != nil {
		out = *v
	}
	return out
}

// utc returns the time of a nullable column.
func utc(t *time.Time) time.Time { return postgres.OrZero(t).UTC() }

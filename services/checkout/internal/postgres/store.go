// Package postgres keeps checkouts, edition units, payments and the ledger.
package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Migrations are the service's.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements order.Store.
type Store struct {
	pool  *pgxpool.Pool
	out   order.Outbox
	clock clock.Clock
}

// New uses a migrated database. What leaves with a change goes to out, inside the change's transaction. The time is the
// database's, so that all replicas agree on what has run out and who came first.
func New(pool *pgxpool.Pool, out order.Outbox) *Store { return &Store{pool: pool, out: out} }

// WithClock takes the time from a clock instead of the database. It is for tests.
func (s *Store) WithClock(c clock.Clock) *Store { return &Store{pool: s.pool, out: s.out, clock: c} }

// at is the time that queries are told; nil lets the database take its own.
func (s *Store) at() *time.Time {
	if s.clock == nil {
		return nil
	}
	return new(s.clock.Now())
}

// Now implements order.Store.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	return now, s.conn(ctx).QueryRow(ctx, nowSQL, s.at()).Scan(at{&now})
}

func (s *Store) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// Stock implements order.Store.
func (s *Store) Stock(ctx context.Context, artworkID int64, size int32, withheld []int32) error {
	list := slices.Compact(slices.Sorted(slices.Values(withheld)))
	if list == nil {
		list = []int32{}
	}
	var same bool
	if err := s.conn(ctx).QueryRow(ctx, stockedSQL, artworkID, size, list).Scan(&same); err != nil || same {
		return err
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		if _, err := q.Exec(ctx, ensureArtworkSQL, artworkID); err != nil {
			return err
		}
		// Many buyers see a new artwork at once: the first one has made its units by now.
		if err := q.QueryRow(ctx, lockArtworkSQL, artworkID, size, list).Scan(&same); err != nil || same {
			return err
		}
		for _, sql := range []string{addUnitsSQL, offerUnitsSQL, withholdUnitsSQL, saveArtworkSQL} {
			if _, err := q.Exec(ctx, sql, artworkID, size, list); err != nil {
				return err
			}
		}
		return nil
	})
}

// Reserve implements order.Store.
func (s *Store) Reserve(ctx context.Context, draft order.Checkout, maxHolds int) (c order.Checkout, created bool, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		c, created = order.Checkout{}, false
		liveID, holds, err := s.holds(ctx, draft.Buyer.AccountID, draft.Artwork.ID)
		if err != nil {
			return err
		}
		if liveID != "" {
			c, err = s.Get(ctx, liveID)
			return err
		}
		if len(holds) >= maxHolds {
			return &order.TooManyHoldsError{Holds: holds}
		}
		if draft.Price.Amount <= 0 {
			return order.ErrConflict // the live checkout that the draft was made for has just ended
		}
		if c, err = s.take(ctx, draft); err != nil {
			return err
		}
		created = true
		c.Begin()
		return s.notify(ctx, &c, c.TakeChanges().Notices)
	})
	if err != nil {
		return order.Checkout{}, false, err
	}
	return c, created, nil
}

// holds waits for the account's turn and reads its holds.
func (s *Store) holds(ctx context.Context, accountID string, artworkID int64) (liveID string, holds []order.Hold, err error) {
	var b pgx.Batch
	b.Queue(lockAccountSQL, accountID)
	b.Queue(liveCheckoutSQL, accountID, artworkID)
	b.Queue(listHoldsSQL, accountID)
	res := s.conn(ctx).SendBatch(ctx, &b)
	defer func() { err = errors.Join(err, res.Close()) }()
	if _, err := res.Exec(); err != nil {
		return "", nil, err
	}
	if err := res.QueryRow().Scan(&liveID); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", nil, err
	}
	rows, err := res.Query()
	if err != nil {
		return "", nil, err
	}
	holds, err = pgx.CollectRows(rows, pgx.RowToStructByPos[order.Hold])
	return liveID, holds, err
}

func (s *Store) take(ctx context.Context, c order.Checkout) (order.Checkout, error) {
	q := s.conn(ctx)
	hold := c.ExpiresAt.Sub(c.CreatedAt)
	err := q.QueryRow(ctx, takeUnitSQL, c.Artwork.ID, c.ID, s.at()).Scan(&c.Edition, at{&c.Now})
	if errors.Is(err, pgx.ErrNoRows) {
		err = q.QueryRow(ctx, takeUnitWaitingSQL, c.Artwork.ID, c.ID, s.at()).Scan(&c.Edition, at{&c.Now})
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return order.Checkout{}, order.ErrEditionUnavailable
	}
	if err != nil {
		return order.Checkout{}, err
	}
	// The hold begins now, however long its preparation took, and by the clock that will end it.
	c.CreatedAt, c.UpdatedAt, c.ExpiresAt = c.Now, c.Now, c.Now.Add(hold)
	c.Version, c.Unit = 1, order.Unit{Status: order.UnitHeld, Checkout: c.ID}
	a, b := c.Artwork, c.Buyer
	_, err = q.Exec(ctx, insertCheckoutSQL, c.ID, c.Status, b.AccountID, b.Email, b.EmailVerified, b.Name, a.ID, a.Slug, a.Title, a.ArtistID,
		a.ArtistName, a.Year, a.Medium, a.ImageURL, int64(a.ChainID), c.Edition, c.EditionSize, c.Price.Amount, c.Price.Currency,
		c.ShareBps, c.TermsVersion, c.CreatedAt, c.UpdatedAt, c.ExpiresAt)
	if err != nil {
		return order.Checkout{}, err
	}
	return c, s.count(ctx, a.ID, 1, 0)
}

// count changes an artwork's counts and tells them.
func (s *Store) count(ctx context.Context, artworkID int64, held, sold int) error {
	f := order.EditionsChanged{ArtworkID: artworkID}
	err := s.conn(ctx).QueryRow(ctx, countEditionsSQL, artworkID, held, sold).Scan(&f.Version, &f.Held, &f.Sold)
	if err != nil {
		return fmt.Errorf("count editions: %w", err)
	}
	return s.out.Publish(ctx, f)
}

// Events remembers which of the provider's events were dealt with.
type Events struct{ pool *pgxpool.Pool }

// NewEvents uses the inbox of the database.
func NewEvents(pool *pgxpool.Pool) Events { return Events{pool} }

// Seen tells whether the event was dealt with before.
func (e Events) Seen(ctx context.Context, id string) (seen bool, err error) {
	return seen, e.pool.QueryRow(ctx, eventSeenSQL, id).Scan(&seen)
}

// Once runs fn in the transaction that notes the event; not at all where it is noted already.
func (e Events) Once(ctx context.Context, id string, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, e.pool, func(ctx context.Context) error {
		tag, err := postgres.Conn(ctx, e.pool).Exec(ctx, noteEventSQL, id)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return fn(ctx)
	})
}

func valid(id string) bool { return uuid.Validate(id) == nil }

package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// importLock is the advisory lock that makes imports and refreshes run one after the other. All replicas use the same number.
const importLock = 0x63617461

// lockContent takes the lock until the transaction ends. It waits without the usual limit.
func (s *Store) lockContent(ctx context.Context) error {
	if err := s.queries(ctx).DisableLockTimeout(ctx); err != nil {
		return err
	}
	return s.queries(ctx).LockContent(ctx, importLock)
}

// awaitContent waits until imports and changes have ended, and blocks new ones until the transaction ends.
func (s *Store) awaitContent(ctx context.Context) error {
	if err := s.queries(ctx).DisableLockTimeout(ctx); err != nil {
		return err
	}
	return s.queries(ctx).ShareContent(ctx, importLock)
}

// imports is the statement timeout of an import, and of waiting for another import.
const imports = 10 * time.Minute

// Advance applies scheduled changes up to a time: artworks and posts become public, drops open and close. It
// updates the listing and the counts of artists and categories, and publishes events. It is cheap if there is nothing
// to do, and also applies changes that became due while no catalog ran. With count set it also counts the public artworks, which detects a listing
// that misses some for another reason: a restored table, or an import by a release that didn't record when it built the listing.
func (s *Store) Advance(ctx context.Context, now time.Time, count bool) (done bool, err error) {
	if done, err = s.read().Due(ctx, now); err == nil && !done && count {
		done, err = s.read().Unlisted(ctx, now)
	}
	if err != nil || !done {
		return false, err
	}
	err = postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		since, err := s.version(ctx)
		if err != nil {
			return err
		}
		if err := s.takeLinks(ctx); err != nil {
			return err
		}
		if err := s.passed(ctx, now); err != nil {
			return err
		}
		unknown, err := s.queries(ctx).WordsMissing(ctx)
		if err != nil {
			return err
		}
		if _, err := s.refresh(ctx, now, since, unknown); err != nil {
			return err
		}
		if err := s.queries(ctx).SetPublishedUntil(ctx, now); err != nil {
			return err
		}
		return s.move(ctx)
	})
	if err == nil {
		s.remembered.Forget()
	}
	return err == nil, err
}

// passed publishes the drops that started or ended and the posts that became public since the last call, and marks the artworks of
// those drops as changed.
func (s *Store) passed(ctx context.Context, now time.Time) error {
	published, err := s.PublishedUntil(ctx)
	if err != nil {
		return err
	}
	entries, err := s.queries(ctx).Passed(ctx, db.PassedParams{Since: published, Now: now})
	if err != nil {
		return err
	}
	drops := []int64{}
	for _, r := range entries {
		e := artwork.EntryChanged{Kind: artwork.EntryKind(r.Kind), ID: r.ID, Slug: r.Slug, At: now}
		if e.Kind == artwork.DropEntries {
			drops = append(drops, e.ID)
		}
		if err := s.publisher.Publish(ctx, e); err != nil {
			return err
		}
	}
	return s.queries(ctx).MarkArtworksOfDrops(ctx, drops)
}

// PublishedUntil returns the time until which events about scheduled changes were published.
func (s *Store) PublishedUntil(ctx context.Context) (time.Time, error) {
	at, err := s.queries(ctx).PublishedUntil(ctx)
	return at.UTC(), err
}

// refresh updates precomputed data (the listing, the counts of artists and categories, the suggestions) to a time
// and publishes the artworks that changed after a version or became public, inside the transaction of ctx. words also rebuilds the
// vocabulary, which only new texts change.
func (s *Store) refresh(ctx context.Context, now time.Time, since int64, words bool) (works announced, err error) {
	q := s.queries(ctx)
	if _, err := q.MarkAppeared(ctx, db.MarkAppearedParams{Now: now, Since: since}); err != nil {
		return works, err
	}
	if works, err = s.list(ctx, since, now); err != nil {
		return works, err
	}
	if err := q.ClearRanges(ctx); err != nil {
		return works, err
	}
	for _, fill := range []func(context.Context, time.Time) error{
		q.Unlist, q.List, q.FillRanges, q.SetListed, q.CountWorksOfArtists, q.CountWorksOfCategories,
	} {
		if err := fill(ctx, now); err != nil {
			return works, err
		}
	}
	_, err = s.index(ctx, now, words)
	return works, err
}

// relist is refresh after one artwork was published, unpublished or moved from one category to another. It updates only what the change affects, and
// counts nothing again, unless other artworks became public in the meantime.
func (s *Store) relist(ctx context.Context, w artwork.Artwork, now time.Time, since int64, before, after string) error {
	q := s.queries(ctx)
	appeared, err := q.Appeared(ctx, db.AppearedParams{Now: now, Work: w.ID})
	if err != nil {
		return err
	}
	if appeared {
		_, err = s.refresh(ctx, now, since, false)
		return err
	}
	if _, err := s.list(ctx, since, now); err != nil {
		return err
	}
	listing, err := q.ListOne(ctx, db.ListOneParams{Now: now, ID: w.ID})
	if err != nil {
		return err
	}
	if err := q.SetListed(ctx, now); err != nil {
		return err
	}
	if err := q.AddToArtist(ctx, db.AddToArtistParams{ID: w.Artist.ID, Works: listing.Listed - listing.Was, Now: now}); err != nil {
		return err
	}
	if err := q.AddToCategory(ctx, db.AddToCategoryParams{Slug: before, Works: -listing.Was}); err != nil {
		return err
	}
	if err := q.AddToCategory(ctx, db.AddToCategoryParams{Slug: after, Works: listing.Listed}); err != nil {
		return err
	}
	return s.reindex(ctx, now)
}

// vacuumTimeout is how long Vacuum waits for the end of transactions that are older than the import.
const vacuumTimeout = time.Minute

// errOldSnapshot means that an older transaction outlasted Vacuum's time limit. Deep pages are slow until the next vacuum.
var errOldSnapshot = errors.New("a transaction that is older than the import is still open")

// Vacuum makes index-only scans of the listings possible again after many rows were written. While a snapshot from before
// the import exists (another session's, or the server's own ANALYZE), the new rows can't be marked visible to all,
// and autovacuum would not process them again, because it considers them done. So Vacuum retries.
func (s *Store) Vacuum(ctx context.Context) (err error) {
	ctx = postgres.WithStatementTimeout(ctx, imports) // this is for the client only, because there is no transaction; the server's limits are set below
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	q := db.New(conn)
	if err := errors.Join(q.VacuumStatementTimeout(ctx), q.VacuumLockTimeout(ctx)); err != nil {
		return err
	}
	defer func() {
		ctx := context.WithoutCancel(ctx)
		err = errors.Join(err, q.ResetStatementTimeout(ctx), q.ResetLockTimeout(ctx))
	}()
	if err := q.VacuumAnalyze(ctx); err != nil {
		return err
	}
	for until := time.Now().Add(vacuumTimeout); ; {
		if done, err := q.AllVisible(ctx); err != nil || done {
			return err
		}
		if time.Now().After(until) {
			return errOldSnapshot
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		if err := q.Vacuum(ctx); err != nil {
			return err
		}
	}
}

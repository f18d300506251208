package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// importLock keeps imports and refreshes one after the other: any number, the same everywhere.
const importLock = 0x63617461

// lockContent waits for its turn until the transaction ends, without the limit that other waits have.
func (s *Store) lockContent(ctx context.Context) error { return s.turn(ctx, lockContentSQL) }

// awaitContent waits for imports and changes to end, and keeps the next ones waiting until the transaction ends.
func (s *Store) awaitContent(ctx context.Context) error { return s.turn(ctx, lockContentSharedSQL) }

func (s *Store) turn(ctx context.Context, sql string) error {
	_, err := s.conn(ctx).Exec(ctx, lockTimeoutNoneSQL)
	if err == nil {
		_, err = s.conn(ctx).Exec(ctx, sql, importLock)
	}
	return err
}

// imports is how long a statement of a whole import may take, and how long one may wait for another import.
const imports = 10 * time.Minute

// Advance does what the passing of time asks for up to a moment: scheduled artworks and posts become public, drops open and close. It
// brings the numbered listing and the counts of artists and categories up to date, and publishes events. It is cheap where nothing is
// to be done, and takes up what passed while no catalog ran.
func (s *Store) Advance(ctx context.Context, now time.Time) (done bool, err error) {
	if err := s.pool.QueryRow(ctx, dueSQL, now).Scan(&done); err != nil || !done {
		return false, err
	}
	err = postgres.InTx(postgres.Patient(ctx, imports), s.pool, func(ctx context.Context) error {
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		since, err := s.version(ctx)
		if err != nil {
			return err
		}
		if err := s.passed(ctx, now); err != nil {
			return err
		}
		var unknown bool
		if err := s.conn(ctx).QueryRow(ctx, wordsMissingSQL).Scan(&unknown); err != nil {
			return err
		}
		if _, err := s.refresh(ctx, now, since, unknown); err != nil {
			return err
		}
		_, err = s.conn(ctx).Exec(ctx, toldSetSQL, now)
		return err
	})
	if err == nil {
		s.counts.forget()
		s.vocabulary.forget()
	}
	return err == nil, err
}

// passed publishes the drops that began or ended and the posts that became public since the last turn, and marks the artworks of
// those drops as changed.
func (s *Store) passed(ctx context.Context, now time.Time) error {
	told, err := s.Told(ctx)
	if err != nil {
		return err
	}
	rows, err := s.conn(ctx).Query(ctx, passedSQL, told, now)
	if err != nil {
		return err
	}
	entries, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e artwork.EntryChanged, err error) {
		e.At = now
		return e, row.Scan(&e.Kind, &e.ID, &e.Slug)
	})
	if err != nil {
		return err
	}
	drops := []int64{}
	for _, e := range entries {
		if e.Kind == artwork.DropEntries {
			drops = append(drops, e.ID)
		}
		if err := s.publisher.Publish(ctx, e); err != nil {
			return err
		}
	}
	_, err = s.conn(ctx).Exec(ctx, passedArtworksSQL, drops)
	return err
}

// NextScheduled is when pages next show something else by themselves after a moment: a work or a post becomes public, a drop
// begins or ends. The zero time is never.
func (s *Store) NextScheduled(ctx context.Context, now time.Time) (time.Time, error) {
	var next *time.Time
	err := s.conn(ctx).QueryRow(ctx, nextScheduledSQL, now).Scan(&next)
	if err != nil || next == nil {
		return time.Time{}, err
	}
	return next.UTC(), nil
}

// Told is until when events were published of such moments.
func (s *Store) Told(ctx context.Context) (at time.Time, err error) {
	err = s.conn(ctx).QueryRow(ctx, toldSQL).Scan(&at)
	return at.UTC(), err
}

// refresh brings what is computed ahead (the numbered listing, the counts of artists and categories, the suggestions) up to a moment
// and publishes the artworks that changed after a version or became public, inside the transaction of ctx. words also rebuilds the
// vocabulary, which only new texts change.
func (s *Store) refresh(ctx context.Context, now time.Time, since int64, words bool) (works announced, err error) {
	if _, err := s.conn(ctx).Exec(ctx, appearedSQL, now, since); err != nil {
		return works, err
	}
	if works, err = s.announce(ctx, since, now); err != nil {
		return works, err
	}
	var b pgx.Batch
	b.Queue(clearNewestSQL)
	for _, sql := range []string{refreshNewestSQL, refreshArtistsSQL, refreshCategoriesSQL} {
		b.Queue(sql, now)
	}
	if err := s.conn(ctx).SendBatch(ctx, &b).Close(); err != nil {
		return works, err
	}
	return works, s.index(ctx, now, words)
}

// vacuumPatience bounds how long Vacuum waits for the end of transactions that are older than the import.
const vacuumPatience = time.Minute

// ErrOldSnapshot says that an older transaction outlasted Vacuum's patience: deep pages are slow until the next one.
var ErrOldSnapshot = errors.New("a transaction that is older than the import is still open")

// Vacuum lets the listings' indexes answer alone again after many rows were written. While a snapshot that is older than
// the import lives (another session's, or the one of the server's own ANALYZE), the new rows cannot be marked visible to all,
// and autovacuum would not visit them again, because it counts what a vacuum has seen as done: so it tries again.
func (s *Store) Vacuum(ctx context.Context) (err error) {
	ctx = postgres.Patient(ctx, imports) // the server gets its limits below: there is no transaction
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, vacuumTimeoutsSQL); err != nil {
		return err
	}
	defer func() {
		_, reset := conn.Exec(context.WithoutCancel(ctx), vacuumTimeoutsResetSQL)
		err = errors.Join(err, reset)
	}()
	if _, err := conn.Exec(ctx, vacuumAnalyzeSQL); err != nil {
		return err
	}
	for until := time.Now().Add(vacuumPatience); ; {
		var done bool
		if err := conn.QueryRow(ctx, visibleSQL).Scan(&done); err != nil || done {
			return err
		}
		if time.Now().After(until) {
			return ErrOldSnapshot
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		if _, err := conn.Exec(ctx, vacuumSQL); err != nil {
			return err
		}
	}
}

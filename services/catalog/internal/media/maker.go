package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"golang.org/x/sync/semaphore"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	renderTimeout = 10 * time.Minute
	// editionTries is how often the page of an edition may fail.
	editionTries = 3
	// editionTimeout covers a minute for the page, some seconds for an empty page if the first fails, and the wait for a turn.
	editionTimeout = 3 * time.Minute
	avifTimeout    = 15 * time.Minute // tens of seconds for a picture, and the wait for a turn
	requeueEvery   = time.Minute
	requeueBatch   = 500
	// scanEvery is how often the folder is searched for pictures without AVIF.
	scanEvery = time.Hour
	// yield is how long AVIF waits while pictures lack renditions.
	yield = 15 * time.Second
)

// Files stores the pictures of the catalog. Its errors are temporary.
type Files interface {
	// WaitingFile returns a picture if it lacks renditions and may have them.
	WaitingFile(ctx context.Context, hash string) (f artwork.File, waiting bool, err error)
	// WaitingFiles returns the hashes of such pictures.
	WaitingFiles(ctx context.Context, limit int32) ([]string, error)
	// SetMade reports whether it stored the result. It doesn't if the file was protected or released in the meantime.
	SetMade(ctx context.Context, f artwork.File, made artwork.Made, now time.Time) (bool, error)
	SetFailed(ctx context.Context, hash, reason string) error
	// RenditionBacklog counts the pictures that wait, and those that no renditions can be made of.
	RenditionBacklog(ctx context.Context) (waiting, failed int, err error)
}

// Untiled has the pictures whose tiles aren't decided yet. Its errors are temporary.
type Untiled interface {
	// UntiledFile returns such a picture, or a protected one whose tiles must be removed.
	UntiledFile(ctx context.Context, hash string) (f artwork.File, made artwork.Made, untiled bool, err error)
	// UntiledFiles returns the hashes of such pictures that are public and wider than a number of pixels.
	UntiledFiles(ctx context.Context, width int, limit int32) ([]string, error)
}

// Store is what a Maker reads and writes.
type Store interface {
	Files
	Untiled
	Works
	Proofs
	Films
}

// makeTiles is the job that makes the tiles of a large picture.
type makeTiles struct {
	Hash string `json:"hash"`
}

// Kind implements river.JobArgs.
func (makeTiles) Kind() string { return "tiles" }

// requeueTiles is the periodic job that adds a job for each large picture without tiles, made before tiles existed.
type requeueTiles struct{}

// Kind implements river.JobArgs.
func (requeueTiles) Kind() string { return "tiles_requeue" }

// makeAVIF is the job that makes the AVIF files that a picture lacks.
type makeAVIF struct {
	Hash string `json:"hash"`
}

// Kind implements river.JobArgs.
func (makeAVIF) Kind() string { return "avif" }

// requeue is the periodic job that adds a job for each waiting picture: if its job was lost, or after a migration that
// requests all renditions again.
type requeue struct{}

// Kind implements river.JobArgs.
func (requeue) Kind() string { return "renditions_requeue" }

// requeueProofs is the periodic job that adds a job for each proof that isn't finished.
type requeueProofs struct{}

// Kind implements river.JobArgs.
func (requeueProofs) Kind() string { return "proofs_requeue" }

// requeueFilms is the periodic job that adds a job for each edition that lacks its film.
type requeueFilms struct{}

// Kind implements river.JobArgs.
func (requeueFilms) Kind() string { return "edition_films_requeue" }

// Maker makes renditions in jobs.
type Maker struct {
	library *Library
	files   Store
	// browsers draws live works; it may be nil.
	browsers *Browsers
	pool     *pgxpool.Pool
	queue    *jobs.Queue
	avif     bool
	clock    clock.Clock
	log      *slog.Logger
	// turns has one unit for each worker. AVIF and tiles take all units, because they need memory in addition to the limit for decoding.
	turns *semaphore.Weighted
	count int64
}

// NewMaker returns a maker that makes renditions of count pictures in parallel. With avif, it makes AVIF files of one picture at a time while none
// lacks renditions, except in programs built without the tag wasm2go. With browsers it draws editions of live works on
// request, films minted ones, and proves those of drafts. On Linux its work has the lowest priority.
func NewMaker(library *Library, files Store, browsers *Browsers, pool *pgxpool.Pool, count int, avif bool, clk clock.Clock, log *slog.Logger) *Maker {
	if avif && count > 0 && !interruptible {
		log.Warn("AVIF is off: build the program with the tag wasm2go")
	}
	m := &Maker{
		library: library, files: files, browsers: browsers, pool: pool, queue: jobs.New(pool, log), avif: avif && interruptible, clock: clk, log: log,
		turns: semaphore.NewWeighted(int64(max(count, 1))), count: int64(max(count, 1)),
	}
	jobs.Handle(m.queue, jobs.Options{Workers: count, Timeout: renderTimeout}, m.render)
	jobs.Every(m.queue, requeueEvery, requeue{}, m.requeue)
	jobs.Handle(m.queue, jobs.Options{Timeout: renderTimeout}, afterRenditions(m, m.tile))
	jobs.Every(m.queue, scanEvery, requeueTiles{}, m.requeueTiles)
	jobs.Handle(m.queue, jobs.Options{Timeout: renderTimeout}, m.publishFilm)
	if library.discarded != nil {
		jobs.Every(m.queue, removalEvery, removeDiscarded{}, m.removeDiscarded)
	}
	if m.browsers != nil {
		jobs.Handle(m.queue, jobs.Options{Timeout: 2 * editionTimeout}, m.film)
		jobs.Every(m.queue, requeueEvery, requeueFilms{}, m.requeueFilms)
		jobs.Handle(m.queue, jobs.Options{Timeout: editionTimeout}, m.draw)
		jobs.Handle(m.queue, jobs.Options{Timeout: proofTimeout}, m.prove)
		jobs.Every(m.queue, requeueEvery, requeueProofs{}, m.requeueProofs)
	}
	if m.avif {
		jobs.Handle(m.queue, jobs.Options{Timeout: avifTimeout}, afterRenditions(m, m.compress))
	}
	return m
}

// Run makes renditions until ctx ends.
func (m *Maker) Run(ctx context.Context) error {
	run := []func(context.Context) error{m.queue.Run}
	if m.avif {
		// Each process with AVIF scans, because the process that adds periodic jobs may not make AVIF.
		run = append(run, func(ctx context.Context) error {
			return kit.Every(ctx, scanEvery, m.log, "search for pictures without AVIF", m.scan)
		})
	}
	return kit.RunAll(ctx, run...)
}

// render makes the renditions of a picture. It starts again if the picture was protected or released in the meantime.
func (m *Maker) render(ctx context.Context, job *river.Job[artwork.MakeRenditions]) error {
	hash := job.Args.Hash
	if err := m.turns.Acquire(ctx, 1); err != nil {
		return err
	}
	defer m.turns.Release(1)
	if !job.Args.Awaited {
		lowerPriority()
	}
	var next []river.JobArgs
	for {
		f, waiting, err := m.files.WaitingFile(ctx, hash)
		if err != nil {
			return err
		}
		if !waiting {
			break
		}
		made, err := recovered(func() (artwork.Made, error) { return m.library.Make(ctx, f) })
		switch {
		case errors.Is(err, errPicture):
			m.log.WarnContext(ctx, "the renditions of a picture could not be made", "file", f.Name, "error", err)
			err = m.files.SetFailed(ctx, hash, err.Error())
		case err == nil:
			_, err = m.files.SetMade(ctx, f, made, m.clock.Now())
			if !f.Protected && made.Width > widths[0] {
				next = []river.JobArgs{makeTiles{hash}}
			}
		}
		if err != nil {
			return err
		}
	}
	m.progress(ctx)
	if m.avif {
		next = append(next, makeAVIF{hash})
	}
	return jobs.Add(ctx, m.pool, next...)
}

// publishFilm makes the film of a draft public once the artwork is published.
func (m *Maker) publishFilm(ctx context.Context, job *river.Job[artwork.PublishFilm]) error {
	return m.library.PublishFilm(ctx, job.Args.Original)
}

// recovered converts a panic of a decoder or encoder to an error about the picture.
func recovered[T any](convert func() (T, error)) (made T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPicture, p)
		}
	}()
	return convert()
}

// progress logs when no picture waits any more.
func (m *Maker) progress(ctx context.Context) {
	switch waiting, failed, err := m.files.RenditionBacklog(ctx); {
	case err != nil || waiting > 0:
	case failed > 0:
		m.log.WarnContext(ctx, "pictures lack their sizes", "failed", failed)
	default:
		m.log.InfoContext(ctx, "every picture has its sizes")
	}
}

// requeue adds jobs for pictures that wait.
func (m *Maker) requeue(ctx context.Context) error {
	hashes, err := m.files.WaitingFiles(ctx, requeueBatch)
	if err != nil {
		return err
	}
	all := make([]river.JobArgs, len(hashes))
	for i, hash := range hashes {
		all[i] = artwork.MakeRenditions{Hash: hash}
	}
	return jobs.Add(ctx, m.pool, all...)
}

// requeueTiles adds jobs for large pictures without tiles.
func (m *Maker) requeueTiles(ctx context.Context) error {
	hashes, err := m.files.UntiledFiles(ctx, widths[0], requeueBatch)
	if err != nil {
		return err
	}
	all := make([]river.JobArgs, len(hashes))
	for i, hash := range hashes {
		all[i] = makeTiles{hash}
	}
	return jobs.Add(ctx, m.pool, all...)
}

// afterRenditions returns a handler for work that nobody waits for: it runs while no picture lacks renditions.
func afterRenditions[T river.JobArgs](m *Maker, work func(context.Context, T) error) func(context.Context, *river.Job[T]) error {
	return func(ctx context.Context, job *river.Job[T]) error {
		if err := m.yieldTo(ctx, artwork.MakeRenditions{}.Kind()); err != nil {
			return err
		}
		if err := m.turns.Acquire(ctx, m.count); err != nil {
			return err
		}
		defer m.turns.Release(m.count)
		lowerPriority()
		return work(ctx, job.Args)
	}
}

// tile makes the tiles of a picture. If the picture is protected in the meantime, no tiles remain: either RemoveProtected removes them after
// they were stored, or they aren't stored and are removed here.
func (m *Maker) tile(ctx context.Context, job makeTiles) error {
	hash := job.Hash
	f, made, untiled, err := m.files.UntiledFile(ctx, hash)
	if err != nil || !untiled {
		return err
	}
	if f.Protected {
		return m.library.DropTiles(ctx, hash)
	}
	service, err := recovered(func() (string, error) { return m.library.MakeTiles(ctx, f) })
	if errors.Is(err, errPicture) {
		m.log.WarnContext(ctx, "the tiles of a picture could not be made", "file", f.Name, "error", err)
		err = nil // it has renditions
	}
	if err != nil {
		return err
	}
	made.Tiles = &service
	stored, err := m.files.SetMade(ctx, f, made, m.clock.Now())
	if err == nil && !stored {
		err = m.library.DropTiles(ctx, hash)
	}
	return err
}

// draw draws an edition of a public live work. If the page fails several times, it isn't tried again for a day, and the work's still is shown.
func (m *Maker) draw(ctx context.Context, job *river.Job[artwork.DrawEdition]) error {
	e, public, err := m.edition(ctx, job.Args.ArtworkID, job.Args.Number)
	if err != nil || !public {
		return err // without an error, the work has changed and there is nothing to draw
	}
	// A browser needs memory in addition to the limit for decoding.
	if err := m.turns.Acquire(ctx, m.count); err != nil {
		return err
	}
	defer m.turns.Release(m.count)
	err = m.library.DrawEdition(ctx, m.browsers.Editions, e, m.clock.Now())
	if errors.Is(err, artwork.ErrUndrawable) && undrawable(job.Errors)+1 >= editionTries {
		m.log.WarnContext(ctx, "an edition could not be drawn", "artwork", e.ArtworkID, "edition", e.Number, "error", err)
		return m.library.MarkUndrawable(ctx, e, m.clock.Now())
	}
	return err
}

// edition returns an edition, and whether it is one of a public live work.
func (m *Maker) edition(ctx context.Context, artworkID int64, number int) (e Edition, public bool, err error) {
	w, public, err := m.files.EditionSource(ctx, artworkID, m.clock.Now())
	if err != nil && !errors.Is(err, artwork.ErrNotFound) {
		return e, false, err
	}
	e, err = EditionOf(w, number)
	return e, public && err == nil, nil
}

// yieldTo returns the error that runs a job again later if jobs of a more urgent kind wait.
func (m *Maker) yieldTo(ctx context.Context, kind string) error {
	busy, err := m.queue.Busy(ctx, kind)
	if err == nil && busy {
		err = river.JobSnooze(yield)
	}
	return err
}

// undrawable counts the attempts that failed because of the page. It doesn't count outages.
func undrawable(failed []rivertype.AttemptError) (n int) {
	for _, f := range failed {
		if strings.HasPrefix(f.Error, artwork.ErrUndrawable.Error()) {
			n++
		}
	}
	return n
}

// compress makes the AVIF files of a picture.
func (m *Maker) compress(ctx context.Context, job makeAVIF) error {
	_, err := recovered(func() (struct{}, error) { return struct{}{}, m.library.MakeAVIF(ctx, job.Hash) })
	if errors.Is(err, errPicture) {
		m.log.WarnContext(ctx, "the AVIF files of a picture could not be made", "hash", job.Hash, "error", err)
		return nil // WebP exists
	}
	return err
}

// scan adds a job for each picture without AVIF.
func (m *Maker) scan(ctx context.Context) error {
	hashes, err := m.library.WithoutAVIF(ctx)
	if err != nil {
		return err
	}
	all := make([]river.JobArgs, len(hashes))
	for i, hash := range hashes {
		all[i] = makeAVIF{hash}
	}
	return jobs.Add(ctx, m.pool, all...)
}

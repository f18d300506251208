package media

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	renderTimeout = 10 * time.Minute
	// editionTries is how often the page of an edition may fail.
	editionTries = 3
	// editionTimeout covers a minute for the page, some seconds to decide whether the page is the cause, and the wait for a turn.
	editionTimeout = 3 * time.Minute
	requeueEvery   = time.Minute
	requeueBatch   = 500
	// yield is how long AVIF waits while pictures lack renditions.
	yield = 15 * time.Second
	// withoutBrowser is how long jobs wait while render has no browser.
	withoutBrowser = 10 * time.Minute
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
	// RenditionBacklog counts the pictures that wait for renditions, and the pictures that failed.
	RenditionBacklog(ctx context.Context) (waiting, failed int, err error)
}

// MadeFiles stores renditions. Its errors are temporary.
type MadeFiles interface {
	// MadeFile returns a picture with its renditions, or artwork.ErrNotFound if it has none.
	MadeFile(ctx context.Context, hash string) (artwork.File, artwork.Made, error)
}

// Store is what a Maker reads and writes.
type Store interface {
	Files
	MadeFiles
	Works
	Proofs
	Films
}

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
	pages   Pages
	pool    *pgxpool.Pool
	queue   *jobs.Queue
	clock   clock.Clock
	log     *slog.Logger
}

// NewMaker returns a maker that makes renditions of count pictures in parallel. It draws editions of live works on request, films minted
// editions, and proves drafts. With a count of 0 it opens no picture and no page, but it still adds the jobs of other replicas: its queue may be
// the leader.
func NewMaker(library *Library, files Store, pages Pages, pool *pgxpool.Pool, count int, clk clock.Clock, log *slog.Logger) *Maker {
	m := &Maker{library: library, files: files, pages: pages, pool: pool, queue: jobs.New(pool, log), clock: clk, log: log}
	jobs.Every(m.queue, requeueEvery, requeue{}, m.requeue)
	jobs.Every(m.queue, requeueEvery, requeueFilms{}, m.requeueFilms)
	jobs.Every(m.queue, requeueEvery, requeueProofs{}, m.requeueProofs)
	if library.discarded != nil {
		jobs.Every(m.queue, removalEvery, removeDiscarded{}, m.removeDiscarded)
	}
	jobs.Handle(m.queue, jobs.Options{Timeout: renderTimeout}, m.publishFilm)
	if count == 0 {
		return m
	}
	jobs.Handle(m.queue, jobs.Options{Workers: count, Timeout: renderTimeout}, m.render)
	jobs.Handle(m.queue, jobs.Options{Timeout: renderTimeout}, m.tile)
	jobs.Handle(m.queue, jobs.Options{Timeout: renderTimeout}, m.compress)
	jobs.Handle(m.queue, jobs.Options{Timeout: 2 * editionTimeout}, m.film)
	jobs.Handle(m.queue, jobs.Options{Timeout: editionTimeout}, m.draw)
	jobs.Handle(m.queue, jobs.Options{Timeout: artwork.WallTiles * editionTimeout}, m.drawWall)
	jobs.Handle(m.queue, jobs.Options{Timeout: proofTimeout}, m.prove)
	return m
}

// Queue returns the maker's queue, for other jobs of the service: a database has one, because only its leader adds periodic work.
func (m *Maker) Queue() *jobs.Queue { return m.queue }

// Run makes renditions until ctx ends.
func (m *Maker) Run(ctx context.Context) error { return m.queue.Run(ctx) }

// render makes the renditions of a picture. It starts again if the picture was protected or released in the meantime.
func (m *Maker) render(ctx context.Context, job *river.Job[artwork.MakeRenditions]) error {
	hash := job.Args.Hash
	for {
		f, waiting, err := m.files.WaitingFile(ctx, hash)
		if err != nil {
			return err
		}
		if !waiting {
			break
		}
		made, err := m.library.Make(ctx, f, job.Args.Awaited)
		switch {
		case errors.Is(err, picture.ErrRefused):
			m.log.WarnContext(ctx, "the renditions of a picture could not be made", "file", f.Name, "error", err)
			err = m.files.SetFailed(ctx, hash, err.Error())
		case err == nil:
			_, err = m.files.SetMade(ctx, f, made, m.clock.Now())
		}
		if err != nil {
			return err
		}
	}
	m.progress(ctx)
	return nil
}

// publishFilm makes the film of a draft public once the artwork is published.
func (m *Maker) publishFilm(ctx context.Context, job *river.Job[artwork.PublishFilm]) error {
	return m.library.PublishFilm(ctx, job.Args.Original)
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

// tile makes the tiles of a picture. If the picture is protected in the meantime, no tiles remain: either RemoveProtected removes them, or they
// are removed here.
func (m *Maker) tile(ctx context.Context, job *river.Job[makeTiles]) error {
	hash := job.Args.Hash
	f, made, err := m.files.MadeFile(ctx, hash)
	if errors.Is(err, artwork.ErrNotFound) || err == nil && !isTiled(f, made) {
		return nil
	}
	if err != nil {
		return err
	}
	err = m.library.MakeTiles(ctx, f)
	if errors.Is(err, picture.ErrRefused) {
		m.log.WarnContext(ctx, "the tiles of a picture could not be made", "file", f.Name, "error", err)
		none := "" // it has renditions
		made.Tiles = &none
		_, err = m.files.SetMade(ctx, f, made, m.clock.Now())
	}
	if err != nil {
		return err
	}
	f, made, err = m.files.MadeFile(ctx, hash)
	if errors.Is(err, artwork.ErrNotFound) || err == nil && !isTiled(f, made) {
		return m.library.dropTiles(ctx, hash)
	}
	return err
}

// compress makes the AVIF of a rendition. Nobody waits for it, so it runs while no picture lacks renditions.
func (m *Maker) compress(ctx context.Context, job *river.Job[makeAVIF]) error {
	if err := m.yieldTo(ctx, artwork.MakeRenditions{}.Kind()); err != nil {
		return err
	}
	f, made, err := m.files.MadeFile(ctx, job.Args.Hash)
	if errors.Is(err, artwork.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = m.library.MakeAVIF(ctx, f, made, job.Args.Name)
	}
	if errors.Is(err, picture.ErrRefused) {
		m.log.WarnContext(ctx, "the AVIF of a picture could not be made", "file", f.Name, "error", err)
		return nil // WebP exists
	}
	return err
}

// needsBrowser returns the error that runs a job again later if render has no browser.
func (m *Maker) needsBrowser(ctx context.Context) error {
	if m.pages.Available(ctx) {
		return nil
	}
	return river.JobSnooze(withoutBrowser)
}

// draw draws an edition of a public live work. If the page fails several times, it isn't tried again for a day, and a plate is shown.
func (m *Maker) draw(ctx context.Context, job *river.Job[artwork.DrawEdition]) error {
	if err := m.needsBrowser(ctx); err != nil {
		return err
	}
	e, public, err := m.edition(ctx, job.Args.ArtworkID, job.Args.Number)
	if err != nil || !public {
		return err // without an error, the work has changed and there is nothing to draw
	}
	err = m.library.DrawEdition(ctx, m.pages, e, job.Args.Awaited, m.clock.Now())
	if errors.Is(err, artwork.ErrUndrawable) && undrawable(job.Errors)+1 >= editionTries {
		m.log.WarnContext(ctx, "an edition could not be drawn", "artwork", e.ArtworkID, "edition", e.Number, "error", err)
		return m.library.markUndrawable(ctx, e, m.clock.Now())
	}
	return err
}

// drawWall draws the first editions of a public live work, between the editions and films that somebody waits for.
func (m *Maker) drawWall(ctx context.Context, job *river.Job[artwork.DrawWall]) error {
	if err := m.needsBrowser(ctx); err != nil {
		return err
	}
	for number := range artwork.WallTiles {
		for _, kind := range []string{artwork.DrawEdition{}.Kind(), artwork.FilmEdition{}.Kind()} {
			if err := m.yieldTo(ctx, kind); err != nil {
				return err
			}
		}
		e, public, err := m.edition(ctx, job.Args.ArtworkID, number+1)
		if err != nil || !public {
			return err // without an error, there are no more editions, or the work has changed
		}
		err = m.library.DrawEdition(ctx, m.pages, e, false, m.clock.Now())
		if errors.Is(err, artwork.ErrUndrawable) {
			// The job of the edition decides whether its page is the cause.
			err = jobs.Add(ctx, m.pool, artwork.DrawEdition{ArtworkID: e.ArtworkID, Number: e.Number})
		}
		if err != nil {
			return err
		}
	}
	return nil
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

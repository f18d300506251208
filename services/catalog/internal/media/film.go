package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// filmSide is the long edge of a film in pixels.
const filmSide = 480

// Films stores the films of editions. Its errors are temporary.
type Films interface {
	// NeedsFilm reports whether an edition needs a film and has none from this page and recipe.
	NeedsFilm(ctx context.Context, artworkID int64, number int, live artwork.Media) (bool, error)
	// SetFilm stores the film of an edition; nil if it looks the same at all times.
	SetFilm(ctx context.Context, artworkID int64, number int, live artwork.Media, film *artwork.EditionFilm) error
	// FailFilm records that an edition can't be filmed.
	FailFilm(ctx context.Context, artworkID int64, number int, now time.Time) error
	// EditionsWithoutFilm returns editions that need a film, except for those that failed after a time.
	EditionsWithoutFilm(ctx context.Context, failedBefore, now time.Time, limit int32) ([]artwork.FilmEdition, error)
}

// film films an edition of a public live work. If the page fails several times, it isn't tried again for a day.
func (m *Maker) film(ctx context.Context, job *river.Job[artwork.FilmEdition]) error {
	if err := m.needsBrowser(ctx); err != nil {
		return err
	}
	e, public, err := m.edition(ctx, job.Args.ArtworkID, job.Args.Number)
	if err != nil || !public {
		return err // only public works have a page; requeueFilms adds the job again when it is public
	}
	// Visitors and buyers wait for pictures of editions, and nobody waits for a film.
	if err := m.yieldTo(ctx, artwork.DrawEdition{}.Kind()); err != nil {
		return err
	}
	if lacks, err := m.files.NeedsFilm(ctx, e.ArtworkID, e.Number, e.live); err != nil || !lacks {
		return err
	}
	film, err := m.library.FilmEdition(ctx, m.pages, e)
	if errors.Is(err, artwork.ErrUndrawable) && undrawable(job.Errors)+1 >= editionTries {
		m.log.WarnContext(ctx, "an edition could not be filmed", "artwork", e.ArtworkID, "edition", e.Number, "error", err)
		return m.files.FailFilm(ctx, e.ArtworkID, e.Number, m.clock.Now())
	}
	if err != nil {
		return err
	}
	return m.files.SetFilm(ctx, e.ArtworkID, e.Number, e.live, film)
}

// requeueFilms adds jobs for editions whose job was lost, that waited for a browser, or whose work has a different page now.
func (m *Maker) requeueFilms(ctx context.Context) error {
	now := m.clock.Now()
	editions, err := m.files.EditionsWithoutFilm(ctx, now.Add(-undrawableFor), now, requeueBatch)
	if err != nil {
		return fmt.Errorf("editions without a film: %w", err)
	}
	all := make([]river.JobArgs, len(editions))
	for i, e := range editions {
		all[i] = e
	}
	return jobs.Add(ctx, m.pool, all...)
}

// FilmEdition films an edition and stores the film, an endless GIF of about five seconds. Its first frame is the finished edition, for programs
// that show only one. It returns nil for a work that looks the same at all times. It returns the errors of Pages; others are temporary.
func (l *Library) FilmEdition(ctx context.Context, p Pages, e Edition) (*artwork.EditionFilm, error) {
	width, height := e.within(filmSide)
	film, err := p.Film(ctx, e.path(), token.Hash(e.ArtworkID, e.Number), width, height)
	if err != nil || len(film.File) == 0 {
		return nil, err
	}
	url, err := l.keepEditionFilm(ctx, film.File)
	return &artwork.EditionFilm{URL: url, Width: film.Width, Height: film.Height, Bytes: len(film.File), Milliseconds: film.Milliseconds}, err
}

// keepEditionFilm stores a film and returns its path, which is the same for equal bytes.
func (l *Library) keepEditionFilm(ctx context.Context, file []byte) (string, error) {
	sum := sha256.Sum256(file)
	key := public(hex.EncodeToString(sum[:])[:hashLength], "film.gif")
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return Prefix + key, err
	}
	return Prefix + key, l.objects.Write(ctx, key, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
}

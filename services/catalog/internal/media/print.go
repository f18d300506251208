package media

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// printWait is how long a document waits for the picture of its edition. Drawing takes some seconds, and callers wait for 10 s.
	printWait = 4 * time.Second
	// stillTime is the part of the caller's deadline that is reserved for reading and sending a picture.
	stillTime = 3 * time.Second
	printPoll = 250 * time.Millisecond
)

// Works returns the public fields of a work, published or not, and whether it is public at a time. It returns artwork.ErrNotFound for an unknown
// one; other errors are temporary.
type Works interface {
	EditionSource(ctx context.Context, id int64, now time.Time) (w artwork.Artwork, public bool, err error)
}

// Prints makes pictures of works for documents.
type Prints struct {
	Library *Library
	Works   Works
	// Request requests the drawing of an edition. It returns artwork.ErrNotFound if this deployment draws none.
	Request func(ctx context.Context, artworkID int64, number int) error
	Clock   clock.Clock
}

// Picture returns a work as JPEG, and whether it shows the output of the edition. Until the edition of a live work is drawn, and if it can't be,
// it returns a plate with its number, because the work's own picture shows another one. It waits some seconds for the drawing, but never until the
// deadline of ctx. It returns artwork.ErrNotFound if no picture is stored. Other errors are temporary.
func (p Prints) Picture(ctx context.Context, artworkID int64, edition int) (jpeg []byte, own bool, err error) {
	w, public, err := p.Works.EditionSource(ctx, artworkID, p.Clock.Now())
	if err != nil {
		return nil, false, err
	}
	if e, err := EditionOf(w, edition); err == nil {
		switch jpeg, err := p.drawn(ctx, e, public); {
		case err == nil:
			return jpeg, true, nil
		case !errors.Is(err, artwork.ErrNotFound) && !errors.Is(err, fs.ErrNotExist):
			return nil, false, err
		}
	}
	if live, err := LiveOf(w.Media); err == nil {
		jpeg, err = plate(live, edition)
		return jpeg, false, err
	}
	if len(w.Media) == 0 {
		return nil, false, artwork.ErrNotFound
	}
	jpeg, err = p.Library.JPEG(ctx, w.Media[0])
	return jpeg, false, err
}

// drawn returns the picture of an edition. If it does not exist and the work is public, drawn requests the drawing and waits for a while. Only
// public works have a page to draw. It returns fs.ErrNotExist if there is still no picture.
func (p Prints) drawn(ctx context.Context, e Edition, public bool) ([]byte, error) {
	jpeg, err := p.Library.editionPicture(ctx, e, p.Clock.Now())
	if !errors.Is(err, fs.ErrNotExist) || !public {
		return jpeg, err
	}
	if err := p.Request(ctx, e.ArtworkID, e.Number); err != nil {
		return nil, err // artwork.ErrNotFound without a browser
	}
	wait := printWait
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-stillTime)
	}
	end := time.After(wait)
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-end:
			return nil, fs.ErrNotExist
		case <-time.After(printPoll):
		}
		if jpeg, err := p.Library.editionPicture(ctx, e, p.Clock.Now()); !errors.Is(err, fs.ErrNotExist) {
			return jpeg, err
		}
	}
}

// JPEG returns the largest rendition of a medium as JPEG, on white. It returns artwork.ErrNotFound for a medium without renditions.
// Other errors are temporary.
func (l *Library) JPEG(ctx context.Context, m artwork.Media) (jpeg []byte, err error) {
	if len(m.Renditions) == 0 {
		return nil, artwork.ErrNotFound
	}
	key := strings.TrimPrefix(m.Renditions[len(m.Renditions)-1].URL, Prefix)
	hash, name, _ := strings.Cut(key, "/")
	err = l.keepWide(ctx, hash, name)
	if err == nil {
		_, err = l.objects.Size(ctx, key)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, artwork.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	job := picture.Conversion{Urgent: true, Outputs: []picture.Output{{Name: "print", Format: picture.JPEG, Quality: picture.Print}}}
	_, err = l.pictures.Convert(ctx, l.source(key), job, func(f picture.File) (err error) {
		jpeg, err = io.ReadAll(f.Content)
		return err
	})
	return jpeg, err
}

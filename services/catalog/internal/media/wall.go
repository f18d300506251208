package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// hanging is the version of how walls are composed, like recipe.
	hanging = "1"
	// wallGap is the part of a wall's long edge that is between two editions.
	wallGap = 0.02
)

// wallGround is the site's ground.
var wallGround = color.RGBA{0xfd, 0xfd, 0xfb, 0xff}

var wallPath = regexp.MustCompile(`^/assets/editions/([1-9][0-9]{0,17})/wall-([1-9][0-9]{0,3})\.jpg$`)

// wall is the first editions of a live work, side by side in the proportions of the work.
type wall struct {
	id   int64
	live artwork.Media
	// tiles has the edition for each number from 1 on, nil for one that isn't drawn.
	tiles []*Edition
	// waits reports whether an edition may be drawn later.
	waits bool
}

// wallOf returns the wall of a work as it is drawn by now. It returns artwork.ErrNotFound for other works; other errors are temporary.
func (l *Library) wallOf(ctx context.Context, work artwork.Artwork, now time.Time) (wall, error) {
	live, err := LiveOf(work.Media)
	if err != nil {
		return wall{}, err
	}
	out := wall{id: work.ID, live: live, tiles: make([]*Edition, min(artwork.WallTiles, work.Editions.Size))}
	for i := range out.tiles {
		switch e, err := l.edition(ctx, work, i+1, now); {
		case err == nil:
			out.tiles[i] = &e
		case errors.Is(err, fs.ErrNotExist):
			out.waits = true
		case !errors.Is(err, artwork.ErrNotFound):
			return wall{}, err
		}
	}
	return out, nil
}

// sum is a hash of everything that the wall depends on. It changes when a drawing is added.
func (w wall) sum() string {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s\x00%d\x00%d", hanging, w.live.Width, w.live.Height)
	for _, e := range w.tiles {
		if e == nil {
			_, _ = io.WriteString(sum, "\x00plate")
		} else {
			_, _ = io.WriteString(sum, "\x00"+e.sum())
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:hashLength]
}

// places returns where the tiles are in a picture: as many columns as rows, even gaps, and the last row in the middle.
func (w wall) places(size image.Point) []image.Rectangle {
	n := len(w.tiles)
	columns := 1
	for columns*columns < n {
		columns++
	}
	rows := (n + columns - 1) / columns
	gap := int(wallGap * float64(max(size.X, size.Y)))
	scale := min(float64(size.X-(columns-1)*gap)/float64(columns*size.X), float64(size.Y-(rows-1)*gap)/float64(rows*size.Y))
	tile := image.Pt(max(1, int(scale*float64(size.X))), max(1, int(scale*float64(size.Y))))
	out := make([]image.Rectangle, n)
	for i := range out {
		row, column := i/columns, i%columns
		inRow := min(columns, n-row*columns)
		at := image.Pt((size.X-inRow*(tile.X+gap)+gap)/2+column*(tile.X+gap), (size.Y-rows*(tile.Y+gap)+gap)/2+row*(tile.Y+gap))
		out[i] = image.Rectangle{Min: at, Max: at.Add(tile)}
	}
	return out
}

// compose returns a wall as JPEG. Render scales the drawings, so no file is decoded here.
func (l *Library) compose(ctx context.Context, w wall, size image.Point) ([]byte, error) {
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(wallGround), image.Point{}, draw.Src)
	for i, at := range w.places(size) {
		if w.tiles[i] == nil {
			if err := paintPlate(canvas, at, i+1); err != nil {
				return nil, err
			}
			continue
		}
		job := picture.Conversion{Urgent: true, Outputs: []picture.Output{{Name: "tile", Format: picture.RGBA, Width: at.Dx()}}}
		_, err := l.pictures.Convert(ctx, l.source(w.tiles[i].key()), job, func(f picture.File) error {
			tile := image.NewNRGBA(image.Rect(0, 0, f.Width, f.Height))
			if _, err := io.ReadFull(f.Content, tile.Pix); err != nil {
				return err
			}
			draw.Draw(canvas, at, tile, image.Point{}, draw.Over)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("edition %d: %w", i+1, err)
		}
	}
	return encodeJPEG(canvas)
}

// serveWall sends the picture of a wall with an ETag, which changes when a drawing is added. found is the error of finding the work. Drawings
// that are missing are requested, and are plates until then. Each state is composed once per width.
func (l *Library) serveWall(w http.ResponseWriter, r *http.Request, work artwork.Artwork, width int, found error, request func(ctx context.Context, artworkID int64) error, now time.Time) {
	var hung wall
	err := found
	if err == nil {
		hung, err = l.wallOf(r.Context(), work, now)
	}
	at := -1
	pictures := artwork.Wall(work.ID, hung.live.Width, hung.live.Height)
	if err == nil {
		at = slices.IndexFunc(pictures, func(p artwork.Rendition) bool { return p.Width == width })
	}
	if errors.Is(err, artwork.ErrNotFound) || err == nil && at < 0 {
		missing(w)
		return
	}
	if err == nil && hung.waits {
		if err = request(r.Context(), work.ID); errors.Is(err, artwork.ErrNotFound) {
			hung.waits, err = false, nil
		}
	}
	if err != nil {
		l.unavailable(w, r, err)
		return
	}
	size := image.Pt(pictures[at].Width, pictures[at].Height)
	key, err := l.keepWall(r.Context(), hung, size)
	if err != nil && r.Context().Err() == nil { // all are plates while nothing scales the drawings
		l.log.WarnContext(r.Context(), "the wall of a work could not be composed", "artwork", work.ID, "error", err)
		hung.tiles, hung.waits = make([]*Edition, len(hung.tiles)), true
		key, err = l.keepWall(r.Context(), hung, size)
	}
	if err != nil {
		l.unavailable(w, r, err)
		return
	}
	// A new drawing or recipe changes the picture at this address.
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=300")
	if hung.waits {
		h.Set("Cache-Control", "no-cache")
		h.Set("Retry-After", "5")
	}
	l.send(w, r, key, "image/jpeg", `"`+hung.sum()+`"`)
}

// keepWall returns the key of a picture of a wall, which it composes unless it exists.
func (l *Library) keepWall(ctx context.Context, hung wall, size image.Point) (string, error) {
	key := fmt.Sprintf("editions/%d/wall-%s-%d.jpg", hung.id, hung.sum(), size.X)
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	jpeg, err := l.compose(ctx, hung, size)
	if err != nil {
		return key, err
	}
	return key, l.objects.Write(ctx, key, func(w io.Writer) error {
		_, err := w.Write(jpeg)
		return err
	})
}

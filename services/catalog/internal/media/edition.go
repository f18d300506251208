package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// EditionsPrefix is the path of the pictures of live works' editions.
const EditionsPrefix = Prefix + "editions/"

const (
	// editionSide is the long edge of an edition's picture in pixels, the maximum size of a live work.
	editionSide = 1600
	// drawing is the version of how editions are drawn, like recipe.
	drawing = "2"
	// undrawableFor is how long an edition isn't drawn again after its page failed, because the machine may have caused the failure.
	undrawableFor = 24 * time.Hour
)

// Pages draws pages of live works. Errors that match artwork.ErrUndrawable are caused by the page; others are temporary.
type Pages interface {
	// Available reports whether pages are drawn in this deployment.
	Available(ctx context.Context) bool
	Draw(ctx context.Context, d artwork.Drawing) ([]byte, error)
	// Film films an edition, by the hash of its token, in a window of the given size.
	Film(ctx context.Context, path, hash string, width, height int) (artwork.Film, error)
}

// Edition is one output of a live work.
type Edition struct {
	ArtworkID int64
	Number    int
	live      artwork.Media
}

// EditionOf returns an edition with a picture: the work must be proven to draw each edition in one way. Otherwise it returns
// artwork.ErrNotFound.
func EditionOf(w artwork.Artwork, number int) (Edition, error) {
	live, err := LiveOf(w.Media)
	if err != nil {
		return Edition{}, err
	}
	if number < 1 || number > w.Editions.Size || live.Deterministic == nil || !*live.Deterministic || live.Width <= 0 || live.Height <= 0 {
		return Edition{}, artwork.ErrNotFound
	}
	return Edition{w.ID, number, live}, nil
}

// sum is a hash of everything that the picture depends on.
func (e Edition) sum() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s", drawing, e.live.Page, e.live.Recipe, token.Hash(e.ArtworkID, e.Number)))
	return hex.EncodeToString(sum[:])[:hashLength]
}

func (e Edition) key() string {
	return fmt.Sprintf("editions/%d/%d-%s.jpg", e.ArtworkID, e.Number, e.sum())
}

// mark is the key of the note that the edition can't be drawn.
func (e Edition) mark() string {
	return strings.TrimSuffix(e.key(), ".jpg") + ".undrawable"
}

func (e Edition) path() string {
	return fmt.Sprintf("%s%d/?hash=%s", WorksPrefix, e.ArtworkID, token.Hash(e.ArtworkID, e.Number))
}

// window returns the size of the picture.
func (e Edition) window() (width, height int) { return e.within(editionSide) }

// within returns the size with the given long edge.
func (e Edition) within(edge int) (width, height int) {
	long := max(e.live.Width, e.live.Height)
	side := func(n int) int { return max(1, (n*edge+long/2)/long) }
	return side(e.live.Width), side(e.live.Height)
}

// editionPicture returns the picture of an edition as JPEG. It returns fs.ErrNotExist until it is drawn, and artwork.ErrNotFound if it can't be
// drawn now. Other errors are temporary.
func (l *Library) editionPicture(ctx context.Context, e Edition, now time.Time) ([]byte, error) {
	picture, err := l.objects.Read(ctx, e.key())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, l.undrawn(ctx, e, now)
	}
	return picture, err
}

// undrawn returns why an edition has no picture: fs.ErrNotExist if it waits to be drawn, artwork.ErrNotFound if it can't be.
func (l *Library) undrawn(ctx context.Context, e Edition, now time.Time) error {
	text, err := l.objects.Read(ctx, e.mark())
	if err != nil {
		return err
	}
	if marked, err := time.Parse(time.RFC3339, string(text)); err == nil && now.Before(marked.Add(undrawableFor)) {
		return artwork.ErrNotFound
	}
	return fs.ErrNotExist
}

// DrawEdition draws an edition and stores its picture, unless it is already drawn or can't be. It returns the errors of Pages; others are
// temporary.
func (l *Library) DrawEdition(ctx context.Context, p Pages, e Edition, urgent bool, now time.Time) error {
	if _, err := l.objects.Size(ctx, e.key()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch err := l.undrawn(ctx, e, now); {
	case errors.Is(err, artwork.ErrNotFound):
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	width, height := e.window()
	jpeg, err := p.Draw(ctx, artwork.Drawing{Path: e.path(), Width: width, Height: height, Urgent: urgent})
	if err != nil {
		return err
	}
	return l.objects.Write(ctx, e.key(), func(w io.Writer) error {
		_, err := w.Write(jpeg)
		return err
	})
}

// markUndrawable records that an edition can't be drawn. The record expires after a day.
func (l *Library) markUndrawable(ctx context.Context, e Edition, now time.Time) error {
	return l.objects.Write(ctx, e.mark(), func(w io.Writer) error {
		_, err := io.WriteString(w, now.UTC().Format(time.RFC3339))
		return err
	})
}

var editionPath = regexp.MustCompile(`^/assets/editions/([1-9][0-9]{0,17})/([1-9][0-9]{0,5})(-or-plate)?\.jpg$`)

// Requests request drawings. They return artwork.ErrNotFound if this deployment draws none.
type Requests struct {
	Edition func(ctx context.Context, artworkID int64, number int) error
	// Wall requests the first editions of a work, after all drawings that are requested by number.
	Wall func(ctx context.Context, artworkID int64) error
}

// Editions serves GET /assets/editions/<artwork>/<number>.jpg: the picture of an edition of a public work. find returns the work, or
// artwork.ErrNotFound. Until the edition is drawn, the response is 503 with Retry-After. <number>-or-plate.jpg is a plate with the number
// instead, also if the edition can't be drawn: emails and card pages request a picture once. A plate has no ETag, and Retry-After if the edition
// is being drawn. wall-<width>.jpg is a picture of the first editions (artwork.Wall).
func (l *Library) Editions(find func(ctx context.Context, id int64) (artwork.Artwork, error), request Requests, clk clock.Clock) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Access-Control-Allow-Origin", "*")
		if m := wallPath.FindStringSubmatch(r.URL.Path); m != nil {
			id, _ := strconv.ParseInt(m[1], 10, 64) // the pattern limits the digits
			width, _ := strconv.Atoi(m[2])
			work, err := find(r.Context(), id)
			l.serveWall(w, r, work, width, err, request.Wall, clk.Now())
			return
		}
		m := editionPath.FindStringSubmatch(r.URL.Path)
		if m == nil {
			missing(w)
			return
		}
		id, _ := strconv.ParseInt(m[1], 10, 64) // the pattern limits the digits
		number, _ := strconv.Atoi(m[2])
		work, err := find(r.Context(), id)
		var e Edition
		if err == nil {
			e, err = l.edition(r.Context(), work, number, clk.Now())
		}
		waits := errors.Is(err, fs.ErrNotExist)
		if waits {
			if asked := request.Edition(r.Context(), id, number); asked != nil {
				waits, err = false, asked
			}
		}
		switch {
		case (waits || errors.Is(err, artwork.ErrNotFound)) && m[3] != "" && number <= work.Editions.Size:
			if waits {
				h.Set("Retry-After", "5")
			}
			l.sendPlate(w, r, work, number)
		case errors.Is(err, artwork.ErrNotFound):
			missing(w)
		case waits:
			h.Set("Cache-Control", "no-store")
			h.Set("Retry-After", "5")
			http.Error(w, "being drawn: try again in some seconds", http.StatusServiceUnavailable)
		case err != nil:
			l.unavailable(w, r, err)
		default:
			// A new recipe changes the picture at this address.
			h.Set("Cache-Control", "public, max-age=300")
			l.send(w, r, e.key(), "image/jpeg", `"`+e.sum()+`"`)
		}
	})
}

// sendPlate sends the plate of an edition of a live work; other works look the same in all editions.
func (l *Library) sendPlate(w http.ResponseWriter, r *http.Request, work artwork.Artwork, number int) {
	live, err := LiveOf(work.Media)
	if err != nil {
		missing(w)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "image/jpeg")
	if r.Method == http.MethodHead { // how pages ask again and again whether there is a drawing
		return
	}
	picture, err := plate(live, number)
	if err != nil {
		l.unavailable(w, r, err)
		return
	}
	_, _ = w.Write(picture)
}

// edition returns an edition with an existing picture. Errors: artwork.ErrNotFound, fs.ErrNotExist until it is drawn; others are temporary.
func (l *Library) edition(ctx context.Context, w artwork.Artwork, number int, now time.Time) (Edition, error) {
	e, err := EditionOf(w, number)
	if err != nil {
		return e, err
	}
	_, err = l.objects.Size(ctx, e.key())
	if errors.Is(err, fs.ErrNotExist) {
		err = l.undrawn(ctx, e, now)
	}
	return e, err
}

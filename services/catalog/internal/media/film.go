package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"io/fs"
	"time"

	"github.com/riverqueue/river"
	"github.com/soniakeys/quant/median"
	xdraw "golang.org/x/image/draw"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

const (
	// filmSide is the long edge of a film in pixels.
	filmSide = 480
	// maxFilm is the maximum size of a film in bytes. A film that would be larger is made with half the side.
	maxFilm = 4 << 20
	// rest is how long a film shows the finished edition, tick how long each other frame is shown, in hundredths of a second.
	rest, tick = 160, 12
	// A work that draws itself is finished at 0 s, starts again at growsFrom and is finished again at growsTo: see docs/operating/art-origin.md.
	growsFrom, growsTo = 3.5, 15.5
	growthFrames       = 30
	// A work that moves is filmed for moveFrames frames, one each tick, and then shown backwards, so that nothing jumps.
	moveFrames = 18
	// filmColors is the number of colours of a GIF, besides the transparent one.
	filmColors = 255
)

// Camera films live works.
type Camera interface {
	// Film opens a work in a window of the given size and calls shoot. at returns the picture of a token's hash, seconds after the start. Errors
	// that match artwork.ErrUndrawable are caused by the page; others are temporary, or shoot's own.
	Film(ctx context.Context, path, hash string, size image.Point, shoot func(at func(seconds float64) (image.Image, error)) error) error
}

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
	e, public, err := m.edition(ctx, job.Args.ArtworkID, job.Args.Number)
	if err != nil || !public {
		return err // only public works have a page; requeueFilms adds the job again when it is public
	}
	// Visitors and buyers wait for pictures of editions, and nobody waits for a film.
	if err := m.yieldTo(ctx, artwork.DrawEdition{}.Kind()); err != nil {
		return err
	}
	// A browser needs memory in addition to the limit for decoding.
	if err := m.turns.Acquire(ctx, m.count); err != nil {
		return err
	}
	defer m.turns.Release(m.count)
	if lacks, err := m.files.NeedsFilm(ctx, e.ArtworkID, e.Number, e.live); err != nil || !lacks {
		return err
	}
	lowerPriority()
	film, err := m.library.FilmEdition(ctx, m.browsers.Camera, e)
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
// that show only one. It returns nil for a work that looks the same at all times. It returns the Camera's errors; others are temporary.
func (l *Library) FilmEdition(ctx context.Context, c Camera, e Edition) (*artwork.EditionFilm, error) {
	size := e.within(filmSide)
	var frames []image.Image
	if err := c.Film(ctx, e.path(), token.Hash(e.ArtworkID, e.Number), size, func(at func(seconds float64) (image.Image, error)) (err error) {
		frames, err = shoot(at)
		return err
	}); err != nil || len(frames) == 0 {
		return nil, err
	}
	file, err := encodeFilm(frames)
	if err == nil && len(file) > maxFilm {
		for i, f := range frames {
			frames[i] = halved(f)
		}
		size = frames[0].Bounds().Size()
		file, err = encodeFilm(frames)
	}
	if err != nil {
		return nil, err
	}
	url, err := l.keepEditionFilm(ctx, file)
	return &artwork.EditionFilm{URL: url, Width: size.X, Height: size.Y, Bytes: len(file), Milliseconds: 10 * (rest + tick*(len(frames)-1))}, err
}

// shoot returns the frames of a film, the finished edition first; none for a work that looks the same at all times.
func shoot(at func(seconds float64) (image.Image, error)) ([]image.Image, error) {
	var look [3]image.Image
	for i, seconds := range []float64{0, (growsFrom + growsTo) / 2, growsTo} {
		var err error
		if look[i], err = at(seconds); err != nil {
			return nil, err
		}
	}
	frames := look[:1]
	times := make([]float64, 0, growthFrames)
	switch {
	case !same(look[0], look[2]):
		for i := 1; i < moveFrames; i++ {
			times = append(times, float64(i*tick)/100)
		}
	case !same(look[0], look[1]):
		for i := range growthFrames {
			times = append(times, growsFrom+(growsTo-growsFrom)*float64(i)/growthFrames)
		}
	default:
		return nil, nil
	}
	for _, seconds := range times {
		img, err := at(seconds)
		if err != nil {
			return nil, err
		}
		frames = append(frames, img)
	}
	if len(times) < growthFrames {
		for i := moveFrames - 2; i > 0; i-- {
			frames = append(frames, frames[i])
		}
	}
	return frames, nil
}

// same reports whether two pictures of one size have the same pixels.
func same(a, b image.Image) bool { return bytes.Equal(pixels(a).Pix, pixels(b).Pix) }

// pixels returns a picture as RGBA.
func pixels(img image.Image) *image.RGBA {
	if rgba, ok := img.(*image.RGBA); ok {
		return rgba
	}
	rgba := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	return rgba
}

// halved returns a picture with half its side.
func halved(img image.Image) image.Image {
	size := img.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, max(1, size.X/2), max(1, size.Y/2)))
	xdraw.BiLinear.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

// encodeFilm returns an endless GIF. All frames share one palette, and each one has only the pixels that change.
func encodeFilm(frames []image.Image) ([]byte, error) {
	bounds := image.Rectangle{Max: frames[0].Bounds().Size()}
	palette := append(paletteOf(frames), color.Transparent)
	none := uint8(len(palette) - 1)
	nearest := map[color.RGBA]uint8{}
	film := gif.GIF{Config: image.Config{ColorModel: palette, Width: bounds.Dx(), Height: bounds.Dy()}}
	var before *image.Paletted
	for i, f := range frames {
		now := image.NewPaletted(bounds, palette)
		rgba := pixels(f)
		for p := range now.Pix {
			c := color.RGBA{R: rgba.Pix[4*p], G: rgba.Pix[4*p+1], B: rgba.Pix[4*p+2], A: 0xff}
			index, ok := nearest[c]
			if !ok {
				index = uint8(palette[:none].Index(c))
				nearest[c] = index
			}
			now.Pix[p] = index
		}
		delay := tick
		if i == 0 {
			delay = rest
		}
		film.Image, film.Delay, film.Disposal = append(film.Image, changed(before, now, none)), append(film.Delay, delay), append(film.Disposal, gif.DisposalNone)
		before = now
	}
	var out bytes.Buffer
	err := gif.EncodeAll(&out, &film)
	return out.Bytes(), err
}

// paletteOf returns the colours of a film, from four of its frames.
func paletteOf(frames []image.Image) color.Palette {
	size := frames[0].Bounds().Size()
	sample := image.NewRGBA(image.Rect(0, 0, size.X, 4*size.Y))
	for i := range 4 {
		f := frames[i*len(frames)/4]
		draw.Draw(sample, image.Rect(0, i*size.Y, size.X, (i+1)*size.Y), f, f.Bounds().Min, draw.Src)
	}
	return median.Quantizer(filmColors).Palette(sample).ColorPalette()
}

// changed returns the changes of a frame: the smallest rectangle around them, in which unchanged pixels are transparent. Without a previous frame
// it returns the whole frame.
func changed(before, now *image.Paletted, none uint8) *image.Paletted {
	if before == nil {
		return now
	}
	var box image.Rectangle
	for p := range now.Pix {
		if now.Pix[p] != before.Pix[p] {
			x, y := p%now.Stride, p/now.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	out := image.NewPaletted(box, now.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			index := now.ColorIndexAt(x, y)
			if index == before.ColorIndexAt(x, y) {
				index = none
			}
			out.SetColorIndex(x, y, index)
		}
	}
	return out
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

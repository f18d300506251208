package media

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // formats of originals
	_ "image/jpeg" // formats of originals
	_ "image/png"  // formats of originals
	"io"
	"path"
	"strings"

	libwebp "github.com/gen2brain/webp"
	"golang.org/x/image/draw"

	"github.com/vitrine/vitrine/kit/exif"
	"github.com/vitrine/vitrine/kit/picture"
	"github.com/vitrine/vitrine/kit/webp"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// widths are the widths of renditions, descending. An original that isn't wider than the first is itself the largest one.
var widths = []int{1920, 1280, 960, 640, 320}

const (
	quality     = 80
	method      = 2 // of 6; takes half the time of the default for a few percent more bytes
	blurWidth   = 16
	colorsWidth = 96
	blurQuality = 20
	// recipe is the version of how renditions are made. It is part of their names, because files never change at their address. When the result
	// changes, increase it, and add a migration that requests new renditions.
	recipe = "3"
	// metadataName is the file with the results for a picture, so that a new database doesn't need to make them again.
	metadataName = "made-" + recipe + ".json"
	// metadataProtectedName is the same for protected pictures, whose original is not among their renditions.
	metadataProtectedName = "made-protected-" + recipe + ".json"
	maxPixels             = 40_000_000
	// maxMemory is the maximum memory for decoding, of one picture or of several small ones together. Content has the same limit.
	maxMemory = 320 << 20
)

// errPicture means that no renditions can be made of a file. Final.
var errPicture = errors.New("not a usable picture")

// Make makes the renditions of an original, or reads the earlier results. errPicture is final, others are temporary.
func (l *Library) Make(ctx context.Context, f artwork.File) (artwork.Made, error) {
	if made, ok := l.made(ctx, f); ok {
		return made, nil
	}
	img, format, done, err := l.decode(ctx, f)
	if err != nil {
		return artwork.Made{}, err
	}
	defer done()
	size := img.Bounds().Size()
	made := artwork.Made{Width: size.X, Height: size.Y}
	stem := strings.TrimSuffix(f.Name, path.Ext(f.Name))
	for _, width := range widths {
		if err := ctx.Err(); err != nil {
			return made, err
		}
		if width >= size.X {
			continue
		}
		r, err := l.render(ctx, f.Hash, rendition(stem, width), img, width, height(size, width))
		if err != nil {
			return made, err
		}
		made.Renditions = append([]artwork.Rendition{r}, made.Renditions...)
	}
	if size.X <= widths[0] {
		asIs := format == "webp" && !f.Protected
		largest := artwork.Rendition{URL: Prefix + f.Hash + "/" + f.Name, Width: size.X, Height: size.Y, Type: "image/webp"}
		if !asIs {
			if largest, err = l.render(ctx, f.Hash, rendition(stem, size.X), img, size.X, size.Y); err != nil {
				return made, err
			}
		}
		if format == "avif" && !f.Protected {
			if err := l.copy(ctx, original(f), avifKey(public(f.Hash, path.Base(largest.URL)))); err != nil {
				return made, err
			}
		}
		made.Renditions = append(made.Renditions, largest)
	}
	small := scale(img, blurWidth, height(size, blurWidth))
	made.Color = dominant(small)
	made.Colors = colors(scale(img, colorsWidth, height(size, colorsWidth)))
	var blur bytes.Buffer
	if err := libwebp.Encode(&blur, small, libwebp.Options{Quality: blurQuality, Method: 4}); err != nil {
		return made, err
	}
	made.Blur = "data:image/webp;base64," + base64.StdEncoding.EncodeToString(blur.Bytes())
	return made, l.objects.Write(ctx, metadata(f), func(w io.Writer) error { return json.NewEncoder(w).Encode(made) })
}

// made reads the metadata of an earlier run, if every rendition is there.
func (l *Library) made(ctx context.Context, f artwork.File) (artwork.Made, bool) {
	var made artwork.Made
	doc, err := l.objects.Read(ctx, metadata(f))
	if err != nil || json.Unmarshal(doc, &made) != nil {
		return made, false
	}
	for _, r := range made.Renditions {
		if _, err := l.objects.Size(ctx, public(f.Hash, path.Base(r.URL))); err != nil {
			return made, false
		}
	}
	return made, len(made.Renditions) > 0 && made.Colors != nil
}

func (l *Library) copy(ctx context.Context, from, to string) error {
	in, err := l.objects.Open(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return l.objects.Write(ctx, to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// metadata returns the key of a picture's metadata.
func metadata(f artwork.File) string {
	name := metadataName
	if f.Protected {
		name = metadataProtectedName
	}
	return public(f.Hash, strings.TrimSuffix(f.Name, path.Ext(f.Name))+"-"+name)
}

// decode waits for its share of memory and decodes an original. Call done to release the memory.
func (l *Library) decode(ctx context.Context, f artwork.File) (img image.Image, format string, done func(), err error) {
	in, err := l.objects.Open(ctx, original(f))
	if err != nil {
		return nil, "", nil, err
	}
	defer func() { _ = in.Close() }()
	h, err := inspect(in)
	if err != nil {
		return nil, "", nil, err
	}
	if err := l.memory.Acquire(ctx, h.Memory); err != nil {
		return nil, "", nil, err
	}
	done = func() { l.memory.Release(h.Memory) }
	defer func() {
		if err != nil {
			done()
		}
	}()
	format = h.Format
	if format == "webp" {
		img, err = decodeWebP(in)
	} else {
		img, _, err = image.Decode(in)
	}
	if err != nil {
		return nil, "", nil, fmt.Errorf("%w: %w", errPicture, err)
	}
	if format == "jpeg" {
		img = exif.Rotate(img, exif.Orientation(in))
	}
	return img, format, done, nil
}

// inspect reads the header of a picture, and rejects one that needs too much memory to decode.
func inspect(in io.ReadSeeker) (picture.Header, error) {
	h, err := picture.Read(in)
	if err != nil {
		return h, fmt.Errorf("%w: %w", errPicture, err)
	}
	if h.Width > maxPixels/h.Height {
		return h, fmt.Errorf("%w: more than %d pixels", errPicture, maxPixels)
	}
	if err := h.Allow(maxMemory); err != nil {
		return h, fmt.Errorf("%w: %w", errPicture, err)
	}
	return h, nil
}

// decodeWebP returns the picture, or the first frame of an animation. Only libwebp reads animations and some malformed stills, but it loses
// colour detail of lossless ones, so it is tried second.
func decodeWebP(in io.ReadSeeker) (image.Image, error) {
	if img, err := webp.Decode(in); err == nil {
		return img, nil
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	img, err := libwebp.Decode(in)
	if err != nil {
		return nil, err
	}
	return webp.FullRange(img), nil
}

// rendition returns the name of an original's rendition at a width, in pixels.
func rendition(stem string, width int) string {
	return fmt.Sprintf("%s-%s-%d.webp", stem, recipe, width)
}

func (l *Library) render(ctx context.Context, hash, name string, img image.Image, width, height int) (artwork.Rendition, error) {
	r := artwork.Rendition{URL: Prefix + hash + "/" + name, Width: width, Height: height, Type: "image/webp"}
	small := scale(img, width, height)
	return r, l.objects.Write(ctx, public(hash, name), func(w io.Writer) error {
		return libwebp.Encode(w, small, libwebp.Options{Quality: quality, Method: method})
	})
}

func height(size image.Point, width int) int {
	return max(1, (size.Y*width+size.X/2)/size.X)
}

func scale(img image.Image, width, height int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	if img.Bounds().Dx() == width {
		draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
		return out
	}
	draw.CatmullRom.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

// colors returns the colour families of a picture; none for a fully transparent one.
func colors(img *image.NRGBA) []artwork.Color {
	pixels := map[artwork.Color]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if c := img.NRGBAAt(x, y); c.A >= 128 {
				pixels[artwork.ColorOf(c.R, c.G, c.B)]++
			}
		}
	}
	return append([]artwork.Color{}, artwork.ColorsOf(pixels)...)
}

// dominant returns the colour that most of a picture is near: the mean of the fullest of 64 boxes.
func dominant(img *image.NRGBA) string {
	type box struct{ n, r, g, b int }
	var boxes [64]box
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			c := img.NRGBAAt(x, y)
			if c.A < 128 {
				continue
			}
			b := &boxes[int(c.R>>6)<<4|int(c.G>>6)<<2|int(c.B>>6)]
			b.n, b.r, b.g, b.b = b.n+1, b.r+int(c.R), b.g+int(c.G), b.b+int(c.B)
		}
	}
	best := box{n: 0}
	for _, b := range boxes {
		if b.n > best.n {
			best = b
		}
	}
	c := color.NRGBA{0x80, 0x80, 0x80, 0xff}
	if best.n > 0 {
		c = color.NRGBA{uint8(best.r / best.n), uint8(best.g / best.n), uint8(best.b / best.n), 0xff}
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

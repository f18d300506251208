package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// fields are the colours of a test picture: warm paper, white, a strong red and black.
var fields = []color.NRGBA{{236, 229, 213, 255}, {255, 255, 255, 255}, {200, 10, 30, 255}, {0, 0, 0, 255}}

// TestRenditionsHaveTheWorksColours makes renditions of one picture in several formats, and reads them again.
func TestRenditionsHaveTheWorksColours(t *testing.T) {
	t.Parallel()
	const wide = 400
	work := image.NewNRGBA(image.Rect(0, 0, wide, wide))
	for y := range wide {
		for x := range wide {
			// The first field is the largest one.
			work.SetNRGBA(x, y, fields[max(0, x/50-4)])
		}
	}
	for name, format := range map[string]picture.Format{"work.png": "png", "work.jpg": picture.JPEG, "work.webp": picture.WebP, "work.avif": picture.AVIF} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, made := kept(t, name, converted(t, work, format))
			if len(made.Renditions) != 2 || made.Renditions[0].Width != 320 || made.Renditions[1].Width != wide || made.Tiles == nil || *made.Tiles != "" {
				t.Fatalf("made = %+v, want renditions of 320 and 400 pixels, and no tiles", made)
			}
			if whole := made.Renditions[1].URL; strings.HasSuffix(whole, "/work.webp") != (format == picture.WebP) {
				t.Errorf("the largest rendition is %s, want the original only if it is WebP", whole)
			}
			img := shown(t, asked(l, made.Renditions[0].URL, "image/webp").Body.Bytes())
			for i, want := range fields {
				if got := img.NRGBAAt(320*(200+50*i+25)/wide, 160); !near(got, want) {
					t.Errorf("rendition of %v = %v", want, got)
				}
			}
			var tint color.NRGBA
			if _, err := fmt.Sscanf(made.Color, "#%02x%02x%02x", &tint.R, &tint.G, &tint.B); err != nil || !near(tint, fields[0]) {
				t.Errorf("color = %s, %v, want near %v", made.Color, err, fields[0])
			}
			var strong color.NRGBA
			if _, err := fmt.Sscanf(made.Accent, "#%02x%02x%02x", &strong.R, &strong.G, &strong.B); err != nil || !near(strong, fields[2]) {
				t.Errorf("accent = %s, %v, want near %v", made.Accent, err, fields[2])
			}
			if want := "[WHITE RED]"; fmt.Sprint(made.Colors) != want {
				t.Errorf("the colours are %v, want %v", made.Colors, want)
			}
			if !strings.HasPrefix(made.Blur, "data:image/webp;base64,") || len(made.Blur) > 1000 {
				t.Errorf("blur = %d bytes, %.40s, want a small WebP", len(made.Blur), made.Blur)
			}
		})
	}
}

func TestAccents(t *testing.T) {
	t.Parallel()
	// A picture of 100 pixels, most of them paper.
	pixels := func(n int, r, g, b uint8) (out []byte) {
		for range n {
			out = append(out, r, g, b, 255)
		}
		return out
	}
	for name, c := range map[string]struct {
		others []byte
		want   string
	}{
		"a vivid colour":           {pixels(5, 200, 10, 30), "#c80a1e"},
		"a spot is not noticed":    {pixels(1, 200, 10, 30), "#f0eee8"},
		"the most vivid of two":    {append(pixels(30, 120, 140, 120), pixels(4, 20, 60, 200)...), "#143cc8"},
		"a picture without colour": {pixels(20, 20, 20, 20), "#f0eee8"},
	} {
		if got := accent(append(pixels(100-len(c.others)/pixelSize, 240, 238, 232), c.others...)); got != c.want {
			t.Errorf("%s: accent = %s, want %s", name, got, c.want)
		}
	}
	if got := accent(make([]byte, 400)); got != "#808080" {
		t.Errorf("a transparent picture: accent = %s, want grey", got)
	}
}

// TestAPictureThatMoves: its renditions are stills, and one file has all frames, also if the original would be its own largest rendition.
func TestAPictureThatMoves(t *testing.T) {
	t.Parallel()
	film := gif.GIF{Delay: []int{10, 20, 30}}
	for _, c := range fields[1:] {
		frame := image.NewPaletted(image.Rect(0, 0, 400, 300), color.Palette{c})
		film.Image = append(film.Image, frame)
	}
	var original bytes.Buffer
	if err := gif.EncodeAll(&original, &film); err != nil {
		t.Fatal(err)
	}
	frames := func(file []byte) int {
		source := picture.Source{Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }}
		h, err := rendered(t).Inspect(t.Context(), source, true)
		if err != nil {
			t.Fatal(err)
		}
		return h.Frames
	}
	for _, name := range []string{"work.gif", "work.webp"} {
		l, made := kept(t, name, original.Bytes())
		if made.Animation == nil || made.Animation.Width != 400 || made.Animation.Height != 300 || made.Animation.Type != "image/webp" {
			t.Fatalf("%s: animation = %+v, want WebP of 400 × 300", name, made.Animation)
		}
		moving := asked(l, made.Animation.URL, "image/avif,image/webp").Body.Bytes()
		if got := frames(moving); got != 3 {
			t.Errorf("%s: the animation has %d frames, want 3", name, got)
		}
		if len(made.Renditions) != 2 {
			t.Errorf("%s: renditions = %v, want 320 and 400 pixels", name, made.Renditions)
		}
		for _, r := range made.Renditions {
			if got := frames(asked(l, r.URL, "image/webp").Body.Bytes()); got != 1 {
				t.Errorf("%s: %s has %d frames, want a still", name, r.URL, got)
			}
		}
		original.Reset()
		original.Write(moving)
	}
}

func TestTheWidthOfAnimations(t *testing.T) {
	t.Parallel()
	for h, want := range map[picture.Header]int{
		{Width: 400, Height: 300, Frames: 3}:      400,
		{Width: 4000, Height: 3000, Frames: 3}:    1280,
		{Width: 1000, Height: 1000, Frames: 240}:  500,
		{Width: 10, Height: 65_000, Frames: 1000}: 3,
	} {
		got := widthMoving(h)
		if pixels := got * got * h.Height / h.Width * h.Frames; got != want || pixels > maxMoving {
			t.Errorf("%+v: %d wide, %d pixels, want %d and at most %d pixels", h, got, pixels, want, maxMoving)
		}
	}
}

// TestProtectedRenditionsDontIncludeTheOriginal: an original that is WebP would be its own largest rendition.
func TestProtectedRenditionsDontIncludeTheOriginal(t *testing.T) {
	t.Parallel()
	original := converted(t, waves(400, 100), picture.WebP)
	l, w := library(t, "work.webp", original, true)
	for _, r := range w.made.Renditions {
		if body := asked(l, r.URL, "image/webp").Body.Bytes(); strings.HasSuffix(r.URL, "/work.webp") || string(body) == string(original) {
			t.Errorf("rendition %s is the original", r.URL)
		}
	}
}

// TestAVIF: it replaces a rendition for browsers that accept it, once it is made, and only if it is smaller.
func TestAVIF(t *testing.T) {
	t.Parallel()
	l, w := library(t, "work.png", encoded(t, waves(1300, 300)), false)
	const browser = "image/avif,image/webp,*/*;q=0.8"
	first, largest := w.made.Renditions[0].URL, w.made.Renditions[len(w.made.Renditions)-1].URL
	name := first[strings.LastIndex(first, "/")+1:]
	if got := asked(l, first, browser).Header(); got.Get("Content-Type") != "image/webp" || got.Get("Cache-Control") != untilAVIF || !slices.Equal(w.avif, []string{name}) {
		t.Fatalf("before AVIF is made: %v, wanted %v, want WebP for a minute, and %s wanted", got, w.avif, name)
	}
	if err := l.MakeAVIF(t.Context(), w.file, w.made, name); err != nil {
		t.Fatal(err)
	}
	webp := asked(l, first, "image/webp")
	for accept, want := range map[string]string{
		browser: "image/avif", "image/avif": "image/avif", " image/webp , image/avif;q=0.5": "image/avif",
		"image/avif;q=0": "image/webp", "*/*": "image/webp", "": "image/webp", "image/avif;;": "image/webp",
	} {
		got := asked(l, first, accept)
		if h := got.Header(); h.Get("Content-Type") != want || h.Get("Vary") != "Accept" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("Accept %q: %v, want an immutable %s with Vary: Accept", accept, h, want)
		}
		if want == "image/avif" && (got.Body.Len() >= webp.Body.Len() || got.Header().Get("ETag") == webp.Header().Get("ETag")) {
			t.Errorf("%d bytes of AVIF, ETag %s, want fewer than the %d of WebP and another ETag", got.Body.Len(), got.Header().Get("ETag"), webp.Body.Len())
		}
	}
	if img := shown(t, asked(l, first, "image/avif").Body.Bytes()); img.Bounds().Dx() != 320 {
		t.Errorf("the AVIF is %v, want 320 wide", img.Bounds())
	}
	// Wider than a phone, it stays WebP.
	if got := asked(l, largest, browser).Header(); got.Get("Content-Type") != "image/webp" || !strings.Contains(got.Get("Cache-Control"), "immutable") || len(w.avif) != 1 {
		t.Errorf("1300 pixels: %v, wanted %v, want immutable WebP", got, w.avif)
	}
}

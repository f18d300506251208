package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// red converts every picture to red pixels, in the proportions 8 to 5.
type red struct {
	picture.Maker

	fails bool
}

func (m *red) Convert(_ context.Context, _ picture.Source, c picture.Conversion, keep func(picture.File) error) (picture.Header, error) {
	if m.fails {
		return picture.Header{}, errors.New("render is down")
	}
	o := c.Outputs[0]
	height := o.Width * 5 / 8
	return picture.Header{}, keep(picture.File{Name: o.Name, Width: o.Width, Height: height, Content: bytes.NewReader(bytes.Repeat([]byte{0xff, 0, 0, 0xff}, o.Width*height))})
}

// TestTheWallHasDrawingsAndPlates: the picture of a live work shows the drawings of its first editions and plates for the others, requests what is
// missing, and has another ETag when a drawing is added.
func TestTheWallHasDrawingsAndPlates(t *testing.T) {
	t.Parallel()
	maker := &red{}
	l := New(blobtest.Folder(t, t.TempDir()), maker, nil, false, "")
	proven := true
	work := artwork.Artwork{ID: 64, Editions: artwork.Editions{Size: 25}, Media: []artwork.Media{{
		Kind: artwork.Generator, Page: "0123456789abcdef0123/dots.html", Deterministic: &proven, Width: 160, Height: 100,
	}}}
	requested := 0
	h := l.Editions(func(context.Context, int64) (artwork.Artwork, error) { return work, nil },
		Requests{Wall: func(context.Context, int64) error { requested++; return nil }}, clock.System)
	get := func(path string) (*httptest.ResponseRecorder, image.Image) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, EditionsPrefix+path, http.NoBody))
		img, _ := jpeg.Decode(bytes.NewReader(w.Body.Bytes()))
		return w, img
	}
	draw := func(number int) {
		e, err := EditionOf(work, number)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.objects.Write(t.Context(), e.key(), func(w io.Writer) error { _, err := io.WriteString(w, "a drawing"); return err }); err != nil {
			t.Fatal(err)
		}
	}
	// reds returns which of the four tiles are drawings. Their corners have no digits.
	reds := func(img image.Image) (out string) {
		for _, at := range []image.Point{{20, 20}, {340, 20}, {20, 220}, {340, 220}} {
			r, g, _, _ := img.At(at.X, at.Y).RGBA()
			if r > 0xc000 && g < 0x4000 {
				out += "#"
			} else {
				out += "."
			}
		}
		return out
	}

	seen := map[string]bool{}
	w, img := get("64/wall-640.jpg")
	if w.Code != http.StatusOK || img == nil || img.Bounds().Size() != image.Pt(640, 400) || reds(img) != "...." || requested != 1 {
		t.Fatalf("before a drawing: %d, %d requests, want plates of 640 × 400 and one request", w.Code, requested)
	}
	seen[w.Header().Get("ETag")] = true
	for i, want := range []string{"..#.", "#.#.", "#.##", "####"} {
		draw([]int{3, 1, 4, 2}[i])
		w, img := get("64/wall-640.jpg")
		tag := w.Header().Get("ETag")
		if w.Code != http.StatusOK || img == nil || reds(img) != want || tag == "" || seen[tag] {
			t.Fatalf("with %d drawings: %d, ETag %s, want the drawings %s and another ETag", i+1, w.Code, tag, want)
		}
		seen[tag] = true
		complete := want == "####"
		if cached := w.Header().Get("Cache-Control") == "public, max-age=300"; cached != complete || (w.Header().Get("Retry-After") == "") != complete {
			t.Errorf("with %d drawings: header = %v, want it cached only when complete", i+1, w.Header())
		}
		if ground := img.At(320, 200); !alike(ground, wallGround) {
			t.Errorf("between the editions: %v, want the site's ground", ground)
		}
	}
	if requested != 4 {
		t.Errorf("%d requests, want none for the complete wall", requested)
	}

	// What exists is shown without render; another width is plates until it is back.
	maker.fails = true
	if _, img := get("64/wall-640.jpg"); reds(img) != "####" {
		t.Error("the kept picture isn't shown without render")
	}
	if w, img := get("64/wall-1280.jpg"); w.Code != http.StatusOK || img == nil || img.Bounds().Size() != image.Pt(1280, 800) || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("without render: %d %v, want plates that aren't cached", w.Code, w.Header())
	}
	maker.fails = false

	for _, path := range []string{"64/wall-641.jpg", "64/wall-0.jpg", "64/wall.jpg"} {
		if w, _ := get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
	// The only edition fills the picture.
	work.Editions.Size = 1
	if _, img := get("64/wall-640.jpg"); !alike(img.At(320, 200), color.RGBA{0xff, 0, 0, 0xff}) || !alike(img.At(2, 2), color.RGBA{0xff, 0, 0, 0xff}) {
		t.Error("the only edition doesn't fill the picture")
	}
	work.Media = []artwork.Media{{Kind: artwork.Image, URL: "/assets/x.webp"}}
	if w, _ := get("64/wall-640.jpg"); w.Code != http.StatusNotFound {
		t.Errorf("a work that isn't live: %d, want 404", w.Code)
	}
}

// alike reports whether two colors differ by no more than JPEG does.
func alike(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(x, y uint32) bool { return max(x, y)-min(x, y) > 0x1400 }
	return !off(r, r2) && !off(g, g2) && !off(bl, b2)
}

// TestTheTilesOfAWallAreEven: in every number and proportion, tiles are equal, have even gaps and stay inside, and the last row is in the middle.
func TestTheTilesOfAWallAreEven(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{640, 400}, {400, 640}, {640, 640}, {1920, 300}} {
		for n := 1; n <= artwork.WallTiles; n++ {
			places := wall{tiles: make([]*Edition, n)}.places(size)
			var all image.Rectangle
			for i, at := range places {
				all = all.Union(at)
				if !at.In(image.Rectangle{Max: size}) || at.Size() != places[0].Size() {
					t.Errorf("%d of %v: tile %d = %v, want it inside, and of the size of the others", n, size, i+1, at)
				}
				if want, got := float64(size.X)/float64(size.Y), float64(at.Dx())/float64(at.Dy()); got/want > 1.03 || got/want < 0.97 {
					t.Errorf("%d of %v: proportions %.2f, want %.2f", n, size, got, want)
				}
			}
			if off := all.Min.X - (size.X - all.Max.X); off < -1 || off > 1 {
				t.Errorf("%d of %v: %v isn't in the middle", n, size, all)
			}
			if n == 4 && places[1].Min.X-places[0].Max.X != places[2].Min.Y-places[0].Max.Y {
				t.Errorf("%v: gaps = %v, want even ones", size, places)
			}
		}
	}
}

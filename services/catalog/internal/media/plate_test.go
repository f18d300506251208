package media

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestAPlateStandsForAnUndrawnEdition: whether a drawing waits, is impossible or was never proven, the picture of an edition is a plate with its
// number, which differs from the plate of each other edition. Other works have none.
func TestAPlateStandsForAnUndrawnEdition(t *testing.T) {
	t.Parallel()
	l := New(blobtest.Folder(t, t.TempDir()), nil, nil, false, "")
	proven, unproven := true, false
	work := func(deterministic *bool) artwork.Artwork {
		return artwork.Artwork{ID: 64, Editions: artwork.Editions{Size: 25}, Media: []artwork.Media{{
			Kind: artwork.Generator, Page: "0123456789abcdef0123/dots.html", Deterministic: deterministic, Width: 160, Height: 100,
		}}}
	}
	photo := artwork.Artwork{ID: 64, Editions: artwork.Editions{Size: 25}, Media: []artwork.Media{{Kind: artwork.Image, URL: "/assets/x.webp"}}}
	for name, c := range map[string]struct {
		work    artwork.Artwork
		request error
		path    string
		want    int
		waits   bool
	}{
		"waits":                  {work(&proven), nil, "12-or-plate", http.StatusOK, true},
		"nothing draws":          {work(&proven), artwork.ErrNotFound, "12-or-plate", http.StatusOK, false},
		"not proven":             {work(&unproven), nil, "12-or-plate", http.StatusOK, false},
		"no such edition":        {work(&proven), nil, "26-or-plate", http.StatusNotFound, true},
		"not a live work":        {photo, nil, "12-or-plate", http.StatusNotFound, false},
		"waits, without a plate": {work(&proven), nil, "12", http.StatusServiceUnavailable, true},
		"none, without a plate":  {work(&unproven), nil, "12", http.StatusNotFound, false},
	} {
		h := l.Editions(func(context.Context, int64) (artwork.Artwork, error) { return c.work, nil }, Requests{Edition: func(context.Context, int64, int) error { return c.request }}, clock.System)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, EditionsPrefix+"64/"+c.path+".jpg", http.NoBody))
		if w.Code != c.want {
			t.Errorf("%s: status = %d, want %d", name, w.Code, c.want)
		}
		if w.Code != http.StatusOK {
			continue
		}
		if h := w.Header(); h.Get("Cache-Control") != "no-store" || h.Get("ETag") != "" || (h.Get("Retry-After") != "") != c.waits {
			t.Errorf("%s: header = %v, want no-store, no ETag, and Retry-After only if it waits", name, h)
		}
		if img, err := jpeg.Decode(w.Body); err != nil || img.Bounds().Size() != image.Pt(800, 500) {
			t.Errorf("%s: picture = %v, %v, want 800 × 500", name, img, err)
		}
	}

	seen := map[string]int{}
	for n := 1; n <= 25; n++ {
		picture, err := plate(work(nil).Media[0], n)
		if err != nil {
			t.Fatal(err)
		}
		if other, known := seen[string(picture)]; known {
			t.Errorf("the plates of %d and %d are the same", other, n)
		}
		seen[string(picture)] = n
	}
	// The largest number has its margins.
	picture, err := plate(artwork.Media{Width: 100, Height: 160}, 999_999)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	for y := range img.Bounds().Dy() {
		if r, _, _, _ := img.At(4, y).RGBA(); r < 0xd000 {
			t.Fatalf("the number touches the edge at line %d", y)
		}
	}
}

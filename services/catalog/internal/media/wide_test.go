package media

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// counting counts the conversions of a maker.
type counting struct {
	picture.Maker
	conversions atomic.Int32
}

func (c *counting) Convert(ctx context.Context, s picture.Source, job picture.Conversion, keep func(picture.File) error) (picture.Header, error) {
	c.conversions.Add(1)
	return c.Maker.Convert(ctx, s, job, keep)
}

// TestWideRenditions are made when they are first requested, once for all who wait, with the size that the catalog has named before.
func TestWideRenditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		width, height int
		protected     bool
		widths        []int
	}{
		{"wider than all", 2001, 667, false, []int{320, 640, 960, 1280, 1920}},
		{"as wide as its largest rendition", 1501, 333, false, []int{320, 640, 960, 1280, 1501}},
		{"protected", 2001, 100, true, []int{320, 640, 960, 1280, 1920}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l, w := library(t, "work.png", encoded(t, waves(c.width, c.height)), c.protected)
			count := &counting{Maker: l.pictures}
			l.pictures = count
			if len(w.made.Renditions) != len(c.widths) {
				t.Fatalf("renditions = %v, want %v", w.made.Renditions, c.widths)
			}
			wide := 0
			for i, r := range w.made.Renditions {
				_, err := l.objects.Size(t.Context(), strings.TrimPrefix(r.URL, Prefix))
				if r.Width != c.widths[i] || errors.Is(err, fs.ErrNotExist) != (r.Width > firstUpTo) {
					t.Errorf("rendition %+v: %v, want %d wide, made before only up to %d", r, err, c.widths[i], firstUpTo)
				}
				if r.Width > firstUpTo {
					wide++
				}
				var all sync.WaitGroup
				for range 3 {
					all.Go(func() {
						got := asked(l, r.URL, "image/webp")
						if got.Code != http.StatusOK || got.Header().Get("Content-Type") != "image/webp" {
							t.Errorf("%s: status = %d, %v, want WebP", r.URL, got.Code, got.Header())
						}
					})
				}
				all.Wait()
				if size, _ := convert(t, asked(l, r.URL, "image/webp").Body.Bytes(), picture.RGBA); size.X != r.Width || size.Y != r.Height {
					t.Errorf("%s is %v, want %d × %d", r.URL, size, r.Width, r.Height)
				}
			}
			if got := int(count.conversions.Load()); got != wide {
				t.Errorf("conversions = %d, want one for each of %d wide renditions", got, wide)
			}
			if again, err := l.Make(t.Context(), w.file, true); err != nil || len(again.Renditions) != len(c.widths) || int(count.conversions.Load()) != wide {
				t.Errorf("Make again = %v, %v, want what is there", again.Renditions, err)
			}
			for _, name := range []string{rendition("work", 1400), rendition("other", 1280), "work-1-1280.webp"} {
				if got := asked(l, path.Dir(w.made.Renditions[0].URL)+"/"+name, "image/webp"); got.Code != http.StatusNotFound {
					t.Errorf("%s: status = %d, want 404", name, got.Code)
				}
			}
			if w.avif = nil; !c.protected {
				if asked(l, w.made.Renditions[3].URL, "image/avif"); len(w.avif) != 1 {
					t.Errorf("AVIF wanted = %v, want one of the wide rendition", w.avif)
				}
			}
		})
	}
}

// TestADocumentHasTheLargestRendition also if nobody has requested it before.
func TestADocumentHasTheLargestRendition(t *testing.T) {
	t.Parallel()
	l, made := kept(t, "work.png", encoded(t, waves(2000, 300)))
	jpeg, err := l.JPEG(t.Context(), artwork.Media{Renditions: made.Renditions})
	if err != nil {
		t.Fatal(err)
	}
	if size, _ := convert(t, jpeg, picture.RGBA); size.X != 1920 {
		t.Errorf("the picture is %d pixels wide, want 1920", size.X)
	}
}

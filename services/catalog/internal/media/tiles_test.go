package media

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// gradient is a picture in which every pixel shows where it is.
func gradient(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{uint8(255 * x / width), uint8(255 * y / height), 128, 255})
		}
	}
	return img
}

// TestEveryTileOfTheInformationExists requests what info.json implies (IIIF Image API 3.0, section 5.4), for pictures whose edges fall
// on tiles, beside them, and one pixel behind them.
func TestEveryTileOfTheInformationExists(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{2048, 1024}, {2500, 1301}, {2049, 4097}, {4095, 700}} {
		t.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(t *testing.T) {
			t.Parallel()
			l, wanted := library(t, "work.png", encoded(t, gradient(size.X, size.Y)), false)
			service := *wanted.made.Tiles
			if want := "/assets/" + wanted.file.Hash + "/tiles-1"; service != want {
				t.Fatalf("image service = %q, want %q", service, want)
			}
			w := asked(l, service+"/info.json", "*/*")
			var info imageInfo
			if err := json.Unmarshal(w.Body.Bytes(), &info); err != nil || w.Code != http.StatusOK {
				t.Fatalf("w.Code, err = %v, %v, want code %v and no error", w.Code, err, http.StatusOK)
			}
			if want := `application/ld+json;profile="http://iiif.io/api/image/3/context.json"`; w.Header().Get("Content-Type") != want || w.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("headers = %v, want IIIF's JSON-LD, readable from other sites", w.Header())
			}
			if info.ID != "https://gallery.test"+service || info.Width != size.X || info.Height != size.Y || info.Profile != "level0" || len(info.Tiles) != 1 {
				t.Fatalf("info = %+v, want the picture's address and size at level 0", info)
			}
			shows := func(request string, region image.Rectangle, width, height int) {
				t.Helper()
				w := asked(l, service+"/"+request+"/0/default.jpg", "image/avif,image/webp")
				if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
					t.Errorf("tile %s: status = %d, type %s, want a JPEG", request, w.Code, w.Header().Get("Content-Type"))
					return
				}
				img, err := jpeg.Decode(w.Body)
				if err != nil || img.Bounds().Dx() != width || img.Bounds().Dy() != height {
					t.Errorf("%s: %v %v, want %d × %d", request, err, img.Bounds(), width, height)
					return
				}
				middle := region.Min.Add(region.Size().Div(2))
				want := color.NRGBA{uint8(255 * middle.X / size.X), uint8(255 * middle.Y / size.Y), 128, 255}
				if got, _ := color.NRGBAModel.Convert(img.At(width/2, height/2)).(color.NRGBA); !near(got, want) {
					t.Errorf("%s shows %v in its middle, want %v", request, got, want)
				}
			}
			whole := image.Rectangle{Max: size}
			shows("full/max", whole, size.X, size.Y)
			for _, s := range info.Sizes {
				shows(fmt.Sprintf("full/%d,%d", s.Width, s.Height), whole, s.Width, s.Height)
			}
			tile, last := info.Tiles[0].Width, 0
			for _, factor := range info.Tiles[0].ScaleFactors {
				last = factor
				for y := 0; y < size.Y; y += tile * factor {
					for x := 0; x < size.X; x += tile * factor {
						r := image.Rect(x, y, x+tile*factor, y+tile*factor).Intersect(whole)
						width, height := (r.Dx()+factor-1)/factor, (r.Dy()+factor-1)/factor
						region := fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Dx(), r.Dy())
						if r == whole {
							region = "full"
						}
						shows(fmt.Sprintf("%s/%d,%d", region, width, height), r, width, height)
						if factor == 1 {
							shows(region+"/max", r, width, height)
						}
					}
				}
			}
			if reduced := (max(size.X, size.Y) + last - 1) / last; reduced > tile {
				t.Errorf("the smallest level has a side of %d, want at most one tile", reduced)
			}
			if w := asked(l, service, "*/*"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != service+"/info.json" {
				t.Errorf("address of the service: status = %d, Location %s, want 303 to %s/info.json", w.Code, w.Header().Get("Location"), service)
			}
			for _, request := range []string{"full/max/90/default.jpg", "full/max/0/default.png", "0,0,513,512/512,512/0/default.jpg", "../work.png", "other.json"} {
				if w := asked(l, service+"/"+request, "*/*"); w.Code != http.StatusNotFound {
					t.Errorf("%s: %d, want 404", request, w.Code)
				}
			}
		})
	}
}

// TestPicturesThatGetNoTiles: a protected one would be public in its full size.
func TestPicturesThatGetNoTiles(t *testing.T) {
	t.Parallel()
	faint := gradient(2000, 10)
	for x := range 200 {
		for y := range 10 {
			faint.SetRGBA(x, y, color.RGBA{})
		}
	}
	for name, c := range map[string]struct {
		img       image.Image
		protected bool
	}{
		"protected": {gradient(2000, 10), true}, "small": {gradient(1920, 10), false}, "transparent": {faint, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, w := library(t, "work.png", encoded(t, c.img), c.protected)
			if *w.made.Tiles != "" {
				t.Errorf("image service = %q, want none", *w.made.Tiles)
			}
			for _, path := range []string{"/info.json", "/full/max/0/default.jpg"} {
				if got := asked(l, Prefix+w.file.Hash+"/"+tilesName+path, "*/*"); got.Code != http.StatusNotFound {
					t.Errorf("%s: %d, want 404", path, got.Code)
				}
			}
		})
	}
}

// TestAProtectedPictureLosesItsTiles: nothing of the original's size stays public.
func TestAProtectedPictureLosesItsTiles(t *testing.T) {
	t.Parallel()
	l, w := library(t, "work.png", encoded(t, gradient(2000, 500)), false)
	service := *w.made.Tiles
	if got := asked(l, service+"/full/max/0/default.jpg", "*/*"); got.Code != http.StatusOK {
		t.Fatalf("before: %d, want 200", got.Code)
	}
	w.file.Protected = true
	if err := errors.Join(l.Keep(t.Context(), []artwork.File{w.file}), l.RemoveProtected(t.Context(), []artwork.File{w.file})); err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"/info.json", "/full/max/0/default.jpg", "/0,0,512,500/512,500/0/default.jpg"} {
		if got := asked(l, service+request, "*/*"); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", request, got.Code)
		}
	}
	for o := range l.objects.List(t.Context(), public(w.file.Hash, tilesName)) {
		t.Errorf("object %s wasn't deleted", o.Key)
	}
}

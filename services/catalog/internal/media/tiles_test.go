package media

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const tiledHash = "cccccccccccccccccccc"

// tiled keeps a picture and makes its tiles. It returns the path of their service.
func tiled(t *testing.T, f artwork.File, encode func(io.Writer) error) (*Library, string) {
	t.Helper()
	l := New(blobtest.Folder(t, t.TempDir()), nil, false, "https://gallery.test")
	f.Hash, f.Raster = tiledHash, true
	if err := l.objects.Write(t.Context(), original(f), encode); err != nil {
		t.Fatal(err)
	}
	service, err := l.MakeTiles(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return l, service
}

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
			l, service := tiled(t, artwork.File{Name: "work.png"}, func(w io.Writer) error { return png.Encode(w, gradient(size.X, size.Y)) })
			if want := "/assets/" + tiledHash + "/tiles-1"; service != want {
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
	faint.SetRGBA(5, 5, color.RGBA{})
	for name, c := range map[string]struct {
		file artwork.File
		img  image.Image
	}{
		"protected":   {artwork.File{Name: "work.png", Protected: true}, gradient(2000, 10)},
		"small":       {artwork.File{Name: "work.png"}, gradient(1920, 10)},
		"transparent": {artwork.File{Name: "work.png"}, faint},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, service := tiled(t, c.file, func(w io.Writer) error { return png.Encode(w, c.img) })
			if service != "" {
				t.Errorf("image service = %q, want none", service)
			}
			for o, err := range l.objects.List(t.Context(), public(tiledHash, "")) {
				if err != nil || o.Key != original(c.file) && o.Key != public(tiledHash, "work.png") {
					t.Errorf("leftover object %s, %v, want only the original and the work", o.Key, err)
				}
			}
		})
	}
}

// TestAProtectedPictureLosesItsTiles: nothing of the original's size stays public.
func TestAProtectedPictureLosesItsTiles(t *testing.T) {
	t.Parallel()
	f := artwork.File{Hash: tiledHash, Name: "work.jpg", Raster: true}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, gradient(2000, 1500), nil); err != nil {
		t.Fatal(err)
	}
	write := func(w io.Writer) error { _, err := w.Write(photo.Bytes()); return err }
	l, service := tiled(t, f, write)
	f.Protected = true
	if err := l.objects.Write(t.Context(), original(f), write); err != nil {
		t.Fatal(err)
	}
	if err := l.RemoveProtected(t.Context(), []artwork.File{f}); err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"/info.json", "/full/max/0/default.jpg", "/0,0,512,512/512,512/0/default.jpg"} {
		if w := asked(l, service+request, "*/*"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", request, w.Code)
		}
	}
	for o := range l.objects.List(t.Context(), public(tiledHash, "")) {
		t.Errorf("object %s wasn't deleted", o.Key)
	}
	if !l.memory.TryAcquire(maxMemory) {
		t.Error("memory for decoding images wasn't released")
	}
}

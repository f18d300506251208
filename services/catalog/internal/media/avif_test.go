package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/gen2brain/avif"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// waves is a picture with something to compress.
func waves(width, height int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := uint8(127 + 120*math.Sin(float64(x)/9)*math.Cos(float64(y)/13))
			img.SetNRGBA(x, y, color.NRGBA{v, 255 - v, uint8(x), 255})
		}
	}
	return img
}

// kept puts an original into a new library and makes its renditions.
func kept(t *testing.T, name string, original []byte) (*Library, artwork.Made) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, original, 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(blobtest.Folder(t, t.TempDir()), nil, false, "")
	sum := sha256.Sum256(original)
	f := artwork.File{Hash: hex.EncodeToString(sum[:])[:20], Name: name, Path: file, Raster: true}
	if err := l.Keep(t.Context(), []artwork.File{f}); err != nil {
		t.Fatal(err)
	}
	made, err := l.Make(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return l, made
}

func asked(l *Library, url, accept string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, url, nil)
	r.Header.Set("Accept", accept)
	l.ServeHTTP(w, r)
	return w
}

func TestBrowsersThatTakeAVIFGetIt(t *testing.T) {
	t.Parallel()
	var original bytes.Buffer
	if err := png.Encode(&original, waves(700, 300)); err != nil {
		t.Fatal(err)
	}
	l, made := kept(t, "work.png", original.Bytes())
	if len(made.Renditions) != 3 {
		t.Fatalf("%+v, want 3 items", made.Renditions)
	}
	const browser = "image/avif,image/webp,*/*;q=0.8"
	address := made.Renditions[0].URL
	if got := asked(l, address, browser).Header().Get("Content-Type"); got != "image/webp" {
		t.Fatalf("before AVIF is created: Content-Type = %s, want image/webp", got)
	}
	hashes, err := l.WithoutAVIF(t.Context())
	if err != nil || len(hashes) != 1 {
		t.Fatalf("hashes, err = %v, %v, want 1 items and no error", hashes, err)
	}
	if err := l.MakeAVIF(t.Context(), hashes[0]); err != nil {
		t.Fatal(err)
	}
	if hashes, err = l.WithoutAVIF(t.Context()); err != nil || len(hashes) != 0 {
		t.Fatalf("after MakeAVIF: hashes without AVIF = %q, %v, want none", hashes, err)
	}
	webp := asked(l, address, "image/webp")
	for accept, want := range map[string]string{
		browser: "image/avif", "image/avif": "image/avif", " image/webp , image/avif;q=0.5": "image/avif",
		"image/avif;q=0": "image/webp", "*/*": "image/webp", "": "image/webp", "image/avif;;": "image/webp",
	} {
		t.Run(accept, func(t *testing.T) {
			got := asked(l, address, accept)
			if h := got.Header(); h.Get("Content-Type") != want || h.Get("Vary") != "Accept" {
				t.Errorf("Accept %q: %v, want %s with Vary: Accept", accept, h, want)
			}
			if got.Header().Get("Content-Type") == "image/avif" {
				if got.Body.Len() >= webp.Body.Len() || got.Header().Get("ETag") == webp.Header().Get("ETag") {
					t.Errorf("%d bytes of AVIF, ETag %s, want fewer than the %d of WebP and another ETag", got.Body.Len(), got.Header().Get("ETag"), webp.Body.Len())
				}
				img, err := avif.Decode(got.Body)
				if err != nil || img.Bounds().Size() != image.Pt(made.Renditions[0].Width, made.Renditions[0].Height) {
					t.Errorf("AVIF: error = %v, want an image of %d × %d", err, made.Renditions[0].Width, made.Renditions[0].Height)
				}
			}
		})
	}
	// A file that isn't smaller isn't used, and isn't made again.
	if err := l.objects.Write(t.Context(), avifKey(public(path.Base(path.Dir(address)), path.Base(address))), func(w io.Writer) error { return encodeSmaller(w, waves(64, 64), 10) }); err != nil {
		t.Fatal(err)
	}
	if got := asked(l, address, browser).Header().Get("Content-Type"); got != "image/webp" {
		t.Errorf("AVIF that isn't smaller: Content-Type = %s, want image/webp", got)
	}
	if hashes, _ = l.WithoutAVIF(t.Context()); len(hashes) != 0 {
		t.Errorf("hashes without AVIF = %q, want none", hashes)
	}
}

func TestImagesWiderThanPhonesStayWebP(t *testing.T) {
	t.Parallel()
	var original bytes.Buffer
	if err := png.Encode(&original, waves(maxAVIFWidth+1, 100)); err != nil {
		t.Fatal(err)
	}
	l, made := kept(t, "work.png", original.Bytes())
	hashes, err := l.WithoutAVIF(t.Context())
	if err != nil || len(hashes) != 1 {
		t.Fatalf("hashes, err = %v, %v, want 1 items and no error", hashes, err)
	}
	if err := l.MakeAVIF(t.Context(), hashes[0]); err != nil {
		t.Fatal(err)
	}
	for _, r := range made.Renditions {
		want := "image/avif"
		if r.Width > maxAVIFWidth {
			want = "image/webp"
		}
		if got := asked(l, r.URL, "image/avif").Header().Get("Content-Type"); got != want {
			t.Errorf("r.Width, got = %v, %v, want %v", r.Width, got, want)
		}
	}
}

func TestAnOriginalInAVIFIsUsed(t *testing.T) {
	t.Parallel()
	var original bytes.Buffer
	if err := avif.Encode(&original, waves(400, 400), avifOptions); err != nil {
		t.Fatal(err)
	}
	l, made := kept(t, "work.avif", original.Bytes())
	largest := made.Renditions[len(made.Renditions)-1]
	if largest.Width != 400 {
		t.Fatalf("renditions = %+v, want the largest 400 pixels wide", made.Renditions)
	}
	if got := asked(l, largest.URL, "image/avif"); !bytes.Equal(got.Body.Bytes(), original.Bytes()) {
		t.Error("the response isn't the original file")
	}
	if got := asked(l, largest.URL, "image/webp").Header().Get("Content-Type"); got != "image/webp" {
		t.Errorf(`got = %v, want "image/webp"`, got)
	}
}

package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/render"
)

// rendered returns a client of a real render.
func rendered(t *testing.T) *render.Pictures {
	t.Helper()
	server, fleet := rendertest.Shared(t), identitytest.New(t)
	fleet.Use(t, "catalog", rendertest.Key(t, "catalog"))
	return render.NewPictures(fleet.Keys(t, "catalog"), server.URL)
}

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

func encoded(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// converted returns a picture in another format.
func converted(t *testing.T, img image.Image, format picture.Format) []byte {
	t.Helper()
	_, content := convert(t, encoded(t, img), format)
	return content
}

// convert returns a picture, which may be of any format, in another one.
func convert(t *testing.T, file []byte, format picture.Format) (size image.Point, content []byte) {
	t.Helper()
	source := picture.Source{Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }}
	job := picture.Conversion{Outputs: []picture.Output{{Name: "test", Format: format}}}
	_, err := rendered(t).Convert(t.Context(), source, job, func(f picture.File) (err error) {
		size = image.Pt(f.Width, f.Height)
		content, err = io.ReadAll(f.Content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size, content
}

// shown decodes a file.
func shown(t *testing.T, file []byte) *image.NRGBA {
	t.Helper()
	size, rgba := convert(t, file, picture.RGBA)
	return &image.NRGBA{Pix: rgba, Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
}

// wanting makes what is wanted immediately.
type wanting struct {
	library *Library
	file    artwork.File
	made    artwork.Made
	avif    []string
}

func (w *wanting) File(_ context.Context, hash string) (artwork.File, artwork.Made, error) {
	if hash != w.file.Hash {
		return artwork.File{}, artwork.Made{}, artwork.ErrNotFound
	}
	return w.file, w.made, nil
}

func (w *wanting) AVIF(_, name string) { w.avif = append(w.avif, name) }

func (w *wanting) Tiles(string) { _ = w.library.MakeTiles(context.Background(), w.file) }

// kept puts an original into a new library and makes its renditions.
func kept(t *testing.T, name string, original []byte) (*Library, artwork.Made) {
	t.Helper()
	l, w := library(t, name, original, false)
	return l, w.made
}

// library is kept for a file that may be protected.
func library(t *testing.T, name string, original []byte, protected bool) (*Library, *wanting) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, original, 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(blobtest.Folder(t, t.TempDir()), rendered(t), nil, false, "https://gallery.test")
	sum := sha256.Sum256(original)
	f := artwork.File{Hash: hex.EncodeToString(sum[:])[:20], Name: name, Path: file, Raster: true, Protected: protected}
	if err := l.Keep(t.Context(), []artwork.File{f}); err != nil {
		t.Fatal(err)
	}
	made, err := l.Make(t.Context(), f, true)
	if err != nil {
		t.Fatal(err)
	}
	w := &wanting{library: l, file: f, made: made}
	return l.Wanting(w), w
}

func asked(l *Library, url, accept string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, url, nil)
	r.Header.Set("Accept", accept)
	l.ServeHTTP(w, r)
	return w
}

// near allows a difference of 8 of 255 in each channel, for two lossy encoders.
func near(a, b color.NRGBA) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d > 8 || d < -8 {
			return false
		}
	}
	return true
}

// Mail programs that show no WebP get the same picture as JPEG, on white, once somebody reads the email.
func TestAWebPFileIsAlsoAJPEG(t *testing.T) {
	t.Parallel()
	l, made := kept(t, "work.png", encoded(t, waves(400, 300)))
	for _, r := range made.Renditions {
		for range 2 {
			w := asked(l, r.URL+".jpg", "image/avif,image/webp,*/*")
			got, err := jpeg.DecodeConfig(w.Body)
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" || err != nil || got.Width != r.Width || got.Height != r.Height {
				t.Errorf("%s.jpg: status = %d, headers %v, %d × %d, %v, want a JPEG of %d × %d", r.URL, w.Code, w.Header(), got.Width, got.Height, err, r.Width, r.Height)
			}
		}
	}
	for _, name := range []string{"other-4-320.webp.jpg", "work.png.jpg", "work.webp.jpg.jpg"} {
		if w := asked(l, path.Dir(made.Renditions[0].URL)+"/"+name, "*/*"); w.Code != http.StatusNotFound {
			t.Errorf("%s: status = %d, want 404", name, w.Code)
		}
	}
}

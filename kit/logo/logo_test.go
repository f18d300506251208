package logo_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/vitrine/vitrine/kit/logo"
)

const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z" fill="#161616"/></svg>`

func picture(t *testing.T, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	img.Set(3, 3, color.NRGBA{R: 200, A: 120})
	var b bytes.Buffer
	if err := encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, i image.Image) error  { return png.Encode(b, i) }
func asJPEG(b *bytes.Buffer, i image.Image) error { return jpeg.Encode(b, i, nil) }

func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesAndURLs(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{"logo.png": picture(t, asPNG), "logo.jpg": picture(t, asJPEG), "logo.svg": []byte(svg), "fails": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if data == nil {
					w.WriteHeader(http.StatusBadGateway)
				}
				_, _ = w.Write(data)
			}))
			t.Cleanup(server.Close)
			locations := []string{server.URL + "/logo"}
			if data != nil {
				locations = append(locations, file(t, name, data))
			}
			for _, location := range locations {
				l, err := logo.Open(t.Context(), location, slog.New(slog.DiscardHandler))
				if err != nil {
					t.Fatal(err)
				}
				if got := l.Bytes(t.Context()); !bytes.Equal(got, data) {
					t.Errorf("Bytes() of %s = %d bytes, want %d", location, len(got), len(data))
				}
			}
		})
	}
	l, err := logo.Open(t.Context(), "", slog.New(slog.DiscardHandler))
	if err != nil || l.Bytes(t.Context()) != nil {
		t.Errorf("Open() of nothing = %v, %v, want no logo", l, err)
	}
}

func TestOpenRefusesWhatCannotBeShown(t *testing.T) {
	t.Parallel()
	whole := picture(t, asPNG)
	for name, location := range map[string]string{
		"missing":       filepath.Join(t.TempDir(), "none.png"),
		"not a picture": file(t, "logo.png", []byte("not a picture")),
		"cut off":       file(t, "logo.png", whole[:len(whole)-20]),
		"svg with text": file(t, "logo.svg", []byte(`<svg viewBox="0 0 40 20"><text>Vitrine</text></svg>`)),
		"svg, no size":  file(t, "logo.svg", []byte(`<svg><path d="M0 0h4v4z"/></svg>`)),
		"svg, cut off":  file(t, "logo.svg", []byte(`<svg viewBox="0 0 40 20"><path d="M0`)),
		"too large":     file(t, "logo.png", make([]byte, 6<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := logo.Open(t.Context(), location, slog.Default()); err == nil {
				t.Errorf("Open() of %s: error = nil, want one", name)
			}
		})
	}
}

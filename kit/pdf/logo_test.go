package pdf_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/pdf"
	"github.com/vitrine/vitrine/kit/pdf/pdftest"
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

func draw(t *testing.T, l *pdf.Logo) []byte {
	t.Helper()
	s := pdf.New("Document", "Seller", time.Unix(1_800_000_000, 0))
	s.Y = 64
	s.Mark(t.Context(), l, "Galerie Nordlicht", 240, 36)
	if s.Y <= 64 || s.Y > 64+60 {
		t.Errorf("Y after the mark = %v, want more than 64, at most 124", s.Y)
	}
	pdf, err := s.GetBytesPdfReturnErr()
	if err := errors.Join(err, s.Err()); err != nil {
		t.Fatal(err)
	}
	return pdf
}

func TestMarkDrawsTheLogoOrTheName(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data []byte
		size [2]int64
	}{
		"logo.png":  {picture(t, asPNG), [2]int64{40, 20}},
		"logo.jpg":  {picture(t, asJPEG), [2]int64{40, 20}},
		"logo.svg":  {[]byte(svg), [2]int64{960, 480}},
		"none":      {},
		"by-url":    {[]byte(svg), [2]int64{960, 480}},
		"url-fails": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location := ""
			switch {
			case strings.HasSuffix(name, "url"), strings.HasPrefix(name, "url"):
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					if test.data == nil {
						w.WriteHeader(http.StatusBadGateway)
					}
					_, _ = w.Write(test.data)
				}))
				t.Cleanup(server.Close)
				location = server.URL + "/logo"
			case test.data != nil:
				location = file(t, name, test.data)
			}
			l, err := pdf.OpenLogo(t.Context(), location, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			pdf := draw(t, l)
			images := pdftest.Images(t, pdf)
			if test.data == nil {
				if len(images) != 0 || !pdftest.Has(t, pdf, "Galerie Nordlicht") {
					t.Errorf("images = %v, text = %q, want the seller's name alone", images, pdftest.Text(t, pdf))
				}
				return
			}
			if len(images) != 1 || images[0] != test.size || pdftest.Has(t, pdf, "Galerie Nordlicht") {
				t.Errorf("images = %v, want one of %v and no name; text = %q", images, test.size, pdftest.Text(t, pdf))
			}
			if again := draw(t, l); !bytes.Equal(pdf, again) {
				t.Error("the same document drawn again differs, want the same bytes")
			}
		})
	}
}

func TestOpenLogoRefusesWhatItCannotDraw(t *testing.T) {
	t.Parallel()
	for name, location := range map[string]string{
		"missing":       filepath.Join(t.TempDir(), "none.png"),
		"not a picture": file(t, "logo.png", []byte("not a picture")),
		"svg with text": file(t, "logo.svg", []byte(`<svg viewBox="0 0 40 20"><text>Vitrine</text></svg>`)),
		"svg, no size":  file(t, "logo.svg", []byte(`<svg><path d="M0 0h4v4z"/></svg>`)),
		"too large":     file(t, "logo.png", make([]byte, 6<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := pdf.OpenLogo(t.Context(), location, slog.Default()); err == nil {
				t.Errorf("OpenLogo() of %s: error = nil, want one", name)
			}
		})
	}
}

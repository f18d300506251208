package avatar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/render"
)

func paint(w, h int, alpha uint8) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x), uint8(y), 200, alpha})
		}
	}
	return m
}

func encode(t *testing.T, enc func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := enc(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func frames(t *testing.T, n int) []byte {
	g := &gif.GIF{}
	for range n {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	return encode(t, func(b *bytes.Buffer) error { return gif.EncodeAll(b, g) })
}

// chunk returns a PNG chunk.
func chunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// bomb is a small PNG file with huge dimensions.
func bomb(side uint32) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(header, 8, 6, 0, 0, 0)), chunk("IDAT", nil), chunk("IEND", nil))
}

// rendered returns a converter by a real render.
func rendered(t *testing.T) *render.Pictures {
	t.Helper()
	server, fleet := rendertest.Shared(t), identitytest.New(t)
	fleet.Use(t, "profiles", rendertest.Key(t, "profiles"))
	return render.New(fleet.Keys(t, "profiles"), server.URL)
}

func TestSave(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := New(blobtest.Folder(t, dir), rendered(t))
	jpg := encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, paint(1200, 300, 255), nil) })
	pic := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, paint(40, 60, 255)) })
	transparent := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, paint(3000, 3000, 90)) })
	animated := slices.Concat(pic[:33], chunk("acTL", make([]byte, 8)), pic[33:])
	gps := append([]byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"), "GPS-CANARY"...)
	segment := append([]byte{0xff, 0xe1, 0, byte(len(gps) + 2)}, gps...)
	turned := slices.Concat(jpg[:2], segment, jpg[2:])
	polyglot := slices.Concat(jpg, []byte("<script>alert('CANARY')</script>"))
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
	for name, c := range map[string]struct {
		content []byte
		w, h    int
		kind    string
	}{
		"jpeg": {jpg, 512, 128, ".jpg"}, "small png": {pic, 40, 60, ".jpg"}, "transparent png": {transparent, 512, 512, ".png"}, "still gif": {frames(t, 1), 4, 4, ".jpg"},
		"turned by exif": {turned, 128, 512, ".jpg"}, "polyglot": {polyglot, 512, 128, ".jpg"},
		"moving gif": {content: frames(t, 2)}, "ten thousand frames": {content: frames(t, 10000)}, "moving png": {animated, 40, 60, ".jpg"}, "bomb": {content: bomb(50000)}, "just too big": {content: bomb(6325)},
		"svg": {content: svg}, "html": {content: []byte("<html>")}, "empty": {}, "cut jpeg": {content: jpg[:len(jpg)/2]}, "cut png": {content: pic[:50]}, "6 MB": {content: make([]byte, 6<<20)},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := f.Save(t.Context(), c.content)
			if c.w == 0 {
				if !errors.Is(err, profile.ErrPicture) {
					t.Errorf("got %+v, %v; want ErrPicture", a, err)
				}
				return
			}
			if err != nil || a.Width != c.w || a.Height != c.h || !strings.HasSuffix(a.Name, c.kind) || !fileName.MatchString(a.Name) {
				t.Errorf("got %+v, %v; want %d × %d %s", a, err, c.w, c.h, c.kind)
				return
			}
			stored, err := os.ReadFile(dir + "/avatars/" + a.Name)
			if err != nil || bytes.Contains(stored, []byte("CANARY")) || bytes.Contains(stored, []byte("Exif")) {
				t.Errorf("stored file of %d bytes, %v, want it without metadata", len(stored), err)
			}
			if cfg, _, err := image.DecodeConfig(bytes.NewReader(stored)); err != nil || cfg.Width != c.w || cfg.Height != c.h {
				t.Errorf("stored %+v, %v, want %d × %d", cfg, err, c.w, c.h)
			}
		})
	}
	files, err := os.ReadDir(dir + "/avatars")
	if err != nil || len(files) != 7 {
		t.Errorf("%d files, %v, want 7", len(files), err)
	}
}

// TestAnOutageIsNotThePicturesFault: the person can try again.
func TestAnOutageIsNotThePicturesFault(t *testing.T) {
	t.Parallel()
	server, fleet := rendertest.Start(t, rendertest.Options{Browser: "none"}), identitytest.New(t)
	fleet.Use(t, "profiles", rendertest.Key(t, "profiles"))
	l := New(blobtest.Folder(t, t.TempDir()), render.New(fleet.Keys(t, "profiles"), server.URL))
	server.Kill()
	_, err := l.Save(t.Context(), encode(t, func(b *bytes.Buffer) error { return png.Encode(b, paint(9, 9, 9)) }))
	if !errors.Is(err, profile.ErrPicturesDown) || errors.Is(err, profile.ErrPicture) {
		t.Errorf("Save() while render is down = %v, want ErrPicturesDown", err)
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := New(blobtest.Folder(t, dir), rendered(t))
	a, err := f.Save(t.Context(), encode(t, func(b *bytes.Buffer) error { return png.Encode(b, paint(9, 9, 9)) }))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/avatars/secret.png", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Mount(mux, testkit.Log(t))
	get := func(path string) *http.Response {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Result()
	}
	res := get(Path + a.Name)
	h := res.Header
	if res.StatusCode != http.StatusOK || h.Get("Content-Type") != "image/png" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'none'; sandbox" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
		t.Errorf("%s %v, want 200 with the headers of an untrusted file", res.Status, h)
	}
	for _, bad := range []string{"secret.png", ".upload-1", "..%2fsecret.png", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", strings.Repeat("a", 43) + ".png", a.Name + "%00"} {
		if res := get(Path + bad); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s, want 404", bad, res.Status)
		}
	}
	for _, gone := range []profile.Avatar{a, a, {Name: "../secret.png"}, {}} {
		if err := f.Remove(t.Context(), gone); err != nil {
			t.Error(err)
		}
	}
	if res := get(Path + a.Name); res.StatusCode != http.StatusNotFound {
		t.Errorf("removed file: %s, want 404", res.Status)
	}
}

// A store that fails is never a missing picture, and the log names it.
func TestStoreFaults(t *testing.T) {
	t.Parallel()
	faulty := blobtest.NewFaulty(t)
	avatars := New(faulty.Store(t), nil)
	for fault := range blobtest.Faults {
		faulty.Fail(fault, "")
		var log testkit.Buffer
		mux := http.NewServeMux()
		avatars.Mount(mux, slog.New(slog.NewTextHandler(&log, nil)))
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, Path+strings.Repeat("a", 43)+".png", nil))
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(log.String(), "object store s3://vitrine/test") {
			t.Errorf("%s: status = %d, headers %v, log %q, want 503 with Retry-After and a log that names the store", fault, w.Code, w.Header(), log.String())
		}
	}
}

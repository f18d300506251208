package media

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/clock"
)

func TestSignedAddressesExpire(t *testing.T) {
	t.Parallel()
	const place = "0123456789abcdef0123/work.png"
	dir := t.TempDir()
	file := filepath.Join(dir, hidden, filepath.FromSlash(place))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("art"), 0o600); err != nil {
		t.Fatal(err)
	}
	clk := clock.NewFake(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	l := New(blobtest.Folder(t, dir), nil, NewSigner("key", clk), false, "")
	address, expires := l.signer.Sign(place)
	other, _ := NewSigner("other key", clk).Sign(place)
	get := func(address string) int {
		w := httptest.NewRecorder()
		l.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		return w.Code
	}
	outside, _ := l.signer.Sign("0123456789abcdef0123/../../secret.png")
	absent, _ := l.signer.Sign("0123456789abcdef0123/absent.png")
	for address, want := range map[string]int{
		address: http.StatusOK, other: http.StatusForbidden, Prefix + place: http.StatusNotFound, outside: http.StatusNotFound, absent: http.StatusNotFound,
		strings.Split(address, "&sig")[0]: http.StatusForbidden, strings.Split(address, "?")[0]: http.StatusForbidden,
	} {
		t.Run(address, func(t *testing.T) {
			if got := get(address); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
	clk.Advance(signedFor)
	if got := get(address); got != http.StatusGone {
		t.Errorf("after %v: %d, want 410", expires, got)
	}
	// Without a signer no signature is valid.
	w := httptest.NewRecorder()
	New(blobtest.Folder(t, dir), nil, nil, false, "").ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	if w.Code != http.StatusForbidden {
		t.Errorf("without a signer: status = %d, want 403", w.Code)
	}
}

// TestAFilmIsPrivateUntilItIsPublished: the address for its player stays the same for a while, supports ranges and expires; nobody else
// gets the film before PublishFilm.
func TestAFilmIsPrivateUntilItIsPublished(t *testing.T) {
	t.Parallel()
	const place = "0123456789abcdef0123/work.webm"
	dir := t.TempDir()
	file := filepath.Join(dir, hidden, filepath.FromSlash(place))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	clk := clock.NewFake(time.Date(2026, 11, 1, 13, 59, 0, 0, time.UTC))
	l := New(blobtest.Folder(t, dir), nil, NewSigner("key", clk), false, "")
	get := func(address string, want int) *httptest.ResponseRecorder {
		t.Helper()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil)
		r.Header.Set("Range", "bytes=2-4")
		r.Header.Set("Sec-Fetch-Dest", "video")
		l.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s at %s: %d, want %d", address, clk.Now(), w.Code, want)
		}
		return w
	}
	address := l.signer.SignPlayback(place)
	if w := get(address, http.StatusPartialContent); w.Body.String() != "234" || w.Header().Get("Content-Type") != "video/webm" || w.Header().Get("Cache-Control") != "private, no-store" {
		t.Errorf("body = %q, headers %v, want bytes 2-4 of a private WebM", w.Body, w.Header())
	}
	get(Prefix+place, http.StatusNotFound)
	clk.Advance(59 * time.Second)
	if again := l.signer.SignPlayback(place); again != address {
		t.Errorf("address changed from %s to %s within its validity, want no change, which would restart a player", address, again)
	}
	clk.Advance(2*time.Hour - time.Minute)
	get(address, http.StatusPartialContent)
	clk.Advance(2 * time.Hour)
	get(address, http.StatusGone)
	for range 2 {
		if err := l.PublishFilm(t.Context(), place); err != nil {
			t.Fatal(err)
		}
	}
	get(Prefix+place, http.StatusPartialContent)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the private copy of a public film: error = %v, want ErrNotExist", err)
	}
	get(l.signer.SignPlayback(place), http.StatusPartialContent) // the draft's page plays it still
	if err := l.PublishFilm(t.Context(), "0123456789abcdef0123/other.webm"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing film: error = %v, want ErrNotExist", err)
	}
}

func TestFilmsAreStreamedInParts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const place = "0123456789abcdef0123/film.webm"
	file := filepath.Join(dir, filepath.FromSlash(place))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(blobtest.Folder(t, dir), nil, nil, false, "")
	get := func(header, value string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, Prefix+place, nil)
		r.Header.Set(header, value)
		l.ServeHTTP(w, r)
		return w
	}
	w := get("Range", "bytes=2-4")
	h := w.Header()
	if w.Code != http.StatusPartialContent || w.Body.String() != "234" || h.Get("Content-Range") != "bytes 2-4/10" || h.Get("Content-Type") != "video/webm" ||
		h.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("status = %d, body %q, headers %v, want one that may be cached for a year", w.Code, w.Body, h)
	}
	if w := get("If-None-Match", h.Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("with its ETag: %d, want 304", w.Code)
	}
	if w := get("Range", "bytes=90-"); w.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond its end: %d, want %d", w.Code, http.StatusRequestedRangeNotSatisfiable)
	}
}

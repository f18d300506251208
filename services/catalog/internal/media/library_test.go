package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// TestUnreadableFilesAreNotCached: otherwise a brief disk failure would hide a picture from a browser for a year.
func TestUnreadableFilesAreNotCached(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const hash = "0123456789abcdef0123"
	if err := os.WriteFile(filepath.Join(dir, hash), nil, 0o600); err != nil { // a file where a folder should be cannot be entered
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	New(blobtest.Folder(t, dir), nil, nil, false, "").ServeHTTP(w, httptest.NewRequest(http.MethodGet, Prefix+hash+"/work.webp", nil))
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'; sandbox") {
		t.Errorf("Content-Security-Policy of pictures = %s, want frame-ancestors 'none'; sandbox", policy)
	}
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Retry-After") == "" {
		t.Errorf("status = %d, headers %v, want 503 with Retry-After, not cached", w.Code, w.Header())
	}
}

// A store that fails is unavailable at every address, never "file not found", and the log names it.
func TestStoreFaults(t *testing.T) {
	t.Parallel()
	const hash = "0123456789abcdef0123"
	faulty := blobtest.NewFaulty(t)
	l := New(faulty.Store(t), nil, NewSigner("key", clock.System), true, "")
	proven := true
	work := artwork.Artwork{ID: 64, Editions: artwork.Editions{Size: 2}, Media: []artwork.Media{{
		Kind: artwork.Generator, Page: hash + "/dots.html", Deterministic: &proven, Width: 160, Height: 100,
	}}}
	mux := http.NewServeMux()
	mux.Handle("GET "+Prefix, l)
	mux.Handle("GET "+EditionsPrefix, l.Editions(func(context.Context, int64) (artwork.Artwork, error) { return work, nil }, Requests{}, clock.System))
	mux.Handle("GET "+WorksPrefix, l.Works(func(context.Context, int64) (artwork.Media, error) { return work.Media[0], nil }))
	original, _ := l.signer.Sign(hash + "/work.png")
	for fault := range blobtest.Faults {
		faulty.Fail(fault, "")
		for _, path := range []string{Prefix + hash + "/work.webp", original, Prefix + hash + "/" + tilesName + "/0,0,512,512/512,512/0/default.jpg", EditionsPrefix + "64/1.jpg", WorksPrefix + "64/"} {
			var log testkit.Buffer
			l.Logging(slog.New(slog.NewTextHandler(&log, nil)))
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %s: status = %d, headers %v, want 503 with Retry-After, not cached", fault, path, w.Code, w.Header())
			}
			if !strings.Contains(log.String(), "object store s3://vitrine/test") {
				t.Errorf("%s: %s: log = %q, want the store's name", fault, path, log.String())
			}
		}
	}
}

// TestAnIncompleteFileIsNotCached: its address belongs to the final bytes, and is cached forever.
func TestAnIncompleteFileIsNotCached(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "film.webm")
	sum := sha256.Sum256([]byte("half"))
	f := artwork.File{Hash: hex.EncodeToString(sum[:])[:20], Name: "film.webm", Path: file}
	if err := os.WriteFile(file, []byte("half and the rest"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(blobtest.Folder(t, dir), nil, nil, false, "")
	if err := l.Keep(t.Context(), []artwork.File{f}); err == nil {
		t.Error("Keep() of different content under the same address: error = nil, want one")
	}
	if left, _ := os.ReadDir(filepath.Join(dir, f.Hash)); len(left) > 0 {
		t.Errorf("leftover files = %v, want none", left)
	}
	if err := os.WriteFile(file, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.Keep(t.Context(), []artwork.File{f}); err != nil {
		t.Error(err)
	}
}

// TestAnOriginalInAVIFIsConcealedWithItsCopy: while it was public it was its own largest rendition, for browsers that take AVIF.
func TestAnOriginalInAVIFIsConcealedWithItsCopy(t *testing.T) {
	t.Parallel()
	original := converted(t, waves(400, 200), picture.AVIF)
	l, made := kept(t, "work.avif", original)
	largest := made.Renditions[len(made.Renditions)-1].URL
	if got := asked(l, largest, "image/avif").Body.Bytes(); !bytes.Equal(got, original) {
		t.Fatal("the original of a public work isn't its largest rendition")
	}
	if got := asked(l, largest, "image/webp").Header().Get("Content-Type"); got != "image/webp" {
		t.Errorf("for a browser without AVIF: %s, want image/webp", got)
	}
	file := filepath.Join(t.TempDir(), "work.avif")
	if err := os.WriteFile(file, original, 0o600); err != nil {
		t.Fatal(err)
	}
	files := []artwork.File{{Hash: filepath.Base(filepath.Dir(largest)), Name: "work.avif", Path: file, Raster: true, Protected: true}}
	if err := errors.Join(l.Keep(t.Context(), files), l.RemoveProtected(t.Context(), files)); err != nil {
		t.Fatal(err)
	}
	if got := asked(l, largest, "image/avif"); got.Header().Get("Content-Type") != "image/webp" {
		t.Errorf("header of a protected work's largest rendition = %v, want image/webp instead of the original", got.Header())
	}
}

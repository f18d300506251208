package media

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestWhatCannotBeReadIsNotRemembered: a disk that is away for a moment would else hide a picture from a browser for a year.
func TestWhatCannotBeReadIsNotRemembered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const hash = "0123456789abcdef0123"
	if err := os.WriteFile(filepath.Join(dir, hash), nil, 0o600); err != nil { // a file where a folder should be cannot be entered
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	New(dir, nil).ServeHTTP(w, httptest.NewRequest(http.MethodGet, Prefix+hash+"/work.webp", nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// TestAFileThatIsBeingWrittenIsNotKept: its address is of other bytes, and says that they never change.
func TestAFileThatIsBeingWrittenIsNotKept(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "film.webm")
	sum := sha256.Sum256([]byte("half"))
	f := artwork.File{Hash: hex.EncodeToString(sum[:])[:20], Name: "film.webm", Path: file}
	if err := os.WriteFile(file, []byte("half and the rest"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(dir, nil)
	if err := l.Keep(t.Context(), []artwork.File{f}); err == nil {
		t.Error("other bytes are kept under an address")
	}
	if left, _ := os.ReadDir(filepath.Join(dir, f.Hash)); len(left) > 0 {
		t.Error("left behind:", left)
	}
	if err := os.WriteFile(file, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.Keep(t.Context(), []artwork.File{f}); err != nil {
		t.Error(err)
	}
}

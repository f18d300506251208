package media

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/picture"
	"github.com/vitrine/vitrine/kit/picture/picturetest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestAFileThatIsHugeDecoded: a progressive JPEG of 234 KB, which would take 600 MB, is refused before it is decoded.
func TestAFileThatIsHugeDecoded(t *testing.T) {
	dir := t.TempDir()
	l := New(blobtest.Folder(t, dir), nil, false, "")
	store := func(hash string, side int) artwork.File {
		f := artwork.File{Hash: hash, Name: "p.jpg", Raster: true}
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, hash), 0o755), os.WriteFile(filepath.Join(dir, hash, f.Name), picturetest.Progressive(side), 0o600)); err != nil {
			t.Fatal(err)
		}
		return f
	}
	bad, good := store("aaaaaaaaaaaaaaaaaaaa", 6320), store("bbbbbbbbbbbbbbbbbbbb", 500)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := l.Make(t.Context(), bad)
	runtime.ReadMemStats(&after)
	if !errors.Is(err, errPicture) || !errors.Is(err, picture.ErrTooLarge) {
		t.Errorf("%v, want errPicture and ErrTooLarge", err)
	}
	const decoded = 15 * 6320 * 6320
	if took := after.TotalAlloc - before.TotalAlloc; took*100 > decoded {
		t.Errorf("rejecting allocates %d bytes, want at most 1%% of the %d of decoding", took, decoded)
	}
	if _, err := l.Make(t.Context(), good); err != nil {
		t.Error(err)
	}
	// All memory is released: a picture that needs all of it can be decoded.
	if !l.memory.TryAcquire(maxMemory) {
		t.Error("memory for decoding images wasn't released")
	}
}

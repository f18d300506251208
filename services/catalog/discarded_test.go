package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/testkit"
)

// removal is the periodic job that removes discarded files.
type removal struct{}

// Kind implements river.JobArgs.
func (removal) Kind() string { return "discarded_files" }

// removeDiscarded runs the job a day later.
func (h *fixture) removeDiscarded(pool *pgxpool.Pool) {
	h.t.Helper()
	before := h.removalsEnded()
	h.exec(pool, `UPDATE discarded_files SET discarded_at = discarded_at - interval '25 hours'`)
	if err := jobs.Add(h.t.Context(), pool, removal{}); err != nil {
		h.t.Fatal(err)
	}
	testkit.Eventually(h.t, time.Minute, func() bool { return h.count(ended) > before })
}

const ended = `kind = 'discarded_files' AND state = 'completed'`

// removalsEnded waits until the run at the start of the service has ended, and returns the number of runs.
func (h *fixture) removalsEnded() (n int) {
	h.t.Helper()
	testkit.Eventually(h.t, time.Minute, func() bool {
		n = h.count(ended)
		return n > 0 && h.count(`kind = 'discarded_files'`) == n
	})
	return n
}

func (h *fixture) exec(pool *pgxpool.Pool, sql string, args ...any) {
	h.t.Helper()
	if _, err := pool.Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatal(err)
	}
}

// stored returns the files of a hash in the media store.
func (h *fixture) stored(hash string) (files []string) {
	h.t.Helper()
	for _, dir := range []string{hash, filepath.Join("originals", hash)} {
		list, err := os.ReadDir(filepath.Join(h.cfg.MediaDir, dir))
		if err != nil && !os.IsNotExist(err) {
			h.t.Fatal(err)
		}
		for _, f := range list {
			files = append(files, filepath.Join(dir, f.Name()))
		}
	}
	return files
}

func hashOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])[:20]
}

// TestFilesOfDeletedDraftsAreRemoved: a day after the last draft that has a file is gone, so is the file with its sizes.
func TestFilesOfDeletedDraftsAreRemoved(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	file := noise(t, 400)
	hash := hashOf(file)
	first, second := id.New(), id.New()
	h.save(ada, first, 0, draftInput("Rain", h.upload(ada, file)))
	h.ready(ada, first)
	h.save(bob, second, 0, draftInput("The same", h.upload(bob, file)))
	if got := len(h.stored(hash)); got < 2 {
		t.Fatalf("%d files are stored, want the original and its sizes", got)
	}
	h.exec(pool, `DELETE FROM uploads`) // they expire

	h.want(ada, fmt.Sprintf(`mutation{deleteDraft(id:%q,version:1)}`, first), `{"data":{"deleteDraft":true}}`)
	h.removeDiscarded(pool)
	if len(h.stored(hash)) < 2 {
		t.Fatalf("files of %s = %q, want those of the other draft", hash, h.stored(hash))
	}

	h.want(bob, fmt.Sprintf(`mutation{deleteDraft(id:%q,version:1)}`, second), `{"data":{"deleteDraft":true}}`)
	if len(h.stored(hash)) < 2 {
		t.Fatalf("files of %s = %q, want them kept for a day", hash, h.stored(hash))
	}
	h.removeDiscarded(pool)
	if left := h.stored(hash); len(left) > 0 {
		t.Fatalf("files that nothing refers to = %q, want none", left)
	}
	if n := scalar(t, pool, `SELECT (SELECT count(*) FROM discarded_files) + (SELECT count(*) FROM media_files WHERE hash = $1)`, hash); n != 0 {
		t.Fatalf("%d rows of removed files, want none", n)
	}

	// The same picture can be uploaded again.
	third := id.New()
	h.save(ada, third, 0, draftInput("Rain again", h.upload(ada, file)))
	h.ready(ada, third)
	if len(h.stored(hash)) < 2 {
		t.Fatalf("files of %s = %q, want those uploaded again", hash, h.stored(hash))
	}
}

// TestAReplacedPageIsRemoved: the page of a live work, when the draft gets another one.
func TestAReplacedPageIsRemoved(t *testing.T) {
	t.Parallel()
	h := setup(t)
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	page := func(color string) []byte {
		return []byte(`<!doctype html><meta name="viewport" content="width=300,height=200"><title>A work</title><canvas width="300" height="200"></canvas><script>document.title = new URLSearchParams(location.search).get('hash') + '` + color + `'; parent.postMessage({ type: 'ready' }, '*')</script>`)
	}
	draft, old, next := id.New(), page("red"), page("blue")
	input := func(upload string) string {
		return strings.Replace(draftInput("Live", ""), "uploadId:null", fmt.Sprintf("liveUploadId:%q", upload), 1)
	}
	for version, p := range [][]byte{old, next} {
		if got := h.save(ada, draft, version, input(h.upload(ada, p))); strings.Contains(got, "errors") {
			t.Fatalf("save = %s, want no errors", got)
		}
	}
	h.exec(pool, `DELETE FROM uploads`)
	h.removeDiscarded(pool)
	if left := h.stored(hashOf(old)); len(left) > 0 {
		t.Errorf("files of the replaced page = %q, want none", left)
	}
	if len(h.stored(hashOf(next))) != 1 {
		t.Errorf("files of the draft's page = %q, want one", h.stored(hashOf(next)))
	}
}

// TestAnUploadMeetsTheRemovalOfTheSameFile: an upload that succeeded has its file, whichever comes first.
func TestAnUploadMeetsTheRemovalOfTheSameFile(t *testing.T) {
	t.Parallel()
	h := setup(t)
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	file := noise(t, 40)
	hash := hashOf(file)
	for round := range 8 {
		before := h.removalsEnded()
		h.exec(pool, `DELETE FROM uploads`)
		address := h.create(ada, len(file))
		h.exec(pool, `UPDATE discarded_files SET discarded_at = discarded_at - interval '25 hours'`)
		var group sync.WaitGroup
		var status int
		group.Go(func() {
			// In odd rounds when the job starts, and in even ones before it.
			testkit.Eventually(h.t, time.Minute, func() bool {
				return round%2 == 0 || h.count(`kind = 'discarded_files' AND state <> 'available'`) > before
			})
			status = h.part(ada, address, 0, file).StatusCode
		})
		if err := jobs.Add(t.Context(), pool, removal{}); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, time.Minute, func() bool { return h.count(ended) > before })
		group.Wait()
		if status != 204 {
			t.Fatalf("round %d: the upload ended with %d, want 204", round, status)
		}
		if _, err := os.Stat(filepath.Join(h.cfg.MediaDir, "originals", hash, "work.png")); err != nil {
			t.Fatalf("round %d: file of an upload that succeeded: error = %v, want nil", round, err)
		}
	}
}

func scalar(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

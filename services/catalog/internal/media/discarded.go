package media

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

const (
	// removalEvery is how often the job looks for discarded files. After an interrupted removal, the same file can't be uploaded until then.
	removalEvery = 5 * time.Minute
	removalBatch = 100
	// claimTries and claimWait bound how long a claim waits for a removal, which deletes a few files.
	claimTries = 10
	claimWait  = 500 * time.Millisecond
)

// Discarded has the files that drafts, uploads and proofs no longer refer to. A claim precedes the check whether a file is already stored, so
// that the file stays until a row refers to it.
type Discarded interface {
	// Claim postpones the removal of files. It returns studio.ErrRemoving if one of them is being removed. Other errors are temporary.
	Claim(ctx context.Context, hashes []string) error
	// DiscardedFiles returns the hashes of files that were discarded, and last claimed, before a time. Errors are temporary, also below.
	DiscardedFiles(ctx context.Context, before time.Time, limit int32) ([]string, error)
	// StartRemoval reports whether a file may be removed: nothing refers to it, and nothing can until EndRemoval.
	StartRemoval(ctx context.Context, hash string, before time.Time) (bool, error)
	EndRemoval(ctx context.Context, hash string) error
}

// removeDiscarded is the periodic job that removes files that nothing refers to any more.
type removeDiscarded struct{}

// Kind implements river.JobArgs.
func (removeDiscarded) Kind() string { return "discarded_files" }

// removeDiscarded removes files that were discarded long enough ago. It can be interrupted and repeated.
func (m *Maker) removeDiscarded(ctx context.Context) error {
	before := m.clock.Now().Add(-studio.DiscardedLife)
	hashes, err := m.library.discarded.DiscardedFiles(ctx, before, removalBatch)
	if err != nil {
		return fmt.Errorf("discarded files: %w", err)
	}
	removed := 0
	var failed error
	for _, hash := range hashes {
		// A file that can't be removed doesn't keep the others.
		if removing, err := m.removeFile(ctx, hash, before); err != nil {
			failed = errors.Join(failed, fmt.Errorf("removal of file %s: %w", hash, err))
		} else if removing {
			removed++
		}
	}
	if removed > 0 {
		m.log.InfoContext(ctx, "removed files that nothing refers to", "files", removed)
	}
	return failed
}

// removeFile reports whether it removed a file. It doesn't if a row refers to it.
func (m *Maker) removeFile(ctx context.Context, hash string, before time.Time) (bool, error) {
	removing, err := m.library.discarded.StartRemoval(ctx, hash, before)
	if err != nil || !removing {
		return false, err
	}
	if err := m.library.remove(ctx, hash); err != nil {
		return false, err
	}
	return true, m.library.discarded.EndRemoval(ctx, hash)
}

// remove deletes an original, whether it is protected or not, and everything that was made of it.
func (l *Library) remove(ctx context.Context, hash string) error {
	for _, prefix := range []string{hash + "/", hidden + "/" + hash + "/"} {
		for o, err := range l.objects.List(ctx, prefix) {
			if err == nil {
				err = l.objects.Delete(ctx, o.Key)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// claim keeps files from being removed until a row refers to them. It waits for a removal that has begun.
func (l *Library) claim(ctx context.Context, hashes ...string) error {
	if l.discarded == nil || len(hashes) == 0 {
		return nil
	}
	for try := 1; ; try++ {
		err := l.discarded.Claim(ctx, hashes)
		if !errors.Is(err, studio.ErrRemoving) || try == claimTries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(claimWait):
		}
	}
}

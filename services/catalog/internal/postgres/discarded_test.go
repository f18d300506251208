package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// TestAClaimAndARemovalExcludeEachOther: either the file stays, or the caller knows that it is being removed.
func TestAClaimAndARemovalExcludeEachOther(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const hash, other = "0123456789abcdef0123", "0123456789abcdef0124"
	before := time.Now().Add(-studio.DiscardedLife)
	claimed, removed := 0, 0
	for range 100 {
		personaltest.Exec(t, pool, `INSERT INTO discarded_files (hash, discarded_at) VALUES ($1, now() - interval '25 hours'), ($2, now())`, hash, other)
		var group sync.WaitGroup
		var claim, failed error
		var removing bool
		start := make(chan struct{})
		group.Go(func() { <-start; claim = s.Claim(t.Context(), []string{other, hash}) })
		group.Go(func() { <-start; removing, failed = s.StartRemoval(t.Context(), hash, before) })
		close(start)
		group.Wait()
		switch {
		case failed != nil:
			t.Fatal(failed)
		case claim == nil && !removing:
			claimed++
		case errors.Is(claim, studio.ErrRemoving) && removing:
			removed++
		default:
			t.Fatalf("the claim returned %v, and the removal began = %t, want nil and false, or ErrRemoving and true", claim, removing)
		}
		personaltest.Exec(t, pool, `DELETE FROM discarded_files`)
	}
	t.Logf("%d claims and %d removals came first", claimed, removed)
}

// TestARemovalStaysUntilItEnds: one that was interrupted is found again, and nothing refers to the file until then.
func TestARemovalStaysUntilItEnds(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const hash = "0123456789abcdef0123"
	before := time.Now().Add(-studio.DiscardedLife)
	personaltest.Exec(t, pool, `INSERT INTO discarded_files (hash, discarded_at) VALUES ($1, now() - interval '25 hours')`, hash)
	for range 2 {
		if list, err := s.DiscardedFiles(t.Context(), before, 10); err != nil || len(list) != 1 || list[0] != hash {
			t.Fatalf("files to remove = %q, %v, want %s", list, err, hash)
		}
		if removing, err := s.StartRemoval(t.Context(), hash, before); err != nil || !removing {
			t.Fatalf("removing = %t, %v, want true", removing, err)
		}
		if err := s.Claim(t.Context(), []string{hash}); !errors.Is(err, studio.ErrRemoving) {
			t.Fatalf("a claim during the removal returned %v, want ErrRemoving", err)
		}
	}
	if err := s.EndRemoval(t.Context(), hash); err != nil {
		t.Fatal(err)
	}
	if err := s.Claim(t.Context(), []string{hash}); err != nil {
		t.Fatalf("a claim after the removal returned %v, want nil", err)
	}
}

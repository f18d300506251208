// Package profiletest is the test suite that every store of profiles passes.
package profiletest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// TestStore runs the suite.
func TestStore(t *testing.T, open func(t *testing.T) profile.Store) {
	t.Parallel()
	ctx, s := t.Context(), open(t)
	owner := id.New()
	if _, err := s.ByOwner(ctx, owner); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("profile before it exists: error = %v, want ErrNotFound", err)
	}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			if err := s.Create(ctx, profile.Profile{ID: id.New(), OwnerID: owner, Name: "n", Email: "e@example.org", CreatedAt: at}); err != nil {
				t.Error(err)
			}
			p, err := s.ByOwner(ctx, owner)
			if err != nil {
				t.Error(err)
			}
			ids[i] = p.ID
		})
	}
	wg.Wait()
	for _, other := range ids {
		if other != ids[0] {
			t.Fatalf("profiles of one owner = %v, want the same id", ids)
		}
	}
	want := profile.Profile{ID: ids[0], OwnerID: owner, Name: "n", Email: "e@example.org", CreatedAt: at}
	if got, err := s.ByOwner(ctx, owner); err != nil || got != want {
		t.Errorf("stored = %+v, %v, want %+v", got, err, want)
	}
	set := func(_ context.Context, p *profile.Profile) error {
		p.FirstName, p.LastName, p.Avatar = "F", "L", profile.Avatar{Name: "a.png", Width: 3, Height: 4}
		return nil
	}
	want.FirstName, want.LastName, want.Avatar = "F", "L", profile.Avatar{Name: "a.png", Width: 3, Height: 4}
	if err := s.Update(ctx, owner, ids[0], set); err != nil {
		t.Errorf("Update() = %v, want nil", err)
	}
	if got, err := s.ByOwner(ctx, owner); err != nil || got != want {
		t.Errorf("stored = %+v, %v, want %+v", got, err, want)
	}
	for _, c := range [][2]string{{id.New(), ids[0]}, {owner, id.New()}, {owner, "no uuid"}, {"no uuid", ids[0]}} {
		if err := s.Update(ctx, c[0], c[1], set); !errors.Is(err, profile.ErrNotFound) {
			t.Errorf("Update(%v): error = %v, want ErrNotFound", c, err)
		}
	}
	broken := errors.New("broken")
	if err := s.Update(ctx, owner, ids[0], func(_ context.Context, p *profile.Profile) error { p.Name = "x"; return broken }); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want broken", err)
	}
	if got, _ := s.ByOwner(ctx, owner); got != want {
		t.Errorf("stored after a failed change = %+v, want %+v", got, want)
	}
}

// Package profiletest is the test suite that every store of profiles passes.
package profiletest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// testFind is about what staff search.
func testFind(t *testing.T, s profile.Store) {
	t.Helper()
	ctx, at := t.Context(), time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	marit := profile.Profile{ID: id.New(), OwnerID: id.New(), FirstName: "Marit", LastName: "Solheim Aas", CreatedAt: at}
	marcel := profile.Profile{ID: id.New(), OwnerID: id.New(), Name: "Marcel", CreatedAt: at.Add(time.Hour)}
	for _, p := range []profile.Profile{marit, marcel} {
		if _, err := s.Create(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		search string
		owners []string
		limit  int
		want   []string
	}{
		"first name":         {"marit", nil, 9, []string{marit.ID}},
		"full name":          {"marit sol", nil, 9, []string{marit.ID}},
		"last name":          {"solheim", nil, 9, []string{marit.ID}},
		"display name":       {"marcel", nil, 9, []string{marcel.ID}},
		"newest first":       {"mar", nil, 9, []string{marcel.ID, marit.ID}},
		"limited":            {"mar", nil, 1, []string{marcel.ID}},
		"middle of a name":   {"arit", nil, 9, nil},
		"no pattern":         {"m%", nil, 9, nil},
		"nothing":            {"", nil, 9, nil},
		"account":            {"", []string{marit.OwnerID, id.New()}, 9, []string{marit.ID}},
		"account and name":   {"marcel", []string{marit.OwnerID}, 9, []string{marcel.ID, marit.ID}},
		"account's own name": {"marit", []string{marit.OwnerID}, 9, []string{marit.ID}},
	} {
		found, err := s.Find(ctx, c.search, c.owners, c.limit)
		var got []string
		for _, p := range found {
			got = append(got, p.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

// TestStore runs the suite.
func TestStore(t *testing.T, open func(t *testing.T) profile.Store) {
	t.Parallel()
	ctx, s := t.Context(), open(t)
	testFind(t, s)
	owner := id.New()
	if _, err := s.ByOwner(ctx, owner); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("profile before it exists: error = %v, want ErrNotFound", err)
	}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			p, err := s.Create(ctx, profile.Profile{ID: id.New(), OwnerID: owner, Name: "n", Email: "e@example.org", CreatedAt: at})
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
	if got, err := s.Update(ctx, owner, ids[0], set); err != nil || got != want {
		t.Errorf("updated = %+v, %v, want %+v", got, err, want)
	}
	if got, err := s.ByOwner(ctx, owner); err != nil || got != want {
		t.Errorf("stored = %+v, %v, want %+v", got, err, want)
	}
	for _, c := range [][2]string{{id.New(), ids[0]}, {owner, id.New()}, {owner, "no uuid"}, {"no uuid", ids[0]}} {
		if _, err := s.Update(ctx, c[0], c[1], set); !errors.Is(err, profile.ErrNotFound) {
			t.Errorf("Update(%v): error = %v, want ErrNotFound", c, err)
		}
	}
	broken := errors.New("broken")
	if _, err := s.Update(ctx, owner, ids[0], func(_ context.Context, p *profile.Profile) error { p.Name = "x"; return broken }); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want broken", err)
	}
	if got, _ := s.ByOwner(ctx, owner); got != want {
		t.Errorf("stored after a failed change = %+v, want %+v", got, want)
	}
}

// Package profiletest holds an in-memory store and the suite that every store passes.
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

// Memory stores profiles in a map, by owner.
type Memory struct {
	mu      sync.Mutex
	byOwner map[string]profile.Profile
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{byOwner: map[string]profile.Profile{}} }

// Create implements profile.Store.
func (m *Memory) Create(_ context.Context, p profile.Profile) (profile.Profile, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.byOwner[p.OwnerID]; ok {
		return old, nil
	}
	m.byOwner[p.OwnerID] = p
	return p, nil
}

// ByOwner implements profile.Store.
func (m *Memory) ByOwner(_ context.Context, ownerID string) (profile.Profile, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.byOwner[ownerID]
	if !ok {
		return profile.Profile{}, profile.ErrNotFound
	}
	return p, nil
}

// Update implements profile.Store.
func (m *Memory) Update(_ context.Context, ownerID, profileID string, change func(*profile.Profile) error) (profile.Profile, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.byOwner[ownerID]
	if !ok || p.ID != profileID {
		return profile.Profile{}, profile.ErrNotFound
	}
	if err := change(&p); err != nil {
		return profile.Profile{}, err
	}
	m.byOwner[ownerID] = p
	return p, nil
}

// TestStore runs the suite.
func TestStore(t *testing.T, open func(t *testing.T) profile.Store) {
	t.Parallel()
	ctx, s := t.Context(), open(t)
	owner := id.New()
	if _, err := s.ByOwner(ctx, owner); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("before it exists: %v", err)
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
			t.Fatalf("one owner has several profiles: %v", ids)
		}
	}
	want := profile.Profile{ID: ids[0], OwnerID: owner, Name: "n", Email: "e@example.org", CreatedAt: at}
	if got, err := s.ByOwner(ctx, owner); err != nil || got != want {
		t.Errorf("stored = %+v, %v", got, err)
	}
	set := func(p *profile.Profile) error {
		p.FirstName, p.LastName, p.Avatar = "F", "L", profile.Avatar{Name: "a.png", Width: 3, Height: 4}
		return nil
	}
	want.FirstName, want.LastName, want.Avatar = "F", "L", profile.Avatar{Name: "a.png", Width: 3, Height: 4}
	if got, err := s.Update(ctx, owner, ids[0], set); err != nil || got != want {
		t.Errorf("updated = %+v, %v", got, err)
	}
	if got, err := s.ByOwner(ctx, owner); err != nil || got != want {
		t.Errorf("stored = %+v, %v", got, err)
	}
	for _, c := range [][2]string{{id.New(), ids[0]}, {owner, id.New()}, {owner, "no uuid"}, {"no uuid", ids[0]}} {
		if _, err := s.Update(ctx, c[0], c[1], set); !errors.Is(err, profile.ErrNotFound) {
			t.Errorf("Update(%v): %v", c, err)
		}
	}
	broken := errors.New("broken")
	if _, err := s.Update(ctx, owner, ids[0], func(p *profile.Profile) error { p.Name = "x"; return broken }); !errors.Is(err, broken) {
		t.Errorf("failed change: %v", err)
	}
	if got, _ := s.ByOwner(ctx, owner); got != want {
		t.Error("a failed change was stored")
	}
}

package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/signing"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	add := func(name string) func([]signing.Key) ([]signing.Key, error) {
		return func(keys []signing.Key) ([]signing.Key, error) {
			if len(keys) > 0 {
				return keys, nil
			}
			return append(keys, signing.Key{ID: name, DER: []byte(name), CreatedAt: start}), nil
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := s.ReplaceKeys(ctx, add(string(rune('a'+i)))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	keys := must(s.SigningKeys(ctx))(t)
	if len(keys) != 1 || !keys[0].CreatedAt.Equal(start) {
		t.Fatalf("8 replicas created the keys %+v, want one of %s", keys, start)
	}
	if err := s.ReplaceKeys(ctx, func([]signing.Key) ([]signing.Key, error) {
		return []signing.Key{{ID: "y", DER: []byte{1}, CreatedAt: start.Add(time.Hour)}, {ID: "z", DER: []byte{2}, CreatedAt: start.Add(2 * time.Hour)}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if keys = must(s.SigningKeys(ctx))(t); len(keys) != 2 || keys[0].ID != "y" || keys[1].ID != "z" {
		t.Errorf("replaced keys = %+v, want y and z", keys)
	}
}

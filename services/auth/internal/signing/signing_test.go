package signing

import (
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestKeys(t *testing.T) {
	t.Parallel()
	count := 0
	make1 := func(at time.Time) func() (Key, error) {
		return func() (Key, error) {
			count++
			return Key{ID: string(rune('a' + count - 1)), CreatedAt: at}, nil
		}
	}
	const life = 90 * 24 * time.Hour
	step := func(keys []Key, at time.Time, wantKeys, wantSigner string) []Key {
		t.Helper()
		keys, err := Rotated(keys, life, at, make1(at))
		if err != nil {
			t.Fatal(err)
		}
		names := ""
		for _, k := range keys {
			names += k.ID
		}
		if signer := Current(keys, at).ID; names != wantKeys || signer != wantSigner {
			t.Errorf("at %s: keys = %q, signer = %q, want %q and %q", at, names, signer, wantKeys, wantSigner)
		}
		return keys
	}
	keys := step(nil, noon, "a", "a")
	keys = step(keys, noon.Add(life-1), "a", "a")
	keys = step(keys, noon.Add(life), "ab", "a")
	keys = step(keys, noon.Add(life+keyLead), "ab", "b")
	keys = step(keys, noon.Add(life+keyLead+keyTail), "b", "b")
	step(keys, noon.Add(2*life), "bc", "b")
}

package id

import (
	"bytes"
	"slices"
	"testing"
)

func TestNewSorts(t *testing.T) {
	var ids []string
	for range 100 {
		ids = append(ids, New())
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != 100 {
		t.Errorf("want 100 different ids in order, got %v", ids)
	}
}

func TestSecret(t *testing.T) {
	a, hash := Secret()
	b, _ := Secret()
	if a == b || len(a) != 43 || len(hash) != 32 || !bytes.Equal(hash, Hash(a)) || bytes.Equal(hash, Hash(b)) {
		t.Errorf("want two different secrets of 43 characters, each with its own hash of 32 bytes; got %q and %q", a, b)
	}
}

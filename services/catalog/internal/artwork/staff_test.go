package artwork

import (
	"errors"
	"testing"
)

func TestUnpublishingADrop(t *testing.T) {
	t.Parallel()
	for use, want := range map[DropUse]error{
		{}:                            nil,
		{Live: true}:                  nil,
		{Published: true}:             ErrHasArtworks,
		{Published: true, Live: true}: ErrSelling,
		{Sold: true}:                  ErrSold,
		{Sold: true, Published: true}: ErrSold,
		{Sold: true, Live: true}:      ErrSold,
	} {
		if err := use.unpublish(); !errors.Is(err, want) {
			t.Errorf("unpublish() of %+v = %v, want %v", use, err, want)
		}
	}
}

func TestLinkWaits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		account, now string
		linkedBefore bool
		want         bool
	}{
		"the first link":         {"b", "", false, false},
		"another account":        {"b", "a", true, true},
		"a link after a removal": {"b", "", true, true},
		"the same account":       {"A@example.org", "a@example.org", true, false},
		"a removal":              {"", "a", true, false},
	} {
		if got := LinkWaits(c.account, c.now, c.linkedBefore); got != c.want {
			t.Errorf("%s: LinkWaits() = %t, want %t", name, got, c.want)
		}
	}
}

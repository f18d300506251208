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
		if err := use.Unpublish(); !errors.Is(err, want) {
			t.Errorf("Unpublish() of %+v = %v, want %v", use, err, want)
		}
	}
}

func TestPublishArtwork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		artist, drop bool
		want         error
	}{{true, true, nil}, {false, true, ErrArtistUnpublished}, {true, false, ErrDropUnpublished}, {false, false, ErrArtistUnpublished}} {
		if err := PublishArtwork(c.artist, c.drop); !errors.Is(err, c.want) {
			t.Errorf("PublishArtwork(%t, %t) = %v, want %v", c.artist, c.drop, err, c.want)
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

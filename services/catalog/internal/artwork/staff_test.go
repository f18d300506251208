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

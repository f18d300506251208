// Package events turns the facts of other services into calls of the core.
package events

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/bus"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Counter keeps counts. SetCounts ignores a version that is not newer than the one it has, and answers whether it changed
// anything and the tags of what a page may show of it. Its errors are temporary.
type Counter interface {
	SetCounts(ctx context.Context, c artwork.Counts) (changed bool, tags []string, err error)
}

// Subscribe adds the catalog's functions to a consumer. stale is told the tags of pages that show something else now.
func Subscribe(c *bus.Consumer, counts Counter, stale func(tags ...string)) {
	bus.On(c, func(ctx context.Context, fact *checkoutv1.EditionsChanged) error {
		return editionsChanged(ctx, counts, stale, fact)
	})
}

func editionsChanged(ctx context.Context, counts Counter, stale func(tags ...string), fact *checkoutv1.EditionsChanged) error {
	if fact.GetArtworkId() <= 0 || fact.GetVersion() <= 0 || fact.GetHeld() < 0 || fact.GetSold() < 0 {
		return bus.Poison(errors.New("counts that cannot be"))
	}
	changed, tags, err := counts.SetCounts(ctx, artwork.Counts{
		Artwork: fact.GetArtworkId(), Version: fact.GetVersion(), Held: int(fact.GetHeld()), Sold: int(fact.GetSold()),
	})
	if err == nil && changed {
		stale(tags...)
	}
	return err
}

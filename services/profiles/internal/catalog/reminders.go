package catalog

import (
	"context"
	"fmt"
	"strings"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// Reminders implements reminder.Catalog.
type Reminders struct{ *Client }

// Items implements reminder.Catalog.
func (c Reminders) Items(ctx context.Context, k reminder.Kind, ids []int64) ([]reminder.Item, error) {
	switch k {
	case reminder.Drop:
		return c.drops(ctx, ids)
	case reminder.Artwork:
		return c.artworks(ctx, ids)
	}
	return nil, nil
}

var states = map[string]reminder.State{"upcoming": reminder.Waiting, "live": reminder.Ready, "ended": reminder.Over}

func (c Reminders) drops(ctx context.Context, ids []int64) ([]reminder.Item, error) {
	res, err := c.catalog.GetDrops(ctx, &catalogv1.GetDropsRequest{Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("%w: drops: %w", reminder.ErrDown, err)
	}
	items := make([]reminder.Item, len(res.GetDrops()))
	for i, d := range res.GetDrops() {
		state, ok := states[d.GetStatus()]
		if !ok {
			return nil, fmt.Errorf("%w: drop %d has the unknown status %q", reminder.ErrDown, d.GetId(), d.GetStatus())
		}
		items[i] = reminder.Item{
			Entry: reminder.Entry{Kind: reminder.Drop, ID: d.GetId()}, State: state, Slug: d.GetSlug(), Title: d.GetTitle(),
			Works: int(d.GetArtworkCount()), OpensAt: d.GetOpensAt().AsTime(), Picture: d.GetImageUrl(),
		}
	}
	return items, nil
}

func (c Reminders) artworks(ctx context.Context, ids []int64) ([]reminder.Item, error) {
	res, err := c.catalog.GetStock(ctx, &catalogv1.GetStockRequest{ArtworkIds: ids})
	if err != nil {
		return nil, fmt.Errorf("%w: stock: %w", reminder.ErrDown, err)
	}
	items := make([]reminder.Item, len(res.GetArtworks()))
	for i, a := range res.GetArtworks() {
		items[i] = reminder.Item{
			Entry: reminder.Entry{Kind: reminder.Artwork, ID: a.GetArtworkId()}, Slug: a.GetSlug(), Title: a.GetTitle(),
			Artist: a.GetArtistName(),
		}
		// A picture hosted elsewhere would let its host track who reads the email.
		if strings.HasPrefix(a.GetImageUrl(), "/") {
			items[i].Picture = a.GetImageUrl()
		}
		if a.GetAvailable() {
			items[i].State = reminder.Ready
		}
	}
	return items, nil
}

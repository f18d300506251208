package read

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// card is a row of artworks.
type card struct {
	id, artistID                                                              int64
	slug, title, artistName, artistSlug, category, dated, medium, description string
	year                                                                      *int
	editions                                                                  artwork.Editions
	price, drop                                                               *int64
	currency                                                                  *string
	chainID                                                                   uint64
	publishedAt                                                               time.Time
	starts, ends                                                              *time.Time
	media, attributes                                                         []byte
	curators                                                                  []int64
}

// columns returns the columns of card, in the order of into. Fields that were not requested are not read.
func columns(f search.Fields) string {
	c := "w.id, w.slug, w.title, w.artist_id, w.artist_name, w.artist_slug, w.category, w.year, w.dated, w.medium, " +
		"w.edition_size, w.withheld, w.held, w.sold, w.price, w.currency, w.chain_id, w.published_at, w.drop_id, w.sale_starts_at, w.sale_ends_at"
	if f.Description {
		c += ", w.description"
	}
	if f.Media {
		c += ", w.media"
	}
	if f.Attributes {
		c += ", w.attributes"
	}
	if f.Curators {
		c += ", w.curator_ids"
	}
	return c
}

// into returns the targets of columns(f).
func (c *card) into(f search.Fields) []any {
	t := []any{
		&c.id, &c.slug, &c.title, &c.artistID, &c.artistName, &c.artistSlug, &c.category, &c.year, &c.dated, &c.medium,
		&c.editions.Size, &c.editions.Withheld, &c.editions.Held, &c.editions.Sold, &c.price, &c.currency, &c.chainID, &c.publishedAt,
		&c.drop, &c.starts, &c.ends,
	}
	if f.Description {
		t = append(t, &c.description)
	}
	if f.Media {
		t = append(t, &c.media)
	}
	if f.Attributes {
		t = append(t, &c.attributes)
	}
	if f.Curators {
		t = append(t, &c.curators)
	}
	return t
}

// work returns the model of a row at a time.
func (r *Reader) work(c *card, f search.Fields, now time.Time) (*gen.Artwork, error) {
	sale := artwork.Sale{Priced: c.price != nil && c.currency != nil, Window: window(c.starts, c.ends), Editions: c.editions}
	out := &gen.Artwork{
		ID: idOf(c.id), Slug: c.slug, Title: c.title, Category: c.category,
		Artist:      &gen.Artist{ID: idOf(c.artistID), Slug: c.artistSlug, Name: c.artistName, Number: c.artistID},
		EditionSize: c.editions.Size, EditionsAvailable: c.editions.Free(), EditionsSold: c.editions.Sold, Availability: gen.Availability(sale.Availability(now)),
		PurchasePrice: money(c.price, c.currency), ChainID: cmp.Or(int(c.chainID), r.Chain), Year: number(value(c.year)), Dated: text(c.dated), Medium: text(c.medium),
		Description: text(c.description),
		Media:       []*gen.Media{}, Attributes: []*gen.Attribute{}, PublishedAt: moment(&c.publishedAt),
		Number: c.id, DropID: value(c.drop), CuratorIDs: c.curators,
	}
	if out.DropID != 0 && sale.Status(now) != artwork.DropEnded {
		out.CurrentDropID = text(idOf(out.DropID))
	}
	if f.Media {
		var err error
		if out.Media, err = mediaOf(c.id, c.media, f.Parameters, !f.Stills); err != nil {
			return nil, err
		}
	}
	if f.Attributes && len(c.attributes) > 0 {
		if err := json.Unmarshal(c.attributes, &out.Attributes); err != nil {
			return nil, fmt.Errorf("attributes of artwork %d: %w", c.id, err)
		}
		out.Attributes = notNil(out.Attributes)
	}
	return out, nil
}

// scan reads artworks; more are the targets of additional columns.
func (r *Reader) scan(rows pgx.Rows, f search.Fields, now time.Time, more ...any) ([]*gen.Artwork, error) {
	defer rows.Close()
	works := make([]*gen.Artwork, 0, search.PageSize)
	var c card
	into := append(c.into(f), more...)
	for rows.Next() {
		c = card{}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		w, err := r.work(&c, f, now)
		if err != nil {
			return nil, err
		}
		works = append(works, w)
	}
	return works, rows.Err()
}

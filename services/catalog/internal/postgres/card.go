package postgres

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// card is a row of artworks as it is scanned.
type card struct {
	w                 artwork.Artwork
	year              *int
	price, drop       *int64
	currency          *string
	starts, ends      *time.Time
	media, attributes []byte
}

// into returns the targets of columns(fields), in its order.
func (c *card) into(f search.Fields) []any {
	w := &c.w
	t := []any{
		&w.ID, &w.Slug, &w.Title, &w.Artist.ID, &w.Artist.Name, &w.Artist.Slug, &w.Category, &c.year, &w.Medium,
		&w.Editions.Size, &w.Editions.Withheld, &w.Editions.Held, &w.Editions.Sold, &c.price, &c.currency, &w.ChainID, &w.PublishedAt,
		&c.drop, &c.starts, &c.ends,
	}
	if f.Description {
		t = append(t, &w.Description)
	}
	if f.Media {
		t = append(t, &c.media)
	}
	if f.Attributes {
		t = append(t, &c.attributes)
	}
	if f.Curators {
		t = append(t, &w.CuratorIDs)
	}
	return t
}

func (c *card) reset() { *c = card{} }

func (c *card) artwork(f search.Fields) (artwork.Artwork, error) {
	w := c.w
	if c.year != nil {
		w.Year = *c.year
	}
	w.Price = price(c.price, c.currency)
	if c.drop != nil {
		w.DropID = *c.drop
	}
	w.Sale = window(c.starts, c.ends)
	w.PublishedAt = w.PublishedAt.UTC()
	if f.Media {
		var err error
		if w.Media, err = readMedia(w.ID, c.media); err != nil {
			return w, err
		}
		for i := range w.Media {
			if !f.Parameters {
				w.Media[i].Recipe = nil
			}
		}
	}
	if f.Attributes && len(c.attributes) > 0 {
		if err := json.Unmarshal(c.attributes, &w.Attributes); err != nil {
			return w, fmt.Errorf("attributes of artwork %d: %w", w.ID, err)
		}
	}
	return w, nil
}

// readMedia decodes the media of an artwork, which is NULL for an imported one without a picture.
func readMedia(artworkID int64, raw []byte) (media []artwork.Media, err error) {
	if len(raw) == 0 {
		return nil, nil
	}
	if err = json.Unmarshal(raw, &media); err != nil {
		err = fmt.Errorf("media of artwork %d: %w", artworkID, err)
	}
	return media, err
}

func price(amount *int64, currency *string) *money.Money {
	if amount == nil || currency == nil {
		return nil
	}
	return &money.Money{Amount: *amount, Currency: *currency}
}

func window(starts, ends *time.Time) artwork.Window {
	var win artwork.Window
	if starts != nil {
		win.Starts = starts.UTC()
	}
	if ends != nil {
		win.Ends = ends.UTC()
	}
	return win
}

// one decodes a single media file, nil for none.
func one(raw []byte) (*artwork.Media, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var m artwork.Media
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	return &m, nil
}

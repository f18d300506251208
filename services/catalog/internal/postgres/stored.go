package postgres

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

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

func priceColumns(p *money.Money) (amount *int64, currency *string) {
	if p == nil {
		return nil, nil
	}
	return &p.Amount, &p.Currency
}

// extraWords returns what a search finds an artwork by, besides its title and its description.
func extraWords(medium, artist string, attributes []artwork.Attribute) string {
	words := []string{medium, artist}
	for _, a := range attributes {
		words = append(words, a.Value)
	}
	return strings.Join(words, " ")
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

// utc returns the time of a nullable column in UTC: the zero time for NULL.
func utc(t *time.Time) time.Time { return postgres.OrZero(t).UTC() }

// converted returns what a function makes of each row.
func converted[R, T any](rows []R, err error, convert func(R) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	out := make([]T, len(rows))
	for i, r := range rows {
		if out[i], err = convert(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// byID indexes a list by id.
func byID[T any](list []T, err error, id func(T) int64) (map[int64]T, error) {
	if err != nil {
		return nil, err
	}
	out := make(map[int64]T, len(list))
	for _, v := range list {
		out[id(v)] = v
	}
	return out, nil
}

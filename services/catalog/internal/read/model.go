package read

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

func idOf(n int64) string { return strconv.FormatInt(n, 10) }

// text returns a text, nil for "".
func text(s string) *string {
	if s == "" {
		return nil
	}
	return new(s) // &s would be allocated for "", too
}

// number returns a number, nil for 0.
func number(n int) *int {
	if n == 0 {
		return nil
	}
	return new(n)
}

// moment returns a time in UTC, nil for none.
func moment(t *time.Time) *time.Time {
	if t == nil || t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// value returns the value of a column, its zero value for NULL.
func value[T any](v *T) (out T) {
	if v != nil {
		out = *v
	}
	return out
}

func money(amount *int64, currency *string) *gen.Money {
	if amount == nil || currency == nil {
		return nil
	}
	return &gen.Money{Amount: idOf(*amount), Currency: *currency}
}

func window(starts, ends *time.Time) artwork.Window {
	return artwork.Window{Starts: value(starts), Ends: value(ends)}
}

// storedMedia is a media file as it is stored: the fields of the model, and those that the model has in another form.
type storedMedia struct {
	gen.Media

	Kind   string          `json:"kind"`
	Proven int             `json:"proven"`
	Tiles  string          `json:"tiles"`
	Page   string          `json:"page"`
	Recipe json.RawMessage `json:"recipe"`
}

// model completes the model, except for the address of a live work's page.
func (s *storedMedia) model(parameters bool) *gen.Media {
	m := &s.Media
	m.Kind, m.EditionsProven, m.ImageService = gen.MediaKind(strings.ToUpper(s.Kind)), number(s.Proven), text(s.Tiles)
	if m.Renditions == nil {
		m.Renditions = []*gen.Rendition{}
	}
	m.Parameters = []*gen.Parameter{}
	if parameters && len(s.Recipe) > 0 {
		for _, p := range artwork.Parameters(s.Recipe) {
			m.Parameters = append(m.Parameters, &gen.Parameter{Name: p.Name, Value: text(p.Value), Varies: text(p.Varies)})
		}
	}
	return m
}

// mediaOf reads the media of an artwork, which are NULL for an imported one without a picture. With wall, a live work is shown as its wall.
func mediaOf(artworkID int64, raw []byte, parameters, wall bool) ([]*gen.Media, error) {
	if len(raw) == 0 {
		return []*gen.Media{}, nil
	}
	var stored []storedMedia
	if err := json.Unmarshal(raw, &stored); err != nil {
		return nil, fmt.Errorf("media of artwork %d: %w", artworkID, err)
	}
	out := make([]*gen.Media, len(stored))
	for i := range stored {
		s := &stored[i]
		out[i] = s.model(parameters)
		if s.Page != "" && s.Kind == string(artwork.Generator) {
			out[i].GeneratorPath = text(artwork.LivePath(artworkID, []artwork.Media{{Kind: artwork.Generator, Page: s.Page}}))
			if wall {
				showWall(out[i], artworkID)
				wall = false // its other pages are views of the same work
			}
		}
	}
	return out, nil
}

// showWall replaces what was made of the still, except for its color.
func showWall(m *gen.Media, artworkID int64) {
	m.Blur, m.ImageService, m.Renditions = nil, nil, nil
	for _, r := range artwork.Wall(artworkID, value(m.Width), value(m.Height)) {
		m.Renditions = append(m.Renditions, &gen.Rendition{URL: r.URL, Width: r.Width, Height: r.Height, Type: r.Type})
	}
}

// picture reads a single media file, nil for none.
func picture(raw []byte) (*gen.Media, error) {
	if len(raw) == 0 {
		return nil, nil //nolint:nilnil // no picture is a valid state
	}
	var s storedMedia
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	return s.model(true), nil
}

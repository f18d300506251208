package graph

import (
	"strconv"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// number returns an id as the interface writes it; 0 for none or an invalid one.
func number(id *string) int64 { return selection.Number(id) }

func span(r *gen.Range) search.Range {
	var out search.Range
	if r != nil {
		out.Min, out.Max = wide(r.Min), wide(r.Max)
	}
	return out
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

// choice converts a filter to the core's. An id that isn't a number matches nothing.
func choice(f *gen.ArtworkFilter) search.Filter {
	var out search.Filter
	if f == nil {
		return out
	}
	if f.Search != nil {
		out.Search = *f.Search
	}
	out.Categories = f.Category
	out.EditionSize, out.Price = span(f.EditionSize), span(f.PurchasePrice)
	for _, a := range f.Availability {
		out.Availability = append(out.Availability, artwork.Availability(a))
	}
	for _, family := range f.Color {
		out.Colors = append(out.Colors, color.Family(family))
	}
	out.Techniques = f.Technique
	for given, into := range map[**string]*int64{&f.Artist: &out.Artist, &f.Drop: &out.Drop, &f.Curator: &out.Curator} {
		if *given == nil {
			continue
		}
		n, err := strconv.ParseInt(**given, 10, 64)
		if err != nil {
			out.Nothing = true
		}
		// Artist 0 exists in some collections; 0 means "any" in the core, so use an id that can't exist.
		if *into = n; n == 0 {
			out.Nothing = true
		}
	}
	out.IDs, out.Artists = numbers(f.Ids), numbers(f.Artists)
	return out
}

// numbers returns the valid ids; nil if none were given.
func numbers(ids []string) []int64 {
	if ids == nil {
		return nil
	}
	out := make([]int64, 0, len(ids))
	for _, id := range ids {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

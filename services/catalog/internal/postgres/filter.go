package postgres

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// availabilitySQL is artwork.Availability in SQL; %[1]s is the current time.
const availabilitySQL = `CASE
    WHEN w.price IS NULL THEN 'NOT_FOR_SALE'
    WHEN w.sale_starts_at > %[1]s THEN 'UPCOMING'
    WHEN w.sold + w.withheld >= w.edition_size THEN 'SOLD_OUT'
    WHEN w.sale_ends_at <= %[1]s THEN 'NOT_FOR_SALE'
    WHEN w.sold + w.withheld + w.held >= w.edition_size THEN 'RESERVED'
    ELSE 'AVAILABLE' END`

// builder writes a statement for a filter. The text of the statement depends on which parts are set and never on their
// values, so that there are few different statements.
type builder struct {
	where []string
	args  []any
	at    string // the parameter with the current time
}

func (b *builder) arg(v any) string {
	b.args = append(b.args, v)
	return "$" + strconv.Itoa(len(b.args))
}

func (b *builder) andf(format string, args ...any) {
	b.where = append(b.where, fmt.Sprintf(format, args...))
}

// build writes the conditions of a filter. similar are the queries of a loosened search, one for each word.
func build(f search.Filter, similar []string, now time.Time) *builder {
	b := &builder{}
	b.at = b.arg(now)
	b.andf("w.published AND w.visible_from <= %s", b.at)
	if f.Nothing {
		b.andf("false")
	}
	switch len(f.Categories) {
	case 0:
	case 1: // an equality keeps the index's order; a list does not
		b.andf("w.category = %s", b.arg(f.Categories[0]))
	default:
		b.andf("w.category = ANY (%s)", b.arg(f.Categories))
	}
	b.within("w.edition_size", f.EditionSize)
	b.within("w.price", f.Price)
	if f.Priced {
		b.andf("w.price IS NOT NULL")
	}
	if f.Artist != 0 {
		b.andf("w.artist_id = %s", b.arg(f.Artist))
	}
	if f.Artists != nil {
		b.andf("w.artist_id = ANY (%s)", b.arg(f.Artists))
	}
	if f.Drop != 0 {
		b.andf("w.drop_id = %s", b.arg(f.Drop))
	}
	if f.Curator != 0 {
		b.andf("w.curator_ids <> '{}' AND w.curator_ids @> %s", b.arg([]int64{f.Curator}))
	}
	if len(f.Colors) > 0 {
		// The first condition uses an index. Without it, all newest works would be searched, even if none has the colour.
		b.andf("w.colors <> '{}' AND w.colors && %s", b.arg(texts(f.Colors)))
	}
	switch len(f.Techniques) {
	case 0:
	case 1:
		b.andf("w.technique = %s", b.arg(f.Techniques[0]))
	default:
		b.andf("w.technique = ANY (%s)", b.arg(f.Techniques))
	}
	if f.IDs != nil {
		b.andf("w.id = ANY (%s)", b.arg(f.IDs))
	}
	b.available(f.Availability)
	switch {
	case f.Loose:
		b.similar(similar)
	case f.Search != "":
		b.andf("w.search @@ websearch_to_tsquery('pg_catalog.english', %s)", b.arg(f.Search))
	}
	return b
}

// available writes the condition of availabilities.
func (b *builder) available(list []artwork.Availability) {
	switch {
	case len(list) == 0:
		return
	case len(list) == 1 && list[0] == artwork.Available:
		// The same as availabilitySQL, in conditions whose selectivity the planner can estimate: most works are available.
		b.andf("w.price IS NOT NULL AND (w.sale_starts_at IS NULL OR w.sale_starts_at <= %[1]s) AND (w.sale_ends_at IS NULL OR w.sale_ends_at > %[1]s)"+
			" AND w.sold + w.withheld + w.held < w.edition_size", b.at)
		return
	case len(list) == 1 && list[0] == artwork.SoldOut: // this follows from the availability, and is the condition of an index
		b.andf("w.sold + w.withheld >= w.edition_size")
	}
	b.andf("%s = ANY (%s)", fmt.Sprintf(availabilitySQL, b.at), b.arg(texts(list)))
}

// texts are texts in the form that the database stores.
func texts[T ~string](words []T) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}

// similar writes the conditions of a loosened search.
func (b *builder) similar(queries []string) {
	for _, q := range queries {
		b.andf("(artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', %[1]s) OR w.search @@ to_tsquery('pg_catalog.english', %[1]s))", b.arg(q))
	}
}

func (b *builder) within(column string, r search.Range) {
	if r.Min != nil {
		b.andf("%s >= %s", column, b.arg(*r.Min))
	}
	if r.Max != nil {
		b.andf("%s <= %s", column, b.arg(*r.Max))
	}
}

func (b *builder) clause() string { return strings.Join(b.where, " AND ") }

// plain reports whether a filter is empty.
func plain(f search.Filter) bool {
	return f.Search == "" && len(f.Categories) == 0 && f.EditionSize == (search.Range{}) && f.Price == (search.Range{}) &&
		len(f.Availability) == 0 && f.Artist == 0 && f.Drop == 0 && f.Curator == 0 && len(f.Colors) == 0 && len(f.Techniques) == 0 && f.IDs == nil && f.Artists == nil && !f.Nothing && !f.Priced
}

// onlyFacet returns the color or technique if it is the only condition of a filter. Otherwise kind is "".
func onlyFacet(f search.Filter) (kind, facet string) {
	rest := f
	rest.Colors, rest.Techniques = nil, nil
	switch {
	case !plain(rest):
		return "", ""
	case len(f.Colors) == 1 && len(f.Techniques) == 0:
		return "color", string(f.Colors[0])
	case len(f.Techniques) == 1 && len(f.Colors) == 0:
		return "technique", f.Techniques[0]
	}
	return "", ""
}

// key returns a key that identifies a filter.
func key(f search.Filter) string {
	var b strings.Builder
	for _, n := range []*int64{f.EditionSize.Min, f.EditionSize.Max, f.Price.Min, f.Price.Max} {
		if n != nil {
			b.WriteString(strconv.FormatInt(*n, 10))
		}
		b.WriteByte(' ')
	}
	fmt.Fprintf(&b, "%q %q %v %v %q %d %d %d %v %t %v %t %t %t", f.Search, f.Categories, f.Availability, f.Colors, f.Techniques, f.Artist, f.Drop, f.Curator, f.IDs, f.Artists != nil, f.Artists, f.Nothing, f.Priced, f.Loose)
	return b.String()
}

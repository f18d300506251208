package read

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// orders end with the id, so that pages never overlap. Names have the same order in any database. By price and by year, artworks without one are last in
// both directions.
var orders = map[search.Sort]string{
	search.Newest:      "w.published_at DESC, w.id",
	search.Oldest:      "w.published_at, w.id",
	search.PriceAsc:    "w.price NULLS LAST, w.id",
	search.PriceDesc:   "w.price DESC NULLS LAST, w.id",
	search.EditionAsc:  "w.edition_size, w.id",
	search.EditionDesc: "w.edition_size DESC, w.id",
	search.YearAsc:     "coalesce(w.year, w.year_last) NULLS LAST, w.id",
	search.YearDesc:    "coalesce(w.year, w.year_last) DESC NULLS LAST, w.id",
	search.ByArtist:    `w.artist_key COLLATE "und-x-icu", w.id`,
	search.ByTitle:     `w.title_key COLLATE "und-x-icu", w.id`,
}

// deep is the offset from which ids are read first, from the index alone, and rows after that. So are works of a colour, which have works of other
// colours between them in their index.
const deep = 10 * search.PageSize

// newestSQL selects a deep page of the whole listing: the last range that begins at or before it, and the works from there.
const newestSQL = `WITH range AS (
    SELECT from_at, from_id, before
    FROM (SELECT from_at, from_id, sum(works) OVER (ORDER BY from_at DESC, from_id) - works AS before FROM listing_ranges) r
    WHERE before <= $2
    ORDER BY from_at, from_id DESC
    LIMIT 1
)
SELECT %[1]s
FROM range r
CROSS JOIN LATERAL (
    SELECT k.id
    FROM (
        SELECT w.id, w.published_at FROM artworks w WHERE w.published AND w.visible_from <= $1 AND w.published_at = r.from_at AND w.id >= r.from_id
        UNION ALL
        SELECT w.id, w.published_at FROM artworks w WHERE w.published AND w.visible_from <= $1 AND w.published_at < r.from_at
    ) k
    ORDER BY k.published_at DESC, k.id
    LIMIT %[2]d OFFSET $2 - r.before
) k
JOIN artworks w ON w.id = k.id
ORDER BY w.published_at DESC, w.id`

// rankedSQL selects a page of a search by relevance. It ranks and counts works as ids, before it reads anything else of them.
const rankedSQL = `WITH %[2]s
SELECT %[1]s, k.total
FROM (
    SELECT m.id, m.rank, (SELECT count(*) FROM found) AS total
    FROM (%[3]s) m
    ORDER BY m.rank DESC, m.id
    LIMIT %[4]d OFFSET %[5]s
) k
JOIN artworks w ON w.id = k.id
ORDER BY k.rank DESC, k.id`

// rankingSQL finds and ranks the works of a search. It parses the search once and not for every work. It needs a limit, which makes Postgres rank
// the works first; otherwise counting would read the search vectors, too.
const rankingSQL = `SELECT w.id, ts_rank(w.search, words) AS rank
FROM artworks w, search_query('pg_catalog.english', %[1]s) AS words
WHERE %[2]s AND w.search @@ words`

// namedSQL finds works whose title or artist has the words of a search, if the search found more than can be ranked: these are the most relevant
// ones. It reads only their index, because the planner underestimates the cost of parsing names.
const namedSQL = `SELECT w.id, w.search FROM artworks w
WHERE %[1]s AND artwork_names(w.title_key, w.artist_key) @@ search_query('pg_catalog.simple', %[2]s) AND (SELECT count(*) FROM found) = %[3]d`

// rankedNamesSQL ranks them.
const rankedNamesSQL = ` UNION
SELECT w.id, ts_rank(w.search, words) FROM named w, search_query('pg_catalog.english', %s) AS words WHERE w.search @@ words`

// looseSQL selects a page of a loosened search. Its conditions are in a separate query, which reads only indexes: together with an order, the
// planner would walk the whole listing in that order and parse the names of every artwork until a page is full.
const looseSQL = `WITH %[2]s
SELECT %[1]s, (SELECT count(*) FROM found)
FROM artworks w
WHERE w.id = ANY (ARRAY(SELECT id FROM found))
ORDER BY %[3]s
LIMIT %[4]d OFFSET %[5]s`

// findSQL begins the statement that finds works by their id.
const findSQL = "SELECT w.id FROM artworks w WHERE "

// sampled returns the common table expression name of a SELECT from artworks w with a search, at most limit rows. In a large catalog it searches
// every sixteenth work first, which has its own indexes, and the others only if that isn't enough: a bitmap of all works that have a frequent word
// costs more than everything else.
func sampled(name, find string, limit int) string {
	if limit > math.MaxInt32 {
		return fmt.Sprintf("%s AS MATERIALIZED (%s LIMIT %d)", name, find, limit)
	}
	return fmt.Sprintf(`%[1]s_sample AS MATERIALIZED (%[2]s AND w.id %% 16 = 0 LIMIT %[3]d), %[1]s AS MATERIALIZED (
    SELECT * FROM %[1]s_sample WHERE (SELECT count(*) FROM %[1]s_sample) = %[3]d
    UNION ALL
    (%[2]s AND (SELECT count(*) FROM %[1]s_sample) < %[3]d LIMIT %[3]d)
)`, name, find, limit)
}

// looseList returns the statement of a page of a loosened search. Each of its rows ends with the number of works found, at most one more than most.
func looseList(q search.List, similar []string, now time.Time, most int) (sql string, args []any) {
	b := build(q.Filter, similar, now)
	return fmt.Sprintf(looseSQL, columns(q.Fields), sampled("found", findSQL+b.clause(), most+1), b.order(q), search.PageSize, b.arg(offset(q.Page))), b.args
}

// listSQL returns the statement of a page of works.
func listSQL(q search.List, now time.Time) (sql string, args []any) {
	skip := offset(q.Page)
	if skip >= deep && q.Sort == search.Newest && plain(q.Filter) {
		return fmt.Sprintf(newestSQL, columns(q.Fields), search.PageSize), []any{now, skip}
	}
	b := build(q.Filter, nil, now)
	order := b.order(q)
	if skip < deep && len(q.Filter.Colors) == 0 {
		return fmt.Sprintf("SELECT %s FROM artworks w WHERE %s ORDER BY %s LIMIT %d OFFSET %s",
			columns(q.Fields), b.clause(), order, search.PageSize, b.arg(skip)), b.args
	}
	return fmt.Sprintf("SELECT %s FROM (SELECT w.id FROM artworks w WHERE %s ORDER BY %s LIMIT %d OFFSET %s) k JOIN artworks w ON w.id = k.id ORDER BY %s",
		columns(q.Fields), b.clause(), order, search.PageSize, b.arg(skip), order), b.args
}

// rankedList returns the statement of a page of a search by relevance. Each of its rows ends with the number of works found, at most one more than
// most.
func rankedList(q search.List, now time.Time, most int) (sql string, args []any) {
	f := q.Filter
	f.Search = ""
	b := build(f, nil, now)
	text, from := b.arg(q.Filter.Search), "SELECT * FROM found"
	tables := sampled("found", fmt.Sprintf(rankingSQL, text, b.clause()), most+1)
	if most < math.MaxInt32 {
		tables += ", " + sampled("named", fmt.Sprintf(namedSQL, b.clause(), text, most+1), most/2)
		from += fmt.Sprintf(rankedNamesSQL, text)
	}
	return fmt.Sprintf(rankedSQL, columns(q.Fields), tables, from, search.PageSize, b.arg(offset(q.Page))), b.args
}

// totalSQL returns the statement that counts the works of a filter, up to one more than the limit. Its row also says whether the total was
// precomputed and is not capped: those of the whole listing, a category and an artist, and in a large catalog of a color and a technique.
func totalSQL(f search.Filter, similar []string, now time.Time, bounds bounds) (sql string, args []any) {
	rest := f
	rest.Categories, rest.Artist = nil, 0
	switch {
	case plain(f):
		return "SELECT coalesce(sum(works), 0), true FROM listing_ranges", nil
	case len(f.Categories) == 1 && f.Artist == 0 && plain(rest):
		return "SELECT coalesce(max(works), 0), true FROM categories WHERE slug = $1", []any{f.Categories[0]}
	case len(f.Categories) == 0 && plain(rest):
		return "SELECT coalesce(max(works), 0), true FROM artists WHERE id = $1", []any{f.Artist}
	}
	b := build(f, similar, now)
	if f.Search != "" {
		return fmt.Sprintf("WITH %s SELECT count(*), false FROM found", sampled("found", findSQL+b.clause(), bounds.most+1)), b.args
	}
	count := fmt.Sprintf("SELECT count(*) FROM (SELECT FROM artworks w WHERE %s LIMIT %d) t", b.clause(), bounds.most+1)
	if kind, facet := onlyFacet(f); kind != "" && bounds.large() { // there is no row before the first count
		value := b.arg(facet)
		if kind == "technique" { // as artworks.technique is made of a medium
			value = "lower(" + value + "::text)"
		}
		return fmt.Sprintf("SELECT coalesce(f.works, (%s)), f.works IS NOT NULL FROM (SELECT max(works) AS works FROM facets WHERE kind = %s AND key = %s) f",
			count, b.arg(kind), value), b.args
	}
	return fmt.Sprintf("SELECT (%s), false", count), b.args
}

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
		b.andf("w.technique = lower(%s::text)", b.arg(f.Techniques[0]))
	default:
		b.andf("w.technique = ANY (lower((%s::text[])::text)::text[])", b.arg(f.Techniques))
	}
	if f.IDs != nil {
		b.andf("w.id = ANY (%s)", b.arg(f.IDs))
	}
	b.available(f.Availability)
	switch {
	case f.Loose:
		b.similar(similar)
	case f.Search != "":
		b.andf("w.search @@ search_query('pg_catalog.english', %s)", b.arg(f.Search))
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

// hungSQL is the order in which the works of a drop hang; %s is the drop.
const hungSQL = "array_position((SELECT d.work_ids FROM drops d WHERE d.id = %s), w.id), w.published_at DESC, w.id"

// order returns the order of a list. NEWEST within a drop is the order in which its works hang.
func (b *builder) order(q search.List) string {
	if q.Filter.Drop != 0 && q.Sort == search.Newest {
		return fmt.Sprintf(hungSQL, b.arg(q.Filter.Drop))
	}
	return orders[q.Sort]
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

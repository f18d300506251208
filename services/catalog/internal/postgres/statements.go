package postgres

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// orders end with the id, so that pages never overlap. Artworks without a price are last in both directions of a sort by price.
var orders = map[artwork.Sort]string{
	artwork.Newest:      "w.published_at DESC, w.id",
	artwork.Oldest:      "w.published_at, w.id",
	artwork.PriceAsc:    "w.price NULLS LAST, w.id",
	artwork.PriceDesc:   "w.price DESC NULLS LAST, w.id",
	artwork.EditionAsc:  "w.edition_size, w.id",
	artwork.EditionDesc: "w.edition_size DESC, w.id",
	artwork.ByArtist:    "w.artist_key, w.id",
	artwork.ByTitle:     "w.title_key, w.id",
}

// deep is the offset from which ids are read first, from the index alone, and rows after that. So are works of a colour, which have works of other
// colours between them in their index.
const deep = 10 * artwork.PageSize

// newestSQL selects a page of the numbered listing.
const newestSQL = `SELECT %s
FROM newest n
JOIN artworks w ON w.id = n.artwork_id
WHERE n.position > $1 AND n.position <= $1 + $2
ORDER BY n.position`

// rankedSQL selects a page of a search by relevance. It parses the search once and not for every work. It ranks and counts works as ids,
// before it reads anything else of them. The limit makes Postgres rank the works first; otherwise counting would read the search
// vectors, too.
const rankedSQL = `WITH found AS MATERIALIZED (
    SELECT w.id, ts_rank(w.search, words) AS rank
    FROM artworks w, websearch_to_tsquery('pg_catalog.english', %[2]s) AS words
    WHERE %[3]s AND w.search @@ words
    LIMIT %[4]d
)%[5]s
SELECT %[1]s, k.total
FROM (
    SELECT m.id, m.rank, (SELECT count(*) FROM found) AS total
    FROM (%[6]s) m
    ORDER BY m.rank DESC, m.id
    LIMIT %[7]d OFFSET %[8]s
) k
JOIN artworks w ON w.id = k.id
ORDER BY k.rank DESC, k.id`

// namedSQL finds works whose title or artist has the words of a search, if the search found more than can be ranked: these are the most relevant
// ones. It reads only their index, because the planner underestimates the cost of parsing names.
const namedSQL = `, named AS MATERIALIZED (
    SELECT w.id, ts_rank(w.search, words) AS rank
    FROM (
        SELECT w.id, w.search
        FROM artworks w
        WHERE %[2]s AND artwork_names(w.title_key, w.artist_key) @@ websearch_to_tsquery('pg_catalog.simple', %[3]s) AND (SELECT count(*) FROM found) = %[4]d
        LIMIT %[5]d
    ) w, websearch_to_tsquery('pg_catalog.english', %[1]s) AS words
    WHERE w.search @@ words
)`

// looseSQL selects a page of a loosened search. Its conditions are in a separate query, which reads only indexes: together with an order, the
// planner would walk the whole listing in that order and parse the names of every artwork until a page is full.
const looseSQL = `WITH found AS MATERIALIZED (SELECT w.id FROM artworks w WHERE %[2]s LIMIT %[3]d)
SELECT %[1]s, (SELECT count(*) FROM found)
FROM artworks w
WHERE w.id = ANY (ARRAY(SELECT id FROM found))
ORDER BY %[4]s
LIMIT %[5]d OFFSET %[6]s`

// looseList returns the statement of a page of a loosened search. Each of its rows ends with the number of works found, at most one more than most.
func looseList(q artwork.List, similar []string, now time.Time, most int) (sql string, args []any) {
	b := build(q.Filter, similar, now)
	return fmt.Sprintf(looseSQL, columns(q.Fields), b.clause(), most+1, orders[q.Sort], artwork.PageSize, b.arg(offset(q.Page))), b.args
}

// listSQL returns the statement of a page of works.
func listSQL(q artwork.List, now time.Time, bounds bounds) (sql string, args []any) {
	skip := offset(q.Page)
	if plain(q.Filter) && q.Sort == artwork.Newest {
		return fmt.Sprintf(newestSQL, columns(q.Fields)), []any{skip, artwork.PageSize}
	}
	if q.Filter.Search != "" && q.Sort == artwork.Newest && bounds.large() {
		return newestFound(q, now, bounds.eras)
	}
	b, order := build(q.Filter, nil, now), orders[q.Sort]
	if skip < deep && len(q.Filter.Colors) == 0 {
		return fmt.Sprintf("SELECT %s FROM artworks w WHERE %s ORDER BY %s LIMIT %d OFFSET %s",
			columns(q.Fields), b.clause(), order, artwork.PageSize, b.arg(skip)), b.args
	}
	return fmt.Sprintf("SELECT %s FROM (SELECT w.id FROM artworks w WHERE %s ORDER BY %s LIMIT %d OFFSET %s) k JOIN artworks w ON w.id = k.id ORDER BY %s",
		columns(q.Fields), b.clause(), order, artwork.PageSize, b.arg(skip), order), b.args
}

// rankedList returns the statement of a page of a search by relevance. Each of its rows ends with the number of works found, at most one more than
// most.
func rankedList(q artwork.List, now time.Time, most int) (sql string, args []any) {
	f := q.Filter
	f.Search = ""
	b := build(f, nil, now)
	text, from := b.arg(q.Filter.Search), "SELECT * FROM found"
	named := ""
	if most < math.MaxInt32 {
		named = fmt.Sprintf(namedSQL, text, b.clause(), b.arg(artwork.SortKey(q.Filter.Search)), most+1, most/2)
		from += " UNION SELECT * FROM named"
	}
	return fmt.Sprintf(rankedSQL, columns(q.Fields), text, b.clause(), most+1, named, from, artwork.PageSize, b.arg(offset(q.Page))), b.args
}

// eraSQL selects the newest works of an era.
const eraSQL = "(SELECT w.id FROM artworks w WHERE %s ORDER BY %s LIMIT %s)"

// newestFound returns the statement of a page of a search by date. Walking the listing until enough works have a rare word is slow, and so is
// sorting all works that have a frequent one. So it searches one era after the other until the page is full: the parts of a UNION ALL run in
// their order.
func newestFound(q artwork.List, now time.Time, eras []time.Time) (sql string, args []any) {
	b, order := build(q.Filter, nil, now), orders[artwork.Newest]
	skip := offset(q.Page)
	limit, common := b.arg(skip+artwork.PageSize), b.clause()
	parts := make([]string, len(eras)+1)
	until := ""
	for i := range parts {
		era := until
		if i < len(eras) {
			from := b.arg(eras[i])
			era += " AND w.published_at >= " + from
			until = " AND w.published_at < " + from
		}
		parts[i] = fmt.Sprintf(eraSQL, common+era, order, limit)
	}
	return fmt.Sprintf("SELECT %s FROM (%s LIMIT %d OFFSET %s) k JOIN artworks w ON w.id = k.id ORDER BY %s",
		columns(q.Fields), strings.Join(parts, " UNION ALL "), artwork.PageSize, b.arg(skip), order), b.args
}

// totalSQL returns the statement that counts the works of a filter, up to one more than the limit. Its row also says whether the total was
// precomputed and is not capped: those of the whole listing, a category and an artist, and in a large catalog of a color and a technique.
func totalSQL(f artwork.Filter, similar []string, now time.Time, bounds bounds) (sql string, args []any) {
	rest := f
	rest.Categories, rest.Artist = nil, 0
	switch {
	case plain(f):
		return "SELECT coalesce(max(position), 0), true FROM newest", nil
	case len(f.Categories) == 1 && f.Artist == 0 && plain(rest):
		return "SELECT coalesce(max(works), 0), true FROM categories WHERE slug = $1", []any{f.Categories[0]}
	case len(f.Categories) == 0 && plain(rest):
		return "SELECT coalesce(max(works), 0), true FROM artists WHERE id = $1", []any{f.Artist}
	}
	b := build(f, similar, now)
	count := fmt.Sprintf("SELECT count(*) FROM (SELECT FROM artworks w WHERE %s LIMIT %d) t", b.clause(), bounds.most+1)
	if kind, facet := onlyFacet(f); kind != "" && bounds.large() { // there is no row before the first count
		return fmt.Sprintf("SELECT coalesce(f.works, (%s)), f.works IS NOT NULL FROM (SELECT max(works) AS works FROM facets WHERE kind = %s AND key = %s) f",
			count, b.arg(kind), b.arg(facet)), b.args
	}
	return fmt.Sprintf("SELECT (%s), false", count), b.args
}

// othersOfSQL selects the newest works of several artists, each at most $4.
const othersOfSQL = `SELECT %s
FROM unnest($1::bigint[]) AS a (id)
CROSS JOIN LATERAL (
    SELECT *
    FROM artworks x
    WHERE x.artist_id = a.id AND x.published AND x.visible_from <= $2 AND x.id <> $3
    ORDER BY x.published_at DESC, x.id
    LIMIT $4
) w
ORDER BY w.artist_id, w.published_at DESC, w.id`

// columns returns the columns of card, in its order. Fields that were not requested are not read.
func columns(f artwork.Fields) string {
	c := "w.id, w.slug, w.title, w.artist_id, w.artist_name, w.artist_slug, w.category, w.year, w.medium, " +
		"w.edition_size, w.withheld, w.held, w.sold, w.price, w.currency, w.chain_id, w.published_at, w.drop_id, w.sale_starts_at, w.sale_ends_at"
	if f.Description {
		c += ", w.description"
	}
	if f.Media {
		c += ", w.source_url, w.media"
	}
	if f.Attributes {
		c += ", w.attributes"
	}
	if f.Curators {
		c += ", w.curator_ids"
	}
	return c
}

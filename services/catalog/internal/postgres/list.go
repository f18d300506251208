package postgres

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// availabilitySQL is artwork.Availability in SQL; %[1]s is the current time.
const availabilitySQL = `CASE
    WHEN w.price IS NULL THEN 'NOT_FOR_SALE'
    WHEN w.sale_starts_at > %[1]s THEN 'UPCOMING'
    WHEN w.sold + w.withheld >= w.edition_size THEN 'SOLD_OUT'
    WHEN w.sale_ends_at <= %[1]s THEN 'NOT_FOR_SALE'
    WHEN w.sold + w.withheld + w.held >= w.edition_size THEN 'RESERVED'
    ELSE 'AVAILABLE' END`

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

// deep is the offset from which ids are read first, from the index alone, and rows after that.
const deep = 10 * artwork.PageSize

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
func build(f artwork.Filter, similar []string, now time.Time) *builder {
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
	if len(f.Availability) == 1 && f.Availability[0] == artwork.SoldOut { // this follows from the availability, and is the condition of an index
		b.andf("w.sold + w.withheld >= w.edition_size")
	}
	if len(f.Availability) > 0 {
		b.andf("%s = ANY (%s)", fmt.Sprintf(availabilitySQL, b.at), b.arg(texts(f.Availability)))
	}
	switch {
	case f.Loose:
		b.similar(similar)
	case f.Search != "":
		b.andf("w.search @@ websearch_to_tsquery('pg_catalog.english', %s)", b.arg(f.Search))
	}
	return b
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

func (b *builder) within(column string, r artwork.Range) {
	if r.Min != nil {
		b.andf("%s >= %s", column, b.arg(*r.Min))
	}
	if r.Max != nil {
		b.andf("%s <= %s", column, b.arg(*r.Max))
	}
}

func (b *builder) clause() string { return strings.Join(b.where, " AND ") }

// plain reports whether a filter is empty.
func plain(f artwork.Filter) bool {
	return f.Search == "" && len(f.Categories) == 0 && f.EditionSize == (artwork.Range{}) && f.Price == (artwork.Range{}) &&
		len(f.Availability) == 0 && f.Artist == 0 && f.Drop == 0 && f.Curator == 0 && len(f.Colors) == 0 && len(f.Techniques) == 0 && f.IDs == nil && f.Artists == nil && !f.Nothing && !f.Priced
}

func (s *Store) poolFor(q artwork.List) *pgxpool.Pool {
	if plain(q.Filter) && (q.Sort == artwork.Newest || q.Sort == "") {
		return s.pool
	}
	return s.lists
}

// bounds limit what lists of a large catalog read.
type bounds struct {
	// most is the maximum total of a filter without a precomputed one. Statements read one work more, to see whether there are more.
	most int
	// eras are times from the newest to the oldest; each era has ten times as many works as the one before. A search for the newest works searches
	// one after the other. A small catalog has none.
	eras []time.Time
}

// large reports whether more than MaxExact artworks are public.
func (b bounds) large() bool { return len(b.eras) > 0 }

// total returns the total of a statement that found n works, at most one more than the limit.
func (b bounds) total(n int) artwork.Total {
	return artwork.Total{Count: min(n, b.most), Capped: n > b.most}
}

// scanTotal reads the result of a statement of totalSQL.
func (b bounds) scanTotal(row pgx.Row) (artwork.Total, error) {
	var n int
	var precomputed bool
	if err := row.Scan(&n, &precomputed); err != nil {
		return artwork.Total{}, err
	}
	if precomputed {
		return artwork.Total{Count: n}, nil
	}
	return b.total(n), nil
}

// bounds returns the limits of the catalog, which are cached like facets.
func (s *Store) bounds(ctx context.Context) (bounds, error) {
	return remembered(ctx, &s.facets, "bounds", func(ctx context.Context) (bounds, error) {
		eras, err := s.read().Eras(ctx, db.ErasParams{Positions: []int{s.MaxExact / 50, s.MaxExact / 5, s.MaxExact * 2}, Works: s.MaxExact})
		if err != nil || len(eras) == 0 {
			return bounds{most: math.MaxInt32}, err
		}
		return bounds{s.MaxCounted, eras}, nil
	})
}

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
	if skip < deep {
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

// onlyFacet returns the color or technique if it is the only condition of a filter. Otherwise kind is "".
func onlyFacet(f artwork.Filter) (kind, facet string) {
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

// Artworks implements graph.Listing.
func (s *Store) Artworks(ctx context.Context, q artwork.List, now time.Time) ([]artwork.Artwork, error) {
	if q.Sort == artwork.Relevance {
		works, _, err := s.ranked(ctx, q, now)
		return works, err
	}
	if q.Filter.Loose {
		works, _, err := s.loosened(ctx, q, false, now)
		return works, err
	}
	bounds, err := s.bounds(ctx)
	if err != nil {
		return nil, err
	}
	sql, args := listSQL(q, now, bounds)
	return s.works(ctx, s.poolFor(q), q.Fields, sql, args...)
}

// ranked returns a page of a search by relevance with its total, which is 0 for a page after the last one.
func (s *Store) ranked(ctx context.Context, q artwork.List, now time.Time) ([]artwork.Artwork, artwork.Total, error) {
	bounds, err := s.bounds(ctx)
	if err != nil {
		return nil, artwork.Total{}, err
	}
	sql, args := rankedList(q, now, bounds.most)
	rows, err := s.poolFor(q).Query(ctx, sql, args...)
	if err != nil {
		return nil, artwork.Total{}, err
	}
	var found int
	works, err := scanWorks(rows, q.Fields, &found)
	return works, bounds.total(found), err
}

// ArtworksCounted implements graph.Listing.
func (s *Store) ArtworksCounted(ctx context.Context, q artwork.List, now time.Time) (works []artwork.Artwork, total artwork.Total, err error) {
	counted, version := "artworks "+key(q.Filter), s.counts.current()
	if total, ok := s.counts.known(counted); ok {
		works, err = s.Artworks(ctx, q, now)
		return works, total, err
	}
	if q.Sort == artwork.Relevance {
		works, total, err = s.ranked(ctx, q, now)
		if err == nil && len(works) == 0 && q.Page > 1 {
			total, err = s.CountArtworks(ctx, q.Filter, now)
		}
		if err == nil {
			s.counts.keep(counted, total, version)
		}
		return works, total, err
	}
	if q.Filter.Loose {
		if works, total, err = s.loosened(ctx, q, true, now); err == nil {
			s.counts.keep(counted, total, version)
		}
		return works, total, err
	}
	bounds, err := s.bounds(ctx)
	if err != nil {
		return nil, total, err
	}
	var b pgx.Batch
	sql, args := listSQL(q, now, bounds)
	b.Queue(sql, args...)
	sql, args = totalSQL(q.Filter, nil, now, bounds)
	b.Queue(sql, args...)
	res := s.poolFor(q).SendBatch(ctx, &b)
	defer func() { _ = res.Close() }()
	rows, err := res.Query()
	if err != nil {
		return nil, total, err
	}
	if works, err = scanWorks(rows, q.Fields); err != nil {
		return nil, total, err
	}
	if total, err = bounds.scanTotal(res.QueryRow()); err != nil {
		return nil, total, err
	}
	s.counts.keep(counted, total, version)
	return works, total, nil
}

// CountArtworks implements graph.Listing.
func (s *Store) CountArtworks(ctx context.Context, f artwork.Filter, now time.Time) (artwork.Total, error) {
	return s.counts.get(ctx, "artworks "+key(f), func(ctx context.Context) (artwork.Total, error) {
		if f.Loose {
			_, total, err := s.loosened(ctx, artwork.List{Filter: f}, true, now)
			return total, err
		}
		bounds, err := s.bounds(ctx)
		if err != nil {
			return artwork.Total{}, err
		}
		sql, args := totalSQL(f, nil, now, bounds)
		return bounds.scanTotal(s.poolFor(artwork.List{Filter: f}).QueryRow(ctx, sql, args...))
	})
}

// key returns a key that identifies a filter.
func key(f artwork.Filter) string {
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

// OtherArtworks implements graph.Works.
func (s *Store) OtherArtworks(ctx context.Context, artists []int64, except int64, first int, fields artwork.Fields, now time.Time) (map[int64][]artwork.Artwork, error) {
	works, err := s.works(ctx, s.pool, fields, fmt.Sprintf(othersOfSQL, columns(fields)), artists, now, except, first)
	if err != nil {
		return nil, err
	}
	out := make(map[int64][]artwork.Artwork, len(artists))
	for _, w := range works {
		out[w.Artist.ID] = append(out[w.Artist.ID], w)
	}
	return out, nil
}

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

func (s *Store) works(ctx context.Context, pool *pgxpool.Pool, fields artwork.Fields, sql string, args ...any) ([]artwork.Artwork, error) {
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return scanWorks(rows, fields)
}

// scanWorks reads works; more are the targets of additional columns.
func scanWorks(rows pgx.Rows, fields artwork.Fields, more ...any) ([]artwork.Artwork, error) {
	defer rows.Close()
	works := make([]artwork.Artwork, 0, artwork.PageSize)
	var c card
	into := append(c.into(fields), more...)
	for rows.Next() {
		c.reset()
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		w, err := c.artwork(fields)
		if err != nil {
			return nil, err
		}
		works = append(works, w)
	}
	return works, rows.Err()
}

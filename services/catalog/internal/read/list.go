package read

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

func (r *Reader) poolFor(q search.List) *pgxpool.Pool {
	if plain(q.Filter) && (q.Sort == search.Newest || q.Sort == "") {
		return r.Pool
	}
	return r.Lists
}

// bounds limit what lists of a large catalog read.
type bounds struct {
	// most is the maximum total of a filter without a precomputed one; a small catalog has none. Statements read one work more, to see whether there
	// are more.
	most int
}

// large reports whether more than MaxExact artworks are public.
func (b bounds) large() bool { return b.most < math.MaxInt32 }

// total returns the total of a statement that found n works, at most one more than the limit.
func (b bounds) total(n int) search.Total {
	return search.Total{Count: min(n, b.most), Capped: n > b.most}
}

// scanTotal reads the result of a statement of totalSQL.
func (b bounds) scanTotal(row pgx.Row) (search.Total, error) {
	var n int
	var precomputed bool
	if err := row.Scan(&n, &precomputed); err != nil {
		return search.Total{}, err
	}
	if precomputed {
		return search.Total{Count: n}, nil
	}
	return b.total(n), nil
}

// bounds returns the limits of the catalog, which are remembered.
func (r *Reader) bounds(ctx context.Context) (bounds, error) {
	return cache.Find(ctx, r.Cache, cache.Always("bounds"), boundsAge, facetTimeout, func(ctx context.Context) (bounds, error) {
		large, err := r.queries().Large(ctx, r.MaxExact)
		if err != nil || !large {
			return bounds{math.MaxInt32}, err
		}
		return bounds{r.MaxCounted}, nil
	})
}

// Artworks returns a page of artworks. The list has passed Check.
func (r *Reader) Artworks(ctx context.Context, q search.List, now time.Time) ([]*gen.Artwork, error) {
	works, err := r.page(ctx, q, now)
	return r.enriched(ctx, works, err, q.Fields, now)
}

// ArtworksCounted returns a page of artworks and the total, in one round trip.
func (r *Reader) ArtworksCounted(ctx context.Context, q search.List, now time.Time) ([]*gen.Artwork, search.Total, error) {
	works, total, err := r.pageCounted(ctx, q, now)
	works, err = r.enriched(ctx, works, err, q.Fields, now)
	return works, total, err
}

func (r *Reader) page(ctx context.Context, q search.List, now time.Time) ([]*gen.Artwork, error) {
	if q.Sort == search.Relevance {
		works, _, err := r.ranked(ctx, q, now)
		return works, err
	}
	if q.Filter.Loose {
		works, _, err := r.loosened(ctx, q, false, now)
		return works, err
	}
	sql, args := listSQL(q, now)
	return r.works(ctx, r.poolFor(q), q.Fields, now, sql, args...)
}

// ranked returns a page of a search by relevance with its total, which is 0 for a page after the last one.
func (r *Reader) ranked(ctx context.Context, q search.List, now time.Time) ([]*gen.Artwork, search.Total, error) {
	bounds, err := r.bounds(ctx)
	if err != nil {
		return nil, search.Total{}, err
	}
	sql, args := rankedList(q, now, bounds.most)
	rows, err := r.poolFor(q).Query(ctx, sql, args...)
	if err != nil {
		return nil, search.Total{}, err
	}
	var found int
	works, err := r.scan(rows, q.Fields, now, &found)
	return works, bounds.total(found), err
}

// totalOf returns the key of a filter's total in the current state of the content.
func (r *Reader) totalOf(f search.Filter) cache.Key { return r.Cache.Of("artworks " + key(f)) }

func (r *Reader) pageCounted(ctx context.Context, q search.List, now time.Time) (works []*gen.Artwork, total search.Total, err error) {
	counted := r.totalOf(q.Filter)
	if total, ok := cache.Get[search.Total](r.Cache, counted); ok {
		works, err = r.page(ctx, q, now)
		return works, total, err
	}
	switch {
	case q.Sort == search.Relevance:
		works, total, err = r.ranked(ctx, q, now)
		if err == nil && len(works) == 0 && q.Page > 1 {
			total, err = r.CountArtworks(ctx, q.Filter, now)
		}
	case q.Filter.Loose:
		works, total, err = r.loosened(ctx, q, true, now)
	default:
		works, total, err = r.batch(ctx, q, now)
	}
	if err == nil {
		cache.Put(r.Cache, counted, total, totalSize, r.CountAge)
	}
	return works, total, err
}

// totalSize is about the memory of a total.
const totalSize = 32

// batch reads a page and the total in one batch.
func (r *Reader) batch(ctx context.Context, q search.List, now time.Time) ([]*gen.Artwork, search.Total, error) {
	bounds, err := r.bounds(ctx)
	if err != nil {
		return nil, search.Total{}, err
	}
	var b pgx.Batch
	sql, args := listSQL(q, now)
	b.Queue(sql, args...)
	sql, args = totalSQL(q.Filter, nil, now, bounds)
	b.Queue(sql, args...)
	res := r.poolFor(q).SendBatch(ctx, &b)
	defer func() { _ = res.Close() }()
	rows, err := res.Query()
	if err != nil {
		return nil, search.Total{}, err
	}
	works, err := r.scan(rows, q.Fields, now)
	if err != nil {
		return nil, search.Total{}, err
	}
	total, err := bounds.scanTotal(res.QueryRow())
	return works, total, err
}

// CountArtworks returns the number of artworks that match a filter, which may be some seconds old.
func (r *Reader) CountArtworks(ctx context.Context, f search.Filter, now time.Time) (search.Total, error) {
	return cache.Find(ctx, r.Cache, r.totalOf(f), r.CountAge, countTimeout, func(ctx context.Context) (search.Total, error) {
		if f.Loose {
			_, total, err := r.loosened(ctx, search.List{Filter: f}, true, now)
			return total, err
		}
		bounds, err := r.bounds(ctx)
		if err != nil {
			return search.Total{}, err
		}
		sql, args := totalSQL(f, nil, now, bounds)
		return bounds.scanTotal(r.poolFor(search.List{Filter: f}).QueryRow(ctx, sql, args...))
	})
}

func (r *Reader) works(ctx context.Context, pool *pgxpool.Pool, f search.Fields, now time.Time, sql string, args ...any) ([]*gen.Artwork, error) {
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return r.scan(rows, f, now)
}

// enriched adds requested fields that aren't in an artwork's row, with one query per kind for all artworks.
func (r *Reader) enriched(ctx context.Context, works []*gen.Artwork, err error, f search.Fields, now time.Time) ([]*gen.Artwork, error) {
	if err != nil || len(works) == 0 {
		return works, err
	}
	if f.Artist {
		ids := make([]int64, len(works))
		for i, w := range works {
			ids[i] = w.Artist.Number
		}
		slices.Sort(ids)
		artists, err := r.ArtistsByID(ctx, slices.Compact(ids))
		if err != nil {
			return nil, err
		}
		for _, w := range works {
			if a, ok := artists[w.Artist.Number]; ok {
				w.Artist = a
			}
		}
	}
	if f.Frequency {
		return works, r.addFrequencies(ctx, works, now)
	}
	return works, nil
}

// addFrequencies sets how common each attribute is among the artist's artworks.
func (r *Reader) addFrequencies(ctx context.Context, works []*gen.Artwork, now time.Time) error {
	ids := make([]int64, len(works))
	for i, w := range works {
		ids[i] = w.Number
	}
	rows, err := r.queries().Frequencies(ctx, db.FrequenciesParams{Ids: ids, Now: now})
	if err != nil {
		return err
	}
	counts := map[db.FrequenciesRow]int{}
	for _, f := range rows {
		counts[db.FrequenciesRow{ID: f.ID, Name: f.Name, Value: f.Value}] = int(f.Works)
	}
	for _, w := range works {
		for _, a := range w.Attributes {
			a.Frequency = number(counts[db.FrequenciesRow{ID: w.Number, Name: a.Name, Value: a.Value}])
		}
	}
	return nil
}

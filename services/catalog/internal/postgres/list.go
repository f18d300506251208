package postgres

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

func (s *Store) poolFor(q search.List) *pgxpool.Pool {
	if plain(q.Filter) && (q.Sort == search.Newest || q.Sort == "") {
		return s.pool
	}
	return s.lists
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

// bounds returns the limits of the catalog, which are cached.
func (s *Store) bounds(ctx context.Context) (bounds, error) {
	return remembered(ctx, &s.facets, "bounds", boundsAge, func(ctx context.Context) (bounds, error) {
		large, err := s.read().Large(ctx, s.MaxExact)
		if err != nil || !large {
			return bounds{math.MaxInt32}, err
		}
		return bounds{s.MaxCounted}, nil
	})
}

// Artworks implements graph.Listing.
func (s *Store) Artworks(ctx context.Context, q search.List, now time.Time) ([]artwork.Artwork, error) {
	if q.Sort == search.Relevance {
		works, _, err := s.ranked(ctx, q, now)
		return works, err
	}
	if q.Filter.Loose {
		works, _, err := s.loosened(ctx, q, false, now)
		return works, err
	}
	sql, args := listSQL(q, now)
	return s.works(ctx, s.poolFor(q), q.Fields, sql, args...)
}

// ranked returns a page of a search by relevance with its total, which is 0 for a page after the last one.
func (s *Store) ranked(ctx context.Context, q search.List, now time.Time) ([]artwork.Artwork, search.Total, error) {
	bounds, err := s.bounds(ctx)
	if err != nil {
		return nil, search.Total{}, err
	}
	sql, args := rankedList(q, now, bounds.most)
	rows, err := s.poolFor(q).Query(ctx, sql, args...)
	if err != nil {
		return nil, search.Total{}, err
	}
	var found int
	works, err := scanWorks(rows, q.Fields, &found)
	return works, bounds.total(found), err
}

// ArtworksCounted implements graph.Listing.
func (s *Store) ArtworksCounted(ctx context.Context, q search.List, now time.Time) (works []artwork.Artwork, total search.Total, err error) {
	counted, version := "artworks "+key(q.Filter), s.counts.current()
	if total, ok := s.counts.known(counted); ok {
		works, err = s.Artworks(ctx, q, now)
		return works, total, err
	}
	if q.Sort == search.Relevance {
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
	sql, args := listSQL(q, now)
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
func (s *Store) CountArtworks(ctx context.Context, f search.Filter, now time.Time) (search.Total, error) {
	return s.counts.get(ctx, "artworks "+key(f), func(ctx context.Context) (search.Total, error) {
		if f.Loose {
			_, total, err := s.loosened(ctx, search.List{Filter: f}, true, now)
			return total, err
		}
		bounds, err := s.bounds(ctx)
		if err != nil {
			return search.Total{}, err
		}
		sql, args := totalSQL(f, nil, now, bounds)
		return bounds.scanTotal(s.poolFor(search.List{Filter: f}).QueryRow(ctx, sql, args...))
	})
}

// OtherArtworks implements graph.Works.
func (s *Store) OtherArtworks(ctx context.Context, artists []int64, except int64, first int, fields search.Fields, now time.Time) (map[int64][]artwork.Artwork, error) {
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

func (s *Store) works(ctx context.Context, pool *pgxpool.Pool, fields search.Fields, sql string, args ...any) ([]artwork.Artwork, error) {
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return scanWorks(rows, fields)
}

// scanWorks reads works; more are the targets of additional columns.
func scanWorks(rows pgx.Rows, fields search.Fields, more ...any) ([]artwork.Artwork, error) {
	defer rows.Close()
	works := make([]artwork.Artwork, 0, search.PageSize)
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

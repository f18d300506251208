package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

var (
	artistOrders = map[artwork.ArtistSort]string{
		artwork.ArtistName:   "a.sort_key, a.id",
		artwork.ArtistZA:     "a.sort_key DESC, a.id",
		artwork.ArtistNewest: "a.newest_at DESC NULLS LAST, a.id",
		artwork.MostArtworks: "a.works DESC, a.id",
	}
	// $1 is now, as in drops.sql.
	dropOrders = map[artwork.DropSort]string{
		artwork.DropNewest: "d.starts_at DESC, d.id",
		artwork.DropOldest: "d.starts_at, d.id",
		artwork.DropTitle:  "d.sort_key, d.id",
		artwork.DropOpenFirst: "CASE WHEN $1 < d.starts_at THEN 1 WHEN $1 >= d.ends_at THEN 2 ELSE 0 END, " +
			"CASE WHEN $1 < d.starts_at THEN d.starts_at END, d.starts_at DESC, d.id",
	}
)

func (s *Store) artists(ctx context.Context, sql string, args ...any) ([]artwork.Artist, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (a artwork.Artist, err error) {
		var portrait []byte
		if err = row.Scan(&a.ID, &a.Slug, &a.Name, &a.SortName, &a.Bio, &a.Born, &a.Died, &a.Place, &a.Website, &portrait, &a.Works); err != nil {
			return a, err
		}
		a.Portrait, err = one(portrait)
		return a, err
	})
}

// Artists implements graph.Artists.
func (s *Store) Artists(ctx context.Context, contains string, sort artwork.ArtistSort, page int) ([]artwork.Artist, error) {
	return s.artists(ctx, ordered(artistsSQL, artistOrders[sort]), artwork.SortKey(contains), contains, artwork.PageSize, offset(page))
}

// CountArtists implements graph.Artists.
func (s *Store) CountArtists(ctx context.Context, contains string) (int, error) {
	return s.counts.get(ctx, "artists "+contains, func(ctx context.Context) (n int, err error) {
		err = s.pool.QueryRow(ctx, artistsCountSQL, artwork.SortKey(contains), contains).Scan(&n)
		return n, err
	})
}

// ArtistsByID implements graph.Artists.
func (s *Store) ArtistsByID(ctx context.Context, ids []int64) (map[int64]artwork.Artist, error) {
	list, err := s.artists(ctx, artistsByIDSQL, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]artwork.Artist, len(list))
	for _, a := range list {
		out[a.ID] = a
	}
	return out, nil
}

func (s *Store) drops(ctx context.Context, order string, now time.Time, ids []int64, f artwork.DropFilter, limit any, skip int) ([]artwork.Drop, error) {
	rows, err := s.pool.Query(ctx, ordered(dropsSQL, order), now, ids, artwork.SortKey(f.Search), f.Search, statuses(f), f.Curator, limit, skip)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d artwork.Drop, err error) {
		var cover []byte
		var ends *time.Time
		if err = row.Scan(&d.ID, &d.Slug, &d.Title, &d.Summary, &d.Body, &d.Window.Starts, &ends, &d.CuratorID, &cover,
			&d.ArtworkCount, &d.EditionsTotal, &d.EditionsSold); err != nil {
			return d, err
		}
		d.Window = window(&d.Window.Starts, ends)
		d.Cover, err = one(cover)
		return d, err
	})
}

// statuses are the words of a filter, NULL for any.
func statuses(f artwork.DropFilter) []string {
	var out []string
	for _, s := range f.Status {
		out = append(out, string(s))
	}
	return out
}

// Drops implements graph.Drops.
func (s *Store) Drops(ctx context.Context, f artwork.DropFilter, sort artwork.DropSort, page int, now time.Time) ([]artwork.Drop, error) {
	if page == 0 {
		return s.drops(ctx, dropOrders[sort], now, nil, f, nil, 0)
	}
	return s.drops(ctx, dropOrders[sort], now, nil, f, artwork.PageSize, offset(page))
}

// CountDrops implements graph.Drops.
func (s *Store) CountDrops(ctx context.Context, f artwork.DropFilter, now time.Time) (int, error) {
	return s.counts.get(ctx, fmt.Sprintf("drops %q %v %d", f.Search, f.Status, f.Curator), func(ctx context.Context) (n int, err error) {
		err = s.pool.QueryRow(ctx, dropsCountSQL, now, artwork.SortKey(f.Search), f.Search, statuses(f), f.Curator).Scan(&n)
		return n, err
	})
}

// DropsByID implements graph.Drops.
func (s *Store) DropsByID(ctx context.Context, ids []int64, now time.Time) (map[int64]artwork.Drop, error) {
	list, err := s.drops(ctx, dropOrders[artwork.DropNewest], now, ids, artwork.DropFilter{}, nil, 0)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]artwork.Drop, len(list))
	for _, d := range list {
		out[d.ID] = d
	}
	return out, nil
}

func (s *Store) curators(ctx context.Context, ids []int64) ([]artwork.Curator, error) {
	rows, err := s.pool.Query(ctx, curatorsSQL, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c artwork.Curator, err error) {
		var portrait []byte
		if err = row.Scan(&c.ID, &c.Slug, &c.Name, &c.Role, &c.Bio, &portrait); err != nil {
			return c, err
		}
		c.Portrait, err = one(portrait)
		return c, err
	})
}

// Curators implements graph.Curators.
func (s *Store) Curators(ctx context.Context) ([]artwork.Curator, error) { return s.curators(ctx, nil) }

// CuratorsByID implements graph.Curators.
func (s *Store) CuratorsByID(ctx context.Context, ids []int64) (map[int64]artwork.Curator, error) {
	list, err := s.curators(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]artwork.Curator, len(list))
	for _, c := range list {
		out[c.ID] = c
	}
	return out, nil
}

func (s *Store) posts(ctx context.Context, id int64, f artwork.PostFilter, now time.Time, skip int) ([]artwork.Post, error) {
	rows, err := s.pool.Query(ctx, postsSQL, now, id, f.Title, f.Category, f.From, f.To, artwork.PageSize, skip)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p artwork.Post, err error) {
		var cover []byte
		if err = row.Scan(&p.ID, &p.Slug, &p.Title, &p.Category, &p.CategoryName, &p.Summary, &p.Body, &p.Author, &cover, &p.PublishedAt); err != nil {
			return p, err
		}
		p.PublishedAt = p.PublishedAt.UTC()
		p.Cover, err = one(cover)
		return p, err
	})
}

// Posts implements graph.Posts.
func (s *Store) Posts(ctx context.Context, f artwork.PostFilter, page int, now time.Time) ([]artwork.Post, error) {
	return s.posts(ctx, 0, f, now, offset(page))
}

// CountPosts implements graph.Posts.
func (s *Store) CountPosts(ctx context.Context, f artwork.PostFilter, now time.Time) (int, error) {
	return s.counts.get(ctx, fmt.Sprintf("posts %q %q %v %v", f.Title, f.Category, f.From, f.To), func(ctx context.Context) (n int, err error) {
		err = s.pool.QueryRow(ctx, postsCountSQL, now, f.Title, f.Category, f.From, f.To).Scan(&n)
		return n, err
	})
}

// Post implements graph.Posts.
func (s *Store) Post(ctx context.Context, id int64, now time.Time) (artwork.Post, error) {
	if id == 0 {
		return artwork.Post{}, artwork.ErrNotFound
	}
	list, err := s.posts(ctx, id, artwork.PostFilter{}, now, 0)
	if err == nil && len(list) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return artwork.Post{}, err
	}
	return list[0], nil
}

// Page implements graph.Texts.
func (s *Store) Page(ctx context.Context, slug string) (artwork.Page, error) {
	var p artwork.Page
	err := s.pool.QueryRow(ctx, pageSQL, slug).Scan(&p.Slug, &p.Title, &p.Body, &p.Version, &p.UpdatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, artwork.ErrNotFound
	}
	p.UpdatedAt = p.UpdatedAt.UTC()
	return p, err
}

// PostCategories implements graph.Texts.
func (s *Store) PostCategories(ctx context.Context) ([]artwork.Category, error) {
	rows, err := s.conn(ctx).Query(ctx, postCategoriesSQL)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c artwork.Category, err error) {
		return c, row.Scan(&c.Slug, &c.Name)
	})
}

// Categories implements graph.Texts.
func (s *Store) Categories(ctx context.Context) ([]artwork.Category, error) {
	rows, err := s.pool.Query(ctx, categoriesSQL)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c artwork.Category, err error) {
		return c, row.Scan(&c.Slug, &c.Name, &c.Works)
	})
}

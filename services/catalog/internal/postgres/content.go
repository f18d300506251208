package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// read returns the generated queries outside of transactions.
func (s *Store) read() *db.Queries { return db.New(s.pool) }

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

func artist(r db.ArtistsByIDRow) (artwork.Artist, error) {
	portrait, err := one(r.Portrait)
	return artwork.Artist{
		ID: r.ID, Slug: r.Slug, Name: r.Name, SortName: r.SortName, Bio: r.Bio, Born: r.Born, Died: r.Died, Place: r.Place, Website: r.Website,
		Portrait: portrait, Works: r.Works,
	}, err
}

// artistOrders end with the id, so that pages never overlap.
var artistOrders = map[search.ArtistSort]string{
	search.ArtistName:   "a.sort_key, a.id",
	search.ArtistZA:     "a.sort_key DESC, a.id",
	search.ArtistNewest: "a.newest_at DESC NULLS LAST, a.id",
	search.MostArtworks: "a.works DESC, a.id",
}

// artistsSQL selects a page of artists in one of artistOrders, each of which has an index. The columns are those of db.ArtistsByIDRow.
const artistsSQL = `SELECT a.id, a.slug, a.name, a.sort_name, a.bio, coalesce(a.born, 0), coalesce(a.died, 0), a.place, a.website, a.portrait, a.works
FROM artists a
WHERE a.published AND ($2 = '' OR $1 <> '' AND (strpos(a.sort_key, $1) > 0 OR strpos(a.name_key, $1) > 0) OR strpos(lower(a.name), lower($2)) > 0)
ORDER BY %s
LIMIT $3 OFFSET $4`

// Artists implements graph.Artists.
func (s *Store) Artists(ctx context.Context, contains string, sort search.ArtistSort, page int) ([]artwork.Artist, error) {
	rows, err := s.pool.Query(ctx, fmt.Sprintf(artistsSQL, artistOrders[sort]), artwork.SortKey(contains), contains, search.PageSize, offset(page))
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[db.ArtistsByIDRow])
	return converted(list, err, artist)
}

// CountArtists implements graph.Artists.
func (s *Store) CountArtists(ctx context.Context, contains string) (int, error) {
	return s.counts.number(ctx, "artists "+contains, func(ctx context.Context) (int, error) {
		n, err := s.read().CountArtists(ctx, db.CountArtistsParams{Search: contains, SearchKey: artwork.SortKey(contains)})
		return int(n), err
	})
}

// ArtistsByID implements graph.Artists.
func (s *Store) ArtistsByID(ctx context.Context, ids []int64) (map[int64]artwork.Artist, error) {
	return s.artistsByID(ctx, db.ArtistsByIDParams{Ids: ids})
}

// AnyArtist implements graph.Desk.
func (s *Store) AnyArtist(ctx context.Context, id int64) (artwork.Artist, error) {
	list, err := s.artistsByID(ctx, db.ArtistsByIDParams{Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

// entryOf returns the entry with an id, or ErrNotFound.
func entryOf[T any](list map[int64]T, id int64, err error) (T, error) {
	v, ok := list[id]
	if err == nil && !ok {
		err = artwork.ErrNotFound
	}
	return v, err
}

func (s *Store) artistsByID(ctx context.Context, p db.ArtistsByIDParams) (map[int64]artwork.Artist, error) {
	rows, err := s.read().ArtistsByID(ctx, p)
	list, err := converted(rows, err, artist)
	return byID(list, err, func(a artwork.Artist) int64 { return a.ID })
}

// statuses returns the values of a filter, NULL for any.
func statuses(f search.DropFilter) []string {
	var out []string
	for _, s := range f.Status {
		out = append(out, string(s))
	}
	return out
}

func (s *Store) drops(ctx context.Context, p db.DropsParams) ([]artwork.Drop, error) {
	rows, err := s.read().Drops(ctx, p)
	return converted(rows, err, func(r db.DropsRow) (artwork.Drop, error) {
		cover, err := one(r.Cover)
		return artwork.Drop{
			ID: r.ID, Slug: r.Slug, Title: r.Title, Summary: r.Summary, Body: r.Body, Window: window(&r.StartsAt, r.EndsAt), CuratorID: r.CuratorID,
			Cover: cover, ArtworkCount: int(r.Works), EditionsTotal: int(r.Editions), EditionsSold: int(r.Sold),
		}, err
	})
}

// Drops implements graph.Drops.
func (s *Store) Drops(ctx context.Context, f search.DropFilter, sort search.DropSort, page int, now time.Time) ([]artwork.Drop, error) {
	p := db.DropsParams{
		Now: now, Search: f.Search, SearchKey: artwork.SortKey(f.Search), Statuses: statuses(f), Curator: f.Curator, Sort: string(sort),
	}
	if page > 0 {
		size := search.PageSize
		p.MaxRows, p.Skip = &size, offset(page)
	}
	return s.drops(ctx, p)
}

// CountDrops implements graph.Drops.
func (s *Store) CountDrops(ctx context.Context, f search.DropFilter, now time.Time) (int, error) {
	return s.counts.number(ctx, fmt.Sprintf("drops %q %v %d", f.Search, f.Status, f.Curator), func(ctx context.Context) (int, error) {
		n, err := s.read().CountDrops(ctx, db.CountDropsParams{
			Now: now, Search: f.Search, SearchKey: artwork.SortKey(f.Search), Statuses: statuses(f), Curator: f.Curator,
		})
		return int(n), err
	})
}

// DropsByID implements graph.Drops.
func (s *Store) DropsByID(ctx context.Context, ids []int64, now time.Time) (map[int64]artwork.Drop, error) {
	return s.dropsByID(ctx, db.DropsParams{Now: now, Ids: notNil(ids)})
}

// AnyDrop implements graph.Desk.
func (s *Store) AnyDrop(ctx context.Context, id int64, now time.Time) (artwork.Drop, error) {
	list, err := s.dropsByID(ctx, db.DropsParams{Now: now, Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

func (s *Store) dropsByID(ctx context.Context, p db.DropsParams) (map[int64]artwork.Drop, error) {
	list, err := s.drops(ctx, p)
	return byID(list, err, func(d artwork.Drop) int64 { return d.ID })
}

func (s *Store) curators(ctx context.Context, p db.CuratorsParams) ([]artwork.Curator, error) {
	rows, err := s.read().Curators(ctx, p)
	return converted(rows, err, func(r db.CuratorsRow) (artwork.Curator, error) {
		portrait, err := one(r.Portrait)
		return artwork.Curator{ID: r.ID, Slug: r.Slug, Name: r.Name, Role: r.Role, Bio: r.Bio, Portrait: portrait}, err
	})
}

// Curators implements graph.Curators.
func (s *Store) Curators(ctx context.Context) ([]artwork.Curator, error) {
	return s.curators(ctx, db.CuratorsParams{})
}

// CuratorsByID implements graph.Curators.
func (s *Store) CuratorsByID(ctx context.Context, ids []int64) (map[int64]artwork.Curator, error) {
	return s.curatorsByID(ctx, db.CuratorsParams{Ids: notNil(ids)})
}

// AnyCurator implements graph.Desk.
func (s *Store) AnyCurator(ctx context.Context, id int64) (artwork.Curator, error) {
	list, err := s.curatorsByID(ctx, db.CuratorsParams{Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

func (s *Store) curatorsByID(ctx context.Context, p db.CuratorsParams) (map[int64]artwork.Curator, error) {
	list, err := s.curators(ctx, p)
	return byID(list, err, func(c artwork.Curator) int64 { return c.ID })
}

func (s *Store) posts(ctx context.Context, p db.PostsParams) ([]artwork.Post, error) {
	p.MaxRows = search.PageSize
	rows, err := s.read().Posts(ctx, p)
	return converted(rows, err, func(r db.PostsRow) (artwork.Post, error) {
		cover, err := one(r.Cover)
		return artwork.Post{
			ID: r.ID, Slug: r.Slug, Title: r.Title, Category: r.Category, CategoryName: r.CategoryName, Summary: r.Summary, Body: r.Body,
			Author: r.Author, Cover: cover, PublishedAt: r.PublishedAt.UTC(),
		}, err
	})
}

// Posts implements graph.Posts.
func (s *Store) Posts(ctx context.Context, f search.PostFilter, page int, now time.Time) ([]artwork.Post, error) {
	return s.posts(ctx, db.PostsParams{Now: now, Title: f.Title, Category: f.Category, FirstDay: f.From, LastDay: f.To, Skip: offset(page)})
}

// CountPosts implements graph.Posts.
func (s *Store) CountPosts(ctx context.Context, f search.PostFilter, now time.Time) (int, error) {
	return s.counts.number(ctx, fmt.Sprintf("posts %q %q %v %v", f.Title, f.Category, f.From, f.To), func(ctx context.Context) (int, error) {
		n, err := s.read().CountPosts(ctx, db.CountPostsParams{Now: now, Title: f.Title, Category: f.Category, FirstDay: f.From, LastDay: f.To})
		return int(n), err
	})
}

// Post implements graph.Posts.
func (s *Store) Post(ctx context.Context, id int64, now time.Time) (artwork.Post, error) {
	if id == 0 {
		return artwork.Post{}, artwork.ErrNotFound
	}
	list, err := s.posts(ctx, db.PostsParams{ID: id, Now: now})
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
	return s.page(ctx, db.PageParams{Slug: slug})
}

func (s *Store) page(ctx context.Context, p db.PageParams) (artwork.Page, error) {
	r, err := s.read().Page(ctx, p)
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Page{}, artwork.ErrNotFound
	}
	return artwork.Page{Slug: r.Slug, Title: r.Title, Body: r.Body, Version: r.Version, UpdatedAt: r.UpdatedAt.UTC()}, err
}

// PostCategories implements graph.Texts.
func (s *Store) PostCategories(ctx context.Context) ([]artwork.Category, error) {
	rows, err := s.queries(ctx).PostCategories(ctx)
	return converted(rows, err, func(r db.PostCategoriesRow) (artwork.Category, error) {
		return artwork.Category{Slug: r.Slug, Name: r.Name}, nil
	})
}

// Categories implements graph.Texts.
func (s *Store) Categories(ctx context.Context) ([]artwork.Category, error) {
	rows, err := s.read().Categories(ctx)
	return converted(rows, err, func(r db.Category) (artwork.Category, error) {
		return artwork.Category{Slug: r.Slug, Name: r.Name, Works: r.Works}, nil
	})
}

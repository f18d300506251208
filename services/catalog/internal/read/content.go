package read

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

func artist(r *db.ArtistsByIDRow) (*gen.Artist, error) {
	portrait, err := picture(r.Portrait)
	return &gen.Artist{
		ID: idOf(r.ID), Slug: r.Slug, Name: r.Name, SortName: r.SortName, Bio: text(r.Bio), Born: number(r.Born), Died: number(r.Died), Place: text(r.Place),
		Website: text(r.Website), Portrait: portrait, ArtworkCount: r.Works, Number: r.ID,
	}, err
}

// artistOrders end with the id, so that pages never overlap.
var artistOrders = map[search.ArtistSort]string{
	search.ArtistName:   `a.sort_key COLLATE "und-x-icu", a.id`,
	search.ArtistZA:     `a.sort_key COLLATE "und-x-icu" DESC, a.id`,
	search.ArtistNewest: "a.newest_at DESC NULLS LAST, a.id",
	search.MostArtworks: "a.works DESC, a.id",
}

// artistsSQL begins the statements of a page of artists and of their number. $1 is the sort key of the searched text $2, "" for all.
const artistsSQL = `SELECT %s FROM artists a
WHERE a.published AND ($2 = '' OR $1 <> '' AND (strpos(a.sort_key, $1) > 0 OR strpos(a.name_key, $1) > 0) OR strpos(lowered(a.name), lowered($2)) > 0)`

// artistColumns are those of db.ArtistsByIDRow.
const artistColumns = "a.id, a.slug, a.name, a.sort_name, a.bio, coalesce(a.born, 0), coalesce(a.died, 0), a.place, a.website, a.portrait, a.works"

// Artists returns a page of artists in one of artistOrders, each of which has an index.
func (r *Reader) Artists(ctx context.Context, contains string, sort search.ArtistSort, page int) ([]*gen.Artist, error) {
	sql := fmt.Sprintf(artistsSQL, artistColumns) + " ORDER BY " + artistOrders[sort] + " LIMIT $3 OFFSET $4"
	rows, err := r.Pool.Query(ctx, sql, artwork.SortKey(contains), contains, search.PageSize, offset(page))
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[db.ArtistsByIDRow])
	return converted(list, err, artist)
}

// CountArtists returns the number of artists, which may be some seconds old.
func (r *Reader) CountArtists(ctx context.Context, contains string) (int, error) {
	return r.count(ctx, "artists "+contains, func(ctx context.Context) (n int64, err error) {
		err = r.Pool.QueryRow(ctx, fmt.Sprintf(artistsSQL, "count(*)"), artwork.SortKey(contains), contains).Scan(&n)
		return n, err
	})
}

// ArtistsByID returns the public artists among the ids.
func (r *Reader) ArtistsByID(ctx context.Context, ids []int64) (map[int64]*gen.Artist, error) {
	return r.artistsByID(ctx, db.ArtistsByIDParams{Ids: ids})
}

// ArtistsInOrder returns the public artists among the ids, in their order.
func (r *Reader) ArtistsInOrder(ctx context.Context, ids []int64) ([]*gen.Artist, error) {
	found, err := r.ArtistsByID(ctx, ids)
	return inOrder(found, ids), err
}

// AnyArtist returns an artist, published or not.
func (r *Reader) AnyArtist(ctx context.Context, id int64) (*gen.Artist, error) {
	list, err := r.artistsByID(ctx, db.ArtistsByIDParams{Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

func (r *Reader) artistsByID(ctx context.Context, p db.ArtistsByIDParams) (map[int64]*gen.Artist, error) {
	rows, err := r.queries().ArtistsByID(ctx, p)
	list, err := converted(rows, err, artist)
	return byID(list, err, func(a *gen.Artist) int64 { return a.Number })
}

// statuses returns the values of a filter, NULL for any.
func statuses(f search.DropFilter) []string {
	var out []string
	for _, s := range f.Status {
		out = append(out, string(s))
	}
	return out
}

func (r *Reader) drops(ctx context.Context, p db.DropsParams) ([]*gen.Drop, error) {
	rows, err := r.queries().Drops(ctx, p)
	return converted(rows, err, func(d *db.DropsRow) (*gen.Drop, error) {
		cover, err := picture(d.Cover)
		return &gen.Drop{
			ID: idOf(d.ID), Slug: d.Slug, Title: d.Title, Summary: text(d.Summary), Body: text(d.Body),
			Status: gen.DropStatus(window(&d.SaleStartsAt, d.SaleEndsAt).Status(p.Now)), StartsAt: d.StartsAt.UTC(), EndsAt: moment(d.EndsAt),
			Sale: &gen.DropSale{StartsAt: d.SaleStartsAt.UTC(), EndsAt: moment(d.SaleEndsAt)}, Cover: cover,
			ArtworkCount: int(d.Works), EditionsTotal: int(d.Editions), EditionsSold: int(d.Sold), Number: d.ID, CuratorID: d.CuratorID,
		}, err
	})
}

// Drops returns a page of drops, or all for page 0.
func (r *Reader) Drops(ctx context.Context, f search.DropFilter, sort search.DropSort, page int, now time.Time) ([]*gen.Drop, error) {
	p := db.DropsParams{
		Now: now, Search: f.Search, SearchKey: artwork.SortKey(f.Search), Statuses: statuses(f), Curator: f.Curator, Sort: string(sort),
	}
	if page > 0 {
		size := search.PageSize
		p.MaxRows, p.Skip = &size, offset(page)
	}
	return r.drops(ctx, p)
}

// CountDrops returns the number of drops, which may be some seconds old.
func (r *Reader) CountDrops(ctx context.Context, f search.DropFilter, now time.Time) (int, error) {
	return r.count(ctx, fmt.Sprintf("drops %q %v %d", f.Search, f.Status, f.Curator), func(ctx context.Context) (int64, error) {
		return r.queries().CountDrops(ctx, db.CountDropsParams{
			Now: now, Search: f.Search, SearchKey: artwork.SortKey(f.Search), Statuses: statuses(f), Curator: f.Curator,
		})
	})
}

// DropsByID returns the public drops among the ids.
func (r *Reader) DropsByID(ctx context.Context, ids []int64, now time.Time) (map[int64]*gen.Drop, error) {
	return r.dropsByID(ctx, db.DropsParams{Now: now, Ids: notNil(ids)})
}

// AnyDrop returns a drop, published or not.
func (r *Reader) AnyDrop(ctx context.Context, id int64, now time.Time) (*gen.Drop, error) {
	list, err := r.dropsByID(ctx, db.DropsParams{Now: now, Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

func (r *Reader) dropsByID(ctx context.Context, p db.DropsParams) (map[int64]*gen.Drop, error) {
	list, err := r.drops(ctx, p)
	return byID(list, err, func(d *gen.Drop) int64 { return d.Number })
}

func (r *Reader) curators(ctx context.Context, p db.CuratorsParams) ([]*gen.Curator, error) {
	rows, err := r.queries().Curators(ctx, p)
	return converted(rows, err, func(c *db.CuratorsRow) (*gen.Curator, error) {
		portrait, err := picture(c.Portrait)
		return &gen.Curator{ID: idOf(c.ID), Slug: c.Slug, Name: c.Name, Role: text(c.Role), Bio: text(c.Bio), Portrait: portrait, Number: c.ID}, err
	})
}

// Curators returns all public curators.
func (r *Reader) Curators(ctx context.Context) ([]*gen.Curator, error) {
	return r.curators(ctx, db.CuratorsParams{})
}

// CuratorsByID returns the public curators among the ids.
func (r *Reader) CuratorsByID(ctx context.Context, ids []int64) (map[int64]*gen.Curator, error) {
	return r.curatorsByID(ctx, db.CuratorsParams{Ids: notNil(ids)})
}

// AnyCurator returns a curator, published or not.
func (r *Reader) AnyCurator(ctx context.Context, id int64) (*gen.Curator, error) {
	list, err := r.curatorsByID(ctx, db.CuratorsParams{Ids: []int64{id}, Drafts: true})
	return entryOf(list, id, err)
}

func (r *Reader) curatorsByID(ctx context.Context, p db.CuratorsParams) (map[int64]*gen.Curator, error) {
	list, err := r.curators(ctx, p)
	return byID(list, err, func(c *gen.Curator) int64 { return c.Number })
}

func post(r *db.PostsRow) (*gen.Post, error) {
	cover, err := picture(r.Cover)
	return &gen.Post{
		ID: idOf(r.ID), Slug: r.Slug, Title: r.Title, Category: r.Category, CategoryName: r.CategoryName, Summary: text(r.Summary), Body: text(r.Body),
		Author: text(r.Author), Cover: cover, PublishedAt: r.PublishedAt.UTC(),
	}, err
}

func (r *Reader) posts(ctx context.Context, p db.PostsParams) ([]*gen.Post, error) {
	p.MaxRows = search.PageSize
	rows, err := r.queries().Posts(ctx, p)
	return converted(rows, err, post)
}

// Posts returns a page of public posts.
func (r *Reader) Posts(ctx context.Context, f search.PostFilter, page int, now time.Time) ([]*gen.Post, error) {
	return r.posts(ctx, db.PostsParams{Now: now, Title: f.Title, Category: f.Category, FirstDay: f.From, LastDay: f.To, Skip: offset(page)})
}

// CountPosts returns the number of public posts, which may be some seconds old.
func (r *Reader) CountPosts(ctx context.Context, f search.PostFilter, now time.Time) (int, error) {
	return r.count(ctx, fmt.Sprintf("posts %q %q %v %v", f.Title, f.Category, f.From, f.To), func(ctx context.Context) (int64, error) {
		return r.queries().CountPosts(ctx, db.CountPostsParams{Now: now, Title: f.Title, Category: f.Category, FirstDay: f.From, LastDay: f.To})
	})
}

// Post returns a public post.
func (r *Reader) Post(ctx context.Context, id int64, now time.Time) (*gen.Post, error) {
	if id == 0 {
		return nil, artwork.ErrNotFound
	}
	list, err := r.posts(ctx, db.PostsParams{ID: id, Now: now})
	if err == nil && len(list) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// AnyPost returns a post, public or not.
func (r *Reader) AnyPost(ctx context.Context, id int64) (*gen.Post, error) {
	row, err := r.queries().Post(ctx, id)
	if err != nil {
		return nil, found(err)
	}
	return post(&db.PostsRow{
		ID: row.ID, Slug: row.Slug, Title: row.Title, Category: row.Category, CategoryName: row.CategoryName, Summary: row.Summary, Body: row.Body,
		Author: row.Author, Cover: row.Cover, PublishedAt: row.PublishedAt,
	})
}

// Page returns a published page.
func (r *Reader) Page(ctx context.Context, slug string) (*gen.Page, error) {
	return r.fixed(ctx, db.PageParams{Slug: slug})
}

// AnyPage returns a page, published or not.
func (r *Reader) AnyPage(ctx context.Context, id int64) (*gen.Page, error) {
	row, err := r.queries().PageText(ctx, id)
	if err != nil {
		return nil, found(err)
	}
	return r.fixed(ctx, db.PageParams{Slug: row.Slug, Drafts: true})
}

func (r *Reader) fixed(ctx context.Context, p db.PageParams) (*gen.Page, error) {
	row, err := r.queries().Page(ctx, p)
	if err != nil {
		return nil, found(err)
	}
	return &gen.Page{Slug: row.Slug, Title: row.Title, Body: row.Body, Version: text(row.Version), UpdatedAt: moment(&row.UpdatedAt)}, nil
}

// PostCategories returns all categories of posts.
func (r *Reader) PostCategories(ctx context.Context) ([]*gen.PostCategory, error) {
	rows, err := r.queries().PostCategories(ctx)
	return converted(rows, err, func(c *db.PostCategoriesRow) (*gen.PostCategory, error) {
		return &gen.PostCategory{Slug: c.Slug, Name: c.Name}, nil
	})
}

// Categories returns the categories that have artworks.
func (r *Reader) Categories(ctx context.Context) ([]*gen.Category, error) {
	rows, err := r.queries().Categories(ctx)
	return converted(rows, err, func(c *db.Category) (*gen.Category, error) {
		return &gen.Category{Slug: c.Slug, Name: c.Name, ArtworkCount: c.Works}, nil
	})
}

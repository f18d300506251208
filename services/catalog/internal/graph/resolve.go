package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/plan"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// root resolves the schema. Where one query can read a field for all objects of a list, the resolver of the list reads it.
type root struct {
	read     *read.Reader
	editor   Editor
	drafts   Drafts
	sign     func(place string) (address string, expires time.Time)
	sessions rpc.Sessions
	accounts Accounts
	present  graphql.ErrorPresenterFunc
	previews previews
	clock    clock.Clock
	currency string
	proves   func() bool
	schema   *ast.Schema // checks the texts of mutations
}

var _ gen.ResolverRoot = (*root)(nil)

type (
	queryResolver       struct{ *root }
	artworkResolver     struct{ *root }
	artworkPageResolver struct{ *root }
	artistResolver      struct{ *root }
	artistPageResolver  struct{ *root }
	curatorResolver     struct{ *root }
	dropResolver        struct{ *root }
	dropPageResolver    struct{ *root }
	postPageResolver    struct{ *root }
)

func (r *root) Query() gen.QueryResolver             { return queryResolver{r} }
func (r *root) Artwork() gen.ArtworkResolver         { return artworkResolver{r} }
func (r *root) ArtworkPage() gen.ArtworkPageResolver { return artworkPageResolver{r} }
func (r *root) Artist() gen.ArtistResolver           { return artistResolver{r} }
func (r *root) ArtistPage() gen.ArtistPageResolver   { return artistPageResolver{r} }
func (r *root) Curator() gen.CuratorResolver         { return curatorResolver{r} }
func (r *root) Drop() gen.DropResolver               { return dropResolver{r} }
func (r *root) DropPage() gen.DropPageResolver       { return dropPageResolver{r} }
func (r *root) PostPage() gen.PostPageResolver       { return postPageResolver{r} }

// pageNumber checks a page number. Nil is the first page.
func pageNumber(page *int) (int, error) {
	if page == nil {
		return 1, nil
	}
	if *page < 1 || *page > search.MaxPage {
		return 0, fmt.Errorf("%w: page is from 1 to %d", artwork.ErrInvalid, search.MaxPage)
	}
	return *page, nil
}

// orDefault returns the value of an argument that may be null.
func orDefault[T any](v *T, otherwise T) T {
	if v == nil {
		return otherwise
	}
	return *v
}

// absent turns ErrNotFound into null, as documented in the schema.
func absent[T any](v *T, err error) (*T, error) {
	if errors.Is(err, artwork.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// pageOfWorks returns a page of works with the selected fields. Its total is a separate field.
func (r *root) pageOfWorks(ctx context.Context, f search.Filter, sort gen.ArtworkSort, page *int) (*gen.ArtworkPage, error) {
	if err := plan.Err(ctx); err != nil {
		return nil, err
	}
	sel := selection.Current(ctx)
	of := sel.Page()
	of.Counted = !of.Items && sel.Has("loosened")
	out, _, err := r.works(ctx, f, sort, page, of)
	return out, err
}

// ReadPage implements plan.Source.
func (r *root) ReadPage(ctx context.Context, filter *gen.ArtworkFilter, sort gen.ArtworkSort, page *int, of selection.Page) (*gen.ArtworkPage, search.Total, error) {
	return r.works(ctx, choice(filter), sort, page, of)
}

// works returns a page of works and, if it is selected, the total, in one round trip.
func (r *root) works(ctx context.Context, f search.Filter, sort gen.ArtworkSort, page *int, of selection.Page) (out *gen.ArtworkPage, total search.Total, err error) {
	n, err := pageNumber(page)
	if err != nil {
		return nil, total, err
	}
	l, err := search.List{Filter: f, Sort: search.Sort(sort), Page: n, Fields: of.Fields}.Check()
	if err != nil {
		return nil, total, err
	}
	works, total, err := r.search(ctx, &l, of)
	if err != nil {
		return nil, total, err
	}
	return &gen.ArtworkPage{Items: works, Page: n, Loosened: l.Filter.Loose, Filter: l.Filter}, total, nil
}

// search reads the selection of a page. A search without results is repeated once with looser conditions, which are then in l.
func (r *root) search(ctx context.Context, l *search.List, of selection.Page) (works []*gen.Artwork, total search.Total, err error) {
	now := r.clock.Now()
	switch {
	case of.Items && of.Counted:
		works, total, err = r.read.ArtworksCounted(ctx, *l, now)
	case of.Items:
		works, err = r.read.Artworks(ctx, *l, now)
	case of.Counted:
		total, err = r.read.CountArtworks(ctx, l.Filter, now)
	default:
		return nil, total, nil
	}
	looser, ok := l.LooseSearch()
	if err != nil || !ok || len(works) > 0 || total.Count > 0 {
		return works, total, err
	}
	if !of.Counted { // this page may be after the last one
		if all, err := r.read.CountArtworks(ctx, l.Filter, now); err != nil || all.Count > 0 {
			return works, total, err
		}
	}
	singleUse(ctx) // the vocabulary may be some seconds old, and a slow search is cut off
	*l = looser
	return r.search(ctx, l, of)
}

func (r artworkPageResolver) total(ctx context.Context, obj *gen.ArtworkPage) (search.Total, error) {
	_, total, err := r.search(ctx, &search.List{Filter: obj.Filter}, selection.Page{Counted: true})
	return total, err
}

func (r artworkPageResolver) TotalCount(ctx context.Context, obj *gen.ArtworkPage) (int, error) {
	total, err := r.total(ctx, obj)
	return total.Count, err
}

func (r artworkPageResolver) TotalCapped(ctx context.Context, obj *gen.ArtworkPage) (bool, error) {
	total, err := r.total(ctx, obj)
	return total.Capped, err
}

func (r artworkPageResolver) PageCount(ctx context.Context, obj *gen.ArtworkPage) (int, error) {
	n, err := r.TotalCount(ctx, obj)
	return search.PageCount(n), err
}

func (r artistPageResolver) TotalCount(ctx context.Context, obj *gen.ArtistPage) (int, error) {
	return r.read.CountArtists(ctx, obj.Contains)
}

func (r artistPageResolver) PageCount(ctx context.Context, obj *gen.ArtistPage) (int, error) {
	n, err := r.TotalCount(ctx, obj)
	return search.PageCount(n), err
}

func (r dropPageResolver) TotalCount(ctx context.Context, obj *gen.DropPage) (int, error) {
	return r.read.CountDrops(ctx, obj.Filter, r.clock.Now())
}

func (r dropPageResolver) PageCount(ctx context.Context, obj *gen.DropPage) (int, error) {
	n, err := r.TotalCount(ctx, obj)
	return search.PageCount(n), err
}

func (r postPageResolver) TotalCount(ctx context.Context, obj *gen.PostPage) (int, error) {
	return r.read.CountPosts(ctx, obj.Filter, r.clock.Now())
}

func (r postPageResolver) PageCount(ctx context.Context, obj *gen.PostPage) (int, error) {
	n, err := r.TotalCount(ctx, obj)
	return search.PageCount(n), err
}

package graph

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/plan"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// maxContains is the maximum length of a search within lists.
const maxContains = 200

func words(s *string) (string, error) {
	if s == nil {
		return "", nil
	}
	if len([]rune(*s)) > maxContains {
		return "", fmt.Errorf("%w: a search has at most %d characters", artwork.ErrInvalid, maxContains)
	}
	l, err := search.List{Filter: search.Filter{Search: *s}, Page: 1}.Check()
	return l.Filter.Search, err
}

func (r queryResolver) Artworks(ctx context.Context, filter *gen.ArtworkFilter, sort *gen.ArtworkSort, page *int) (*gen.ArtworkPage, error) {
	return r.pageOfWorks(ctx, choice(filter), orDefault(sort, gen.ArtworkSortNewest), page)
}

func (r queryResolver) Artwork(ctx context.Context, slug string) (*gen.Artwork, error) {
	if err := plan.Err(ctx); err != nil {
		return nil, err
	}
	return r.ReadWork(ctx, slug, selection.Current(ctx))
}

// ReadWork implements plan.Source.
func (r *root) ReadWork(ctx context.Context, slug string, of selection.Selection) (*gen.Artwork, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	return absent(r.read.Artwork(ctx, id, of.Others(), of.Works().Frequency, r.clock.Now()))
}

func (r queryResolver) Artists(ctx context.Context, filter *gen.ArtistFilter, sort *gen.ArtistSort, page *int) (*gen.ArtistPage, error) {
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	out := &gen.ArtistPage{Items: []*gen.Artist{}, Page: n}
	if filter != nil && filter.ArtistName != nil {
		if out.Contains, err = words(filter.ArtistName.Contains); err != nil {
			return nil, err
		}
	}
	if selection.Current(ctx).Has("items") {
		out.Items, err = r.read.Artists(ctx, out.Contains, search.ArtistSort(orDefault(sort, gen.ArtistSortName)), n)
	}
	return out, err
}

func (r queryResolver) Artist(ctx context.Context, slug string) (*gen.Artist, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	found, err := r.read.ArtistsByID(ctx, []int64{id})
	return found[id], err
}

func (r queryResolver) ArtistsByIds(ctx context.Context, ids []string) ([]*gen.Artist, error) {
	numbers, err := listed(ids)
	if err != nil {
		return nil, err
	}
	return r.read.ArtistsInOrder(ctx, numbers)
}

// listed returns ids as numbers, 0 for an invalid one.
func listed(ids []string) ([]int64, error) {
	if len(ids) > search.MaxIDs {
		return nil, fmt.Errorf("%w: at most %d ids", artwork.ErrInvalid, search.MaxIDs)
	}
	out := make([]int64, len(ids))
	for i := range ids {
		out[i] = number(&ids[i])
	}
	return out, nil
}

func (r queryResolver) EditionFilms(ctx context.Context, tokenIDs []string) ([]*gen.EditionFilm, error) {
	numbers, err := listed(tokenIDs)
	if err != nil {
		return nil, err
	}
	found, err := r.read.EditionFilms(ctx, numbers, r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := []*gen.EditionFilm{}
	for i, id := range numbers {
		if f, ok := found[id]; ok {
			f.TokenID = tokenIDs[i]
			out = append(out, &f)
		}
	}
	return out, nil
}

func (r queryResolver) Drops(ctx context.Context, filter *gen.DropFilter, sort *gen.DropSort, page *int) (*gen.DropPage, error) {
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	out := &gen.DropPage{Items: []*gen.Drop{}, Page: n}
	if filter != nil {
		if out.Filter.Search, err = words(filter.Search); err != nil {
			return nil, err
		}
		for _, s := range filter.Status {
			out.Filter.Status = append(out.Filter.Status, artwork.DropStatus(s))
		}
	}
	if selection.Current(ctx).Has("items") {
		out.Items, err = r.read.Drops(ctx, out.Filter, search.DropSort(orDefault(sort, gen.DropSortNewest)), n, r.clock.Now())
	}
	return out, err
}

func (r queryResolver) Drop(ctx context.Context, slug string) (*gen.Drop, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	found, err := r.read.DropsByID(ctx, []int64{id}, r.clock.Now())
	return found[id], err
}

func (r queryResolver) Curators(ctx context.Context) ([]*gen.Curator, error) {
	return r.read.Curators(ctx)
}

func (r queryResolver) Curator(ctx context.Context, slug string) (*gen.Curator, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	found, err := r.read.CuratorsByID(ctx, []int64{id})
	return found[id], err
}

func (r queryResolver) Posts(ctx context.Context, filter *gen.PostFilter, page *int) (*gen.PostPage, error) {
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	out := &gen.PostPage{Items: []*gen.Post{}, Page: n}
	if filter != nil {
		if out.Filter.Title, err = words(filter.PostTitle); err != nil {
			return nil, err
		}
		out.Filter.Category = artwork.Writable(orDefault(filter.PostCategory, ""))
		if filter.PostDate != nil {
			out.Filter.From, out.Filter.To = filter.PostDate.From, filter.PostDate.To
		}
	}
	if selection.Current(ctx).Has("items") {
		out.Items, err = r.read.Posts(ctx, out.Filter, n, r.clock.Now())
	}
	return out, err
}

func (r queryResolver) Post(ctx context.Context, slug string) (*gen.Post, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	return absent(r.read.Post(ctx, id, r.clock.Now()))
}

func (r queryResolver) Page(ctx context.Context, slug string) (*gen.Page, error) {
	return absent(r.read.Page(ctx, artwork.Writable(slug)))
}

func (r queryResolver) Categories(ctx context.Context) ([]*gen.Category, error) {
	return r.read.Categories(ctx)
}

func (r queryResolver) Currency(context.Context) (string, error) { return r.currency, nil }

func (r queryResolver) PostCategories(ctx context.Context) ([]*gen.PostCategory, error) {
	return r.read.PostCategories(ctx)
}

func (r queryResolver) Suggestions(ctx context.Context, typed string, first *int) ([]*gen.Suggestion, error) {
	n := orDefault(first, 8)
	if err := search.CheckSuggestions(n); err != nil {
		return nil, err
	}
	text, err := search.ReadTyped(typed)
	if err != nil {
		return nil, err
	}
	return r.read.Suggest(ctx, text, n, selection.Current(ctx).Has("image"), r.clock.Now())
}

func (r queryResolver) Colors(ctx context.Context) ([]*gen.ColorCount, error) {
	return r.read.Colors(ctx, r.clock.Now())
}

func (r queryResolver) Techniques(ctx context.Context, first *int) ([]*gen.Technique, error) {
	n, err := upTo(first, 60, search.MaxTechniques)
	if err != nil {
		return nil, err
	}
	return r.read.Techniques(ctx, n, r.clock.Now())
}

func (r queryResolver) RelatedArtworks(ctx context.Context, slug string, first *int) ([]*gen.Artwork, error) {
	n, err := upTo(first, 6, search.MaxRelated)
	if err != nil {
		return nil, err
	}
	id, ok := artwork.IDOf(slug)
	if !ok {
		return []*gen.Artwork{}, nil
	}
	return r.read.Related(ctx, id, n, selection.Current(ctx).Works(), r.clock.Now())
}

func (r queryResolver) JustCollected(ctx context.Context, first *int) ([]*gen.Artwork, error) {
	n, err := upTo(first, 3, search.MaxRelated)
	if err != nil {
		return nil, err
	}
	return r.read.Collected(ctx, n, selection.Current(ctx).Works(), r.clock.Now())
}

// upTo returns how many entries are requested, or an error for a number that is out of range.
func upTo(first *int, otherwise, most int) (int, error) {
	n := orDefault(first, otherwise)
	if n < 1 || n > most {
		return 0, fmt.Errorf("%w: first is from 1 to %d", artwork.ErrInvalid, most)
	}
	return n, nil
}

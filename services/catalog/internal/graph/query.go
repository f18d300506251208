package graph

import (
	"context"
	"fmt"
	"time"

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
	now, others := r.clock.Now(), of.Others()
	w, err := r.content.Works.Artwork(ctx, id, others, now)
	if err != nil {
		return absent[gen.Artwork](nil, err)
	}
	if of.Works().Frequency {
		if err := r.content.Works.Frequencies(ctx, []*artwork.Artwork{&w}, now); err != nil {
			return nil, err
		}
	}
	out := r.work(&w, now)
	out.Artist.Others, out.Artist.OtherWorks = others, r.list(w.Artist.Others, now)
	return out, nil
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
	if !selection.Current(ctx).Has("items") {
		return out, nil
	}
	artists, err := r.content.Artists.Artists(ctx, out.Contains, search.ArtistSort(orDefault(sort, gen.ArtistSortName)), n)
	if err != nil {
		return nil, err
	}
	for i := range artists {
		out.Items = append(out.Items, artist(&artists[i]))
	}
	return out, nil
}

func (r queryResolver) Artist(ctx context.Context, slug string) (*gen.Artist, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	found, err := r.content.Artists.ArtistsByID(ctx, []int64{id})
	if a, ok := found[id]; ok && err == nil {
		return artist(&a), nil
	}
	return nil, err
}

func (r queryResolver) ArtistsByIds(ctx context.Context, ids []string) ([]*gen.Artist, error) {
	if len(ids) > search.MaxIDs {
		return nil, fmt.Errorf("%w: at most %d ids", artwork.ErrInvalid, search.MaxIDs)
	}
	numbers := make([]int64, len(ids))
	for i := range ids {
		numbers[i] = number(&ids[i])
	}
	found, err := r.content.Artists.ArtistsByID(ctx, numbers)
	if err != nil {
		return nil, err
	}
	out := []*gen.Artist{}
	for _, id := range numbers {
		if a, ok := found[id]; ok {
			out = append(out, artist(&a))
		}
	}
	return out, nil
}

func (r queryResolver) EditionFilms(ctx context.Context, tokenIDs []string) ([]*gen.EditionFilm, error) {
	if len(tokenIDs) > search.MaxIDs {
		return nil, fmt.Errorf("%w: at most %d ids", artwork.ErrInvalid, search.MaxIDs)
	}
	numbers := make([]int64, len(tokenIDs))
	for i := range tokenIDs {
		numbers[i] = number(&tokenIDs[i])
	}
	found, err := r.content.Films.EditionFilms(ctx, numbers, r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := []*gen.EditionFilm{}
	for i, id := range numbers {
		if f, ok := found[id]; ok {
			out = append(out, &gen.EditionFilm{TokenID: tokenIDs[i], URL: f.URL, Width: f.Width, Height: f.Height, Bytes: f.Bytes, Duration: float64(f.Milliseconds) / 1000})
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
	if !selection.Current(ctx).Has("items") {
		return out, nil
	}
	now := r.clock.Now()
	drops, err := r.content.Drops.Drops(ctx, out.Filter, search.DropSort(orDefault(sort, gen.DropSortNewest)), n, now)
	if err != nil {
		return nil, err
	}
	for _, d := range drops {
		out.Items = append(out.Items, drop(d, now))
	}
	return out, nil
}

func (r queryResolver) Drop(ctx context.Context, slug string) (*gen.Drop, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	now := r.clock.Now()
	found, err := r.content.Drops.DropsByID(ctx, []int64{id}, now)
	if d, ok := found[id]; ok && err == nil {
		return drop(d, now), nil
	}
	return nil, err
}

func (r queryResolver) Curators(ctx context.Context) ([]*gen.Curator, error) {
	list, err := r.content.Curators.Curators(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Curator, len(list))
	for i, c := range list {
		out[i] = curator(c)
	}
	return out, nil
}

func (r queryResolver) Curator(ctx context.Context, slug string) (*gen.Curator, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	found, err := r.content.Curators.CuratorsByID(ctx, []int64{id})
	if c, ok := found[id]; ok && err == nil {
		return curator(c), nil
	}
	return nil, err
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
	if !selection.Current(ctx).Has("items") {
		return out, nil
	}
	posts, err := r.content.Posts.Posts(ctx, out.Filter, n, r.clock.Now())
	if err != nil {
		return nil, err
	}
	for _, p := range posts {
		out.Items = append(out.Items, post(p))
	}
	return out, nil
}

func (r queryResolver) Post(ctx context.Context, slug string) (*gen.Post, error) {
	id, ok := artwork.IDOf(slug)
	if !ok {
		return nil, nil
	}
	p, err := r.content.Posts.Post(ctx, id, r.clock.Now())
	if err != nil {
		return absent[gen.Post](nil, err)
	}
	return post(p), nil
}

func (r queryResolver) Page(ctx context.Context, slug string) (*gen.Page, error) {
	p, err := r.content.Texts.Page(ctx, artwork.Writable(slug))
	return absent(page(p), err)
}

func (r queryResolver) Categories(ctx context.Context) ([]*gen.Category, error) {
	list, err := r.content.Texts.Categories(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Category, len(list))
	for i, c := range list {
		out[i] = &gen.Category{Slug: c.Slug, Name: c.Name, ArtworkCount: c.Works}
	}
	return out, nil
}

func (r queryResolver) Currency(context.Context) (string, error) { return r.currency, nil }

func (r queryResolver) PostCategories(ctx context.Context) ([]*gen.PostCategory, error) {
	list, err := r.content.Texts.PostCategories(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]*gen.PostCategory, len(list))
	for i, c := range list {
		out[i] = &gen.PostCategory{Slug: c.Slug, Name: c.Name}
	}
	return out, nil
}

func (r queryResolver) Suggestions(ctx context.Context, typed string, first *int) ([]*gen.Suggestion, error) {
	n := orDefault(first, 8)
	if err := search.CheckSuggestions(n); err != nil {
		return nil, err
	}
	read, err := search.ReadTyped(typed)
	if err != nil {
		return nil, err
	}
	list, err := r.content.Search.Suggest(ctx, read, n, selection.Current(ctx).Has("image"), r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Suggestion, len(list))
	for i, s := range list {
		out[i] = &gen.Suggestion{Kind: gen.SuggestionKind(s.Kind), Title: s.Title, Slug: s.Slug, Image: text(s.Image)}
	}
	return out, nil
}

func (r queryResolver) Colors(ctx context.Context) ([]*gen.ColorCount, error) {
	works, err := r.content.Facets.Colors(ctx, r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := []*gen.ColorCount{}
	for _, c := range artwork.Colors {
		if works[c] > 0 {
			out = append(out, &gen.ColorCount{Color: gen.ColorFamily(c), ArtworkCount: works[c]})
		}
	}
	return out, nil
}

func (r queryResolver) Techniques(ctx context.Context, first *int) ([]*gen.Technique, error) {
	n, err := upTo(first, 60, search.MaxTechniques)
	if err != nil {
		return nil, err
	}
	list, err := r.content.Facets.Techniques(ctx, n, r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Technique, len(list))
	for i, t := range list {
		out[i] = &gen.Technique{Name: t.Name, ArtworkCount: t.Works}
	}
	return out, nil
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
	return r.few(ctx, func(fields search.Fields, now time.Time) ([]artwork.Artwork, error) {
		return r.content.Works.Related(ctx, id, n, fields, now)
	})
}

func (r queryResolver) JustCollected(ctx context.Context, first *int) ([]*gen.Artwork, error) {
	n, err := upTo(first, 3, search.MaxRelated)
	if err != nil {
		return nil, err
	}
	return r.few(ctx, func(fields search.Fields, now time.Time) ([]artwork.Artwork, error) {
		return r.content.Works.Collected(ctx, n, fields, now)
	})
}

// few returns works of a short list with the selected fields.
func (r *root) few(ctx context.Context, read func(search.Fields, time.Time) ([]artwork.Artwork, error)) ([]*gen.Artwork, error) {
	if err := plan.Err(ctx); err != nil {
		return nil, err
	}
	need, now := selection.Current(ctx).Works(), r.clock.Now()
	works, err := read(need, now)
	if err == nil {
		err = r.enrich(ctx, works, need, now)
	}
	if err != nil {
		return nil, err
	}
	return r.list(works, now), nil
}

// upTo returns how many entries are requested, or an error for a number that is out of range.
func upTo(first *int, otherwise, most int) (int, error) {
	n := orDefault(first, otherwise)
	if n < 1 || n > most {
		return 0, fmt.Errorf("%w: first is from 1 to %d", artwork.ErrInvalid, most)
	}
	return n, nil
}

package graph

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// Drop returns the drops of several works with one query.
func (r artworkResolver) Drop(ctx context.Context, objs []*gen.Artwork) ([]*gen.Drop, error) {
	ids := ids(objs, func(w *gen.Artwork) []int64 { return []int64{w.DropID} })
	out := make([]*gen.Drop, len(objs))
	if len(ids) == 0 {
		return out, nil
	}
	found, err := r.read.DropsByID(ctx, ids, r.clock.Now())
	for i, w := range objs {
		out[i] = found[w.DropID]
	}
	return out, err
}

// ids returns the different ids of several objects, without 0.
func ids[T any](objs []T, of func(T) []int64) []int64 {
	var out []int64
	for _, o := range objs {
		for _, id := range of(o) {
			if id != 0 {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Curators returns the curators of several works with one query.
func (r artworkResolver) Curators(ctx context.Context, objs []*gen.Artwork) ([][]*gen.Curator, error) {
	ids := ids(objs, func(w *gen.Artwork) []int64 { return w.CuratorIDs })
	out := make([][]*gen.Curator, len(objs))
	var found map[int64]*gen.Curator
	if len(ids) > 0 {
		var err error
		if found, err = r.read.CuratorsByID(ctx, ids); err != nil {
			return nil, err
		}
	}
	for i, w := range objs {
		out[i] = []*gen.Curator{}
		for _, id := range w.CuratorIDs {
			if c, ok := found[id]; ok {
				out[i] = append(out[i], c)
			}
		}
	}
	return out, nil
}

func (r artistResolver) Artworks(ctx context.Context, obj *gen.Artist, sort *gen.ArtworkSort, page *int) (*gen.ArtworkPage, error) {
	return r.pageOfWorks(ctx, only(search.Filter{Artist: obj.Number}, obj.Number), orDefault(sort, gen.ArtworkSortNewest), page)
}

// only replaces the id 0, which the core treats as "any", so that it matches nothing.
func only(f search.Filter, id int64) search.Filter {
	f.Nothing = id == 0
	return f
}

// OtherArtworks returns the works of several artists with one query, or those that were read together with the artist.
func (r artistResolver) OtherArtworks(ctx context.Context, objs []*gen.Artist, except *string, first *int) ([][]*gen.Artwork, error) {
	n, err := upTo(first, 6, selection.MaxOthers)
	if err != nil {
		return nil, err
	}
	out := make([][]*gen.Artwork, len(objs))
	if o := objs[0].Others; len(objs) == 1 && o != nil && o.First == n && o.Except == number(except) {
		out[0] = objs[0].OtherWorks
		return out, nil
	}
	artists := make([]int64, len(objs))
	for i, a := range objs {
		artists[i] = a.Number
	}
	found, err := r.read.OtherArtworks(ctx, artists, number(except), n, selection.Current(ctx).Works(), r.clock.Now())
	for i, id := range artists {
		out[i] = append([]*gen.Artwork{}, found[id]...) // an empty list, not null
	}
	return out, err
}

func (r curatorResolver) Artworks(ctx context.Context, obj *gen.Curator, page *int) (*gen.ArtworkPage, error) {
	return r.pageOfWorks(ctx, only(search.Filter{Curator: obj.Number}, obj.Number), gen.ArtworkSortNewest, page)
}

func (r curatorResolver) Drops(ctx context.Context, obj *gen.Curator) ([]*gen.Drop, error) {
	return r.read.Drops(ctx, search.DropFilter{Curator: obj.Number}, search.DropNewest, 0, r.clock.Now())
}

// Curator returns the curators of several drops with one query.
func (r dropResolver) Curator(ctx context.Context, objs []*gen.Drop) ([]*gen.Curator, error) {
	ids := ids(objs, func(d *gen.Drop) []int64 { return []int64{d.CuratorID} })
	out := make([]*gen.Curator, len(objs))
	if len(ids) == 0 {
		return out, nil
	}
	found, err := r.read.CuratorsByID(ctx, ids)
	for i, d := range objs {
		out[i] = found[d.CuratorID]
	}
	return out, err
}

func (r dropResolver) Artworks(ctx context.Context, obj *gen.Drop, page *int) (*gen.ArtworkPage, error) {
	return r.pageOfWorks(ctx, only(search.Filter{Drop: obj.Number}, obj.Number), gen.ArtworkSortNewest, page)
}

// Editions returns a part of the numbered copies of a work. It needs no query, because a token's id and hash follow from its number.
func (r artworkResolver) Editions(_ context.Context, w *gen.Artwork, from, first *int) ([]*gen.Edition, error) {
	start, n := orDefault(from, 1), orDefault(first, pageSize)
	if start < 1 || n < 1 || n > maxEditions {
		return nil, fmt.Errorf("%w: from counts from 1, first is from 1 to %d", artwork.ErrInvalid, maxEditions)
	}
	out := []*gen.Edition{}
	for i := start; i <= w.EditionSize && i-start < n; i++ {
		out = append(out, &gen.Edition{Number: i, TokenID: strconv.FormatInt(token.ID(w.Number, i), 10), Hash: token.Hash(w.Number, i)})
	}
	return out, nil
}

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
	var ids []int64
	for _, w := range objs {
		if w.DropID != 0 {
			ids = append(ids, w.DropID)
		}
	}
	out := make([]*gen.Drop, len(objs))
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	now := r.clock.Now()
	found, err := r.content.Drops.DropsByID(ctx, slices.Compact(ids), now)
	if err != nil {
		return nil, err
	}
	for i, w := range objs {
		if d, ok := found[w.DropID]; ok {
			out[i] = drop(d, now)
		}
	}
	return out, nil
}

// Curators returns the curators of several works with one query.
func (r artworkResolver) Curators(ctx context.Context, objs []*gen.Artwork) ([][]*gen.Curator, error) {
	var ids []int64
	for _, w := range objs {
		ids = append(ids, w.CuratorIDs...)
	}
	out := make([][]*gen.Curator, len(objs))
	var found map[int64]artwork.Curator
	if len(ids) > 0 {
		slices.Sort(ids)
		var err error
		if found, err = r.content.Curators.CuratorsByID(ctx, slices.Compact(ids)); err != nil {
			return nil, err
		}
	}
	for i, w := range objs {
		out[i] = []*gen.Curator{}
		for _, id := range w.CuratorIDs {
			if c, ok := found[id]; ok {
				out[i] = append(out[i], curator(c))
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
	now := r.clock.Now()
	out := make([][]*gen.Artwork, len(objs))
	if o := objs[0].Others; len(objs) == 1 && o != nil && o.First == n && o.Except == number(except) {
		out[0] = objs[0].OtherWorks
		return out, nil
	}
	ids := make([]int64, len(objs))
	for i, a := range objs {
		ids[i] = a.Number
	}
	need := selection.Current(ctx).Works()
	found, err := r.content.Works.OtherArtworks(ctx, ids, number(except), n, need, now)
	if err != nil {
		return nil, err
	}
	var all []artwork.Artwork
	for _, id := range ids {
		all = append(all, found[id]...)
	}
	if err := r.enrich(ctx, all, need, now); err != nil {
		return nil, err
	}
	for i, id := range ids {
		size := len(found[id])
		out[i], all = r.list(all[:size], now), all[size:]
	}
	return out, nil
}

func (r curatorResolver) Artworks(ctx context.Context, obj *gen.Curator, page *int) (*gen.ArtworkPage, error) {
	return r.pageOfWorks(ctx, only(search.Filter{Curator: obj.Number}, obj.Number), gen.ArtworkSortNewest, page)
}

func (r curatorResolver) Drops(ctx context.Context, obj *gen.Curator) ([]*gen.Drop, error) {
	now := r.clock.Now()
	list, err := r.content.Drops.Drops(ctx, search.DropFilter{Curator: obj.Number}, search.DropNewest, 0, now)
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Drop, len(list))
	for i, d := range list {
		out[i] = drop(d, now)
	}
	return out, nil
}

// Curator returns the curators of several drops with one query.
func (r dropResolver) Curator(ctx context.Context, objs []*gen.Drop) ([]*gen.Curator, error) {
	var ids []int64
	for _, d := range objs {
		if d.CuratorID != 0 {
			ids = append(ids, d.CuratorID)
		}
	}
	out := make([]*gen.Curator, len(objs))
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	found, err := r.content.Curators.CuratorsByID(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i, d := range objs {
		if c, ok := found[d.CuratorID]; ok {
			out[i] = curator(c)
		}
	}
	return out, nil
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

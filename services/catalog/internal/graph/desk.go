package graph

import (
	"context"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
)

type contentEntryResolver struct{ *root }

func (r *root) ContentEntry() gen.ContentEntryResolver { return contentEntryResolver{r} }

// requireStaff rejects callers without a role in one of the areas or an active session, and keeps the response out of the cache.
func (r *root) requireStaff(ctx context.Context, areas ...identity.Area) error {
	singleUse(ctx)
	if _, err := inArea(ctx, areas...); err != nil {
		return err
	}
	if _, err := r.sessions.Require(ctx); err != nil {
		return sessionError(err)
	}
	return nil
}

// readersOf returns the areas whose roles read the entries of a kind. Finance schedules phases of drops, also of unpublished ones.
func readersOf(kind gen.ContentKind) []identity.Area {
	if kind == gen.ContentKindDrop {
		return []identity.Area{identity.Content, identity.Finance}
	}
	return []identity.Area{identity.Content}
}

func (r queryResolver) ContentEntries(ctx context.Context, kind gen.ContentKind, filter *gen.ContentFilter, page *int) (*gen.ContentEntryPage, error) {
	if err := r.requireStaff(ctx, readersOf(kind)...); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	text, status := "", ""
	if filter != nil {
		status = string(orDefault(filter.Status, ""))
		if text, err = shortText(filter.Search, maxContains); err != nil {
			return nil, err
		}
	}
	return r.read.Entries(ctx, kind, text, status, n, r.clock.Now())
}

// shortText returns a searched text, "" for none.
func shortText(s *string, most int) (string, error) {
	text := strings.TrimSpace(orDefault(s, ""))
	if len([]rune(text)) > most {
		return "", fmt.Errorf("%w: a search has at most %d characters", artwork.ErrInvalid, most)
	}
	return text, nil
}

func (r queryResolver) ContentEntry(ctx context.Context, kind gen.ContentKind, id string) (*gen.ContentEntry, error) {
	if err := r.requireStaff(ctx, readersOf(kind)...); err != nil {
		return nil, err
	}
	return absent(r.read.Entry(ctx, kind, number(&id), r.clock.Now()))
}

func (r queryResolver) ContentChanges(ctx context.Context, kind gen.ContentKind, id string, page *int) (*gen.ContentChangePage, error) {
	if err := r.requireStaff(ctx, identity.Content); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	return r.read.EntryChanges(ctx, kind, number(&id), n)
}

func (r queryResolver) ArtistLinks(ctx context.Context, search *string, page *int) (*gen.ArtistLinkPage, error) {
	if err := r.requireStaff(ctx, identity.Support, identity.Finance, identity.Admin); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	text, err := shortText(search, maxAccount)
	if err != nil {
		return nil, err
	}
	return r.read.ArtistLinks(ctx, text, n)
}

func (r contentEntryResolver) Fields(ctx context.Context, obj *gen.ContentEntry) ([]*gen.ContentField, error) {
	list, err := r.editor.EntryFields(ctx, read.KindOf(obj.Kind), obj.Number)
	return read.Fields(list), err
}

func (r contentEntryResolver) Categories(ctx context.Context, obj *gen.ContentEntry) ([]*gen.ContentCategory, error) {
	switch obj.Kind {
	case gen.ContentKindArtwork:
		return r.read.AllCategories(ctx)
	case gen.ContentKindPost:
		list, err := r.read.PostCategories(ctx)
		out := make([]*gen.ContentCategory, len(list))
		for i, c := range list {
			out[i] = &gen.ContentCategory{Slug: c.Slug, Name: c.Name}
		}
		return out, err
	}
	return []*gen.ContentCategory{}, nil
}

func (r contentEntryResolver) Artwork(ctx context.Context, obj *gen.ContentEntry) (*gen.Artwork, error) {
	if obj.Kind != gen.ContentKindArtwork {
		return nil, nil
	}
	return absent(r.read.AnyArtwork(ctx, obj.Number, selection.Current(ctx).Works(), r.clock.Now()))
}

func (r contentEntryResolver) Picture(ctx context.Context, obj *gen.ContentEntry) (*gen.Media, error) {
	switch obj.Kind {
	case gen.ContentKindArtist, gen.ContentKindCurator, gen.ContentKindDrop:
		return absent(r.read.EntryPicture(ctx, obj.Kind, obj.Number))
	}
	return nil, nil
}

func (r contentEntryResolver) Drop(ctx context.Context, obj *gen.ContentEntry) (*gen.Drop, error) {
	if obj.Kind != gen.ContentKindDrop {
		return nil, nil
	}
	return absent(r.read.AnyDrop(ctx, obj.Number, r.clock.Now()))
}

func (r contentEntryResolver) Artworks(ctx context.Context, obj *gen.ContentEntry) ([]*gen.Artwork, error) {
	if obj.Kind != gen.ContentKindDrop {
		return []*gen.Artwork{}, nil
	}
	return r.read.ArtworksOfDrop(ctx, obj.Number, selection.Current(ctx).Works(), r.clock.Now())
}

func (r contentEntryResolver) Artist(ctx context.Context, obj *gen.ContentEntry) (*gen.Artist, error) {
	if obj.Kind != gen.ContentKindArtist {
		return nil, nil
	}
	return absent(r.read.AnyArtist(ctx, obj.Number))
}

func (r contentEntryResolver) Curator(ctx context.Context, obj *gen.ContentEntry) (*gen.Curator, error) {
	if obj.Kind != gen.ContentKindCurator {
		return nil, nil
	}
	return absent(r.read.AnyCurator(ctx, obj.Number))
}

func (r contentEntryResolver) Post(ctx context.Context, obj *gen.ContentEntry) (*gen.Post, error) {
	if obj.Kind != gen.ContentKindPost {
		return nil, nil
	}
	return absent(r.read.AnyPost(ctx, obj.Number))
}

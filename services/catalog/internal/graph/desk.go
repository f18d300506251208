package graph

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

type contentEntryResolver struct{ *root }

func (r *root) ContentEntry() gen.ContentEntryResolver { return contentEntryResolver{r} }

// kindOf returns the name of a kind in the core and the database.
func kindOf(k gen.ContentKind) artwork.EntryKind {
	return artwork.EntryKind(strings.ToLower(string(k)))
}

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
	l := artwork.DeskList{Kind: kindOf(kind), Page: n}
	if filter != nil {
		l.Status = artwork.EntryStatus(orDefault(filter.Status, ""))
		l.Search = strings.TrimSpace(orDefault(filter.Search, ""))
		if len([]rune(l.Search)) > maxContains {
			return nil, fmt.Errorf("%w: a search has at most %d characters", artwork.ErrInvalid, maxContains)
		}
	}
	list, total, err := r.desk.Entries(ctx, l, r.clock.Now())
	if err != nil {
		return nil, err
	}
	out := &gen.ContentEntryPage{Items: make([]*gen.ContentEntry, len(list)), TotalCount: total, Page: n, PageCount: search.PageCount(total)}
	for i, e := range list {
		out.Items[i] = contentEntry(kind, e)
	}
	return out, nil
}

func (r queryResolver) ContentEntry(ctx context.Context, kind gen.ContentKind, id string) (*gen.ContentEntry, error) {
	if err := r.requireStaff(ctx, readersOf(kind)...); err != nil {
		return nil, err
	}
	e, err := r.desk.Entry(ctx, kindOf(kind), number(&id), r.clock.Now())
	return absent(contentEntry(kind, e), err)
}

func (r queryResolver) ContentChanges(ctx context.Context, kind gen.ContentKind, id string, page *int) (*gen.ContentChangePage, error) {
	if err := r.requireStaff(ctx, identity.Content); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	list, total, err := r.desk.EntryChanges(ctx, kindOf(kind), number(&id), n)
	if err != nil {
		return nil, err
	}
	out := &gen.ContentChangePage{Items: make([]*gen.ContentChange, len(list)), TotalCount: total, Page: n, PageCount: search.PageCount(total)}
	for i, c := range list {
		out.Items[i] = &gen.ContentChange{
			ID: strconv.FormatInt(c.ID, 10), At: c.At, Email: c.Email, Action: c.Action, Before: fields(c.Before), After: fields(c.After),
		}
	}
	return out, nil
}

func (r queryResolver) ArtistLinks(ctx context.Context, like *string, page *int) (*gen.ArtistLinkPage, error) {
	if err := r.requireStaff(ctx, identity.Support, identity.Finance, identity.Admin); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(orDefault(like, ""))
	if len([]rune(text)) > maxAccount {
		return nil, fmt.Errorf("%w: a search has at most %d characters", artwork.ErrInvalid, maxAccount)
	}
	list, total, err := r.desk.ArtistLinks(ctx, text, n)
	if err != nil {
		return nil, err
	}
	out := &gen.ArtistLinkPage{Items: make([]*gen.ArtistLink, len(list)), TotalCount: total, Page: n, PageCount: search.PageCount(total)}
	for i, l := range list {
		out.Items[i] = &gen.ArtistLink{
			ArtistID: strconv.FormatInt(l.ID, 10), Slug: l.Slug, Name: l.Name, Published: l.Published, AccountID: l.AccountID, Email: l.Email, Since: moment(l.Since), NextAt: moment(l.NextAt),
		}
		if l.Next != "" {
			out.Items[i].Next = &l.Next
		}
	}
	return out, nil
}

func contentEntry(kind gen.ContentKind, e artwork.DeskEntry) *gen.ContentEntry {
	return &gen.ContentEntry{
		Kind: kind, ID: strconv.FormatInt(e.ID, 10), Slug: e.Slug, Title: e.Title, Label: e.Label, Status: gen.ContentStatus(e.Status),
		PublishedAt: moment(e.PublishedAt), Edited: e.Edited, Number: e.ID,
	}
}

func fields(list []artwork.Field) []*gen.ContentField {
	out := make([]*gen.ContentField, len(list))
	for i, f := range list {
		out[i] = &gen.ContentField{Name: f.Name, Value: f.Value}
	}
	return out
}

func (r contentEntryResolver) Fields(ctx context.Context, obj *gen.ContentEntry) ([]*gen.ContentField, error) {
	list, err := r.desk.EntryFields(ctx, kindOf(obj.Kind), obj.Number)
	return fields(list), err
}

func (r contentEntryResolver) Categories(ctx context.Context, obj *gen.ContentEntry) ([]*gen.ContentCategory, error) {
	var list []artwork.Category
	var err error
	switch obj.Kind {
	case gen.ContentKindArtwork:
		list, err = r.desk.ArtworkCategories(ctx)
	case gen.ContentKindPost:
		list, err = r.content.Texts.PostCategories(ctx)
	}
	out := make([]*gen.ContentCategory, len(list))
	for i, c := range list {
		out[i] = &gen.ContentCategory{Slug: c.Slug, Name: c.Name}
	}
	return out, err
}

func (r contentEntryResolver) Artwork(ctx context.Context, obj *gen.ContentEntry) (*gen.Artwork, error) {
	if obj.Kind != gen.ContentKindArtwork {
		return nil, nil
	}
	w, err := r.desk.AnyArtwork(ctx, obj.Number)
	if err != nil {
		return absent[gen.Artwork](nil, err)
	}
	list, now := []artwork.Artwork{w}, r.clock.Now()
	if err := r.enrich(ctx, list, selection.Current(ctx).Works(), now); err != nil {
		return nil, err
	}
	return r.work(&list[0], now), nil
}

func (r contentEntryResolver) Picture(ctx context.Context, obj *gen.ContentEntry) (*gen.Media, error) {
	switch obj.Kind {
	case gen.ContentKindArtist, gen.ContentKindCurator, gen.ContentKindDrop:
		m, err := r.desk.EntryPicture(ctx, kindOf(obj.Kind), obj.Number)
		return absent(picture(m), err)
	}
	return nil, nil
}

func (r contentEntryResolver) Drop(ctx context.Context, obj *gen.ContentEntry) (*gen.Drop, error) {
	if obj.Kind != gen.ContentKindDrop {
		return nil, nil
	}
	now := r.clock.Now()
	d, err := r.desk.AnyDrop(ctx, obj.Number, now)
	return absent(drop(d, now), err)
}

func (r contentEntryResolver) Artworks(ctx context.Context, obj *gen.ContentEntry) ([]*gen.Artwork, error) {
	if obj.Kind != gen.ContentKindDrop {
		return []*gen.Artwork{}, nil
	}
	list, err := r.desk.ArtworksOfDrop(ctx, obj.Number)
	if err != nil {
		return nil, err
	}
	now := r.clock.Now()
	if err := r.enrich(ctx, list, selection.Current(ctx).Works(), now); err != nil {
		return nil, err
	}
	return r.list(list, now), nil
}

func (r contentEntryResolver) Artist(ctx context.Context, obj *gen.ContentEntry) (*gen.Artist, error) {
	if obj.Kind != gen.ContentKindArtist {
		return nil, nil
	}
	return r.artistByID(ctx, obj.Number)
}

func (r contentEntryResolver) Curator(ctx context.Context, obj *gen.ContentEntry) (*gen.Curator, error) {
	if obj.Kind != gen.ContentKindCurator {
		return nil, nil
	}
	c, err := r.desk.AnyCurator(ctx, obj.Number)
	return absent(curator(c), err)
}

func (r contentEntryResolver) Post(ctx context.Context, obj *gen.ContentEntry) (*gen.Post, error) {
	if obj.Kind != gen.ContentKindPost {
		return nil, nil
	}
	p, err := r.editor.Draft(ctx, obj.Number)
	return absent(post(p), err)
}

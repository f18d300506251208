package read

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// KindOf returns the name of a kind of entry in the core and the database.
func KindOf(k gen.ContentKind) artwork.EntryKind {
	return artwork.EntryKind(strings.ToLower(string(k)))
}

// Entries returns a page of entries for staff, published or not. An empty search or status matches all.
func (r *Reader) Entries(ctx context.Context, kind gen.ContentKind, text, status string, page int, now time.Time) (*gen.ContentEntryPage, error) {
	rows, err := r.queries().Entries(ctx, db.EntriesParams{
		Kind: string(KindOf(kind)), Search: text, SearchKey: artwork.SortKey(text), Status: status, Now: now, MaxRows: search.PageSize, Skip: offset(page),
	})
	if err != nil {
		return nil, err
	}
	out := &gen.ContentEntryPage{Items: make([]*gen.ContentEntry, len(rows)), Page: page}
	for i := range rows {
		out.Items[i], out.TotalCount = entry(kind, &rows[i]), int(rows[i].Total)
	}
	out.PageCount = search.PageCount(out.TotalCount)
	return out, nil
}

// Entry returns an entry for staff, published or not.
func (r *Reader) Entry(ctx context.Context, kind gen.ContentKind, id int64, now time.Time) (*gen.ContentEntry, error) {
	if id == 0 {
		return nil, artwork.ErrNotFound
	}
	rows, err := r.queries().Entries(ctx, db.EntriesParams{Kind: string(KindOf(kind)), ID: id, Now: now, MaxRows: 1})
	if err == nil && len(rows) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return entry(kind, &rows[0]), nil
}

func entry(kind gen.ContentKind, r *db.EntriesRow) *gen.ContentEntry {
	e := &gen.ContentEntry{
		Kind: kind, ID: idOf(r.ID), Slug: r.Slug, Title: r.Title, Label: r.Label, Status: gen.ContentStatus(r.Status), Edited: r.Edited, Number: r.ID,
	}
	if r.PublishedAt.Unix() != 0 {
		e.PublishedAt = moment(&r.PublishedAt)
	}
	return e
}

// EntryPicture returns the portrait of an artist or a curator, or the cover of a drop; nil if there isn't one.
func (r *Reader) EntryPicture(ctx context.Context, kind gen.ContentKind, id int64) (*gen.Media, error) {
	doc, err := r.queries().EntryPicture(ctx, db.EntryPictureParams{Kind: string(KindOf(kind)), ID: id})
	if err != nil {
		return nil, found(err)
	}
	return picture(doc)
}

// AllCategories returns all categories of artworks, even those without artworks.
func (r *Reader) AllCategories(ctx context.Context) ([]*gen.ContentCategory, error) {
	rows, err := r.queries().AllCategories(ctx)
	return converted(rows, err, func(c *db.AllCategoriesRow) (*gen.ContentCategory, error) {
		return &gen.ContentCategory{Slug: c.Slug, Name: c.Name}, nil
	})
}

// EntryChanges returns a page of the changes of an entry's fields, the newest first.
func (r *Reader) EntryChanges(ctx context.Context, kind gen.ContentKind, id int64, page int) (*gen.ContentChangePage, error) {
	rows, err := r.queries().ContentChanges(ctx, db.ContentChangesParams{
		Kind: string(KindOf(kind)), EntryID: id, MaxRows: search.PageSize, Skip: offset(page),
	})
	if err != nil {
		return nil, err
	}
	out := &gen.ContentChangePage{Items: make([]*gen.ContentChange, len(rows)), Page: page}
	for i, c := range rows {
		item := &gen.ContentChange{ID: idOf(c.ID), At: c.At.UTC(), Email: c.Email, Action: c.Action}
		if item.Before, err = recorded(kind, c.Before); err == nil {
			item.After, err = recorded(kind, c.After)
		}
		if err != nil {
			return nil, fmt.Errorf("change %d of %s %d: %w", c.ID, kind, id, err)
		}
		out.Items[i], out.TotalCount = item, int(c.Total)
	}
	out.PageCount = search.PageCount(out.TotalCount)
	return out, nil
}

// recorded reads the recorded fields of an entry. Records of drops, artists, curators and pages without published are older than it: those
// entries were published.
func recorded(kind gen.ContentKind, doc []byte) ([]*gen.ContentField, error) {
	switch kind {
	case gen.ContentKindPost:
		return decoded(artwork.PostText{}, doc)
	case gen.ContentKindDrop:
		return decoded(artwork.DropText{Published: true}, doc)
	case gen.ContentKindArtist:
		return decoded(artwork.ArtistText{Published: true}, doc)
	case gen.ContentKindCurator:
		return decoded(artwork.CuratorText{Published: true}, doc)
	case gen.ContentKindPage:
		return decoded(artwork.PageText{Published: true}, doc)
	}
	return decoded(artwork.ArtworkText{}, doc)
}

func decoded[T interface{ Fields() []artwork.Field }](t T, doc []byte) ([]*gen.ContentField, error) {
	err := json.Unmarshal(doc, &t)
	return Fields(t.Fields()), err
}

// Fields returns the messages of an entry's fields.
func Fields(list []artwork.Field) []*gen.ContentField {
	out := make([]*gen.ContentField, len(list))
	for i, f := range list {
		out[i] = &gen.ContentField{Name: f.Name, Value: f.Value}
	}
	return out
}

// ArtistLinks returns a page of artists with their links to accounts. text is a part of a name, or a whole account.
func (r *Reader) ArtistLinks(ctx context.Context, text string, page int) (*gen.ArtistLinkPage, error) {
	rows, err := r.queries().AccountLinks(ctx, db.AccountLinksParams{
		Search: text, SearchKey: artwork.SortKey(text), MaxRows: search.PageSize, Skip: offset(page),
	})
	if err != nil {
		return nil, err
	}
	out := &gen.ArtistLinkPage{Items: make([]*gen.ArtistLink, len(rows)), Page: page}
	for i, l := range rows {
		item := &gen.ArtistLink{
			ArtistID: idOf(l.ID), Slug: l.Slug, Name: l.Name, Published: l.Published, AccountID: l.AccountID, Since: moment(l.LinkedAt), NextAt: moment(l.NextAt),
		}
		if strings.Contains(l.Account, "@") {
			item.Email = l.Account
		}
		if l.Next != "" {
			item.Next = &l.Next
		}
		out.Items[i], out.TotalCount = item, int(l.Total)
	}
	out.PageCount = search.PageCount(out.TotalCount)
	return out, nil
}

package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Entries creates entries of staff.
type Entries interface {
	// CreateEntry creates the only one of the entries, unpublished, and gives it its id. An artwork gets the picture of an upload by the same
	// account for its artist. It returns an artwork.FieldError for an address that is taken, and for an upload that can't be used.
	CreateEntry(ctx context.Context, by artwork.Change, e artwork.Entries, upload string) (artwork.EntryRef, error)
}

// Choices returns what fields of new entries may say.
type Choices interface {
	EntryChoices(ctx context.Context, now time.Time) (*catalogv1.GetEntryChoicesResponse, error)
}

// EntryServer implements the EntryService.
type EntryServer struct {
	Entries Entries
	Choices Choices
	Pool    *pgxpool.Pool
	Clock   clock.Clock
}

var _ catalogv1connect.EntryServiceHandler = EntryServer{}

// GetEntryChoices implements the contract.
func (s EntryServer) GetEntryChoices(ctx context.Context, _ *catalogv1.GetEntryChoicesRequest) (*catalogv1.GetEntryChoicesResponse, error) {
	out, err := s.Choices.EntryChoices(ctx, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	l := studio.PictureLimit
	out.Picture = &catalogv1.PictureLimit{
		Types: l.Types, Formats: l.Formats, Bytes: int32(l.Bytes), Size: l.Size, Pixels: int32(l.Pixels), TooLarge: l.TooLarge(), WrongType: l.WrongType(),
	}
	return out, nil
}

// CreateEntry implements the contract.
func (s EntryServer) CreateEntry(ctx context.Context, req *catalogv1.CreateEntryRequest) (*catalogv1.CreateEntryResponse, error) {
	by, _ := identity.From(ctx)
	choices, err := s.Choices.EntryChoices(ctx, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	e, err := newEntry(req, choices)
	if err != nil {
		return nil, public(err)
	}
	scope := by.Subject + " POST /api/desk/entries"
	out, err := idempotency.Do(ctx, s.Pool, scope, rpc.IdempotencyKey(ctx), req, func(ctx context.Context) (*catalogv1.CreateEntryResponse, error) {
		ref, err := s.Entries.CreateEntry(ctx, artwork.Change{Account: by.Subject, Email: by.Email, Action: "create", At: s.Clock.Now().UTC()}, e, req.GetArtwork().GetUploadId())
		return &catalogv1.CreateEntryResponse{Id: ref.ID, Slug: ref.Slug}, err
	})
	return out, public(err)
}

// newEntry returns the entry of a request. Errors are artwork.FieldErrors.
func newEntry(req *catalogv1.CreateEntryRequest, choices *catalogv1.GetEntryChoicesResponse) (e artwork.Entries, err error) {
	need := func(field, text string) string {
		if text = strings.TrimSpace(text); text == "" && err == nil {
			err = &artwork.FieldError{Field: field, Reason: field + " is empty"}
		}
		return text
	}
	switch {
	case req.GetPost() != nil:
		p := req.GetPost()
		if !offered(choices.GetPostCategories(), p.GetCategory()) {
			return e, &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q of posts", p.GetCategory())}
		}
		e.Posts = []artwork.PostEntry{{Post: artwork.Post{
			Title: need("title", p.GetTitle()), Category: p.GetCategory(), Author: strings.TrimSpace(p.GetAuthor()), PublishedAt: p.GetDate().AsTime(),
		}}}
	case req.GetArtwork() != nil:
		w := req.GetArtwork()
		entry := artwork.ArtworkEntry{Artwork: artwork.Artwork{
			Title: need("title", w.GetTitle()), Artist: artwork.Artist{ID: w.GetArtistId()}, Category: w.GetCategory(), DropID: w.GetDropId(),
			Editions: artwork.Editions{Size: int(w.GetEditionSize())}, PublishedAt: w.GetPublishedAt().AsTime(),
			Media: []artwork.Media{{Alt: need("alt", w.GetAlt())}},
		}}
		switch {
		case err != nil:
		case w.GetUploadId() == "":
			err = &artwork.FieldError{Field: "picture", Reason: "an artwork needs a picture"}
		case !offered(choices.GetCategories(), w.GetCategory()):
			err = &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q", w.GetCategory())}
		case w.GetDropId() != 0 && !offered(choices.GetDrops(), strconv.FormatInt(w.GetDropId(), 10)):
			err = &artwork.FieldError{Field: "dropId", Reason: "this drop doesn't exist, or has ended"}
		}
		e.Artworks = []artwork.ArtworkEntry{entry}
	case req.GetArtist() != nil:
		name := need("name", req.GetArtist().GetName())
		e.Artists = []artwork.ArtistEntry{{Artist: artwork.Artist{Name: name, SortName: cmp.Or(strings.TrimSpace(req.GetArtist().GetSortName()), artwork.SortName(name))}}}
	case req.GetCurator() != nil:
		e.Curators = []artwork.CuratorEntry{{Curator: artwork.Curator{Name: need("name", req.GetCurator().GetName()), Role: strings.TrimSpace(req.GetCurator().GetRole())}}}
	case req.GetDrop() != nil:
		d := req.GetDrop()
		entry := artwork.DropEntry{Drop: artwork.Drop{Title: need("title", d.GetTitle()), CuratorID: d.GetCuratorId(), Window: artwork.Window{Starts: d.GetStartsAt().AsTime()}}}
		if d.GetEndsAt() != nil {
			entry.Window.Ends = d.GetEndsAt().AsTime()
		}
		switch {
		case d.GetCuratorId() != 0 && !offered(choices.GetCurators(), strconv.FormatInt(d.GetCuratorId(), 10)):
			return e, &artwork.FieldError{Field: "curatorId", Reason: "this curator doesn't exist"}
		case d.GetEndsAt() != nil && !entry.Window.Ends.After(entry.Window.Starts):
			return e, &artwork.FieldError{Field: "endsAt", Reason: "a drop ends after it starts"}
		}
		e.Drops = []artwork.DropEntry{entry}
	default:
		title, slug := need("title", req.GetPage().GetTitle()), req.GetPage().GetSlug()
		slug = cmp.Or(slug, artwork.Words(title))
		if err == nil && (slug == "" || slug != artwork.Words(slug)) {
			err = &artwork.FieldError{Field: "slug", Reason: "an address consists of lower-case letters, digits and hyphens"}
		}
		e.Pages = []artwork.PageEntry{{Page: artwork.Page{Title: title, Slug: slug}}}
	}
	return e, err
}

func offered(choices []*catalogv1.EntryChoice, value string) bool {
	return slices.ContainsFunc(choices, func(c *catalogv1.EntryChoice) bool { return c.GetValue() == value })
}

package graph

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

const maxWebsite = 500

// changer changes entries of one kind for staff: T is their text, G their message.
type changer[T, G any] struct {
	r         mutationResolver
	name      string
	update    func(ctx context.Context, id int64, by artwork.Change, fn func(*T) error) error
	published func(*T) *bool
	read      func(ctx context.Context, id int64) (*G, error)
}

func (r mutationResolver) drops() changer[artwork.DropText, gen.Drop] {
	published := func(t *artwork.DropText) *bool { return &t.Published }
	drop := func(ctx context.Context, id int64) (*gen.Drop, error) { return r.read.AnyDrop(ctx, id, r.clock.Now()) }
	return changer[artwork.DropText, gen.Drop]{r, "drop", r.editor.UpdateDrop, published, drop}
}

func (r mutationResolver) artists() changer[artwork.ArtistText, gen.Artist] {
	published := func(t *artwork.ArtistText) *bool { return &t.Published }
	return changer[artwork.ArtistText, gen.Artist]{r, "artist", r.editor.UpdateArtist, published, r.read.AnyArtist}
}

func (r mutationResolver) curators() changer[artwork.CuratorText, gen.Curator] {
	published := func(t *artwork.CuratorText) *bool { return &t.Published }
	return changer[artwork.CuratorText, gen.Curator]{r, "curator", r.editor.UpdateCurator, published, r.read.AnyCurator}
}

func (r mutationResolver) pages() changer[artwork.PageText, gen.Page] {
	published := func(t *artwork.PageText) *bool { return &t.Published }
	return changer[artwork.PageText, gen.Page]{r, "page", r.editor.UpdatePage, published, r.read.AnyPage}
}

// change changes an entry. One that is on the site, before the change or after it, needs a step-up.
func (c changer[T, G]) change(ctx context.Context, id, action string, fn func(*T) error) (*G, error) {
	by, err := c.r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := c.r.stepUp(ctx) // call auth here, outside of the transaction
	err = c.update(ctx, number(&id), by, guarded(missing, fn, func(t *T) bool { return *c.published(t) }))
	if err != nil {
		return nil, unknown(err, c.name)
	}
	return c.read(ctx, number(&id))
}

// publish puts an entry on the site or takes it off.
func (c changer[T, G]) publish(ctx context.Context, id string, on bool) (*G, error) {
	action := "unpublish"
	if on {
		action = "publish"
	}
	return c.change(ctx, id, action, func(t *T) error { *c.published(t) = on; return nil })
}

func (r mutationResolver) PublishDrop(ctx context.Context, id string) (*gen.Drop, error) {
	return r.drops().publish(ctx, id, true)
}

func (r mutationResolver) UnpublishDrop(ctx context.Context, id string) (*gen.Drop, error) {
	return r.drops().publish(ctx, id, false)
}

func (r mutationResolver) UpdateDrop(ctx context.Context, id string, in gen.DropInput, before []*gen.ContentFieldInput) (*gen.Drop, error) {
	return r.drops().change(ctx, id, "update", func(t *artwork.DropText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Summary, in.Summary, "summary", 0, maxSummary), set(&t.Body, in.Body, "body", 0, maxText),
			setWorks(&t.Works, in.Works),
		)
	})
}

// setWorks changes the order of a drop's works that was given; an empty one removes it.
func setWorks(into *string, given []string) error {
	if given == nil {
		return nil
	}
	if len(given) > artwork.MaxHung {
		return wrong("works", "works has at most %d artworks", artwork.MaxHung)
	}
	ids, seen := make([]string, len(given)), map[int64]bool{}
	for i, id := range given {
		n := number(&id)
		if n <= 0 || seen[n] {
			return wrong("works", "works has the id of each artwork once")
		}
		ids[i], seen[n] = strconv.FormatInt(n, 10), true
	}
	*into = strings.Join(ids, " ")
	return nil
}

func (r mutationResolver) PublishArtist(ctx context.Context, id string) (*gen.Artist, error) {
	return r.artists().publish(ctx, id, true)
}

func (r mutationResolver) UnpublishArtist(ctx context.Context, id string) (*gen.Artist, error) {
	return r.artists().publish(ctx, id, false)
}

func (r mutationResolver) UpdateArtist(ctx context.Context, id string, in gen.ArtistInput, before []*gen.ContentFieldInput) (*gen.Artist, error) {
	return r.artists().change(ctx, id, "update", func(t *artwork.ArtistText) error {
		if err := firstOf(
			unchanged(t.Fields(), before),
			set(&t.Bio, in.Bio, "bio", 0, maxText), set(&t.Place, in.Place, "place", 0, maxTitle), set(&t.Website, in.Website, "website", 0, maxWebsite),
			setYear(&t.Born, in.Born, "born"), setYear(&t.Died, in.Died, "died"),
		); err != nil {
			return err
		}
		if !artwork.ValidWebsite(t.Website) {
			return wrong("website", "website is an http or https address")
		}
		return nil
	})
}

func (r mutationResolver) PublishCurator(ctx context.Context, id string) (*gen.Curator, error) {
	return r.curators().publish(ctx, id, true)
}

func (r mutationResolver) UnpublishCurator(ctx context.Context, id string) (*gen.Curator, error) {
	return r.curators().publish(ctx, id, false)
}

func (r mutationResolver) UpdateCurator(ctx context.Context, id string, in gen.CuratorInput, before []*gen.ContentFieldInput) (*gen.Curator, error) {
	return r.curators().change(ctx, id, "update", func(t *artwork.CuratorText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Name, in.Name, "name", 1, maxTitle), set(&t.Role, in.Role, "role", 0, maxTitle), set(&t.Bio, in.Bio, "bio", 0, maxText),
		)
	})
}

func (r mutationResolver) PublishPage(ctx context.Context, id string) (*gen.Page, error) {
	return r.pages().publish(ctx, id, true)
}

func (r mutationResolver) UnpublishPage(ctx context.Context, id string) (*gen.Page, error) {
	return r.pages().publish(ctx, id, false)
}

func (r mutationResolver) UpdatePage(ctx context.Context, id string, in gen.PageInput, before []*gen.ContentFieldInput) (*gen.Page, error) {
	return r.pages().change(ctx, id, "update", func(t *artwork.PageText) error {
		return firstOf(unchanged(t.Fields(), before), set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Body, in.Body, "body", 1, maxText))
	})
}

// unchanged returns an error with the code conflict if a field has another value now than the caller read.
func unchanged(now []artwork.Field, before []*gen.ContentFieldInput) error {
	var names []string
	for _, f := range before {
		if !slices.Contains(now, artwork.Field{Name: f.Name, Value: f.Value}) {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	err := refused(errorsv1.Reason_REASON_CONFLICT, "somebody changed "+strings.Join(names, ", ")+" in the meantime; read it again")
	err.Extensions["fields"] = names
	return err
}

// setYear changes a year that was given; null removes it.
func setYear(into *int, given graphql.Omittable[*int], name string) error {
	year, ok := given.ValueOK()
	if !ok {
		return nil
	}
	*into = orDefault(year, 0)
	if year != nil && (*year < artwork.MinYear || *year == 0 || *year > artwork.MaxYear) {
		return wrong(name, "%s must be from %d to %d and not 0", name, artwork.MinYear, artwork.MaxYear)
	}
	return nil
}

package graph

import (
	"context"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

const maxWebsite = 500

// changeDrop changes a drop for staff. One that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) changeDrop(ctx context.Context, id, action string, fn func(*artwork.DropText) error) (*gen.Drop, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	v, err := r.texter.UpdateDrop(ctx, number(&id), by, guarded(missing, fn, func(t *artwork.DropText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "drop")
	}
	return drop(v, by.At), nil
}

func (r mutationResolver) PublishDrop(ctx context.Context, id string) (*gen.Drop, error) {
	return r.changeDrop(ctx, id, "publish", func(t *artwork.DropText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishDrop(ctx context.Context, id string) (*gen.Drop, error) {
	return r.changeDrop(ctx, id, "unpublish", func(t *artwork.DropText) error { t.Published = false; return nil })
}

func (r mutationResolver) UpdateDrop(ctx context.Context, id string, in gen.DropInput, before []*gen.ContentFieldInput) (*gen.Drop, error) {
	return r.changeDrop(ctx, id, "update", func(t *artwork.DropText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Summary, in.Summary, "summary", 0, maxSummary), set(&t.Body, in.Body, "body", 0, maxText),
		)
	})
}

// changeArtist changes an artist for staff. One that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) changeArtist(ctx context.Context, id, action string, fn func(*artwork.ArtistText) error) (*gen.Artist, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	v, err := r.texter.UpdateArtist(ctx, number(&id), by, guarded(missing, fn, func(t *artwork.ArtistText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "artist")
	}
	return artist(&v), nil
}

func (r mutationResolver) PublishArtist(ctx context.Context, id string) (*gen.Artist, error) {
	return r.changeArtist(ctx, id, "publish", func(t *artwork.ArtistText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishArtist(ctx context.Context, id string) (*gen.Artist, error) {
	return r.changeArtist(ctx, id, "unpublish", func(t *artwork.ArtistText) error { t.Published = false; return nil })
}

func (r mutationResolver) UpdateArtist(ctx context.Context, id string, in gen.ArtistInput, before []*gen.ContentFieldInput) (*gen.Artist, error) {
	return r.changeArtist(ctx, id, "update", func(t *artwork.ArtistText) error {
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

// changeCurator changes a curator for staff. One that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) changeCurator(ctx context.Context, id, action string, fn func(*artwork.CuratorText) error) (*gen.Curator, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	v, err := r.texter.UpdateCurator(ctx, number(&id), by, guarded(missing, fn, func(t *artwork.CuratorText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "curator")
	}
	return curator(v), nil
}

func (r mutationResolver) PublishCurator(ctx context.Context, id string) (*gen.Curator, error) {
	return r.changeCurator(ctx, id, "publish", func(t *artwork.CuratorText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishCurator(ctx context.Context, id string) (*gen.Curator, error) {
	return r.changeCurator(ctx, id, "unpublish", func(t *artwork.CuratorText) error { t.Published = false; return nil })
}

func (r mutationResolver) UpdateCurator(ctx context.Context, id string, in gen.CuratorInput, before []*gen.ContentFieldInput) (*gen.Curator, error) {
	return r.changeCurator(ctx, id, "update", func(t *artwork.CuratorText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Name, in.Name, "name", 1, maxTitle), set(&t.Role, in.Role, "role", 0, maxTitle), set(&t.Bio, in.Bio, "bio", 0, maxText),
		)
	})
}

// changePage changes a page for staff. One that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) changePage(ctx context.Context, id, action string, fn func(*artwork.PageText) error) (*gen.Page, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	v, err := r.texter.UpdatePage(ctx, number(&id), by, guarded(missing, fn, func(t *artwork.PageText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "page")
	}
	return page(v), nil
}

func (r mutationResolver) PublishPage(ctx context.Context, id string) (*gen.Page, error) {
	return r.changePage(ctx, id, "publish", func(t *artwork.PageText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishPage(ctx context.Context, id string) (*gen.Page, error) {
	return r.changePage(ctx, id, "unpublish", func(t *artwork.PageText) error { t.Published = false; return nil })
}

func (r mutationResolver) UpdatePage(ctx context.Context, id string, in gen.PageInput, before []*gen.ContentFieldInput) (*gen.Page, error) {
	return r.changePage(ctx, id, "update", func(t *artwork.PageText) error {
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
	err := refusal(codeConflict, "somebody changed "+strings.Join(names, ", ")+" in the meantime; read it again")
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

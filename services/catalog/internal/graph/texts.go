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

func (r mutationResolver) UpdateDrop(ctx context.Context, id string, in gen.DropInput, before []*gen.ContentFieldInput) (*gen.Drop, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	d, err := r.texter.UpdateDrop(ctx, number(&id), by, func(t *artwork.DropText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Summary, in.Summary, "summary", 0, maxSummary), set(&t.Body, in.Body, "body", 0, maxText),
		)
	})
	if err != nil {
		return nil, unknown(err, "drop")
	}
	return drop(d, by.At), nil
}

func (r mutationResolver) UpdateArtist(ctx context.Context, id string, in gen.ArtistInput, before []*gen.ContentFieldInput) (*gen.Artist, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	a, err := r.texter.UpdateArtist(ctx, number(&id), by, func(t *artwork.ArtistText) error {
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
	if err != nil {
		return nil, unknown(err, "artist")
	}
	return artist(&a), nil
}

func (r mutationResolver) UpdateCurator(ctx context.Context, id string, in gen.CuratorInput, before []*gen.ContentFieldInput) (*gen.Curator, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	c, err := r.texter.UpdateCurator(ctx, number(&id), by, func(t *artwork.CuratorText) error {
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Name, in.Name, "name", 1, maxTitle), set(&t.Role, in.Role, "role", 0, maxTitle), set(&t.Bio, in.Bio, "bio", 0, maxText),
		)
	})
	if err != nil {
		return nil, unknown(err, "curator")
	}
	return curator(c), nil
}

func (r mutationResolver) UpdatePage(ctx context.Context, id string, in gen.PageInput, before []*gen.ContentFieldInput) (*gen.Page, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	p, err := r.texter.UpdatePage(ctx, number(&id), by, func(t *artwork.PageText) error {
		return firstOf(unchanged(t.Fields(), before), set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Body, in.Body, "body", 1, maxText))
	})
	if err != nil {
		return nil, unknown(err, "page")
	}
	return page(p), nil
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

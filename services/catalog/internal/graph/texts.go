package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

const maxWebsite = 500

func (r mutationResolver) UpdateDrop(ctx context.Context, id string, in gen.DropInput) (*gen.Drop, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	d, err := r.texter.UpdateDrop(ctx, number(&id), by, func(t *artwork.DropText) error {
		return firstOf(
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Summary, in.Summary, "summary", 0, maxSummary), set(&t.Body, in.Body, "body", 0, maxText),
		)
	})
	if err != nil {
		return nil, unknown(err, "drop")
	}
	return drop(d, by.At), nil
}

func (r mutationResolver) UpdateArtist(ctx context.Context, id string, in gen.ArtistInput) (*gen.Artist, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	a, err := r.texter.UpdateArtist(ctx, number(&id), by, func(t *artwork.ArtistText) error {
		if err := firstOf(
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

func (r mutationResolver) UpdateCurator(ctx context.Context, id string, in gen.CuratorInput) (*gen.Curator, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	c, err := r.texter.UpdateCurator(ctx, number(&id), by, func(t *artwork.CuratorText) error {
		return firstOf(
			set(&t.Name, in.Name, "name", 1, maxTitle), set(&t.Role, in.Role, "role", 0, maxTitle), set(&t.Bio, in.Bio, "bio", 0, maxText),
		)
	})
	if err != nil {
		return nil, unknown(err, "curator")
	}
	return curator(c), nil
}

func (r mutationResolver) UpdatePage(ctx context.Context, id string, in gen.PageInput) (*gen.Page, error) {
	by, err := r.publicly(ctx, identity.Content, "update")
	if err != nil {
		return nil, err
	}
	p, err := r.texter.UpdatePage(ctx, number(&id), by, func(t *artwork.PageText) error {
		return firstOf(set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Body, in.Body, "body", 1, maxText))
	})
	if err != nil {
		return nil, unknown(err, "page")
	}
	return page(p), nil
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

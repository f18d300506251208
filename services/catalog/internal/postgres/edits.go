package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// keepEdits puts what staff changed into the entries whose own words are the same as at the last import. Of the others,
// content wins.
func (s *Store) keepEdits(ctx context.Context, c *artwork.Collection) error {
	works, err := edits(ctx, s, c.Source, editsArtworksSQL, func(row pgx.CollectableRow, e *edit[artwork.ArtworkText]) error {
		var price *int64
		var currency *string
		err := row.Scan(&e.id, &e.words, &e.text.Title, &e.text.Description, &e.text.Medium, &e.text.Category, &e.text.Year, &price, &currency, &e.text.Published)
		if price != nil && currency != nil {
			e.text.Price = &money.Money{Amount: *price, Currency: *currency}
		}
		return err
	})
	if err != nil {
		return err
	}
	posts, err := edits(ctx, s, c.Source, editsPostsSQL, func(row pgx.CollectableRow, e *edit[artwork.PostText]) error {
		return row.Scan(&e.id, &e.words, &e.text.Title, &e.text.Summary, &e.text.Body, &e.text.Category, &e.text.Published)
	})
	if err != nil {
		return err
	}
	artists, err := edits(ctx, s, c.Source, editsArtistsSQL, func(row pgx.CollectableRow, e *edit[string]) error {
		return row.Scan(&e.id, &e.words, &e.text)
	})
	if err != nil {
		return err
	}
	for i := range c.Artworks {
		a := &c.Artworks[i]
		if e, ok := works[a.ID]; ok && e.words == a.Words {
			t := e.text
			a.Title, a.Slug, a.Description, a.Medium, a.Category = t.Title, artwork.Slug(t.Title, a.ID), t.Description, t.Medium, t.Category
			a.Year, a.Price, a.Draft, a.Edited = t.Year, t.Price, !t.Published, true
		}
	}
	for i := range c.Posts {
		p := &c.Posts[i]
		if e, ok := posts[p.ID]; ok && e.words == p.Words {
			t := e.text
			p.Title, p.Slug, p.Summary, p.Body, p.Category = t.Title, artwork.Slug(t.Title, p.ID), t.Summary, t.Body, t.Category
			p.Draft, p.Edited = !t.Published, true
		}
	}
	said := map[string]bool{} // accounts that content links anew
	for i := range c.Artists {
		a := &c.Artists[i]
		if e, ok := artists[a.ID]; ok && e.words == a.Words {
			a.Account, a.Edited = e.text, true
		} else {
			said[strings.ToLower(a.Account)] = true
		}
	}
	for i := range c.Artists {
		if a := &c.Artists[i]; a.Edited && said[strings.ToLower(a.Account)] {
			a.Account = ""
		}
	}
	return nil
}

// edit is what staff made of an entry.
type edit[T any] struct {
	id    int64
	words string
	text  T
}

func edits[T any](ctx context.Context, s *Store, source, sql string, scan func(pgx.CollectableRow, *edit[T]) error) (map[int64]edit[T], error) {
	rows, err := s.conn(ctx).Query(ctx, sql, source)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e edit[T], err error) {
		return e, scan(row, &e)
	})
	if err != nil {
		return nil, err
	}
	out := make(map[int64]edit[T], len(list))
	for _, e := range list {
		out[e.id] = e
	}
	return out, nil
}

package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// keepEdits restores staff's changes in entries whose own text is the same as at the last import. In all others,
// content wins.
func (s *Store) keepEdits(ctx context.Context, c *artwork.Collection) error {
	list, err := s.queries(ctx).EditedArtworks(ctx, c.Source)
	works, err := byID(list, err, func(e db.EditedArtworksRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	editedPosts, err := s.queries(ctx).EditedPosts(ctx, c.Source)
	posts, err := byID(editedPosts, err, func(e db.EditedPostsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	editedArtists, err := s.queries(ctx).EditedArtists(ctx, c.Source)
	artists, err := byID(editedArtists, err, func(e db.EditedArtistsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	if err := s.keepTexts(ctx, c); err != nil {
		return err
	}
	links, err := s.links(ctx, c)
	if err != nil {
		return err
	}
	for i := range c.Artworks {
		a := &c.Artworks[i]
		if e, ok := works[a.ID]; ok && e.EntryHash == a.Words {
			a.Title, a.Slug, a.Description, a.Medium, a.Category = e.Title, artwork.Slug(e.Title, a.ID), e.Description, e.Medium, e.Category
			a.Year, a.Price, a.Draft, a.Edited = e.Year, price(e.Price, e.Currency), !e.Published, true
		}
	}
	for i := range c.Posts {
		p := &c.Posts[i]
		if e, ok := posts[p.ID]; ok && e.EntryHash == p.Words {
			p.Title, p.Slug, p.Summary, p.Body, p.Category = e.Title, artwork.Slug(e.Title, p.ID), e.Summary, e.Body, e.Category
			p.Draft, p.Edited = !e.Published, true
		}
	}
	said := map[string]bool{} // accounts that content links for the first time now
	for i := range c.Artists {
		a := &c.Artists[i]
		if e, ok := artists[a.ID]; ok && e.EntryHash == a.Words {
			a.Account, a.Edited = e.Account, true
		} else if !s.delayed() || !linkState(links[a.ID]).Waits(a.Account) {
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

// keepTexts does the same for the texts of artists, drops, curators and pages, and for whether these are published.
func (s *Store) keepTexts(ctx context.Context, c *artwork.Collection) error {
	list, err := s.queries(ctx).EditedArtistTexts(ctx, c.Source)
	artists, err := byID(list, err, func(e db.EditedArtistTextsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	editedPortraits, err := s.queries(ctx).EditedPortraits(ctx, c.Source)
	portraits, err := byID(editedPortraits, err, func(e db.EditedPortraitsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	editedDrops, err := s.queries(ctx).EditedDrops(ctx, c.Source)
	drops, err := byID(editedDrops, err, func(e db.EditedDropsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	editedCurators, err := s.queries(ctx).EditedCurators(ctx, c.Source)
	curators, err := byID(editedCurators, err, func(e db.EditedCuratorsRow) int64 { return e.ID })
	if err != nil {
		return err
	}
	pages, err := s.queries(ctx).EditedPages(ctx, c.Source)
	if err != nil {
		return err
	}
	for _, e := range pages {
		i := slices.IndexFunc(c.Pages, func(p artwork.PageEntry) bool { return p.Slug == e.Slug })
		if i >= 0 && c.Pages[i].Words == e.EntryHash {
			p := &c.Pages[i]
			p.Title, p.Body, p.Version, p.UpdatedAt, p.Draft, p.Edited = e.Title, e.Body, e.Version, e.UpdatedAt, !e.Published, true
		}
	}
	for i := range c.Artists {
		a := &c.Artists[i]
		if e, ok := artists[a.ID]; ok && e.EntryHash == a.Words {
			a.Bio, a.Born, a.Died, a.Place, a.Website, a.Draft, a.TextsEdited = e.Bio, e.Born, e.Died, e.Place, e.Website, !e.Published, true
		}
		if e, ok := portraits[a.ID]; ok && e.EntryHash == a.Words {
			if a.Portrait, err = one(e.Portrait); err != nil {
				return fmt.Errorf("portrait of artist %d: %w", a.ID, err)
			}
			a.PortraitEdited = true
		}
	}
	for i := range c.Drops {
		d := &c.Drops[i]
		if e, ok := drops[d.ID]; ok && e.EntryHash == d.Words {
			d.Title, d.Slug, d.Summary, d.Body, d.WorkIDs, d.Draft, d.Edited = e.Title, artwork.Slug(e.Title, d.ID), e.Summary, e.Body, e.WorkIds, !e.Published, true
		}
	}
	for i := range c.Curators {
		a := &c.Curators[i]
		if e, ok := curators[a.ID]; ok && e.EntryHash == a.Words {
			a.Name, a.Slug, a.Role, a.Bio, a.Draft, a.Edited = e.Name, artwork.Slug(e.Name, a.ID), e.Role, e.Bio, !e.Published, true
		}
	}
	return nil
}

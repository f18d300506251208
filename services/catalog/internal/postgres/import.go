package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// Import makes the entries of a source equal to the collection, in one transaction, so that readers see all of it or nothing.
// An entry that is missing in the collection is unpublished and never deleted, because it may have been sold.
func (s *Store) Import(ctx context.Context, c artwork.Collection, now time.Time) (artwork.Changes, error) {
	return s.importSource(ctx, c.Source, c.IDBase, c.IDLast, c.Digest, now, func(ctx context.Context, out *artwork.Changes) error {
		return s.write(ctx, &c, now, out)
	})
}

// importSource calls write in a transaction, unless the source was imported with the same digest before.
func (s *Store) importSource(ctx context.Context, source string, base, last int64, digest string, now time.Time,
	write func(ctx context.Context, out *artwork.Changes) error,
) (artwork.Changes, error) {
	var out artwork.Changes
	err := postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		out = artwork.Changes{}
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		same, err := s.begin(ctx, source, base, last, digest)
		if err != nil || same {
			out.Unchanged = same
			return err
		}
		since, err := s.version(ctx)
		if err != nil {
			return err
		}
		if err := write(ctx, &out); err != nil {
			return err
		}
		return s.imported(ctx, artwork.Imported{Source: source, IDBase: base, IDLast: last, Changes: out, At: now}, since)
	})
	if err == nil && !out.Unchanged {
		s.remembered.Forget()
	}
	return out, err
}

// begin registers the source and reports whether it has already been imported with this digest.
func (s *Store) begin(ctx context.Context, source string, base, last int64, digest string) (same bool, err error) {
	q := s.queries(ctx)
	other, err := q.OverlappingSource(ctx, db.OverlappingSourceParams{Name: source, IDBase: base, IDLast: last})
	if err != nil {
		return false, err
	}
	if other != "" {
		return false, fmt.Errorf("%w: the ids %d to %d of source %s overlap those of source %s: choose another base", artwork.ErrInvalid, base, last, source, other)
	}
	known, err := q.SourceState(ctx, db.SourceStateParams{Name: source, IDBase: base})
	if err != nil {
		return false, err
	}
	if known.IDBase != base {
		return false, fmt.Errorf("%w: source %s has the base %d; another one would change the ids of works", artwork.ErrInvalid, source, known.IDBase)
	}
	if known.Digest == digest {
		return true, nil
	}
	return false, q.PutSource(ctx, db.PutSourceParams{Name: source, IDBase: base, IDLast: last, Digest: digest})
}

// write writes the entries of a collection and unpublishes all others of its source.
func (s *Store) write(ctx context.Context, c *artwork.Collection, now time.Time, out *artwork.Changes) error {
	if err := s.putFiles(ctx, c); err != nil {
		return err
	}
	if err := s.keepEdits(ctx, c); err != nil {
		return err
	}
	if err := s.linkedOnce(ctx, c); err != nil {
		return err
	}
	for _, put := range []func(context.Context, *artwork.Collection, *artwork.Changes) error{
		s.putCategories, s.putArtists, s.putCurators, s.putDrops, s.putPosts, s.putArtworks,
	} {
		if err := put(ctx, c, out); err != nil {
			return err
		}
	}
	if err := s.putPages(ctx, c, now, out); err != nil {
		return err
	}
	if err := s.unpublish(ctx, c, out); err != nil {
		return err
	}
	if err := s.publishNeeded(ctx, c, out); err != nil {
		return err
	}
	return s.queries(ctx).RestoreCounts(ctx, c.Source)
}

// count adds the rows that a statement changed.
func count(total *int, rows int64, err error) error {
	*total += int(rows)
	return err
}

func (s *Store) putCategories(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	q := s.queries(ctx)
	if c.PostCategories != nil {
		if err := q.RemovePostCategories(ctx, artwork.SlugsOf(c.PostCategories)); err != nil {
			return err
		}
	}
	for i, k := range c.PostCategories {
		rows, err := q.PutPostCategory(ctx, db.PutPostCategoryParams{Slug: k.Slug, Name: k.Name, Position: i + 1})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	for _, k := range c.Categories {
		rows, err := q.PutCategory(ctx, db.PutCategoryParams{Slug: k.Slug, Name: k.Name})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putArtists(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	q := s.queries(ctx)
	links, err := s.links(ctx, c)
	if err != nil {
		return err
	}
	for _, a := range c.Artists {
		if err := s.delayLink(ctx, &a, links[a.ID]); err != nil {
			return err
		}
		if a.Account != "" && !a.Edited {
			if err := q.DropArtistLinksTo(ctx, db.DropArtistLinksToParams{ArtistID: a.ID, Account: a.Account}); err != nil {
				return err
			}
			rows, err := q.UnlinkAccount(ctx, db.UnlinkAccountParams{Account: a.Account, ArtistID: a.ID})
			if err := count(&out.Written, rows, err); err != nil {
				return err
			}
		}
		rows, err := q.PutArtist(ctx, artistParams(c.Source, a))
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func artistParams(source string, a artwork.ArtistEntry) db.PutArtistParams {
	return db.PutArtistParams{
		ID: a.ID, Source: source, Slug: a.Slug, Name: a.Name, SortName: a.SortName, SortKey: artwork.SortKey(a.SortName), NameKey: artwork.SortKey(a.Name),
		Bio: a.Bio, Born: a.Born, Died: a.Died, Place: a.Place, Website: a.Website, Account: a.Account, Portrait: document(a.Portrait),
		Published: !a.Draft, EntryHash: a.Words, Edited: a.Edited, TextsEdited: a.TextsEdited, PortraitEdited: a.PortraitEdited,
	}
}

func (s *Store) putCurators(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	for _, a := range c.Curators {
		rows, err := s.queries(ctx).PutCurator(ctx, db.PutCuratorParams{
			ID: a.ID, Source: c.Source, Slug: a.Slug, Name: a.Name, SortKey: artwork.SortKey(a.Name), Role: a.Role, Bio: a.Bio, Account: a.Account,
			Portrait: document(a.Portrait), Published: !a.Draft, EntryHash: a.Words, Edited: a.Edited,
		})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putDrops(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	for _, d := range c.Drops {
		rows, err := s.queries(ctx).PutDrop(ctx, db.PutDropParams{
			ID: d.ID, Source: c.Source, Slug: d.Slug, Title: d.Title, SortKey: artwork.SortKey(d.Title), Summary: d.Summary, Body: d.Body,
			StartsAt: d.Window.Starts, EndsAt: postgres.NullTime(d.Window.Ends), CuratorID: d.CuratorID, Cover: document(d.Cover),
			WorkIds: d.WorkIDs, Published: !d.Draft, EntryHash: d.Words, Edited: d.Edited,
		})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putPosts(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	for _, p := range c.Posts {
		rows, err := s.queries(ctx).PutPost(ctx, db.PutPostParams{
			ID: p.ID, Source: c.Source, Slug: p.Slug, Title: p.Title, Category: p.Category, Summary: p.Summary, Body: p.Body, Author: p.Author,
			Cover: document(p.Cover), PublishedAt: p.PublishedAt, Published: !p.Draft, EntryHash: p.Words, Edited: p.Edited,
		})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putPages(ctx context.Context, c *artwork.Collection, now time.Time, out *artwork.Changes) error {
	for _, p := range c.Pages {
		rows, err := s.queries(ctx).PutPage(ctx, db.PutPageParams{
			Slug: p.Slug, Source: c.Source, Title: p.Title, Body: p.Body, Version: p.Version, UpdatedAt: postgres.NullTime(p.UpdatedAt), Now: now,
			Published: !p.Draft, EntryHash: p.Words, Edited: p.Edited,
		})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putArtworks(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	artists := make(map[int64]artwork.ArtistEntry, len(c.Artists))
	for _, a := range c.Artists {
		artists[a.ID] = a
	}
	for _, a := range c.Artworks {
		rows, err := s.queries(ctx).PutArtwork(ctx, artworkParams(c.Source, a, artists[a.Artist.ID]))
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	return nil
}

// unpublish hides the entries of the source that the collection doesn't have. Artworks come first, because they refer to the others.
func (s *Store) unpublish(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	q := s.queries(ctx)
	rows, err := q.UnpublishArtworks(ctx, db.UnpublishArtworksParams{Source: c.Source, Kept: idsOf(c.Artworks, func(a artwork.ArtworkEntry) int64 { return a.ID })})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.UnpublishPosts(ctx, db.UnpublishPostsParams{Source: c.Source, Kept: idsOf(c.Posts, func(p artwork.PostEntry) int64 { return p.ID })})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.UnpublishDrops(ctx, db.UnpublishDropsParams{Source: c.Source, Kept: idsOf(c.Drops, func(d artwork.DropEntry) int64 { return d.ID })})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.UnpublishCurators(ctx, db.UnpublishCuratorsParams{Source: c.Source, Kept: idsOf(c.Curators, func(a artwork.CuratorEntry) int64 { return a.ID })})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.UnpublishArtists(ctx, db.UnpublishArtistsParams{Source: c.Source, Kept: idsOf(c.Artists, func(a artwork.ArtistEntry) int64 { return a.ID })})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	pages := make([]string, len(c.Pages))
	for i, p := range c.Pages {
		pages[i] = p.Slug
	}
	rows, err = q.UnpublishPages(ctx, db.UnpublishPagesParams{Source: c.Source, Kept: pages})
	return count(&out.Removed, rows, err)
}

// publishNeeded publishes artists and drops of published artworks, even if staff or the folder unpublished them: an artwork is never on the site
// without these.
func (s *Store) publishNeeded(ctx context.Context, c *artwork.Collection, out *artwork.Changes) error {
	artists := idsOf(c.Artists, func(a artwork.ArtistEntry) int64 { return a.ID })
	rows, err := s.queries(ctx).PublishArtistsOfArtworks(ctx, db.PublishArtistsOfArtworksParams{Source: c.Source, Kept: artists})
	if err := count(&out.Written, rows, err); err != nil {
		return err
	}
	drops := idsOf(c.Drops, func(d artwork.DropEntry) int64 { return d.ID })
	rows, err = s.queries(ctx).PublishDropsOfArtworks(ctx, db.PublishDropsOfArtworksParams{Source: c.Source, Kept: drops})
	return count(&out.Written, rows, err)
}

// idsOf returns the ids of a list. It never returns nil, because NULL would unpublish nothing.
func idsOf[T any](list []T, id func(T) int64) []int64 {
	ids := make([]int64, len(list))
	for i, v := range list {
		ids[i] = id(v)
	}
	return ids
}

// Now returns the database's time, for commands: what an import makes visible must not depend on the clock of its host.
func (s *Store) Now(ctx context.Context) (time.Time, error) { return postgres.Now(ctx, s.pool) }

// imported updates listings after an import and publishes events about its changes.
func (s *Store) imported(ctx context.Context, e artwork.Imported, since int64) error {
	works, err := s.refresh(ctx, e.At, since, true)
	if err == nil {
		err = s.publish(ctx, e.Events(works.all, works.last))
	}
	if err != nil {
		return err
	}
	return s.move(ctx)
}

// linkedOnce rejects a collection that links one account to two artists: to one by the account's id, and to another one by the email
// address that is recorded for the account.
func (s *Store) linkedOnce(ctx context.Context, c *artwork.Collection) error {
	links := map[int64]string{}
	for _, a := range c.Artists {
		links[a.ID] = a.Account
	}
	for _, a := range c.Artists {
		if a.Account == "" || a.Edited || strings.Contains(a.Account, "@") {
			continue
		}
		other, err := s.queries(ctx).ArtistLinkedTwice(ctx, db.ArtistLinkedTwiceParams{AccountID: a.Account, ArtistID: a.ID})
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		case strings.EqualFold(links[other.ID], other.Account):
			return fmt.Errorf("%w: artist %d (%s): account %s is linked to artist %d (%s) by its email address already: keep one of the links",
				artwork.ErrInvalid, a.ID, a.Name, a.Account, other.ID, other.Name)
		}
	}
	return nil
}

func artworkParams(source string, a artwork.ArtworkEntry, artist artwork.ArtistEntry) db.PutArtworkParams {
	amount, currency := priceColumns(a.Price)
	return db.PutArtworkParams{
		ID: a.ID, Source: source, Slug: a.Slug, Title: a.Title, TitleKey: artwork.SortKey(a.Title), ArtistID: a.Artist.ID,
		ArtistName: artist.Name, ArtistSlug: artist.Slug, ArtistKey: artwork.SortKey(artist.SortName), Category: a.Category, Year: a.Year,
		Medium: a.Medium, Description: a.Description, EditionSize: a.Editions.Size, Withheld: a.Editions.Withheld, WithheldNumbers: a.WithheldNumbers,
		Price: amount, Currency: currency, ChainID: a.ChainID, DropID: a.DropID, CuratorIds: notNil(a.CuratorIDs),
		SaleStartsAt: postgres.NullTime(a.Sale.Starts), SaleEndsAt: postgres.NullTime(a.Sale.Ends), PublishedAt: a.PublishedAt, VisibleFrom: a.VisibleFrom,
		Published: !a.Draft, Media: documents(a.Media), Attributes: documents(a.Attributes), Extra: extraWords(a.Medium, artist.Name, a.Attributes), EntryHash: a.Words,
		Edited: a.Edited, Original: a.Original, OriginalSum: a.OriginalSum,
	}
}

// document returns JSON for one media file, NULL for none.
func document(m *artwork.Media) []byte {
	if m == nil {
		return nil
	}
	b, _ := json.Marshal(m) // strings and numbers only
	return b
}

// documents returns JSON for a list, NULL for an empty one.
func documents[T any](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	b, _ := json.Marshal(list)
	return b
}

// notNil replaces nil with an empty list, which isn't stored as NULL.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

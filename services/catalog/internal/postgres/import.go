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
)

// batchSize bounds the statements that are sent at once.
const batchSize = 500

// Import makes the entries of a source equal to the collection, in one transaction: readers see all of it or nothing.
// An entry that is not in the collection any more is unpublished, never deleted, because it may have been sold.
func (s *Store) Import(ctx context.Context, c artwork.Collection, now time.Time) (artwork.Changes, error) {
	var out artwork.Changes
	err := postgres.InTx(postgres.Patient(ctx, imports), s.pool, func(ctx context.Context) error {
		out = artwork.Changes{}
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		same, err := s.begin(ctx, c.Source, c.IDBase, c.IDLast, c.Digest)
		if err != nil || same {
			out.Unchanged = same
			return err
		}
		since, err := s.version(ctx)
		if err != nil {
			return err
		}
		if err := s.write(ctx, &c, now, &out); err != nil {
			return err
		}
		return s.imported(ctx, artwork.Imported{Source: c.Source, IDBase: c.IDBase, IDLast: c.IDLast, Changes: out, At: now}, since)
	})
	if err == nil && !out.Unchanged {
		s.counts.forget()
		s.vocabulary.forget()
	}
	return out, err
}

// begin registers the source and reports whether it was imported with this digest before.
func (s *Store) begin(ctx context.Context, source string, base, last int64, digest string) (same bool, err error) {
	q := s.conn(ctx)
	var other string
	err = q.QueryRow(ctx, sourceOverlapSQL, source, base, last).Scan(&other)
	if err != nil {
		return false, err
	}
	if other != "" {
		return false, fmt.Errorf("%w: the ids %d to %d of source %s overlap those of source %s: choose another base", artwork.ErrInvalid, base, last, source, other)
	}
	var known string
	var knownBase int64
	err = q.QueryRow(ctx, sourceSQL, source, base).Scan(&known, &knownBase)
	if err != nil {
		return false, err
	}
	if knownBase != base {
		return false, fmt.Errorf("%w: source %s has the base %d; another one would change the ids of works", artwork.ErrInvalid, source, knownBase)
	}
	if known == digest {
		return true, nil
	}
	_, err = q.Exec(ctx, putSourceSQL, source, base, last, digest)
	return false, err
}

// write writes the entries of a collection and unpublishes those that it does not have.
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
	w := writer{ctx: ctx, store: s, source: c.Source, out: out}
	if c.PostCategories != nil {
		if _, err := s.conn(ctx).Exec(ctx, removePostCategoriesSQL, artwork.SlugsOf(c.PostCategories)); err != nil {
			return err
		}
	}
	for i, k := range c.PostCategories {
		w.put(putPostCategorySQL, k.Slug, k.Name, i+1)
	}
	for _, k := range c.Categories {
		w.put(putCategorySQL, k.Slug, k.Name)
	}
	artists := map[int64]artwork.ArtistEntry{}
	ids := map[string][]int64{}
	for _, a := range c.Artists {
		artists[a.ID] = a
		ids["artists"] = append(ids["artists"], a.ID)
		if a.Account != "" && !a.Edited {
			w.put(unlinkAccountSQL, a.Account, a.ID)
		}
		w.put(putArtistSQL, a.ID, c.Source, a.Slug, a.Name, a.SortName, artwork.SortKey(a.SortName), artwork.SortKey(a.Name), a.Bio, a.Born, a.Died, a.Place, a.Website, a.Account, document(a.Portrait), a.Words, a.Edited)
	}
	for _, a := range c.Curators {
		ids["curators"] = append(ids["curators"], a.ID)
		w.put(putCuratorSQL, a.ID, c.Source, a.Slug, a.Name, artwork.SortKey(a.Name), a.Role, a.Bio, a.Account, document(a.Portrait))
	}
	for _, d := range c.Drops {
		ids["drops"] = append(ids["drops"], d.ID)
		w.put(putDropSQL, d.ID, c.Source, d.Slug, d.Title, artwork.SortKey(d.Title), d.Summary, d.Body, d.Window.Starts, postgres.NullTime(d.Window.Ends), d.CuratorID, document(d.Cover))
	}
	for _, p := range c.Posts {
		ids["posts"] = append(ids["posts"], p.ID)
		w.put(putPostSQL, p.ID, c.Source, p.Slug, p.Title, p.Category, p.Summary, p.Body, p.Author, document(p.Cover), p.PublishedAt, !p.Draft, p.Words, p.Edited)
	}
	var pages []string
	for _, p := range c.Pages {
		pages = append(pages, p.Slug)
		w.put(putPageSQL, p.Slug, c.Source, p.Title, p.Body, p.Version, postgres.NullTime(p.UpdatedAt), now)
	}
	for _, a := range c.Artworks {
		ids["artworks"] = append(ids["artworks"], a.ID)
		w.put(putArtworkSQL, artworkArgs(c.Source, a, artists[a.Artist.ID])...)
	}
	w.flush()
	w.remove(unpublishArtworksSQL, notNil(ids["artworks"]))
	w.remove(unpublishPostsSQL, notNil(ids["posts"]))
	w.remove(unpublishDropsSQL, notNil(ids["drops"]))
	w.remove(unpublishCuratorsSQL, notNil(ids["curators"]))
	w.remove(unpublishArtistsSQL, notNil(ids["artists"]))
	w.remove(unpublishPagesSQL, notNil(pages))
	if w.err != nil {
		return w.err
	}
	_, err := s.conn(ctx).Exec(ctx, countsRestoreSQL, c.Source)
	return err
}

// imported brings listings up to date after an import and publishes what it changed.
func (s *Store) imported(ctx context.Context, e artwork.Imported, since int64) error {
	works, err := s.refresh(ctx, e.At, since, true)
	if err != nil || e.Changes.Written+e.Changes.Removed == 0 {
		return err
	}
	e.Listed, e.Version = works.all, works.last
	return s.publisher.Publish(ctx, e)
}

// linkedOnce refuses a collection that links one account to two artists: to one by the account's id, and to another one by the email
// address that the account is known to have.
func (s *Store) linkedOnce(ctx context.Context, c *artwork.Collection) error {
	links := map[int64]string{}
	for _, a := range c.Artists {
		links[a.ID] = a.Account
	}
	for _, a := range c.Artists {
		if a.Account == "" || a.Edited || strings.Contains(a.Account, "@") {
			continue
		}
		var other int64
		var name, account string
		err := s.conn(ctx).QueryRow(ctx, linkedTwiceSQL, a.Account, a.ID).Scan(&other, &name, &account)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		case strings.EqualFold(links[other], account):
			return fmt.Errorf("%w: artist %d (%s): account %s is linked to artist %d (%s) by its email address already: keep one of the links",
				artwork.ErrInvalid, a.ID, a.Name, a.Account, other, name)
		}
	}
	return nil
}

// artworkArgs are the parameters of put_artwork.sql.
func artworkArgs(source string, a artwork.ArtworkEntry, artist artwork.ArtistEntry) []any {
	var price *int64
	var currency *string
	if a.Price != nil {
		price, currency = &a.Price.Amount, &a.Price.Currency
	}
	extra := []string{a.Medium, artist.Name}
	for _, t := range a.Attributes {
		extra = append(extra, t.Value)
	}
	return []any{
		a.ID, source, a.Slug, a.Title, artwork.SortKey(a.Title), a.Artist.ID, artist.Name, artist.Slug, artwork.SortKey(artist.SortName),
		a.Category, a.Year, a.Medium, a.Description, a.Editions.Size, a.Editions.Withheld, a.WithheldNumbers, price, currency, a.ChainID,
		a.DropID, notNil(a.CuratorIDs), postgres.NullTime(a.Sale.Starts), postgres.NullTime(a.Sale.Ends), a.PublishedAt, a.VisibleFrom,
		documents(a.Media), documents(a.Attributes), strings.Join(extra, " "), a.Words, a.Original, a.OriginalSum, !a.Draft, a.Edited,
	}
}

// writer sends statements in batches and counts what they changed.
type writer struct {
	ctx    context.Context
	store  *Store
	source string
	out    *artwork.Changes
	batch  pgx.Batch
	err    error
}

func (w *writer) put(sql string, args ...any) {
	w.batch.Queue(sql, args...)
	if w.batch.Len() >= batchSize {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.err != nil || w.batch.Len() == 0 {
		return
	}
	res := w.store.conn(w.ctx).SendBatch(w.ctx, &w.batch)
	for range w.batch.Len() {
		tag, err := res.Exec()
		if err != nil {
			w.err = err
			break
		}
		w.out.Written += int(tag.RowsAffected())
	}
	if err := res.Close(); w.err == nil {
		w.err = err
	}
	w.batch = pgx.Batch{}
}

func (w *writer) remove(sql string, keep any) {
	if w.err != nil {
		return
	}
	tag, err := w.store.conn(w.ctx).Exec(w.ctx, sql, w.source, keep)
	w.out.Removed += int(tag.RowsAffected())
	w.err = err
}

// document is JSON for one media file, NULL for none.
func document(m *artwork.Media) []byte {
	if m == nil {
		return nil
	}
	b, _ := json.Marshal(m) // strings and numbers only
	return b
}

// documents is JSON for a list, NULL for an empty one.
func documents[T any](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	b, _ := json.Marshal(list)
	return b
}

// notNil keeps an empty list from becoming NULL.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

const (
	// rules is the version of what words, keys and slugs are made by: letters.Words, letters.Slug and the function artwork_search. A higher number has
	// stored entries rewritten.
	rules = 1
	// rewriteSlice is the number of artworks that one transaction rewrites. Changes by staff wait for it.
	rewriteSlice = 500
	// contentSource is the source of content folders.
	contentSource = "content"
)

// Rewrite rewrites the next stored entries whose slugs, keys and search vectors an earlier release made by other rules. It returns false if there are
// none left. Replicas may call it at the same time; each continues where another one stopped. A step takes some hundred milliseconds, the last one as
// long as an import needs to rebuild suggestions.
func (s *Store) Rewrite(ctx context.Context, now time.Time) (more bool, err error) {
	if p, err := s.read().RewritePosition(ctx); err != nil || isRewritten(p) {
		return false, err
	}
	err = postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		p, err := s.queries(ctx).RewritePosition(ctx)
		if err != nil || isRewritten(p) {
			more = false
			return err
		}
		more, err = s.rewrite(ctx, p, now)
		return err
	})
	if err == nil {
		s.remembered.Forget()
	}
	return more, err
}

func isRewritten(p db.Rewritten) bool {
	return p.Version > rules || p.Version == rules && p.ArtworkID == nil
}

// rewrite does one step and stores the next position.
func (s *Store) rewrite(ctx context.Context, p db.Rewritten, now time.Time) (more bool, err error) {
	before := p.Entries
	if p.Version < rules {
		var first int64 = -1
		p = db.Rewritten{Version: rules, ArtworkID: &first}
		before = 0
		if p.Entries, err = s.rewriteNames(ctx); err != nil {
			return false, err
		}
	} else if err := s.rewriteArtworks(ctx, &p); err != nil {
		return false, err
	}
	if err := s.queries(ctx).SetRewritePosition(ctx, db.SetRewritePositionParams(p)); err != nil {
		return false, err
	}
	if p.ArtworkID != nil {
		if p.Entries > before {
			err = s.move(ctx)
		}
		return true, err
	}
	if p.Entries > 0 {
		err = s.announceRewrite(ctx, p.Entries, now)
	}
	return false, err
}

// announceRewrite rebuilds the suggestions and publishes that pages changed: they link to other slugs.
func (s *Store) announceRewrite(ctx context.Context, entries int64, now time.Time) error {
	if _, err := s.index(ctx, now, true); err != nil {
		return err
	}
	version, err := s.version(ctx)
	if err != nil {
		return err
	}
	sources, err := s.queries(ctx).Sources(ctx)
	if err != nil {
		return err
	}
	for _, source := range sources {
		if err := s.publisher.Publish(ctx, artwork.Imported{
			Source: source.Name, IDBase: source.IDBase, IDLast: source.IDLast, Changes: artwork.Changes{Written: int(entries)}, Version: version, At: now,
		}); err != nil {
			return err
		}
	}
	return s.move(ctx)
}

// rewriteNames rewrites all entries but artworks, and returns how many changed.
func (s *Store) rewriteNames(ctx context.Context) (changed int64, err error) {
	q := s.queries(ctx)
	rows, err := q.NamesToRewrite(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		slug, sortKey, nameKey := artwork.Slug(r.Name, r.ID), artwork.SortKey(r.SortName), ""
		if r.Kind == string(artwork.ArtistEntries) {
			nameKey = artwork.SortKey(r.Name)
		}
		if r.Slug == slug && r.SortKey == sortKey && r.NameKey == nameKey {
			continue
		}
		changed++
		switch artwork.EntryKind(r.Kind) {
		case artwork.ArtistEntries:
			err = q.RewriteArtist(ctx, db.RewriteArtistParams{ID: r.ID, Slug: slug, SortKey: sortKey, NameKey: nameKey})
		case artwork.CuratorEntries:
			err = q.RewriteCurator(ctx, db.RewriteCuratorParams{ID: r.ID, Slug: slug, SortKey: sortKey})
		case artwork.DropEntries:
			err = q.RewriteDrop(ctx, db.RewriteDropParams{ID: r.ID, Slug: slug, SortKey: sortKey})
		default:
			err = q.RewritePost(ctx, db.RewritePostParams{ID: r.ID, Slug: slug})
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// rewriteArtworks rewrites the artworks after a position, and moves it. It is nil after the last artwork.
func (s *Store) rewriteArtworks(ctx context.Context, p *db.Rewritten) error {
	rows, err := s.queries(ctx).ArtworksToRewrite(ctx, db.ArtworksToRewriteParams{After: *p.ArtworkID, MaxRows: rewriteSlice})
	if err != nil {
		return err
	}
	var next db.RewriteArtworksParams
	for _, w := range rows {
		// As each import and the studio write it.
		extra := w.Medium
		var attributes []artwork.Attribute
		if len(w.Attributes) > 0 {
			if err := json.Unmarshal(w.Attributes, &attributes); err != nil {
				return fmt.Errorf("attributes of artwork %d: %w", w.ID, err)
			}
		}
		if w.Source == contentSource || attributes != nil {
			extra = extraWords(w.Medium, w.ArtistName, attributes)
		}
		next.Ids, next.Extras = append(next.Ids, w.ID), append(next.Extras, extra)
		next.Slugs, next.Keys = append(next.Slugs, artwork.Slug(w.Title, w.ID)), append(next.Keys, artwork.SortKey(w.Title))
	}
	if len(rows) == 0 {
		p.ArtworkID = nil
		return nil
	}
	changed, err := s.queries(ctx).RewriteArtworks(ctx, next)
	p.Entries += changed
	p.ArtworkID = &rows[len(rows)-1].ID
	return err
}

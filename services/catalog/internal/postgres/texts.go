package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// edit changes the texts of an entry for staff: fn changes what read returns. If it changed, put stores the texts and publishes the events.
func edit[T comparable](ctx context.Context, s *Store, kind artwork.EntryKind, id int64, by artwork.Change, fn func(*T) error,
	read func(context.Context) (T, error), put func(ctx context.Context, before, after T) error,
) error {
	return s.staff(ctx, string(kind), id, by, func(ctx context.Context) (any, any, error) {
		before, err := read(ctx)
		if err != nil {
			return nil, nil, err
		}
		after := before
		if err = fn(&after); err == nil && before != after {
			err = put(ctx, before, after)
		}
		return before, after, err
	})
}

// found turns a missing row into ErrNotFound.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.ErrNotFound
	}
	return err
}

// UpdateDrop implements graph.Texter.
func (s *Store) UpdateDrop(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.DropText) error) error {
	read := func(ctx context.Context) (artwork.DropText, error) { return s.dropText(ctx, id) }
	return edit(ctx, s, artwork.DropEntries, id, by, fn, read, func(ctx context.Context, before, after artwork.DropText) error {
		if before.Published && !after.Published {
			if err := s.dropUnused(ctx, id, by.At); err != nil {
				return err
			}
		}
		slug := artwork.Slug(after.Title, id)
		err := s.queries(ctx).UpdateDropText(ctx, db.UpdateDropTextParams{
			ID: id, Slug: slug, Title: after.Title, SortKey: artwork.SortKey(after.Title), Summary: after.Summary, Body: after.Body, Published: after.Published,
		})
		if err == nil && (before.Title != after.Title || before.Published != after.Published) {
			err = s.renamed(ctx, by, after.Title, func() error { return s.queries(ctx).MarkArtworksOfDrops(ctx, []int64{id}) })
		}
		if err != nil || !before.Published && !after.Published {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.DropEntries, ID: id, Slug: slug, At: by.At})
	})
}

// dropUnused returns why a drop can't be unpublished, or nil.
func (s *Store) dropUnused(ctx context.Context, id int64, now time.Time) error {
	use, err := s.queries(ctx).DropInUse(ctx, db.DropInUseParams{ID: id, Now: now})
	if err != nil {
		return err
	}
	return artwork.DropUse{Sold: use.Sold, Published: use.Published, Live: use.Live}.Unpublish()
}

// renamed updates suggestions after an entry got another name, or was published or unpublished, and publishes the artworks that mark selects,
// because their pages show it.
func (s *Store) renamed(ctx context.Context, by artwork.Change, name string, mark func() error) error {
	since, err := s.version(ctx)
	if err == nil {
		err = mark()
	}
	if err == nil {
		_, err = s.list(ctx, since, by.At)
	}
	if err == nil {
		err = s.index(ctx, by.At, false)
	}
	if err != nil {
		return err
	}
	return s.addToVocabulary(ctx, name)
}

func (s *Store) dropText(ctx context.Context, id int64) (artwork.DropText, error) {
	t, err := s.queries(ctx).DropText(ctx, id)
	return artwork.DropText(t), found(err)
}

// UpdateArtist implements graph.Texter.
func (s *Store) UpdateArtist(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtistText) error) error {
	return s.updateArtist(ctx, id, by, nil, fn)
}

// updateArtist changes the texts of an artist, and the portrait unless it is nil.
func (s *Store) updateArtist(ctx context.Context, id int64, by artwork.Change, portrait *artwork.Media, fn func(*artwork.ArtistText) error) error {
	read := func(ctx context.Context) (artwork.ArtistText, error) { return s.artistText(ctx, id) }
	change := func(t *artwork.ArtistText) error {
		if portrait != nil {
			t.Portrait = artwork.PortraitName(portrait)
		}
		return fn(t)
	}
	err := edit(ctx, s, artwork.ArtistEntries, id, by, change, read, func(ctx context.Context, before, after artwork.ArtistText) error {
		return s.putArtistText(ctx, id, by, portrait, before, after)
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
		return fmt.Errorf("%w to another artist, who is published", artwork.ErrTaken)
	}
	return err
}

func (s *Store) putArtistText(ctx context.Context, id int64, by artwork.Change, portrait *artwork.Media, before, after artwork.ArtistText) error {
	if before.Published && !after.Published {
		if has, err := s.queries(ctx).ArtistHasArtworks(ctx, id); err != nil {
			return err
		} else if has {
			return artwork.ErrHasArtworks
		}
	}
	if before.Portrait != after.Portrait {
		if err := s.queries(ctx).UpdateArtistPortrait(ctx, db.UpdateArtistPortraitParams{ID: id, Portrait: document(portrait)}); err != nil {
			return err
		}
	}
	a, err := s.queries(ctx).UpdateArtistText(ctx, db.UpdateArtistTextParams{
		ID: id, Bio: after.Bio, Born: after.Born, Died: after.Died, Place: after.Place, Website: after.Website, Published: after.Published,
	})
	if err != nil {
		return err
	}
	// The page of an artwork shows the beginning of the biography.
	mark := func() error { return s.queries(ctx).MarkArtworksOfArtist(ctx, id) }
	if before.Published != after.Published {
		err = s.renamed(ctx, by, a.Name, mark)
	} else {
		var since int64
		if since, err = s.version(ctx); err == nil {
			err = mark()
		}
		if err == nil {
			_, err = s.list(ctx, since, by.At)
		}
	}
	if err != nil || !before.Published && !after.Published {
		return err
	}
	return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.ArtistEntries, ID: id, Slug: a.Slug, At: by.At})
}

// artistName returns the name of an artist, published or not.
func (s *Store) artistName(ctx context.Context, id int64) (string, error) {
	rows, err := s.queries(ctx).ArtistsByID(ctx, db.ArtistsByIDParams{Ids: []int64{id}, Drafts: true})
	if err == nil && len(rows) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	return rows[0].Name, nil
}

func (s *Store) artistText(ctx context.Context, id int64) (artwork.ArtistText, error) {
	t, err := s.queries(ctx).ArtistText(ctx, id)
	if err != nil {
		return artwork.ArtistText{}, found(err)
	}
	portrait, err := one(t.Portrait)
	return artwork.ArtistText{
		Bio: t.Bio, Born: t.Born, Died: t.Died, Place: t.Place, Website: t.Website, Portrait: artwork.PortraitName(portrait), Published: t.Published,
	}, err
}

// UpdateCurator implements graph.Texter.
func (s *Store) UpdateCurator(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.CuratorText) error) error {
	read := func(ctx context.Context) (artwork.CuratorText, error) { return s.curatorText(ctx, id) }
	return edit(ctx, s, artwork.CuratorEntries, id, by, fn, read, func(ctx context.Context, before, after artwork.CuratorText) error {
		slug := artwork.Slug(after.Name, id)
		err := s.queries(ctx).UpdateCuratorText(ctx, db.UpdateCuratorTextParams{
			ID: id, Slug: slug, Name: after.Name, SortKey: artwork.SortKey(after.Name), Role: after.Role, Bio: after.Bio, Published: after.Published,
		})
		if err == nil && (before.Name != after.Name || before.Published != after.Published) {
			err = s.renamed(ctx, by, after.Name, func() error { return s.queries(ctx).MarkArtworksOfCurator(ctx, id) })
		}
		if err != nil || !before.Published && !after.Published {
			return err
		}
		// Drops show their curator.
		drops, err := s.queries(ctx).DropsOfCurator(ctx, id)
		for _, d := range drops {
			if err == nil {
				err = s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.DropEntries, ID: d.ID, Slug: d.Slug, At: by.At})
			}
		}
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.CuratorEntries, ID: id, Slug: slug, At: by.At})
	})
}

func (s *Store) curatorText(ctx context.Context, id int64) (artwork.CuratorText, error) {
	t, err := s.queries(ctx).CuratorText(ctx, id)
	return artwork.CuratorText(t), found(err)
}

// UpdatePage implements graph.Texter. Other words are another version, which purchases refer to.
func (s *Store) UpdatePage(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PageText) error) error {
	var slug string
	read := func(ctx context.Context) (artwork.PageText, error) {
		var t artwork.PageText
		var err error
		slug, t, err = s.pageText(ctx, id)
		return t, err
	}
	return edit(ctx, s, artwork.PageEntries, id, by, fn, read, func(ctx context.Context, before, after artwork.PageText) error {
		if before.Published && !after.Published && artwork.NeededPage(slug) {
			return artwork.ErrNeeded
		}
		err := s.queries(ctx).UpdatePageText(ctx, db.UpdatePageTextParams{
			ID: id, Title: after.Title, Body: after.Body, Changed: before.Title != after.Title || before.Body != after.Body,
			Version: artwork.PageVersion(after.Title, after.Body), At: by.At, Published: after.Published,
		})
		if err != nil || !before.Published && !after.Published {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.PageEntries, ID: id, Slug: slug, At: by.At})
	})
}

func (s *Store) pageText(ctx context.Context, id int64) (slug string, t artwork.PageText, err error) {
	r, err := s.queries(ctx).PageText(ctx, id)
	return r.Slug, artwork.PageText{Title: r.Title, Body: r.Body, Published: r.Published}, found(err)
}

package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

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
func (s *Store) UpdateDrop(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.DropText) error) (artwork.Drop, error) {
	read := func(ctx context.Context) (artwork.DropText, error) { return s.dropText(ctx, id) }
	err := edit(ctx, s, artwork.DropEntries, id, by, fn, read, func(ctx context.Context, before, after artwork.DropText) error {
		slug := artwork.Slug(after.Title, id)
		err := s.queries(ctx).UpdateDropText(ctx, db.UpdateDropTextParams{
			ID: id, Slug: slug, Title: after.Title, SortKey: artwork.SortKey(after.Title), Summary: after.Summary, Body: after.Body,
		})
		if err == nil && before.Title != after.Title {
			err = s.renamed(ctx, by, after.Title, func() error { return s.queries(ctx).MarkArtworksOfDrops(ctx, []int64{id}) })
		}
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.DropEntries, ID: id, Slug: slug, At: by.At})
	})
	if err != nil {
		return artwork.Drop{}, err
	}
	list, err := s.DropsByID(ctx, []int64{id}, by.At)
	return list[id], err
}

// renamed updates suggestions after an entry got another name, and publishes the artworks that mark selects, because their pages show it.
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
	return s.learn(ctx, name)
}

func (s *Store) dropText(ctx context.Context, id int64) (artwork.DropText, error) {
	t, err := s.queries(ctx).DropText(ctx, id)
	return artwork.DropText(t), found(err)
}

// UpdateArtist implements graph.Texter.
func (s *Store) UpdateArtist(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtistText) error) (artwork.Artist, error) {
	if err := s.updateArtist(ctx, id, by, nil, fn); err != nil {
		return artwork.Artist{}, err
	}
	list, err := s.ArtistsByID(ctx, []int64{id})
	return list[id], err
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
	return edit(ctx, s, artwork.ArtistEntries, id, by, change, read, func(ctx context.Context, before, after artwork.ArtistText) error {
		if before.Portrait != after.Portrait {
			if err := s.queries(ctx).UpdateArtistPortrait(ctx, db.UpdateArtistPortraitParams{ID: id, Portrait: document(portrait)}); err != nil {
				return err
			}
		}
		slug, err := s.queries(ctx).UpdateArtistText(ctx, db.UpdateArtistTextParams{
			ID: id, Bio: after.Bio, Born: after.Born, Died: after.Died, Place: after.Place, Website: after.Website,
		})
		if err != nil {
			return err
		}
		// The page of an artwork shows the beginning of the biography.
		since, err := s.version(ctx)
		if err == nil {
			err = s.queries(ctx).MarkArtworksOfArtist(ctx, id)
		}
		if err == nil {
			_, err = s.list(ctx, since, by.At)
		}
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.ArtistEntries, ID: id, Slug: slug, At: by.At})
	})
}

func (s *Store) artistText(ctx context.Context, id int64) (artwork.ArtistText, error) {
	t, err := s.queries(ctx).ArtistText(ctx, id)
	if err != nil {
		return artwork.ArtistText{}, found(err)
	}
	portrait, err := one(t.Portrait)
	return artwork.ArtistText{
		Bio: t.Bio, Born: t.Born, Died: t.Died, Place: t.Place, Website: t.Website, Portrait: artwork.PortraitName(portrait),
	}, err
}

// UpdateCurator implements graph.Texter.
func (s *Store) UpdateCurator(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.CuratorText) error) (artwork.Curator, error) {
	read := func(ctx context.Context) (artwork.CuratorText, error) { return s.curatorText(ctx, id) }
	err := edit(ctx, s, artwork.CuratorEntries, id, by, fn, read, func(ctx context.Context, before, after artwork.CuratorText) error {
		slug := artwork.Slug(after.Name, id)
		err := s.queries(ctx).UpdateCuratorText(ctx, db.UpdateCuratorTextParams{
			ID: id, Slug: slug, Name: after.Name, SortKey: artwork.SortKey(after.Name), Role: after.Role, Bio: after.Bio,
		})
		if err == nil && before.Name != after.Name {
			err = s.renamed(ctx, by, after.Name, func() error { return s.queries(ctx).MarkArtworksOfCurator(ctx, id) })
		}
		if err != nil {
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
	if err != nil {
		return artwork.Curator{}, err
	}
	list, err := s.CuratorsByID(ctx, []int64{id})
	return list[id], err
}

func (s *Store) curatorText(ctx context.Context, id int64) (artwork.CuratorText, error) {
	t, err := s.queries(ctx).CuratorText(ctx, id)
	return artwork.CuratorText(t), found(err)
}

// UpdatePage implements graph.Texter. Other words are another version, which purchases refer to.
func (s *Store) UpdatePage(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PageText) error) (artwork.Page, error) {
	slug := ""
	read := func(ctx context.Context) (artwork.PageText, error) { return s.pageText(ctx, id) }
	err := edit(ctx, s, artwork.PageEntries, id, by, fn, read, func(ctx context.Context, _, after artwork.PageText) error {
		var err error
		slug, err = s.queries(ctx).UpdatePageText(ctx, db.UpdatePageTextParams{
			ID: id, Title: after.Title, Body: after.Body, Version: artwork.PageVersion(after.Title, after.Body), At: by.At,
		})
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.PageEntries, ID: id, Slug: slug, At: by.At})
	})
	if err != nil {
		return artwork.Page{}, err
	}
	if slug == "" { // nothing changed
		e, err := s.Entry(ctx, artwork.PageEntries, id, by.At)
		if err != nil {
			return artwork.Page{}, err
		}
		slug = e.Slug
	}
	return s.Page(ctx, slug)
}

func (s *Store) pageText(ctx context.Context, id int64) (artwork.PageText, error) {
	t, err := s.queries(ctx).PageText(ctx, id)
	return artwork.PageText(t), found(err)
}

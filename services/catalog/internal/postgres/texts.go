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

// entry is an entry whose texts of type T are changed.
type entry[T comparable] struct {
	kind artwork.EntryKind
	id   int64
	read func(context.Context) (T, error)
	// decide reads what a change depends on, and lets the core decide it.
	decide func(ctx context.Context, before, after T) (artwork.Effect, error)
	put    func(ctx context.Context, before, after T, e artwork.Effect) error
	// mark marks the artworks that show the entry as changed; nil if none does.
	mark func(context.Context) error
}

// edit changes the texts of an entry for staff: fn changes what is stored.
func edit[T comparable](ctx context.Context, s *Store, e entry[T], by artwork.Change, fn func(*T) error) error {
	return s.staff(ctx, string(e.kind), e.id, by, func(ctx context.Context) (any, any, error) {
		before, err := e.read(ctx)
		if err != nil {
			return nil, nil, err
		}
		after := before
		if err := fn(&after); err != nil || before == after {
			return before, after, err
		}
		effect, err := e.decide(ctx, before, after)
		if err == nil {
			err = e.put(ctx, before, after, effect)
		}
		if err == nil {
			err = s.apply(ctx, effect, e.mark, by.At)
		}
		return before, after, err
	})
}

// apply updates what else shows a changed entry, and publishes the events.
func (s *Store) apply(ctx context.Context, e artwork.Effect, mark func(context.Context) error, now time.Time) error {
	if e.Artworks {
		since, err := s.version(ctx)
		if err == nil {
			err = mark(ctx)
		}
		if err == nil {
			_, err = s.list(ctx, since, now)
		}
		if err != nil {
			return err
		}
	}
	if e.Name != "" {
		if err := s.reindex(ctx, now); err != nil {
			return err
		}
		if err := s.addToVocabulary(ctx, e.Name); err != nil {
			return err
		}
	}
	return s.publish(ctx, e.Events)
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
	return edit(ctx, s, entry[artwork.DropText]{
		kind: artwork.DropEntries, id: id,
		read: func(ctx context.Context) (artwork.DropText, error) { return s.dropText(ctx, id) },
		decide: func(ctx context.Context, before, after artwork.DropText) (artwork.Effect, error) {
			use, err := s.queries(ctx).DropInUse(ctx, db.DropInUseParams{ID: id, Now: by.At})
			if err != nil {
				return artwork.Effect{}, err
			}
			return artwork.EditDrop(id, before, after, artwork.DropUse{Sold: use.Sold, Published: use.Published, Live: use.Live}, by.At)
		},
		put: func(ctx context.Context, _, t artwork.DropText, e artwork.Effect) error {
			return s.queries(ctx).UpdateDropText(ctx, db.UpdateDropTextParams{
				ID: id, Slug: e.Slug, Title: t.Title, SortKey: artwork.SortKey(t.Title), Summary: t.Summary, Body: t.Body, Works: t.Works,
				Published: t.Published,
			})
		},
		mark: func(ctx context.Context) error { return s.queries(ctx).MarkArtworksOfDrops(ctx, []int64{id}) },
	}, by, fn)
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
	err := edit(ctx, s, entry[artwork.ArtistText]{
		kind: artwork.ArtistEntries, id: id,
		read: func(ctx context.Context) (artwork.ArtistText, error) { return s.artistText(ctx, id) },
		decide: func(ctx context.Context, before, after artwork.ArtistText) (artwork.Effect, error) {
			use, err := s.queries(ctx).ArtistInUse(ctx, id)
			if err != nil {
				return artwork.Effect{}, err
			}
			return artwork.EditArtist(id, before, after, artwork.ArtistUse(use), by.At)
		},
		put: func(ctx context.Context, before, t artwork.ArtistText, _ artwork.Effect) error {
			if before.Portrait != t.Portrait {
				if err := s.queries(ctx).UpdateArtistPortrait(ctx, db.UpdateArtistPortraitParams{ID: id, Portrait: document(portrait)}); err != nil {
					return err
				}
			}
			return s.queries(ctx).UpdateArtistText(ctx, db.UpdateArtistTextParams{
				ID: id, Bio: t.Bio, Born: t.Born, Died: t.Died, Place: t.Place, Website: t.Website, Published: t.Published,
			})
		},
		mark: func(ctx context.Context) error { return s.queries(ctx).MarkArtworksOfArtist(ctx, id) },
	}, by, func(t *artwork.ArtistText) error {
		if portrait != nil {
			t.Portrait = artwork.PortraitName(portrait)
		}
		return fn(t)
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
		return fmt.Errorf("%w to another artist, who is published", artwork.ErrTaken)
	}
	return err
}

// artistName returns the name of an artist, published or not.
func (s *Store) artistName(ctx context.Context, id int64) (string, error) {
	a, err := s.queries(ctx).ArtistInUse(ctx, id)
	return a.Name, found(err)
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
	return edit(ctx, s, entry[artwork.CuratorText]{
		kind: artwork.CuratorEntries, id: id,
		read: func(ctx context.Context) (artwork.CuratorText, error) { return s.curatorText(ctx, id) },
		decide: func(ctx context.Context, before, after artwork.CuratorText) (artwork.Effect, error) {
			rows, err := s.queries(ctx).DropsOfCurator(ctx, id)
			drops := make([]artwork.EntryRef, len(rows))
			for i, r := range rows {
				drops[i] = artwork.EntryRef(r)
			}
			return artwork.EditCurator(id, before, after, drops, by.At), err
		},
		put: func(ctx context.Context, _, t artwork.CuratorText, e artwork.Effect) error {
			return s.queries(ctx).UpdateCuratorText(ctx, db.UpdateCuratorTextParams{
				ID: id, Slug: e.Slug, Name: t.Name, SortKey: artwork.SortKey(t.Name), Role: t.Role, Bio: t.Bio, Published: t.Published,
			})
		},
		mark: func(ctx context.Context) error { return s.queries(ctx).MarkArtworksOfCurator(ctx, id) },
	}, by, fn)
}

func (s *Store) curatorText(ctx context.Context, id int64) (artwork.CuratorText, error) {
	t, err := s.queries(ctx).CuratorText(ctx, id)
	return artwork.CuratorText(t), found(err)
}

// UpdatePage implements graph.Texter.
func (s *Store) UpdatePage(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PageText) error) error {
	page := artwork.EntryRef{ID: id}
	return edit(ctx, s, entry[artwork.PageText]{
		kind: artwork.PageEntries, id: id,
		read: func(ctx context.Context) (t artwork.PageText, err error) {
			page.Slug, t, err = s.pageText(ctx, id)
			return t, err
		},
		decide: func(_ context.Context, before, after artwork.PageText) (artwork.Effect, error) {
			return artwork.EditPage(page, before, after, by.At)
		},
		put: func(ctx context.Context, _, t artwork.PageText, e artwork.Effect) error {
			return s.queries(ctx).UpdatePageText(ctx, db.UpdatePageTextParams{
				ID: id, Title: t.Title, Body: t.Body, Changed: e.Version != "", Version: e.Version, At: by.At, Published: t.Published,
			})
		},
	}, by, fn)
}

func (s *Store) pageText(ctx context.Context, id int64) (slug string, t artwork.PageText, err error) {
	r, err := s.queries(ctx).PageText(ctx, id)
	return r.Slug, artwork.PageText{Title: r.Title, Body: r.Body, Published: r.Published}, found(err)
}

// UpdatePost implements graph.Editor.
func (s *Store) UpdatePost(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PostText) error) error {
	return edit(ctx, s, entry[artwork.PostText]{
		kind: artwork.PostEntries, id: id,
		read: func(ctx context.Context) (artwork.PostText, error) { return s.postText(ctx, id) },
		decide: func(_ context.Context, before, after artwork.PostText) (artwork.Effect, error) {
			return artwork.EditPost(id, before, after, by.At), nil
		},
		put: func(ctx context.Context, _, t artwork.PostText, e artwork.Effect) error {
			return s.queries(ctx).UpdatePostText(ctx, db.UpdatePostTextParams{
				ID: id, Slug: e.Slug, Title: t.Title, Summary: t.Summary, Body: t.Body, Category: t.Category, Published: t.Published,
			})
		},
	}, by, fn)
}

func (s *Store) postText(ctx context.Context, id int64) (artwork.PostText, error) {
	p, err := s.queries(ctx).Post(ctx, id)
	return artwork.PostText{Title: p.Title, Summary: p.Summary, Body: p.Body, Category: p.Category, Published: p.Published}, found(err)
}

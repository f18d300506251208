package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// index rebuilds suggestions inside the transaction of ctx: those of everything but artworks and, if words is set, the
// vocabulary. It returns whether suggestions changed.
func (s *Store) index(ctx context.Context, now time.Time, words bool) (changed bool, err error) {
	q := s.queries(ctx)
	rows, err := q.SuggestionSources(ctx, now)
	if err != nil {
		return false, err
	}
	all := suggestible{PutSuggestionsParams: db.PutSuggestionsParams{
		Kinds: []string{}, Ids: []int64{}, Slugs: []string{}, Titles: []string{}, Keys: []string{}, Works: []int{}, Visible: []time.Time{},
	}}
	for _, r := range rows {
		all.add(search.Suggestion{Kind: search.SuggestionKind(r.Kind), ID: r.ID, Slug: r.Slug, Title: r.Name, Works: r.Works}, r.VisibleFrom)
	}
	removed, err := q.RemoveSuggestions(ctx, db.RemoveSuggestionsParams{Kinds: all.Kinds, Slugs: all.Slugs})
	if err != nil {
		return false, err
	}
	put, err := q.PutSuggestions(ctx, all.PutSuggestionsParams)
	if err == nil && words {
		err = q.RebuildWords(ctx)
	}
	return removed+put > 0, err
}

// reindex rebuilds suggestions after a change by staff. Those of a large catalog are rebuilt by CountFacets, because that reads all artworks.
func (s *Store) reindex(ctx context.Context, now time.Time) error {
	large, err := s.queries(ctx).Large(ctx, s.MaxExact)
	if err == nil && !large {
		_, err = s.index(ctx, now, false)
	}
	return err
}

// suggestible are rows of suggestions, by column.
type suggestible struct {
	db.PutSuggestionsParams

	techniques map[string]int // row by folded words
}

func (r *suggestible) add(c search.Suggestion, visible time.Time) {
	c.Key = artwork.SortKey(c.Title)
	if c.Kind == search.SuggestTechnique {
		var ok bool
		if c.Title, c.Slug, ok = search.Technique(c.Title); !ok {
			return
		}
		c.Key = artwork.SortKey(c.Slug)
		if row, known := r.techniques[c.Key]; known { // the same word with another spelling or ending
			r.Works[row] += c.Works
			return
		}
		if r.techniques == nil {
			r.techniques = map[string]int{}
		}
		r.techniques[c.Key] = len(r.Kinds)
	}
	if c.Key == "" {
		return
	}
	r.Kinds, r.Slugs, r.Titles, r.Keys = append(r.Kinds, string(c.Kind)), append(r.Slugs, c.Slug), append(r.Titles, c.Title), append(r.Keys, c.Key)
	r.Ids, r.Works, r.Visible = append(r.Ids, c.ID), append(r.Works, c.Works), append(r.Visible, visible)
}

// addToVocabulary adds the words of a text to the vocabulary.
func (s *Store) addToVocabulary(ctx context.Context, text string) error {
	return s.queries(ctx).AddWords(ctx, artwork.SortKey(text))
}

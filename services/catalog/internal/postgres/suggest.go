package postgres

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// beyond sorts after every character that can continue a word, in the byte order of the indexes.
const beyond = "\U0010ffff"

// suggestionWidth is the approximate width of a suggestion's picture.
const suggestionWidth = 160

// Suggest implements graph.Suggesting. It costs two small queries, a third with images and a fourth for a text that only corrections
// of known words find.
func (s *Store) Suggest(ctx context.Context, text search.Typed, first int, images bool, now time.Time) ([]search.Suggestion, error) {
	if text.Key == "" {
		return nil, nil
	}
	words, err := s.typed(ctx, text.Words)
	if err != nil {
		return nil, err
	}
	var candidates []search.Suggestion
	for _, corrected := range []bool{false, true} {
		query, found := tsquery(words, corrected)
		if !found {
			return nil, nil
		}
		if candidates, err = s.candidates(ctx, text.Key, query, now); err != nil {
			return nil, err
		}
		if len(candidates) > 0 || !slices.ContainsFunc(words, typedWord.mayBeMisspelt) {
			break
		}
	}
	for i, w := range words {
		text.Alternatives = append(text.Alternatives, append([]string{text.Words[i]}, w.similar...))
	}
	best := search.Rank(text, candidates, first)
	if images {
		err = s.addPictures(ctx, best)
	}
	return best, err
}

func (s *Store) candidates(ctx context.Context, key string, query *string, now time.Time) ([]search.Suggestion, error) {
	rows, err := s.read().SuggestionCandidates(ctx, db.SuggestionCandidatesParams{FirstKey: key, BeyondKey: key + beyond, Query: query, Now: now})
	return converted(rows, err, func(r db.SuggestionCandidatesRow) (search.Suggestion, error) {
		return search.Suggestion{Kind: search.SuggestionKind(r.Kind), ID: r.ID, Slug: r.Slug, Title: r.Title, Key: r.TitleKey, Works: r.Works}, nil
	})
}

// typedWord is the vocabulary's information about a word.
type typedWord struct {
	word     string
	last     bool // still being typed
	known    bool
	entries  int64    // with words that begin like it
	frequent []string // the most frequent of those words
	similar  []string // words it may be meant to be, unless it is known
}

// mayBeMisspelt reports whether a word may be misspelt although some words begin like it.
func (w typedWord) mayBeMisspelt() bool { return w.entries > 0 && len(w.similar) > 0 }

// many is the number of entries that makes it too slow to look up every word with the same beginning.
const many = 2000

// tsquery finds entries with all words. A word that no known word begins like is replaced by words that resemble it; corrected does that in any
// case. tsquery is nil for no words. found is false if nothing can match.
func tsquery(words []typedWord, corrected bool) (query *string, found bool) {
	var all []string
	for _, w := range words {
		var either []string
		switch {
		case w.known && (!w.last || w.entries > many):
			either = append(either, quoted(w.word))
		case w.entries > many:
			for _, f := range w.frequent {
				either = append(either, quoted(f))
			}
		case w.entries > 0:
			either = append(either, quoted(w.word)+":*")
		}
		if w.entries == 0 || corrected {
			for _, s := range w.similar {
				either = append(either, quoted(s))
			}
		}
		if len(either) == 0 {
			return nil, false
		}
		all = append(all, "("+strings.Join(either, " | ")+")")
	}
	if all == nil {
		return nil, true
	}
	text := strings.Join(all, " & ")
	return &text, true
}

// quoted returns a word as part of a tsquery. Words consist of letters and digits.
func quoted(word string) string { return "'" + word + "'" }

// typed looks words up in the vocabulary.
func (s *Store) typed(ctx context.Context, words []string) ([]typedWord, error) {
	if len(words) == 0 {
		return nil, nil
	}
	ends := make([]string, len(words))
	var variants []string
	for i, w := range words {
		ends[i] = w + beyond
		variants = append(variants, search.Transpositions(w)...)
	}
	rows, err := s.read().TypedWords(ctx, db.TypedWordsParams{Words: words, Beyond: ends, Variants: notNil(variants)})
	if err != nil {
		return nil, err
	}
	out := make([]typedWord, len(rows))
	for i, r := range rows {
		out[i] = typedWord{word: words[i], last: i == len(rows)-1, known: r.Known, entries: r.Entries, frequent: r.Frequent}
		if !r.Known {
			out[i].similar = search.Corrections(words[i], append(r.Swapped, r.Similar...))
		}
	}
	return out, nil
}

// addPictures fills in the pictures of suggestions.
func (s *Store) addPictures(ctx context.Context, list []search.Suggestion) error {
	ids := map[search.SuggestionKind][]int64{}
	for _, c := range list {
		ids[c.Kind] = append(ids[c.Kind], c.ID)
	}
	rows, err := s.read().SuggestionMedia(ctx, db.SuggestionMediaParams{
		Artworks: ids[search.SuggestArtwork], Artists: ids[search.SuggestArtist], Drops: ids[search.SuggestDrop], Posts: ids[search.SuggestPost],
	})
	if err != nil {
		return err
	}
	type entry struct {
		kind search.SuggestionKind
		id   int64
	}
	images := map[entry]string{}
	for _, r := range rows {
		m, err := one(r.Media)
		if err != nil {
			return err
		}
		if m != nil {
			images[entry{search.SuggestionKind(r.Kind), r.ID}] = artwork.PictureOfWidth([]artwork.Media{*m}, suggestionWidth)
		}
	}
	for i, c := range list {
		list[i].Image = images[entry{c.Kind, c.ID}]
	}
	return nil
}

// index rebuilds suggestions inside the transaction of ctx: those of everything but artworks and, if words is set, the
// vocabulary.
func (s *Store) index(ctx context.Context, now time.Time, words bool) error {
	q := s.queries(ctx)
	rows, err := q.SuggestionSources(ctx, now)
	if err != nil {
		return err
	}
	all := suggestible{PutSuggestionsParams: db.PutSuggestionsParams{
		Kinds: []string{}, Ids: []int64{}, Slugs: []string{}, Titles: []string{}, Keys: []string{}, Works: []int{}, Visible: []time.Time{},
	}}
	for _, r := range rows {
		all.add(search.Suggestion{Kind: search.SuggestionKind(r.Kind), ID: r.ID, Slug: r.Slug, Title: r.Name, Works: r.Works}, r.VisibleFrom)
	}
	if err := q.RemoveSuggestions(ctx, db.RemoveSuggestionsParams{Kinds: all.Kinds, Slugs: all.Slugs}); err != nil {
		return err
	}
	if err := q.PutSuggestions(ctx, all.PutSuggestionsParams); err != nil || !words {
		return err
	}
	return q.RebuildWords(ctx)
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

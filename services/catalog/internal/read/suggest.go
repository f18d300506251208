package read

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// beyond sorts after every character that can continue a word, in the byte order of the indexes.
const beyond = "\U0010ffff"

// suggestionWidth is the approximate width of a suggestion's picture.
const suggestionWidth = 160

// Suggest returns the best entries for a typed text, at most first; their images only if requested. It costs two small queries, a third with images
// and a fourth for a text that only corrections of known words find.
func (r *Reader) Suggest(ctx context.Context, typed search.Typed, first int, images bool, now time.Time) ([]*gen.Suggestion, error) {
	best, err := r.suggested(ctx, typed, first, now)
	if err == nil && images {
		err = r.addPictures(ctx, best)
	}
	if err != nil {
		return nil, err
	}
	out := make([]*gen.Suggestion, len(best))
	for i, s := range best {
		out[i] = &gen.Suggestion{Kind: gen.SuggestionKind(s.Kind), Title: s.Title, Slug: s.Slug, Image: text(s.Image)}
	}
	return out, nil
}

func (r *Reader) suggested(ctx context.Context, typed search.Typed, first int, now time.Time) ([]search.Suggestion, error) {
	if typed.Key == "" {
		return nil, nil
	}
	words, err := r.typed(ctx, typed.Words)
	if err != nil {
		return nil, err
	}
	var candidates []search.Suggestion
	for _, corrected := range []bool{false, true} {
		query, found := tsquery(words, corrected)
		if !found {
			return nil, nil
		}
		if candidates, err = r.candidates(ctx, typed.Key, query, now); err != nil {
			return nil, err
		}
		if len(candidates) > 0 || !slices.ContainsFunc(words, typedWord.mayBeMisspelt) {
			break
		}
	}
	for i, w := range words {
		typed.Alternatives = append(typed.Alternatives, append([]string{typed.Words[i]}, w.similar...))
	}
	return search.Rank(typed, candidates, first), nil
}

func (r *Reader) candidates(ctx context.Context, key string, query *string, now time.Time) ([]search.Suggestion, error) {
	rows, err := r.queries().SuggestionCandidates(ctx, db.SuggestionCandidatesParams{FirstKey: key, BeyondKey: key + beyond, Query: query, Now: now})
	return converted(rows, err, func(r *db.SuggestionCandidatesRow) (search.Suggestion, error) {
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
func (r *Reader) typed(ctx context.Context, words []string) ([]typedWord, error) {
	if len(words) == 0 {
		return nil, nil
	}
	ends := make([]string, len(words))
	var variants []string
	for i, w := range words {
		ends[i] = w + beyond
		variants = append(variants, search.Transpositions(w)...)
	}
	rows, err := r.queries().TypedWords(ctx, db.TypedWordsParams{Words: words, Beyond: ends, Variants: notNil(variants)})
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
func (r *Reader) addPictures(ctx context.Context, list []search.Suggestion) error {
	ids := map[search.SuggestionKind][]int64{}
	for _, c := range list {
		ids[c.Kind] = append(ids[c.Kind], c.ID)
	}
	rows, err := r.queries().SuggestionMedia(ctx, db.SuggestionMediaParams{
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
		address, err := pictureOfWidth(r.ID, r.Media, suggestionWidth)
		if err != nil {
			return err
		}
		images[entry{search.SuggestionKind(r.Kind), r.ID}] = address
	}
	for i, c := range list {
		list[i].Image = images[entry{c.Kind, c.ID}]
	}
	return nil
}

package postgres

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// beyond follows every character that a word can go on with, in the byte order of the indexes.
const beyond = "\U0010ffff"

// suggestionWidth is about how wide the picture of a suggestion is.
const suggestionWidth = 160

// Suggest implements graph.Suggesting. It costs two small queries, a third with images and a fourth for a text that only corrections
// of known words find.
func (s *Store) Suggest(ctx context.Context, text artwork.Typed, first int, images bool, now time.Time) ([]artwork.Suggestion, error) {
	if text.Key == "" {
		return nil, nil
	}
	words, err := s.typed(ctx, text.Words)
	if err != nil {
		return nil, err
	}
	var candidates []artwork.Suggestion
	for _, corrected := range []bool{false, true} {
		query, found := tsquery(words, corrected)
		if !found {
			return nil, nil
		}
		if candidates, err = s.candidates(ctx, text.Key, query, now); err != nil {
			return nil, err
		}
		if len(candidates) > 0 || !slices.ContainsFunc(words, typedWord.mistakable) {
			break
		}
	}
	for i, w := range words {
		text.Alternatives = append(text.Alternatives, append([]string{text.Words[i]}, w.similar...))
	}
	best := artwork.RankSuggestions(text, candidates, first)
	if images {
		err = s.illustrate(ctx, best)
	}
	return best, err
}

func (s *Store) candidates(ctx context.Context, key string, query *string, now time.Time) ([]artwork.Suggestion, error) {
	rows, err := s.pool.Query(ctx, suggestSQL, key, key+beyond, query, now)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c artwork.Suggestion, err error) {
		err = row.Scan(&c.Kind, &c.ID, &c.Slug, &c.Title, &c.Key, &c.Works)
		return c, err
	})
}

// typedWord is what the vocabulary knows of a word.
type typedWord struct {
	word     string
	last     bool // still being typed
	known    bool
	entries  int64    // with words that begin like it
	frequent []string // the most frequent of those words
	similar  []string // words it may be meant to be, unless it is known
}

// mistakable reports whether a word may be misspelt although some words begin like it.
func (w typedWord) mistakable() bool { return w.entries > 0 && len(w.similar) > 0 }

// many is how many entries make it too slow to look up every word that begins alike.
const many = 2000

// tsquery finds what has all words or, where no known word begins like one, words that resemble it. corrected adds those in any
// case. It is nil for no words. found is false if nothing can match.
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

// quoted is a word as a tsquery holds it. Words consist of letters and digits.
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
		variants = append(variants, artwork.Swaps(w)...)
	}
	var b pgx.Batch
	b.Queue(suggestSwappedSQL, notNil(variants))
	b.Queue(suggestWordsSQL, words, ends)
	res := s.pool.SendBatch(ctx, &b)
	defer func() { _ = res.Close() }()
	rows, err := res.Query()
	if err != nil {
		return nil, err
	}
	swapped, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	if rows, err = res.Query(); err != nil {
		return nil, err
	}
	var out []typedWord
	_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		w := typedWord{word: words[len(out)], last: len(out) == len(words)-1}
		var similar []string
		err := row.Scan(&w.known, &w.entries, &w.frequent, &similar)
		if !w.known {
			w.similar = artwork.Corrections(w.word, append(slices.Clone(swapped), similar...))
		}
		out = append(out, w)
		return struct{}{}, err
	})
	return out, err
}

// illustrate fills in the pictures of suggestions.
func (s *Store) illustrate(ctx context.Context, list []artwork.Suggestion) error {
	ids := map[artwork.SuggestionKind][]int64{}
	for _, c := range list {
		ids[c.Kind] = append(ids[c.Kind], c.ID)
	}
	rows, err := s.pool.Query(ctx, suggestMediaSQL, ids[artwork.SuggestArtwork], ids[artwork.SuggestArtist], ids[artwork.SuggestDrop], ids[artwork.SuggestPost])
	if err != nil {
		return err
	}
	defer rows.Close()
	type entry struct {
		kind artwork.SuggestionKind
		id   int64
	}
	images := map[entry]string{}
	for rows.Next() {
		var e entry
		var raw []byte
		if err := rows.Scan(&e.kind, &e.id, &raw); err != nil {
			return err
		}
		m, err := one(raw)
		if err != nil {
			return err
		}
		if m != nil {
			images[e] = artwork.PictureNear([]artwork.Media{*m}, suggestionWidth)
		}
	}
	for i, c := range list {
		list[i].Image = images[entry{c.Kind, c.ID}]
	}
	return rows.Err()
}

// index rebuilds what suggestions are made of, inside of the transaction of ctx: everything but artworks and, if words is set, the
// vocabulary.
func (s *Store) index(ctx context.Context, now time.Time, words bool) error {
	rows, err := s.conn(ctx).Query(ctx, suggestSourcesSQL, now)
	if err != nil {
		return err
	}
	var all suggestible
	_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		var c artwork.Suggestion
		var visible pgtype.Timestamptz
		err := row.Scan(&c.Kind, &c.ID, &c.Slug, &c.Title, &c.Works, &visible)
		if err == nil {
			all.add(c, visible)
		}
		return struct{}{}, err
	})
	if err != nil {
		return err
	}
	var b pgx.Batch
	b.Queue(suggestRemoveSQL, notNil(all.kinds), notNil(all.slugs))
	b.Queue(suggestPutSQL, notNil(all.kinds), notNil(all.ids), notNil(all.slugs), notNil(all.titles), notNil(all.keys), notNil(all.works), notNil(all.visible))
	if words {
		b.Queue(wordsPutSQL)
	}
	return s.conn(ctx).SendBatch(ctx, &b).Close()
}

// suggestible are rows of suggestions, by column.
type suggestible struct {
	kinds, slugs, titles, keys []string
	ids                        []int64
	works                      []int
	visible                    []pgtype.Timestamptz
	techniques                 map[string]int // row by folded words
}

func (r *suggestible) add(c artwork.Suggestion, visible pgtype.Timestamptz) {
	c.Key = artwork.SortKey(c.Title)
	if c.Kind == artwork.SuggestTechnique {
		var ok bool
		if c.Title, c.Slug, ok = artwork.Technique(c.Title); !ok {
			return
		}
		c.Key = artwork.SortKey(c.Slug)
		if row, known := r.techniques[c.Key]; known { // spelt otherwise, or with another ending
			r.works[row] += c.Works
			return
		}
		if r.techniques == nil {
			r.techniques = map[string]int{}
		}
		r.techniques[c.Key] = len(r.kinds)
	}
	if c.Key == "" {
		return
	}
	r.kinds, r.slugs, r.titles, r.keys = append(r.kinds, string(c.Kind)), append(r.slugs, c.Slug), append(r.titles, c.Title), append(r.keys, c.Key)
	r.ids, r.works, r.visible = append(r.ids, c.ID), append(r.works, c.Works), append(r.visible, visible)
}

// learn adds the words of a text to the vocabulary.
func (s *Store) learn(ctx context.Context, text string) error {
	_, err := s.conn(ctx).Exec(ctx, wordsAddSQL, artwork.SortKey(text))
	return err
}

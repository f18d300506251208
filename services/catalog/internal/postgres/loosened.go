package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// looseBudget is the default of Store.LooseBudget.
const looseBudget = 500 * time.Millisecond

// loosened returns a page of a loosened search and, if counted, the total. It costs a lookup in the vocabulary,
// which is cached, and a query that reads only indexes. If a word resembles nothing, it returns before that query.
func (s *Store) loosened(ctx context.Context, q search.List, counted bool, now time.Time) (works []artwork.Artwork, total search.Total, err error) {
	similar, ok, err := s.similar(ctx, q.Filter.Search)
	if err != nil || !ok {
		return []artwork.Artwork{}, search.Total{}, err
	}
	bounds, err := s.bounds(ctx)
	if err != nil {
		return nil, search.Total{}, err
	}
	err = pgx.BeginFunc(ctx, s.lists, func(tx pgx.Tx) error {
		var b pgx.Batch
		b.Queue("SELECT set_config('statement_timeout', $1, true)", strconv.FormatInt(s.LooseBudget.Milliseconds(), 10))
		if q.Page > 0 {
			sql, args := looseList(q, similar, now, bounds.most)
			b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
				var found int
				works, err = scanWorks(rows, q.Fields, &found)
				total = bounds.total(found)
				return err
			})
		}
		if counted && q.Page != 1 { // a page after the last one has no row with the total
			sql, args := totalSQL(q.Filter, similar, now, bounds)
			b.Queue(sql, args...).QueryRow(func(row pgx.Row) (err error) {
				total, err = bounds.scanTotal(row)
				return err
			})
		}
		return tx.SendBatch(ctx, &b).Close()
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "57014" { // query_canceled: the time is used up
		return []artwork.Artwork{}, search.Total{}, nil
	}
	return works, total, err
}

// similar returns a tsquery for each word of a search: words that begin like it or, if there are none, words that resemble it. It
// returns false if nothing can match.
func (s *Store) similar(ctx context.Context, text string) (queries []string, ok bool, err error) {
	words := search.Words(text)
	if len(words) == 0 {
		return nil, false, nil
	}
	known, err := s.vocabulary.lookup(ctx, words, s.typed)
	if err != nil {
		return nil, false, err
	}
	for _, word := range words {
		w, found := known[word]
		var either []string
		switch {
		case !found && len(words) > 1: // a single character, beside words that narrow the search
			either = []string{quoted(word) + ":*"}
		case !found:
			either = []string{quoted(word)}
		case w.entries > 0:
			either = []string{quoted(word) + ":*"}
		default:
			for _, c := range w.similar {
				either = append(either, quoted(c))
			}
			if len(words) > 1 { // beside other words, it may be a word of a description
				either = append(either, quoted(word))
			}
		}
		if len(either) == 0 {
			return nil, false, nil
		}
		queries = append(queries, strings.Join(either, " | "))
	}
	return queries, true, nil
}

const (
	// vocabularyAge is how long lookups are cached. For that time, a search misses the words of new artworks.
	vocabularyAge = 30 * time.Second
	// vocabularySize limits the memory of the cache to some megabytes.
	vocabularySize = 4096
)

// vocabulary caches lookups, mainly of words that nothing resembles.
type vocabulary struct {
	mu    sync.Mutex
	words map[string]rememberedWord
}

type rememberedWord struct {
	typedWord
	until time.Time
}

// lookup returns the vocabulary's entries for the words of at least two characters.
func (v *vocabulary) lookup(ctx context.Context, words []string, find func(context.Context, []string) ([]typedWord, error)) (map[string]typedWord, error) {
	out := make(map[string]typedWord, len(words))
	var missing []string
	now := time.Now()
	v.mu.Lock()
	for _, w := range words {
		if len([]rune(w)) < 2 {
			continue
		}
		if r, ok := v.words[w]; ok && now.Before(r.until) {
			out[w] = r.typedWord
		} else {
			missing = append(missing, w)
		}
	}
	v.mu.Unlock()
	if len(missing) == 0 {
		return out, nil
	}
	found, err := find(ctx, missing)
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.words == nil || len(v.words)+len(found) > vocabularySize {
		v.words = map[string]rememberedWord{}
	}
	for _, w := range found {
		out[w.word] = w
		v.words[w.word] = rememberedWord{w, now.Add(vocabularyAge)}
	}
	return out, nil
}

func (v *vocabulary) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.words = nil
}

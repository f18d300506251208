package read

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// loosened returns a page of a loosened search and, if counted, the total. It costs a lookup in the vocabulary,
// which is cached, and a query that reads only indexes. If a word resembles nothing, it returns before that query.
func (r *Reader) loosened(ctx context.Context, q search.List, counted bool, now time.Time) (works []*gen.Artwork, total search.Total, err error) {
	similar, ok, err := r.similar(ctx, q.Filter.Search)
	if err != nil || !ok {
		return []*gen.Artwork{}, search.Total{}, err
	}
	bounds, err := r.bounds(ctx)
	if err != nil {
		return nil, search.Total{}, err
	}
	err = pgx.BeginFunc(ctx, r.Lists, func(tx pgx.Tx) error {
		var b pgx.Batch
		b.Queue("SELECT set_config('statement_timeout', $1, true)", strconv.FormatInt(r.LooseBudget.Milliseconds(), 10))
		if q.Page > 0 {
			sql, args := looseList(q, similar, now, bounds.most)
			b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
				var found int
				works, err = r.scan(rows, q.Fields, now, &found)
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
		return []*gen.Artwork{}, search.Total{}, nil
	}
	return works, total, err
}

// similar returns a tsquery for each word of a search: words that begin like it or, if there are none, words that resemble it. It
// returns false if nothing can match.
func (r *Reader) similar(ctx context.Context, text string) (queries []string, ok bool, err error) {
	words := search.Words(text)
	if len(words) == 0 {
		return nil, false, nil
	}
	known, err := r.vocabulary(ctx, words)
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

// wordSize is about the memory of a word's entry in the vocabulary.
const wordSize = 500

// vocabulary returns the vocabulary's entries for the words of at least two characters. They are remembered, mainly those of words that nothing
// resembles.
func (r *Reader) vocabulary(ctx context.Context, words []string) (map[string]typedWord, error) {
	out := make(map[string]typedWord, len(words))
	var missing []string
	for _, w := range words {
		if len([]rune(w)) < 2 {
			continue
		}
		if known, ok := cache.Get[typedWord](r.Cache, cache.Always("word "+w)); ok {
			out[w] = known
		} else {
			missing = append(missing, w)
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	found, err := r.typed(ctx, missing)
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	for _, w := range found {
		out[w.word] = w
		cache.Put(r.Cache, cache.Always("word "+w.word), w, wordSize, vocabularyAge)
	}
	return out, nil
}

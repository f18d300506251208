package read_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// searcher searches as the data API does: as it is written, then loosened.
func searcher(tb testing.TB, s catalog) func(text string) (works []*gen.Artwork, total int, loosened bool) {
	return func(text string) ([]*gen.Artwork, int, bool) {
		l, err := search.List{Filter: search.Filter{Search: text}, Sort: search.Relevance, Page: 1}.Check()
		if err != nil {
			tb.Fatal(err)
		}
		works, total, err := s.ArtworksCounted(tb.Context(), l, now)
		if err != nil || total.Count > 0 {
			return works, total.Count, false
		}
		if l, ok := l.LooseSearch(); ok {
			if works, total, err = s.ArtworksCounted(tb.Context(), l, now); err != nil {
				tb.Error(text, err)
			}
		}
		return works, total.Count, true
	}
}

// TestMisspeltWords: beginnings and misspelt words find what was meant, and nothing that wasn't.
func TestMisspeltWords(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(1000), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	find := searcher(t, s)
	for text, want := range map[string]func(*gen.Artwork) bool{
		"Penros":         func(w *gen.Artwork) bool { return w.Artist.Name == "Ada Penrose" }, // the beginning of a name
		"Penrsoe":        func(w *gen.Artwork) bool { return w.Artist.Name == "Ada Penrose" },
		"lithografh":     func(w *gen.Artwork) bool { return address(w.Medium) == "Lithograph on vellum" },
		"vellumm":        func(w *gen.Artwork) bool { return address(w.Medium) == "Lithograph on vellum" },
		"photografy":     func(w *gen.Artwork) bool { return w.Category == "photography" },
		"velum photogra": func(w *gen.Artwork) bool { return w.Category == "photography" },
	} {
		works, total, loosened := find(text)
		if total == 0 || !loosened || slices.ContainsFunc(works, func(w *gen.Artwork) bool { return !want(w) }) {
			t.Errorf("%s: %d artworks, loosened %t: %+v, want only matching ones, loosened", text, total, loosened, works)
		}
	}
	for _, text := range []string{"zqqx", "vellum zqqx", "zqqx penrsoe", "x", "Ж"} {
		if _, total, _ := find(text); total != 0 {
			t.Errorf("%s: %d artworks, want none", text, total)
		}
	}
}

// TestASearchForNothingIsCheap: an unknown word costs no more than a known one, and reads indexes only.
func TestASearchForNothingIsCheap(t *testing.T) {
	t.Parallel()
	works := 20_000
	if testing.Short() {
		works = 4000
	}
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(works), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Fatal(err)
	}
	find := searcher(t, s)

	// Different words, so that nothing is cached.
	median := func(texts []string) time.Duration {
		took := make([]time.Duration, len(texts))
		for i, text := range texts {
			began := time.Now()
			find(text)
			took[i] = time.Since(began)
		}
		slices.Sort(took)
		return took[len(took)/2]
	}
	var hits, misses []string
	for i := range 40 {
		w := fmt.Sprintf("%c%c", "bcdfghklmnprstvw"[i%16], "aeiou"[i%5])
		hits = append(hits, w+"ban")
		misses = append(misses, fmt.Sprintf("%sq%cx%cj", w, 'a'+i%26, 'z'-i%26))
	}
	median(hits[:5]) // prepares statements
	hit, miss := median(hits[5:]), median(misses)
	t.Logf("prefix search with results takes %v, without %v", hit, miss)
	if miss > 3*hit+5*time.Millisecond {
		t.Errorf("search without results takes %v, want at most three times the %v of one with results and 5 ms", miss, hit)
	}

	rows, err := pool.Query(t.Context(), `EXPLAIN SELECT m.id FROM artworks m WHERE m.published
		AND (artwork_names(m.title_key, m.artist_key) @@ to_tsquery('pg_catalog.simple', '''zqqx'':*') OR m.search @@ to_tsquery('pg_catalog.english', '''zqqx'':*'))`)
	if err != nil {
		t.Fatal(err)
	}
	var plan []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || !strings.Contains(text, "artworks_named") || !strings.Contains(text, "artworks_found") {
		t.Errorf("plan, want artworks_named and artworks_found, and no sequential scan:\n%s", text)
	}
}

// BenchmarkSearch searches 69,202 artworks for known words, for similar ones and for unknown ones, one at a time and 16 at once, and runs
// the statement of the former loosened search beside them.
//
//	TATE_DIR=<folder with tate-artists.csv.gz and tate-artworks.csv.gz> go test -run '^$' -bench Search ./internal/read
func BenchmarkSearch(b *testing.B) {
	dir := os.Getenv("TATE_DIR")
	if dir == "" {
		b.Fatal("set TATE_DIR to the folder that holds tate-artists.csv.gz and tate-artworks.csv.gz")
	}
	c, err := bulk.Read(bulk.Source{
		Artists: filepath.Join(dir, "tate-artists.csv.gz"), Artworks: filepath.Join(dir, "tate-artworks.csv.gz"), Name: "tate", Currency: "USD", IDBase: 1_000_000,
	})
	if err != nil {
		b.Fatal(err)
	}
	url := testkit.Postgres(b, migrate)
	dial := func(open func(context.Context, string) (*pgxpool.Pool, error)) *pgxpool.Pool {
		pool, err := open(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(pool.Close)
		return pool
	}
	pool, lists := dial(kitpg.Open), dial(read.OpenLists)
	s := opened(pool, lists, &published{}, 0)
	if _, err := s.ImportBulk(b.Context(), c, now, func(string, int) {}); err != nil {
		b.Fatal(err)
	}
	if err := s.Vacuum(b.Context()); err != nil {
		b.Fatal(err)
	}
	var words []string
	rows, err := pool.Query(b.Context(), `SELECT word FROM words WHERE char_length(word) BETWEEN 4 AND 9 AND word ~ '^[a-z]+$' ORDER BY md5(word) LIMIT 4000`)
	if err != nil {
		b.Fatal(err)
	}
	for rows.Next() {
		var w string
		if err := rows.Scan(&w); err != nil {
			b.Fatal(err)
		}
		words = append(words, w)
	}
	// former is how a search was loosened before: beside an order and a limit.
	former := func(text string) {
		var n int
		if err := pool.QueryRow(b.Context(), `SELECT count(*) FROM (SELECT w.id FROM artworks w WHERE w.published AND w.visible_from <= $1
			AND artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', $2) ORDER BY w.published_at DESC, w.id LIMIT 27) p`,
			time.Now(), "'"+text+"':*").Scan(&n); err != nil {
			b.Error(err)
		}
	}
	find := searcher(b, s)
	today := func(text string) { find(text) }
	unknown := func(w string, i int) string { return fmt.Sprintf("zq%cx%s", 'a'+i%26, w[2:4]) }
	for _, k := range []struct {
		name string
		text func(w string, i int) string
		run  func(string)
	}{
		{"hit", func(w string, _ int) string { return w }, today},
		{"misspelt", func(w string, i int) string { return w[:len(w)/2] + string(rune('a'+i%26)) + w[len(w)/2+1:] }, today},
		{"miss", unknown, today},
		{"miss, the same word", func(string, int) string { return "zqqx" }, today},
		{"teau", func(string, int) string { return "teau" }, today},
		{"miss, former", unknown, former},
	} {
		for _, at := range []int{1, 16} {
			b.Run(fmt.Sprintf("%s/%d", k.name, at), func(b *testing.B) {
				var mu sync.Mutex
				var took []time.Duration
				var next int
				for b.Loop() {
					var wg sync.WaitGroup
					for range at {
						next++
						i := next
						wg.Go(func() {
							began := time.Now()
							k.run(k.text(words[i%len(words)], i))
							d := time.Since(began)
							mu.Lock()
							took = append(took, d)
							mu.Unlock()
						})
					}
					wg.Wait()
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			})
		}
	}
}

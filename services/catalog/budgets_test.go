package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// budget is what one request of the data API costs, without the cache of responses: statements, round trips to the database, allocations, and at most how
// many bytes they have. Lower a number after a change that saves some. Raise one only with the reason in the commit.
type budget struct {
	statements, trips  int64
	allocations, bytes uint64
}

var budgets = map[string]budget{
	"list, counted":    {2, 1, 628, 70_000},
	"list of a filter": {1, 1, 635, 71_000},
	"detail":           {2, 1, 376, 46_500},
	"search":           {1, 1, 657, 72_000},
}

// TestBudgets isn't parallel, because it counts the allocations of the whole process.
func TestBudgets(t *testing.T) { //nolint:paralleltest // see above
	cfg := catalog.Default()
	cfg.DatabaseURL, cfg.LinkKey, cfg.MediaDir, cfg.GraphQLCache, cfg.CountAge = testkit.Postgres(t, migrate), key, t.TempDir(), 0, 0
	importWorks(t, cfg, 60)
	pool, err := postgres.Open(t.Context(), cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := catalog.OpenLists(t.Context(), cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	var sent testkit.Calls
	mux := dataAPI(t, cfg, sent.Of(t, pool), sent.Of(t, lists))
	for name, query := range map[string]string{
		"list, counted":    `{artworks{totalCount items{` + benchCard + `}}}`,
		"list of a filter": `{artworks(filter:{category:["print"],editionSize:{min:2}},sort:PRICE_ASC){items{` + benchCard + `}}}`,
		"detail":           `{artwork(slug:"1000001"){` + benchCard + ` editionsAvailable description medium artist{id bio otherArtworks(except:"1000001",first:6){` + benchCard + `}}}}`,
		"search":           `{artworks(filter:{search:"work"},sort:RELEVANCE){totalCount items{` + benchCard + `}}}`,
	} {
		body, _ := json.Marshal(map[string]string{"query": query})
		send := func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/graphql", bytes.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if w.Code != http.StatusOK || !bytes.HasPrefix(w.Body.Bytes(), []byte(`{"data"`)) || w.Body.Len() < 500 {
				t.Fatalf("%s: response = %d %s, want data", name, w.Code, w.Body)
			}
		}
		send() // opens connections and prepares statements
		sent.Take()
		send()
		want := budgets[name]
		if statements, trips := sent.Take(); statements != want.statements || trips != want.trips {
			t.Errorf("%s: %d statements in %d round trips, want %d in %d: if that is needed, change it in budgets", name, statements, trips, want.statements, want.trips)
		}
		if testkit.RaceDetector() {
			continue // it empties pools at random
		}
		if n, bytes := testkit.Allocated(send); n != want.allocations || bytes > want.bytes || bytes+want.bytes/10 < want.bytes {
			t.Errorf("%s: %d allocations of %d bytes, want %d of at most %d: if they are needed, change the numbers in budgets", name, n, bytes, want.allocations, want.bytes)
		}
	}
}

// importWorks imports prints of one artist from a CSV file.
func importWorks(t *testing.T, cfg catalog.Config, n int) {
	t.Helper()
	dir := t.TempDir()
	var works strings.Builder
	works.WriteString("id,title,artist_id,category,edition_size,editions_available,price,currency,created_at\n")
	for i := range n {
		_, _ = fmt.Fprintf(&works, "%d,Work %d,1,print,%d,1,%d,USD,2024-01-02T03:04:05Z\n", i+1, i+1, 2+i%9, 1000+i)
	}
	for name, text := range map[string]string{"artists.csv": "id,name\n1,Ada\n", "artworks.csv": works.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := catalog.ImportCSV(t.Context(), cfg, slog.New(slog.DiscardHandler), []string{
		"--artists", filepath.Join(dir, "artists.csv"), "--artworks", filepath.Join(dir, "artworks.csv"), "--source", "museum", "--id-base", "1000000",
	}); err != nil {
		t.Fatal(err)
	}
}

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
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

const benchCard = `id slug title category editionSize purchasePrice{amount currency} year media{sourceUrl} publishedAt artist{slug name}`

// dataAPI returns a catalog without the network.
func dataAPI(t testing.TB, cfg catalog.Config, pool, lists *pgxpool.Pool) *http.ServeMux {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	events, err := bus.Dial(t.Context(), testkit.NATS(t), log)
	if err != nil {
		t.Fatal(err)
	}
	keys := identitytest.New(t).Keys(t, "catalog")
	svc := catalog.New(catalog.Deps{
		Config: cfg, Lists: lists, Media: blobtest.Folder(t, t.TempDir()), RenderKeys: keys,
		Base: service.Base{Pool: pool, Bus: events, Keys: keys, Clock: clock.System, Log: log},
	})
	t.Cleanup(func() { _ = svc.Close() })
	mux := http.NewServeMux()
	svc.Mount(mux)
	return mux
}

// BenchmarkDataAPI queries a catalog of 69,202 works, which it imports from TATE_DIR, without the network and without the cache of responses.
//
//	TATE_DIR=<folder with tate-artists.csv.gz and tate-artworks.csv.gz> go test -run '^$' -bench DataAPI .
func BenchmarkDataAPI(b *testing.B) {
	dir := os.Getenv("TATE_DIR")
	if dir == "" {
		b.Fatal("set TATE_DIR to the folder that holds tate-artists.csv.gz and tate-artworks.csv.gz")
	}
	log := slog.New(slog.DiscardHandler)
	cfg := catalog.Default()
	cfg.DatabaseURL, cfg.LinkKey, cfg.MediaDir, cfg.GraphQLCache = testkit.Postgres(b, migrate), key, b.TempDir(), 0
	err := catalog.ImportCSV(b.Context(), cfg, log, []string{
		"--artists", filepath.Join(dir, "tate-artists.csv.gz"), "--artworks", filepath.Join(dir, "tate-artworks.csv.gz"), "--source", "tate", "--id-base", "1000000",
	})
	if err != nil {
		b.Fatal(err)
	}
	pool, err := postgres.Open(b.Context(), cfg.DatabaseURL)
	if err != nil {
		b.Fatal(err)
	}
	lists, err := catalog.OpenLists(b.Context(), cfg.DatabaseURL)
	if err != nil {
		b.Fatal(err)
	}
	mux := dataAPI(b, cfg, pool, lists)
	list := `query L($cat:String!,$min:Int!,$max:Int!,$sort:ArtworkSort!,$page:Int){artworks(filter:{category:[$cat],purchasePrice:{min:$min,max:$max}},sort:$sort,page:$page){%s items{` + benchCard + `}}}`
	type request struct {
		name, query string
		vars        map[string]any
	}
	requests := []request{
		{"list by price, counted", fmt.Sprintf(list, "totalCount"), map[string]any{"cat": "on-paper-unique", "min": 200000, "max": 500000, "sort": "PRICE_ASC"}},
		{"list by price", fmt.Sprintf(list, ""), map[string]any{"cat": "on-paper-unique", "min": 200000, "max": 500000, "sort": "PRICE_ASC"}},
		{"list newest of a category", fmt.Sprintf(list, "totalCount"), map[string]any{"cat": "painting", "min": 386000, "max": 888000, "sort": "NEWEST"}},
		{
			"detail", `query D($slug:String!,$id:ID!){artwork(slug:$slug){` + benchCard + ` editionsAvailable description medium artist{id bio otherArtworks(except:$id,first:6){` + benchCard + `}}}}`,
			map[string]any{"slug": "1024693", "id": "1024693"},
		},
		{"search", `query S($q:String!,$page:Int!){artworks(filter:{search:$q},sort:RELEVANCE,page:$page){totalCount items{` + benchCard + `}}}`, map[string]any{"q": "distant hills", "page": 1}},
	}
	sorted := `query S($sort:ArtworkSort!,$page:Int!){artworks(sort:$sort,page:$page){items{` + benchCard + `}}}`
	for _, sort := range []string{"NEWEST", "OLDEST", "PRICE_ASC", "PRICE_DESC", "EDITION_ASC", "EDITION_DESC", "YEAR_ASC", "YEAR_DESC", "ARTIST", "TITLE"} {
		for _, page := range []int{1, 2000} {
			requests = append(requests, request{fmt.Sprintf("%s, page %d", sort, page), sorted, map[string]any{"sort": sort, "page": page}})
		}
	}
	for _, c := range requests {
		b.Run(c.name, func(b *testing.B) {
			body, _ := json.Marshal(map[string]any{"query": c.query, "variables": c.vars})
			for b.Loop() {
				req := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/graphql", bytes.NewReader(body))
				req.Header.Set("Content-Type", "application/json")
				res := httptest.NewRecorder()
				mux.ServeHTTP(res, req)
				if res.Code != http.StatusOK || !bytes.HasPrefix(res.Body.Bytes(), []byte(`{"data"`)) || res.Body.Len() < 500 {
					b.Fatal(res.Code, res.Body.String())
				}
			}
		})
	}
}

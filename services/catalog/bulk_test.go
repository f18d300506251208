package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk/bulktest"
)

// TestCommandsBeforeMigrate: every command that needs tables reports what to do.
func TestCommandsBeforeMigrate(t *testing.T) {
	t.Parallel()
	cfg := catalog.Default()
	cfg.Database = kit.Database{DatabaseURL: testkit.Postgres(t, nil)}
	fleet := identitytest.New(t)
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "catalog")), fleet.File
	cfg.LinkKey, cfg.MediaDir = key, t.TempDir()
	artists, artworks := bulktest.Files(t)
	csv := []string{
		"--artists", artists, "--artworks", artworks, "--source", "museum", "--id-base", "1000000",
	}
	type command func(context.Context, catalog.Config, *slog.Logger, []string) error
	serve := func(ctx context.Context, cfg catalog.Config, log *slog.Logger, _ []string) error {
		_, err := catalog.Open(ctx, cfg, log)
		return err
	}
	for name, c := range map[string]struct {
		run  command
		args []string
	}{
		"import": {catalog.Import, []string{repository.Path("content")}}, "import-csv": {catalog.ImportCSV, csv}, "watch": {catalog.Watch, []string{repository.Path("content")}},
		"export": {catalog.Export, []string{"ada@example.org"}}, "forget": {catalog.Forget, []string{"ada@example.org"}}, "serve": {serve, nil},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.run(t.Context(), cfg, testkit.Log(t), c.args)
			if !errors.Is(err, postgres.ErrNotMigrated) || !strings.Contains(err.Error(), `the database is not ready: it has no tables yet; run "catalog migrate" first`) {
				t.Errorf("error = %v, want ErrNotMigrated with the command to run", err)
			}
		})
	}
}

// TestTheDatabaseDecidesWhatIsVisible: a command's own clock doesn't affect what its import publishes.
func TestTheDatabaseDecidesWhatIsVisible(t *testing.T) {
	t.Parallel()
	h := &fixture{t: t, cfg: catalog.Default(), folder: t.TempDir(), fleet: identitytest.New(t)}
	h.useRender()
	h.cfg.DatabaseURL = testkit.ClockAhead(t, testkit.Postgres(t, migrate), 48*time.Hour)
	h.cfg.MediaDir = t.TempDir()
	h.gallery()
	h.write("artworks/tomorrow.md", fmt.Sprintf("---\nid: 19\ntitle: Tomorrow\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: %s\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n",
		time.Now().Add(24*time.Hour).Format(time.RFC3339)))
	h.importContent()
	if err := os.WriteFile(h.folder+"/artists.csv", []byte("id,name\n1,Ada\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.write("artworks.csv", fmt.Sprintf("id,title,artist_id,category,edition_size,editions_available,created_at\n1,Work,1,print,1,1,%s\n", time.Now().Add(24*time.Hour).UTC().Format(time.RFC3339)))
	if err := catalog.ImportCSV(t.Context(), h.cfg, testkit.Log(t), []string{
		"--artists", h.folder + "/artists.csv", "--artworks", h.folder + "/artworks.csv", "--source", "museum", "--id-base", "1000000",
	}); err != nil {
		t.Fatal(err)
	}
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	var early int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM listed WHERE artwork_id IN (19, 1000001)`).Scan(&early); err != nil || early != 2 {
		t.Errorf("visible works past their dates by the database's clock = %d, %v, want 2", early, err)
	}
}

// TestCheckOfCSV: --check reports what an import would do, or the files' problems, and writes nothing.
func TestCheckOfCSV(t *testing.T) {
	t.Parallel()
	cfg, dir := catalog.Default(), t.TempDir()
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	pool := testkit.Pool(t, cfg.DatabaseURL)
	run := func(t *testing.T, artists, works string, options ...string) (string, error) {
		t.Helper()
		if err := errors.Join(os.WriteFile(dir+"/artists.csv", []byte("id;name\n"+artists), 0o600),
			os.WriteFile(dir+"/works.csv", []byte("id;title;artist_id;category;edition_size;editions_available;created_at\n"+works), 0o600)); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := catalog.ImportCSV(t.Context(), cfg, slog.New(slog.NewTextHandler(&out, nil)), append([]string{
			"--artists", dir + "/artists.csv", "--artworks", dir + "/works.csv", "--source", "museum", "--id-base", "1000000",
		}, options...))
		return out.String(), err
	}
	state := func(t *testing.T) (out string) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), `SELECT concat((SELECT string_agg(title, ',' ORDER BY id) FROM artworks WHERE published),
			' of ', (SELECT string_agg(name, ',' ORDER BY id) FROM artists), ' in ', (SELECT count(*) FROM sources WHERE name = 'museum'),
			' and ', (SELECT count(*) FROM categories))`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	const tail = ";1;print;1;1;2026-01-01T00:00:00Z\n"
	check := func(artists, works, want string) {
		t.Helper()
		before := state(t)
		if out, err := run(t, artists, works, "--check"); err != nil || !strings.Contains(out, want) {
			t.Errorf("check of %q: %v, %s, want %s", works, err, out, want)
		}
		if after := state(t); after != before {
			t.Errorf("after the check: %s, want as before: %s", after, before)
		}
	}
	check("1;Ada\n", "1;One"+tail+"2;Two"+tail, "unchanged=false artworks=2 new=2 changed=0 artists=1 newArtists=1 unpublished=0")
	if _, err := run(t, "1;Ada\n", "1;One"+tail+"2;Two"+tail); err != nil {
		t.Fatal(err)
	}
	if got, want := state(t), "One,Two of Ada in 1 and 1"; got != want {
		t.Fatalf("after the import: %s, want %s", got, want)
	}
	check("1;Ada\n", "1;One"+tail+"2;Two"+tail, "unchanged=true artworks=2 new=0 changed=0 artists=1 newArtists=0 unpublished=0")
	check("1;Ada\n2;Bea\n", "1;Uno"+tail+"3;Three"+tail, "unchanged=false artworks=2 new=1 changed=1 artists=2 newArtists=1 unpublished=1")
	for name, c := range map[string]struct{ artists, works, want string }{
		"a problem":           {"1;Ada\n", "1;One;2;print;1;1;2026-01-01T00:00:00Z\n", "1 problem"},
		"no rows":             {"1;Ada\n", "", "1 problem"},
		"most works are gone": {"2;Bea\n", "3;Three;2;print;1;1;2026-01-01T00:00:00Z\n", "3 of 3 published"},
	} {
		before := state(t)
		if _, err := run(t, c.artists, c.works, "--check"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error = %v, want %s", name, err, c.want)
		}
		if after := state(t); after != before {
			t.Errorf("%s: after the check: %s, want as before: %s", name, after, before)
		}
	}
}

// TestDatesInWords: the words of a museum's dates are kept and shown, the works are sorted by the years that they mean, and another year from staff ends
// the words.
func TestDatesInWords(t *testing.T) {
	t.Parallel()
	h := setup(t)
	var works strings.Builder
	works.WriteString("id,title,artist_id,category,edition_size,editions_available,created_at,year\n")
	for i, date := range []string{"c. 1890", "1923–25", "5th century BC", "before 1600", "n.d.", "1850", "昭和時代", "-300", "after 1600", "1890?"} {
		fmt.Fprintf(&works, "%d,Work,1,Dated,1,1,2026-01-01T00:00:00Z,%s\n", i+1, date)
	}
	h.write("artists.csv", "id,name,birth_year\n1,Ada,c. 1800\n")
	h.write("dated.csv", works.String())
	if err := catalog.ImportCSV(t.Context(), h.cfg, testkit.Log(t), []string{
		"--artists", h.folder + "/artists.csv", "--artworks", h.folder + "/dated.csv", "--source", "museum", "--id-base", "1000000",
	}); err != nil {
		t.Fatal(err)
	}
	const (
		bc       = `{"id":"1000003","year":-500,"dated":"5th century BC"}`
		early    = `{"id":"1000008","year":-300,"dated":null}`
		old      = `{"id":"1000004","year":null,"dated":"before 1600"}`
		after    = `{"id":"1000009","year":1600,"dated":"after 1600"}`
		plain    = `{"id":"1000006","year":1850,"dated":null}`
		c1890    = `{"id":"1000001","year":1890,"dated":"c. 1890"}`
		doubt    = `{"id":"1000010","year":1890,"dated":"1890?"}`
		twenties = `{"id":"1000002","year":1923,"dated":"1923–25"}`
		none     = `{"id":"1000005","year":null,"dated":"n.d."}`
		era      = `{"id":"1000007","year":null,"dated":"昭和時代"}`
	)
	list := func(sort string, want ...string) {
		t.Helper()
		h.want(nil, `{artworks(filter:{category:"dated"},sort:`+sort+`){items{id year dated}}}`, `{"data":{"artworks":{"items":[`+strings.Join(want, ",")+`]}}}`)
	}
	list("YEAR_ASC", bc, early, old, after, plain, c1890, doubt, twenties, none, era)
	list("YEAR_DESC", twenties, c1890, doubt, plain, old, after, early, bc, none, era)
	h.want(nil, `{artwork(slug:"work-1000003"){id year dated artist{born}}}`,
		`{"data":{"artwork":{"id":"1000003","year":-500,"dated":"5th century BC","artist":{"born":1800}}}}`)
	h.want(staff, `mutation{updateArtwork(id:"1000002",input:{title:"Other"}){year dated}}`, `{"data":{"updateArtwork":{"year":1923,"dated":"1923–25"}}}`)
	h.want(staff, `mutation{updateArtwork(id:"1000002",input:{year:1924}){year dated}}`, `{"data":{"updateArtwork":{"year":1924,"dated":null}}}`)
}

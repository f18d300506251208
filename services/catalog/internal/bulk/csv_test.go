package bulk

import (
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	artists = "testdata/artists.csv"
	works   = "testdata/artworks.csv"
)

func collect(t *testing.T, b artwork.Bulk) []artwork.ArtworkEntry {
	t.Helper()
	var out []artwork.ArtworkEntry
	for w, err := range b.Artworks {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, w)
	}
	return out
}

func TestRead(t *testing.T) {
	b, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", IDBase: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	list := collect(t, b)
	if len(list) != 200 || len(b.Artists) < 10 {
		t.Fatalf("%d works of %d artists", len(list), len(b.Artists))
	}
	first := list[0]
	if first.ID != 1_000_003 || first.Slug != "a-fishing-boat-in-dieppe-harbour-1000003" || first.Artist.ID != 1_002_167 || first.Category != "painting" {
		t.Errorf("%+v", first)
	}
	if first.Price == nil || first.Price.Amount != 4635000 || first.Price.Currency != "USD" || first.Year != 1929 {
		t.Errorf("%+v", first)
	}
	if len(first.Media) != 1 || !strings.HasPrefix(first.Media[0].SourceURL, "http://") || !strings.Contains(first.Description, "\n") {
		t.Errorf("%+v", first)
	}
	withheld := 0
	for _, w := range list {
		if w.ID > b.IDLast || w.ID < b.IDBase || w.Editions.Sold != 0 {
			t.Errorf("%+v", w)
		}
		withheld += w.Editions.Withheld
	}
	if withheld == 0 {
		t.Error("what the source counts as gone is withheld")
	}
	if n := len(collect(t, b)); n != 200 {
		t.Error("the works can be read again:", n)
	}
}

func TestReadCompressed(t *testing.T) {
	plain, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", IDBase: 0})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(works)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "artworks.csv.gz")
	f, _ := os.Create(path)
	z := gzip.NewWriter(f)
	_, _ = z.Write(text)
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	packed, err := Read(Source{Artists: artists, Artworks: path, Name: "tate", IDBase: 0})
	if err != nil {
		t.Fatal(err)
	}
	same := slices.EqualFunc(collect(t, plain), collect(t, packed), func(a, b artwork.ArtworkEntry) bool { return a.ID == b.ID && a.Slug == b.Slug })
	if !same {
		t.Error("a compressed file reads differently")
	}
}

func TestProblems(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := "id,name\n1,One\n"
	header := "id,title,artist_id,category,edition_size,editions_available,created_at,price_usd_cents\n"
	for name, c := range map[string]struct {
		artists, works string
		want           []string
	}{
		"lines": {
			good, header + "3,A,1,painting,1,1,2026-01-01T00:00:00Z,100\n" +
				"4,\"B\nb\",9,painting,0,1,yesterday,-5\n3,C,1,,2,3,2026-01-01T00:00:00Z,\n5,D\n",
			[]string{
				"works.csv:3: edition_size: expected a whole number from 1 to 10000", "works.csv:3: editions_available: expected a whole number from 0 to 0",
				"works.csv:3: price_usd_cents: expected a whole number", "works.csv:3: created_at: expected a time", "works.csv:3: artist_id: there is no such artist",
				"works.csv:5: category: is empty", "works.csv:5: editions_available: expected a whole number from 0 to 2", "works.csv:5: id: is there twice",
				"works.csv:6: line: wrong number of fields",
			},
		},
		"columns": {good, "id,title\n1,A\n", []string{"works.csv:1: artist_id: the column is missing", "works.csv:1: category: the column is missing"}},
		"artists": {"id,name\nx,\n", header, []string{"artists.csv:2: id: expected a whole number", "artists.csv:2: name: is empty"}},
		"quotes":  {good, header + "3,\"A,1\n", []string{"works.csv:2: line: "}},
	} {
		_, err := Read(Source{Artists: write("artists.csv", c.artists), Artworks: write("works.csv", c.works), Name: "x", IDBase: 0})
		var p ProblemsError
		if !errors.As(err, &p) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(p, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("%s: %q is not among\n%v", name, want, err)
			}
		}
	}
	for _, src := range []Source{{Name: "content"}, {Name: "A b"}, {Name: "x", IDBase: -1}} {
		src.Artists, src.Artworks = artists, works
		if _, err := Read(src); !errors.Is(err, artwork.ErrInvalid) {
			t.Errorf("%+v: %v", src, err)
		}
	}
}

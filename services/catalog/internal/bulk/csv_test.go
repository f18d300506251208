package bulk

import (
	"compress/gzip"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk/bulktest"
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
	artists, works := bulktest.Files(t)
	b, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", Currency: "USD", IDBase: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	list := collect(t, b)
	if len(list) != 200 || len(b.Artists) < 10 {
		t.Fatalf("%d works of %d artists, want 200 of at least 10", len(list), len(b.Artists))
	}
	first := list[0]
	if first.ID != 1_000_003 || first.Slug != "a-fishing-boat-in-dieppe-harbour-1000003" || first.Artist.ID != 1_002_167 || first.Category != "painting" {
		t.Errorf("first work = %+v, want the fishing boat by artist 1002167", first)
	}
	if first.Price == nil || first.Price.Amount != 4635000 || first.Price.Currency != "USD" || first.Year != 1929 {
		t.Errorf("first work = %+v, want 4,635,000 cents and 1929", first)
	}
	if len(first.Media) != 1 || !strings.HasPrefix(first.Media[0].SourceURL, "http://") || !strings.Contains(first.Description, "\n") {
		t.Errorf("first work = %+v, want one picture and a description", first)
	}
	withheld := 0
	for _, w := range list {
		if w.ID > b.IDLast || w.ID < b.IDBase || w.Editions.Sold != 0 {
			t.Errorf("work = %+v, want an id in the source's range and nothing sold", w)
		}
		withheld += w.Editions.Withheld
	}
	if withheld == 0 {
		t.Error("editions that the source doesn't offer aren't withheld")
	}
	if n := len(collect(t, b)); n != 200 {
		t.Errorf("the works can be read again: %v, want 200", n)
	}
}

func TestReadCompressed(t *testing.T) {
	artists, works := bulktest.Files(t)
	plain, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", Currency: "USD", IDBase: 0})
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
	packed, err := Read(Source{Artists: artists, Artworks: path, Name: "tate", Currency: "USD", IDBase: 0})
	if err != nil {
		t.Fatal(err)
	}
	same := slices.EqualFunc(collect(t, plain), collect(t, packed), func(a, b artwork.ArtworkEntry) bool { return a.ID == b.ID && a.Slug == b.Slug })
	if !same {
		t.Error("the compressed file has different content")
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	goodArtists   = "id,name\n1,One\n"
	artworkHeader = "id,title,artist_id,category,edition_size,editions_available,created_at,price_usd_cents\n"
)

// TestProblems compares the whole list: no problem is left out, and none follows from another one.
func TestProblems(t *testing.T) {
	artists, works := bulktest.Files(t)
	for name, c := range map[string]struct {
		artists, works string
		want           []string
	}{
		"lines": {
			goodArtists, artworkHeader + "3,A,1,painting,1,1,2026-01-01T00:00:00Z,100\n" +
				"4,\"B\nb\",9,painting,0,1,yesterday,-5\n3,C,1,,2,3,2026-01-01T00:00:00Z,\n5,D\n6,E,1,painting,1,1,2026-01-01T00:00:00Z,x\n",
			[]string{
				"works.csv:3: edition_size: expected a whole number from 1 to 10000",
				"works.csv:3: price: expected a whole number from 0 to 2147483647",
				"works.csv:3: created_at: expected a time like 2026-05-01T18:00:00Z",
				"works.csv:3: artist_id: artist 9 is not in artists.csv",
				"works.csv:5: category: is empty",
				"works.csv:5: editions_available: expected a whole number from 0 to 2",
				"works.csv:5: id: appears more than once",
				"works.csv:6: line: 2 cells, but the header has 8",
				"works.csv:7: price: expected a whole number from 0 to 2147483647",
			},
		},
		"columns of both files": {"name\nOne\n", "id,title\n1,A\n", []string{
			"artists.csv:1: id: the column is missing", "works.csv:1: artist_id: the column is missing", "works.csv:1: category: the column is missing",
			"works.csv:1: edition_size: the column is missing", "works.csv:1: editions_available: the column is missing", "works.csv:1: created_at: the column is missing",
		}},
		"lines of both files": {"id,name\nx,\ny,Two\n1,One\n", artworkHeader + "7,A,1,painting,1,1,2026-01-01T00:00:00Z,x\n", []string{
			"artists.csv:2: id: expected a whole number from 0 to 1000000000", "artists.csv:2: name: is empty",
			"artists.csv:3: id: expected a whole number from 0 to 1000000000",
			"works.csv:2: price: expected a whole number from 0 to 2147483647",
		}},
		"an unclosed quote": {"id,name\n1,\"One\n", artworkHeader + "3,\"A,1\n", []string{
			`artists.csv:2: line: extraneous or missing " in quoted-field`, `works.csv:2: line: extraneous or missing " in quoted-field`,
		}},
		"another currency": {goodArtists, strings.Replace(artworkHeader, "usd", "eur", 1), []string{
			"works.csv:1: price_eur_cents: prices are in EUR, but the currency of the shop is USD",
		}},
		"a category without letters": {goodArtists, artworkHeader + "3,A,1,???,1,1,2026-01-01T00:00:00Z,100\n", []string{
			`works.csv:2: category: "???" has no letters or digits`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(Source{Artists: write(t, "artists.csv", c.artists), Artworks: write(t, "works.csv", c.works), Name: "x", Currency: "USD"})
			if p, ok := errors.AsType[ProblemsError](err); !ok || !slices.Equal(p.Lines(), c.want) {
				t.Errorf("got:\n%v\nwant:\n%s", err, strings.Join(c.want, "\n"))
			}
		})
	}
	for _, src := range []Source{{Name: "content"}, {Name: "A b"}, {Name: "x", IDBase: -1}} {
		src.Artists, src.Artworks, src.Currency = artists, works, "USD"
		if _, err := Read(src); !errors.Is(err, artwork.ErrInvalid) {
			t.Errorf("%+v: error = %v, want ErrInvalid", src, err)
		}
	}
}

// TestEveryProblemIsCounted: nothing is cut off.
func TestEveryProblemIsCounted(t *testing.T) {
	const bad = 2_000
	_, err := Read(Source{
		Artists: write(t, "artists.csv", "id,name\n"+strings.Repeat("x,One\n", bad)), Artworks: filepath.Join(t.TempDir(), "none.csv"), Name: "x", Currency: "USD",
	})
	p, ok := errors.AsType[ProblemsError](err)
	if !ok || len(p) != bad+1 || !strings.HasPrefix(err.Error(), "2001 problems\n") || !strings.HasPrefix(p[bad].String(), "none.csv:1: file: ") {
		t.Errorf("%d problems, the last one %q, want %d, none.csv:1: file: …", len(p), p[len(p)-1], bad+1)
	}
}

func TestYearsBeforeTheCommonEra(t *testing.T) {
	b, err := Read(Source{
		Artists:  write(t, "artists.csv", "id,name,birth_year,death_year\n1,Phidias,-480,-430\n2,Unknown,0,\n"),
		Artworks: write(t, "works.csv", "year,"+artworkHeader+"-447,3,A,1,sculpture,1,1,2026-01-01T00:00:00Z,\n0,4,B,2,sculpture,1,1,2026-01-01T00:00:00Z,\n"),
		Name:     "x", Currency: "USD",
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.Artists[0].Born != -480 || b.Artists[0].Died != -430 || b.Artists[1].Born != 0 {
		t.Errorf("artists = %+v, want -480 to -430, then no dates", b.Artists)
	}
	if list := collect(t, b); list[0].Year != -447 || list[1].Year != 0 {
		t.Errorf("works = %+v, want the year -447, then none", list)
	}
}

func TestPictureOriginsAreCounted(t *testing.T) {
	artists, works := bulktest.Files(t)
	b, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", Currency: "USD"})
	if err != nil || len(b.PictureOrigins) != 1 || b.PictureOrigins["http://www.tate.org.uk"] == 0 {
		t.Errorf("picture origins = %v, %v, want the Tate's alone", b.PictureOrigins, err)
	}
}

var documentedColumn = regexp.MustCompile("`([a-z_]+)`")

// TestCategoriesOfAnyScript: a category's slug is transliterated, and its name is as written.
func TestCategoriesOfAnyScript(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"hui-hua": "絵画", "zhivopis": "Живопись", "zographike": "ζωγραφική", "lwhh": "لوحة", "you-hua": "油画", "ol": "Öl", "son-dau": "Sơn dầu", "on-paper": "on paper",
	}
	dir := t.TempDir()
	artists, works := filepath.Join(dir, "artists.csv"), filepath.Join(dir, "artworks.csv")
	rows := "id,title,artist_id,category,edition_size,editions_available,created_at\n9,A,1,On paper,1,1,2026-05-01T18:00:00Z\n"
	for i, slug := range slices.Sorted(maps.Keys(want)) {
		rows = fmt.Sprintf("%s%d,A,1,%s,1,1,2026-05-01T18:00:00Z\n", rows, i+10, want[slug])
	}
	want["on-paper"] = "On paper" // as it is written first
	if err := errors.Join(os.WriteFile(artists, []byte("id,name\n1,Zoë\n"), 0o600), os.WriteFile(works, []byte(rows), 0o600)); err != nil {
		t.Fatal(err)
	}
	b, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", Currency: "USD"})
	if err != nil || !maps.Equal(b.Categories, want) {
		t.Errorf("categories = %v, %v, want %v", b.Categories, err, want)
	}
	for _, w := range collect(t, b) {
		if b.Categories[w.Category] == "" {
			t.Errorf("work %d has the category %s, want one of %v", w.ID, w.Category, want)
		}
	}
}

// TestColumnsAreDocumented compares docs/operating/bulk-import.md with the columns that are read.
func TestColumnsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(repository.Path("docs/operating/bulk-import.md"))
	if err != nil {
		t.Fatal(err)
	}
	for kind, columns := range map[string][]Column{"artists": artistColumns, "artworks": artworkColumns} {
		_, section, _ := strings.Cut(string(text), "\n### "+kind+"\n")
		section, _, _ = strings.Cut(section, "\n#")
		var got []Column
		for line := range strings.Lines(section) {
			cells := strings.Split(line, "|")
			if len(cells) < 4 || !strings.Contains(cells[1], "`") {
				continue
			}
			for _, m := range documentedColumn.FindAllStringSubmatch(cells[1], -1) {
				got = append(got, Column{m[1], strings.TrimSpace(cells[2]) == "yes"})
			}
		}
		if !slices.Equal(got, columns) {
			t.Errorf("documented columns of %s = %v, want %v", kind, got, columns)
		}
	}
}

// TestOneLineCells: a quoted cell with a line break becomes one line, and its place is reported. Descriptions keep their lines.
func TestOneLineCells(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	artists, works := filepath.Join(dir, "artists.csv"), filepath.Join(dir, "artworks.csv")
	if err := errors.Join(
		os.WriteFile(artists, []byte("id,name,sort_name,birth_place,bio\n1,\"Vera\nMolna\u0301r\",\"Molnár,\tVera\",\"Buda\u202epest\",\"a\n\u202eb\a\u202c\"\n2,Zoe\u0301,,,\n"), 0o600),
		os.WriteFile(works, []byte("id,title,artist_id,category,medium,description,edition_size,editions_available,created_at\n"+
			"1,\"Tidal\r\nStudy\",1,print,\"ink\non paper\",\"a\nb\",1,1,2026-05-01T18:00:00Z\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	b, err := Read(Source{Artists: artists, Artworks: works, Name: "tate", Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	a, w := b.Artists[0], collect(t, b)[0]
	if a.Name != "Vera Moln\u00e1r" || a.SortName != "Molnár, Vera" || a.Place != "Budapest" || a.Bio != "a\nb" || b.Artists[1].Name != "Zo\u00e9" {
		t.Errorf("artists = %+v, want texts of one line in NFC, and the bio with its lines", b.Artists)
	}
	if w.Title != "Tidal Study" || w.Medium != "ink on paper" || w.Description != "a\nb" {
		t.Errorf("work = %+v, want a title and a medium of one line, and the description with its lines", w)
	}
	want := []string{"artists.csv:2: name", "artists.csv:2: sort_name", "artists.csv:2: bio", "artists.csv:2: birth_place", "artworks.csv:2: title", "artworks.csv:2: medium"}
	if !slices.Equal(b.Cleaned, want) {
		t.Errorf("cleaned = %q, want %q", b.Cleaned, want)
	}
}

// TestChosenColumns: columns that are chosen replace those that are found by their names, and are part of the digest.
func TestChosenColumns(t *testing.T) {
	t.Parallel()
	src := Source{
		Artists: write(t, "artists.csv", "id,name,Geboren\n1,One,1890\n"), Artworks: write(t, "works.csv", "Nr,Titel,"+artworkHeader+"7,Sieben,3,A,1,painting,1,1,2026-01-01T00:00:00Z,5\n"),
		Name: "x", Currency: "USD", ArtistColumns: map[string]string{"id": "id", "name": "name", "birth_year": "Geboren"},
		ArtworkColumns: map[string]string{
			"id": "Nr", "title": "Titel", "artist_id": "artist_id", "category": "category", "edition_size": "edition_size",
			"editions_available": "editions_available", "created_at": "created_at", "price": "",
		},
	}
	b, report, err := Check(src)
	if err != nil {
		t.Fatal(err)
	}
	w := collect(t, b)[0]
	if w.ID != 7 || w.Title != "Sieben" || w.Price != nil || b.Artists[0].Born != 1890 {
		t.Errorf("work = %+v of %+v, want the chosen columns, and no price", w, b.Artists)
	}
	if c := report.Artworks.Columns[0]; c.Name != "id" || !c.Required || c.From != "Nr" || !slices.Equal(report.Artworks.First[0].Cells[:3], []string{"7", "Sieben", "1"}) {
		t.Errorf("report = %+v, want id from Nr, and the first row", report.Artworks)
	}
	src.ArtworkColumns["price"] = "price_usd_cents"
	again, err := Read(src)
	if err != nil || collect(t, again)[0].Price == nil || again.Digest == b.Digest {
		t.Errorf("with the price: %v, want another collection", err)
	}
	src.ArtworkColumns["title"] = "Title of the work"
	if _, err := Read(src); err == nil || err.Error() != "1 problem\nworks.csv:1: title: the column is missing" {
		t.Errorf("a column that the file doesn't have: %v, want that it is missing", err)
	}
}

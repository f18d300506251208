package bulk

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

var (
	artistTable = [][]string{
		{"id", "name", "sort_name", "birth_year", "bio"},
		{"1", "Zoë Prüve", "Prüve, Zoë", "1901", "Ink, oil; and\t“more”.\nA second line."},
		{"2", "Łucja", "", "", `Called "L".`},
	}
	artworkTable = [][]string{
		{"id", "title", "artist_id", "category", "medium", "year", "edition_size", "editions_available", "price", "created_at"},
		{"1", "L’arbre; l'été", "1", "Öl", "ink, oil", "1923", "2", "1", "1000", "2026-01-01T00:00:00Z"},
		{"2", "“Second”", "2", "Print", "", "-500", "1", "1", "", "2026-01-02T00:00:00Z"},
	}
)

// program writes a table as one kind of program does.
type program struct {
	charset   encoding.Encoding
	mark      string // before the text
	separator string
	end       string
	quoteAll  bool
	unended   bool // the last line has no end
	reversed  bool // columns
	header    func(string) string
}

func (p program) write(t *testing.T, table [][]string) []byte {
	t.Helper()
	var b strings.Builder
	for i, cells := range table {
		cells = slices.Clone(cells)
		if p.reversed {
			slices.Reverse(cells)
		}
		for j, s := range cells {
			if i == 0 {
				s = p.header(s)
			}
			if p.quoteAll || strings.ContainsAny(s, p.separator+"\"\n") {
				s = `"` + strings.ReplaceAll(strings.ReplaceAll(s, `"`, `""`), "\n", p.end) + `"`
			}
			cells[j] = s
		}
		b.WriteString(strings.Join(cells, p.separator))
		if i < len(table)-1 || !p.unended {
			b.WriteString(p.end)
		}
	}
	text := []byte(p.mark + b.String())
	if p.charset == nil {
		return text
	}
	text, err := p.charset.NewEncoder().Bytes(text)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func readTables(t *testing.T, dir string, artists, works []byte) (artwork.Bulk, []artwork.ArtworkEntry) {
	t.Helper()
	src := Source{Artists: filepath.Join(dir, "artists.csv"), Artworks: filepath.Join(dir, "works.csv"), Name: "x", Currency: "USD"}
	if err := errors.Join(os.WriteFile(src.Artists, artists, 0o600), os.WriteFile(src.Artworks, works, 0o600)); err != nil {
		t.Fatal(err)
	}
	b, err := Read(src)
	if err != nil {
		t.Fatal(err)
	}
	return b, collect(t, b)
}

// TestPrograms: the same rows are the same import, in whatever encoding, with whatever separator, line ends, order of columns and case of their names.
func TestPrograms(t *testing.T) {
	t.Parallel()
	charsets := map[string]program{
		"UTF-8":                      {},
		"UTF-8 with a mark":          {mark: byteOrderMark},
		"UTF-16LE":                   {charset: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		"UTF-16BE":                   {charset: unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		"UTF-16LE without a mark":    {charset: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		"Windows-1252":               {charset: charmap.Windows1252},
		"a named separator":          {mark: "sep=%s%s"},
		"a mark and named separator": {mark: byteOrderMark + "sep=%s%s"},
	}
	documented := func(s string) string { return s }
	headers := []func(string) string{
		documented, strings.ToUpper,
		func(s string) string { return " " + strings.ToUpper(s[:1]) + strings.ReplaceAll(s[1:], "_", " ") + " " },
		func(s string) string { return strings.ReplaceAll(s, "_", "") },
	}
	dir := t.TempDir()
	wantBulk, wantWorks := readTables(t, dir, program{separator: ",", end: "\n", header: documented}.write(t, latin(artistTable)),
		program{separator: ",", end: "\n", header: documented}.write(t, artworkTable))
	if a, w := wantBulk.Artists[0], wantWorks[0]; a.Bio != artistTable[1][4] || w.Title != "L’arbre; l'été" || w.Category != "ol" || w.Price.Amount != 1000 {
		t.Fatalf("artist %+v, work %+v, want the table's cells", a, w)
	}
	n := 0
	for charset, p := range charsets {
		for _, p.separator = range []string{",", ";", "\t", "|"} {
			for _, p.end = range []string{"\n", "\r\n", "\r"} {
				for _, p.reversed = range []bool{false, true} {
					p := p
					n++ // what doesn't depend on the others varies with them
					p.header, p.quoteAll, p.unended = headers[n%len(headers)], n%3 == 0, n%5 < 2
					if strings.Contains(p.mark, "%s") {
						p.mark = fmt.Sprintf(p.mark, p.separator, p.end)
					}
					t.Run(fmt.Sprintf("%s, %q, %q, reversed %t, %d", charset, p.separator, p.end, p.reversed, n%60), func(t *testing.T) {
						b, works := readTables(t, dir, p.write(t, latin(artistTable)), p.write(t, artworkTable))
						if !reflect.DeepEqual(b.Artists, wantBulk.Artists) {
							t.Errorf("artists = %+v, want %+v", b.Artists, wantBulk.Artists)
						}
						if !reflect.DeepEqual(works, wantWorks) {
							t.Errorf("works = %+v, want %+v", works, wantWorks)
						}
						if guessed := p.charset == charmap.Windows1252; (len(b.Notices) > 0) != guessed || len(b.Cleaned) > 0 {
							t.Errorf("notices = %q, cleaned = %q, want a notice only of a guessed encoding: %t", b.Notices, b.Cleaned, guessed)
						}
					})
				}
			}
		}
	}
}

// latin returns a table whose letters Windows-1252 has.
func latin(table [][]string) [][]string {
	out := make([][]string, len(table))
	for i, cells := range table {
		for _, s := range cells {
			out[i] = append(out[i], strings.ReplaceAll(s, "Ł", "L"))
		}
	}
	return out
}

// TestLayoutProblems: what a file isn't is said once, in its own words, and nothing follows from it.
func TestLayoutProblems(t *testing.T) {
	t.Parallel()
	misspelt := strings.NewReplacer("title", "Titl", "artist_id", "Artist-Idd", "edition_size", "EditionSizes")
	const row = "3,A,1,painting,1,1,2026-01-01T00:00:00Z,100\n"
	for name, c := range map[string]struct {
		artists, works string
		want           []string
	}{
		"a repeated column": {goodArtists, strings.Replace(artworkHeader, "\n", ",Title\n", 1) + row, []string{
			"works.csv:1: title: the header has this column more than once",
		}},
		"a column repeated by another name": {goodArtists, strings.Replace(artworkHeader, "\n", ",price\n", 1) + row, []string{
			"works.csv:1: price: the header has this column more than once",
		}},
		"misspelt columns": {"id,namr\n1,One\n", misspelt.Replace(artworkHeader) + row, []string{
			"artists.csv:1: namr: there is no such column: did you mean name?",
			"works.csv:1: Titl: there is no such column: did you mean title?", "works.csv:1: Artist-Idd: there is no such column: did you mean artist_id?",
			"works.csv:1: EditionSizes: there is no such column: did you mean edition_size?",
		}},
		"no header line": {"1,One\n", row, []string{
			"artists.csv:1: file: no header line: the first line names none of the columns that are imported, such as id and name",
			"works.csv:1: file: no header line: the first line names none of the columns that are imported, such as id and title",
		}},
		"empty files": {"", "\ufeff", []string{"artists.csv:1: file: no header line: EOF", "works.csv:1: file: no header line: EOF"}},
		"headers alone": {"id,name", artworkHeader, []string{
			"artists.csv:1: file: there are no rows after the header", "works.csv:1: file: there are no rows after the header",
		}},
		"CR, no rows": {"id,name\r", strings.ReplaceAll(artworkHeader, "\n", "\r"), []string{
			"artists.csv:1: file: there are no rows after the header", "works.csv:1: file: there are no rows after the header",
		}},
		"empty rows": {goodArtists, artworkHeader + ",,,,,,,\n , ,\n", []string{"works.csv:1: file: there are no rows after the header"}},
		"workbooks": {"PK\x03\x04\x14", "\xd0\xcf\x11\xe0", []string{
			"artists.csv:1: file: " + errWorkbook.Error(), "works.csv:1: file: " + errWorkbook.Error(),
		}},
		"a damaged cell": {"id,name\n1,Zoë\n2,Łucja\n3,Z\xeb\n", artworkHeader + row, []string{"artists.csv:4: name: not UTF-8 text"}},
		"bare quotation marks": {"id,name\n1,One\n2,6\" nails\n3,9\" nails\n", artworkHeader + "x" + row, []string{
			`artists.csv:3: line: bare " in non-quoted-field`, `artists.csv:4: line: bare " in non-quoted-field`,
			"works.csv:2: id: expected a whole number from 1 to 1000000000",
		}},
		"more and fewer cells": {"id,name\n1,One,,\n2\n3,Three,x\n", artworkHeader + row, []string{
			"artists.csv:3: line: 1 cells, but the header has 2", "artists.csv:4: line: 3 cells, but the header has 2",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(Source{Artists: write(t, "artists.csv", c.artists), Artworks: write(t, "works.csv", c.works), Name: "x", Currency: "USD"})
			if p, ok := errors.AsType[ProblemsError](err); !ok || !slices.Equal(p.Lines(), c.want) {
				t.Errorf("got:\n%v\nwant:\n%s", err, strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestOtherColumns: the columns of a museum's database that aren't imported are named once, and a name that is almost a present column's is no mistake.
func TestOtherColumns(t *testing.T) {
	t.Parallel()
	b, works := readTables(t, t.TempDir(), []byte("ObjectID;id;name;names;;;Notes;Notes\n7;1;One;x;;;a;b\n;;;;;;;\n"),
		[]byte(artworkHeader+"3,A,1,painting,1,1,2026-01-01T00:00:00Z,100\n,,,,,,,\n"))
	want := []string{"artists.csv: these columns are not imported: ObjectID, names, Notes"}
	if !slices.Equal(b.Notices, want) || len(b.Artists) != 1 || b.Artists[0].Name != "One" || len(works) != 1 {
		t.Errorf("notices = %q, artists = %+v, works = %+v, want %q and one of each", b.Notices, b.Artists, works, want)
	}
}

// TestLargeFile: a packed file of 100,000 works is read in pieces.
func TestLargeFile(t *testing.T) { //nolint:paralleltest // measures the memory of the process
	const rows = 100_000
	path := filepath.Join(t.TempDir(), "works.csv.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z, size := gzip.NewWriter(f), len(artworkHeader)
	_, _ = io.WriteString(z, artworkHeader)
	for i := range rows {
		n, _ := fmt.Fprintf(z, "%d,\"A title of some length, with a number: %d\",1,painting,1,1,2026-01-01T00:00:00Z,100\n", i+1, i+1)
		size += n
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	before := heap()
	b, err := Read(Source{Artists: write(t, "artists.csv", goodArtists), Artworks: path, Name: "x", Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	n, used := 0, 0
	for _, err := range b.Artworks {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%25_000 == 0 {
			used = max(used, heap()-before)
		}
	}
	if n != rows || used > size/2 {
		t.Errorf("%d works with %d bytes of memory, want %d with less than half of the text's %d", n, used, rows, size)
	}
}

// heap returns how much memory is in use.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

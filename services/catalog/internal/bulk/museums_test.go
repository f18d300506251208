package bulk

import (
	"embed"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

//go:embed testdata
var testdata embed.FS

// added are the columns that no museum's program has: what a shop sells.
var added = []string{"edition_size", "editions_available", "created_at"}

// museum returns the files of testdata that are written as a program exports them. docs/testing/world.md says where the layouts are published.
func museum(program string) Source {
	return Source{
		Artists: "testdata/" + program + "-artists.csv", Artworks: "testdata/" + program + "-artworks.csv", Name: "x", Currency: "USD",
		Open: func(path string) (io.ReadCloser, error) { return testdata.Open(path) },
	}
}

// from returns what our columns are read from: "ObjectID as id".
func from(f FileReport) []string {
	var out []string
	for _, c := range f.Columns {
		if c.From != "" && c.From != c.Name && !slices.Contains(added, c.Name) {
			out = append(out, c.From+" as "+c.Name)
		}
	}
	return out
}

// TestMuseumPrograms: exports of museums' programs are read as they are, once they have the columns of a shop.
func TestMuseumPrograms(t *testing.T) {
	t.Parallel()
	for program, c := range map[string]struct {
		encoding, separator string
		artists, artworks   []string // other names of columns
		artist, other       artwork.Artist
		work                artwork.Artwork
		image               string
	}{
		"tms": {
			"UTF-8", "commas",
			[]string{"ConstituentID as id", "DisplayName as name", "BeginDate as birth_year", "EndDate as death_year", "ArtistBio as bio"},
			[]string{"ObjectID as id", "Title as title", "ConstituentID as artist_id", "Classification as category", "Medium as medium", "Date as year", "ImageURL as image_url"},
			artwork.Artist{Name: "Zoë Prüve", SortName: "Zoë Prüve", Born: 1901, Died: 1984, Bio: "Invented, 1901–1984"},
			artwork.Artist{Name: "Łucja Próbna", SortName: "Łucja Próbna", Born: 1950, Bio: "Invented, born 1950"},
			artwork.Artwork{Title: `Study for a "Gyre", No. 2`, Category: "drawing", Medium: "Ink, gouache, and graphite on paper", Dated: "c. 1923"},
			"https://museum.example/2.jpg",
		},
		"museumplus": {
			"UTF-16", "vertical bars",
			[]string{"KueId as id", "Visningsnamn as name", "KueSortierungS as sort_name", "KueReserve01M as bio"},
			[]string{
				"ObjId as id", "ObjTitelOriginalS as title", "ObjKueId as artist_id", "ObjSystematikS as category", "ObjTechMatM as medium", "ObjDatierungS as year",
				"ObjTitelWeitereM as description",
			},
			artwork.Artist{Name: "Zoë Prüve", SortName: "Prüve, Zoë", Bio: "Påhittad konstnär."},
			artwork.Artist{Name: "Łucja Próbna", SortName: "Próbna, Łucja"},
			artwork.Artwork{Title: `Studie till en "Gyre", nr 2`, Category: "teckning", Medium: "tusch, gouache", Dated: "ca 1923", Description: "Teckning, oinramad"},
			"",
		},
		"axiell": {
			"UTF-8", "commas",
			[]string{"priref as id", "birth.date.start as birth_year", "death.date.start as death_year", "birth.place as birth_place", "biography as bio"},
			[]string{"priref as id", "creator.lref as artist_id", "object_name as category", "technique as medium", "production.date.start as year"},
			artwork.Artist{Name: "Prüve, Zoë", SortName: "Prüve, Zoë", Born: 1901, Died: 1984, Place: "Utrecht", Bio: "Invented artist."},
			artwork.Artist{Name: "Próbna, Łucja", SortName: "Próbna, Łucja", Born: 1950},
			artwork.Artwork{Title: `Study for a "Gyre", No. 2`, Category: "drawing", Medium: "ink, gouache", Description: "Unframed.\nSigned."},
			"",
		},
		"numbers": {
			"UTF-8", "semicolons",
			[]string{"birth year as birth_year", "death year as death_year"},
			[]string{"Titel as title", "artist id as artist_id", "Date as year"},
			artwork.Artist{Name: "Zoë Prüve", SortName: "Zoë Prüve", Born: 1901, Died: 1984},
			artwork.Artist{Name: "Łucja Próbna", SortName: "Łucja Próbna", Born: 1950},
			artwork.Artwork{Title: `Study for a "Gyre", No. 2`, Category: "drawing", Medium: "ink; gouache", Dated: "c. 1923"},
			"",
		},
	} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			src := museum(program)
			if program == "museumplus" { // whose names of artists are in two columns
				src.ArtistColumns = map[string]string{"id": "KueId", "name": "Visningsnamn", "sort_name": "KueSortierungS", "bio": "KueReserve01M"}
			}
			b, report, err := Check(src)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range []FileReport{report.Artists, report.Artworks} {
				if f.Encoding != c.encoding || f.Separator != c.separator || f.Guessed || f.Rows != 2 {
					t.Errorf("%s is %s, guessed %t, with %s and %d rows, want %s with %s and 2", f.Name, f.Encoding, f.Guessed, f.Separator, f.Rows, c.encoding, c.separator)
				}
			}
			if got := from(report.Artists); !slices.Equal(got, c.artists) {
				t.Errorf("columns of artists = %q, want %q", got, c.artists)
			}
			if got := from(report.Artworks); !slices.Equal(got, c.artworks) {
				t.Errorf("columns of artworks = %q, want %q", got, c.artworks)
			}
			c.artist.ID, c.artist.Slug, c.other.ID, c.other.Slug = 7, artwork.Slug(c.artist.Name, 7), 12, artwork.Slug(c.other.Name, 12)
			if len(b.Artists) != 2 || b.Artists[0].Artist != c.artist || b.Artists[1].Artist != c.other {
				t.Errorf("artists = %+v, want %+v and %+v", b.Artists, c.artist, c.other)
			}
			works := collect(t, b)
			w, second := works[0], works[1]
			if w.ID != 2 || w.Artist.ID != 7 || w.Title != c.work.Title || w.Category != c.work.Category || w.Medium != c.work.Medium || w.Description != c.work.Description ||
				w.Year != 1923 || w.Dated != c.work.Dated || w.Editions.Size != 1 || w.Editions.Withheld != 1 || w.Price != nil {
				t.Errorf("work = %+v, want %+v of artist 7, of 1923, not for sale", w, c.work)
			}
			if second.ID != 3 || second.Artist.ID != 12 || second.Title != "Nocturne" || second.Year != 1975 {
				t.Errorf("work = %+v, want Nocturne of artist 12, of 1975", second)
			}
			if image := len(w.Media) > 0; image != (c.image != "") || image && w.Media[0].SourceURL != c.image {
				t.Errorf("media = %+v, want %q", w.Media, c.image)
			}
		})
	}
}

// TestWhatMuseumProgramsLack: an export without the columns of a shop, or without whole names, has one problem for each of them, and no other.
func TestWhatMuseumProgramsLack(t *testing.T) {
	t.Parallel()
	const artists, works = "KueId|KueVorNameS|KueNameS\n12|Łucja|Próbna\n", "Title,Artist,ConstituentID,Date,Medium,Classification,ObjectID,ImageURL\n" +
		"Nocturne,Łucja Próbna,12,1975,Print,Print,3,\n"
	src := Source{Artists: write(t, "Kuenstler.csv", artists), Artworks: write(t, "Artworks.csv", works), Name: "x", Currency: "USD"}
	want := []string{"Kuenstler.csv:1: name: the column is missing"}
	for _, column := range added {
		want = append(want, "Artworks.csv:1: "+column+": the column is missing")
	}
	_, err := Read(src)
	if p, ok := errors.AsType[ProblemsError](err); !ok || !slices.Equal(p.Lines(), want) {
		t.Errorf("got:\n%v\nwant:\n%s", err, strings.Join(want, "\n"))
	}
}

// TestAliases: our own names come before those of other programs, of which the first one counts.
func TestAliases(t *testing.T) {
	t.Parallel()
	header := strings.Replace(artworkHeader, "id,", "ObjectID,id,Date,Dated,", 1)
	row := "9,3,1890,um 1890,A,1,painting,1,1,2026-01-01T00:00:00Z,100\n"
	b, works := readTables(t, t.TempDir(), []byte("ConstituentID,DisplayName\n1,One\n"), []byte(header+row))
	want := []string{
		"artists.csv: columns read by other names: ConstituentID as id, DisplayName as name",
		"works.csv: columns read by other names: Dated as year", "works.csv: these columns are not imported: ObjectID, Date",
	}
	if !slices.Equal(b.Notices, want) || b.Artists[0].Name != "One" || works[0].ID != 3 || works[0].Dated != "um 1890" {
		t.Errorf("notices = %q, artists = %+v, works = %+v, want %q, work 3 and the words of its date", b.Notices, b.Artists, works, want)
	}
	_, err := Read(Source{
		Artists: write(t, "artists.csv", goodArtists), Artworks: write(t, "works.csv", strings.Replace(header, "Date,", "Dated,", 1)+row), Name: "x", Currency: "USD",
	})
	if err == nil || err.Error() != "1 problem\nworks.csv:1: year: the header has Dated more than once" {
		t.Errorf("an alias twice: error = %v, want that it is there more than once", err)
	}
}

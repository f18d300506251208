package bulk

import (
	"strconv"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Kind is one of the two files.
type Kind string

// The files.
const (
	ArtistFile  Kind = "artists"
	ArtworkFile Kind = "artworks"
)

// What to do about a problem.
const (
	fixCell     = "Correct the cell, or choose another column."
	fixEmpty    = "Fill in the cell, or choose another column."
	fixTwice    = "Give each row its own id, or remove the copy."
	fixArtist   = "Add the artist to the file of artists, or correct the id."
	fixCells    = "Check the row for a missing separator or a quote that isn't closed."
	fixQuote    = "Write quotes inside of a cell twice, and put the cell between quotes."
	fixColumn   = "Choose the column that has it, or add it to the file."
	fixHeader   = "Name each column once, in the first line."
	fixCurrency = "Convert the prices, or don't import the column."
	fixFile     = "Export the file again as CSV in UTF-8."
)

// shownRows is how many rows of a file a report has.
const shownRows = 5

// Report is how the files of a source are written.
type Report struct{ Artists, Artworks FileReport }

// FileReport is how a file is written, as far as it could be read.
type FileReport struct {
	Name string
	// Encoding and Separator are their names for people, "" if the file couldn't be read. Guessed is whether the encoding is a guess.
	Encoding, Separator string
	Guessed             bool
	// Rows counts the rows after the header line.
	Rows int
	// Header are the names in the header line, each in one line.
	Header []string
	// Columns are ours.
	Columns []ColumnReport
	// First are the first rows.
	First []Row
}

// ColumnReport is one of our columns.
type ColumnReport struct {
	Column

	// From is the column of the file that it is read from, "" for none.
	From string
}

// Row is a row as it would be imported: a cell for each of our columns. Cells with a problem are empty.
type Row struct {
	Line  int
	Cells []string
}

func (f *file) report() FileReport {
	out := FileReport{Name: f.name(), Rows: f.rows, Header: f.header, First: f.shown}
	if f.layout != nil {
		out.Encoding, out.Separator = f.layout.names()
		out.Guessed = f.layout.guessed
	}
	for _, c := range f.columns {
		column := ColumnReport{Column: c}
		if i, ok := f.found[c.Name]; ok {
			column.From = f.header[i]
		}
		out.Columns = append(out.Columns, column)
	}
	return out
}

// show keeps one of the first rows for the report.
func (r *row) show(cells func() []string) {
	if len(r.file.shown) >= shownRows {
		return
	}
	list := cells()
	for i, c := range r.file.columns {
		if !r.sound(c.Name) {
			list[i] = ""
		}
	}
	r.file.shown = append(r.file.shown, Row{Line: r.line, Cells: list})
}

// artistCells returns an artist's cells in the order of artistColumns.
func artistCells(a artwork.ArtistEntry, base int64) []string {
	return []string{strconv.FormatInt(a.ID-base, 10), a.Name, a.SortName, year(a.Born), year(a.Died), a.Place, a.Bio, a.Website}
}

// artworkCells returns an artwork's cells in the order of artworkColumns. The category is as in the file.
func artworkCells(w artwork.ArtworkEntry, base int64) []string {
	price, picture, published := "", "", ""
	if w.Price != nil {
		price = strconv.FormatInt(w.Price.Amount, 10)
	}
	if len(w.Media) > 0 {
		picture = w.Media[0].SourceURL
	}
	if !w.PublishedAt.IsZero() {
		published = w.PublishedAt.Format(time.RFC3339)
	}
	dated := w.Dated
	if dated == "" {
		dated = year(w.Year)
	}
	return []string{
		strconv.FormatInt(w.ID-base, 10), w.Title, strconv.FormatInt(w.Artist.ID-base, 10), w.Category, w.Medium, dated, w.Description,
		strconv.Itoa(w.Editions.Size), strconv.Itoa(w.Editions.Size - w.Editions.Withheld), price, picture, published,
	}
}

// year returns a year for people, "" for an unknown one.
func year(y int) string {
	if y == 0 {
		return ""
	}
	return strconv.Itoa(y)
}

// ColumnNames returns the names of our columns of a file.
func ColumnNames(kind Kind) []string {
	columns := artistColumns
	if kind == ArtworkFile {
		columns = artworkColumns
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Package bulk reads a museum's collection from two CSV files, plain or gzip'ed: its artists and its artworks. layout.go finds out which encoding,
// separator and line ends a file has; columns.go lists the columns and docs/operating/bulk-import.md documents them. Slugs consist of the title and
// our own id, which is the id in the file plus the base of the source.
package bulk

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	readerVersion = "vitrine bulk 6" // part of the digest, so that a new version imports the same files again
	maxID         = 1_000_000_000_000
	maxSourceID   = 1_000_000_000
)

// Source describes the files of a collection and how it is imported.
type Source struct {
	Artists, Artworks string // paths
	Name              string
	IDBase            int64
	// Currency is the shop's currency, which prices must have.
	Currency string
	// AllowRemovals permits an import that unpublishes most of the source's entries.
	AllowRemovals bool
	// ArtistColumns and ArtworkColumns name, for our columns, the columns of the files as in their header lines. Columns that aren't named aren't
	// imported then. nil finds columns by their names.
	ArtistColumns, ArtworkColumns map[string]string
	// Open opens a file by its path; nil is os.Open. It is called several times for each file.
	Open func(path string) (io.ReadCloser, error)
}

// reserved are sources that aren't collections of files.
var reserved = []string{"content", "studio"}

// Problem is something in a file that prevents the import.
type Problem struct {
	// File is the base name of the file, Kind whose it is.
	File string
	Kind Kind
	Line int
	// Column is our column, a column of the file that we don't have, "line" or "file".
	Column string
	Reason string
	// Fix is what to do, in a sentence.
	Fix string
}

func (p Problem) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.Column, p.Reason)
}

// ProblemsError lists all problems of both files.
type ProblemsError []Problem

func (p ProblemsError) Error() string {
	return p.Count() + "\n" + strings.Join(p.Lines(), "\n")
}

// Lines returns the problems as "file:line: column: reason".
func (p ProblemsError) Lines() []string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return lines
}

// Count returns the number of problems in words.
func (p ProblemsError) Count() string {
	if len(p) == 1 {
		return "1 problem"
	}
	return fmt.Sprintf("%d problems", len(p))
}

// Read checks both files and returns a collection that reads the artworks again during the import. It returns ProblemsError if
// a file can't be read or a line is invalid.
func Read(src Source) (artwork.Bulk, error) {
	c, _, err := Check(src)
	return c, err
}

// Check is Read, and also reports how both files are written.
func Check(src Source) (artwork.Bulk, Report, error) {
	out := artwork.Bulk{Source: src.Name, IDBase: src.IDBase, IDLast: src.IDBase, AllowRemovals: src.AllowRemovals, PictureOrigins: map[string]int{}, Categories: map[string]string{}}
	if w := artwork.Words(src.Name); w == "" || w != src.Name || slices.Contains(reserved, src.Name) {
		return out, Report{}, fmt.Errorf("%w: the name of a source consists of lower-case letters, digits and hyphens, and isn't %s", artwork.ErrInvalid, strings.Join(reserved, " or "))
	}
	if src.IDBase < 0 || src.IDBase > maxID {
		return out, Report{}, fmt.Errorf("%w: the id base must be from 0 to %d", artwork.ErrInvalid, int64(maxID))
	}
	digest := sha256.New()
	_, _ = fmt.Fprintln(digest, readerVersion, src.Name, src.IDBase, src.Currency)

	artists := src.file(ArtistFile, digest)
	known := map[int64]bool{}
	complete := artists.read(func(r *row) {
		a := r.artist(src.IDBase)
		if r.sound("id") {
			if known[a.ID] {
				r.wrongf("id", fixTwice, "appears more than once")
			}
			known[a.ID] = true
		}
		out.Artists = append(out.Artists, a)
		r.show(func() []string { return artistCells(a, src.IDBase) })
		out.IDLast = max(out.IDLast, a.ID)
	})

	artworks := src.file(ArtworkFile, digest)
	artworks.categories = out.Categories
	seen := map[int64]bool{}
	artworks.read(func(r *row) {
		w := r.artwork(src.IDBase)
		if r.sound("id") {
			if seen[w.ID] {
				r.wrongf("id", fixTwice, "appears more than once")
			}
			seen[w.ID] = true
		}
		// If some artists could not be read, don't report their artworks here: the problem is in the other file.
		if complete && r.sound("artist_id") && !known[w.Artist.ID] {
			r.wrongf("artist_id", fixArtist, "artist %d is not in %s", w.Artist.ID-src.IDBase, artists.name())
		}
		r.show(func() []string { return artworkCells(w, src.IDBase) })
		for _, m := range w.Media {
			out.PictureOrigins[origin(m.SourceURL)]++
		}
		out.IDLast = max(out.IDLast, w.ID)
	})
	out.Cleaned, out.Notices = append(artists.cleaned, artworks.cleaned...), append(artists.notices, artworks.notices...)
	report := Report{Artists: artists.report(), Artworks: artworks.report()}
	if problems := append(artists.problems, artworks.problems...); len(problems) > 0 {
		return out, report, problems
	}

	out.Digest = hex.EncodeToString(digest.Sum(nil))
	out.Artworks = func(yield func(artwork.ArtworkEntry, error) bool) {
		again := src.file(ArtworkFile, io.Discard)
		again.layout = artworks.layout
		again.read(func(r *row) {
			if w := r.artwork(src.IDBase); !r.stopped && len(again.problems) == 0 && !yield(w, nil) {
				r.stopped = true
			}
		})
		if len(again.problems) > 0 { // the file has changed since it was checked
			yield(artwork.ArtworkEntry{}, again.problems)
		}
	}
	return out, report, nil
}

// file returns one of the source's files, to be read once.
func (src Source) file(kind Kind, digest io.Writer) *file {
	f := &file{kind: kind, path: src.Artists, open: src.Open, digest: digest, columns: artistColumns, chosen: src.ArtistColumns, currency: src.Currency}
	if kind == ArtworkFile {
		f.path, f.columns, f.chosen = src.Artworks, artworkColumns, src.ArtworkColumns
	}
	if f.open == nil {
		f.open = func(path string) (io.ReadCloser, error) { return os.Open(path) }
	}
	if f.chosen != nil { // other columns make another collection of the same file
		for _, c := range f.columns {
			_, _ = fmt.Fprintf(digest, "%s %s=%q\n", kind, c.Name, f.chosen[c.Name])
		}
	}
	return f
}

// origin returns the scheme and host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// file reads one CSV file and collects its problems.
type file struct {
	kind   Kind
	path   string
	open   func(path string) (io.ReadCloser, error)
	digest io.Writer
	// chosen are the columns of the file by ours; nil finds them by their names.
	chosen map[string]string
	// header are the names in the header line, found our columns by their places in it, rows how many rows there are, shown the first ones.
	header   []string
	found    map[string]int
	rows     int
	shown    []Row
	columns  []Column
	currency string
	problems ProblemsError
	cleaned  []string
	notices  []string
	// layout is found by the first read.
	layout *layout
	// categories are the names of categories by their slugs; nil if they aren't collected.
	categories map[string]string
}

func (f *file) name() string { return filepath.Base(f.path) }

func (f *file) wrongf(line int, column, fix, format string, args ...any) {
	f.problems = append(f.problems, Problem{File: f.name(), Kind: f.kind, Line: line, Column: column, Reason: fmt.Sprintf(format, args...), Fix: fix})
}

func (f *file) noticef(format string, args ...any) {
	f.notices = append(f.notices, f.name()+": "+fmt.Sprintf(format, args...))
}

// read calls fn with every row that isn't empty. It reports whether the file has rows and all could be read.
func (f *file) read(fn func(*row)) (complete bool) {
	if f.layout == nil {
		l, err := inspect(f.open, f.path)
		if err != nil {
			f.wrongf(1, "file", fixFile, "%v", err)
			return false
		}
		if f.layout = &l; l.guessed {
			f.noticef("the text isn't UTF-8 and was read as Windows-1252: check letters such as é")
		}
	}
	in, err := f.open(f.path)
	if err != nil {
		f.wrongf(1, "file", fixFile, "%v", err)
		return false
	}
	defer func() { _ = in.Close() }()
	text, err := f.layout.text(io.TeeReader(in, f.digest))
	if err != nil {
		f.wrongf(1, "file", fixFile, "%v", err)
		return false
	}
	c := csv.NewReader(text)
	c.Comma, c.ReuseRecord = f.layout.comma, true
	header, err := c.Read()
	if f.layout.named && err == nil {
		c.FieldsPerRecord = 0 // as in the next line
		header, err = c.Read()
	}
	if err != nil {
		f.wrongf(1, "file", fixHeader, "no header line: %v", err)
		return false
	}
	r := &row{file: f, index: map[string]int{}, bad: map[string]bool{}}
	r.line, _ = c.FieldPos(0)
	for _, name := range header {
		f.header = append(f.header, oneline.Clean(name))
	}
	f.found = r.index
	if !r.header(header) {
		return false
	}
	width, skipped := len(header), false
	for !r.stopped {
		clear(r.bad)
		r.values, err = c.Read()
		parse, malformed := errors.AsType[*csv.ParseError](err)
		switch {
		case errors.Is(err, io.EOF):
			if f.rows == 0 {
				f.wrongf(r.line, "file", fixFile, "there are no rows after the header")
			}
			return f.rows > 0 && !skipped
		case errors.Is(err, csv.ErrFieldCount):
			if !blank(r.values[min(width, len(r.values)):]) || len(r.values) < width && !blank(r.values) {
				f.rows++
				skipped = true
				f.wrongf(parse.StartLine, "line", fixCells, "%d cells, but the header has %d", len(r.values), width)
				continue
			}
		case malformed:
			f.rows++
			skipped = true
			f.wrongf(parse.StartLine, "line", fixQuote, "%v", parse.Err)
			if errors.Is(parse.Err, csv.ErrBareQuote) {
				continue
			}
			return false // the rows after an unclosed quote can't be separated
		case err != nil:
			f.wrongf(r.line, "file", fixFile, "%v", err)
			return false
		}
		if blank(r.values) { // spreadsheets write empty rows for cells that only have a format
			continue
		}
		f.rows++
		r.line, _ = c.FieldPos(0)
		fn(r)
	}
	return false
}

// blank reports whether all cells are empty.
func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(s string) bool { return strings.TrimSpace(s) != "" })
}

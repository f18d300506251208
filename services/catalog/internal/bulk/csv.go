// Package bulk reads a museum's collection from two CSV files, plain or gzip'ed: its artists and its works.
//
// The columns are told apart by the header line. Artists: id, name, and where there are any sort_name, birth_year,
// death_year, birth_place, bio, url. Artworks: id, title, artist_id, category, edition_size, editions_available,
// created_at, and where there are any medium, price_usd_cents, year, description, image_url. Slugs are made anew from
// the title and our own id, which is the source's id plus the base.
package bulk

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	importerMark = "vitrine bulk 1" // part of the digest: a new importer imports again
	maxID        = 1_000_000_000_000
	maxSourceID  = 1_000_000_000
	maxProblems  = 500
	currency     = "USD"
)

// Source says where a collection is and what its ids become.
type Source struct {
	Artists, Artworks string // paths
	Name              string
	IDBase            int64
}

// ProblemsError is everything that is wrong with the files.
type ProblemsError []string

func (p ProblemsError) Error() string {
	return fmt.Sprintf("bulk: %d problems\n%s", len(p), strings.Join(p, "\n"))
}

// Read checks both files as a whole and answers a collection that reads the works again while it is imported. The
// error is ProblemsError where a line is wrong.
func Read(src Source) (artwork.Bulk, error) {
	out := artwork.Bulk{Source: src.Name, IDBase: src.IDBase, IDLast: src.IDBase}
	if w := artwork.Words(src.Name); w == "" || w != src.Name || src.Name == "content" {
		return out, fmt.Errorf("%w: the source's name is small letters, digits and hyphens, and not content", artwork.ErrInvalid)
	}
	if src.IDBase < 0 || src.IDBase > maxID {
		return out, fmt.Errorf("%w: the base is from 0 to %d", artwork.ErrInvalid, int64(maxID))
	}
	var problems ProblemsError
	digest := sha256.New()
	fmt.Fprintln(digest, importerMark, src.Name, src.IDBase)
	known := map[int64]bool{}
	err := read(src.Artists, digest, &problems, artistColumns, func(r *row) {
		a := r.artist(src.IDBase)
		if known[a.ID] {
			r.wrongf("id", "is there twice")
		}
		known[a.ID] = true
		out.Artists = append(out.Artists, a)
		out.IDLast = max(out.IDLast, a.ID)
	})
	if err != nil {
		return out, err
	}
	works := map[int64]bool{}
	err = read(src.Artworks, digest, &problems, artworkColumns, func(r *row) {
		w := r.artwork(src.IDBase)
		if works[w.ID] {
			r.wrongf("id", "is there twice")
		}
		works[w.ID] = true
		if !known[w.Artist.ID] {
			r.wrongf("artist_id", "there is no such artist")
		}
		out.IDLast = max(out.IDLast, w.ID)
	})
	if err != nil {
		return out, err
	}
	if len(problems) > 0 {
		return out, problems
	}
	out.Digest = hex.EncodeToString(digest.Sum(nil))
	out.Artworks = func(yield func(artwork.ArtworkEntry, error) bool) {
		var problems ProblemsError
		err := read(src.Artworks, io.Discard, &problems, artworkColumns, func(r *row) {
			if w := r.artwork(src.IDBase); !r.stopped && !yield(w, nil) {
				r.stopped = true
			}
		})
		if err == nil && len(problems) > 0 {
			err = problems // the file changed in between
		}
		if err != nil {
			yield(artwork.ArtworkEntry{}, err)
		}
	}
	return out, nil
}

// columns of a file: the names that must be there.
type columns []string

var (
	artistColumns  = columns{"id", "name"}
	artworkColumns = columns{"id", "title", "artist_id", "category", "edition_size", "editions_available", "created_at"}
)

// row is one line with its columns by name.
type row struct {
	file     string
	line     int
	index    map[string]int
	values   []string
	problems *ProblemsError
	stopped  bool
}

func (r *row) wrongf(column, format string, args ...any) {
	if len(*r.problems) < maxProblems {
		*r.problems = append(*r.problems, fmt.Sprintf("%s:%d: %s: %s", r.file, r.line, column, fmt.Sprintf(format, args...)))
	}
}

// read hands every line of a CSV file to fn.
func read(path string, digest io.Writer, problems *ProblemsError, need columns, fn func(*row)) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("bulk: %w", err)
	}
	defer func() { _ = file.Close() }()
	in := bufio.NewReaderSize(io.TeeReader(file, digest), 1<<16)
	var text io.Reader = in
	if magic, _ := in.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		if text, err = gzip.NewReader(in); err != nil {
			return fmt.Errorf("bulk: %s: %w", filepath.Base(path), err)
		}
	}
	c := csv.NewReader(text)
	c.ReuseRecord = true
	header, err := c.Read()
	if err != nil {
		return fmt.Errorf("bulk: %s: no header line: %w", filepath.Base(path), err)
	}
	r := &row{file: filepath.Base(path), line: 1, index: map[string]int{}, problems: problems}
	for i, name := range header {
		r.index[strings.TrimPrefix(strings.TrimSpace(name), "\ufeff")] = i
	}
	for _, name := range need {
		if _, ok := r.index[name]; !ok {
			r.wrongf(name, "the column is missing")
		}
	}
	if len(*problems) > 0 {
		return nil
	}
	for !r.stopped {
		if r.values, err = c.Read(); errors.Is(err, io.EOF) {
			return nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			r.line = bad.Line
			r.wrongf("line", "%v", bad.Err)
			if !errors.Is(bad.Err, csv.ErrFieldCount) {
				return nil // the rest cannot be told apart
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("bulk: %s: %w", r.file, err)
		}
		r.line, _ = c.FieldPos(0)
		fn(r)
	}
	return nil
}

func (r *row) text(column string, limit int) string {
	i, ok := r.index[column]
	if !ok {
		return ""
	}
	s := strings.TrimSpace(r.values[i])
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		r.wrongf(column, "is not text")
		return ""
	case len(s) > limit && utf8.RuneCountInString(s) > limit:
		r.wrongf(column, "is longer than %d characters", limit)
		return ""
	}
	return strings.Clone(s)
}

func (r *row) must(column string, limit int) string {
	s := r.text(column, limit)
	if s == "" {
		r.wrongf(column, "is empty")
	}
	return s
}

// number is a whole number within bounds; an empty field is none, where that is allowed.
func (r *row) number(column string, low, high int64, optional bool) int64 {
	s := r.text(column, 20)
	if s == "" && optional {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < low || n > high {
		r.wrongf(column, "expected a whole number from %d to %d", low, high)
		return 0
	}
	return n
}

func (r *row) artist(base int64) artwork.ArtistEntry {
	a := artwork.ArtistEntry{Artist: artwork.Artist{
		ID: base + r.number("id", 0, maxSourceID, false), Name: r.must("name", 300), SortName: r.text("sort_name", 300),
		Bio: r.text("bio", 100_000), Place: r.text("birth_place", 300), Website: r.address("url"),
		Born: int(r.number("birth_year", 1, 2200, true)), Died: int(r.number("death_year", 1, 2200, true)),
	}}
	if a.SortName == "" {
		a.SortName = a.Name
	}
	a.Slug = artwork.Slug(a.Name, a.ID)
	return a
}

func (r *row) artwork(base int64) artwork.ArtworkEntry {
	w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
		ID: base + r.number("id", 1, maxSourceID, false), Title: r.must("title", 1000), Category: artwork.Words(r.must("category", 50)),
		Medium: r.text("medium", 1000), Year: int(r.number("year", 1, 2200, true)), Description: r.text("description", 100_000),
		Editions: artwork.Editions{Size: int(r.number("edition_size", 1, artwork.EditionsPerArtwork, false))},
	}}
	w.Slug = artwork.Slug(w.Title, w.ID)
	w.Artist.ID = base + r.number("artist_id", 0, maxSourceID, false)
	w.Editions.Withheld = w.Editions.Size - int(r.number("editions_available", 0, int64(w.Editions.Size), false))
	if price := r.number("price_usd_cents", 0, 1<<31-1, true); price > 0 {
		w.Price = &money.Money{Amount: price, Currency: currency}
	}
	at, err := time.Parse(time.RFC3339, r.text("created_at", 40))
	if err != nil {
		r.wrongf("created_at", "expected a time like 2026-05-01T18:00:00Z")
	}
	w.PublishedAt, w.VisibleFrom = at.UTC(), at.UTC()
	if picture := r.address("image_url"); picture != "" {
		w.Media = []artwork.Media{{Kind: artwork.Image, Alt: w.Title, SourceURL: picture}}
	}
	return w
}

// address is a web address; others are left out, because pages would show them as links.
func (r *row) address(column string) string {
	s := r.text(column, 2000)
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

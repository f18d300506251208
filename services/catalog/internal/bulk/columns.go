package bulk

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Column is a supported column. The names of other columns are reported, and their cells ignored.
type Column struct {
	Name     string
	Required bool
}

var (
	artistColumns = []Column{
		{"id", true},
		{"name", true},
		{"sort_name", false},
		{"birth_year", false},
		{"death_year", false},
		{"birth_place", false},
		{"bio", false},
		{"url", false},
	}
	artworkColumns = []Column{
		{"id", true},
		{"title", true},
		{"artist_id", true},
		{"category", true},
		{"medium", false},
		{"year", false},
		{"description", false},
		{"edition_size", true},
		{"editions_available", true},
		{priceColumn, false},
		{"image_url", false},
		{"created_at", true},
	}
)

// longestShown is the number of characters of an unknown column's name that messages show.
const longestShown = 60

// priceColumn has minor units of the shop's currency. Its name may also contain the currency: price_usd_cents.
const priceColumn = "price"

var pricedIn = regexp.MustCompile(`^price_([a-z]{3})_cents$`)

// row is one line with its columns by name.
type row struct {
	file    *file
	line    int
	index   map[string]int
	values  []string
	bad     map[string]bool // columns with a problem in this line
	stopped bool
}

// header reads the names of the columns, in any case, with spaces, hyphens or underscores, and reports whether the rows can be read.
func (r *row) header(names []string) bool {
	known := r.file.names()
	var others []int
	for i, name := range names {
		column := known(name)
		if m := pricedIn.FindStringSubmatch(plainName(name)); m != nil && column == priceColumn {
			if currency := strings.ToUpper(m[1]); currency != r.file.currency {
				r.wrongf(plainName(name), fixCurrency, "prices are in %s, but the currency of the shop is %s", currency, r.file.currency)
				continue
			}
		}
		switch _, twice := r.index[column]; {
		case column == "":
			others = append(others, i)
		case twice && r.sound(column):
			r.wrongf(column, fixHeader, "the header has this column more than once")
		default:
			r.index[column] = i
		}
	}
	others = r.aliases(names, others)
	if len(r.index) == 0 {
		r.wrongf("file", fixHeader, "no header line: the first line names none of the columns that are imported, such as %s and %s",
			r.file.columns[0].Name, r.file.columns[1].Name)
		return false
	}
	var absent, ignored []string
	for _, c := range r.file.columns {
		if _, ok := r.index[c.Name]; !ok {
			absent = append(absent, c.Name)
		}
	}
	misspelt := map[string]bool{}
	for _, i := range others {
		name := shownName(names[i])
		if meant := kit.Nearest(plainName(name), absent); meant != "" && r.file.chosen == nil {
			r.wrongf(name, fixColumn, "there is no such column: did you mean %s?", meant)
			misspelt[meant] = true
		} else if name != "" && !slices.Contains(ignored, name) {
			ignored = append(ignored, name)
		}
	}
	for _, c := range r.file.columns {
		if c.Required && !misspelt[c.Name] && slices.Contains(absent, c.Name) {
			r.wrongf(c.Name, fixColumn, "the column is missing")
		}
	}
	if len(ignored) > 0 {
		r.file.noticef("these columns are not imported: %s", strings.Join(ignored, ", "))
	}
	return len(r.bad) == 0
}

// aliases finds absent columns by what other programs call them, and reports those names. It returns the columns that aren't imported.
func (r *row) aliases(names []string, others []int) []int {
	if r.file.chosen != nil {
		return others
	}
	var meant []string
	for _, c := range r.file.columns {
		if _, ok := r.index[c.Name]; ok || !r.sound(c.Name) {
			continue
		}
		for _, alias := range aliases[r.file.kind][c.Name] {
			called := func(i int) bool { return strings.ReplaceAll(plainName(names[i]), "_", "") == alias }
			at := slices.IndexFunc(others, called)
			if at < 0 {
				continue
			}
			i := others[at]
			others = slices.Delete(others, at, at+1)
			if slices.ContainsFunc(others, called) {
				r.wrongf(c.Name, fixHeader, "the header has %s more than once", shownName(names[i]))
			}
			r.index[c.Name] = i
			meant = append(meant, shownName(names[i])+" as "+c.Name)
			break
		}
	}
	if len(meant) > 0 {
		r.file.noticef("columns read by other names: %s", strings.Join(meant, ", "))
	}
	return others
}

// names returns the function that finds our column by the name of a column of the file, "" for one that isn't imported.
func (f *file) names() func(name string) string {
	known := map[string]string{}
	if f.chosen != nil {
		for _, c := range f.columns {
			if name := f.chosen[c.Name]; name != "" {
				known[name] = c.Name
			}
		}
		return func(name string) string { return known[oneline.Clean(name)] }
	}
	for _, c := range f.columns { // by their names without underscores
		known[strings.ReplaceAll(c.Name, "_", "")] = c.Name
	}
	return func(name string) string {
		plain := plainName(name)
		if pricedIn.MatchString(plain) && known[priceColumn] != "" {
			return priceColumn
		}
		return known[strings.ReplaceAll(plain, "_", "")]
	}
}

// plainName returns the name of a column in lower case with underscores between its words.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '_' || c == '-' || unicode.IsSpace(c) }), "_")
}

// shownName returns the name of a column for a message of one line.
func shownName(name string) string {
	name = oneline.Clean(name)
	if letters := []rune(name); len(letters) > longestShown {
		return string(letters[:longestShown]) + "…"
	}
	return name
}

func (r *row) wrongf(column, fix, format string, args ...any) {
	r.bad[column] = true
	r.file.wrongf(r.line, column, fix, format, args...)
}

// sound reports whether a column of this line has no problem so far.
func (r *row) sound(column string) bool { return !r.bad[column] }

func (r *row) text(column string, limit int) string {
	i, ok := r.index[column]
	if !ok {
		return ""
	}
	s := strings.TrimSpace(r.values[i])
	switch {
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		r.wrongf(column, fixFile, "not UTF-8 text")
		return ""
	case len(s) > limit && utf8.RuneCountInString(s) > limit:
		r.wrongf(column, fixCell, "longer than %d characters", limit)
		return ""
	}
	return strings.Clone(s)
}

// oneLine returns a text without line breaks and other control characters, and notes where it removed any.
func (r *row) oneLine(column string, limit int) string {
	s := r.text(column, limit)
	if _, ok := oneline.Check(s); !ok {
		r.file.cleaned = append(r.file.cleaned, fmt.Sprintf("%s:%d: %s", r.file.name(), r.line, column))
	}
	return oneline.Clean(s)
}

// lines returns a text of several lines without control characters that change how it is shown, and notes where it removed any.
func (r *row) lines(column string, limit int) string {
	s, ok := oneline.Lines(r.text(column, limit))
	if !ok {
		r.file.cleaned = append(r.file.cleaned, fmt.Sprintf("%s:%d: %s", r.file.name(), r.line, column))
	}
	return s
}

func (r *row) must(column string, limit int) string {
	s := r.oneLine(column, limit)
	if s == "" && r.sound(column) {
		r.wrongf(column, fixEmpty, "is empty")
	}
	return s
}

// number returns a whole number within limits, and 0 for an empty optional field.
func (r *row) number(column string, low, high int64, optional bool) int64 {
	s := r.text(column, 20)
	if s == "" && (optional || !r.sound(column)) {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < low || n > high {
		r.wrongf(column, fixCell, "expected a whole number from %d to %d", low, high)
		return 0
	}
	return n
}

// dated returns the words of a date and the years that they mean.
func (r *row) dated(column string) artwork.Dated {
	d, err := artwork.ParseDated(r.oneLine(column, artwork.MaxDated))
	if err != nil {
		r.wrongf(column, fixCell, "expected a year from %d to %d, or words such as c. 1890", artwork.MinYear, artwork.MaxYear)
	}
	return d
}

// year returns a year, negative before the common era, and 0 if unknown. Words such as c. 1890 aren't kept.
func (r *row) year(column string) int {
	d := r.dated(column)
	year := cmp.Or(d.First, d.Last)
	switch {
	case d.Words == "":
	case year == 0:
		r.file.noticef("line %d: %s: no year is kept of %q", r.line, column, d.Words)
	default:
		r.file.noticef("line %d: %s: only the year %d is kept of %q", r.line, column, year, d.Words)
	}
	return year
}

func (r *row) artist(base int64) artwork.ArtistEntry {
	a := artwork.ArtistEntry{Artist: artwork.Artist{
		ID: base + r.number("id", 0, maxSourceID, false), Name: r.must("name", 300), SortName: r.oneLine("sort_name", 300),
		Bio: r.lines("bio", 100_000), Place: r.oneLine("birth_place", 300), Website: r.address("url"),
		Born: r.year("birth_year"), Died: r.year("death_year"),
	}}
	a.SortName = cmp.Or(a.SortName, a.Name)
	a.Slug = artwork.Slug(a.Name, a.ID)
	return a
}

func (r *row) artwork(base int64) artwork.ArtworkEntry {
	w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
		ID: base + r.number("id", 1, maxSourceID, false), Title: r.must("title", 1000), Category: r.category(),
		Medium: r.oneLine("medium", 1000), Description: r.lines("description", 100_000),
		Editions: artwork.Editions{Size: int(r.number("edition_size", 1, artwork.EditionsPerArtwork, false))},
	}}
	w.Slug = artwork.Slug(w.Title, w.ID)
	if d := r.dated("year"); d.Words == "" {
		w.Year = d.First
	} else {
		w.Year, w.Dated, w.YearLast = d.First, d.Words, d.Last
	}
	w.Artist.ID = base + r.number("artist_id", 0, maxSourceID, false)
	most := int64(artwork.EditionsPerArtwork)
	if r.sound("edition_size") {
		most = int64(w.Editions.Size)
	}
	w.Editions.Withheld = w.Editions.Size - int(r.number("editions_available", 0, most, false))
	if price := r.number(priceColumn, 0, 1<<31-1, true); price > 0 {
		w.Price = &money.Money{Amount: price, Currency: r.file.currency}
	}
	at, err := time.Parse(time.RFC3339, r.text("created_at", 40))
	if err != nil && r.sound("created_at") {
		r.wrongf("created_at", fixCell, "expected a time like 2026-05-01T18:00:00Z")
	}
	w.PublishedAt, w.VisibleFrom = at.UTC(), at.UTC()
	if picture := r.address("image_url"); picture != "" {
		w.Media = []artwork.Media{{Kind: artwork.Image, Alt: w.Title, SourceURL: picture}}
	}
	return w
}

// category returns the slug of a category, and keeps the name that is written first.
func (r *row) category() string {
	name := r.must("category", 50)
	slug := artwork.Words(name)
	if slug == "" && name != "" {
		r.wrongf("category", fixCell, "%q has no letters or digits", name)
	}
	if _, known := r.file.categories[slug]; !known && r.file.categories != nil {
		r.file.categories[slug] = name
	}
	return slug
}

// address returns a web address. It drops other values, because pages would show them as links.
func (r *row) address(column string) string {
	s := r.text(column, 2000)
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

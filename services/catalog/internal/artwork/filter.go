package artwork

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// PageSize is how many results a page of any list holds.
const PageSize = 27

const (
	// MaxExact is the largest catalog, in public artworks, in which totals are exact and a search by relevance compares all that it finds.
	MaxExact = 100_000
	// MaxCounted is the largest total of a search or of filters in a larger catalog, and about how many works a search by relevance compares
	// there. Totals of the whole listing, a category and an artist, and of one colour or technique alone, are precomputed and have no bound.
	MaxCounted = 500
)

const (
	// MaxIDs is the maximum number of works, and of artists, requested by id.
	MaxIDs = 100
	// MaxPage bounds the page number; no list is longer.
	MaxPage = 1_000_000
	// maxSearch bounds a search in characters; more never helps.
	maxSearch     = 200
	maxCategories = 50
	// MaxRelated is the maximum number of related works requested.
	MaxRelated = 24
	// MaxTechniques bounds how many techniques are listed.
	MaxTechniques = 100
)

// Total is how many works a filter chooses.
type Total struct {
	// Count is MaxCounted if the total is capped.
	Count int
	// Capped reports that there are more works than Count.
	Capped bool
}

// Sort is the order of works. Ties are broken by id, ascending.
type Sort string

// The words of the public interface.
const (
	Newest      Sort = "NEWEST"
	Oldest      Sort = "OLDEST"
	PriceAsc    Sort = "PRICE_ASC"
	PriceDesc   Sort = "PRICE_DESC"
	EditionAsc  Sort = "EDITION_ASC"
	EditionDesc Sort = "EDITION_DESC"
	ByArtist    Sort = "ARTIST"
	ByTitle     Sort = "TITLE"
	Relevance   Sort = "RELEVANCE"
)

// Range has both ends included; nil is open.
type Range struct{ Min, Max *int64 }

// Filter chooses works. Its zero value chooses all.
type Filter struct {
	Search string
	// Loose searches for words that begin like those of Search or resemble them, without accents. Loosened sets it.
	Loose        bool
	Categories   []string
	EditionSize  Range
	Price        Range
	Availability []Availability
	Artist       int64
	Drop         int64
	Curator      int64
	Colors       []Color
	Techniques   []string // folded by Check
	IDs          []int64
	// Artists chooses works of any of them; nil does not choose.
	Artists []int64
	// Nothing is set where the question names something that cannot be, for example an id that is no number.
	Nothing bool
	// Priced excludes artworks without a price. A filter by price sets it.
	Priced bool
}

// Loosened returns the search to try if no work has all the words as they are written: "long fur" then finds Long
// Furrow, and "karacelik" the works of Karaçelik. False where that cannot be meant, because the search has operators.
func (l List) Loosened() (List, bool) {
	words := strings.Fields(strings.ToLower(l.Filter.Search))
	if len(words) == 0 || l.Filter.Loose || strings.Contains(l.Filter.Search, `"`) ||
		slices.ContainsFunc(words, func(w string) bool { return w == "or" || strings.HasPrefix(w, "-") }) {
		return l, false
	}
	l.Filter.Loose = true
	if l.Sort == Relevance {
		l.Sort = Newest // all have the same words
	}
	return l, true
}

// Fields are the parts of a work that are expensive to read, and are read only if requested.
type Fields struct {
	Description, Media, Attributes, Curators bool
	// Artist requests more of the artist than id, slug and name.
	Artist bool
}

// List is a question for one page of works.
type List struct {
	Filter Filter
	Sort   Sort
	Page   int
	Fields Fields
}

// Writable returns a text that Postgres accepts as a parameter: characters that it cannot store become one that no slug contains.
func Writable(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\ufffd"), "\ufffd")
}

// bounded brings the ends of a range of sizes near to what sizes can be.
func bounded(n *int64) *int64 {
	if n == nil {
		return nil
	}
	near := min(max(*n, 0), math.MaxInt32)
	return &near
}

// Check makes a question sound or refuses it with ErrInvalid.
func (l List) Check() (List, error) {
	f := &l.Filter
	f.Search = strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(f.Search, "\x00", ""), ""))
	f.EditionSize = Range{bounded(f.EditionSize.Min), bounded(f.EditionSize.Max)}
	f.Categories = slices.Clone(f.Categories)
	for i, c := range f.Categories {
		f.Categories[i] = Writable(c)
	}
	f.Techniques = slices.Clone(f.Techniques)
	for i, t := range f.Techniques {
		f.Techniques[i] = strings.ToLower(strings.TrimSpace(Writable(t)))
	}
	if l.Sort == "" {
		l.Sort = Newest
	}
	if f.Price.Min != nil || f.Price.Max != nil {
		f.Priced = true
	}
	switch {
	case l.Page < 1 || l.Page > MaxPage:
		return l, fmt.Errorf("%w: page is from 1 to %d", ErrInvalid, MaxPage)
	case l.Sort == Relevance && f.Search == "":
		return l, fmt.Errorf("%w: RELEVANCE needs a search", ErrInvalid)
	case len([]rune(f.Search)) > maxSearch:
		return l, fmt.Errorf("%w: a search has at most %d characters", ErrInvalid, maxSearch)
	case len(f.Artists) > MaxIDs:
		return l, fmt.Errorf("%w: at most %d artists", ErrInvalid, MaxIDs)
	case len(f.IDs) > MaxIDs:
		return l, fmt.Errorf("%w: at most %d ids", ErrInvalid, MaxIDs)
	case len(f.Techniques) > maxCategories:
		return l, fmt.Errorf("%w: at most %d techniques", ErrInvalid, maxCategories)
	case len(f.Categories) > maxCategories:
		return l, fmt.Errorf("%w: at most %d categories", ErrInvalid, maxCategories)
	}
	return l, nil
}

// ArtistSort is the order of artists.
type ArtistSort string

// The words of the public interface.
const (
	ArtistName   ArtistSort = "NAME"
	ArtistZA     ArtistSort = "NAME_DESC"
	ArtistNewest ArtistSort = "NEWEST"
	MostArtworks ArtistSort = "MOST_ARTWORKS"
)

// DropSort is the order of drops.
type DropSort string

// The words of the public interface.
const (
	DropNewest    DropSort = "NEWEST"
	DropOldest    DropSort = "OLDEST"
	DropTitle     DropSort = "TITLE"
	DropOpenFirst DropSort = "OPEN_FIRST"
)

// DropFilter chooses drops.
type DropFilter struct {
	Search  string
	Status  []DropStatus
	Curator int64
}

// PostFilter chooses posts. Times are included; nil is open.
type PostFilter struct {
	Title    string
	Category string
	From, To *time.Time
}

// PageCount is how many pages hold n results; an empty list has one page.
func PageCount(n int) int { return max(1, (n+PageSize-1)/PageSize) }

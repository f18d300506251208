// Package search has the requests for lists of the catalog and the rules of searching: what a request may contain, how a search without results is
// loosened, what a typed text may mean, and which suggestions are the best. It reads nothing itself.
package search

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
)

// PageSize is the number of results per page of any list.
const PageSize = 27

const (
	// MaxExact is the number of public artworks up to which totals are exact and a search by relevance compares all results.
	MaxExact = 100_000
	// MaxCounted is the maximum total of a search or of filters in a larger catalog, and about how many works a search by relevance compares
	// there. Totals of the whole listing, a category and an artist, and of a single colour or technique, are precomputed and have no limit.
	MaxCounted = 500
)

const (
	// MaxIDs is the maximum number of works, and of artists, requested by id.
	MaxIDs = 100
	// MaxPage is the maximum page number; no list is longer.
	MaxPage = 1_000_000
	// maxSearch is the maximum length of a search in characters; more never helps.
	maxSearch     = 200
	maxCategories = 50
	// MaxRelated is the maximum number of related works requested.
	MaxRelated = 24
	// MaxTechniques is the maximum number of listed techniques.
	MaxTechniques = 100
)

// Others requests the newest works of an artist except for one.
type Others struct {
	Except int64
	First  int
}

// Total is the number of works that match a filter.
type Total struct {
	// Count is MaxCounted if the total is capped.
	Count int
	// Capped is whether there are more works than Count.
	Capped bool
}

// Sort is the order of works. Ties are broken by id, ascending.
type Sort string

// The values of the public interface.
const (
	Newest      Sort = "NEWEST"
	Oldest      Sort = "OLDEST"
	PriceAsc    Sort = "PRICE_ASC"
	PriceDesc   Sort = "PRICE_DESC"
	EditionAsc  Sort = "EDITION_ASC"
	EditionDesc Sort = "EDITION_DESC"
	YearAsc     Sort = "YEAR_ASC"
	YearDesc    Sort = "YEAR_DESC"
	ByArtist    Sort = "ARTIST"
	ByTitle     Sort = "TITLE"
	Relevance   Sort = "RELEVANCE"
)

// Range includes both ends; nil means no limit.
type Range struct{ Min, Max *int64 }

// Filter selects works. Its zero value selects all.
type Filter struct {
	Search string
	// Loose also matches words that begin like those of Search or resemble them, without accents. LooseSearch sets it.
	Loose        bool
	Categories   []string
	EditionSize  Range
	Price        Range
	Availability []artwork.Availability
	Artist       int64
	Drop         int64
	Curator      int64
	Colors       []color.Family
	Techniques   []string // the database folds them, as artworks.technique
	IDs          []int64
	// Artists selects works of any of them; nil doesn't filter.
	Artists []int64
	// Nothing is set if the request contains something that can't exist, for example an id that isn't a number.
	Nothing bool
	// Priced excludes artworks without a price. A filter by price sets it.
	Priced bool
}

// LooseSearch returns the search to try if no work has all the words as written: "long fur" then finds Long
// Furrow, and "karacelik" the works of Karaçelik. It returns false for a search with operators, which is meant literally.
func (l List) LooseSearch() (List, bool) {
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

// Fields are the parts of a work that are expensive to read. They are read only if requested.
type Fields struct {
	Description, Media, Attributes, Curators bool
	// Parameters requests the recipes of live media, which their parameters are read from.
	Parameters bool
	// Artist requests more of the artist than id, slug and name.
	Artist bool
	// Frequency requests how common each attribute is among the artist's works.
	Frequency bool
	// Stills requests the own pictures of live works, for staff: the wall of a work that isn't public can't be drawn.
	Stills bool
}

// List is a request for one page of works.
type List struct {
	Filter Filter
	Sort   Sort
	Page   int
	Fields Fields
}

// bounded limits the ends of a range to possible sizes.
func bounded(n *int64) *int64 {
	if n == nil {
		return nil
	}
	near := min(max(*n, 0), math.MaxInt32)
	return &near
}

// straight replaces the quotation marks that phones type by those of the search's syntax.
var straight = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "＂", `"`, "\x00", "")

// Check normalizes a request or returns artwork.ErrInvalid.
func (l List) Check() (List, error) {
	f := &l.Filter
	f.Search = strings.Join(strings.Fields(straight.Replace(strings.ToValidUTF8(f.Search, ""))), " ")
	f.EditionSize = Range{bounded(f.EditionSize.Min), bounded(f.EditionSize.Max)}
	f.Categories = slices.Clone(f.Categories)
	for i, c := range f.Categories {
		f.Categories[i] = artwork.Writable(c)
	}
	f.Techniques = slices.Clone(f.Techniques)
	for i, t := range f.Techniques {
		f.Techniques[i] = strings.TrimSpace(artwork.Writable(t))
	}
	l.Sort = cmp.Or(l.Sort, Newest)
	if f.Price.Min != nil || f.Price.Max != nil {
		f.Priced = true
	}
	switch {
	case l.Page < 1 || l.Page > MaxPage:
		return l, fmt.Errorf("%w: page is from 1 to %d", artwork.ErrInvalid, MaxPage)
	case l.Sort == Relevance && f.Search == "":
		return l, fmt.Errorf("%w: RELEVANCE needs a search", artwork.ErrInvalid)
	case len([]rune(f.Search)) > maxSearch:
		return l, fmt.Errorf("%w: a search has at most %d characters", artwork.ErrInvalid, maxSearch)
	case len(f.Artists) > MaxIDs:
		return l, fmt.Errorf("%w: at most %d artists", artwork.ErrInvalid, MaxIDs)
	case len(f.IDs) > MaxIDs:
		return l, fmt.Errorf("%w: at most %d ids", artwork.ErrInvalid, MaxIDs)
	case len(f.Techniques) > maxCategories:
		return l, fmt.Errorf("%w: at most %d techniques", artwork.ErrInvalid, maxCategories)
	case len(f.Categories) > maxCategories:
		return l, fmt.Errorf("%w: at most %d categories", artwork.ErrInvalid, maxCategories)
	}
	return l, nil
}

// ArtistSort is the order of artists.
type ArtistSort string

// The values of the public interface.
const (
	ArtistName   ArtistSort = "NAME"
	ArtistZA     ArtistSort = "NAME_DESC"
	ArtistNewest ArtistSort = "NEWEST"
	MostArtworks ArtistSort = "MOST_ARTWORKS"
)

// DropSort is the order of drops.
type DropSort string

// The values of the public interface.
const (
	DropNewest    DropSort = "NEWEST"
	DropOldest    DropSort = "OLDEST"
	DropTitle     DropSort = "TITLE"
	DropOpenFirst DropSort = "OPEN_FIRST"
)

// DropFilter selects drops.
type DropFilter struct {
	Search  string
	Status  []artwork.DropStatus
	Curator int64
}

// PostFilter selects posts. Both times are inclusive; nil means no limit.
type PostFilter struct {
	Title    string
	Category string
	From, To *time.Time
}

// PageCount returns how many pages n results have; an empty list has one page.
func PageCount(n int) int { return max(1, (n+PageSize-1)/PageSize) }

package artwork

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrTaken means that an account is linked to another artist, or an artist to another account. Final until that link ends.
	ErrTaken = errors.New("linked already")
	// ErrAmbiguous means that an account is linked to two artists, by its id and by its email address. Final until one link ends.
	ErrAmbiguous = errors.New("the account is linked to two artists")
)

// Reasons why an entry can't be published or unpublished now. They are final until what they name changes.
var (
	// ErrHasArtworks means that published artworks would lose their artist or their drop.
	ErrHasArtworks = errors.New("it has published artworks: unpublish them first")
	// ErrSelling means that a drop sells artworks now.
	ErrSelling = errors.New("its artworks are on sale now: wait until the drop has ended, or unpublish them first")
	// ErrSold means that the orders and certificates of a drop's buyers refer to it.
	ErrSold = errors.New("editions of its artworks were sold or are reserved, so it stays on the site")
	// ErrNeeded means that the shop needs a page.
	ErrNeeded = errors.New("the shop needs this page: all pages link to it")
	// ErrArtistUnpublished and ErrDropUnpublished mean that an artwork would be on the site without its artist or its drop.
	ErrArtistUnpublished = errors.New("its artist isn't published: publish the artist first")
	ErrDropUnpublished   = errors.New("its drop isn't published: publish the drop first")
)

// neededPages are the pages that the footer of every page links to. Checkout records the version of the terms, and the law requires the
// legal notice and the privacy policy. A test of the site compares them with its footer.
var neededPages = []string{"terms-and-conditions", "privacy-policy", "impressum", "support", "more"}

// NeededPage reports whether the shop needs a page on the site.
func NeededPage(slug string) bool { return slices.Contains(neededPages, slug) }

// DropUse is what keeps a drop on the site.
type DropUse struct {
	Sold      bool // editions of its artworks were sold or are reserved
	Published bool // it has published artworks
	Live      bool // it sells now
}

// unpublish returns why the drop can't be unpublished, or nil.
func (u DropUse) unpublish() error {
	switch {
	case u.Sold:
		return ErrSold
	case u.Published && u.Live:
		return ErrSelling
	case u.Published:
		return ErrHasArtworks
	}
	return nil
}

// Change is who changes an entry, why and when. It is stored with the values before and after.
type Change struct {
	Account, Email string
	Action         string // publish, unpublish, update, link, accept
	At             time.Time
}

// ArtworkText has the fields of a work that staff may change.
type ArtworkText struct {
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Medium      string       `json:"medium"`
	Category    string       `json:"category"`
	Year        int          `json:"year"`
	Price       *money.Money `json:"price"`
	Published   bool         `json:"published"`
}

// Field is a field of an entry as text, empty without a value.
type Field struct{ Name, Value string }

// FieldError is an ErrInvalid with the invalid field and the reason.
type FieldError struct{ Field, Reason string }

func (e *FieldError) Error() string { return ErrInvalid.Error() + ": " + e.Reason }
func (e *FieldError) Unwrap() error { return ErrInvalid }

// Fields returns the fields by the names of the input that changes them.
func (t ArtworkText) Fields() []Field {
	year, price := "", ""
	if t.Year != 0 {
		year = strconv.Itoa(t.Year)
	}
	if t.Price != nil {
		price = strconv.FormatInt(t.Price.Amount, 10)
	}
	return []Field{
		{"title", t.Title},
		{"medium", t.Medium},
		{"year", year},
		{"category", t.Category},
		{"purchasePrice", price},
		{"description", t.Description},
		published(t.Published),
	}
}

// Fields returns the fields by the names of the input that changes them.
func (t PostText) Fields() []Field {
	return []Field{
		{"title", t.Title}, {"category", t.Category}, {"summary", t.Summary}, {"body", t.Body}, published(t.Published),
	}
}

// Fields returns the fields by the names of the input that changes them.
func (t DropText) Fields() []Field {
	return []Field{{"title", t.Title}, {"summary", t.Summary}, {"body", t.Body}, {"works", t.Works}, published(t.Published)}
}

// Fields returns the fields by the names of the input that changes them.
func (t PageText) Fields() []Field {
	return []Field{{"title", t.Title}, {"body", t.Body}, published(t.Published)}
}

// Fields returns the fields by the names of the input that changes them, and the portrait if there is one.
func (t ArtistText) Fields() []Field {
	born, died := "", ""
	if t.Born != 0 {
		born = strconv.Itoa(t.Born)
	}
	if t.Died != 0 {
		died = strconv.Itoa(t.Died)
	}
	out := []Field{{"born", born}, {"died", died}, {"place", t.Place}, {"website", t.Website}, {"bio", t.Bio}}
	if t.Portrait != "" {
		out = append(out, Field{"portrait", t.Portrait})
	}
	return append(out, published(t.Published))
}

// Fields returns the fields by the names of the input that changes them.
func (t CuratorText) Fields() []Field {
	return []Field{{"name", t.Name}, {"role", t.Role}, {"bio", t.Bio}, published(t.Published)}
}

func published(on bool) Field { return Field{"published", strconv.FormatBool(on)} }

// DefaultPostCategories are the categories of posts of a gallery that lists none.
var DefaultPostCategories = []Category{
	{Slug: "press", Name: "Press"},
	{Slug: "interviews", Name: "Interviews"},
	{Slug: "team", Name: "Team"},
	{Slug: "podcasts", Name: "Podcasts"},
	{Slug: "drops", Name: "Drops"},
	{Slug: "collector-bulletins", Name: "Collector bulletins"},
}

// SlugsOf returns the slugs of categories.
func SlugsOf(categories []Category) []string {
	slugs := make([]string, len(categories))
	for i, c := range categories {
		slugs[i] = c.Slug
	}
	return slugs
}

// PostText has the fields of a post that staff may change.
type PostText struct {
	Title     string `json:"title"`
	Summary   string `json:"summary"`
	Body      string `json:"body"`
	Category  string `json:"category"`
	Published bool   `json:"published"`
}

// DropText has the fields of a drop that staff may change.
type DropText struct {
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Body    string `json:"body"`
	// Works has the ids of its works in the order in which they hang, separated by spaces. Others follow, the newest first.
	Works     string `json:"works,omitempty"`
	Published bool   `json:"published"`
}

// MaxHung is the maximum number of works whose order in a drop is stored.
const MaxHung = 1000

// ArtistText has the fields of an artist that staff may change, except for the link to an account.
type ArtistText struct {
	Bio     string `json:"bio"`
	Born    int    `json:"born"`
	Died    int    `json:"died"`
	Place   string `json:"place"`
	Website string `json:"website"`
	// Portrait identifies the current portrait, for the history. Only an accepted draft of the studio changes it.
	Portrait  string `json:"portrait,omitempty"`
	Published bool   `json:"published"`
}

// ValidWebsite reports whether a text is an http or https address, or empty.
func ValidWebsite(s string) bool {
	u, err := url.Parse(s)
	return s == "" || err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// PortraitName returns how the history shows a portrait: its description, and the beginning of its hash.
func PortraitName(m *Media) string {
	if m == nil {
		return ""
	}
	short := m.Hash[:min(8, len(m.Hash))]
	if m.Alt == "" {
		return short
	}
	return m.Alt + " (" + short + ")"
}

// CuratorText has the fields of a curator that staff may change.
type CuratorText struct {
	Name      string `json:"name"`
	Role      string `json:"role"`
	Bio       string `json:"bio"`
	Published bool   `json:"published"`
}

// PageText has the fields of a fixed page that staff may change.
type PageText struct {
	Title     string `json:"title"`
	Body      string `json:"body"`
	Published bool   `json:"published"`
}

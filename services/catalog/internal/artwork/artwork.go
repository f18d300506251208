// Package artwork is the core of the catalog: what a gallery shows and offers, when a work can be bought, and how
// works are found. It knows no database and no transport.
package artwork

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrNotFound says that there is no such thing, or that it is not public. Final.
	ErrNotFound = errors.New("not found")
	// ErrInvalid says that a question makes no sense; its message is for people. Final.
	ErrInvalid = errors.New("invalid")
	// ErrUndrawable says that the page of a live work loaded and that a working browser didn't draw it. Jobs store the text.
	ErrUndrawable = errors.New("undrawable page")
)

// Years of artworks and artists. Negative years are before the common era: -500 is 500 BC. There is no year 0: it means unknown.
const (
	MinYear = -99_999
	MaxYear = 2200
)

// EditionsPerArtwork bounds an edition: token ids are artwork × 1,000,000 + number, and a work of more than ten
// thousand numbered tokens is not an edition any more.
const EditionsPerArtwork = 10_000

// Artwork is a published work with what is known of its editions right now.
type Artwork struct {
	ID          int64
	Slug        string
	Title       string
	Artist      Artist // ID, Slug and Name always; the other fields if requested
	Category    string
	Year        int // 0 is unknown
	Medium      string
	Description string // Markdown, only if requested
	Editions    Editions
	Price       *money.Money // nil is not for sale
	ChainID     uint64       // 0 is the installation's default
	PublishedAt time.Time
	DropID      int64 // 0 is none
	Sale        Window
	CuratorIDs  []int64
	Media       []Media // only if requested
	Attributes  []Attribute
}

// Editions counts the numbered tokens of a work.
type Editions struct {
	Size     int
	Withheld int // kept out of the sale by content
	Held     int // in a live checkout
	Sold     int
}

// Counts are the editions of one work as the checkout knows them.
type Counts struct {
	Artwork    int64
	Version    int64
	Held, Sold int
}

// Window is when a drop sells. A zero time is open on that side.
type Window struct{ Starts, Ends time.Time }

// Attribute is a trait of a work.
type Attribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Frequency counts the artist's published works with the same value; 0 is not computed.
	Frequency int `json:"-"`
}

// MediaKind is the kind of a media file.
type MediaKind string

// The kinds of media.
const (
	Image     MediaKind = "image"
	Video     MediaKind = "video"
	Generator MediaKind = "generator"
)

// Media is one file of a work, or the address of one elsewhere. It is stored as JSON.
type Media struct {
	Kind   MediaKind `json:"kind"`
	Hash   string    `json:"hash,omitempty"` // sha256 of the original, hex
	URL    string    `json:"url,omitempty"`
	Alt    string    `json:"alt"`
	Type   string    `json:"type,omitempty"`
	Width  int       `json:"width,omitempty"`
	Height int       `json:"height,omitempty"`
	Color  string    `json:"color,omitempty"`
	Poster string    `json:"poster,omitempty"`
	// Generator is the algorithm of a live work; Deterministic is the result of drawing its seeds twice, nil if that wasn't done.
	Generator     string `json:"generator,omitempty"`
	Deterministic *bool  `json:"deterministic,omitempty"`
	// Proven is how many editions, counted from the first, were drawn for that.
	Proven int `json:"proven,omitempty"`
	// Page is the live work's page in the media directory, Recipe what that page draws: JSON.
	Page   string          `json:"page,omitempty"`
	Recipe json.RawMessage `json:"recipe,omitempty"`
	// Duration is how long a moving work takes, in seconds; 0 is unknown.
	Duration float64 `json:"duration,omitempty"`
	// SourceURL is where an imported collection keeps the picture.
	SourceURL string `json:"sourceUrl,omitempty"`
	// Blur, Colors and Renditions are there once they were made.
	Blur       string      `json:"blur,omitempty"`
	Colors     []Color     `json:"colors,omitempty"`
	Renditions []Rendition `json:"renditions,omitempty"`
	// Tiles is the path of the IIIF image service of a large picture.
	Tiles string `json:"tiles,omitempty"`
}

// Rendition is a picture at one width.
type Rendition struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Type   string `json:"type"`
}

// Artist made works.
type Artist struct {
	ID       int64
	Slug     string
	Name     string
	SortName string
	Bio      string
	Born     int
	Died     int
	Place    string
	Website  string
	Portrait *Media
	// Works counts the public works.
	Works int
	// Others are works read together with the artist, nil where none were.
	Others *Others
}

// Others are the newest works of an artist without one of them.
type Others struct {
	Except int64
	First  int
	Works  []Artwork
}

// Curator chooses works.
type Curator struct {
	ID       int64
	Slug     string
	Name     string
	Role     string
	Bio      string
	Portrait *Media
}

// Drop is a release of works at a moment.
type Drop struct {
	ID            int64
	Slug          string
	Title         string
	Summary       string
	Body          string
	Window        Window
	CuratorID     int64
	Cover         *Media
	ArtworkCount  int
	EditionsTotal int
	EditionsSold  int
}

// Post is an entry of the blog.
type Post struct {
	ID       int64
	Slug     string
	Title    string
	Category string
	// CategoryName is set when a post is read.
	CategoryName string
	Summary      string
	Body         string
	Author       string
	Cover        *Media
	PublishedAt  time.Time
}

// Page is a fixed page such as the terms. Version is the version of its text, for records of what was accepted.
type Page struct {
	Slug      string
	Title     string
	Body      string
	Version   string
	UpdatedAt time.Time
}

// PageVersion returns the version of a page whose content names none: a hash of its words.
func PageVersion(title, body string) string {
	sum := sha256.Sum256([]byte(title + "\n" + body))
	return hex.EncodeToString(sum[:6])
}

// Category groups works. Its name is the shop's.
type Category struct {
	Slug, Name string
	Works      int // public ones
}

// Offer is a work as a thing for sale.
type Offer struct {
	Artwork  Artwork
	Withheld []int
	Picture  string // path of a rendition about 640 wide, or ""
	Sum      string // sha256 of the original, hex, or ""
	Live     string // path of what runs, on the art origin, or ""
	DropID   int64  // 0 for none
}

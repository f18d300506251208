// Package artwork is the core of the catalog: what a gallery shows and sells, when a work can be bought, and how
// works are found. It depends on no database and no transport.
package artwork

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
)

var (
	// ErrNotFound means that an entry doesn't exist or isn't public. Final.
	ErrNotFound = errors.New("not found")
	// ErrInvalid means that a request is invalid; its message is for people. Final.
	ErrInvalid = errors.New("invalid")
	// ErrUndrawable means that the page of a live work loaded, but a working browser couldn't draw it. Jobs store the text.
	ErrUndrawable = errors.New("undrawable page")
)

// Years of artworks and artists. Negative years are before the common era: -500 is 500 BC. Year 0 doesn't exist and means unknown.
const (
	MinYear = -99_999
	MaxYear = 2200
)

// EditionsPerArtwork is the maximum size of an edition: token ids are artwork × 1,000,000 + number, and more than ten
// thousand numbered tokens aren't an edition any more.
const EditionsPerArtwork = 10_000

// Artwork is a published work with the current counts of its editions.
type Artwork struct {
	ID       int64
	Slug     string
	Title    string
	Artist   Artist // ID, Slug and Name always; the other fields if requested
	Category string
	Year     int // 0 is unknown; of a period, the first one
	// Dated are the source's words for the date, "" for a year alone. YearLast is the last year of the period that they mean, 0 for none.
	Dated       string
	YearLast    int
	Medium      string
	Description string // Markdown, only if requested
	Editions    Editions
	Price       *money.Money // nil if not for sale
	ChainID     uint64       // 0 is the deployment's default
	PublishedAt time.Time
	DropID      int64 // 0 without a drop
	Sale        Window
	CuratorIDs  []int64
	Media       []Media // only if requested
	Attributes  []Attribute
}

// Editions counts the numbered tokens of a work.
type Editions struct {
	Size     int
	Withheld int // excluded from the sale by content
	Held     int // in a live checkout
	Sold     int
}

// Counts are the editions of one work as checkout last published them.
type Counts struct {
	Artwork    int64
	Version    int64
	Held, Sold int
}

// Phases are the times at which a drop sells in phases, as checkout last published them. Without times it has no phases.
type Phases struct {
	DropID  int64
	Version int64
	Times   []Window
}

// Window is when a drop sells. A zero time means no limit on that side.
type Window struct{ Starts, Ends time.Time }

// Attribute is a trait of a work.
type Attribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Frequency counts the artist's published works with the same value; 0 means that it wasn't computed.
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

// MaxPixels is the maximum number of pixels of a picture, and of all frames of an animation together. Render's own limit, RENDER_MAX_PIXELS, is the
// same by default.
const MaxPixels = 268_000_000

// Media is one file of a work, or the address of a file elsewhere. It is stored as JSON.
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
	// Generator is the algorithm of a live work. Deterministic is whether drawing its seeds twice gave the same pictures, nil if untested.
	Generator     string `json:"generator,omitempty"`
	Deterministic *bool  `json:"deterministic,omitempty"`
	// Proven is how many editions, counted from the first, were tested.
	Proven int `json:"proven,omitempty"`
	// Page is the path of the live work's page in the media directory, Recipe the page's input as JSON.
	Page   string          `json:"page,omitempty"`
	Recipe json.RawMessage `json:"recipe,omitempty"`
	// Duration is the length of a moving work in seconds; 0 is unknown.
	Duration float64 `json:"duration,omitempty"`
	// SourceURL is where an imported collection stores the picture.
	SourceURL string `json:"sourceUrl,omitempty"`
	// Accent, Blur, Colors and Renditions are set once they were made. Accent is the most vivid colour.
	Accent     string         `json:"accent,omitempty"`
	Blur       string         `json:"blur,omitempty"`
	Colors     []color.Family `json:"colors,omitempty"`
	Renditions []Rendition    `json:"renditions,omitempty"`
	// Animation is the whole of a picture that moves, nil for a still. Renditions are stills of its first frame.
	Animation *Rendition `json:"animation,omitempty"`
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

// Artist is an artist.
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

// Drop is a release of works at a time.
type Drop struct {
	ID        int64
	Slug      string
	Title     string
	Summary   string
	Body      string
	Window    Window
	CuratorID int64
	Cover     *Media
	// WorkIDs are its works in the order in which they hang. Others follow, the newest first.
	WorkIDs       []int64
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

// Page is a fixed page such as the terms. Version is the version of its text, to record which text was accepted.
type Page struct {
	Slug      string
	Title     string
	Body      string
	Version   string
	UpdatedAt time.Time
}

// PageVersion returns a version for a page without one: a hash of its text.
func PageVersion(title, body string) string {
	sum := sha256.Sum256([]byte(title + "\n" + body))
	return hex.EncodeToString(sum[:6])
}

// Category groups works. Its name is the shop's.
type Category struct {
	Slug, Name string
	Works      int // number of public works
}

// Offer is a work with what a sale needs.
type Offer struct {
	Artwork  Artwork
	Withheld []int
	Picture  string // path of a rendition about 640 wide, or ""
	Sum      string // SHA-256 of the original, hex, or ""
	Live     string // path of the live work on the art origin, or ""
	DropID   int64  // 0 for none
}

package artwork

import (
	"cmp"
	"fmt"
	"iter"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/color"
)

// Collection is all content of one source. Importing it makes the catalog's entries of that source equal to it.
type Collection struct {
	// Source is the name of the source; every id is between IDBase and IDLast.
	Source string
	IDBase int64
	IDLast int64
	Digest string // of all content; importing the same digest again changes nothing
	// Currency is the currency of all prices.
	Currency string
	// Cleaned are the places of texts that had control characters or, in one line, line breaks, which were removed.
	Cleaned []string
	Entries
}

// Entries are the entries of a collection.
type Entries struct {
	Categories []Category
	// PostCategories are the categories of posts, in their order.
	PostCategories []Category
	Artists        []ArtistEntry
	Artworks       []ArtworkEntry
	Curators       []CuratorEntry
	Drops          []DropEntry
	Posts          []PostEntry
	Pages          []PageEntry
	Files          []File
}

// Entry is common to all entries of content.
type Entry struct {
	Words  string // hash of the entry's own text; while it stays the same, imports keep staff's changes
	Draft  bool   // stored, but not public
	Edited bool   // set by an import that keeps what staff changed
}

// PostEntry is a post as content describes it.
type PostEntry struct {
	Post
	Entry
}

// ArtistEntry is an artist as content describes them.
type ArtistEntry struct {
	Artist
	Account string // id or address of the account, or ""
	// TextsEdited is set by an import that keeps staff's changes of the texts; Edited is about the account.
	TextsEdited bool
	// PortraitEdited is set by an import that keeps a portrait from the studio.
	PortraitEdited bool
	Entry
}

// CuratorEntry is a curator as content describes them.
type CuratorEntry struct {
	Curator
	Account string
	Entry
}

// DropEntry is a drop as content describes it.
type DropEntry struct {
	Drop
	Entry
}

// ArtworkEntry is a work as content describes it. It sets only Size and Withheld of Editions.
type ArtworkEntry struct {
	Artwork
	WithheldNumbers []int // nil if only a count is given
	VisibleFrom     time.Time
	// Original is the path of the first file in the media directory, OriginalSum its full SHA-256; both are "" without a file.
	Original, OriginalSum string
	Entry
}

// PageEntry is a fixed page as content describes it.
type PageEntry struct {
	Page
	Entry
}

// File is a media file of a collection.
type File struct {
	Hash   string // of its content, as in addresses
	Name   string // as in its address
	Path   string // where to copy it from
	Raster bool   // a picture, which gets renditions
	// Protected files are not public: only their renditions are.
	Protected bool
}

// Made holds the renditions of a picture and the values that were computed from it.
type Made struct {
	Width      int            `json:"width"`
	Height     int            `json:"height"`
	Color      string         `json:"color"`
	Accent     string         `json:"accent"`
	Colors     []color.Family `json:"colors"`
	Blur       string         `json:"blur"`
	Renditions []Rendition    `json:"renditions"` // ascending by width
	// Animation is the whole of a picture that moves, nil for a still.
	Animation *Rendition `json:"animation,omitempty"`
	// Tiles is the path of the picture's IIIF service, "" without one, nil while that is undecided.
	Tiles *string `json:"tiles,omitempty"`
}

// Complete adds the renditions of the picture (or poster) to a media file. It keeps values from content.
func (m *Media) Complete(made Made) {
	if len(made.Renditions) == 0 {
		return
	}
	m.Renditions, m.Animation, m.Accent, m.Blur, m.Colors, m.Tiles = made.Renditions, made.Animation, made.Accent, made.Blur, made.Colors, ""
	if made.Tiles != nil {
		m.Tiles = *made.Tiles
	}
	m.Color = cmp.Or(m.Color, made.Color)
	largest := made.Renditions[len(made.Renditions)-1].URL // never a protected original
	if m.Poster != "" {
		m.Poster = largest
	} else {
		m.URL, m.Type = largest, made.Renditions[len(made.Renditions)-1].Type
	}
	if m.Width == 0 || m.Height == 0 {
		m.Width, m.Height = made.Width, made.Height
	}
}

// Changes is the result of an import.
type Changes struct {
	Unchanged bool // exactly this collection was already imported
	// Written and Removed count entries of all kinds; a removed entry is unpublished.
	Written, Removed int
}

// Bulk is a collection that is too large for memory: a museum's export. Its works have no drops, no curators and
// no stored media, only the address of a picture.
type Bulk struct {
	Source  string
	IDBase  int64
	IDLast  int64
	Digest  string
	Artists []ArtistEntry
	// Artworks yields works in any order; Media has at most one address. An error ends the import.
	Artworks iter.Seq2[ArtworkEntry, error]
	// PictureOrigins counts pictures by the origin of their addresses. Pages show only pictures of origins that the gateway allows.
	PictureOrigins map[string]int
	// Categories are the names of the works' categories, by their slugs.
	Categories map[string]string
	// AllowRemovals permits an import that unpublishes most of the source's entries.
	AllowRemovals bool
	// Cleaned is as in Collection.
	Cleaned []string
	// Notices are what people should know about the files, although it is no problem: columns that aren't imported, and a guessed encoding.
	Notices []string
}

// Preview is what the import of a Bulk would do.
type Preview struct {
	Unchanged bool // exactly this collection was already imported
	// Works and Artists are all of the files'.
	Works, NewWorks, ChangedWorks, Artists, NewArtists int
	// Removed counts the published artworks and artists that aren't in the files and would be unpublished.
	Removed int
}

// MostlyRemovedError means that an import would unpublish most entries of a source. The import changed nothing.
type MostlyRemovedError struct {
	Source             string
	Removed, Published int
}

func (e MostlyRemovedError) Error() string {
	return fmt.Sprintf("source %q: %d of %d published artists and artworks are not in the files and would be unpublished", e.Source, e.Removed, e.Published)
}

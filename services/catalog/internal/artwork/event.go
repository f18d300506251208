package artwork

import "time"

// Event is something that happened to the content. Events are published with the change, in its transaction.
type Event interface{ event() }

// Snapshot is a public artwork as other services see it, at a version.
type Snapshot struct {
	Offer      Offer
	Category   string
	DropID     int64
	CuratorIDs []int64
	// Version grows with each change of any artwork.
	Version int64
	At      time.Time
}

// Published says that an artwork became public.
type Published struct{ Snapshot }

// Changed says that a public artwork is shown or sold differently.
type Changed struct{ Snapshot }

// Unpublished says that an artwork is not public any more.
type Unpublished struct{ Snapshot }

// AvailabilityChanged says that other edition counts are shown.
type AvailabilityChanged struct {
	Counts

	DropID   int64
	Size     int
	Withheld int
}

// EntryKind is a kind of entry besides artworks.
type EntryKind string

// The kinds that events name.
const (
	ArtistEntries  EntryKind = "artist"
	CuratorEntries EntryKind = "curator"
	DropEntries    EntryKind = "drop"
	PostEntries    EntryKind = "post"
	PageEntries    EntryKind = "page"
)

// EntryChanged says that another entry is shown differently, appeared or disappeared.
type EntryChanged struct {
	Kind EntryKind
	ID   int64
	Slug string
	At   time.Time
}

// Imported says that an import changed the entries of a source.
type Imported struct {
	Source         string
	IDBase, IDLast int64
	Changes        Changes
	// Listed reports whether each artwork that changed has its own event.
	Listed  bool
	Version int64
	At      time.Time
}

// DraftMoved says that an artist submitted a draft, or that staff decided about it.
type DraftMoved struct {
	ID         string
	Version    int
	State      string // as the studio names it
	ArtistID   int64
	ArtistName string
	Title      string
	Account    string // that began the draft
	Profile    bool   // whether it is of the artist's own page; Title is the artist's name then
	At         time.Time
}

func (DraftMoved) event()          {}
func (Published) event()           {}
func (Changed) event()             {}
func (Unpublished) event()         {}
func (AvailabilityChanged) event() {}
func (EntryChanged) event()        {}
func (Imported) event()            {}

// MaxListed is how many artworks a change may touch with an event for each. An import that touches more publishes Imported alone.
const MaxListed = 1000

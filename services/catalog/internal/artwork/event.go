package artwork

import "time"

// Event is a change of the content. Events are published with the change, in its transaction.
type Event interface{ event() }

// Snapshot is a public artwork at a version, as other services see it.
type Snapshot struct {
	Offer      Offer
	Category   string
	DropID     int64
	CuratorIDs []int64
	// Version grows with each change of any artwork.
	Version int64
	At      time.Time
}

// Published means that an artwork became public.
type Published struct{ Snapshot }

// Changed means that a public artwork is shown or sold differently.
type Changed struct{ Snapshot }

// Unpublished means that an artwork is not public any more.
type Unpublished struct{ Snapshot }

// AvailabilityChanged means that the edition counts changed.
type AvailabilityChanged struct {
	Counts

	DropID   int64
	Size     int
	Withheld int
}

// EntryKind is a kind of entry besides artworks.
type EntryKind string

// The kinds of entries in events.
const (
	ArtistEntries  EntryKind = "artist"
	CuratorEntries EntryKind = "curator"
	DropEntries    EntryKind = "drop"
	PostEntries    EntryKind = "post"
	PageEntries    EntryKind = "page"
)

// EntryChanged means that another entry changed, appeared or disappeared.
type EntryChanged struct {
	Kind EntryKind
	ID   int64
	Slug string
	At   time.Time
}

// Imported means that an import changed the entries of a source.
type Imported struct {
	Source         string
	IDBase, IDLast int64
	Changes        Changes
	// Listed is whether each changed artwork has its own event.
	Listed  bool
	Version int64
	At      time.Time
}

// DraftMoved means that an artist submitted a draft, or that staff decided about it.
type DraftMoved struct {
	ID         string
	Version    int
	State      string // as the studio names it
	ArtistID   int64
	ArtistName string
	Title      string
	Account    string // that created the draft
	Profile    bool   // whether it changes the artist's own page; Title is then the artist's name
	At         time.Time
}

func (DraftMoved) event()          {}
func (Published) event()           {}
func (Changed) event()             {}
func (Unpublished) event()         {}
func (AvailabilityChanged) event() {}
func (EntryChanged) event()        {}
func (Imported) event()            {}

// MaxListed is the maximum number of changed artworks that get an event each. An import that changes more publishes only Imported.
const MaxListed = 1000

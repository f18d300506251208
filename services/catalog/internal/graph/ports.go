package graph

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Editor changes entries for staff. One transaction changes the entry, its effects on listings, the record of who did it and the event.
// A change without an effect leaves no record. The functions may be called again; their errors, artwork.ErrNotFound and the reasons of package
// artwork, such as artwork.ErrHasArtworks, are final, others temporary.
type Editor interface {
	// EntryFields returns the fields that a change of an entry compares with those that the caller read.
	EntryFields(ctx context.Context, kind artwork.EntryKind, id int64) ([]artwork.Field, error)
	UpdateArtwork(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtworkText) error) error
	UpdatePost(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PostText) error) error
	// LinkArtist links an account by id or email address, or removes the link for "". email is the address of an account given by id, or
	// "". It returns artwork.ErrTaken if another artist is linked to either.
	LinkArtist(ctx context.Context, id int64, by artwork.Change, account, email string) error
	Texter
}

// Texter changes the texts of other entries, and whether they are published.
type Texter interface {
	UpdateDrop(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.DropText) error) error
	UpdateArtist(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtistText) error) error
	UpdateCurator(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.CuratorText) error) error
	UpdatePage(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PageText) error) error
}

// Drafts changes what artists prepare. artwork.ErrNotFound, artwork.ErrInvalid and the errors of package studio are final, others temporary.
type Drafts interface {
	// SaveDraft stores the texts of a draft, which have passed Check, and the files of uploads. Version 0 creates the draft. A draft of the
	// artist's page gets the page's current texts as Before.
	SaveDraft(ctx context.Context, d studio.Draft, files studio.Files) error
	// MoveDraft changes the state of a draft, with its history and event, in one transaction.
	MoveDraft(ctx context.Context, id string, version int, m studio.Move, allowed func(studio.Draft) error) error
	DeleteDraft(ctx context.Context, id string, artistID int64, version int) error
	// RepeatProof queues the proof of a draft again, if it failed and is repeatable. A proof that already waits or runs stays as it is.
	RepeatProof(ctx context.Context, draft string, allowed func(studio.Draft) error, now time.Time) error
	// ArtistOfAccount returns the artist linked to an account by id or by email address.
	ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error)
}

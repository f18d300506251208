// Package favorite holds what people save and who they follow.
package favorite

import (
	"context"
	"errors"
	"time"
)

// Max is how many favorites an account may have.
const Max = 1000

// ErrTooMany means that the account would have more than Max favorites. Nothing was added.
var ErrTooMany = errors.New("too many favorites")

// Kind is what an entry of the catalog is.
type Kind string

// The kinds of the public interface.
const (
	Artwork Kind = "artwork"
	Artist  Kind = "artist"
	Curator Kind = "curator"
)

// Entry names an entry of the catalog. Whether it exists is the catalog's to say: entries come and go.
type Entry struct {
	Kind Kind
	ID   int64
}

// Favorite is an entry that a person saved or follows.
type Favorite struct {
	Entry
	AddedAt time.Time
}

// Store keeps favorites by account.
type Store interface {
	// List returns an account's favorites, newest first.
	List(ctx context.Context, accountID string) ([]Favorite, error)
	// Add adds entries at a time; those that are there stay as they are. All or nothing: ErrTooMany.
	Add(ctx context.Context, accountID string, entries []Entry, now time.Time) error
	// Remove removes an entry. It does nothing for one that isn't there.
	Remove(ctx context.Context, accountID string, e Entry) error
}

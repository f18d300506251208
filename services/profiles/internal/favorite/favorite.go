// Package favorite implements saved entries and followed artists.
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

// Kind is the kind of an entry of the catalog.
type Kind string

// The kinds of the public interface.
const (
	Artwork Kind = "artwork"
	Artist  Kind = "artist"
	Curator Kind = "curator"
)

// Entry identifies an entry of the catalog, which may not exist any more.
type Entry struct {
	Kind Kind
	ID   int64
}

// Favorite is an entry that a person saved or follows.
type Favorite struct {
	Entry
	AddedAt time.Time
}

// Store stores favorites by account.
type Store interface {
	// List returns an account's favorites, newest first.
	List(ctx context.Context, accountID string) ([]Favorite, error)
	// Add adds entries at a time, all or none; existing ones don't change. Error: ErrTooMany.
	Add(ctx context.Context, accountID string, entries []Entry, now time.Time) error
	// Remove removes an entry. It does nothing if the entry isn't saved.
	Remove(ctx context.Context, accountID string, e Entry) error
}

package account

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Ticket can be used once, until a time.
type Ticket struct {
	Kind, Key string
	Data      []byte
	Until     time.Time
	// AccountID is set if the ticket belongs to an account, AuthenticatedAt if it becomes a session of that account.
	AccountID       string
	AuthenticatedAt time.Time
	// ProviderSession identifies the provider's session behind the ticket; empty if it is unknown.
	ProviderSession string
}

// Tickets stores short-lived, single-use data.
type Tickets interface {
	// PutTicket stores a ticket. If one exists, it returns ErrExists and the time until which that one
	// is valid.
	PutTicket(ctx context.Context, t Ticket, now time.Time) (time.Time, error)
	// TakeTicket returns a live ticket's data and removes it, or returns ErrNotFound. Of two
	// concurrent callers, one gets it.
	TakeTicket(ctx context.Context, kind, key string, now time.Time) ([]byte, error)
}

// TicketKey returns the key of the ticket of a secret, which isn't stored.
func TicketKey(secret string) string { return hex.EncodeToString(id.Hash(secret)) }

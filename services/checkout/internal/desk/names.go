package desk

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Names are the possible meanings of a search text. Empty fields don't match anything.
type Names struct {
	// ID is an order's id, Short the last eight characters of an id, which buyers see.
	ID, Short string
	Account   string
	// Prefix is the lower-case start of an email address or of a title.
	Prefix string
	Slug   string
	// Artwork and Edition are parsed from a token's id; 0 if the text isn't one.
	Artwork int64
	Edition int32
	// Transaction and Address are lower-case hex.
	Transaction, Address string
	// Provider is an id at the card provider.
	Provider string
	// Document is the number of an invoice or a credit note.
	Document string
}

var (
	whole       = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	short       = regexp.MustCompile(`^[0-9a-f]{8}$`)
	transaction = regexp.MustCompile(`^0x[0-9a-f]{64}$`)
	address     = regexp.MustCompile(`^0x[0-9a-f]{40}$`)
	provider    = regexp.MustCompile(`^[a-z]+_[A-Za-z0-9_]+$`)
)

// NamesOf returns the possible meanings of a search text, or nil for an empty text.
func NamesOf(search string) *Names {
	// Remove NUL, which Postgres can't store, and the number sign, which buyers may copy with a number.
	text := strings.TrimPrefix(strings.TrimSpace(strings.ReplaceAll(search, "\x00", "")), "#")
	if text == "" {
		return nil
	}
	lower := strings.ToLower(text)
	switch {
	case transaction.MatchString(lower):
		return &Names{Transaction: lower}
	case address.MatchString(lower):
		return &Names{Address: lower}
	}
	n := &Names{Account: lower, Prefix: lower, Slug: lower, Document: strings.ToUpper(text)}
	if whole.MatchString(lower) {
		n.ID = lower
	}
	if short.MatchString(lower) {
		n.Short = lower
	}
	if provider.MatchString(text) {
		n.Provider = text
	}
	if token, err := strconv.ParseInt(text, 10, 64); err == nil && token > order.TokensPerArtwork && token%order.TokensPerArtwork > 0 {
		n.Artwork, n.Edition = token/order.TokensPerArtwork, int32(token%order.TokensPerArtwork)
	}
	return n
}

// Position is a place in the list.
type Position struct {
	At time.Time
	ID string
}

// first is before every order.
var first = Position{At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: "ffffffff-ffff-ffff-ffff-ffffffffffff"}

// String returns the position as a cursor.
func (p Position) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + " " + p.ID))
}

// parse reads a cursor. The empty one is the start of the list.
func parse(cursor string) (Position, error) {
	if cursor == "" {
		return first, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return Position{}, ErrCursor
	}
	at, id, _ := strings.Cut(string(raw), " ")
	micros, err := strconv.ParseInt(at, 10, 64)
	if err != nil || micros < 0 || micros > first.At.UnixMicro() || !whole.MatchString(id) {
		return Position{}, ErrCursor
	}
	return Position{At: time.UnixMicro(micros).UTC(), ID: id}, nil
}

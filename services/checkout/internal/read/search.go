package read

import (
	"encoding/base64"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

var (
	whole       = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	short       = regexp.MustCompile(`^[0-9a-f]{8}$`)
	transaction = regexp.MustCompile(`^0x[0-9a-f]{64}$`)
	address     = regexp.MustCompile(`^0x[0-9a-f]{40}$`)
	provider    = regexp.MustCompile(`^[a-z]+_[A-Za-z0-9_]+$`)
)

// search sets the possible meanings of a text that staff typed, and reports whether it has one: an order's id, or its last eight characters,
// which buyers see; an account; the beginning of an email address or of a title; an artwork's slug; a token, a transaction or an address; an id
// of the card provider; the number of a document.
func search(text string, p *db.FindOrdersParams) bool {
	// Remove NUL, which Postgres can't store, and the number sign, which buyers may copy with a number.
	text = strings.TrimPrefix(strings.TrimSpace(strings.ReplaceAll(text, "\x00", "")), "#")
	if text == "" {
		return false
	}
	lower := strings.ToLower(text)
	switch {
	case transaction.MatchString(lower):
		p.Transaction = &lower
		return true
	case address.MatchString(lower):
		p.Address = &lower
		return true
	}
	p.Account, p.Slug, p.Document = &lower, &lower, new(strings.ToUpper(text))
	p.Prefix, p.PrefixEnd = &lower, new(lower+"\U0010FFFF")
	if whole.MatchString(lower) {
		p.ID = &lower
	}
	if short.MatchString(lower) {
		p.Short = &lower
	}
	if provider.MatchString(text) {
		p.Provider, p.PaymentKey = &text, new("card:"+text)
	}
	if token, err := strconv.ParseInt(text, 10, 64); err == nil && token > purchase.TokensPerArtwork && token%purchase.TokensPerArtwork > 0 {
		p.TokenArtwork, p.TokenEdition = new(token/purchase.TokensPerArtwork), new(int32(token%purchase.TokensPerArtwork))
	}
	return true
}

// errCursor means that a cursor isn't one that a list returned.
var errCursor = errors.New("not a cursor of this list")

// last is after every order that a list can have. Lists are newest first, so they start there.
var last = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// cursor returns an order's place in the list.
func cursor(at time.Time, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(at.UnixMicro(), 10) + " " + id))
}

// position reads a cursor. The empty one is the start of the list.
func position(cursor string) (at time.Time, id string, err error) {
	if cursor == "" {
		return last, "ffffffff-ffff-ffff-ffff-ffffffffffff", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return at, "", errCursor
	}
	text, id, _ := strings.Cut(string(raw), " ")
	micros, err := strconv.ParseInt(text, 10, 64)
	if err != nil || micros < 0 || micros > last.UnixMicro() || !whole.MatchString(id) {
		return at, "", errCursor
	}
	return time.UnixMicro(micros).UTC(), id, nil
}

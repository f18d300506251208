// Package collector implements the rules of what collectors' public pages may contain.
package collector

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine/vitrine/kit/clock"
)

var (
	// ErrNotFound means that no page has the name.
	ErrNotFound = errors.New("no such page")
	// ErrNameTaken means that another account's page has the name.
	ErrNameTaken = errors.New("the name is taken")
)

// InvalidError reports invalid fields by their JSON names.
type InvalidError struct{ Fields map[string]string }

func (e *InvalidError) Error() string { return "invalid fields" }

// The limits of a page, in characters and works. The database has the same ones.
const (
	minName        = 3
	maxName        = 40
	maxDisplayName = 80
	maxText        = 1000
	maxWorkText    = 300
	maxWorks       = 100
)

// reserved are names that would look like pages of the gallery.
var reserved = []string{
	"about", "account", "accounts", "admin", "administrator", "anonymous", "api", "artist", "artists", "artwork", "artworks", "blog",
	"checkout", "collection", "collections", "collector", "collectors", "contact", "curator", "curators", "delete", "drop", "drops", "edit",
	"gallery", "help", "home", "imprint", "index", "legal", "login", "logout", "moderator", "new", "null", "official", "owner", "page",
	"privacy", "profile", "register", "root", "search", "security", "settings", "share", "shop", "staff", "support", "system", "team",
	"terms", "undefined", "vitrine",
}

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Work is a token that a collector shows.
type Work struct {
	TokenID int64
	Text    string
}

// Page is a collector's public page.
type Page struct {
	AccountID string
	// Name is the name in the address, empty before one was chosen.
	Name        string
	DisplayName string
	// Text and the texts of works are plain text.
	Text      string
	Published bool
	// Indexed allows search engines to list the page.
	Indexed bool
	Works   []Work
}

// NameOf normalizes a name from an address or a person: names ignore case.
func NameOf(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// clean trims and checks what a collector saves. Error: *InvalidError.
func (p Page) clean() (Page, error) {
	wrong := map[string]string{}
	p.Name, p.DisplayName, p.Text = NameOf(p.Name), strings.TrimSpace(p.DisplayName), strings.TrimSpace(p.Text)
	switch {
	case p.Name == "" && p.Published:
		wrong["name"] = "Choose a name for the address of your page."
	case p.Name == "":
	case len(p.Name) < minName || len(p.Name) > maxName || !slug.MatchString(p.Name):
		wrong["name"] = "Use 3 to 40 letters from a to z, digits and single hyphens between them."
	case slices.Contains(reserved, p.Name):
		wrong["name"] = "This name is reserved. Choose another one."
	}
	switch {
	case p.DisplayName == "" && p.Published:
		wrong["displayName"] = "Write the name that your page shows."
	case utf8.RuneCountInString(p.DisplayName) > maxDisplayName:
		wrong["displayName"] = "Use at most 80 characters."
	case !printable(p.DisplayName, false):
		wrong["displayName"] = unprintable
	}
	switch {
	case utf8.RuneCountInString(p.Text) > maxText:
		wrong["text"] = "Use at most 1,000 characters."
	case !printable(p.Text, true):
		wrong["text"] = unprintable
	}
	p.Works = slices.Clone(p.Works)
	if len(p.Works) > maxWorks {
		wrong["works"] = "Show at most 100 works."
	}
	seen := map[int64]bool{}
	for i := range p.Works {
		w := &p.Works[i]
		w.Text = strings.TrimSpace(w.Text)
		switch {
		case w.TokenID <= 0 || seen[w.TokenID]:
			wrong["works"] = "Each work can be shown once."
		case utf8.RuneCountInString(w.Text) > maxWorkText:
			wrong["works"] = "Use at most 300 characters about a work."
		case !printable(w.Text, true):
			wrong["works"] = unprintable
		}
		seen[w.TokenID] = true
	}
	if len(wrong) > 0 {
		return p, &InvalidError{wrong}
	}
	return p, nil
}

const unprintable = "Remove characters that can't be seen, such as direction marks."

// printable rejects characters that could mislead on a page: control characters and direction marks.
func printable(s string, lines bool) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && (!lines || r != '\n') || unicode.Is(unicode.Bidi_Control, r)
	})
}

// Store keeps one page for each account.
type Store interface {
	// Save replaces an account's page. It keeps the decision of gallery staff to hide the page. Error: ErrNameTaken.
	Save(ctx context.Context, p Page, now time.Time) error
}

// Service saves pages.
type Service struct {
	Store Store
	Clock clock.Clock
}

// Save checks and replaces an account's page. Errors: *InvalidError, ErrNameTaken.
func (s *Service) Save(ctx context.Context, p Page) error {
	p, err := p.clean()
	if err != nil {
		return err
	}
	return s.Store.Save(ctx, p, s.Clock.Now())
}

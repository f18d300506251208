// Package collector implements the rules of collectors' public pages: what they may contain, and that they show only works that a collector
// chose and still has.
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
	// ErrNotFound means that the page doesn't exist or isn't public.
	ErrNotFound = errors.New("no such page")
	// ErrNameTaken means that another account's page has the name.
	ErrNameTaken = errors.New("the name is taken")
	// ErrDown means that a collector's tokens can't be read. Temporary.
	ErrDown = errors.New("holdings are unavailable")
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
	// Hidden is set by gallery staff; saving keeps it.
	Hidden bool
	Works  []Work
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
	// Own returns an account's page, or an empty unpublished page if it has none.
	Own(ctx context.Context, accountID string) (Page, error)
	// Public returns the page with a name if it is published and not hidden. Error: ErrNotFound.
	Public(ctx context.Context, name string) (Page, error)
	// Save replaces an account's page, except for Hidden. Error: ErrNameTaken.
	Save(ctx context.Context, p Page, now time.Time) error
}

// Holdings reads an account's tokens. Errors: ErrDown.
type Holdings interface {
	// Tokens returns the ids of the tokens in the vault and in linked wallets.
	Tokens(ctx context.Context, accountID string) ([]int64, error)
}

// Service shows and saves pages.
type Service struct {
	Store    Store
	Holdings Holdings
	Clock    clock.Clock
}

// Public returns a page with those of its works that the collector still has. Errors: ErrNotFound, ErrDown.
func (s *Service) Public(ctx context.Context, name string) (Page, error) {
	p, err := s.Store.Public(ctx, NameOf(name))
	if err != nil || len(p.Works) == 0 {
		return p, err
	}
	held, err := s.Holdings.Tokens(ctx, p.AccountID)
	if err != nil {
		return Page{}, err
	}
	p.Works = slices.DeleteFunc(p.Works, func(w Work) bool { return !slices.Contains(held, w.TokenID) })
	return p, nil
}

// Own returns an account's page as it was saved.
func (s *Service) Own(ctx context.Context, accountID string) (Page, error) {
	return s.Store.Own(ctx, accountID)
}

// Save checks and replaces an account's page and returns the stored page. Errors: *InvalidError, ErrNameTaken.
func (s *Service) Save(ctx context.Context, p Page) (Page, error) {
	p, err := p.clean()
	if err != nil {
		return Page{}, err
	}
	if err := s.Store.Save(ctx, p, s.Clock.Now()); err != nil {
		return Page{}, err
	}
	return s.Store.Own(ctx, p.AccountID)
}

// Package profile holds the rules of profiles: one for each account.
package profile

import (
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var (
	// ErrNotFound says that there is no such profile, or that it is another person's.
	ErrNotFound = errors.New("no such profile")
	// ErrPicture says that the content is not a still picture that we take.
	ErrPicture = errors.New("not a picture that can be used")
	// ErrAccountsDown says that accounts cannot be asked. Temporary.
	ErrAccountsDown = errors.New("accounts cannot be reached")
)

// InvalidError tells which fields are wrong, by their JSON names.
type InvalidError struct{ Fields map[string]string }

func (e *InvalidError) Error() string { return "a field is wrong" }

const (
	maxName  = 200
	maxEmail = 320
)

// Profile is a person as the shop knows them.
type Profile struct {
	ID, OwnerID         string
	Name                string
	FirstName, LastName string
	// Email of an account with an identity is the identity provider's.
	Email string
	// EmailVersion is that of the last event about the address.
	EmailVersion int64
	Avatar       Avatar
	CreatedAt    time.Time
}

// Avatar is a stored picture; the zero value is none.
type Avatar struct {
	Name          string
	Width, Height int
}

// Completed tells whether a purchase has the names and the address that it needs.
func (p Profile) Completed() bool { return p.FirstName != "" && p.LastName != "" && p.Email != "" }

// Input is what a person may say about themself.
type Input struct{ Name, FirstName, LastName, Email string }

// clean trims the input and tells what is wrong with it.
func (in Input) clean(ownEmail bool) (Input, error) {
	wrong := map[string]string{}
	for field, v := range map[string]*string{"name": &in.Name, "firstName": &in.FirstName, "lastName": &in.LastName} {
		*v = strings.TrimSpace(*v)
		switch {
		case !printable(*v):
			wrong[field] = "must not hold control characters"
		case utf8.RuneCountInString(*v) > maxName:
			wrong[field] = "must not be longer than 200 characters"
		}
	}
	in.Email = strings.TrimSpace(in.Email)
	if ownEmail && in.Email != "" {
		if a, err := mail.ParseAddress(in.Email); err != nil || a.Address != in.Email || len(in.Email) > maxEmail || !printable(in.Email) {
			wrong["email"] = "must be an address like name@example.org"
		}
	}
	if len(wrong) > 0 {
		return in, &InvalidError{wrong}
	}
	return in, nil
}

// printable refuses what could break a mail header or hide in a page: control
// characters and the marks that turn the direction of text.
func printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

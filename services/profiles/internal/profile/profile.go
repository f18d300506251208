// Package profile implements the rules of profiles, one for each account.
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
	// ErrNotFound means that the profile doesn't exist or belongs to another person.
	ErrNotFound = errors.New("no such profile")
	// ErrPicture means that the content isn't a supported still picture.
	ErrPicture = errors.New("not a supported picture")
	// ErrPicturesDown means that pictures can't be converted now. Temporary.
	ErrPicturesDown = errors.New("pictures can't be converted")
)

// Small is an uploaded picture, re-encoded at a small size: as PNG if it may be transparent, and as JPEG otherwise.
type Small struct {
	Content       []byte
	Width, Height int
	Transparent   bool
}

// InvalidError reports invalid fields by their JSON names.
type InvalidError struct{ Fields map[string]string }

func (e *InvalidError) Error() string { return "invalid fields" }

const (
	maxName  = 200
	maxEmail = 320
)

// Profile is a person's profile.
type Profile struct {
	ID, OwnerID         string
	Name                string
	FirstName, LastName string
	// Email is the identity provider's if the account has an identity.
	Email string
	// EmailVersion is the version of the last event about the address.
	EmailVersion int64
	Avatar       Avatar
	CreatedAt    time.Time
}

// Avatar is a stored picture. The zero value means that there isn't one.
type Avatar struct {
	Name          string
	Width, Height int
}

// Input is what a person may edit.
type Input struct{ Name, FirstName, LastName, Email string }

// clean trims and checks the input. *InvalidError.
func (in Input) clean(ownEmail bool) (Input, error) {
	wrong := map[string]string{}
	for field, v := range map[string]*string{"name": &in.Name, "firstName": &in.FirstName, "lastName": &in.LastName} {
		*v = strings.TrimSpace(*v)
		switch {
		case !printable(*v):
			wrong[field] = "must not contain control characters"
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

// printable rejects characters that could break an email header or mislead on a page: control characters and direction marks.
func printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

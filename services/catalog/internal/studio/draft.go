// Package studio is the core of what artists prepare: drafts of artworks, their review by gallery staff, and the files that artists upload.
package studio

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

var (
	// ErrChanged means that someone changed the draft after the caller read it. Final: the caller has to read it again.
	ErrChanged = errors.New("changed in the meantime")
	// ErrState means that a draft's state doesn't allow the change. Final.
	ErrState = errors.New("not possible in this state")
	// ErrTooMany means that an artist has the maximum number of drafts or unfinished uploads. Final until one is finished or deleted.
	ErrTooMany = errors.New("too many")
	// ErrRemoving means that a file with this content is being removed from the media store. Temporary.
	ErrRemoving = errors.New("a file with this content is being removed, try again")
)

// MaxDrafts is how many drafts an artist may have that aren't accepted.
const MaxDrafts = 50

// The maximum lengths of texts, the same as those of the content folder.
const (
	maxTitle      = 200
	maxMedium     = 300
	maxText       = 100_000
	maxDimensions = 200
	maxAlt        = 1000
	maxComment    = 5000
	maxPlace      = 200
	maxWebsite    = 500
	maxPrice      = 1<<31 - 1
)

// State is the state of a draft.
type State string

// The states.
const (
	Open             State = "draft"
	Submitted        State = "submitted"
	ChangesRequested State = "changes_requested"
	Accepted         State = "accepted"
)

// Transitions are all changes of a draft's state. The database has the same rows and rejects any other change.
var Transitions = map[State][]State{
	Open:             {Submitted},
	Submitted:        {ChangesRequested, Accepted},
	ChangesRequested: {Submitted},
}

// Draft is an artwork that an artist prepares, or a change of the artist's page.
type Draft struct {
	ID       string // a UUID from the artist's browser
	ArtistID int64
	Account  string // that created it
	Version  int
	State    State
	Text
	// Profile is set for a draft of the artist's page. Title is then the artist's name, and Picture a new portrait.
	Profile *Profile
	Picture *File
	// Film is the work if it is a film or a recording, nil for a picture. Picture is then its poster.
	Film *File
	// Live is the page of a live work, nil for other works. Picture is then its still.
	Live      *Proof
	ArtworkID int64 // 0 until it is accepted
	UpdatedAt time.Time
	// SubmittedAt is when it was last submitted, zero before that.
	SubmittedAt time.Time
}

// Text has an artist's texts about a draft.
type Text struct {
	Title, Description, Medium, Category string
	Year                                 int // 0 is unknown
	Dimensions                           string
	EditionSize                          int // 0 is undecided
	Price                                *money.Money
	Alt                                  string
}

// Profile has the texts of an artist's page, without its portrait.
type Profile struct {
	Text artwork.ArtistText
	// Before is what the page said when the artist created the draft.
	Before artwork.ArtistText
	// RemovesPortrait is whether the draft removes the portrait from the page.
	RemovesPortrait bool
}

// Apply changes the fields that the artist changed, and leaves the others unchanged.
func (p *Profile) Apply(t *artwork.ArtistText) {
	apply(&t.Bio, p.Before.Bio, p.Text.Bio)
	apply(&t.Born, p.Before.Born, p.Text.Born)
	apply(&t.Died, p.Before.Died, p.Text.Died)
	apply(&t.Place, p.Before.Place, p.Text.Place)
	apply(&t.Website, p.Before.Website, p.Text.Website)
	if p.RemovesPortrait {
		t.Portrait = ""
	}
}

func apply[T comparable](into *T, before, after T) {
	if before != after {
		*into = after
	}
}

// Files are changes to a draft's files. Empty ids keep the current file.
type Files struct {
	Picture string // the id of an upload
	// DropPicture removes the draft's picture.
	DropPicture bool
	Film        string // the id of an upload
	// DropFilm removes the film.
	DropFilm bool
	// Measured has the artist's browser's measurements of a new film.
	Measured Measures
	Live     string // the id of an upload
	// DropLive removes the page of the live work.
	DropLive bool
	// Prove requests the proof of a new page. Without it, the proof waits until a deployment with a browser draws it.
	Prove bool
}

// Measures has the measurements of a film or a recording. 0 is unknown.
type Measures struct {
	Seconds       float64
	Width, Height int
}

// The maximum length and size of a film.
const (
	maxSeconds = 24 * 60 * 60
	maxSide    = 16_384
)

// Check returns an artwork.FieldError for impossible values.
func (m Measures) Check() error {
	if !(m.Seconds >= 0 && m.Seconds <= maxSeconds) || m.Width < 0 || m.Width > maxSide || m.Height < 0 || m.Height > maxSide { // also catches NaN
		return wrong("film", "a film has at most %d seconds and %d pixels a side", maxSeconds, maxSide)
	}
	return nil
}

// File is a picture, a film or a recording of a draft or of an upload.
type File struct {
	Media artwork.Media
	// Original is its path in the media directory, Sum its full SHA-256.
	Original, Sum string
	// Failed is whether no renditions can be made of it.
	Failed bool
}

// Ready reports whether the renditions were made.
func (p *File) Ready() bool { return p != nil && len(p.Media.Renditions) > 0 }

// Step is a change of a draft's state.
type Step struct {
	At      time.Time
	State   State
	ByStaff bool
	Comment string
}

// Move is a requested change of the state.
type Move struct {
	To      State
	Account string
	Email   string // of staff
	ByStaff bool
	Comment string
	At      time.Time
}

// wrong returns an artwork.FieldError.
func wrong(field, reason string, args ...any) error {
	return &artwork.FieldError{Field: field, Reason: fmt.Sprintf(reason, args...)}
}

// Check trims the texts and returns the first invalid field as an artwork.FieldError. Texts may still be missing.
func (t *Text) Check() error {
	for _, f := range []struct {
		name string
		text *string
		most int
	}{
		{"title", &t.Title, maxTitle},
		{"description", &t.Description, maxText},
		{"medium", &t.Medium, maxMedium},
		{"category", &t.Category, maxTitle},
		{"dimensions", &t.Dimensions, maxDimensions},
		{"alt", &t.Alt, maxAlt},
	} {
		if err := trim(f.name, f.text, f.most); err != nil {
			return err
		}
	}
	switch {
	case t.Year != 0 && (t.Year < artwork.MinYear || t.Year > artwork.MaxYear):
		return wrong("year", "year is from %d to %d", artwork.MinYear, artwork.MaxYear)
	case t.EditionSize < 0 || t.EditionSize > artwork.EditionsPerArtwork:
		return wrong("editionSize", "an artwork has 1 to %d editions", artwork.EditionsPerArtwork)
	case t.Price != nil && (t.Price.Amount < 1 || t.Price.Amount > maxPrice):
		return wrong("price", "price is from 1 to %d minor units", maxPrice)
	}
	return nil
}

// Check trims the texts and returns the first invalid field as an artwork.FieldError.
func (p *Profile) Check() error {
	for _, f := range []struct {
		name string
		text *string
		most int
	}{{"bio", &p.Text.Bio, maxText}, {"place", &p.Text.Place, maxPlace}, {"website", &p.Text.Website, maxWebsite}} {
		if err := trim(f.name, f.text, f.most); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		year int
	}{{"born", p.Text.Born}, {"died", p.Text.Died}} {
		if f.year != 0 && (f.year < artwork.MinYear || f.year > artwork.MaxYear) {
			return wrong(f.name, "a year is from %d to %d", artwork.MinYear, artwork.MaxYear)
		}
	}
	if !artwork.ValidWebsite(p.Text.Website) {
		return wrong("website", "website is an http or https address")
	}
	return nil
}

func trim(name string, text *string, most int) error {
	s := strings.TrimSpace(*text)
	if utf8.RuneCountInString(s) > most {
		return wrong(name, "%s has at most %d characters", name, most)
	}
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }) || !utf8.ValidString(s) {
		return wrong(name, "%s holds control characters", name)
	}
	*text = s
	return nil
}

// editable returns ErrState while staff review the draft, and after they accepted it.
func (d *Draft) editable() error {
	if d.State != Open && d.State != ChangesRequested {
		return fmt.Errorf("%w: the draft is %s", ErrState, d.State)
	}
	return nil
}

// Check trims the comment and returns why the draft can't make the move: ErrState, or the missing field as an artwork.FieldError.
func (m *Move) Check(d *Draft) error {
	if err := trim("comment", &m.Comment, maxComment); err != nil {
		return err
	}
	if !slices.Contains(Transitions[d.State], m.To) {
		return fmt.Errorf("%w: the draft is %s", ErrState, d.State)
	}
	switch m.To {
	case Submitted:
		return d.complete()
	case Accepted:
		if d.Live != nil {
			return d.completeLive()
		}
	case ChangesRequested:
		if m.Comment == "" {
			return wrong("comment", "say what the artist should change")
		}
	case Open:
	}
	return nil
}

// Moved returns the event of a move: the draft is as it is after it. artist is the artist's name.
func (d *Draft) Moved(artist string, at time.Time) artwork.DraftMoved {
	return artwork.DraftMoved{
		ID: d.ID, Version: d.Version, State: string(d.State), ArtistID: d.ArtistID, ArtistName: artist, Title: d.Title,
		Account: d.Account, Profile: d.Profile != nil, At: at,
	}
}

// complete returns what a draft lacks before it can be submitted.
func (d *Draft) complete() error {
	switch {
	case d.Profile != nil && d.Picture != nil:
		return d.completePicture()
	case d.Profile != nil && !d.Profile.RemovesPortrait && d.Profile.Text == d.Profile.Before:
		return wrong("bio", "change something first")
	case d.Profile != nil:
		return nil
	case d.Title == "":
		return wrong("title", "give it a title")
	case d.Category == "":
		return wrong("category", "choose a category")
	case d.EditionSize == 0:
		return wrong("editionSize", "say how many editions there will be")
	case d.Picture == nil:
		return wrong("picture", "add a picture")
	case d.Live != nil:
		if err := d.completeLive(); err != nil {
			return err
		}
	}
	return d.completePicture()
}

func (d *Draft) completePicture() error {
	switch {
	case d.Picture.Failed:
		return wrong("picture", "we can't show this picture; save it in another format and add it again")
	case !d.Picture.Ready():
		return wrong("picture", "the picture is still being prepared; try again in a moment")
	case d.Alt == "":
		return wrong("alt", "describe the picture for people who can't see it")
	}
	return nil
}

// Work returns the file that a buyer gets and what visitors see of it: the film with the picture as its poster, the live work with the picture
// as its still, or the picture. The draft must have a picture.
func (d *Draft) Work() (m artwork.Media, file *File) {
	if d.Live != nil {
		live := d.Live.Media()
		isProven := true
		m = d.Picture.Media
		m.Kind, m.Page, m.Recipe, m.Deterministic, m.Proven = live.Kind, live.Page, live.Recipe, &isProven, min(ProofEditions, d.EditionSize)
		return m, &File{Original: d.Live.Page, Sum: d.Live.Sum}
	}
	if d.Film == nil {
		return d.Picture.Media, d.Picture
	}
	still := d.Picture.Media
	m = d.Film.Media
	m.Alt, m.Hash, m.Poster, m.Color = still.Alt, still.Hash, still.URL, still.Color
	m.Renditions, m.Accent, m.Blur, m.Colors, m.Tiles = still.Renditions, still.Accent, still.Blur, still.Colors, still.Tiles
	if m.Width == 0 || m.Height == 0 {
		m.Width, m.Height = still.Width, still.Height
	}
	return m, d.Film
}

// Attributes returns the attributes of the artwork that a draft becomes.
func (d *Draft) Attributes() []artwork.Attribute {
	if d.Dimensions == "" {
		return []artwork.Attribute{} // stored as an empty list, not as null
	}
	return []artwork.Attribute{{Name: "Dimensions", Value: d.Dimensions}}
}

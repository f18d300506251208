package studio

import (
	"fmt"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Uploads are the finished files that a save refers to; nil for none.
type Uploads struct {
	Picture, Film, Page *File
}

// Create completes a new draft with its files. open is how many drafts the artist has that aren't accepted. Errors: ErrTooMany, or an
// artwork.FieldError.
func (d *Draft) Create(open int, up Uploads) error {
	if err := oneWork(up.Film != nil, up.Page != nil); err != nil {
		return err
	}
	if open >= MaxDrafts {
		return ErrTooMany
	}
	d.Picture, d.Film = up.Picture, up.Film
	return nil
}

// CreateProfile completes a new draft of an artist's page with what the page says now. open is whether the artist has another such draft, which is
// ErrChanged.
func (d *Draft) CreateProfile(artist string, now artwork.ArtistText, open bool) error {
	if open {
		return ErrChanged
	}
	now.Portrait, now.Published = "", false
	d.Title, d.Profile.Before = artist, now
	return nil
}

// Replace completes a draft that its artist saves again with what it keeps of before. Errors: artwork.ErrNotFound for the draft of another artist or
// of another kind, ErrState, ErrChanged, or an artwork.FieldError.
func (d *Draft) Replace(before *Draft, files Files, up Uploads) error {
	if before.ArtistID != d.ArtistID || (before.Profile == nil) != (d.Profile == nil) {
		return artwork.ErrNotFound
	}
	if err := before.editable(); err != nil {
		return err
	}
	// A caller that repeats a creation has not received its response.
	if d.Version != before.Version && (d.Version != 0 || before.Version != 1) {
		return ErrChanged
	}
	d.Picture, d.Film = up.Picture, up.Film
	if d.Picture == nil && !files.DropPicture {
		d.Picture = before.Picture
	}
	if d.Film == nil && !files.DropFilm {
		d.Film = before.Film
	}
	if d.Profile != nil {
		d.Title = before.Title
	}
	return oneWork(d.Film != nil, up.Page != nil || before.Live != nil && !files.DropLive)
}

// ChangesProof reports whether a save ends the proof of a draft, because its page is another one or was removed. The same page is only proven again
// if its proof failed.
func (f Files) ChangesProof(before *Proof, page *File) bool {
	if page == nil {
		return f.DropLive && before != nil
	}
	return before == nil || before.Sum != page.Sum || before.State == ProofFailed
}

// Delete returns why an artist can't delete a draft as they read it: artwork.ErrNotFound, ErrState or ErrChanged.
func (d *Draft) Delete(artistID int64, version int) error {
	switch {
	case d.ArtistID != artistID:
		return artwork.ErrNotFound
	case d.State != Open:
		return fmt.Errorf("%w: the draft is %s", ErrState, d.State)
	case d.Version != version:
		return ErrChanged
	}
	return nil
}

// oneWork rejects a draft with two works.
func oneWork(isFilm, isLive bool) error {
	if isFilm && isLive {
		return wrong("live", "a work is a film or a live work: remove one of them first")
	}
	return nil
}

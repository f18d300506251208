package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// studioDraft returns a draft with its proof.
func (s *Store) studioDraft(ctx context.Context, id string) (studio.Draft, error) {
	if !studio.ValidID(id) {
		return studio.Draft{}, artwork.ErrNotFound
	}
	rows, err := s.queries(ctx).Drafts(ctx, []string{id})
	if err == nil && len(rows) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return studio.Draft{}, err
	}
	d, err := draft(rows[0])
	if err == nil {
		d.Live, err = s.proofOf(ctx, id)
	}
	return d, err
}

func draft(r db.DraftsRow) (studio.Draft, error) {
	d := studio.Draft{
		ID: r.ID, ArtistID: r.ArtistID, Account: r.Account, Version: r.Version, State: studio.State(r.State), ArtworkID: r.ArtworkID,
		UpdatedAt: r.UpdatedAt.UTC(), SubmittedAt: utc(r.SubmittedAt),
		Text: studio.Text{
			Title: r.Title, Description: r.Description, Medium: r.Medium, Category: r.Category, Year: r.Year, Dimensions: r.Dimensions,
			EditionSize: r.EditionSize, Price: price(r.Price, r.Currency), Alt: r.Alt,
		},
	}
	var err error
	if d.Profile, err = draftProfile(r.Profile, r.ProfileBefore); err != nil {
		return d, err
	}
	d.Picture, err = draftPicture(r.Media, r.Original, r.OriginalSum)
	if d.Picture != nil {
		d.Picture.Failed = r.Failed
	}
	if err == nil {
		d.Film, err = draftFilm(r.Film, r.FilmOriginal, r.FilmSum)
	}
	return d, err
}

// draftProfile reads the stored texts of an artist's page; nil for a draft of an artwork.
func draftProfile(text, before []byte) (*studio.Profile, error) {
	if len(text) == 0 {
		return nil, nil //nolint:nilnil // no profile is a valid state
	}
	var p studio.Profile
	var stored storedProfile
	if err := errors.Join(json.Unmarshal(text, &stored), json.Unmarshal(before, &p.Before)); err != nil {
		return nil, fmt.Errorf("the texts of a draft: %w", err)
	}
	p.Text, p.RemovesPortrait = stored.ArtistText, stored.RemovesPortrait
	return &p, nil
}

// storedProfile is the stored form of an artist's changes to their page.
type storedProfile struct {
	artwork.ArtistText

	RemovesPortrait bool `json:"removesPortrait,omitempty"`
}

// profileColumns returns the stored form of the texts.
func profileColumns(p *studio.Profile) (text, before []byte) {
	if p == nil {
		return nil, nil
	}
	text, _ = json.Marshal(storedProfile{p.Text, p.RemovesPortrait}) // strings, numbers and flags only
	before, _ = json.Marshal(p.Before)
	return text, before
}

// draftPicture reads a stored picture: a list of one, as artworks have it.
func draftPicture(doc []byte, original, sum string) (*studio.File, error) {
	if len(doc) == 0 {
		return nil, nil //nolint:nilnil // no picture is a valid state
	}
	var list []artwork.Media
	if err := json.Unmarshal(doc, &list); err != nil || len(list) != 1 {
		return nil, fmt.Errorf("a draft's picture: %w", errors.Join(err, artwork.ErrInvalid))
	}
	return &studio.File{Media: list[0], Original: original, Sum: sum}, nil
}

// draftFilm reads a stored film.
func draftFilm(doc []byte, original, sum string) (*studio.File, error) {
	m, err := one(doc)
	if err != nil || m == nil {
		return nil, err
	}
	return &studio.File{Media: *m, Original: original, Sum: sum}, nil
}

// filmColumns returns the stored form of a film, with the artist's description.
func filmColumns(f *studio.File, alt string) (doc []byte, original, sum string) {
	if f == nil {
		return nil, "", ""
	}
	m := f.Media
	m.Alt = alt
	return document(&m), f.Original, f.Sum
}

// pictureColumns returns the stored form of a picture, with the artist's description.
func pictureColumns(p *studio.File, alt string) (doc []byte, original, sum string, err error) {
	if p == nil {
		return nil, "", "", nil
	}
	m := p.Media
	m.Alt = alt
	doc, err = json.Marshal([]artwork.Media{m})
	return doc, p.Original, p.Sum, err
}

package read

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Drafts returns an artist's drafts, the last changed one first.
func (r *Reader) Drafts(ctx context.Context, artistID int64) ([]*gen.Draft, error) {
	ids, err := r.queries().DraftsOfArtist(ctx, db.DraftsOfArtistParams{ArtistID: artistID, Limit: studio.MaxDrafts})
	if err != nil {
		return nil, err
	}
	return r.drafts(ctx, ids)
}

// Submissions returns a page of drafts in a state, the one that waits longest first.
func (r *Reader) Submissions(ctx context.Context, state studio.State, page int) (*gen.DraftPage, error) {
	rows, err := r.queries().DraftsInState(ctx, db.DraftsInStateParams{State: string(state), Limit: search.PageSize, Offset: int32(offset(page))})
	if err != nil {
		return nil, err
	}
	out := &gen.DraftPage{Page: page}
	ids := make([]string, len(rows))
	for i, d := range rows {
		ids[i], out.TotalCount = d.ID, int(d.Total)
	}
	out.PageCount = search.PageCount(out.TotalCount)
	out.Items, err = r.drafts(ctx, ids)
	return out, err
}

// Draft returns a draft of any artist.
func (r *Reader) Draft(ctx context.Context, id string) (*gen.Draft, error) {
	if !studio.ValidID(id) {
		return nil, artwork.ErrNotFound
	}
	list, err := r.drafts(ctx, []string{id})
	if err == nil && len(list) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (r *Reader) drafts(ctx context.Context, ids []string) ([]*gen.Draft, error) {
	rows, err := r.queries().Drafts(ctx, ids)
	if err != nil || len(rows) == 0 {
		return []*gen.Draft{}, err
	}
	proofs, err := r.queries().ProofsOfDrafts(ctx, ids)
	if err != nil {
		return nil, err
	}
	of := make(map[string]*db.ProofsOfDraftsRow, len(proofs))
	for i := range proofs {
		of[proofs[i].DraftID] = &proofs[i]
	}
	return converted(rows, nil, func(d *db.DraftsRow) (*gen.Draft, error) {
		out, err := r.draft(d)
		if p := of[d.ID]; p != nil && err == nil {
			out.Live, err = r.live(p)
		}
		return out, err
	})
}

func (r *Reader) draft(d *db.DraftsRow) (*gen.Draft, error) {
	out := &gen.Draft{
		ID: d.ID, Kind: gen.DraftKindArtwork, Version: d.Version, State: gen.DraftState(strings.ToUpper(d.State)), Title: d.Title, Description: d.Description,
		Medium: d.Medium, Category: d.Category, Year: number(d.Year), Dimensions: d.Dimensions, EditionSize: d.EditionSize, Price: money(d.Price, d.Currency),
		Alt: d.Alt, PictureState: gen.DraftPictureNone, UpdatedAt: d.UpdatedAt.UTC(), SubmittedAt: moment(d.SubmittedAt), ArtistNumber: d.ArtistID,
	}
	if d.ArtworkID != 0 {
		out.ArtworkID = text(idOf(d.ArtworkID))
	}
	if len(d.Profile) > 0 {
		out.Kind = gen.DraftKindProfile
		var changes struct {
			RemovesPortrait bool `json:"removesPortrait"`
		}
		var before, after artwork.ArtistText
		if err := errors.Join(json.Unmarshal(d.Profile, &after), json.Unmarshal(d.Profile, &changes), json.Unmarshal(d.ProfileBefore, &before)); err != nil {
			return nil, fmt.Errorf("the texts of draft %s: %w", d.ID, err)
		}
		out.Profile, out.ProfileBefore, out.RemovesPortrait = profileTexts(after), profileTexts(before), changes.RemovesPortrait
	}
	pictures, err := mediaOf(d.ArtworkID, d.Media, true, false)
	if err != nil {
		return nil, fmt.Errorf("draft %s: %w", d.ID, err)
	}
	for _, p := range pictures { // at most one
		out.Picture = p
		switch {
		case len(p.Renditions) > 0:
			out.PictureState = gen.DraftPictureReady
		case d.Failed:
			out.PictureState = gen.DraftPictureFailed
		default:
			out.PictureState = gen.DraftPictureWaiting
		}
	}
	if out.Film, err = picture(d.Film); err == nil && out.Film != nil {
		out.Film.URL = text(r.SignPlayback(d.FilmOriginal)) // it isn't public until it is accepted
	}
	return out, err
}

// live returns the live work of a draft.
func (r *Reader) live(p *db.ProofsOfDraftsRow) (*gen.DraftLive, error) {
	out := &gen.DraftLive{
		Path: studio.DraftsPath + p.ID + "/?hash=", File: p.File, Width: p.Width, Height: p.Height, Proof: gen.ProofState(strings.ToUpper(p.State)),
		Reason: text(p.Reason), Repeatable: p.Repeatable && r.Proves(),
	}
	if p.State == string(studio.ProofWaiting) && !r.Proves() {
		out.Proof = gen.ProofStateUnavailable
	}
	if err := json.Unmarshal(p.Drawings, &out.Drawings); err != nil {
		return nil, fmt.Errorf("the drawings of proof %s: %w", p.ID, err)
	}
	out.Drawings = notNil(out.Drawings)
	return out, nil
}

func profileTexts(t artwork.ArtistText) *gen.ProfileTexts {
	return &gen.ProfileTexts{Bio: t.Bio, Born: number(t.Born), Died: number(t.Died), Place: t.Place, Website: t.Website}
}

// DraftOriginal returns the path of the original of a draft's picture or film. Error: artwork.ErrNotFound, also for the draft of another artist.
func (r *Reader) DraftOriginal(ctx context.Context, artistID int64, id string, film bool) (string, error) {
	if !studio.ValidID(id) {
		return "", artwork.ErrNotFound
	}
	rows, err := r.queries().Drafts(ctx, []string{id})
	if err != nil {
		return "", err
	}
	for _, d := range rows {
		place := d.Original
		if film {
			place = d.FilmOriginal
		}
		if d.ArtistID == artistID && place != "" {
			return place, nil
		}
	}
	return "", artwork.ErrNotFound
}

// DraftSteps returns the changes of a draft's state.
func (r *Reader) DraftSteps(ctx context.Context, id string) ([]*gen.DraftStep, error) {
	rows, err := r.queries().DraftSteps(ctx, id)
	return converted(rows, err, func(s *db.DraftStepsRow) (*gen.DraftStep, error) {
		return &gen.DraftStep{At: s.At.UTC(), State: gen.DraftState(strings.ToUpper(s.State)), ByStaff: s.ByStaff, Comment: s.Comment}, nil
	})
}

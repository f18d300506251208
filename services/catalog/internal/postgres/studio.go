package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Drafts implements graph.Drafts.
func (s *Store) Drafts(ctx context.Context, artistID int64) ([]studio.Draft, error) {
	ids, err := s.queries(ctx).DraftsOfArtist(ctx, db.DraftsOfArtistParams{ArtistID: artistID, Limit: studio.MaxDrafts})
	if err != nil {
		return nil, err
	}
	return s.drafts(ctx, ids)
}

// Submissions implements graph.Drafts.
func (s *Store) Submissions(ctx context.Context, state studio.State, page int) (list []studio.Draft, total int, err error) {
	rows, err := s.queries(ctx).DraftsInState(ctx, db.DraftsInStateParams{State: string(state), Limit: artwork.PageSize, Offset: int32(offset(page))})
	if err != nil {
		return nil, 0, err
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i], total = r.ID, int(r.Total)
	}
	list, err = s.drafts(ctx, ids)
	return list, total, err
}

func (s *Store) drafts(ctx context.Context, ids []string) ([]studio.Draft, error) {
	rows, err := s.queries(ctx).Drafts(ctx, ids)
	out := make([]studio.Draft, len(rows))
	for i, r := range rows {
		if err == nil {
			out[i], err = draft(r)
		}
	}
	if err == nil && len(out) > 0 {
		err = s.addProofs(ctx, out)
	}
	return out, err
}

// StudioDraft implements graph.Drafts.
func (s *Store) StudioDraft(ctx context.Context, id string) (studio.Draft, error) {
	if !studio.ValidID(id) {
		return studio.Draft{}, artwork.ErrNotFound
	}
	list, err := s.drafts(ctx, []string{id})
	if err == nil && len(list) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return studio.Draft{}, err
	}
	return list[0], nil
}

// DraftSteps implements graph.Drafts.
func (s *Store) DraftSteps(ctx context.Context, id string) ([]studio.Step, error) {
	rows, err := s.queries(ctx).DraftSteps(ctx, id)
	out := make([]studio.Step, len(rows))
	for i, r := range rows {
		out[i] = studio.Step{At: r.At.UTC(), State: studio.State(r.State), ByStaff: r.ByStaff, Comment: r.Comment}
	}
	return out, err
}

func draft(r db.DraftsRow) (studio.Draft, error) {
	d := studio.Draft{
		ID: r.ID, ArtistID: r.ArtistID, Account: r.Account, Version: r.Version, State: studio.State(r.State), ArtworkID: r.ArtworkID,
		UpdatedAt: r.UpdatedAt.UTC(), SubmittedAt: orZero(r.SubmittedAt),
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

// draftProfile reads the texts of an artist's page as they are stored; nil for a draft of an artwork.
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

// storedProfile is what an artist wants on their page, as it is stored.
type storedProfile struct {
	artwork.ArtistText

	RemovesPortrait bool `json:"removesPortrait,omitempty"`
}

// profileColumns are the texts as they are stored.
func profileColumns(p *studio.Profile) (text, before []byte) {
	if p == nil {
		return nil, nil
	}
	text, _ = json.Marshal(storedProfile{p.Text, p.RemovesPortrait}) // strings, numbers and flags only
	before, _ = json.Marshal(p.Before)
	return text, before
}

// draftPicture reads a picture as it is stored: a list of one, as artworks have it.
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

// draftFilm reads a film as it is stored.
func draftFilm(doc []byte, original, sum string) (*studio.File, error) {
	m, err := one(doc)
	if err != nil || m == nil {
		return nil, err
	}
	return &studio.File{Media: *m, Original: original, Sum: sum}, nil
}

// filmColumns are a film as it is stored, with the description that the artist wrote.
func filmColumns(f *studio.File, alt string) (doc []byte, original, sum string) {
	if f == nil {
		return nil, "", ""
	}
	m := f.Media
	m.Alt = alt
	return document(&m), f.Original, f.Sum
}

// stored is a picture as it is stored, with the description that the artist wrote.
func stored(p *studio.File, alt string) (doc []byte, original, sum string, err error) {
	if p == nil {
		return nil, "", "", nil
	}
	m := p.Media
	m.Alt = alt
	doc, err = json.Marshal([]artwork.Media{m})
	return doc, p.Original, p.Sum, err
}

func priceColumns(p *money.Money) (amount *int64, currency *string) {
	if p == nil {
		return nil, nil
	}
	return &p.Amount, &p.Currency
}

// SaveDraft implements graph.Drafts.
func (s *Store) SaveDraft(ctx context.Context, in studio.Draft, files studio.Files) (studio.Draft, error) {
	if !studio.ValidID(in.ID) {
		return in, &artwork.FieldError{Field: "id", Reason: "id is a UUID"}
	}
	err := postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// Before the draft, as where renditions are stored.
		picture, err := s.uploaded(ctx, in.ArtistID, files.Picture)
		if err == nil {
			in.Film, err = s.uploadedFilm(ctx, in.ArtistID, files)
		}
		var page *studio.File
		if err == nil {
			page, err = s.finished(ctx, in.ArtistID, files.Live, artwork.Generator, "live")
		}
		if err != nil {
			return err
		}
		if in.Category != "" {
			if known, err := s.queries(ctx).CategoryExists(ctx, in.Category); err != nil {
				return err
			} else if !known {
				return &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q", in.Category)}
			}
		}
		before, err := s.lockDraft(ctx, in.ID)
		switch {
		case errors.Is(err, artwork.ErrNotFound) && in.Version == 0:
			if err := oneWork(in.Film != nil, page != nil); err != nil {
				return err
			}
			if err := s.createDraft(ctx, in, picture); err != nil {
				return err
			}
			return s.saveProof(ctx, in.ID, nil, page, files, in.UpdatedAt)
		case err != nil:
			return err
		case before.ArtistID != in.ArtistID || (before.Profile == nil) != (in.Profile == nil):
			return artwork.ErrNotFound
		}
		if err := before.Editable(); err != nil {
			return err
		}
		// A caller that repeats a creation has not seen its response.
		if in.Version != before.Version && (in.Version != 0 || before.Version != 1) {
			return studio.ErrChanged
		}
		if picture == nil && !files.DropPicture {
			picture = before.Picture
		}
		if in.Film == nil && !files.DropFilm {
			in.Film = before.Film
		}
		if err := oneWork(in.Film != nil, page != nil || before.Live != nil && !files.DropLive); err != nil {
			return err
		}
		if in.Profile != nil {
			in.Title = before.Title
		}
		if err := s.saveProof(ctx, in.ID, before.Live, page, files, in.UpdatedAt); err != nil {
			return err
		}
		doc, original, sum, err := stored(picture, in.Alt)
		if err != nil {
			return err
		}
		amount, currency := priceColumns(in.Price)
		text, _ := profileColumns(in.Profile)
		film, filmOriginal, filmSum := filmColumns(in.Film, in.Alt)
		return s.queries(ctx).UpdateDraft(ctx, db.UpdateDraftParams{
			ID: in.ID, Title: in.Title, Description: in.Description, Medium: in.Medium, Category: in.Category, Year: in.Year, Dimensions: in.Dimensions,
			EditionSize: in.EditionSize, Price: amount, Currency: currency, Alt: in.Alt, Media: doc, Original: original, OriginalSum: sum, UpdatedAt: in.UpdatedAt,
			Profile: text, Film: film, FilmOriginal: filmOriginal, FilmSum: filmSum,
		})
	})
	if err != nil {
		return in, err
	}
	return s.StudioDraft(ctx, in.ID)
}

// oneWork refuses a draft of two works.
func oneWork(isFilm, isLive bool) error {
	if isFilm && isLive {
		return &artwork.FieldError{Field: "live", Reason: "a work is a film or a live work: remove one of them first"}
	}
	return nil
}

func (s *Store) createDraft(ctx context.Context, in studio.Draft, picture *studio.File) error {
	n, err := s.queries(ctx).CountDrafts(ctx, in.ArtistID)
	if err == nil && n >= studio.MaxDrafts {
		err = studio.ErrTooMany
	}
	if err == nil && in.Profile != nil {
		err = s.beginProfile(ctx, &in)
	}
	if err != nil {
		return err
	}
	doc, original, sum, err := stored(picture, in.Alt)
	if err != nil {
		return err
	}
	amount, currency := priceColumns(in.Price)
	text, before := profileColumns(in.Profile)
	film, filmOriginal, filmSum := filmColumns(in.Film, in.Alt)
	err = s.queries(ctx).CreateDraft(ctx, db.CreateDraftParams{
		ID: in.ID, ArtistID: in.ArtistID, Account: in.Account, Title: in.Title, Description: in.Description, Medium: in.Medium, Category: in.Category, Year: in.Year,
		Dimensions: in.Dimensions, EditionSize: in.EditionSize, Price: amount, Currency: currency, Alt: in.Alt, Media: doc, Original: original,
		OriginalSum: sum, UpdatedAt: in.UpdatedAt, Profile: text, ProfileBefore: before,
		Film: film, FilmOriginal: filmOriginal, FilmSum: filmSum,
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.ConstraintName == "drafts_open_profile" {
		err = studio.ErrChanged
	}
	return err
}

// beginProfile adds to a new draft of an artist's page what the page says now. studio.ErrChanged if the artist has another one.
func (s *Store) beginProfile(ctx context.Context, in *studio.Draft) error {
	open, err := s.queries(ctx).HasOpenProfile(ctx, in.ArtistID)
	if err == nil && open {
		err = studio.ErrChanged
	}
	if err != nil {
		return err
	}
	before, err := s.artistText(ctx, in.ArtistID)
	if err != nil {
		return err
	}
	before.Portrait = ""
	artists, err := s.ArtistsByID(ctx, []int64{in.ArtistID})
	in.Title, in.Profile = artists[in.ArtistID].Name, &studio.Profile{Text: in.Profile.Text, Before: before, RemovesPortrait: in.Profile.RemovesPortrait}
	return err
}

// lockDraft reads a draft and keeps it from others until the transaction ends.
func (s *Store) lockDraft(ctx context.Context, id string) (studio.Draft, error) {
	if !studio.ValidID(id) {
		return studio.Draft{}, artwork.ErrNotFound
	}
	if _, err := s.queries(ctx).LockDraft(ctx, id); errors.Is(err, pgx.ErrNoRows) {
		return studio.Draft{}, artwork.ErrNotFound
	} else if err != nil {
		return studio.Draft{}, err
	}
	return s.StudioDraft(ctx, id)
}

// DeleteDraft implements graph.Drafts.
func (s *Store) DeleteDraft(ctx context.Context, id string, artistID int64, version int) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		d, err := s.lockDraft(ctx, id)
		switch {
		case err != nil:
			return err
		case d.ArtistID != artistID:
			return artwork.ErrNotFound
		case d.State != studio.Open:
			return fmt.Errorf("%w: the draft is %s", studio.ErrState, d.State)
		case d.Version != version:
			return studio.ErrChanged
		}
		return s.queries(ctx).DeleteDraft(ctx, id)
	})
}

// MoveDraft implements graph.Drafts.
func (s *Store) MoveDraft(ctx context.Context, id string, version int, m studio.Move, allowed func(studio.Draft) error) (studio.Draft, error) {
	var out studio.Draft
	err := postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// An accepted draft becomes content, in its turn among imports and renditions.
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		d, err := s.lockDraft(ctx, id)
		if err == nil {
			err = allowed(d)
		}
		if err == nil && d.Version != version {
			err = studio.ErrChanged
		}
		if err == nil {
			err = m.Check(&d)
		}
		if err != nil {
			return err
		}
		var work int64
		switch {
		case m.To != studio.Accepted:
		case d.Profile != nil:
			err = s.acceptProfile(ctx, d, m)
		default:
			work, err = s.acceptDraft(ctx, d, m.At)
		}
		if err != nil {
			return err
		}
		err = s.queries(ctx).MoveDraft(ctx, db.MoveDraftParams{
			ID: id, State: string(m.To), Account: m.Account, ByStaff: m.ByStaff, Comment: m.Comment, At: m.At, ArtworkID: work,
		})
		if err != nil {
			return err
		}
		if out, err = s.StudioDraft(ctx, id); err != nil {
			return err
		}
		artists, err := s.ArtistsByID(ctx, []int64{d.ArtistID})
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, artwork.DraftMoved{
			ID: id, Version: out.Version, State: string(out.State), ArtistID: d.ArtistID, ArtistName: artists[d.ArtistID].Name, Title: d.Title,
			Account: d.Account, Profile: d.Profile != nil, At: m.At,
		})
	})
	return out, err
}

// acceptProfile puts what an artist changed of their page on the site, as a change of the member of staff who accepts it.
func (s *Store) acceptProfile(ctx context.Context, d studio.Draft, m studio.Move) error {
	var portrait *artwork.Media
	if d.Picture != nil {
		portrait = &d.Picture.Media
	}
	by := artwork.Change{Account: m.Account, Email: m.Email, Action: "accept", At: m.At}
	return s.updateArtist(ctx, d.ArtistID, by, portrait, func(t *artwork.ArtistText) error {
		d.Profile.Apply(t)
		return nil
	})
}

// artworkOf returns the number of the artwork that a draft becomes.
func (s *Store) artworkOf(ctx context.Context, d studio.Draft) (int64, error) {
	if d.Live != nil {
		return d.Live.ArtworkID, nil
	}
	return s.queries(ctx).NextStudioArtwork(ctx)
}

// acceptDraft makes an unpublished artwork of a draft and returns its id. Publishing it brings listings up to date.
func (s *Store) acceptDraft(ctx context.Context, d studio.Draft, now time.Time) (int64, error) {
	id, err := s.artworkOf(ctx, d)
	if err != nil {
		return 0, err
	}
	attributes, err := json.Marshal(d.Attributes())
	if err != nil {
		return 0, err
	}
	face, file := d.Work()
	media, err := json.Marshal([]artwork.Media{face})
	if err != nil {
		return 0, err
	}
	id, err = s.queries(ctx).AcceptDraft(ctx, db.AcceptDraftParams{
		Media: media, Original: file.Original, OriginalSum: file.Sum,
		ID: id, Slug: artwork.Slug(d.Title, id), TitleKey: artwork.SortKey(d.Title), At: now, Attributes: attributes,
		Extra: d.Medium + " " + d.Dimensions, DraftID: d.ID,
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23503" {
		err = &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q any more: ask for another one", d.Category)}
	}
	return id, err
}

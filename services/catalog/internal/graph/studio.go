package graph

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/money"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

type (
	studioResolver struct{ *root }
	draftResolver  struct{ *root }
)

func (r *root) Studio() gen.StudioResolver { return studioResolver{r} }
func (r *root) Draft() gen.DraftResolver   { return draftResolver{r} }

// person returns the caller, who must have an active session, and keeps the response out of the cache.
func (r *root) person(ctx context.Context) (*identity.Principal, error) {
	singleUse(ctx)
	p, err := r.sessions.Require(ctx)
	if err != nil {
		return nil, sessionError(err)
	}
	return p, nil
}

// artistOf returns the id of the artist that a person is linked to, or 0.
func (r *root) artistOf(ctx context.Context, p *identity.Principal) (int64, error) {
	email := ""
	if p.EmailVerified {
		email = p.Email
	}
	linked, err := r.drafts.ArtistOfAccount(ctx, p.Subject, email)
	if errors.Is(err, artwork.ErrNotFound) || errors.Is(err, artwork.ErrAmbiguous) || errors.Is(err, artwork.ErrTaken) {
		return 0, nil
	}
	return linked.ID, err
}

// callersArtist returns the artist whose works the caller may not decide about, or 0. A caller who is linked to two artists by mistake
// decides about nobody's: the code is own_decision.
func (r *root) callersArtist(ctx context.Context) (int64, error) {
	p, ok := identity.From(ctx)
	if !ok {
		return 0, nil // refused elsewhere
	}
	email := ""
	if p.EmailVerified {
		email = p.Email
	}
	linked, err := r.drafts.ArtistOfAccount(ctx, p.Subject, email)
	switch {
	case errors.Is(err, artwork.ErrNotFound), errors.Is(err, artwork.ErrTaken):
		return 0, nil
	case errors.Is(err, artwork.ErrAmbiguous):
		return 0, errOwnDecision()
	}
	return linked.ID, err
}

func (r queryResolver) Studio(ctx context.Context) (*gen.Studio, error) {
	p, err := r.person(ctx)
	if err != nil {
		return nil, err
	}
	id, err := r.artistOf(ctx, p)
	if err != nil || id == 0 {
		return nil, err
	}
	a, err := r.artistByID(ctx, id)
	if err != nil || a == nil {
		return nil, err
	}
	return &gen.Studio{Artist: a, Number: id}, nil
}

// artistByID returns an artist, published or not.
func (r *root) artistByID(ctx context.Context, id int64) (*gen.Artist, error) {
	a, err := r.desk.AnyArtist(ctx, id)
	return absent(artist(&a), err)
}

func (r queryResolver) Draft(ctx context.Context, id string) (*gen.Draft, error) {
	p, err := r.person(ctx)
	if err != nil {
		return nil, err
	}
	d, err := r.drafts.StudioDraft(ctx, id)
	if err != nil {
		return absent[gen.Draft](nil, err)
	}
	if d.State == studio.Open || !p.May(identity.Content) {
		own, err := r.artistOf(ctx, p)
		if err != nil || own != d.ArtistID || own == 0 {
			return nil, err
		}
	}
	return r.draftOf(d), nil
}

func (r queryResolver) Submissions(ctx context.Context, state *gen.DraftState, page *int) (*gen.DraftPage, error) {
	if err := r.requireStaff(ctx, identity.Content); err != nil {
		return nil, err
	}
	n, err := pageNumber(page)
	if err != nil {
		return nil, err
	}
	of := studio.State(strings.ToLower(string(orDefault(state, gen.DraftStateSubmitted))))
	if of == studio.Open {
		return nil, wrong("state", "drafts that were never submitted are private")
	}
	list, total, err := r.drafts.Submissions(ctx, of, n)
	if err != nil {
		return nil, err
	}
	return &gen.DraftPage{Items: r.draftsOf(list), TotalCount: total, Page: n, PageCount: search.PageCount(total)}, nil
}

func (r *root) draftsOf(list []studio.Draft) []*gen.Draft {
	out := make([]*gen.Draft, len(list))
	for i, d := range list {
		out[i] = r.draftOf(d)
	}
	return out
}

func (r *root) draftOf(d studio.Draft) *gen.Draft {
	out := &gen.Draft{
		ID: d.ID, Kind: gen.DraftKindArtwork, Version: d.Version, State: gen.DraftState(strings.ToUpper(string(d.State))), Title: d.Title, Description: d.Description, Medium: d.Medium,
		Category: d.Category, Year: count(d.Year), Dimensions: d.Dimensions, EditionSize: d.EditionSize, Alt: d.Alt, PictureState: gen.DraftPictureNone,
		UpdatedAt: d.UpdatedAt, SubmittedAt: moment(d.SubmittedAt), ArtistNumber: d.ArtistID,
	}
	if d.Profile != nil {
		out.Kind, out.Profile, out.ProfileBefore = gen.DraftKindProfile, profileTexts(d.Profile.Text), profileTexts(d.Profile.Before)
		out.RemovesPortrait = d.Profile.RemovesPortrait
	}
	if d.Price != nil {
		out.Price = &gen.Money{Amount: strconv.FormatInt(d.Price.Amount, 10), Currency: d.Price.Currency}
	}
	if d.ArtworkID != 0 {
		out.ArtworkID = text(strconv.FormatInt(d.ArtworkID, 10))
	}
	if d.Film != nil {
		out.Film = picture(&d.Film.Media)
		out.Film.URL = text(r.signPlayback(d.Film.Original)) // it isn't public until it is accepted
	}
	if d.Live != nil {
		out.Live = r.live(d.Live)
	}
	if d.Picture != nil {
		out.Picture = picture(&d.Picture.Media)
		switch {
		case d.Picture.Ready():
			out.PictureState = gen.DraftPictureReady
		case d.Picture.Failed:
			out.PictureState = gen.DraftPictureFailed
		default:
			out.PictureState = gen.DraftPictureWaiting
		}
	}
	return out
}

// live converts the live work of a draft.
func (r *root) live(p *studio.Proof) *gen.DraftLive {
	out := &gen.DraftLive{
		Path: studio.DraftsPath + p.ID + "/?hash=", File: p.File, Width: p.Width, Height: p.Height, Proof: gen.ProofState(strings.ToUpper(string(p.State))),
		Reason: text(p.Reason), Repeatable: p.Repeatable && r.proves(), Drawings: make([]*gen.ProofDrawing, len(p.Drawings)),
	}
	if p.State == studio.ProofWaiting && !r.proves() {
		out.Proof = gen.ProofStateUnavailable
	}
	for i, d := range p.Drawings {
		out.Drawings[i] = &gen.ProofDrawing{Edition: d.Edition, Hash: d.Hash, First: d.First, Second: d.Second}
	}
	return out
}

func profileTexts(t artwork.ArtistText) *gen.ProfileTexts {
	return &gen.ProfileTexts{Bio: t.Bio, Born: count(t.Born), Died: count(t.Died), Place: t.Place, Website: t.Website}
}

func (r studioResolver) Drafts(ctx context.Context, obj *gen.Studio) ([]*gen.Draft, error) {
	list, err := r.drafts.Drafts(ctx, obj.Number)
	return r.draftsOf(list), err
}

func (r studioResolver) Original(ctx context.Context, obj *gen.Studio, artworkID string) (*string, error) {
	id, _ := strconv.ParseInt(artworkID, 10, 64) // anything else becomes 0, which is no artwork
	place, err := r.originals.ArtistOriginal(ctx, obj.Number, id)
	if err != nil {
		return absent[string](nil, err)
	}
	address, _ := r.sign(place)
	return &address, nil
}

func (r studioResolver) DraftOriginal(ctx context.Context, obj *gen.Studio, draftID string, film bool) (*string, error) {
	d, err := r.drafts.StudioDraft(ctx, draftID)
	if err != nil {
		return absent[string](nil, err)
	}
	file := d.Picture
	if film {
		file = d.Film
	}
	if d.ArtistID != obj.Number || file == nil || file.Original == "" {
		return nil, nil
	}
	address, _ := r.sign(file.Original)
	return &address, nil
}

func (r studioResolver) Categories(ctx context.Context, _ *gen.Studio) ([]*gen.ContentCategory, error) {
	list, err := r.desk.ArtworkCategories(ctx)
	out := make([]*gen.ContentCategory, len(list))
	for i, c := range list {
		out[i] = &gen.ContentCategory{Slug: c.Slug, Name: c.Name}
	}
	return out, err
}

func (r draftResolver) Artist(ctx context.Context, obj *gen.Draft) (*gen.Artist, error) {
	a, err := r.artistByID(ctx, obj.ArtistNumber)
	if err == nil && a == nil {
		err = refused(errorsv1.Reason_REASON_NOT_FOUND, "the artist isn't public any more")
	}
	return a, err
}

func (r draftResolver) ArtistPublished(ctx context.Context, obj *gen.Draft) (bool, error) {
	return r.isPublished(ctx, obj.ArtistNumber)
}

func (r studioResolver) ArtistPublished(ctx context.Context, obj *gen.Studio) (bool, error) {
	return r.isPublished(ctx, obj.Number)
}

// isPublished reports whether visitors can see an artist's page.
func (r *root) isPublished(ctx context.Context, id int64) (bool, error) {
	found, err := r.content.Artists.ArtistsByID(ctx, []int64{id})
	_, ok := found[id]
	return ok, err
}

func (r draftResolver) Steps(ctx context.Context, obj *gen.Draft) ([]*gen.DraftStep, error) {
	list, err := r.drafts.DraftSteps(ctx, obj.ID)
	out := make([]*gen.DraftStep, len(list))
	for i, s := range list {
		out[i] = &gen.DraftStep{At: s.At, State: gen.DraftState(strings.ToUpper(string(s.State))), ByStaff: s.ByStaff, Comment: s.Comment}
	}
	return out, err
}

// ownArtist returns the caller and the artist that they are linked to, or an error with the code unauthenticated or forbidden.
func (r mutationResolver) ownArtist(ctx context.Context) (*identity.Principal, int64, error) {
	p, err := r.person(ctx)
	if err != nil {
		return nil, 0, err
	}
	id, err := r.artistOf(ctx, p)
	if err == nil && id == 0 {
		err = refused(errorsv1.Reason_REASON_FORBIDDEN, "your account isn't linked to an artist")
	}
	return p, id, err
}

func (r mutationResolver) SaveDraft(ctx context.Context, id string, version int, in gen.DraftInput) (*gen.Draft, error) {
	p, own, err := r.ownArtist(ctx)
	if err != nil {
		return nil, err
	}
	d := studio.Draft{
		ID: id, ArtistID: own, Account: p.Subject, Version: version, UpdatedAt: r.clock.Now().UTC(),
		Text: studio.Text{
			Title: in.Title, Description: in.Description, Medium: in.Medium, Category: in.Category, Year: orDefault(in.Year, 0), Dimensions: in.Dimensions,
			EditionSize: in.EditionSize, Alt: in.Alt,
		},
	}
	if in.Price != nil {
		d.Price = &money.Money{Amount: int64(*in.Price), Currency: r.currency}
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	files := studio.Files{
		Picture: orDefault(in.UploadID, ""), Film: orDefault(in.FilmUploadID, ""), DropFilm: in.DropFilm,
		Live: orDefault(in.LiveUploadID, ""), DropLive: in.DropLive, Prove: r.proves(),
	}
	if files.DropLive && files.Live != "" {
		return nil, wrong("dropLive", "a new page comes with a liveUploadId, and dropLive takes it out: send one of them")
	}
	if files.DropFilm && files.Film != "" {
		return nil, wrong("dropFilm", "a new film comes with a filmUploadId, and dropFilm takes it out: send one of them")
	}
	if f := in.Film; f != nil {
		files.Measured = studio.Measures{Seconds: f.Duration, Width: f.Width, Height: f.Height}
	}
	if err := files.Measured.Check(); err != nil {
		return nil, err
	}
	return r.save(ctx, d, files)
}

func (r mutationResolver) SaveProfileDraft(ctx context.Context, id string, version int, in gen.ProfileDraftInput) (*gen.Draft, error) {
	p, own, err := r.ownArtist(ctx)
	if err != nil {
		return nil, err
	}
	d := studio.Draft{
		ID: id, ArtistID: own, Account: p.Subject, Version: version, UpdatedAt: r.clock.Now().UTC(), Text: studio.Text{Alt: in.Alt},
		Profile: &studio.Profile{RemovesPortrait: in.RemovePortrait, Text: artwork.ArtistText{
			Bio: in.Bio, Born: orDefault(in.Born, 0), Died: orDefault(in.Died, 0), Place: in.Place, Website: in.Website,
		}},
	}
	upload := orDefault(in.UploadID, "")
	if in.KeepPortrait && upload != "" {
		return nil, wrong("keepPortrait", "a new portrait comes with an uploadId, and keepPortrait takes it out: send one of them")
	}
	if in.RemovePortrait && (in.KeepPortrait || upload != "") {
		return nil, wrong("removePortrait", "removePortrait takes the portrait off the page: send it without uploadId and keepPortrait")
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := d.Profile.Check(); err != nil {
		return nil, err
	}
	return r.save(ctx, d, studio.Files{Picture: upload, DropPicture: in.KeepPortrait || in.RemovePortrait})
}

func (r mutationResolver) save(ctx context.Context, d studio.Draft, files studio.Files) (*gen.Draft, error) {
	saved, err := r.drafts.SaveDraft(ctx, d, files)
	if err != nil {
		return nil, unknown(err, "draft")
	}
	return r.draftOf(saved), nil
}

func (r mutationResolver) DeleteDraft(ctx context.Context, id string, version int) (bool, error) {
	_, own, err := r.ownArtist(ctx)
	if err != nil {
		return false, err
	}
	if err := r.drafts.DeleteDraft(ctx, id, own, version); err != nil {
		return false, unknown(err, "draft")
	}
	return true, nil
}

func (r mutationResolver) SubmitDraft(ctx context.Context, id string, version int, comment string) (*gen.Draft, error) {
	p, own, err := r.ownArtist(ctx)
	if err != nil {
		return nil, err
	}
	m := studio.Move{To: studio.Submitted, Account: p.Subject, Comment: comment, At: r.clock.Now().UTC()}
	return r.move(ctx, id, version, m, func(d studio.Draft) error {
		if d.ArtistID != own {
			return artwork.ErrNotFound
		}
		if d.Live != nil && d.Live.State == studio.ProofWaiting && !r.proves() {
			return refused(catalogv1.Reason_REASON_PROOFS_UNAVAILABLE, "this gallery has no browser that could prove live works")
		}
		return nil
	})
}

// RepeatProof is for the draft's artist, and for staff unless it was never submitted.
func (r mutationResolver) RepeatProof(ctx context.Context, id string) (*gen.Draft, error) {
	p, err := r.person(ctx)
	if err != nil {
		return nil, err
	}
	own, err := r.artistOf(ctx, p)
	if err != nil {
		return nil, err
	}
	if own == 0 && !p.May(identity.Content) {
		return nil, refused(errorsv1.Reason_REASON_FORBIDDEN, "your account isn't linked to an artist")
	}
	if !r.proves() {
		return nil, refused(catalogv1.Reason_REASON_PROOFS_UNAVAILABLE, "this gallery has no browser that could prove live works")
	}
	d, err := r.drafts.RepeatProof(ctx, id, func(d studio.Draft) error {
		if own != 0 && own == d.ArtistID || d.State != studio.Open && p.May(identity.Content) {
			return nil
		}
		return artwork.ErrNotFound
	}, r.clock.Now().UTC())
	if err != nil {
		return nil, unknown(err, "draft")
	}
	return r.draftOf(d), nil
}

func (r mutationResolver) RequestDraftChanges(ctx context.Context, id string, version int, comment string) (*gen.Draft, error) {
	return r.review(ctx, id, version, studio.ChangesRequested, comment)
}

func (r mutationResolver) AcceptDraft(ctx context.Context, id string, version int, comment string) (*gen.Draft, error) {
	return r.review(ctx, id, version, studio.Accepted, comment)
}

// review decides about a draft for staff. For staff, a draft that was never submitted doesn't exist.
func (r mutationResolver) review(ctx context.Context, id string, version int, to studio.State, comment string) (*gen.Draft, error) {
	by, err := r.publicly(ctx, identity.Content, "review")
	if err != nil {
		return nil, err
	}
	own, err := r.callersArtist(ctx)
	if err != nil {
		return nil, err
	}
	m := studio.Move{To: to, Account: by.Account, Email: by.Email, ByStaff: true, Comment: comment, At: by.At}
	return r.move(ctx, id, version, m, func(d studio.Draft) error {
		switch {
		case d.State == studio.Open:
			return artwork.ErrNotFound
		case own != 0 && d.ArtistID == own:
			return errOwnDecision()
		}
		return nil
	})
}

func (r mutationResolver) move(ctx context.Context, id string, version int, m studio.Move, allowed func(studio.Draft) error) (*gen.Draft, error) {
	d, err := r.drafts.MoveDraft(ctx, id, version, m, allowed)
	if err != nil {
		return nil, unknown(err, "draft")
	}
	return r.draftOf(d), nil
}

package graph

import (
	"context"
	"errors"
	"strings"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/money"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
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

// limits are those that uploads are checked with.
var limits = &gen.UploadLimits{Picture: limit(studio.PictureLimit), Film: limit(studio.FilmLimit), Page: limit(studio.PageLimit)}

func limit(l studio.Limit) *gen.UploadLimit {
	out := &gen.UploadLimit{Types: l.Types, Formats: l.Formats, Bytes: int(l.Bytes), Size: l.Size, TooLarge: l.TooLarge(), WrongType: l.WrongType()}
	if l.Pixels > 0 {
		out.Pixels = &l.Pixels
	}
	return out
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
	a, err := absent(r.read.AnyArtist(ctx, id))
	if err != nil || a == nil {
		return nil, err
	}
	return &gen.Studio{Artist: a, Number: id, Limits: limits}, nil
}

func (r queryResolver) Draft(ctx context.Context, id string) (*gen.Draft, error) {
	p, err := r.person(ctx)
	if err != nil {
		return nil, err
	}
	d, err := absent(r.read.Draft(ctx, id))
	if err != nil || d == nil {
		return nil, err
	}
	if d.State == gen.DraftStateDraft || !p.May(identity.Content) {
		own, err := r.artistOf(ctx, p)
		if err != nil || own != d.ArtistNumber || own == 0 {
			return nil, err
		}
	}
	return d, nil
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
	return r.read.Submissions(ctx, of, n)
}

func (r studioResolver) Drafts(ctx context.Context, obj *gen.Studio) ([]*gen.Draft, error) {
	return r.read.Drafts(ctx, obj.Number)
}

func (r studioResolver) Original(ctx context.Context, obj *gen.Studio, artworkID string) (*string, error) {
	return r.signed(r.read.ArtistOriginal(ctx, obj.Number, number(&artworkID)))
}

func (r studioResolver) DraftOriginal(ctx context.Context, obj *gen.Studio, draftID string, film bool) (*string, error) {
	return r.signed(r.read.DraftOriginal(ctx, obj.Number, draftID, film))
}

// signed returns the address of an original, nil if it doesn't exist.
func (r *root) signed(place string, err error) (*string, error) {
	if err != nil {
		return absent[string](nil, err)
	}
	address, _ := r.sign(place)
	return &address, nil
}

func (r studioResolver) Categories(ctx context.Context, _ *gen.Studio) ([]*gen.ContentCategory, error) {
	return r.read.AllCategories(ctx)
}

func (r draftResolver) Artist(ctx context.Context, obj *gen.Draft) (*gen.Artist, error) {
	a, err := absent(r.read.AnyArtist(ctx, obj.ArtistNumber))
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
	found, err := r.read.ArtistsByID(ctx, []int64{id})
	_, ok := found[id]
	return ok, err
}

func (r draftResolver) Steps(ctx context.Context, obj *gen.Draft) ([]*gen.DraftStep, error) {
	return r.read.DraftSteps(ctx, obj.ID)
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
	return r.changed(ctx, d.ID, r.drafts.SaveDraft(ctx, d, files))
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
	return r.changed(ctx, id, r.drafts.RepeatProof(ctx, id, func(d studio.Draft) error {
		if own != 0 && own == d.ArtistID || d.State != studio.Open && p.May(identity.Content) {
			return nil
		}
		return artwork.ErrNotFound
	}, r.clock.Now().UTC()))
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
	return r.changed(ctx, id, r.drafts.MoveDraft(ctx, id, version, m, allowed))
}

// changed returns a draft after a change, or why it wasn't changed.
func (r mutationResolver) changed(ctx context.Context, id string, err error) (*gen.Draft, error) {
	var d *gen.Draft
	if err == nil {
		d, err = r.read.Draft(ctx, id)
	}
	if err != nil {
		return nil, unknown(err, "draft")
	}
	return d, nil
}

package graph

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"connectrpc.com/connect/v2"
	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// Limits of texts by staff, the same as those of the content folder.
const (
	maxTitle   = 200
	maxMedium  = 300
	maxSummary = 1000
	maxText    = 100_000
	maxPrice   = 1<<31 - 1
	maxAccount = 254
)

type mutationResolver struct{ *root }

func (r *root) Mutation() gen.MutationResolver { return mutationResolver{r} }

// Accounts reads accounts of auth.
type Accounts interface {
	// Email returns an account's verified email address, or "" for an account without one or an unknown account.
	Email(ctx context.Context, accountID string) (string, error)
}

// active rejects mutations of callers without an active session, as RPCs that write do: codes unauthenticated, session_gone
// and UNAVAILABLE; and those with a text that isn't one line: BAD_USER_INPUT. It checks the session because the role in an access token may be minutes old.
func (r *root) active(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	oc := graphql.GetOperationContext(ctx)
	if oc.Operation.Operation != ast.Mutation {
		return next(ctx)
	}
	if _, err := r.sessions.Require(ctx); err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{r.present(ctx, sessionError(err))}})
	}
	if err := oneLine(r.schema, oc); err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{r.present(ctx, err)}})
	}
	return next(ctx)
}

// sessionError translates the error of a checked session.
func sessionError(err error) error {
	switch {
	case rpc.HasReason(err, errorsv1.Reason_REASON_SESSION_GONE):
		return refused(errorsv1.Reason_REASON_SESSION_GONE, "your session has ended; log in again")
	case rpc.HasReason(err, errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED):
		return refused(errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED, "confirm it's you: log in again, then repeat this")
	case rpc.HasReason(err, errorsv1.Reason_REASON_PASSKEY_REQUIRED):
		return refused(errorsv1.Reason_REASON_PASSKEY_REQUIRED, "confirm it's you with your passkey, then repeat this")
	case connect.CodeOf(err) == connect.CodeUnauthenticated:
		return refused(errorsv1.Reason_REASON_UNAUTHENTICATED, "log in first")
	}
	return fmt.Errorf("%w: %w", errUnchecked, err)
}

// staff returns a change by the caller, or an error with the code unauthenticated or forbidden.
func (r mutationResolver) staff(ctx context.Context, area identity.Area, action string) (artwork.Change, error) {
	p, err := inArea(ctx, area)
	if err != nil {
		return artwork.Change{}, err
	}
	return artwork.Change{Account: p.Subject, Email: p.Email, Action: action, At: r.clock.Now().UTC()}, nil
}

// stepUp checks what RPCs with the option step_up need: a recent login, and a passkey if the account has one. Errors: recent_login_required,
// passkey_required, and those of active.
func (r mutationResolver) stepUp(ctx context.Context) error {
	if _, err := r.sessions.RequireStepUp(ctx); err != nil {
		return sessionError(err)
	}
	return nil
}

// publicly returns a change by the caller of what visitors see. It needs a step-up, so that a stolen session is not enough. Errors: those
// of staff and stepUp.
func (r mutationResolver) publicly(ctx context.Context, area identity.Area, action string) (artwork.Change, error) {
	by, err := r.staff(ctx, area, action)
	if err == nil {
		err = r.stepUp(ctx)
	}
	return by, err
}

// inArea returns the caller if they have a role in one of the areas, or an error with the code unauthenticated or forbidden.
func inArea(ctx context.Context, areas ...identity.Area) (*identity.Principal, error) {
	p, err := identity.RequireArea(ctx, areas...)
	switch {
	case connect.CodeOf(err) == connect.CodeUnauthenticated:
		return nil, refused(errorsv1.Reason_REASON_UNAUTHENTICATED, "log in first")
	case err != nil:
		names := make([]string, len(areas))
		for i, area := range areas {
			names[i] = string(area)
		}
		return nil, refused(errorsv1.Reason_REASON_FORBIDDEN, "this needs the role "+strings.Join(names, " or "))
	}
	return p, nil
}

// guarded rejects a change of an entry that is on the site, before the change or after it, with the error of a missing step-up.
func guarded[T any](missing error, fn func(*T) error, published func(*T) bool) func(*T) error {
	return func(t *T) error {
		public := published(t)
		if err := fn(t); err != nil {
			return err
		}
		if public || published(t) {
			return missing
		}
		return nil
	}
}

// work changes a work for staff. A work that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) work(ctx context.Context, id, action string, fn func(*artwork.ArtworkText) error) (*gen.Artwork, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	err = r.editor.UpdateArtwork(ctx, number(&id), by, guarded(missing, fn, func(t *artwork.ArtworkText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "artwork")
	}
	return r.read.AnyArtwork(ctx, number(&id), selection.Current(ctx).Works(), by.At)
}

func (r mutationResolver) PublishArtwork(ctx context.Context, id string) (*gen.Artwork, error) {
	return r.work(ctx, id, "publish", func(t *artwork.ArtworkText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishArtwork(ctx context.Context, id string) (*gen.Artwork, error) {
	return r.work(ctx, id, "unpublish", func(t *artwork.ArtworkText) error { t.Published = false; return nil })
}

// UpdateArtwork is for staff. The price of an artwork is never set by its artist.
func (r mutationResolver) UpdateArtwork(ctx context.Context, id string, in gen.ArtworkInput, before []*gen.ContentFieldInput) (*gen.Artwork, error) {
	own, err := r.byCaller(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.work(ctx, id, "update", func(t *artwork.ArtworkText) error {
		if err := firstOf(
			unchanged(t.Fields(), before),
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Description, in.Description, "description", 0, maxText),
			set(&t.Medium, in.Medium, "medium", 0, maxMedium), set(&t.Category, in.Category, "category", 1, maxTitle),
			setYear(&t.Year, in.Year, "year"),
		); err != nil {
			return err
		}
		amount, given := in.PurchasePrice.ValueOK()
		var now *int
		if t.Price != nil {
			now = new(int(t.Price.Amount))
		}
		switch {
		case given && own && !reflect.DeepEqual(amount, now):
			return errOwnDecision()
		case !given:
		case amount == nil:
			t.Price = nil
		case *amount < 1 || *amount > maxPrice:
			return wrong("purchasePrice", "purchasePrice is from 1 to %d minor units", maxPrice)
		default:
			t.Price = &money.Money{Amount: int64(*amount), Currency: r.currency}
		}
		return nil
	})
}

// byCaller reports whether an artwork is by the artist that the caller is linked to.
func (r mutationResolver) byCaller(ctx context.Context, id string) (bool, error) {
	own, err := r.callersArtist(ctx)
	if err != nil || own == 0 {
		return false, err
	}
	w, err := absent(r.read.AnyArtwork(ctx, number(&id), search.Fields{}, r.clock.Now()))
	return w != nil && w.Artist.Number == own, err
}

// post changes a post for staff. A post that is on the site, before the change or after it, needs a step-up.
func (r mutationResolver) post(ctx context.Context, slug, action string, fn func(*artwork.PostText) error) (*gen.Post, error) {
	by, err := r.staff(ctx, identity.Content, action)
	if err != nil {
		return nil, err
	}
	id, _ := artwork.IDOf(slug)
	missing := r.stepUp(ctx) // call auth here, outside of the transaction
	err = r.editor.UpdatePost(ctx, id, by, guarded(missing, fn, func(t *artwork.PostText) bool { return t.Published }))
	if err != nil {
		return nil, unknown(err, "post")
	}
	return r.read.AnyPost(ctx, id)
}

func (r mutationResolver) PublishPost(ctx context.Context, slug string) (*gen.Post, error) {
	return r.post(ctx, slug, "publish", func(t *artwork.PostText) error { t.Published = true; return nil })
}

func (r mutationResolver) UnpublishPost(ctx context.Context, slug string) (*gen.Post, error) {
	return r.post(ctx, slug, "unpublish", func(t *artwork.PostText) error { t.Published = false; return nil })
}

func (r mutationResolver) UpdatePost(ctx context.Context, slug string, in gen.PostInput, before []*gen.ContentFieldInput) (*gen.Post, error) {
	var known []string
	if in.Category != nil {
		list, err := r.read.PostCategories(ctx)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			known = append(known, c.Slug)
		}
	}
	return r.post(ctx, slug, "update", func(t *artwork.PostText) error {
		if in.Category != nil && !slices.Contains(known, *in.Category) {
			return wrong("category", "category must be one of %s", strings.Join(known, ", "))
		}
		return firstOf(
			unchanged(t.Fields(), before),
			set(&t.Title, in.Title, "title", 1, maxTitle), set(&t.Summary, in.Summary, "summary", 0, maxSummary),
			set(&t.Body, in.Body, "body", 0, maxText), set(&t.Category, in.Category, "category", 1, maxTitle),
		)
	})
}

func (r mutationResolver) LinkArtist(ctx context.Context, id string, accountID *string) (*gen.Artist, error) {
	by, err := r.publicly(ctx, identity.Finance, "link") // the artist's earnings depend on this link
	if err != nil {
		return nil, err
	}
	var account string
	if err := set(&account, accountID, "accountId", 1, maxAccount); err != nil {
		return nil, err
	}
	own, err := r.callersArtist(ctx)
	switch {
	case err != nil:
		return nil, err
	case account == by.Account, account != "" && strings.EqualFold(account, by.Email), own != 0 && own == number(&id):
		return nil, errOwnDecision()
	}
	email := ""
	if account != "" && !strings.Contains(account, "@") {
		if email, err = r.accounts.Email(ctx, account); err != nil {
			return nil, fmt.Errorf("%w: %w", errUnchecked, err)
		}
		if email != "" && strings.EqualFold(email, by.Email) {
			return nil, errOwnDecision()
		}
	}
	if err := r.editor.LinkArtist(ctx, number(&id), by, account, email); err != nil {
		return nil, unknown(err, "artist")
	}
	return r.read.AnyArtist(ctx, number(&id)) // no page shows the link
}

func (r mutationResolver) CreatePostPreview(ctx context.Context, slug string) (*gen.PostPreview, error) {
	by, err := r.staff(ctx, identity.Content, "preview")
	if err != nil {
		return nil, err
	}
	id, _ := artwork.IDOf(slug)
	if _, err := r.read.AnyPost(ctx, id); err != nil {
		return nil, unknown(err, "post")
	}
	expires := by.At.Add(previewFor)
	return &gen.PostPreview{Token: r.previews.token(id, expires), ExpiresAt: expires}, nil
}

// set changes a text that was given.
func set(into, given *string, name string, least, most int) error {
	if given == nil {
		return nil
	}
	s := strings.TrimSpace(*given)
	if n := utf8.RuneCountInString(s); n < least || n > most {
		return wrong(name, "%s has %d to %d characters", name, least, most)
	}
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }) {
		return wrong(name, "%s holds control characters", name)
	}
	*into = s
	return nil
}

// wrong returns an error about a field of an input.
func wrong(field, reason string, args ...any) error {
	return &artwork.FieldError{Field: field, Reason: fmt.Sprintf(reason, args...)}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

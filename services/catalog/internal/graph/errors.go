package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// The error codes of GraphQL, which are part of the public interface. All other codes are reasons of the contract, as in the REST API.
const (
	codeParse       = "GRAPHQL_PARSE_FAILED"
	codeValidation  = "GRAPHQL_VALIDATION_FAILED"
	codeTooComplex  = "OPERATION_TOO_COMPLEX"
	codeBadRequest  = "BAD_REQUEST"
	codeBadInput    = "BAD_USER_INPUT"
	codeUnavailable = "UNAVAILABLE"
	codeInternal    = "INTERNAL_SERVER_ERROR"
)

// errUnchecked means that the caller's session can't be checked now.
var errUnchecked = errors.New("the session cannot be checked")

// errOwnDecision means that the caller would decide about their own account or work.
func errOwnDecision() error {
	return refused(catalogv1.Reason_REASON_OWN_DECISION, "This is about you or your own work, so someone else must decide.")
}

// refusal returns an error about a request, for its sender.
func refusal(code, message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: extensions(code, "catalog."+code)}
}

// refused returns an error with a reason of the contract.
func refused(reason rpc.Reason, message string) *gqlerror.Error {
	return refusal(rpc.Word(reason), message)
}

// unknown returns why a change was rejected.
func unknown(err error, what string) error {
	switch {
	case errors.Is(err, artwork.ErrNotFound):
		return refused(errorsv1.Reason_REASON_NOT_FOUND, "there is no such "+what)
	case errors.Is(err, studio.ErrChanged):
		return refused(errorsv1.Reason_REASON_CONFLICT, "someone else changed it in the meantime: read it again")
	case errors.Is(err, studio.ErrState):
		return refused(errorsv1.Reason_REASON_CONFLICT, err.Error())
	case errors.Is(err, studio.ErrTooMany):
		return refused(catalogv1.Reason_REASON_TOO_MANY_DRAFTS, fmt.Sprintf("you have %d drafts; delete one first", studio.MaxDrafts))
	case errors.Is(err, artwork.ErrHasArtworks):
		return refused(catalogv1.Reason_REASON_HAS_PUBLISHED_ARTWORKS, err.Error())
	case errors.Is(err, artwork.ErrSelling):
		return refused(catalogv1.Reason_REASON_DROP_SELLING, err.Error())
	case errors.Is(err, artwork.ErrSold):
		return refused(catalogv1.Reason_REASON_DROP_SOLD, err.Error())
	case errors.Is(err, artwork.ErrNeeded):
		return refused(catalogv1.Reason_REASON_PAGE_NEEDED, err.Error())
	case errors.Is(err, artwork.ErrArtistUnpublished):
		return refused(catalogv1.Reason_REASON_ARTIST_UNPUBLISHED, err.Error())
	case errors.Is(err, artwork.ErrDropUnpublished):
		return refused(catalogv1.Reason_REASON_DROP_UNPUBLISHED, err.Error())
	case errors.Is(err, artwork.ErrTaken):
		return refused(errorsv1.Reason_REASON_CONFLICT, "the account is "+err.Error()+"; end that link first")
	default:
		return err
	}
}

// extensions has code and logCode. Errors about a field of an input also have field.
func extensions(code, logCode string) map[string]any {
	return map[string]any{"code": code, "logCode": logCode}
}

var didYouMean = regexp.MustCompile(`\s*Did you mean .*\?$`)

// strict converts errors of parsing and validation: it sets our codes, and removes hints about the schema unless they are allowed.
func strict(errs gqlerror.List, suggestions bool) gqlerror.List {
	for _, e := range errs {
		code, _ := e.Extensions["code"].(string)
		code = cmp.Or(code, codeValidation)
		if logCode, _ := e.Extensions["logCode"].(string); logCode == "" {
			e.Extensions = extensions(code, "catalog."+code)
		}
		if !suggestions {
			e.Message = didYouMean.ReplaceAllString(e.Message, "")
		}
	}
	return errs
}

// panicked returns the error for a recovered panic, which is already logged.
type panicked struct{ logCode string }

func (p panicked) Error() string { return "panic " + p.logCode }

func recovered(log *slog.Logger) graphql.RecoverFunc {
	return func(ctx context.Context, p any) error {
		code := id.New()
		log.ErrorContext(ctx, "panic", "logCode", code, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		return panicked{code}
	}
}

// presenter converts errors to texts that are safe to show. It masks and logs unknown errors, which can be
// found by their logCode.
func presenter(log *slog.Logger) graphql.ErrorPresenterFunc {
	return func(ctx context.Context, err error) *gqlerror.Error {
		out := graphql.DefaultErrorPresenter(ctx, err)
		var p panicked
		switch {
		case out.Extensions["logCode"] != nil:
			return out
		case errors.As(err, &p):
			return masked(out, codeInternal, p.logCode)
		case errors.Is(err, artwork.ErrInvalid):
			out.Extensions = extensions(codeBadInput, "catalog."+codeBadInput)
			if wrong, ok := errors.AsType[*artwork.FieldError](err); ok {
				out.Extensions["field"] = wrong.Field
			}
			return out
		case errors.Is(err, context.Canceled):
			return masked(out, codeUnavailable, "catalog.cancelled")
		case errors.Is(err, errUnchecked):
			log.WarnContext(ctx, "auth is unavailable", "path", out.Path.String(), "error", err)
			return &gqlerror.Error{
				Message: "signing in cannot be checked right now; try again in a moment",
				Path:    out.Path, Locations: out.Locations, Extensions: extensions(codeUnavailable, "catalog.auth"),
			}
		case errors.Is(err, context.DeadlineExceeded):
			return masked(out, codeUnavailable, "catalog.deadline")
		case postgres.IsTemporary(err):
			log.WarnContext(ctx, "the database is unavailable", "path", out.Path.String(), "error", err)
			return masked(out, codeUnavailable, "catalog.database")
		case out.Err == nil && out.Extensions == nil:
			// This is the executor's own error about an argument.
			out.Extensions = extensions(codeBadInput, "catalog."+codeBadInput)
			return out
		}
		code := id.New()
		log.ErrorContext(ctx, "a GraphQL operation failed", "logCode", code, "path", out.Path.String(), "error", err)
		return masked(out, codeInternal, code)
	}
}

func masked(e *gqlerror.Error, code, logCode string) *gqlerror.Error {
	message := "something went wrong"
	if code == codeUnavailable {
		message = "temporarily unavailable"
	}
	return &gqlerror.Error{Message: message, Path: e.Path, Locations: e.Locations, Extensions: extensions(code, logCode)}
}

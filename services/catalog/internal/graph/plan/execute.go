package plan

import (
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// Source reads what plans write. gqlgen's resolvers call the same methods.
type Source interface {
	// ReadPage returns the selected parts of a page of artworks, and the total if it is selected.
	ReadPage(ctx context.Context, filter *gen.ArtworkFilter, sort gen.ArtworkSort, page *int, of selection.Page) (*gen.ArtworkPage, search.Total, error)
	// ReadWork returns the selected parts of an artwork by its slug, nil if it doesn't exist.
	ReadWork(ctx context.Context, slug string, of selection.Selection) (*gen.Artwork, error)
}

// plansKey is the key of an operation's plans among its statistics.
const plansKey = "vitrine.plans"

// Attach makes Middleware use plans for an operation.
func Attach(oc *graphql.OperationContext, plans Plans) { oc.Stats.SetExtension(plansKey, plans) }

// output is the state of writing one root field.
type output struct {
	total search.Total
	// incomplete reports that a required value is missing. gqlgen then resolves the field again and reports the error.
	incomplete bool
}

func (a *output) pages() int { return search.PageCount(a.total.Count) }

// rawJSON is encoded JSON.
type rawJSON []byte

// MarshalGQL implements graphql.Marshaler.
func (j rawJSON) MarshalGQL(to io.Writer) { _, _ = to.Write(j) }

type errKey struct{}

// Err returns the error of a failed plan, if one ran for this root field. A resolver returns it before it reads anything.
func Err(ctx context.Context) error {
	err, _ := ctx.Value(errKey{}).(error)
	return err
}

// Middleware resolves the root fields that have a plan, and leaves the others to gqlgen.
func Middleware(source Source) graphql.RootFieldMiddleware {
	return func(ctx context.Context, next graphql.RootResolver) (out graphql.Marshaler) {
		oc := graphql.GetOperationContext(ctx)
		field := graphql.GetRootFieldContext(ctx).Field
		plans, _ := oc.Stats.GetExtension(plansKey).(Plans)
		p := plans[field.Alias]
		if p == nil {
			return next(ctx)
		}
		defer func() {
			if cause := recover(); cause != nil {
				out = next(context.WithValue(ctx, errKey{}, oc.RecoverFunc(ctx, cause)))
			}
		}()
		a := &output{}
		found, err := p.read(ctx, source, oc, field, a)
		if err != nil {
			return next(context.WithValue(ctx, errKey{}, err))
		}
		if found.IsNil() {
			return graphql.Null
		}
		b := p.write(make([]byte, 0, p.size.Load()+512), found.Elem(), a)
		p.size.Store(int64(len(b)))
		if a.incomplete {
			return next(ctx)
		}
		return rawJSON(b)
	}
}

// read returns the value of a root field.
func (p *plan) read(ctx context.Context, source Source, oc *graphql.OperationContext, field graphql.CollectedField, a *output) (reflect.Value, error) {
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: "Query", Field: field}) // for the paths of errors
	args := field.ArgumentMap(oc.Variables)
	if field.Name == "artwork" {
		slug, err := graphql.UnmarshalString(args["slug"])
		if err != nil {
			return reflect.Value{}, err
		}
		work, err := source.ReadWork(ctx, slug, selection.Of(oc, field))
		return reflect.ValueOf(work), err
	}
	var filter *gen.ArtworkFilter
	if raw := args["filter"]; raw != nil {
		filter = &gen.ArtworkFilter{}
		if err := graphql.UnmarshalInputFromContext(ctx, raw, filter); err != nil {
			return reflect.Value{}, err
		}
	}
	sort := gen.ArtworkSortNewest
	if raw := args["sort"]; raw != nil {
		if err := sort.UnmarshalGQL(raw); err != nil {
			return reflect.Value{}, fmt.Errorf("%w: %w", artwork.ErrInvalid, err)
		}
	}
	var page *int
	if raw := args["page"]; raw != nil {
		n, err := graphql.UnmarshalInt(raw)
		if err != nil {
			return reflect.Value{}, err
		}
		page = &n
	}
	works, total, err := source.ReadPage(ctx, filter, sort, page, p.page)
	a.total = total
	return reflect.ValueOf(works), err
}

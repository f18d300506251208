package graph

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

// plansKey is the context key of an operation's plans.
const plansKey = "vitrine.plans"

// output is the state of writing one root field.
type output struct {
	root  *root
	now   time.Time
	total artwork.Total
	// incomplete reports that a required value is missing. gqlgen then resolves the field again and reports the error.
	incomplete bool
}

func (a *output) pages() int { return artwork.PageCount(a.total.Count) }

// rawJSON is encoded JSON.
type rawJSON []byte

// MarshalGQL implements graphql.Marshaler.
func (j rawJSON) MarshalGQL(to io.Writer) { _, _ = to.Write(j) }

type planErrorKey struct{}

// planError wraps the error of a failed plan. The resolver returns it, so that errors are presented in one place and nothing is
// read twice.
func planError(ctx context.Context) error {
	err, _ := ctx.Value(planErrorKey{}).(error)
	return err
}

// executePlan resolves a root field by its plan. gqlgen resolves field by field, with a context per field and a goroutine per list element,
// which costs more than reading from the database. gqlgen still resolves fields without a plan, and presents every error.
func (r *root) executePlan(ctx context.Context, next graphql.RootResolver) (out graphql.Marshaler) {
	oc := graphql.GetOperationContext(ctx)
	field := graphql.GetRootFieldContext(ctx).Field
	plans, _ := oc.Stats.GetExtension(plansKey).(map[string]*plan)
	if hidden(oc, field) {
		return graphql.Null
	}
	p := plans[field.Alias]
	if p == nil {
		return next(ctx)
	}
	defer func() {
		if cause := recover(); cause != nil {
			out = next(context.WithValue(ctx, planErrorKey{}, oc.RecoverFunc(ctx, cause)))
		}
	}()
	a := &output{root: r, now: r.clock.Now()}
	found, err := r.find(graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: "Query", Field: field}), p, field, a)
	if err != nil {
		return next(context.WithValue(ctx, planErrorKey{}, err))
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

// find reads the value of a root field.
func (r *root) find(ctx context.Context, p *plan, field graphql.CollectedField, a *output) (reflect.Value, error) {
	args := field.ArgumentMap(graphql.GetOperationContext(ctx).Variables)
	if field.Name == "artwork" {
		slug, err := graphql.UnmarshalString(args["slug"])
		if err != nil {
			return reflect.Value{}, err
		}
		work, err := queryResolver{r}.Artwork(ctx, slug)
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
	works, total, err := r.works(ctx, choice(filter), sort, page, p.page)
	a.total = total
	return reflect.ValueOf(works), err
}

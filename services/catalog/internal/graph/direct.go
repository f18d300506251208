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

// plansKey is where an operation's context keeps its plans.
const plansKey = "vitrine.plans"

// answer is one root field's answer while it is written.
type answer struct {
	root  *root
	now   time.Time
	total int
	// incomplete says that something is missing that has to be there: gqlgen knows how to say so.
	incomplete bool
}

func (a *answer) pages() int { return artwork.PageCount(a.total) }

// written is JSON.
type written []byte

// MarshalGQL implements graphql.Marshaler.
func (w written) MarshalGQL(to io.Writer) { _, _ = to.Write(w) }

type failedKey struct{}

// failed is why a plan's reading failed. The resolver returns it, so that errors have one place, and the reading is not
// done twice.
func failed(ctx context.Context) error {
	err, _ := ctx.Value(failedKey{}).(error)
	return err
}

// direct resolves a root field by its plan, if it has one. gqlgen resolves field by field, with a context for each and a
// goroutine for each element of a list, which costs more than reading from the database. It answers all else and every error.
func (r *root) direct(ctx context.Context, next graphql.RootResolver) (out graphql.Marshaler) {
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
			out = next(context.WithValue(ctx, failedKey{}, oc.RecoverFunc(ctx, cause)))
		}
	}()
	a := &answer{root: r, now: r.clock.Now()}
	found, err := r.find(graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: "Query", Field: field}), p, field, a)
	if err != nil {
		return next(context.WithValue(ctx, failedKey{}, err))
	}
	if found.IsNil() {
		return graphql.Null
	}
	b := p.write(make([]byte, 0, p.size.Load()+512), found.Elem(), a)
	p.size.Store(int64(len(b)))
	if a.incomplete {
		return next(ctx)
	}
	return written(b)
}

// find reads what a root field answers.
func (r *root) find(ctx context.Context, p *plan, field graphql.CollectedField, a *answer) (reflect.Value, error) {
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
	works, total, err := r.works(ctx, choice(filter), sort, page, p.ask)
	a.total = total
	return reflect.ValueOf(works), err
}

package plan

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// content is a source with one page and one artwork.
type content struct {
	page  *gen.ArtworkPage
	total search.Total
	work  *gen.Artwork
}

func (c content) ReadPage(context.Context, *gen.ArtworkFilter, gen.ArtworkSort, *int, selection.Page) (*gen.ArtworkPage, search.Total, error) {
	return c.page, c.total, nil
}

func (c content) ReadWork(context.Context, string, selection.Selection) (*gen.Artwork, error) {
	return c.work, nil
}

// resolvers return the same to gqlgen. Calls of all other resolvers panic.
type (
	resolvers struct {
		gen.ResolverRoot
		content
	}
	queries struct {
		gen.QueryResolver
		content
	}
	pages struct {
		gen.ArtworkPageResolver
		content
	}
	artists struct{ gen.ArtistResolver }
)

func (r resolvers) Query() gen.QueryResolver             { return queries{content: r.content} }
func (r resolvers) ArtworkPage() gen.ArtworkPageResolver { return pages{content: r.content} }
func (resolvers) Artist() gen.ArtistResolver             { return artists{} }

func (q queries) Artworks(context.Context, *gen.ArtworkFilter, *gen.ArtworkSort, *int) (*gen.ArtworkPage, error) {
	return q.page, nil
}

func (q queries) Artwork(context.Context, string) (*gen.Artwork, error) { return q.work, nil }

func (p pages) TotalCount(context.Context, *gen.ArtworkPage) (int, error) { return p.total.Count, nil }

func (p pages) TotalCapped(context.Context, *gen.ArtworkPage) (bool, error) {
	return p.total.Capped, nil
}

func (p pages) PageCount(context.Context, *gen.ArtworkPage) (int, error) {
	return search.PageCount(p.total.Count), nil
}

func (artists) OtherArtworks(_ context.Context, objs []*gen.Artist, _ *string, _ *int) ([][]*gen.Artwork, error) {
	out := make([][]*gen.Artwork, len(objs))
	for i, a := range objs {
		out[i] = a.OtherWorks
	}
	return out, nil
}

// generator makes models and selections. Both are random, and the same in every run.
type generator struct {
	*rand.Rand
	schema *ast.Schema
}

func (g generator) text() string {
	letters := []rune("\t\n\\\"/<>& aZé\u2028\U0001f600")
	out := make([]rune, g.IntN(6))
	for i := range out {
		out[i] = letters[g.IntN(len(letters))]
	}
	return string(out)
}

// fill sets all fields of a model. Pointers to models that the schema requires are never nil, with rare exceptions.
func (g generator) fill(v reflect.Value, depth int) {
	switch {
	case v.Type() == timeType:
		v.Set(reflect.ValueOf(time.Unix(g.Int64N(1<<32), g.Int64N(1e9))))
	case v.Kind() == reflect.Pointer:
		isModel := v.Type().Elem().Kind() == reflect.Struct && v.Type().Elem() != timeType
		if isModel && depth > 4 || g.IntN(3) == 0 && (!isModel || g.IntN(20) == 0) {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		g.fill(v.Elem(), depth+1)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" || v.Type().Field(i).Name == "OtherWorks" {
				g.fill(v.Field(i), depth)
			}
		}
	case v.Kind() == reflect.Slice:
		n := g.IntN(4)
		if depth > 4 {
			n = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			v.Index(i).Set(reflect.New(v.Type().Elem().Elem()))
			g.fill(v.Index(i).Elem(), depth+1)
		}
	case v.Kind() == reflect.String && v.Type().Name() != "string": // an enum, whose values are words
		v.SetString([]string{"IMAGE", "SOLD_OUT"}[g.IntN(2)])
	case v.Kind() == reflect.String:
		v.SetString(g.text())
	case v.Kind() == reflect.Int, v.Kind() == reflect.Int64:
		v.SetInt(g.Int64N(1 << 40))
	case v.Kind() == reflect.Float64:
		v.SetFloat(g.NormFloat64() * 1000)
	case v.Kind() == reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	}
}

// resolved are the fields that gqlgen always resolves.
var resolved = map[string]bool{"Artwork.drop": true, "Artwork.curators": true, "Artwork.editions": true, "Artist.artworks": true, "Artist.otherArtworks": true}

// selection writes a selection of a type. Each of its fields may occur several times, under other names and in fragments.
func (g generator) selection(typ string, depth int) string {
	var b strings.Builder
	b.WriteString("{__typename")
	for _, f := range g.schema.Types[typ].Fields {
		def := g.schema.Types[f.Type.Name()]
		if strings.HasPrefix(f.Name, "__") || resolved[typ+"."+f.Name] || g.IntN(2) == 0 || def.Kind == ast.Object && depth > 4 {
			continue
		}
		for i := range 1 + g.IntN(2) {
			text := f.Name
			if i > 0 {
				text = f.Name + "Again: " + f.Name
			}
			if def.Kind == ast.Object {
				text += g.selection(def.Name, depth+1)
			}
			if g.IntN(4) == 0 {
				text = "... on " + typ + "{" + text + "}"
			}
			b.WriteString(" " + text)
		}
	}
	return b.String() + "}"
}

// TestRandomSelectionsAreWrittenLikeGqlgen executes random selections of random artworks with plans and without.
func TestRandomSelectionsAreWrittenLikeGqlgen(t *testing.T) {
	t.Parallel()
	g := generator{Rand: rand.New(rand.NewPCG(18, 18)), schema: gen.NewExecutableSchema(gen.Config{}).Schema()}
	for range 150 {
		c := content{page: &gen.ArtworkPage{}, work: &gen.Artwork{}, total: search.Total{Count: g.IntN(1000), Capped: g.IntN(2) == 0}}
		g.fill(reflect.ValueOf(c.page).Elem(), 0)
		g.fill(reflect.ValueOf(c.work).Elem(), 0)
		if c.work.Artist != nil && g.IntN(10) > 0 {
			c.work.Artist.Others = &search.Others{First: 6}
		}
		query := "{ artworks" + g.selection("ArtworkPage", 0) + " one: artwork(slug: \"1\")" + g.selection("Artwork", 0) +
			" two: artwork(slug: \"1\"){ artist{ name otherArtworks" + g.selection("Artwork", 2) + " } } none: artwork(slug: \"2\"){ id } }"
		execute := func(planned bool) (plans int, body string) {
			exec := executor.New(gen.NewExecutableSchema(gen.Config{Resolvers: resolvers{content: c}}))
			if planned {
				exec.AroundRootFields(Middleware(c))
			}
			ctx := graphql.StartOperationTrace(t.Context())
			oc, errs := exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query})
			if len(errs) > 0 {
				t.Fatalf("%s: errors = %v, want none", query, errs)
			}
			if planned {
				compiled := Compile(oc)
				Attach(oc, compiled)
				plans = len(compiled)
			}
			next, ctx := exec.DispatchOperation(ctx, oc)
			res := next(ctx)
			// gqlgen resolves root fields at the same time, so their errors have no order.
			slices.SortFunc(res.Errors, func(a, b *gqlerror.Error) int { return strings.Compare(a.Error(), b.Error()) })
			problems, err := json.Marshal(res.Errors)
			if err != nil {
				t.Fatal(err)
			}
			return plans, string(res.Data) + " " + string(problems)
		}
		plans, got := execute(true)
		_, want := execute(false)
		if got != want {
			t.Fatalf("%s\nplanned  %s\nwant     %s, as resolved", query, got, want)
		}
		if plans < 3 { // the artist's other artworks may be selected with more than a card has
			t.Fatalf("%s: %d plans, want at least 3", query, plans)
		}
	}
}

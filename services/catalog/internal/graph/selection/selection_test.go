package selection

import (
	"context"
	"runtime"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

// TestSelectionsAreNotConfused resolves an operation's parts one after the other while memory is reused: the selection of one part must
// never be used for another.
func TestSelectionsAreNotConfused(t *testing.T) {
	exec := executor.New(gen.NewExecutableSchema(gen.Config{}))
	oc, errs := exec.CreateOperationContext(graphql.StartOperationTrace(context.Background()), &graphql.RawParams{
		Query: `{ a: artist(slug: "1") { artworks { items { id } } } b: drop(slug: "1") { artworks { items { media { url } } } } }`,
	})
	if len(errs) > 0 {
		t.Fatalf("errors = %v, want none", errs)
	}
	var works []Selection
	for _, f := range graphql.CollectFields(oc, oc.Operation.SelectionSet, nil) {
		works = append(works, Of(oc, f).Sub("artworks"))
	}
	for range 100 {
		for i, media := range []bool{false, true} {
			for range 100 {
				if works[i].Page().Fields.Media != media {
					t.Fatalf("media: selected = %t, want %t", media, !media)
				}
			}
			runtime.GC()
		}
	}
}

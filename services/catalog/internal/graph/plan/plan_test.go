package plan

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

func TestWhatIsPlanned(t *testing.T) {
	t.Parallel()
	cards := func(fields string) string { return `{ artworks { items { ` + fields + ` } } }` }
	site, err := os.ReadFile(repository.Path("frontend/src/features/artwork/artwork.graphql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query, operation string
		want             bool
	}{
		{string(site), "Artworks", true},
		{string(site), "ArtworkSummary", true},
		{cards("id"), "", true},
		{`{ artwork(slug: "1") { artist { otherArtworks { id } } } }`, "", true},
		// Fields with a resolver are left to gqlgen.
		{cards("drop { id }"), "", false},
		{cards("artist { otherArtworks { id } }"), "", false},
		{cards("id @skip(if: false)"), "", false},
		{`{ artwork(slug: "1") { artist { a: otherArtworks { id } b: otherArtworks(first: 1) { id } } } }`, "", false},
		{`{ artwork(slug: "1") { artist { otherArtworks { artist { otherArtworks { id } } } } } }`, "", false},
		{`{ posts { items { id } } }`, "", false},
	} {
		exec := executor.New(gen.NewExecutableSchema(gen.Config{}))
		oc, errs := exec.CreateOperationContext(graphql.StartOperationTrace(context.Background()), &graphql.RawParams{
			Query: c.query, OperationName: c.operation, Variables: map[string]any{"slug": "1"},
		})
		if len(errs) > 0 {
			t.Errorf("%s: errors = %v, want none", c.query, errs)
			continue
		}
		if plans := Compile(oc); len(plans) > 0 != c.want {
			t.Errorf("%s %s: %d plans, want planned = %t", c.operation, c.query, len(plans), c.want)
		}
	}
}

func TestQuotedLikeGqlgen(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	letters := []rune("\x00\x01\x1f\t\r\n\b\f\\\"/<>& aZ\u00e9\u2028\U0001f600\x7f")
	for range 2_000 {
		text := make([]rune, rng.IntN(12))
		for i := range text {
			text[i] = letters[rng.IntN(len(letters))]
		}
		var want bytes.Buffer
		graphql.MarshalString(string(text)).MarshalGQL(&want)
		if got := quoted(nil, string(text)); string(got) != want.String() {
			t.Fatalf("%q: %s, want %s", string(text), got, want.String())
		}
	}
}

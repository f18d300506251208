//go:build fuzz

package graph

import (
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

func FuzzLimits(f *testing.F) {
	f.Add("{artworks{items{id}}}")
	f.Add("query A($n:Int){artist(slug:\"1\"){otherArtworks(first:$n){...x}}} fragment x on Artwork{id}")
	s := schema()
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, 1000)
		if err != nil || len(doc.Operations) == 0 || len(validator.ValidateWithRules(s, doc, nil)) > 0 {
			return
		}
		DefaultLimits().check(doc, doc.Operations[0])
	})
}

package graph

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

func schema() *ast.Schema {
	return gen.NewExecutableSchema(gen.Config{Resolvers: &root{}}).Schema()
}

// TestOwnOperations checks the site's operations: each is valid and uses at most half of each limit.
func TestOwnOperations(t *testing.T) {
	files, err := filepath.Glob(repository.Path("frontend/src/features/*/*.graphql"))
	if err != nil || len(files) == 0 {
		t.Fatalf("site operations = %q, %v, want some", files, err)
	}
	var text strings.Builder
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
		text.WriteByte('\n')
	}
	all, perr := parser.ParseQuery(&ast.Source{Input: text.String()})
	if perr != nil {
		t.Fatal(perr)
	}
	l := DefaultLimits()
	half := Limits{Depth: l.Depth / 2, Cost: l.Cost / 2, Aliases: l.Aliases / 2, Directives: l.Directives / 2}
	for _, op := range all.Operations {
		doc := &ast.QueryDocument{Operations: ast.OperationList{op}}
		spread(all, doc, op.SelectionSet)
		var own strings.Builder
		formatter.NewFormatter(&own).FormatQueryDocument(doc)
		parsed, perr := parser.ParseQueryWithTokenLimit(&ast.Source{Input: own.String()}, l.Tokens/2)
		if perr != nil {
			t.Errorf("%s: %v, want nil", op.Name, perr)
			continue
		}
		if errs := validator.ValidateWithRules(schema(), parsed, nil); len(errs) > 0 {
			t.Errorf("%s: errors = %v, want none", op.Name, errs)
			continue
		}
		if refused := (Limits{Tokens: l.Tokens, Fields: l.Fields / 2, Repeated: l.Repeated / 2}).precheck(own.String()); refused != nil {
			t.Errorf("%s: %v, want nil", op.Name, refused)
		}
		if refused := half.check(parsed, parsed.Operations[0]); refused != nil {
			t.Errorf("%s: %v, want nil", op.Name, refused)
		}
	}
}

// spread adds the fragments that a selection names, and those that they name.
func spread(all, doc *ast.QueryDocument, set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			spread(all, doc, s.SelectionSet)
		case *ast.InlineFragment:
			spread(all, doc, s.SelectionSet)
		case *ast.FragmentSpread:
			if f := all.Fragments.ForName(s.Name); f != nil && doc.Fragments.ForName(s.Name) == nil {
				doc.Fragments = append(doc.Fragments, f)
				spread(all, doc, f.SelectionSet)
			}
		}
	}
}

// TestSuggestionsCost checks that a search box costs little of the budget, and that an operation cannot ask for many.
func TestSuggestionsCost(t *testing.T) {
	const box = "suggestions(text:\"t\",first:20){kind title slug image}"
	for n, accepted := range map[int]bool{1: true, 10: true, 11: false} {
		text := "{"
		for i := range n {
			text += " a" + itoa(i) + ":" + box
		}
		doc, err := parser.ParseQuery(&ast.Source{Input: text + "}"})
		if err != nil {
			t.Fatal(err)
		}
		if errs := validator.ValidateWithRules(schema(), doc, nil); len(errs) > 0 {
			t.Fatalf("errors = %v, want none", errs)
		}
		if refused := DefaultLimits().check(doc, doc.Operations[0]); (refused == nil) != accepted {
			t.Errorf("%d suggestion lists: error = %v, want accepted = %t", n, refused, accepted)
		}
	}
}

func TestFragmentsOfFragmentsAreBounded(t *testing.T) {
	// 2^40 fields, in a document of a few hundred tokens.
	text := "{artwork(slug:\"1\"){...f00}}"
	for i := range 40 {
		text += strings.ReplaceAll(strings.ReplaceAll(" fragment fX on Artwork{...fY id ...fY}", "X", itoa(i)), "Y", itoa(i+1))
	}
	text += " fragment f40 on Artwork{id}"
	doc, err := parser.ParseQuery(&ast.Source{Input: text})
	if err != nil {
		t.Fatal(err)
	}
	if DefaultLimits().check(doc, doc.Operations[0]) == nil {
		t.Error("check() = nil, want an error")
	}
}

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

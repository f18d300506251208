package graph

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// multilines are the texts of mutations that may have several lines.
var multilines = []string{
	"acceptDraft.comment", "requestDraftChanges.comment", "saveDraft.alt", "saveDraft.description", "saveProfileDraft.alt", "saveProfileDraft.bio",
	"submitDraft.comment", "updateArtist.before[0].value", "updateArtist.bio", "updateArtwork.before[0].value", "updateArtwork.description",
	"updateCurator.before[0].value", "updateCurator.bio", "updateDrop.before[0].value", "updateDrop.body", "updateDrop.summary",
	"updatePage.before[0].value", "updatePage.body", "updatePost.before[0].value", "updatePost.body", "updatePost.summary",
}

// TestEveryTextIsOneLine puts a line break into every text of every mutation, as a variable and in the document: it is refused with the name of the
// field, unless the schema says that the text may have several lines.
func TestEveryTextIsOneLine(t *testing.T) {
	t.Parallel()
	s := schema()
	several := map[string]bool{}
	check := func(mutation, field, query string, variables map[string]any) {
		t.Helper()
		wrong := oneLine(s, operationOn(t, s, query, variables))
		named, _ := errors.AsType[*artwork.FieldError](wrong)
		switch {
		case wrong == nil:
			several[mutation+"."+field] = true
		case named == nil || named.Field != field:
			t.Errorf("%s: error = %v, want one about %s", query, wrong, field)
		}
	}
	for _, f := range s.Mutation.Fields {
		for _, a := range f.Arguments {
			for _, path := range textsOf(s, a.Type) {
				text, literal := any("Tidal\nStudy"), `"Tidal\nStudy"`
				name := a.Name
				for _, step := range path {
					if step == "[0]" {
						name += step
					} else {
						name = inside(name, step)
					}
				}
				for _, step := range slices.Backward(path) {
					if step == "[0]" {
						text, literal = []any{text}, "["+literal+"]"
					} else {
						text, literal = map[string]any{step: text}, "{"+step+":"+literal+"}"
					}
				}
				check(f.Name, name, fmt.Sprintf("mutation($v:%s){%s(%s:$v)}", a.Type, f.Name, a.Name), map[string]any{"v": text})
				check(f.Name, name, fmt.Sprintf("mutation{%s(%s:%s)}", f.Name, a.Name, literal), nil)
			}
		}
	}
	if got := slices.Sorted(maps.Keys(several)); !slices.Equal(got, multilines) {
		t.Errorf("texts with several lines = %q, want %q", got, multilines)
	}
	variables := map[string]any{"v": map[string]any{"title": "Molna\u0301r", "description": "a\nMolna\u0301r"}}
	if err := oneLine(s, operationOn(t, s, `mutation($v:ArtworkInput!){updateArtwork(id:"1",input:$v)}`, variables)); err != nil || !strings.Contains(fmt.Sprint(variables), "title:Moln\u00e1r") {
		t.Errorf("oneLine() = %v, %v, want the title in NFC", err, variables)
	}
}

// operationOn returns an operation with the definitions of its fields. It may be invalid.
func operationOn(t *testing.T, s *ast.Schema, query string, variables map[string]any) *graphql.OperationContext {
	t.Helper()
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	_ = validator.ValidateWithRules(s, doc, nil)
	return &graphql.OperationContext{Doc: doc, Operation: doc.Operations[0], Variables: variables}
}

// textsOf returns the paths of the texts of an input: fields, and "[0]" for the elements of a list.
func textsOf(s *ast.Schema, typ *ast.Type) (paths [][]string) {
	if typ.Elem != nil {
		for _, rest := range textsOf(s, typ.Elem) {
			paths = append(paths, append([]string{"[0]"}, rest...))
		}
		return paths
	}
	if typ.Name() == "String" {
		return [][]string{nil}
	}
	for _, f := range s.Types[typ.Name()].Fields {
		for _, rest := range textsOf(s, f.Type) {
			paths = append(paths, append([]string{f.Name}, rest...))
		}
	}
	return paths
}

package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// selection is what an operation asks of the object that a resolver answers. Resolvers read only that.
type selection struct {
	oc  *graphql.OperationContext
	set ast.SelectionSet
}

// selected is the selection of the field that is being resolved.
func selected(ctx context.Context) selection {
	return selection{graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field.Selections}
}

func (s selection) fields() []graphql.CollectedField {
	return graphql.CollectFields(s.oc, s.set, nil)
}

// of is what is asked of a field; several aliases of it count together.
func (s selection) of(name string) selection {
	out := selection{oc: s.oc}
	for _, f := range s.fields() {
		if f.Name == name {
			out.set = append(out.set, f.Selections...)
		}
	}
	return out
}

func (s selection) has(name string) bool {
	for _, f := range s.fields() {
		if f.Name == name {
			return true
		}
	}
	return false
}

// needs is what works are read with.
type needs struct {
	artwork.Fields
	frequency bool
}

// works tells what is asked of works.
func (s selection) works() needs {
	var n needs
	for _, f := range s.fields() {
		switch f.Name {
		case "description":
			n.Description = true
		case "media":
			n.Media = true
		case "attributes":
			n.Attributes = true
			n.frequency = n.frequency || (selection{s.oc, f.Selections}).has("frequency")
		case "curators":
			n.Curators = true
		case "artist":
			n.Artist = n.Artist || (selection{s.oc, f.Selections}).wholeArtist()
		}
	}
	return n
}

// wholeArtist tells whether more is asked of an artist than every work carries.
func (s selection) wholeArtist() bool {
	for _, f := range s.fields() {
		switch f.Name {
		case "id", "slug", "name", "__typename", "artworks", "otherArtworks":
		default:
			return true
		}
	}
	return false
}

// others finds the other works of an artist that are asked for with one work, so that both are read at once. Nil where
// there are none, or several different ones, or more is asked of them than of a card.
func (s selection) others() *artwork.Others {
	var out *artwork.Others
	for _, f := range s.of("artist").fields() {
		if f.Name != "otherArtworks" {
			continue
		}
		n := (selection{s.oc, f.Selections}).works()
		if out != nil || n.frequency || n.Artist || n.Description || n.Attributes || n.Curators {
			return nil
		}
		args := f.ArgumentMap(s.oc.Variables)
		var except *string
		if v, ok := args["except"].(string); ok {
			except = &v
		}
		first := 6
		switch v := args["first"].(type) {
		case int64:
			first = int(v)
		case int:
			first = v
		case nil:
		default:
			return nil
		}
		if first < 1 || first > maxOthers {
			return nil // the resolver says what is wrong
		}
		out = &artwork.Others{Except: number(except), First: first}
	}
	return out
}

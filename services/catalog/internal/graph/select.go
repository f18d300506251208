package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// selection is what an operation selects from the object that a resolver returns: one set per alias. Resolvers read only that. The sets
// belong to the operation and are never copied: gqlgen caches the fields of a set by its address, and the address of a freed copy can be
// reused.
type selection struct {
	oc   *graphql.OperationContext
	sets []ast.SelectionSet
}

func selectionOf(oc *graphql.OperationContext, f graphql.CollectedField) selection {
	return selection{oc, []ast.SelectionSet{f.Selections}}
}

// selected returns the selection of the field that is being resolved.
func selected(ctx context.Context) selection {
	return selectionOf(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field)
}

func (s selection) fields() []graphql.CollectedField {
	if len(s.sets) == 1 {
		return graphql.CollectFields(s.oc, s.sets[0], nil)
	}
	var all []graphql.CollectedField
	for _, set := range s.sets {
		all = append(all, graphql.CollectFields(s.oc, set, nil)...)
	}
	return all
}

// of returns the selection of a field, in all of its aliases.
func (s selection) of(name string) selection {
	out := selection{oc: s.oc}
	for _, f := range s.fields() {
		if f.Name == name {
			out.sets = append(out.sets, f.Selections)
		}
	}
	return out
}

func (s selection) has(name string) bool {
	return slices.ContainsFunc(s.fields(), func(f graphql.CollectedField) bool { return f.Name == name })
}

// needs is the data that is read together with works.
type needs struct {
	artwork.Fields
	frequency bool
}

// works returns the selection of works.
func (s selection) works() needs {
	var n needs
	for _, f := range s.fields() {
		switch f.Name {
		case "description":
			n.Description = true
		case "media":
			n.Media = true
			n.Parameters = n.Parameters || selectionOf(s.oc, f).has("parameters")
		case "attributes":
			n.Attributes = true
			n.frequency = n.frequency || selectionOf(s.oc, f).has("frequency")
		case "curators":
			n.Curators = true
		case "artist":
			n.Artist = n.Artist || selectionOf(s.oc, f).wholeArtist()
		}
	}
	return n
}

// wholeArtist reports whether more of an artist is selected than every work includes.
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

// others returns which other works of an artist are selected with one work, so that both are read with one query. It returns nil if none are
// selected, if there are several different lists, or if more fields are selected than a card has.
func (s selection) others() *artwork.Others {
	var out *artwork.Others
	for _, f := range s.of("artist").fields() {
		if f.Name != "otherArtworks" {
			continue
		}
		n := selectionOf(s.oc, f).works()
		if out != nil || n.frequency || n.Artist || n.Description || n.Attributes || n.Curators || n.Parameters {
			return nil
		}
		args := f.ArgumentMap(s.oc.Variables)
		// Read them as gqlgen does: an id may be written as a number, too.
		var except *string
		if v := args["except"]; v != nil {
			id, err := graphql.UnmarshalID(v)
			if err != nil {
				return nil
			}
			except = &id
		}
		first := 6
		if v := args["first"]; v != nil {
			var err error
			if first, err = graphql.UnmarshalInt(v); err != nil {
				return nil
			}
		}
		if first < 1 || first > maxOthers {
			return nil // the resolver reports the error
		}
		out = &artwork.Others{Except: number(except), First: first}
	}
	return out
}

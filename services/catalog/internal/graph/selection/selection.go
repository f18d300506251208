// Package selection says what a GraphQL operation selects below a field, so that resolvers and plans read only that from the database.
package selection

import (
	"context"
	"slices"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// MaxOthers is the maximum number of an artist's other artworks that one field returns.
const MaxOthers = 24

// Selection is what an operation selects from the object that a field returns: one set per alias. The sets belong to the operation and are
// never copied: gqlgen caches the fields of a set by its address, and the address of a freed copy can be reused.
type Selection struct {
	oc   *graphql.OperationContext
	sets []ast.SelectionSet
}

// Of returns the selection of a field.
func Of(oc *graphql.OperationContext, f graphql.CollectedField) Selection {
	return Selection{oc, []ast.SelectionSet{f.Selections}}
}

// Current returns the selection of the field that is being resolved.
func Current(ctx context.Context) Selection {
	return Of(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field)
}

func (s Selection) fields() []graphql.CollectedField {
	if len(s.sets) == 1 {
		return graphql.CollectFields(s.oc, s.sets[0], nil)
	}
	var all []graphql.CollectedField
	for _, set := range s.sets {
		all = append(all, graphql.CollectFields(s.oc, set, nil)...)
	}
	return all
}

// Sub returns the selection below a field, in all of its aliases.
func (s Selection) Sub(name string) Selection {
	out := Selection{oc: s.oc}
	for _, f := range s.fields() {
		if f.Name == name {
			out.sets = append(out.sets, f.Selections)
		}
	}
	return out
}

// Has reports whether a field is selected.
func (s Selection) Has(name string) bool {
	return slices.ContainsFunc(s.fields(), func(f graphql.CollectedField) bool { return f.Name == name })
}

// Works returns the parts of artworks that are selected.
func (s Selection) Works() search.Fields {
	var n search.Fields
	for _, f := range s.fields() {
		switch f.Name {
		case "description":
			n.Description = true
		case "media":
			n.Media = true
			n.Parameters = n.Parameters || Of(s.oc, f).Has("parameters")
		case "attributes":
			n.Attributes = true
			n.Frequency = n.Frequency || Of(s.oc, f).Has("frequency")
		case "curators":
			n.Curators = true
		case "artist":
			n.Artist = n.Artist || Of(s.oc, f).wholeArtist()
		}
	}
	return n
}

// wholeArtist reports whether more of an artist is selected than every artwork includes.
func (s Selection) wholeArtist() bool {
	for _, f := range s.fields() {
		switch f.Name {
		case "id", "slug", "name", "__typename", "artworks", "otherArtworks":
		default:
			return true
		}
	}
	return false
}

// Page is what an operation selects from a page of artworks.
type Page struct {
	Items bool
	// Counted is whether the number of results is selected, or needed to decide whether the search is loosened.
	Counted bool
	Fields  search.Fields
}

// Page returns what is selected from a page of artworks.
func (s Selection) Page() Page {
	p := Page{Items: s.Has("items"), Fields: s.Sub("items").Works()}
	p.Counted = s.Has("totalCount") || s.Has("totalCapped") || s.Has("pageCount") || !p.Items && s.Has("loosened")
	return p
}

// Others returns which other artworks of an artist are selected with one artwork, so that both are read in one round trip. It returns nil if none
// are selected, if there are several different lists, or if more fields are selected than a card has.
func (s Selection) Others() *search.Others {
	var out *search.Others
	for _, f := range s.Sub("artist").fields() {
		if f.Name != "otherArtworks" {
			continue
		}
		n := Of(s.oc, f).Works()
		if out != nil || n.Frequency || n.Artist || n.Description || n.Attributes || n.Curators || n.Parameters {
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
		if first < 1 || first > MaxOthers {
			return nil // the resolver reports the error
		}
		out = &search.Others{Except: Number(except), First: first}
	}
	return out
}

// Number returns an id as a number; 0 for none or an invalid one.
func Number(id *string) int64 {
	if id == nil {
		return 0
	}
	n, err := strconv.ParseInt(*id, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

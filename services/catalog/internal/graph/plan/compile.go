package plan

import (
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
)

// Plans are the plans of an operation's root fields, by their aliases.
type Plans map[string]*plan

// plan writes one root field.
type plan struct {
	write writer
	page  selection.Page
	// size is the length of the last output.
	size atomic.Int64
}

// writer appends a value as JSON.
type writer func(b []byte, v reflect.Value, a *output) []byte

// member is one field of an object: its name as JSON, with the colon.
type member struct {
	name  string
	write writer
}

var timeType = reflect.TypeFor[time.Time]()

// Compile returns plans for the root fields of an operation that can be planned. The result doesn't depend on variables.
func Compile(oc *graphql.OperationContext) Plans {
	if oc.Operation.Operation != ast.Query || !undirected(oc.Operation.SelectionSet) {
		return nil
	}
	plans := Plans{}
	for _, f := range graphql.CollectFields(oc, oc.Operation.SelectionSet, nil) {
		sel := selection.Of(oc, f)
		c := planner{oc: oc}
		p := &plan{}
		switch f.Name {
		case "artworks":
			p.page = sel.Page()
			p.write = c.object(reflect.TypeFor[gen.ArtworkPage](), f.Selections)
		case "artwork":
			c.others = sel.Others() != nil
			p.write = c.object(reflect.TypeFor[gen.Artwork](), f.Selections)
		}
		if p.write != nil {
			plans[f.Alias] = p
		}
	}
	return plans
}

// undirected reports whether a selection has no directives, so that it doesn't depend on variables.
func undirected(set ast.SelectionSet) bool {
	for _, s := range set {
		var directives ast.DirectiveList
		var inner ast.SelectionSet
		switch s := s.(type) {
		case *ast.Field:
			directives, inner = s.Directives, s.SelectionSet
		case *ast.InlineFragment:
			directives, inner = s.Directives, s.SelectionSet
		case *ast.FragmentSpread:
			directives, inner = s.Directives, s.Definition.SelectionSet
		}
		if len(directives) > 0 || !undirected(inner) {
			return false
		}
	}
	return true
}

// planner builds writers. It returns nil for fields that it can't plan.
type planner struct {
	oc *graphql.OperationContext
	// others is whether the artist's other works are read together with the work.
	others bool
}

func (c planner) object(t reflect.Type, set ast.SelectionSet) writer {
	var members []member
	for _, f := range graphql.CollectFields(c.oc, set, nil) {
		m := member{strconv.Quote(f.Alias) + ":", c.field(t, f)}
		if m.write == nil {
			return nil
		}
		members = append(members, m)
	}
	return func(b []byte, v reflect.Value, a *output) []byte {
		for i := range members {
			b = append(b, "{,"[min(i, 1)])
			b = append(b, members[i].name...)
			b = members[i].write(b, v, a)
		}
		return append(b, '}')
	}
}

// field returns the writer of a field of the model t, which is stored or computed before writing.
func (c planner) field(t reflect.Type, f graphql.CollectedField) writer {
	switch t.Name() + "." + f.Name {
	case t.Name() + ".__typename":
		name := strconv.Quote(t.Name())
		return func(b []byte, _ reflect.Value, _ *output) []byte { return append(b, name...) }
	case "ArtworkPage.totalCount":
		return func(b []byte, _ reflect.Value, a *output) []byte {
			return strconv.AppendInt(b, int64(a.total.Count), 10)
		}
	case "ArtworkPage.totalCapped":
		return func(b []byte, _ reflect.Value, a *output) []byte { return strconv.AppendBool(b, a.total.Capped) }
	case "ArtworkPage.pageCount":
		return func(b []byte, _ reflect.Value, a *output) []byte { return strconv.AppendInt(b, int64(a.pages()), 10) }
	case "Artist.otherArtworks":
		return c.otherWorks(f)
	}
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("json") != f.Name {
			continue
		}
		value := c.value(t.Field(i).Type, f.Definition.Type, f.Selections)
		if value == nil {
			return nil
		}
		return func(b []byte, v reflect.Value, a *output) []byte { return value(b, v.Field(i), a) }
	}
	return nil
}

func (c planner) otherWorks(f graphql.CollectedField) writer {
	if !c.others {
		return nil
	}
	c.others = false // the artists of these works don't have other works
	list := c.value(reflect.TypeFor[[]*gen.Artwork](), f.Definition.Type, f.Selections)
	if list == nil {
		return nil
	}
	return func(b []byte, v reflect.Value, a *output) []byte {
		artist, _ := reflect.TypeAssert[*gen.Artist](v.Addr())
		if artist == nil || artist.Others == nil {
			a.incomplete = true
			return b
		}
		return list(b, reflect.ValueOf(artist.OtherWorks), a)
	}
}

// value returns the writer of a Go type that represents a type of the schema.
func (c planner) value(t reflect.Type, typ *ast.Type, set ast.SelectionSet) writer {
	switch {
	case t == timeType:
		return func(b []byte, v reflect.Value, _ *output) []byte {
			at, _ := reflect.TypeAssert[time.Time](v)
			return append(at.UTC().AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
		}
	case t.Kind() == reflect.Pointer:
		inner := c.value(t.Elem(), typ, set)
		if inner == nil {
			return nil
		}
		return func(b []byte, v reflect.Value, a *output) []byte {
			if !v.IsNil() {
				return inner(b, v.Elem(), a)
			}
			a.incomplete = a.incomplete || typ.NonNull
			return append(b, "null"...)
		}
	case t.Kind() == reflect.Slice && typ.Elem != nil && typ.NonNull:
		element := c.value(t.Elem(), typ.Elem, set)
		if element == nil {
			return nil
		}
		return func(b []byte, v reflect.Value, a *output) []byte {
			b = append(b, '[')
			for i := range v.Len() {
				if i > 0 {
					b = append(b, ',')
				}
				b = element(b, v.Index(i), a)
			}
			return append(b, ']')
		}
	case t.Kind() == reflect.Struct:
		return c.object(t, set)
	case t.Kind() == reflect.String:
		return func(b []byte, v reflect.Value, _ *output) []byte { return quoted(b, v.String()) }
	case t.Kind() == reflect.Int:
		return func(b []byte, v reflect.Value, _ *output) []byte { return strconv.AppendInt(b, v.Int(), 10) }
	case t.Kind() == reflect.Float64:
		return func(b []byte, v reflect.Value, _ *output) []byte {
			return strconv.AppendFloat(b, v.Float(), 'g', -1, 64)
		}
	case t.Kind() == reflect.Bool:
		return func(b []byte, v reflect.Value, _ *output) []byte { return strconv.AppendBool(b, v.Bool()) }
	}
	return nil
}

// quoted appends a string as JSON, escaped as gqlgen does.
func quoted(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		if at := strings.IndexByte("\tt\rr\nn\\\\\"\"", c); at >= 0 && at%2 == 0 {
			b = append(b, '\\', "\tt\rr\nn\\\\\"\""[at+1])
		} else {
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		start = i + 1
	}
	return append(append(b, s[start:]...), '"')
}

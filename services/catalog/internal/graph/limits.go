package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Limits are the maximum values of one operation. Depth counts from 0, the fields of Query. The service's settings document each of them.
type Limits struct {
	Depth, Cost, Aliases, Directives, Tokens int
	// Fields is the number of fields of a document with its fragments in place, Repeated how many of them repeat a name in the same object.
	Fields, Repeated int
	Body             int64
	// Introspection allows __schema and __type; Suggestions allows errors with "did you mean".
	Introspection, Suggestions bool
}

// DefaultLimits are the limits in production. Every operation of our own site stays below half of each.
func DefaultLimits() Limits {
	return Limits{Depth: 10, Cost: 5000, Aliases: 15, Directives: 10, Tokens: 1000, Fields: 800, Repeated: 100, Body: 256 << 10, Introspection: true}
}

const (
	pageSize = 27
	// listCost is the cost of one list query besides its items. It is too high for a list within a list.
	listCost = 200
	// batchCost is the cost of one lookup for many parents.
	batchCost = 50
	// maxEditions is the maximum number of numbered copies of a work that one field returns.
	maxEditions = 100
)

// weigher walks an operation once, through fragments, and limits its own work: a validated document has no cycles,
// but fragments that spread fragments grow exponentially.
type weigher struct {
	doc        *ast.QueryDocument
	limits     Limits
	aliases    int
	directives int
	steps      int
	problem    string
	schema     bool // whether __schema is selected
	schemas    int  // how often __schema or __type is selected
}

const maxSteps = 20_000

// check returns the first limit that an operation exceeds, or nil.
func (l Limits) check(doc *ast.QueryDocument, op *ast.OperationDefinition) *gqlerror.Error {
	w := &weigher{doc: doc, limits: l}
	w.directives = len(op.Directives)
	cost := w.selections(op.SelectionSet, 0, 0)
	switch {
	case w.schema && !l.Introspection:
		return refusal(codeValidation, "introspection is disabled")
	case w.problem != "":
	case cost > l.Cost:
		w.problem = fmt.Sprintf("the operation costs %d, at most %d is allowed", cost, l.Cost)
	case w.aliases > l.Aliases:
		w.problem = fmt.Sprintf("at most %d aliases are allowed", l.Aliases)
	case w.directives > l.Directives:
		w.problem = fmt.Sprintf("at most %d directives are allowed", l.Directives)
	default:
		return nil
	}
	return refusal(codeTooComplex, w.problem)
}

// maxSchemas is how often an operation may select the schema or a type, and maxSchemaLists how deep lists of fields and types may be nested there:
// tools need one of each, and every further one multiplies the response.
const (
	maxSchemas     = 2
	maxSchemaLists = 1
)

// selections returns the cost of a selection at a depth. introspection is 0 outside of the schema, otherwise 1 and the number of lists around.
func (w *weigher) selections(set ast.SelectionSet, depth, introspection int) int {
	cost := 0
	for _, s := range set {
		if w.steps++; w.steps > maxSteps && w.problem == "" {
			w.problem = "the operation is too large"
		}
		if w.problem != "" {
			return cost
		}
		switch s := s.(type) {
		case *ast.Field:
			cost += w.field(s, depth, introspection)
		case *ast.InlineFragment:
			w.directives += len(s.Directives)
			cost += w.selections(s.SelectionSet, depth, introspection)
		case *ast.FragmentSpread:
			w.directives += len(s.Directives)
			if f := w.doc.Fragments.ForName(s.Name); f != nil {
				cost += w.selections(f.SelectionSet, depth, introspection)
			}
		}
		if cost > 1<<40 {
			return 1 << 40 // avoids an overflow
		}
	}
	return cost
}

func (w *weigher) field(f *ast.Field, depth, introspection int) int {
	w.directives += len(f.Directives)
	if f.Alias != f.Name {
		w.aliases++
	}
	if f.Name == "__schema" || f.Name == "__type" {
		w.schema = w.schema || f.Name == "__schema"
		w.schemas++
		introspection = 1
	}
	if introspection > 0 && slices.Contains([]string{"fields", "inputFields", "interfaces", "possibleTypes"}, f.Name) {
		introspection++
	}
	if w.problem == "" && (w.schemas > maxSchemas || introspection > 1+maxSchemaLists) {
		w.problem = "the operation selects more of the schema than tools need: read /graphql/schema.graphqls"
		return 0
	}
	// Introspection by tools is deeper than any query about works.
	if depth > w.limits.Depth && introspection == 0 && w.problem == "" {
		w.problem = fmt.Sprintf("the operation is deeper than %d", w.limits.Depth)
		return 0
	}
	children := w.selections(f.SelectionSet, depth+1, introspection)
	if introspection > 0 {
		return 1
	}
	return 1 + base(f) + children*times(f)
}

// base returns the cost of a field itself, because it is a query.
func base(f *ast.Field) int {
	switch {
	case f.Definition != nil && strings.HasSuffix(f.Definition.Type.Name(), "Page") && len(f.SelectionSet) > 0 && f.Definition.Type.Name() != "Page":
		return listCost
	case f.Name == "otherArtworks", f.Name == "drops", f.Name == "artistsByIds", f.Name == "editionFilms":
		return batchCost
	case f.Name == "suggestions": // up to four queries for each typed text
		return 2 * listCost
	case f.Name == "relatedArtworks", f.Name == "justCollected", f.Name == "colors", f.Name == "techniques", f.Name == "drafts":
		return listCost
	case f.Name == "totalCount", f.Name == "totalCapped", f.Name == "pageCount", f.Name == "loosened":
		return 10
	case f.Name == "frequency":
		return 5
	default:
		return 0
	}
}

// times returns the maximum number of values of a field.
func times(f *ast.Field) int {
	switch {
	case f.Name == "items":
		return pageSize
	case f.Name == "otherArtworks":
		return first(f, 6, selection.MaxOthers)
	case f.Name == "artistsByIds", f.Name == "editionFilms":
		return search.MaxIDs
	case f.Name == "relatedArtworks":
		return first(f, 6, search.MaxRelated)
	case f.Name == "drafts":
		return studio.MaxDrafts
	case f.Name == "justCollected":
		return first(f, 3, search.MaxRelated)
	case f.Name == "suggestions":
		return first(f, 8, search.MaxSuggestions)
	case f.Name == "editions":
		return first(f, pageSize, maxEditions)
	case f.Definition != nil && f.Definition.Type.Elem != nil:
		switch f.Definition.Type.Name() {
		case "Drop", "Category", "Curator":
			return 20
		}
	}
	return 1 // media, renditions and attributes are parts of one document
}

// first returns the number of values that the argument first requests.
func first(f *ast.Field, otherwise, most int) int {
	arg := f.Arguments.ForName("first")
	if arg == nil || arg.Value == nil {
		return otherwise
	}
	var n int
	if arg.Value.Kind == ast.IntValue {
		if _, err := fmt.Sscan(arg.Value.Raw, &n); err == nil {
			return min(max(n, 1), most)
		}
	}
	return most // the variable may have the maximum value
}

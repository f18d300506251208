package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

// precheck rejects a document that would be expensive to validate: validation compares every two fields of the same name, through
// fragments, so its cost grows with the square of the document. Parsing costs as much as reading the text.
func (l Limits) precheck(query string) *gqlerror.Error {
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, l.Tokens)
	if err != nil {
		if strings.Contains(err.Error(), "exceeded token limit") {
			return refusal(codeTooComplex, fmt.Sprintf("at most %d tokens are allowed", l.Tokens))
		}
		e, ok := err.(*gqlerror.Error) //nolint:errorlint // the parser returns no other
		if !ok {
			return refusal(codeParse, "the query can't be parsed")
		}
		e.Extensions = extensions(codeParse, "catalog."+codeParse)
		return e
	}
	c := counter{doc: doc, limits: l}
	for _, op := range doc.Operations {
		c.set(op.SelectionSet, nil, nil)
	}
	for _, f := range doc.Fragments { // also those that no operation uses
		c.set(f.SelectionSet, nil, []string{f.Name})
	}
	switch {
	case c.fields > l.Fields:
		return refusal(codeTooComplex, fmt.Sprintf("at most %d fields are allowed, fragments included", l.Fields))
	case c.repeated > l.Repeated:
		return refusal(codeTooComplex, fmt.Sprintf("at most %d repetitions of a field are allowed", l.Repeated))
	}
	return nil
}

// counter counts the fields of a document with its fragments in place, and stops soon after a limit.
type counter struct {
	doc              *ast.QueryDocument
	limits           Limits
	fields, repeated int
}

func (c *counter) full() bool { return c.fields > c.limits.Fields || c.repeated > c.limits.Repeated }

// set counts a selection set. seen are the response names of fields in the same object; inside are the fragments that are
// being counted, so that cycles end. Validation rejects cycles later.
func (c *counter) set(set ast.SelectionSet, seen map[string]bool, inside []string) {
	if seen == nil {
		seen = map[string]bool{}
	}
	for _, s := range set {
		if c.full() {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			c.fields++
			if seen[s.Alias] {
				c.repeated++
			}
			seen[s.Alias] = true
			c.set(s.SelectionSet, nil, inside)
		case *ast.InlineFragment:
			c.fields++ // an empty fragment costs, too
			c.set(s.SelectionSet, seen, inside)
		case *ast.FragmentSpread:
			c.fields++
			if f := c.doc.Fragments.ForName(s.Name); f != nil && !slices.Contains(inside, s.Name) {
				c.set(f.SelectionSet, seen, append(slices.Clip(inside), s.Name))
			}
		}
	}
}

// hideTypes responds to __type as if the type didn't exist, while introspection is off.
func hideTypes(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if graphql.GetOperationContext(ctx).DisableIntrospection && graphql.GetRootFieldContext(ctx).Field.Name == "__type" {
		return graphql.Null
	}
	return next(ctx)
}

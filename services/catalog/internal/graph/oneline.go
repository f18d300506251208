package graph

import (
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/kit/oneline"
)

// texts checks the texts of a mutation by its schema.
type texts struct {
	schema    *ast.Schema
	variables map[string]any
}

// oneLine checks that each text in the arguments of a mutation is one line, unless the schema has @multiline, and converts variables to NFC.
func oneLine(schema *ast.Schema, oc *graphql.OperationContext) error {
	t := texts{schema, oc.Variables}
	for _, f := range graphql.CollectFields(oc, oc.Operation.SelectionSet, []string{"Mutation"}) {
		for _, a := range f.Arguments {
			def := f.Definition.Arguments.ForName(a.Name)
			if def == nil {
				continue
			}
			if err := t.literal(def.Type, def.Directives, a.Value, a.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// literal checks a value in the document. Documents are cached, so it changes only variables.
func (t texts) literal(typ *ast.Type, directives ast.DirectiveList, v *ast.Value, path string) error {
	switch v.Kind {
	case ast.Variable:
		given, ok := t.variables[v.Raw]
		if !ok {
			return nil
		}
		checked, err := t.value(typ, directives, given, path)
		t.variables[v.Raw] = checked
		return err
	case ast.StringValue, ast.BlockValue:
		_, err := t.value(typ, directives, v.Raw, path)
		return err
	case ast.ListValue:
		for i, child := range v.Children {
			if err := t.literal(element(typ), directives, child.Value, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case ast.ObjectValue:
		def := t.schema.Types[typ.Name()]
		for _, child := range v.Children {
			if f := def.Fields.ForName(child.Name); f != nil {
				if err := t.literal(f.Type, f.Directives, child.Value, inside(path, child.Name)); err != nil {
					return err
				}
			}
		}
	case ast.IntValue, ast.FloatValue, ast.BooleanValue, ast.NullValue, ast.EnumValue:
	}
	return nil
}

// value returns a value with its texts in NFC.
func (t texts) value(typ *ast.Type, directives ast.DirectiveList, v any, path string) (any, error) {
	switch v := v.(type) {
	case string:
		if typ.Name() != "String" || directives.ForName("multiline") != nil {
			return v, nil
		}
		s, ok := oneline.Check(v)
		if !ok {
			return v, wrong(path, "%s must be one line, without control characters", path)
		}
		return s, nil
	case []any:
		for i := range v {
			var err error
			if v[i], err = t.value(element(typ), directives, v[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return v, err
			}
		}
	case map[string]any:
		for name := range v {
			f := t.schema.Types[typ.Name()].Fields.ForName(name)
			if f == nil {
				continue
			}
			var err error
			if v[name], err = t.value(f.Type, f.Directives, v[name], inside(path, name)); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// inside returns the path of a field, without the argument "input": errors name its fields as forms do.
func inside(path, name string) string {
	if path == "input" {
		return name
	}
	return path + "." + name
}

// element returns the type of a list's elements. A single value may stand for a list.
func element(typ *ast.Type) *ast.Type {
	if typ.Elem != nil {
		return typ.Elem
	}
	return typ
}

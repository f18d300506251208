package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/vitrine/vitrine/kit/oneline"
)

// Problem is one problem of a folder and its place.
type Problem struct {
	File   string
	Line   int
	Reason string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason) }

// document is validated YAML, with the lines of its values by their paths ("media/0/file").
type document struct {
	file    string
	lines   map[string]int
	invalid []invalid
	tree    any
	out     *[]Problem
	// cleaned are the places of one-line texts with control characters, which were removed.
	cleaned []string
}

// oneLines are the fields with a text that is one line; descriptions have several.
var oneLines = map[string]bool{
	"account": true, "author": true, "category": true, "medium": true, "name": true, "place": true, "role": true, "sortName": true, "title": true,
	"value": true, "version": true,
}

// line returns the line of the value with this path, or of the nearest value around it.
func (d *document) line(at string) int {
	line, known := d.lines[at]
	for at != "" && !known {
		at = at[:max(0, strings.LastIndexByte(at, '/'))]
		line, known = d.lines[at]
	}
	return line
}

func (d *document) wrongf(at, format string, args ...any) {
	*d.out = append(*d.out, Problem{d.file, d.line(at), fmt.Sprintf(format, args...)})
}

// parse reads YAML text that starts at line of the file, and validates it. It returns false if nothing in it is usable.
func parse(kind, file, text string, line int, out *[]Problem) (*document, bool) {
	d := &document{file: file, lines: map[string]int{"": line}, out: out}
	// Add blank lines in front, so that the parser's line numbers are those of the file.
	tree, err := parser.ParseBytes([]byte(strings.Repeat("\n", line-1)+text), 0)
	if err != nil {
		at, reason := syntax(err, text, line)
		d.lines[""] = at
		d.wrongf("", "not YAML: %s", reason)
		return d, false
	}
	const expected = "expected fields, each on a line as in title: Harbour"
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.wrongf("", expected)
		return d, false
	}
	d.tree = d.value(tree.Docs[0].Body, "")
	if _, fields := d.tree.(map[string]any); !fields {
		d.wrongf("", "%s%s", expected, got(d.tree))
		return d, false
	}
	d.invalid = schema.validate(kind, d.tree)
	for _, problem := range d.invalid {
		d.wrongf(strings.Join(problem.path, "/"), "%s", problem.reason)
	}
	// Do this last, because messages quote values.
	for _, problem := range d.invalid {
		if !problem.missing {
			remove(d.tree, problem.path)
		}
	}
	return d, true
}

// sound reports whether a field and everything in it is valid.
func (d *document) sound(field string) bool {
	return !slices.ContainsFunc(d.invalid, func(one invalid) bool { return one.path[0] == field })
}

// decode fills a struct with the valid parts of a document. A field that is missing in the struct is a bug: a test compares
// structs and schemas.
func decode[T any](d *document) (v T) {
	b, err := json.Marshal(d.tree)
	if err == nil {
		in := json.NewDecoder(bytes.NewReader(b))
		in.DisallowUnknownFields()
		err = in.Decode(&v)
	}
	if err != nil {
		d.wrongf("", "%v", err)
	}
	return v
}

// value converts YAML to JSON values and records their lines. Null is treated as an absent field.
func (d *document) value(node ast.Node, at string) any {
	// A recipe is stored unchanged, except for the notation of numbers.
	recipe := strings.Contains(at+"/", "/recipe/")
	switch n := node.(type) {
	case *ast.MappingNode:
		return d.mapping(n.Values, at, recipe)
	case *ast.MappingValueNode:
		return d.mapping([]*ast.MappingValueNode{n}, at, recipe)
	case *ast.SequenceNode:
		list := make([]any, 0, len(n.Values))
		for i, item := range n.Values {
			path := join(at, strconv.Itoa(i))
			d.lines[path] = item.GetToken().Position.Line
			if m, ok := item.(*ast.MappingNode); ok && len(m.Values) > 0 {
				d.lines[path] = m.Values[0].Key.GetToken().Position.Line
			} else if m, ok := item.(*ast.MappingValueNode); ok {
				d.lines[path] = m.Key.GetToken().Position.Line
			}
			list = append(list, d.value(item, path))
		}
		return list
	case *ast.StringNode:
		if recipe {
			return n.Value
		}
		return d.text(n.Value, at)
	case *ast.LiteralNode:
		if recipe {
			return n.Value.Value
		}
		return d.text(n.Value.Value, at)
	case *ast.BoolNode:
		return n.Value
	case *ast.NullNode:
		return nil
	case *ast.IntegerNode:
		if recipe {
			return n.Value
		}
		return number(n.GetToken().Value)
	case *ast.FloatNode:
		if recipe {
			return n.Value
		}
		return number(n.GetToken().Value)
	default:
		d.wrongf(at, "only plain YAML is supported: no anchors, aliases, tags or infinity")
		return nil
	}
}

// text returns a text without spaces around it, and as one line where it has to be.
func (d *document) text(s, at string) string {
	s = strings.TrimSpace(s)
	if !oneLines[at[strings.LastIndexByte(at, '/')+1:]] {
		clean, ok := oneline.Lines(s)
		d.clean(ok, at)
		return clean
	}
	_, ok := oneline.Check(s)
	d.clean(ok, at)
	return oneline.Clean(s)
}

// clean notes the place of a text from which something was removed.
func (d *document) clean(ok bool, at string) {
	if !ok {
		d.cleaned = append(d.cleaned, fmt.Sprintf("%s:%d: %s", d.file, d.line(at), at))
	}
}

// number keeps the notation of a number. Numbers that JSON can't write, such as 0x10 and 007, become text.
func number(literal string) any {
	if json.Valid([]byte(literal)) {
		return json.Number(literal)
	}
	return literal
}

func (d *document) mapping(values []*ast.MappingValueNode, at string, recipe bool) any {
	m := map[string]any{}
	for _, v := range values {
		name := v.Key.GetToken().Value
		path := join(at, name)
		d.lines[path] = v.Key.GetToken().Position.Line
		if one := d.value(v.Value, path); one != nil || recipe {
			m[name] = one
		}
	}
	return m
}

func join(at, name string) string { return strings.TrimPrefix(at+"/"+name, "/") }

// text is a string. YAML may contain a number instead.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if b[0] != '"' {
		s = string(b)
	} else if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*t = text(s)
	return nil
}

// moment is a time; a date without a time is midnight UTC.
type moment struct{ time.Time }

func (m *moment) UnmarshalJSON(b []byte) error {
	s := strings.Trim(string(b), `"`)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.Parse(time.DateOnly, s)
	}
	m.Time = t.UTC()
	return err
}

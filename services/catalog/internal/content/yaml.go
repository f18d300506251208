package content

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// problems collects everything that is wrong with a folder, and which fields it may have.
type problems struct {
	list []Problem
	// known are the fields that were asked for, by kind ("artworks", "artworks.media"); the documentation is held to them.
	known map[string]map[string]bool
}

func (p *problems) know(kind, name string) {
	if p.known == nil {
		p.known = map[string]map[string]bool{}
	}
	if p.known[kind] == nil {
		p.known[kind] = map[string]bool{}
	}
	p.known[kind][name] = true
}

// Problem is one thing that is wrong, and where.
type Problem struct {
	File   string
	Line   int
	Reason string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason) }

// fields reads a YAML mapping by name and remembers which names were read, so that a misspelt one is reported.
type fields struct {
	kind  string
	file  string
	line  int
	nodes map[string]*ast.MappingValueNode
	names []string // in the order of the file
	asked map[string]bool
	out   *problems
}

func (f *fields) wrongf(line int, format string, args ...any) {
	f.out.list = append(f.out.list, Problem{f.file, line, fmt.Sprintf(format, args...)})
}

func newFields(kind, file string, line int, out *problems) *fields {
	return &fields{kind: kind, file: file, line: line, nodes: map[string]*ast.MappingValueNode{}, asked: map[string]bool{}, out: out}
}

// parse reads YAML text whose first line is line in the file.
func parse(kind, file, text string, line int, out *problems) (*fields, bool) {
	f := newFields(kind, file, line, out)
	// Blank lines in front make the parser's lines those of the file.
	tree, err := parser.ParseBytes([]byte(strings.Repeat("\n", line-1)+text), 0)
	if err != nil {
		at, reason := line, strings.SplitN(err.Error(), "\n", 2)[0]
		var n int
		if _, scan := fmt.Sscanf(reason, "[%d:", &n); scan == nil {
			at = n
			if _, rest, ok := strings.Cut(reason, "] "); ok {
				reason = rest
			}
		}
		if name, first, ok := twice(reason); ok {
			reason = fmt.Sprintf("%s is there twice, first in line %d", name, first)
		} else if slip, what := hint(strings.Split(text, "\n"), line, at); what != "" {
			at, reason = slip, what
		} else {
			reason += ": look at this line and the one before it"
		}
		f.wrongf(at, "not YAML: %s", reason)
		return f, false
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		f.wrongf(line, "expected fields, each on a line as in title: Harbour")
		return f, false
	}
	return f, f.fill(tree.Docs[0].Body, "fields, each on a line as in title: Harbour")
}

// fill takes the fields of a mapping, or reports what is expected instead.
func (f *fields) fill(node ast.Node, what string) bool {
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		f.wrongf(lineOf(node, f.line), "expected %s%s", what, got(node))
		return false
	}
	for _, v := range values {
		name := v.Key.GetToken().Value
		if _, twice := f.nodes[name]; twice {
			f.wrongf(lineOf(v, f.line), "%q is there twice", name)
			continue
		}
		f.nodes[name] = v
		f.names = append(f.names, name)
	}
	return true
}

func lineOf(n ast.Node, fallback int) int {
	if n == nil {
		return fallback
	}
	if mv, ok := n.(*ast.MappingValueNode); ok {
		n = mv.Key
	}
	var t *token.Token
	if t = n.GetToken(); t == nil || t.Position == nil {
		return fallback
	}
	return t.Position.Line
}

// node is the value of a name, nil where it is absent or null.
func (f *fields) node(name string) ast.Node {
	f.asked[name] = true
	f.out.know(f.kind, name)
	v, ok := f.nodes[name]
	if !ok {
		return nil
	}
	if _, null := v.Value.(*ast.NullNode); null {
		return nil
	}
	return v.Value
}

// at is the line of a name, or of the mapping.
func (f *fields) at(name string) int {
	if v, ok := f.nodes[name]; ok {
		return lineOf(v, f.line)
	}
	return f.line
}

// done reports the names that weren't read.
func (f *fields) done() {
	for _, name := range f.names {
		if !f.asked[name] {
			f.wrongf(f.at(name), "unknown field %q%s", name, strange(name, f.asked))
		}
	}
}

func (f *fields) required(name string) bool {
	if f.node(name) != nil {
		return true
	}
	f.wrongf(f.at(name), "%s is required", name)
	return false
}

// scalar is the text of a plain value.
func scalar(n ast.Node) (string, bool) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode:
		return n.GetToken().Value, true
	default:
		return "", false
	}
}

// text is a string of at most limit characters, without control characters; "" where it is absent.
func (f *fields) text(name string, limit int) string {
	n := f.node(name)
	if n == nil {
		return ""
	}
	s, ok := scalar(n)
	if !ok {
		f.wrongf(f.at(name), "%s: expected text%s", name, got(n))
		return ""
	}
	s = strings.TrimSpace(s)
	switch {
	case utf8.RuneCountInString(s) > limit:
		f.wrongf(f.at(name), "%s is longer than %d characters", name, limit)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }):
		f.wrongf(f.at(name), "%s holds control characters", name)
	}
	return s
}

func (f *fields) must(name string, limit int) string {
	if !f.required(name) {
		return ""
	}
	s := f.text(name, limit)
	if s == "" {
		f.wrongf(f.at(name), "%s is empty", name)
	}
	return s
}

// integer is a whole number within bounds; 0 where it is absent or wrong.
func (f *fields) integer(name string, low, high int64) int64 {
	return f.number(name, "a whole number", low, high)
}

// number is an integer of which the message says what it is.
func (f *fields) number(name, what string, low, high int64) int64 {
	n := f.node(name)
	if n == nil {
		return 0
	}
	v, ok := whole(n)
	if !ok || v < low || v > high {
		f.wrongf(f.at(name), "%s: expected %s from %d to %d%s", name, what, low, high, got(n))
		return 0
	}
	return v
}

func whole(n ast.Node) (int64, bool) {
	i, ok := n.(*ast.IntegerNode)
	if !ok {
		return 0, false
	}
	switch v := i.Value.(type) {
	case int64:
		return v, true
	case uint64:
		return int64(v), v < 1<<62
	default:
		return 0, false
	}
}

// year is a year, negative before the common era, and 0 if it is absent or wrong.
func (f *fields) year(name string) int {
	return int(f.integer(name, artwork.MinYear, artwork.MaxYear))
}

// flag is yes or no; nil where it is absent or wrong.
func (f *fields) flag(name string) *bool {
	n := f.node(name)
	if n == nil {
		return nil
	}
	v, ok := n.(*ast.BoolNode)
	if !ok {
		f.wrongf(f.at(name), "%s: expected true or false%s", name, got(n))
		return nil
	}
	return &v.Value
}

// seconds is a length of time; 0 where it is absent or wrong.
func (f *fields) seconds(name string, most float64) float64 {
	n := f.node(name)
	if n == nil {
		return 0
	}
	s, _ := scalar(n)
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0 && v <= most) {
		f.wrongf(f.at(name), "%s: expected seconds, at most %g%s", name, most, got(n))
		return 0
	}
	return v
}

// time is RFC 3339; a bare date is midnight UTC.
func (f *fields) time(name string) time.Time {
	n := f.node(name)
	if n == nil {
		return time.Time{}
	}
	s, _ := scalar(n)
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			if t.Year() < 1900 || t.Year() > 2200 {
				break
			}
			return t.UTC()
		}
	}
	f.wrongf(f.at(name), "%s: expected a time like 2026-05-01T18:00:00Z or a day like 2026-05-01%s", name, got(n))
	return time.Time{}
}

func (f *fields) web(name string) string {
	s := f.text(name, 500)
	if s == "" {
		return ""
	}
	if u, err := url.Parse(s); err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		f.wrongf(f.at(name), "%s: expected an http or https address such as https://example.org/%s", name, got(f.node(name)))
		return ""
	}
	return s
}

// list are the elements of a sequence, of which the message has an example.
func (f *fields) list(name, example string, limit int) []ast.Node {
	n := f.node(name)
	if n == nil {
		return nil
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		f.wrongf(f.at(name), "%s: expected a list, %s%s", name, example, got(n))
		return nil
	}
	if len(seq.Values) > limit {
		f.wrongf(f.at(name), "%s has more than %d elements", name, limit)
		return nil
	}
	return seq.Values
}

// mappings are the elements of a list of mappings.
func (f *fields) mappings(name string, limit int) []*fields {
	var out []*fields
	for _, n := range f.list(name, `each element behind "- "`, limit) {
		e := newFields(f.kind+"."+name, f.file, lineOf(n, f.at(name)), f.out)
		if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
			e.line = lineOf(m.Values[0], e.line)
		}
		if e.fill(n, "fields behind each - of "+name) {
			out = append(out, e)
		}
	}
	return out
}

// mapping is a nested mapping, nil where it is absent; the message has an example of it.
func (f *fields) mapping(name, example string) *fields {
	n := f.node(name)
	if n == nil {
		return nil
	}
	e := newFields(f.kind+"."+name, f.file, f.at(name), f.out)
	if _, plain := scalar(n); plain {
		f.wrongf(f.at(name), "%s: expected %s%s", name, example, got(n))
		return nil
	}
	if !e.fill(n, example) {
		return nil
	}
	return e
}

// numbers are the elements of a list of whole numbers, each once.
func (f *fields) numbers(name string, limit int, low, high int64) []int64 {
	var out []int64
	for _, n := range f.list(name, "as in [1, 2]", limit) {
		v, ok := whole(n)
		switch {
		case !ok || v < low || v > high:
			f.wrongf(lineOf(n, f.at(name)), "%s: expected whole numbers from %d to %d%s", name, low, high, got(n))
		case slices.Contains(out, v):
			f.wrongf(lineOf(n, f.at(name)), "%s: %d is there twice", name, v)
		default:
			out = append(out, v)
		}
	}
	return out
}

package mail

import (
	"html/template"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine/vitrine/kit/oneline"
)

// The characters around the names that oneline.Isolate returns.
const (
	isolateStart = "\u2068"
	isolateEnd   = "\u2069"
)

// isolate returns m with isolates around its names with right-to-left letters, and without other isolates.
func isolate(m Message) Message {
	in := func(text string) string { return oneline.IsolateIn(text, m.Names...) }
	m.Subject, m.Heading, m.Footer = in(m.Subject), in(m.Heading), in(m.Footer)
	m.Paragraphs = slices.Clone(m.Paragraphs)
	for i, p := range m.Paragraphs {
		m.Paragraphs[i] = in(p)
	}
	if m.Picture != nil {
		m.Picture = &Picture{URL: m.Picture.URL, Alt: in(m.Picture.Alt)}
	}
	return m
}

// markup returns a text as HTML, with an element for each isolate.
func markup(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, isolateStart) {
		name, rest, closed := strings.Cut(part, isolateEnd)
		if i == 0 || !closed {
			b.WriteString(template.HTMLEscapeString(part))
			continue
		}
		b.WriteString("<bdi")
		if lang := language(name); lang != "" {
			b.WriteString(` lang="` + lang + `"`)
		}
		b.WriteString(">" + template.HTMLEscapeString(name) + "</bdi>" + template.HTMLEscapeString(rest))
	}
	return template.HTML(b.String()) //nolint:gosec // each part is escaped
}

// language returns the language of a right-to-left text whose script has only one, or "".
func language(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) && !unicode.Is(unicode.Hebrew, c) }) {
		return ""
	}
	return "he"
}

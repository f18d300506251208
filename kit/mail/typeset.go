package mail

import (
	"html/template"
	"regexp"
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

// typeset returns m with isolates around its names with right-to-left letters, without other isolates, and with typographic apostrophes.
func typeset(m Message) Message {
	in := func(text string) string { return apostrophes(oneline.IsolateIn(text, m.Names...)) }
	m.Subject, m.Heading, m.Footer = in(m.Subject), in(m.Heading), in(m.Footer)
	m.Paragraphs = slices.Clone(m.Paragraphs)
	for i, p := range m.Paragraphs {
		m.Paragraphs[i] = in(p)
	}
	if m.Picture != nil {
		m.Picture = &Picture{URL: m.Picture.URL, Alt: in(m.Picture.Alt)}
	}
	if m.Action != nil {
		m.Action = &Link{Label: apostrophes(m.Action.Label), URL: m.Action.URL}
	}
	return m
}

// apostrophe is a straight one after a letter or digit: "We've", "artists' works". One that opens a quotation isn't.
var apostrophe = regexp.MustCompile(`([\pL\pN])'`)

// apostrophes returns a text with typographic apostrophes. Words with an address stay as they are.
func apostrophes(text string) string {
	if !strings.Contains(text, "://") {
		return apostrophe.ReplaceAllString(text, "$1’")
	}
	words := strings.SplitAfter(text, " ")
	for i, word := range words {
		if !strings.Contains(word, "://") {
			words[i] = apostrophes(word)
		}
	}
	return strings.Join(words, "")
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

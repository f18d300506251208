// Package oneline checks texts that are shown in one line, such as names, titles and subjects, and cleans those of several lines.
package oneline

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Check returns a text in NFC, and whether it is one line: UTF-8 without line breaks, other control characters and characters that override the
// direction of the text after them.
func Check(s string) (string, bool) {
	if strings.ToValidUTF8(s, "") != s || strings.ContainsFunc(s, breaks) || strings.ContainsFunc(s, overrides) {
		return s, false
	}
	return norm.NFC.String(s), true
}

// Clean returns a text as Check accepts it: line breaks and other control characters become one space, overrides and invalid UTF-8 go. It has no
// space at its ends.
func Clean(s string) string {
	var b strings.Builder
	space := false
	for _, c := range strings.ToValidUTF8(s, "") {
		switch {
		case overrides(c):
		case breaks(c):
			space = true
		default:
			if space {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(c)
		}
	}
	return strings.TrimSpace(norm.NFC.String(b.String()))
}

// Lines returns a text of several lines without control characters other than its line breaks and tabs, and without overrides, and whether it had
// none of these.
func Lines(s string) (clean string, ok bool) {
	bad := func(c rune) bool { return c != '\n' && c != '\r' && c != '\t' && unicode.IsControl(c) || overrides(c) }
	if !strings.ContainsFunc(s, bad) {
		return s, true
	}
	return strings.Map(func(c rune) rune {
		if bad(c) {
			return -1
		}
		return c
	}, s), false
}

// Isolate returns a name or title for a sentence of plain text. With right-to-left letters it stands between isolates (U+2068, U+2069), so that
// it doesn't reorder the punctuation and numbers around it. Other names stay as they are.
func Isolate(s string) string {
	if strings.ContainsFunc(s, rightToLeft) {
		return "\u2068" + s + "\u2069"
	}
	return s
}

// IsolateIn returns a sentence with the names that it quotes as Isolate returns them, and without other isolates.
func IsolateIn(sentence string, names ...string) string {
	var quoted []string
	for _, name := range names {
		if strings.ContainsFunc(name, rightToLeft) {
			// Sentences quote names in one line.
			quoted = append(quoted, strings.TrimSpace(name), Clean(name), strings.Join(strings.Fields(name), " "))
		}
	}
	// A name may contain another one.
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) })
	pairs := []string{"\u2068", "", "\u2069", ""}
	for _, name := range quoted {
		pairs = append(pairs, name, Isolate(name))
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// rightToLeft reports whether a character belongs to a script that runs from right to left.
func rightToLeft(c rune) bool {
	return c >= 0x590 && c <= 0x8ff || c >= 0xfb1d && c <= 0xfdff || c >= 0xfe70 && c <= 0xfefc || c >= 0x10800 && c <= 0x10fff || c >= 0x1e800 && c <= 0x1efff
}

// breaks reports whether a character is a control character, or separates lines or paragraphs.
func breaks(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }

// overrides reports whether a character embeds, overrides or isolates a direction. Marks of a direction, which names need, don't.
func overrides(c rune) bool { return c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' }

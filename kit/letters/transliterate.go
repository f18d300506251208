package letters

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// transliterated returns a character in small ASCII letters and digits: "" if it is dropped, and with spaces where words end.
func transliterated(r rune) string {
	lower := unicode.ToLower(r)
	if plain, ok := plainLetters[lower]; ok {
		if ascii(plain) {
			return plain
		}
		r, _ = utf8.DecodeRuneInString(plain) // the same letter in another shape
	}
	switch {
	case lower < unicode.MaxASCII && inWord(lower):
		return string(lower)
	case r == '\'' || r == '’' || unicode.Is(accents, r): // it's becomes its
		return ""
	case !inWord(lower) && !unicode.IsNumber(r):
		return " "
	}
	// A Latin letter with accents is the letter, and a number in a circle the number.
	if plain := Words(norm.NFKD.String(string(r))); plain != "" && ascii(plain) {
		return plain
	}
	words := strings.Map(func(c rune) rune {
		c = unicode.ToLower(c)
		if c == ' ' || inWord(c) {
			return c
		}
		return -1 // such as the apostrophes of soft signs
	}, unidecode.Unidecode(string(r)))
	if unicode.Is(unicode.Han, r) {
		return " " + words + " "
	}
	return words
}

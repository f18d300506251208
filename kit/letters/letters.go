// Package letters folds texts of every script into words, for search and order, and transliterates them for addresses.
package letters

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Words returns the words of a text, folded to lower case without accents and separated by single spaces: "L’Été, Hạ Long" becomes
// "l ete ha long". It returns "" for a text without letters and digits.
//
// Accents of Latin, Greek and Cyrillic letters, Hebrew points and Arabic vowel marks are removed. Vowel signs of other scripts stay. Scripts that
// have no spaces between words become pairs of characters: 東京夜景 becomes "東京 京夜 夜景", so that a search finds 夜景 in it. The words of the
// beginning of a text are the beginning of its words.
//
// The function search_words of the catalog's database returns the same; a test compares them.
func Words(s string) string {
	if ascii(s) {
		return split(strings.ToLower(s))
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		r = unicode.ToLower(r)
		switch plain, ok := plainLetters[r]; {
		case unicode.Is(accents, r):
		case ok:
			b.WriteString(plain)
		default:
			b.WriteRune(digit(r))
		}
	}
	return split(norm.NFC.String(b.String()))
}

// split returns the words of a folded text.
func split(s string) string {
	var b strings.Builder
	var last rune // the last character of the current word
	long := false // whether the current word has two characters without spaces
	for _, r := range s {
		if !inWord(r) {
			last = 0
			continue
		}
		pair := last != 0 && unicode.Is(unspaced, r) && unicode.Is(unspaced, last)
		switch {
		case pair && long: // the next pair begins with the last character
			b.WriteByte(' ')
			b.WriteRune(last)
		case pair:
		case b.Len() > 0 && (last == 0 || unicode.Is(unspaced, r) || unicode.Is(unspaced, last)):
			b.WriteByte(' ')
		}
		long = pair
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// inWord reports whether a folded character is part of a word.
func inWord(r rune) bool {
	if r < unicode.MaxASCII {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '〇'
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// digit returns the ASCII digit of a digit of another script, and any other character as it is.
func digit(r rune) rune {
	for _, zero := range zeros {
		if r >= zero && r < zero+10 {
			return '0' + r - zero
		}
	}
	return r
}

// Slug returns the words of a text in ASCII, transliterated and joined by hyphens: "Nguyễn Phan Thử" becomes "nguyen-phan-thu" and 東京夜景
// "dong-jing-ye-jing". It is shorter than a number of bytes, and ends with a whole word unless it is a single long one. It returns "" if nothing can be transliterated.
func Slug(s string, longest int) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(width.Fold.String(s)) {
		for _, c := range transliterated(r) {
			if c == ' ' {
				gap = true
				continue
			}
			if b.Len()+2 > longest {
				// Cut at the end of a word, unless the name is a single long word.
				if cut := strings.LastIndexByte(b.String(), '-'); cut > 0 && !gap {
					return b.String()[:cut]
				}
				return b.String()
			}
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(c)
		}
	}
	return b.String()
}

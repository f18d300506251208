package artwork

import (
	"strconv"
	"strings"
	"unicode"
)

// maxSlug is the maximum length of the words of a slug in bytes, so that addresses stay readable.
const maxSlug = 80

// folds maps Latin letters to their ASCII spelling. Other scripts have none; their slugs are the id alone.
var folds = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i", 'ħ': "h", 'ŋ': "n"}
	for plain, marked := range map[string]string{
		"a": "àáâãäåāăąǎ", "c": "çćĉċč", "d": "ď", "e": "èéêëēĕėęěẹẽ", "g": "ĝğġģ", "h": "ĥ", "i": "ìíîïĩīĭįǐị", "j": "ĵ", "k": "ķ",
		"l": "ĺļľŀ", "n": "ñńņňŉ", "o": "òóôõöōŏőǒọ", "r": "ŕŗř", "s": "śŝşšșṣ", "t": "ţťŧț", "u": "ùúûüũūŭůűųǔụ", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
	} {
		for _, r := range marked {
			m[r] = plain
		}
	}
	return m
}()

// Words turns a name into the readable part of a slug: lowercase ASCII letters, digits and single hyphens. It is "" if
// nothing of the name can be written that way.
func Words(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		r = unicode.ToLower(r)
		piece, ok := folds[r]
		switch {
		case r < unicode.MaxASCII && (unicode.IsDigit(r) || r >= 'a' && r <= 'z'):
			piece = string(r)
		case ok:
		case r == '\'' || r == '’' || unicode.Is(unicode.Mn, r):
			continue // it's → its; a mark on its own is dropped
		default:
			gap = true
			continue
		}
		if b.Len()+len(piece)+1 > maxSlug {
			// Cut at the end of a word, unless the name is a single long word.
			if cut := strings.LastIndexByte(b.String(), '-'); cut > 0 && !gap {
				return b.String()[:cut]
			}
			break
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteString(piece)
	}
	return b.String()
}

// SortKey returns the key that a name is sorted by: without case, accents and leading punctuation.
func SortKey(name string) string {
	var b strings.Builder
	for _, r := range strings.TrimLeftFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		r = unicode.ToLower(r)
		switch piece, ok := folds[r]; {
		case ok:
			b.WriteString(piece)
		case !unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Slug returns the words of a name and the id.
func Slug(name string, id int64) string {
	n := strconv.FormatInt(id, 10)
	if w := Words(name); w != "" {
		return w + "-" + n
	}
	return n
}

// IDOf returns the number at the end of a slug, which identifies the entry. It returns false without a number.
func IDOf(slug string) (int64, bool) {
	digits := slug[strings.LastIndexByte(slug, '-')+1:]
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// Writable returns a text that Postgres accepts as a parameter: it replaces characters that Postgres can't store with one that no slug has.
func Writable(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\ufffd"), "\ufffd")
}

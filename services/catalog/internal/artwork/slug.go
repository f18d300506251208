package artwork

import (
	"strconv"
	"strings"

	"github.com/vitrine/vitrine/kit/letters"
)

// maxSlug is the maximum length of the words of a slug in bytes, so that addresses stay readable.
const maxSlug = 80

// Words turns a name into the readable part of a slug: lowercase ASCII letters, digits and single hyphens. Letters of other scripts are
// transliterated. It is "" if nothing of the name can be written that way.
func Words(name string) string { return letters.Slug(name, maxSlug) }

// SortKey returns the key that a name is sorted and found by: its words without case, accents and punctuation.
func SortKey(name string) string { return letters.Words(name) }

// SortName moves the last word to the front: "Edwin Austin Abbey" is sorted as "Abbey, Edwin Austin".
func SortName(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return name
	}
	return words[len(words)-1] + ", " + strings.Join(words[:len(words)-1], " ")
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

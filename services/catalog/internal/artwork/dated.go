package artwork

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// MaxDated is the maximum number of characters of a date's words.
const MaxDated = 100

// Dated is when a work was made, in the words of a collection, and the period that they mean. Years are as in MinYear: -500 is 500 BC, 0 is unknown.
// A year alone has no words.
type Dated struct {
	Words string
	// First and Last are the period's years. First is 0 before a year, Last after one, both if the words have none.
	First, Last int
}

var errYear = fmt.Errorf("%w: a year is from %d to %d", ErrInvalid, MinYear, MaxYear)

// Parts of the expressions.
const (
	eraPattern  = `(?: ?(bce?|v ?chr|av j-?c))?`
	yearPattern = `(\d{1,5})` + eraPattern
	centuryPart = `(\d{1,2})(?:st|nd|rd|th|e|eme|ème)?`
)

var (
	wholeYear  = regexp.MustCompile(`^-?\d+(\.0+)?$`)
	dashes     = strings.NewReplacer("–", "-", "—", "-", "‒", "-", "−", "-", "‐", "-", "‑", "-", "’", "'", "\u00a0", " ")
	abbreviate = regexp.MustCompile(`(\pL)\.`)
	ordinalDot = regexp.MustCompile(`(\d)\.( |$)`)
	uncertain  = regexp.MustCompile(`[?~\[\]]|\b(ca?|circa|cca|about|approx|approximately|around|um|env|environ|vers|hacia|probably|possibly|perhaps|wohl|` +
		`early|mid|late|beginning|end|middle|first|second|between|zwischen|entre|half|quarter|third|of|the|in|made|ad|ce|n chr)\b`)
	undated    = regexp.MustCompile(`\b(nd|n d|sd|s d|sf|oj|o j|undated|no date|unknown|ohne datum|sans date)\b`)
	bracketed  = regexp.MustCompile(`\([^()]*\)`)
	oneYear    = regexp.MustCompile(`^` + yearPattern + `$`)
	isoDate    = regexp.MustCompile(`^(\d{4})-(0[1-9]|1[0-2])(-\d{2})?$`)
	twoYears   = regexp.MustCompile(`^` + yearPattern + ` ?(?:-|/|,|&|to|until|and|or|bis|und|oder|à|et|ou|a|y|o) ?` + yearPattern + `$`)
	beforeYear = regexp.MustCompile(`^(?:before|by|until|till|to|not after|no later than|vor|bis|avant|antes de|<|-) ?` + yearPattern + `$`)
	afterYear  = regexp.MustCompile(`^(?:after|since|from|not before|no earlier than|nach|ab|seit|après|depuis|después de|>) ?` + yearPattern + `$`)
	openYear   = regexp.MustCompile(`^` + yearPattern + ` ?-$`)
	decade     = regexp.MustCompile(`\b(\d{2,3}0)(?:'?s|er(?: jahre)?)(?: ?(?:-|/|to|and|bis|und) ?(\d{1,3}0)(?:'?s|er(?: jahre)?))?\b`)
	century    = regexp.MustCompile(`\b` + centuryPart + `(?: ?(?:-|/|to|and|or|bis|und) ?` + centuryPart + `)? ?-?` +
		`(?:century|centuries|cent|jahrhundert|jh|siècle)\b` + eraPattern)
	anyYear = regexp.MustCompile(`\b[1-9]\d{3}\b`)
)

// ParseDated reads when a work was made. A year (1929, or -500 for 500 BC), which spreadsheets may write as 1929.0, has no words. Of other texts the
// words stay, and the period is read from those that collections commonly use: c. 1890, 1923-25, 1890s, before 1600, 5th century BC. Texts that it
// can't read have no period. It returns ErrInvalid for a year that no work has.
func ParseDated(text string) (Dated, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Dated{}, nil
	}
	if plain := dashes.Replace(text); wholeYear.MatchString(plain) {
		plain, _, _ = strings.Cut(plain, ".")
		year, err := strconv.Atoi(plain)
		if err != nil || year < MinYear || year > MaxYear {
			return Dated{}, errYear
		}
		return Dated{First: year, Last: year}, nil
	}
	d := Dated{Words: text}
	d.First, d.Last = period(plainWords(text))
	if d.First == 0 && d.Last == 0 {
		d.First, d.Last = mentioned(text)
	}
	return d, nil
}

// plainWords returns a text in lower case without punctuation, words of doubt, and what is in parentheses.
func plainWords(text string) string {
	text = dashes.Replace(strings.ToLower(text))
	if outside := strings.TrimSpace(bracketed.ReplaceAllString(text, " ")); outside != "" {
		text = outside
	}
	text = ordinalDot.ReplaceAllString(abbreviate.ReplaceAllString(text, "$1 "), "$1 ")
	text = strings.Join(strings.Fields(text), " ")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "b c e", "bce"), "b c", "bc")
	text = uncertain.ReplaceAllString(strings.ReplaceAll(text, "av j -c", "av j-c"), " ")
	return strings.Join(strings.Fields(text), " ")
}

// period returns the first and last year that plain words mean, 0 for what they leave open.
func period(s string) (first, last int) {
	if undated.MatchString(s) {
		return 0, 0
	}
	if m := isoDate.FindStringSubmatch(s); m != nil {
		if year := yearOf(m[1], ""); m[3] != "" || yearOf(m[2], "") <= year%100 {
			return year, year // a month, because it doesn't follow the year
		}
	}
	if m := oneYear.FindStringSubmatch(s); m != nil {
		year := yearOf(m[1], m[2])
		return year, year
	}
	if m := twoYears.FindStringSubmatch(s); m != nil {
		return between(m[1], m[2], m[3], m[4])
	}
	if m := beforeYear.FindStringSubmatch(s); m != nil {
		return 0, yearOf(m[1], m[2])
	}
	if m := afterYear.FindStringSubmatch(s); m != nil {
		return yearOf(m[1], m[2]), 0
	}
	if m := openYear.FindStringSubmatch(s); m != nil {
		return yearOf(m[1], m[2]), 0
	}
	if m := century.FindStringSubmatch(s); m != nil {
		first, last = centuryOf(m[1], m[3])
		if m[2] != "" {
			from, to := centuryOf(m[2], m[3])
			first, last = min(first, from), max(last, to)
		}
		return first, last
	}
	if m := decade.FindStringSubmatch(s); m != nil {
		first, last = yearOf(m[1], ""), yearOf(m[1], "")
		if m[2] != "" {
			last = max(last, yearOf(full(m[1], m[2]), ""))
		}
		return first, last + 9
	}
	return 0, 0
}

// mentioned returns the first and last year with four digits in a text.
func mentioned(text string) (first, last int) {
	if undated.MatchString(plainWords(text)) {
		return 0, 0
	}
	var years []int
	for _, digits := range anyYear.FindAllString(text, -1) {
		if year := yearOf(digits, ""); year != 0 {
			years = append(years, year)
		}
	}
	if len(years) == 0 {
		return 0, 0
	}
	return slices.Min(years), slices.Max(years)
}

// between returns the period of two years. The first one has the second one's era if it has none, and the second one may leave out digits of the first.
func between(from, fromEra, to, toEra string) (first, last int) {
	if fromEra == "" && toEra != "" {
		fromEra = toEra
	}
	if toEra == "" && fromEra == "" {
		to = full(from, to)
	}
	a, b := yearOf(from, fromEra), yearOf(to, toEra)
	if a == 0 || b == 0 {
		return 0, 0
	}
	return min(a, b), max(a, b)
}

// full adds the digits that an abbreviated year leaves out: 25 after 1923 is 1925.
func full(year, short string) string {
	if len(short) < len(year) {
		return year[:len(year)-len(short)] + short
	}
	return short
}

// yearOf returns the year of digits and an era, 0 if no work has it.
func yearOf(digits, era string) int {
	year, err := strconv.Atoi(digits)
	if era != "" {
		year = -year
	}
	if err != nil || year < MinYear || year > MaxYear {
		return 0
	}
	return year
}

// centuryOf returns the years of a century: 1801 to 1900 of the 19th.
func centuryOf(digits, era string) (first, last int) {
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n == 0 || era == "" && n*100 > MaxYear:
		return 0, 0
	case era != "":
		return -100 * n, -100*n + 99
	default:
		return 100*n - 99, 100 * n
	}
}

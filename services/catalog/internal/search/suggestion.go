package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// SuggestionKind is the kind of entry that a suggestion links to.
type SuggestionKind string

// The kinds of the public interface, in the order of equally good suggestions.
const (
	SuggestArtist    SuggestionKind = "ARTIST"
	SuggestDrop      SuggestionKind = "DROP"
	SuggestTechnique SuggestionKind = "TECHNIQUE"
	SuggestArtwork   SuggestionKind = "ARTWORK"
	SuggestPost      SuggestionKind = "POST"
)

var suggestionOrder = map[SuggestionKind]int{SuggestArtist: 0, SuggestDrop: 1, SuggestTechnique: 2, SuggestArtwork: 3, SuggestPost: 4}

// MaxSuggestions is the maximum number of suggestions per request.
const MaxSuggestions = 20

// maxTypedWords is the maximum number of words that are looked up.
const maxTypedWords = 8

// Suggestion is one entry of the search box's list.
type Suggestion struct {
	Kind  SuggestionKind
	ID    int64  // 0 for a technique
	Slug  string // for a technique, the words to search artworks for
	Title string
	Key   string // artwork.SortKey of the title
	Works int    // published artworks behind an artist or a technique
	Image string // address of a small picture, or ""
}

// Typed is a typed text, prepared for the lookup of suggestions.
type Typed struct {
	Key   string   // folded words, to match the beginning of a title
	Words []string // folded words; none if the text is a single character
	// Alternatives are, for each word, the possible beginnings of a matching word: itself and its corrections.
	Alternatives [][]string
}

// ReadTyped folds a text and splits it into words. Key is "" if nothing in the text can be looked up.
func ReadTyped(text string) (Typed, error) {
	l, err := List{Filter: Filter{Search: text}, Page: 1}.Check()
	if err != nil {
		return Typed{}, err
	}
	t := Typed{Key: artwork.SortKey(l.Filter.Search)}
	for w := range strings.FieldsSeq(t.Key) {
		if len([]rune(w)) > 1 && len(t.Words) < maxTypedWords {
			t.Words = append(t.Words, w)
		}
	}
	return t, nil
}

// Words splits a search into folded words, up to the number that is looked up.
func Words(text string) []string {
	words := strings.Fields(artwork.SortKey(text))
	return words[:min(len(words), maxTypedWords)]
}

// maxCorrections is the maximum number of corrections of a misspelt word.
const maxCorrections = 3

// Corrections returns the words that a word of at least three characters most likely means: those with the fewest changed
// characters, at most one in a short word and two in a longer one. candidates are sorted by similarity, best first.
func Corrections(word string, candidates []string) []string {
	n := len([]rune(word))
	if n < 3 {
		return nil
	}
	most := 2
	if n < 5 {
		most = 1
	}
	distances := make(map[string]int, len(candidates))
	var out []string
	for _, c := range candidates {
		if _, twice := distances[c]; twice {
			continue
		}
		if d := distance(word, c); d <= most {
			distances[c] = d
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(distances[a], distances[b]) })
	return out[:min(len(out), maxCorrections)]
}

// Transpositions returns a word's spellings with two neighbouring characters swapped. Their trigrams differ so much that the similarity search
// misses them in short words.
func Transpositions(word string) []string {
	r := []rune(word)
	if len(r) < 3 {
		return nil
	}
	out := make([]string, 0, len(r)-1)
	for i := 1; i < len(r); i++ {
		if r[i] == r[i-1] {
			continue
		}
		s := slices.Clone(r)
		s[i-1], s[i] = s[i], s[i-1]
		out = append(out, string(s))
	}
	return out
}

// distance returns how many characters must be inserted, deleted, replaced or swapped with their neighbour to turn a into b (optimal
// string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}

// CheckSuggestions returns artwork.ErrInvalid if the number of suggestions is out of range.
func CheckSuggestions(first int) error {
	if first < 1 || first > MaxSuggestions {
		return fmt.Errorf("%w: first is from 1 to %d", artwork.ErrInvalid, MaxSuggestions)
	}
	return nil
}

// Technique returns how a medium or a category is suggested: its part before the first comma, and the words to search artworks
// for, without operators. It returns false if there are no words.
func Technique(medium string) (title, search string, ok bool) {
	title, _, _ = strings.Cut(medium, ",")
	title = strings.Join(strings.Fields(title), " ")
	var words []string
	// The words keep their accents, because people read them.
	for _, w := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) }) {
		if w != "or" {
			words = append(words, w)
		}
	}
	search = strings.Join(words, " ")
	return title, search, search != ""
}

// Rank orders candidates by how well their titles match and returns the best. A kind gets at most half of the places,
// unless others leave them empty, so that a title of many artworks does not hide the other kinds. Equal titles of artworks are
// suggested once.
func Rank(t Typed, candidates []Suggestion, first int) []Suggestion {
	score := make(map[Suggestion]int, len(candidates))
	for _, c := range candidates {
		score[c] = t.score(c.Key)
	}
	slices.SortFunc(candidates, func(a, b Suggestion) int {
		return cmp.Or(
			cmp.Compare(score[b], score[a]),
			cmp.Compare(suggestionOrder[a.Kind], suggestionOrder[b.Kind]),
			cmp.Compare(b.Works, a.Works),
			cmp.Compare(len(a.Key), len(b.Key)),
			cmp.Compare(a.Key, b.Key),
			cmp.Compare(a.ID, b.ID),
		)
	})
	type name struct {
		kind SuggestionKind
		key  string
	}
	seen, taken := map[name]bool{}, map[SuggestionKind]int{}
	chosen := make([]bool, len(candidates))
	left := first
	share := max(1, (first+1)/2)
	for _, most := range []int{share, first} { // first the kind's share, then the remaining places
		for i, c := range candidates {
			n := name{c.Kind, c.Key}
			if left == 0 || chosen[i] || taken[c.Kind] >= most || seen[n] {
				continue
			}
			chosen[i], seen[n] = true, true
			taken[c.Kind]++
			left--
		}
	}
	best := make([]Suggestion, 0, first)
	for i, c := range candidates {
		if chosen[i] {
			best = append(best, c)
		}
	}
	return best
}

// score returns how well a folded title matches. From best to worst: equal, contains every word as typed, begins with the text, contains
// words that begin like those typed, contains corrected words, or was found only by its artist.
func (t Typed) score(key string) int {
	words := strings.Fields(key)
	whole, begins, corrected := true, true, true
	for i, typed := range t.Words {
		whole = whole && slices.Contains(words, typed)
		begins = begins && beginsOne(words, typed)
		corrected = corrected && i < len(t.Alternatives) && slices.ContainsFunc(t.Alternatives[i], func(a string) bool { return beginsOne(words, a) })
	}
	switch {
	case key == t.Key:
		return 5
	case len(t.Words) > 0 && whole:
		return 4
	case strings.HasPrefix(key, t.Key):
		return 3
	case len(t.Words) > 0 && begins:
		return 2
	case len(t.Words) > 0 && corrected:
		return 1
	default:
		return 0
	}
}

func beginsOne(words []string, prefix string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, prefix) })
}

package search_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

func TestReadTyped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]search.Typed{
		"":                    {},
		"  \x00 ":             {},
		"'\"!":                {},
		"É":                   {Key: "e"},
		"  Ångström   ÅSA ":   {Key: "angstrom asa", Words: []string{"angstrom", "asa"}},
		"oil o":               {Key: "oil o", Words: []string{"oil"}},
		"o'neil & (multi-sc)": {Key: "o neil multi sc", Words: []string{"neil", "multi", "sc"}},
		"夜景の":                 {Key: "夜景 景の", Words: []string{"夜景", "景の"}},
		"aa bb cc dd ee ff gg hh ii jj": {
			Key: "aa bb cc dd ee ff gg hh ii jj", Words: []string{"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"},
		},
	} {
		t.Run(text, func(t *testing.T) {
			got, err := search.ReadTyped(text)
			if err != nil || got.Key != want.Key || !slices.Equal(got.Words, want.Words) {
				t.Errorf("ReadTyped(%q) = %q %q %v, want %q %q", text, got.Key, got.Words, err, want.Key, want.Words)
			}
		})
	}
	if _, err := search.ReadTyped(strings.Repeat("x", 201)); !errors.Is(err, artwork.ErrInvalid) {
		t.Errorf("201 characters: %v, want ErrInvalid", err)
	}
}

func TestTechnique(t *testing.T) {
	t.Parallel()
	for medium, want := range map[string][2]string{
		"Penrose tiling, still image":    {"Penrose tiling", "penrose tiling"},
		"Multi-scale Truchet  tiling":    {"Multi-scale Truchet tiling", "multi scale truchet tiling"},
		`Oil or "acrylic" paint -canvas`: {`Oil or "acrylic" paint -canvas`, "oil acrylic paint canvas"},
		"Moiré":                          {"Moiré", "moiré"},
		"हिन्दी, चित्र":                  {"हिन्दी", "हिन्दी"},
		", none":                         {},
	} {
		t.Run(medium, func(t *testing.T) {
			title, found, ok := search.Technique(medium)
			if found != want[1] || ok != (want[1] != "") || ok && title != want[0] {
				t.Errorf("Technique(%q) = %q, %q, %t, want %q", medium, title, found, ok, want)
			}
		})
	}
}

func TestCorrections(t *testing.T) {
	t.Parallel()
	known := []string{"canvas", "can", "gogh", "tea", "team", "penrose", "primrose", "picasso"}
	for word, want := range map[string]string{
		"cavnas": "canvas", "pemrose": "penrose primrose", "penrsoe": "penrose", "gogg": "gogh", "teau": "tea team", "pi": "", "cn": "", "zzqx": "", "primose": "primrose",
	} {
		t.Run(word, func(t *testing.T) {
			if got := strings.Join(search.Corrections(word, known), " "); got != want {
				t.Errorf("Corrections(%q) = %q, want %q", word, got, want)
			}
		})
	}
}

func TestRankSuggestions(t *testing.T) {
	t.Parallel()
	var all []search.Suggestion
	add := func(kind search.SuggestionKind, title string, works int) {
		all = append(all, search.Suggestion{Kind: kind, ID: int64(len(all) + 1), Title: title, Key: artwork.SortKey(title), Works: works})
	}
	add(search.SuggestArtwork, "A field of penroses", 0)
	add(search.SuggestArtwork, "By another name", 0) // its artist matches
	add(search.SuggestTechnique, "Penrose tiling", 4)
	add(search.SuggestTechnique, "Penrose weave", 9)
	add(search.SuggestArtist, "Roger Penrose", 2)
	add(search.SuggestArtwork, "Penrose", 0)
	add(search.SuggestArtwork, "Penrose", 0)
	add(search.SuggestPost, "Penrose, explained", 0)
	typed, _ := search.ReadTyped("penrose")
	for first, want := range map[int]string{
		1: "Penrose",
		3: "Penrose|Roger Penrose|Penrose weave",
		8: "Penrose|Roger Penrose|Penrose weave|Penrose tiling|Penrose, explained|A field of penroses|By another name",
	} {
		var titles []string
		for _, s := range search.Rank(typed, slices.Clone(all), first) {
			titles = append(titles, s.Title)
		}
		if got := strings.Join(titles, "|"); got != want {
			t.Errorf("first %d: %s, want %s", first, got, want)
		}
	}
	// A kind gets at most half of the results if others can fill the rest.
	all = nil
	for range 3 {
		add(search.SuggestPost, "Dusk "+strings.Repeat("again ", len(all)), 0)
	}
	for range 20 {
		add(search.SuggestArtwork, "Dusk "+strings.Repeat("again ", len(all)), 0)
	}
	typed, _ = search.ReadTyped("dusk")
	for first, want := range map[int]int{4: 2, 8: 5, 20: 17} {
		works := 0
		list := search.Rank(typed, slices.Clone(all), first)
		for _, s := range list {
			if s.Kind == search.SuggestArtwork {
				works++
			}
		}
		if len(list) != first || works != want {
			t.Errorf("first %d: %d suggestions with %d artworks, want %d artworks", first, len(list), works, want)
		}
	}
}

package content

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	documentedKind  = regexp.MustCompile(`(?m)^### ([a-zA-Z.]+)$`)
	documentedRow   = regexp.MustCompile("(?m)^\\| (`[^|]+`) \\|")
	documentedField = regexp.MustCompile("`([a-zA-Z0-9]+)`")
)

// TestFieldsAreDocumented holds docs/operating/content.md to what the decoder asks for, both ways.
func TestFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../docs/operating/content.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string][]string{}
	places := documentedKind.FindAllSubmatchIndex(text, -1)
	for i, at := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		section, _, _ := strings.Cut(string(text[at[1]:end]), "\n## ")
		kind := string(text[at[2]:at[3]])
		for _, row := range documentedRow.FindAllStringSubmatch(section, -1) {
			for _, field := range documentedField.FindAllStringSubmatch(row[1], -1) {
				documented[kind] = append(documented[kind], field[1])
			}
		}
		slices.Sort(documented[kind])
	}
	f, err := read(write(t, sound()))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.out.list) > 0 {
		t.Fatal(f.out.list)
	}
	for _, kind := range slices.Sorted(maps.Keys(f.out.known)) {
		if fields := slices.Sorted(maps.Keys(f.out.known[kind])); !slices.Equal(fields, documented[kind]) {
			t.Errorf("%s has the fields %v, documented are %v", kind, fields, documented[kind])
		}
		delete(documented, kind)
	}
	if len(documented) > 0 {
		t.Errorf("documented and not there: %v", documented)
	}
}

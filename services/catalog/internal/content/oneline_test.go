package content

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestOneLineFields: a field of a text in the schemas is one line, unless it is listed here; and a line break in one is removed and reported.
func TestOneLineFields(t *testing.T) {
	t.Parallel()
	several := map[string]bool{"alt": true, "summary": true}
	known := map[string]bool{}
	files, err := schemaFiles.ReadDir("schema")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, _ := schemaFiles.ReadFile("schema/" + file.Name())
		var doc any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		var walk func(name string, part any)
		walk = func(name string, part any) {
			switch v := part.(type) {
			case map[string]any:
				if ref, _ := v["$ref"].(string); strings.HasSuffix(ref, "#/$defs/text") {
					known[name] = true
				}
				for key, child := range v {
					walk(key, child)
				}
			case []any:
				for _, child := range v {
					walk(name, child)
				}
			}
		}
		walk("", doc)
	}
	for name := range known {
		if oneLines[name] == several[name] {
			t.Errorf("field %s: one line = %t, several lines = %t, want one of them", name, oneLines[name], several[name])
		}
	}
	if missing := slices.DeleteFunc(slices.Sorted(maps.Keys(oneLines)), func(name string) bool { return known[name] }); len(missing) > 0 {
		t.Errorf("the schemas have no texts %v", missing)
	}

	folder := sound()
	folder["drops/d.md"] = "---\nid: 1\ntitle: \"Tidal\\nStudy\\u202e\"\nsummary: \"a\\nb\\e\\u202e\"\nstartsAt: 2026-12-01T10:00:00Z\ncurator: 1\n---\nText\u202e\n"
	f, err := read(t.Context(), write(t, folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := f.c.Drops[0]; d.Title != "Tidal Study" || d.Summary != "a\nb" || d.Body != "Text" || !slices.Equal(f.c.Cleaned, []string{"drops/d.md:3: title", "drops/d.md:4: summary", "drops/d.md:8: text"}) {
		t.Errorf("drop = %q with the summary %q, cleaned = %q, want one line, a summary of two, and the places", d.Title, d.Summary, f.c.Cleaned)
	}
}

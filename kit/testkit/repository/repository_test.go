package repository

import (
	"slices"
	"strings"
	"testing"
)

func TestSourceOfFile(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"content":                                   "content",
		"deploy/onebox":                             "deploy",
		"proto/baseline.binpb":                      "proto",
		"docs/operating/personal-data.md":           "docs/operating",
		"frontend/src/features/artwork/one.graphql": "frontend/src",
		"render/package-lock.json":                  "render/package-lock.json",
		"deploy/onebox/node_modules/@foundry-rs/a":  "deploy/onebox/package-lock.json",
	} {
		if got := source(name); got != want {
			t.Errorf("source(%q) = %q, want %q", name, got, want)
		}
	}
}

// Each hash that a test asks for is passed.
func TestHashesHaveEachSource(t *testing.T) {
	t.Parallel()
	hashes, err := Hashes()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"content", "proto/baseline.binpb", "docs/operating/personal-data.md", "deploy/onebox/node_modules/@foundry-rs/a"} {
		if !slices.ContainsFunc(hashes, func(v string) bool { return strings.HasPrefix(v, variable(source(name))+"=") }) {
			t.Errorf("no hash for %s", name)
		}
	}
}

package content

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// entryFolders are the folders of entries.
var entryFolders = []string{"artists", "artworks", "curators", "drops", "pages", "posts"}

// locationHint says where the content probably is if the folder has none, starting with a comma or a colon. It returns "" for a content
// folder: one with a gallery.yaml, or with any folder of entries, where a missing gallery.yaml is an ordinary problem.
func (f *folder) locationHint() string {
	list, err := os.ReadDir(f.root)
	if err != nil {
		return "" // reported by whatever reads it first
	}
	names := make([]string, 0, len(list))
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	if slices.Contains(names, "gallery.yaml") || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(entryFolders, name) }) {
		return ""
	}
	for _, name := range names {
		if stem := strings.ToLower(name); stem == "gallery.yml" || stem == "gallery.yaml" {
			return ": rename " + name
		}
	}
	if above := filepath.Dir(filepath.Clean(f.root)); is(above) {
		return ": is " + above + " meant?"
	}
	for _, name := range names {
		if below := filepath.Join(f.root, name); is(below) {
			return ": is " + below + " meant?"
		}
	}
	return ": the file has the gallery's name, currency and categories"
}

func is(root string) bool {
	info, err := os.Stat(filepath.Join(root, "gallery.yaml"))
	return err == nil && info.Mode().IsRegular()
}

// misspelt reports unused folders whose names differ in one letter from a known one, because otherwise their content would be
// missing without a message.
func (f *folder) misspelt() {
	list, _ := os.ReadDir(f.root)
	for _, entry := range list {
		if !entry.IsDir() || slices.Contains(entryFolders, entry.Name()) {
			continue
		}
		for _, name := range entryFolders {
			if levenshtein.ComputeDistance(strings.ToLower(entry.Name()), name) <= 1 {
				f.wrongf(entry.Name(), 1, "is ignored: did you mean %s/?", name)
			}
		}
	}
}

// Package bulktest has a collection of 200 artworks for tests.
package bulktest

import (
	_ "embed"
	"os"
	"path/filepath"
	"testing"
)

//go:embed artists.csv
var artists []byte

//go:embed artworks.csv
var artworks []byte

// Files returns the paths of the collection's two files. They are in a temporary folder, because Go doesn't reuse results of tests that open files of
// their module in another clone.
func Files(t testing.TB) (artistsFile, artworksFile string) {
	t.Helper()
	dir := t.TempDir()
	artistsFile, artworksFile = filepath.Join(dir, "artists.csv"), filepath.Join(dir, "artworks.csv")
	for name, content := range map[string][]byte{artistsFile: artists, artworksFile: artworks} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return artistsFile, artworksFile
}

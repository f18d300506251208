// Package repository finds files of the repository for tests, and lets Go reuse the results of tests that read them.
//
// Go runs a test again if a file changed that it opened, but only if the file belongs to the module. Command share passes the hash of each folder of
// the repository in the environment; a test that asks here for a file depends on the hash of its folder.
package repository

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxDepth is how far below the repository's folder a package is.
const maxDepth = 12

// Path returns the path of a file or folder of the repository, such as "content/artworks". It is relative to the working directory, because an
// absolute one would be another input of the test in each clone. It returns "" outside of the repository.
func Path(name string) string {
	folder, _, _ := strings.Cut(name, "/")
	os.Getenv(variable(folder))
	root := root()
	if root == "" {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

// root returns the folder with go.work, relative to the working directory. Package os reports each file that it looks for to Go's test cache, by its
// whole path, and so no other clone would reuse the result; package syscall doesn't.
func root() string {
	dir := "."
	for range maxDepth {
		if syscall.Access(filepath.Join(dir, "go.work"), 0) == nil {
			return dir
		}
		dir = filepath.Join(dir, "..")
	}
	return ""
}

func variable(folder string) string { return "VITRINE_FOLDER_" + strings.ToUpper(folder) }

// Hashes returns the hashes of the repository's folders, as variables of the environment. Installed packages and hidden files are left out.
func Hashes() ([]string, error) {
	dir := root()
	folders, err := os.ReadDir(dir)
	if dir == "" || err != nil {
		return nil, fmt.Errorf("the repository is missing: %w", err)
	}
	var out []string
	for _, folder := range folders {
		if !folder.IsDir() || skipped(folder) {
			continue
		}
		sum, err := hash(filepath.Join(dir, folder.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, variable(folder.Name())+"="+sum)
	}
	return out, nil
}

func skipped(d fs.DirEntry) bool {
	return d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")
}

func hash(folder string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case skipped(d) && d.IsDir():
			return fs.SkipDir
		case skipped(d) || !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sum, "%s %d\n%s", strings.TrimPrefix(path, folder), len(text), text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

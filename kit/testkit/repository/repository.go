// Package repository finds files of the repository for tests, and lets Go reuse the results of tests that read them.
//
// Go runs a test again if a file changed that it opened, but only if the file belongs to the module. Command share passes hashes of the repository's
// folders in the environment; a test that asks here for a file depends on the hash of its folder, such as "docs/operating", or on the lock file of the
// installed package that it belongs to.
package repository

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

const (
	// maxDepth is how far below the repository's folder a package is.
	maxDepth = 12
	lockFile = "package-lock.json"
)

// Path returns the path of a file or folder of the repository, such as "content/artworks". It is relative to the working directory, because an
// absolute one would be another input of the test in each clone. It returns "" outside of the repository.
func Path(name string) string {
	os.Getenv(variable(source(name)))
	root := root()
	if root == "" {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

// source returns the folder or lock file whose hash stands for a file or folder of the repository: the first two folders of its path.
func source(name string) string {
	if installed, _, ok := strings.Cut(name, "/node_modules/"); ok {
		return installed + "/" + lockFile
	}
	parts := strings.Split(name, "/")
	if parts[len(parts)-1] == lockFile {
		return name
	}
	if len(parts) > 2 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
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

func variable(source string) string {
	return "VITRINE_HASH_" + strings.ToUpper(strings.NewReplacer("/", "_", "-", "_", ".", "_").Replace(source))
}

// Hashes returns hashes of the repository's folders, of their folders, and of the lock files of installed packages, as variables of the environment.
// Installed packages and hidden files are left out.
func Hashes() ([]string, error) {
	dir := root()
	if dir == "" {
		return nil, errors.New("the repository is missing")
	}
	sums := map[string]hash.Hash{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dir+"/")
		switch {
		case err != nil || path == dir:
			return err
		case skipped(d) && d.IsDir():
			return fs.SkipDir
		case skipped(d) || !d.Type().IsRegular() || !strings.Contains(name, "/"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		parts := strings.SplitN(name, "/", 3)
		sources := []string{parts[0], source(name)}
		if len(parts) == 3 {
			sources = append(sources, parts[0]+"/"+parts[1])
		}
		slices.Sort(sources)
		for _, s := range slices.Compact(sources) {
			if sums[s] == nil {
				sums[s] = sha256.New()
			}
			_, _ = fmt.Fprintf(sums[s], "%s %d\n%s", name, len(text), text) // a hash returns no errors
		}
		return nil
	})
	out := make([]string, 0, len(sums))
	for s, sum := range sums {
		out = append(out, variable(s)+"="+hex.EncodeToString(sum.Sum(nil)))
	}
	return out, err
}

func skipped(d fs.DirEntry) bool {
	return d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")
}

package content

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAnotherFolderIsReported reads folders that aren't content folders, as happens to beginners.
func TestAnotherFolderIsReported(t *testing.T) {
	t.Parallel()
	root := write(t, sound())
	other := func(name, text string) string {
		dir := t.TempDir()
		if name != "" {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	empty, yml, file, above := other("", ""), other("gallery.yml", gallery), other("words.txt", "words"), t.TempDir()
	if err := os.Rename(root, filepath.Join(above, "mine")); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(above, "mine")
	for at, want := range map[string]string{
		empty:                            "content: " + empty + " has no gallery.yaml, so it isn't a content folder: the file has the gallery's name, currency and categories",
		yml:                              "content: " + yml + " has no gallery.yaml, so it isn't a content folder: rename gallery.yml",
		filepath.Join(file, "words.txt"): "content: " + filepath.Join(file, "words.txt") + " isn't a folder",
		filepath.Join(file, "x"):         "content: folder " + filepath.Join(file, "x") + " not found",
		above:                            "content: " + above + " has no gallery.yaml, so it isn't a content folder: is " + mine + " meant?",
		filepath.Join(mine, "artworks"):  "content: " + filepath.Join(mine, "artworks") + " has no gallery.yaml, so it isn't a content folder: is " + mine + " meant?",
	} {
		t.Run(at, func(t *testing.T) {
			_, err := Read(t.Context(), at, measured(t))
			if problems, is := errors.AsType[ProblemsError](err); err == nil || is || err.Error() != want {
				t.Errorf("%v %v, want %s", err, problems, want)
			}
		})
	}
}

// TestOddFilesAreReported reads special files, far too large ones, and folders that aren't used.
func TestOddFilesAreReported(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(root string) error
		want  string
	}{
		"a gallery without its file": {func(root string) error { return os.Remove(filepath.Join(root, "gallery.yaml")) }, "gallery.yaml:1: cannot be read: no such file or directory"},
		"a pipe":                     {func(root string) error { return syscall.Mkfifo(filepath.Join(root, "posts", "pipe.md"), 0o600) }, "posts/pipe.md:1: is not a file"},
		"a broken link":              {func(root string) error { return os.Symlink("/nowhere", filepath.Join(root, "posts", "gone.md")) }, "posts/gone.md:1: cannot be read: no such file or directory"},
		"an entry of a terabyte": {func(root string) error {
			big := filepath.Join(root, "posts", "big.md")
			if err := os.WriteFile(big, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(big, 1<<40)
		}, "posts/big.md:1: is 1073741824 KiB, the maximum is 256 KiB"},
		"a misspelt folder":    {func(root string) error { return os.Mkdir(filepath.Join(root, "artwork"), 0o700) }, "artwork:1: is ignored: did you mean artworks/?"},
		"a folder in capitals": {func(root string) error { return os.Mkdir(filepath.Join(root, "Posts"), 0o700) }, "Posts:1: is ignored: did you mean posts/?"},
		"a folder that is being written": {func(root string) error {
			for _, kind := range entryFolders {
				if err := os.RemoveAll(filepath.Join(root, kind)); err != nil {
					return err
				}
			}
			return nil
		}, "gallery.yaml:1: there are no entries: an import would remove everything from the gallery"},
		"unrelated folders": {func(root string) error { return os.MkdirAll(filepath.Join(root, "notes", "tools"), 0o700) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := write(t, sound())
			if err := c.spoil(root); err != nil {
				t.Fatal(err)
			}
			_, err := Read(t.Context(), root, measured(t))
			problems, _ := errors.AsType[ProblemsError](err)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("Read() = %v, want nil", err)
			case c.want != "" && (len(problems) != 1 || problems[0].String() != c.want):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if one := (ProblemsError{{File: "a", Line: 1, Reason: "b"}}).Error(); !strings.HasPrefix(one, "content: 1 problem\n") {
		t.Errorf("one = %v, want the prefix %s", one, "content: 1 problem\n")
	}
}

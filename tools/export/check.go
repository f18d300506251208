package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// check reads a copy and returns its problems: missing, changed or unknown files, broken references, and pages that would need a
// server. The error means that dir is not a complete copy.
func check(dir string) (problems []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	data, err := root.ReadFile(sumsFile)
	if err != nil {
		return nil, fmt.Errorf("%s is not a complete export: %w", dir, err)
	}
	c := checker{files: root.FS(), sums: readSums(data), pages: map[string]*goquery.Document{}}
	names := slices.Sorted(maps.Keys(c.sums))
	for _, name := range names {
		got, err := sum(c.files, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.problemf("%s is missing", name)
		case err != nil:
			return nil, err
		case got.SHA256 != c.sums[name]:
			c.problemf("%s was changed", name)
		}
	}
	err = fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && c.sums[name] == "" && name != sumsFile {
			c.problemf("%s is not part of the export", name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		switch {
		case path.Ext(name) == ".html" && !strings.HasPrefix(name, "works/"): // live works are self-contained
			c.page(name)
		case path.Ext(name) == ".css":
			c.sheet(name)
		}
	}
	return c.problems, nil
}

type checker struct {
	files    fs.FS
	sums     map[string]string
	pages    map[string]*goquery.Document
	problems []string
}

func (c *checker) problemf(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// parse returns a page, or nil if it is missing.
func (c *checker) parse(name string) *goquery.Document {
	if doc, ok := c.pages[name]; ok {
		return doc
	}
	f, err := c.files.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	doc, err := goquery.NewDocumentFromReader(f)
	if err != nil {
		c.problemf("%s: %v", name, err)
		return nil
	}
	c.pages[name] = doc
	return doc
}

func (c *checker) page(name string) {
	doc := c.parse(name)
	if doc == nil {
		return // already reported as missing
	}
	visit(doc, func(s *goquery.Selection, u use, ref string) (string, bool) {
		c.reference(name, goquery.NodeName(s), ref, u)
		return ref, true
	})
	for _, s := range doc.Find(`script:not([type="application/ld+json"]), form`).EachIter() {
		c.problemf("%s: has a %s", name, goquery.NodeName(s))
	}
}

func (c *checker) sheet(name string) {
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		return // already reported as missing
	}
	rewriteStyles(string(data), func(ref string) (string, bool) {
		c.reference(name, "url", ref, shown)
		return ref, true
	})
}

func (c *checker) reference(from, what, ref string, u use) {
	at, err := url.Parse(ref)
	switch {
	case err != nil:
		c.problemf("%s: %s %q: %v", from, what, ref, err)
		return
	case at.Scheme == "data" || u == link && at.Scheme != "":
		return // within the page, or to another site
	case at.Scheme != "" || at.Host != "" || strings.HasPrefix(at.Path, "/"):
		c.problemf("%s: %s %q needs a server", from, what, ref)
		return
	}
	to := from
	if at.Path != "" {
		to = path.Join(path.Dir(from), at.Path)
	}
	if c.sums[to] == "" && to != sumsFile {
		c.problemf("%s: %s %q leads nowhere", from, what, ref)
		return
	}
	if at.Fragment == "" || path.Ext(to) != ".html" {
		return
	}
	if doc := c.parse(to); doc != nil && !ids(doc)[at.Fragment] {
		c.problemf("%s: %s %q: %s has no such place", from, what, ref, to)
	}
}

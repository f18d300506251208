package export

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// Check reads an export and returns its problems: missing, changed or unknown files, broken references, and pages that would need a
// server. The error means that dir is not a complete export.
func Check(dir string) (problems []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	data, err := root.ReadFile(sumsFile)
	if err != nil {
		return nil, fmt.Errorf("%s is not a complete export: %w", dir, err)
	}
	c := checker{files: root.FS(), known: map[string]bool{sumsFile: true}, pages: map[string]*html.Node{}}
	for _, want := range readSums(data) {
		c.known[want.Path] = true
		got, err := sum(c.files, want.Path)
		switch {
		case isNotExist(err):
			c.problemf("%s is missing", want.Path)
		case err != nil:
			return nil, err
		case got.SHA256 != want.SHA256:
			c.problemf("%s was changed", want.Path)
		}
	}
	err = fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !c.known[name] {
			c.problemf("%s is not part of the export", name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for name := range c.known {
		switch path.Ext(name) {
		case ".html":
			c.page(name)
		case ".css":
			c.sheet(name)
		}
	}
	return c.problems, nil
}

type checker struct {
	files    fs.FS
	known    map[string]bool
	pages    map[string]*html.Node
	problems []string
}

func (c *checker) problemf(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

func (c *checker) parse(name string) *html.Node {
	if doc, ok := c.pages[name]; ok {
		return doc
	}
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		return nil
	}
	doc, err := html.Parse(strings.NewReader(string(data)))
	if err != nil {
		c.problemf("%s: %v", name, err)
	}
	c.pages[name] = doc
	return doc
}

func (c *checker) page(name string) {
	doc := c.parse(name)
	if doc == nil || strings.HasPrefix(name, "works/") {
		return // live works are self-contained
	}
	visit(doc, func(n *html.Node, u use, ref string) (string, bool) {
		c.reference(name, n.Data, ref, u)
		return ref, true
	})
	for _, n := range nodes(doc, func(n *html.Node) bool {
		return n.Data == "script" && attr(n, "type") != "application/ld+json" || n.Data == "form"
	}) {
		c.problemf("%s: has a %s", name, n.Data)
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
	if !c.known[to] {
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

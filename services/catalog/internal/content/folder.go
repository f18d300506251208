// Package content reads the gallery's folder: Markdown and YAML with media. It reads and judges the folder as a whole;
// all problems are reported together, and a folder with a problem is not a collection.
package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// Source is the name of the folder among the catalog's sources.
	Source = "content"
	// LastID is the highest id that the folder may give; other sources begin above it.
	LastID = 999_999

	maxEntry     = 256 << 10 // bytes of one file
	maxBody      = 100_000   // characters
	maxPerKind   = 20_000
	maxProblems  = 500
	importerMark = "vitrine content 4" // part of the digest: a new importer imports again
)

// ProblemsError is everything that is wrong with a folder, in the order of its files.
type ProblemsError []Problem

func (p ProblemsError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "content: %s", p.Count())
	for _, one := range p {
		b.WriteString("\n")
		b.WriteString(one.String())
	}
	return b.String()
}

// Count says how many there are.
func (p ProblemsError) Count() string {
	if len(p) == 1 {
		return "1 problem"
	}
	return fmt.Sprintf("%d problems", len(p))
}

// folder is what is being read.
type folder struct {
	root     string
	out      problems
	digest   []string // path and hash of everything that counts
	media    map[string]medium
	hidden   map[string]bool // hashes of protected files
	currency string
	kinds    map[string]bool // categories
	ids      map[string]map[int64]string
	accounts map[string]string
	broken   map[string]map[int64]bool // ids of files that could not be read: told once, not by all who name them
	refs     []ref
	twice    []ref // ids that are taken
	entries  int
	c        artwork.Collection
}

// ref is an id that another entry must have, and what names it: a field or a link.
type ref struct {
	kind string
	id   int64
	file string
	line int
	what string
}

// idLine is the id of a file that is not YAML.
var idLine = regexp.MustCompile(`(?m)^id: *([1-9]\d{0,5}) *$`)

// entry is one Markdown file.
type entry struct {
	*fields
	id   int64
	slug string
	body string
	// words is the hash of the file's text.
	words string
}

// Read reads a folder. Its error is ProblemsError when the folder is wrong; other errors say that it cannot be read.
func Read(root string) (artwork.Collection, error) {
	f, err := read(root)
	if err != nil {
		return artwork.Collection{}, err
	}
	if list := f.out.list; len(list) > 0 {
		slices.SortStableFunc(list, func(a, b Problem) int {
			if n := strings.Compare(a.File, b.File); n != 0 {
				return n
			}
			return a.Line - b.Line
		})
		return artwork.Collection{}, ProblemsError(list[:min(len(list), maxProblems)])
	}
	return f.c, nil
}

// read reads and judges everything.
func read(root string) (*folder, error) {
	f := &folder{root: root, media: map[string]medium{}, hidden: map[string]bool{}, kinds: map[string]bool{}, ids: map[string]map[int64]string{}, accounts: map[string]string{}, broken: map[string]map[int64]bool{}}
	switch info, err := os.Stat(root); {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("content: there is no folder %s", root)
	case err != nil:
		return nil, fmt.Errorf("content: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("content: %s is no folder", root)
	}
	if found := f.lost(); found != "" {
		return nil, fmt.Errorf("content: %s holds no gallery.yaml, so it is no content folder%s", root, found)
	}
	f.gallery()
	f.misspelt()
	drops := map[int64]artwork.Window{}
	for _, kind := range []struct {
		name string
		read func(entry)
	}{
		{"artists", f.artist},
		{"curators", f.curator},
		{"drops", func(e entry) {
			d := f.drop(e)
			drops[d.ID] = d.Window
		}},
		{"artworks", func(e entry) { f.artwork(e, drops) }},
		{"posts", f.post},
		{"pages", f.page},
	} {
		if err := f.each(kind.name, kind.read); err != nil {
			return nil, err
		}
	}
	for _, r := range f.refs {
		if _, ok := f.ids[r.kind][r.id]; !ok && !f.broken[r.kind][r.id] {
			f.wrongf(r.file, r.line, "%s: there is no entry with the id %d in %s/", r.what, r.id, r.kind)
		}
	}
	for _, r := range f.twice {
		free := int64(1)
		for f.ids[r.kind][free] != "" || f.broken[r.kind][free] {
			free++
		}
		f.wrongf(r.file, r.line, "id %d is taken by %s: %d is free", r.id, r.what, free)
	}
	if f.entries == 0 && len(f.out.list) == 0 {
		// What looks so is nearly always a folder that is being written, or another than was meant.
		f.wrongf("gallery.yaml", 1, "there are no entries: an import would take everything out of the gallery")
	}
	f.protect()
	slices.Sort(f.digest)
	sum := sha256.Sum256([]byte(importerMark + "\n" + strings.Join(f.digest, "\n")))
	f.c.Source, f.c.IDBase, f.c.IDLast, f.c.Digest = Source, 0, LastID, hex.EncodeToString(sum[:])
	return f, nil
}

func (f *folder) wrongf(file string, line int, format string, args ...any) {
	f.out.list = append(f.out.list, Problem{file, line, fmt.Sprintf(format, args...)})
}

// load reads one text file and makes it part of the digest.
func (f *folder) load(name string) (string, bool) {
	full := filepath.Join(f.root, filepath.FromSlash(name))
	// Looked at before it is opened: a pipe would be waited for, and a huge file would fill the memory.
	switch info, err := os.Stat(full); {
	case err != nil:
		f.wrongf(name, 1, "cannot be read: %v", errors.Unwrap(err))
		return "", false
	case !info.Mode().IsRegular():
		f.wrongf(name, 1, "is no file")
		return "", false
	case info.Size() > maxEntry:
		f.wrongf(name, 1, "has %d KiB, at most %d are allowed", info.Size()>>10, maxEntry>>10)
		return "", false
	}
	b, err := os.ReadFile(full)
	switch {
	case err != nil:
		f.wrongf(name, 1, "cannot be read: %v", errors.Unwrap(err))
		return "", false
	case !utf8.Valid(b):
		f.wrongf(name, 1, "is not UTF-8: save it with that encoding")
		return "", false
	}
	sum := sha256.Sum256(b)
	f.digest = append(f.digest, name+" "+hex.EncodeToString(sum[:]))
	return strings.ReplaceAll(strings.TrimPrefix(string(b), "\ufeff"), "\r\n", "\n"), true
}

// otherMinorUnits are the currencies that Stripe's API counts in other minor units than kit/money and ISO 4217 do: the first two
// with two digits instead of none, the last with none instead of two.
var otherMinorUnits = []string{"ISK", "UGX", "MGA"}

func (f *folder) gallery() {
	const name = "gallery.yaml"
	// Where these are wrong here, entries are not told of it.
	f.kinds, f.currency = nil, ""
	text, ok := f.load(name)
	if !ok {
		return
	}
	g, ok := parse("gallery", name, text, 1, &f.out)
	if !ok {
		return
	}
	g.must("name", 100)
	f.currency = g.must("currency", 3)
	switch {
	case len(f.currency) != 3 || strings.Trim(f.currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
		g.wrongf(g.at("currency"), "currency: expected three capital letters such as USD")
		f.currency = ""
	case slices.Contains(otherMinorUnits, f.currency):
		g.wrongf(g.at("currency"), "currency: %s cannot be charged: card payments count it in other minor units than ISO 4217, so prices would be wrong a hundredfold", f.currency)
		f.currency = ""
	}
	f.c.Currency = f.currency
	var sound bool
	if f.c.Categories, sound = categoriesIn(g, "categories"); g.required("categories") && sound && len(f.c.Categories) > 0 {
		f.kinds = map[string]bool{}
		for _, c := range f.c.Categories {
			f.kinds[c.Slug] = true
		}
	}
	f.c.PostCategories = artwork.DefaultPostCategories
	if g.node("postCategories") != nil {
		if f.c.PostCategories, sound = categoriesIn(g, "postCategories"); !sound {
			f.c.PostCategories = nil // posts are not checked against a list with errors
		}
	}
	g.done()
}

// categoriesIn reads a list of slugs and names. It reports whether the list has no errors.
func categoriesIn(g *fields, field string) (list []artwork.Category, sound bool) {
	sound = true
	known := map[string]bool{}
	for _, c := range g.mappings(field, 50) {
		slug, title := c.must("slug", 50), c.must("name", 100)
		if words := artwork.Words(slug); slug == "" || slug != words {
			sound = false
			if slug != "" {
				c.wrongf(c.at("slug"), "slug: expected small letters, digits and hyphens, such as %s, not %q", cmp.Or(words, "image"), slug)
			}
		}
		if known[slug] {
			c.wrongf(c.at("slug"), "category %q is there twice", slug)
		}
		known[slug] = true
		list = append(list, artwork.Category{Slug: slug, Name: title})
		c.done()
	}
	return list, sound
}

// each reads every entry of a kind in the order of the file names.
func (f *folder) each(kind string, read func(entry)) error {
	f.ids[kind], f.broken[kind] = map[int64]string{}, map[int64]bool{}
	list, err := os.ReadDir(filepath.Join(f.root, kind))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	n := 0
	for _, file := range list {
		name := path.Join(kind, file.Name())
		if file.IsDir() || !strings.HasSuffix(name, ".md") || strings.HasPrefix(file.Name(), ".") {
			if !strings.HasPrefix(file.Name(), ".") {
				f.wrongf(name, 1, "only .md files belong into %s/", kind)
			}
			continue
		}
		f.entries++
		if n++; n > maxPerKind {
			f.wrongf(name, 1, "there are more than %d entries", maxPerKind)
			break
		}
		text, ok := f.load(name)
		if !ok {
			continue
		}
		if e, ok := f.split(name, text); ok {
			read(e)
			e.done()
		} else if id := idLine.FindStringSubmatch(text); id != nil {
			n, _ := strconv.ParseInt(id[1], 10, 64)
			f.broken[kind][n] = true
		}
	}
	return nil
}

// split divides a file into front matter and body.
func (f *folder) split(name, text string) (entry, bool) {
	if !strings.HasPrefix(text, "---\n") {
		f.wrongf(name, 1, "expected front matter between two lines of ---, the first line of the file being one")
		return entry{}, false
	}
	// With the line's end, so that front matter without any line ends, too.
	front, body, ok := strings.Cut(text[len("---"):], "\n---\n")
	if !ok {
		if front, ok = strings.CutSuffix(strings.TrimRight(text[len("---"):], "\n"), "\n---"); !ok {
			f.wrongf(name, 1, "the front matter does not end: a line of --- is expected before the text")
			return entry{}, false
		}
		body = ""
	}
	front = strings.TrimPrefix(front, "\n")
	fields, ok := parse(path.Dir(name), name, front, 2, &f.out)
	sum := sha256.Sum256([]byte(text))
	e := entry{fields: fields, body: strings.TrimSpace(body), words: hex.EncodeToString(sum[:])}
	f.links(name, text)
	f.prose(name, body, 2+strings.Count(front, "\n")+2)
	if utf8.RuneCountInString(e.body) > maxBody {
		f.wrongf(name, 2+strings.Count(front, "\n")+2, "the text has %d characters, at most %d are allowed", utf8.RuneCountInString(e.body), maxBody)
	}
	return e, ok
}

// identify reads the id and makes the slug.
func (f *folder) identify(e *entry, kind, name string) {
	if !e.required("id") {
		return
	}
	e.id = e.integer("id", 1, LastID)
	if e.id == 0 {
		return
	}
	if other, taken := f.ids[kind][e.id]; taken {
		f.twice = append(f.twice, ref{kind, e.id, e.file, e.at("id"), other})
	} else {
		f.ids[kind][e.id] = e.file
	}
	e.slug = artwork.Slug(name, e.id)
}

// refer notes an id of another entry; 0 is none.
func (f *folder) refer(e *entry, name, kind string) int64 {
	id := e.number(name, "the id of an entry in "+kind+"/, a whole number", 1, LastID)
	if id != 0 {
		f.refs = append(f.refs, ref{kind, id, e.file, e.at(name), name})
	}
	return id
}

// account reads the linked account; within a kind each account is linked once.
func (f *folder) account(e *entry, kind string) string {
	a := e.text("account", 254)
	if a == "" {
		return ""
	}
	low := kind + " " + strings.ToLower(a)
	if other, taken := f.accounts[low]; taken {
		e.wrongf(e.at("account"), "account %s is linked by %s already", a, other)
	}
	f.accounts[low] = e.file
	return a
}

func (e *entry) window() artwork.Window {
	w := artwork.Window{Ends: e.time("endsAt")}
	if e.required("startsAt") {
		w.Starts = e.time("startsAt")
	}
	if !w.Ends.IsZero() && !w.Starts.IsZero() && !w.Ends.After(w.Starts) {
		e.wrongf(e.at("endsAt"), "endsAt: a drop ends after it starts, and startsAt is %s", w.Starts.Format(time.RFC3339))
	}
	return w
}

func (e *entry) moment(name string) time.Time {
	if !e.required(name) {
		return time.Time{}
	}
	return e.time(name)
}

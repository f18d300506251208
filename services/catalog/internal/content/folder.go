// Package content reads the gallery's folder: Markdown and YAML with media. It checks the folder as a whole and
// reports all problems together. A folder with a problem is not imported.
package content

import (
	"context"
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
	"unicode/utf8"

	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// Source is the name of the folder among the catalog's sources.
	Source = "content"
	// LastID is the highest id in the folder; other sources start above it.
	LastID = 999_999

	maxEntry     = 256 << 10 // bytes of one file
	maxBody      = 100_000   // characters
	maxPerKind   = 20_000
	maxProblems  = 500
	importerMark = "vitrine content 6" // part of the digest, so that a new version imports the same folder again
)

// ProblemsError has all problems of a folder, in the order of its files.
type ProblemsError []Problem

func (p ProblemsError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "content: %s", p.Count())
	for _, problem := range p {
		b.WriteString("\n")
		b.WriteString(problem.String())
	}
	return b.String()
}

// Count returns the number of problems in words.
func (p ProblemsError) Count() string {
	if len(p) == 1 {
		return "1 problem"
	}
	return fmt.Sprintf("%d problems", len(p))
}

// Inspect reads the header of a picture. Errors that match picture.ErrRefused are about the picture, others are temporary.
type Inspect func(ctx context.Context, s picture.Source) (picture.Header, error)

// folder is the state of reading a folder.
type folder struct {
	ctx      context.Context //nolint:containedctx // for one call of Read
	root     string
	inspect  Inspect
	failed   error // the first reason why the folder can't be read now
	out      []Problem
	digest   []string // path and hash of each file
	media    map[string]medium
	hidden   map[string]bool           // hashes of protected files
	drafts   map[string]map[int64]bool // artists and drops that aren't published
	currency string
	ids      map[string]map[int64]string
	accounts map[string]string
	broken   map[string]map[int64]bool // ids of unreadable files, so that references to them aren't reported too
	refs     []ref
	hung     []hung
	twice    []ref // repeated ids
	entries  int
	c        artwork.Collection
}

// ref is a reference to another entry by id, and its source: a field or a link.
type ref struct {
	kind string
	id   int64
	file string
	line int
	what string
}

// idLine matches the id in a file that isn't valid YAML.
var idLine = regexp.MustCompile(`(?m)^id: *([1-9]\d{0,5}) *$`)

// entry is one Markdown file.
type entry struct {
	*document
	id   int64
	slug string
	body string
	// words returns the hash of the file's text.
	words string
}

// Read reads a folder. It returns ProblemsError if the folder has problems. Other errors mean that it can't be read. Without inspect, the sizes
// of pictures stay unknown, and nothing is checked that depends on them: such a collection can't be imported.
func Read(ctx context.Context, root string, inspect Inspect) (artwork.Collection, error) {
	if errSchema != nil {
		return artwork.Collection{}, errSchema
	}
	f, err := read(ctx, root, inspect)
	if err == nil {
		err = f.failed
	}
	if err != nil {
		return artwork.Collection{}, err
	}
	if list := f.out; len(list) > 0 {
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

// read reads and checks everything.
func read(ctx context.Context, root string, inspect Inspect) (*folder, error) {
	f := &folder{ctx: ctx, root: root, inspect: inspect, media: map[string]medium{}, hidden: map[string]bool{}, drafts: map[string]map[int64]bool{}, ids: map[string]map[int64]string{}, accounts: map[string]string{}, broken: map[string]map[int64]bool{}}
	switch info, err := os.Stat(root); {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("content: folder %s not found", root)
	case err != nil:
		return nil, fmt.Errorf("content: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("content: %s isn't a folder", root)
	}
	if found := f.locationHint(); found != "" {
		return nil, fmt.Errorf("content: %s has no gallery.yaml, so it isn't a content folder%s", root, found)
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
	f.hang()
	for _, r := range f.twice {
		free := int64(1)
		for f.ids[r.kind][free] != "" || f.broken[r.kind][free] {
			free++
		}
		f.wrongf(r.file, r.line, "id %d is already used by %s: %d is free", r.id, r.what, free)
	}
	if f.entries == 0 && len(f.out) == 0 {
		// A folder without entries is nearly always one that is still being copied, or the wrong one.
		f.wrongf("gallery.yaml", 1, "there are no entries: an import would remove everything from the gallery")
	}
	f.protect()
	slices.Sort(f.digest)
	sum := sha256.Sum256([]byte(importerMark + "\n" + strings.Join(f.digest, "\n")))
	f.c.Source, f.c.IDBase, f.c.IDLast, f.c.Digest = Source, 0, LastID, hex.EncodeToString(sum[:])
	return f, nil
}

func (f *folder) wrongf(file string, line int, format string, args ...any) {
	f.out = append(f.out, Problem{file, line, fmt.Sprintf(format, args...)})
}

// load reads one text file and adds it to the digest.
func (f *folder) load(name string) (string, bool) {
	full := filepath.Join(f.root, filepath.FromSlash(name))
	// Check the file before opening it: a pipe would block, and a huge file would fill the memory.
	switch info, err := os.Stat(full); {
	case err != nil:
		f.wrongf(name, 1, "cannot be read: %v", errors.Unwrap(err))
		return "", false
	case !info.Mode().IsRegular():
		f.wrongf(name, 1, "is not a file")
		return "", false
	case info.Size() > maxEntry:
		f.wrongf(name, 1, "is %d KiB, the maximum is %d KiB", info.Size()>>10, maxEntry>>10)
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

// otherMinorUnits are the currencies where Stripe's API uses other minor units than kit/money and ISO 4217: the first two
// with two digits instead of none, the last with none instead of two.
var otherMinorUnits = []string{"ISK", "UGX", "MGA"}

type galleryFile struct {
	Name           text           `json:"name"`
	Currency       string         `json:"currency"`
	Categories     []categoryItem `json:"categories"`
	PostCategories []categoryItem `json:"postCategories"`
}

type categoryItem struct {
	Slug string `json:"slug"`
	Name text   `json:"name"`
}

func (f *folder) gallery() {
	const name = "gallery.yaml"
	text, ok := f.load(name)
	if !ok {
		return
	}
	d, ok := parse("gallery", name, text, 1, &f.out)
	f.c.Cleaned = append(f.c.Cleaned, d.cleaned...)
	if !ok {
		return
	}
	g := decode[galleryFile](d)
	if slices.Contains(otherMinorUnits, g.Currency) {
		d.wrongf("currency", "currency: %s cannot be charged: card payments use other minor units for it than ISO 4217, so prices would be off by a factor of 100", g.Currency)
		g.Currency = ""
	}
	if g.Currency != "" && !iso.Currency(g.Currency) {
		d.wrongf("currency", "currency: %s is not the ISO 4217 code of a currency in use, such as USD", g.Currency)
		g.Currency = ""
	}
	f.currency, f.c.Currency = g.Currency, g.Currency
	f.c.Categories, f.c.PostCategories = categories(d, "categories", g.Categories), artwork.DefaultPostCategories
	if _, own := d.lines["postCategories"]; own {
		f.c.PostCategories = categories(d, "postCategories", g.PostCategories)
	}
}

// categories returns a list of categories, or nil if it has problems, so that other fields aren't compared with it.
func categories(d *document, field string, items []categoryItem) []artwork.Category {
	sound := d.sound(field)
	var list []artwork.Category
	for i, c := range items {
		if slices.ContainsFunc(list, func(other artwork.Category) bool { return other.Slug == c.Slug }) && c.Slug != "" {
			d.wrongf(fmt.Sprintf("%s/%d/slug", field, i), "category %q appears twice", c.Slug)
		}
		list = append(list, artwork.Category{Slug: c.Slug, Name: string(c.Name)})
	}
	if !sound {
		return nil
	}
	return list
}

// each reads all entries of a kind in the order of their file names.
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
				f.wrongf(name, 1, "only .md files are allowed in %s/", kind)
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
		f.wrongf(name, 1, "expected front matter between two lines of ---, from the first line of the file")
		return entry{}, false
	}
	// Include the line break, so that empty front matter ends, too.
	front, body, ok := strings.Cut(text[len("---"):], "\n---\n")
	if !ok {
		if front, ok = strings.CutSuffix(strings.TrimRight(text[len("---"):], "\n"), "\n---"); !ok {
			f.wrongf(name, 1, "the front matter does not end: add a line of --- before the text")
			return entry{}, false
		}
		body = ""
	}
	front = strings.TrimPrefix(front, "\n")
	document, ok := parse(path.Dir(name), name, front, 2, &f.out)
	f.c.Cleaned = append(f.c.Cleaned, document.cleaned...)
	sum := sha256.Sum256([]byte(text))
	body, sound := oneline.Lines(body)
	if !sound {
		f.c.Cleaned = append(f.c.Cleaned, fmt.Sprintf("%s:%d: text", name, 2+strings.Count(front, "\n")+2))
	}
	e := entry{document: document, body: strings.TrimSpace(body), words: hex.EncodeToString(sum[:])}
	f.links(name, text)
	f.prose(name, body, 2+strings.Count(front, "\n")+2)
	if utf8.RuneCountInString(e.body) > maxBody {
		f.wrongf(name, 2+strings.Count(front, "\n")+2, "the text has %d characters, at most %d are allowed", utf8.RuneCountInString(e.body), maxBody)
	}
	return e, ok
}

// identify registers the id and makes the slug.
func (f *folder) identify(e *entry, kind string, id int64, name text) {
	if id == 0 {
		return
	}
	e.id, e.slug = id, artwork.Slug(string(name), id)
	if other, taken := f.ids[kind][id]; taken {
		f.twice = append(f.twice, ref{kind, id, e.file, e.line("id"), other})
	} else {
		f.ids[kind][id] = e.file
	}
}

// refer records a reference to another entry; 0 means none.
func (f *folder) refer(e *entry, at, kind string, id int64) int64 {
	if id != 0 {
		name, _, _ := strings.Cut(at, "/")
		f.refs = append(f.refs, ref{kind, id, e.file, e.line(at), name})
	}
	return id
}

// account checks the linked account, which may be linked once per kind.
func (f *folder) account(e *entry, kind string, account text) string {
	if account == "" {
		return ""
	}
	low := kind + " " + strings.ToLower(string(account))
	if other, taken := f.accounts[low]; taken {
		e.wrongf("account", "account %s is already linked by %s", account, other)
	}
	f.accounts[low] = e.file
	return string(account)
}

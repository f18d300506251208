package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// The files that describe a copy.
const (
	sumsFile      = "SHA256SUMS"
	manifestFile  = "manifest.json"
	aboutFile     = "about-this-copy.html"
	ownershipPage = "ownership/index.html"
	ownershipJSON = "ownership/ownership.json"
	ownershipCSV  = "ownership/ownership.csv"
)

// pagePolicy keeps pages from running scripts, also those that strip missed.
const pagePolicy = "script-src 'none'; object-src 'none'"

// maxInline is the maximum size of a font or an icon that is inlined into the style sheet, because browsers don't load those from disk.
const maxInline = 1 << 20

// inlined are the types of files that are inlined, by their extension.
var inlined = map[string]string{".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".otf": "font/otf", ".svg": "image/svg+xml"}

// write writes pages and style sheets, whose targets are all known by now, and the files that describe the copy.
func (x *exporter) write() (report, error) {
	gallery := ""
	for _, key := range slices.Sorted(maps.Keys(x.targets)) {
		t := x.targets[key]
		if t.saved == "" {
			continue
		}
		var err error
		if t.page {
			err = x.writePage(key, t, &gallery)
		} else {
			err = x.writeSheet(key, t)
		}
		if err != nil {
			return report{}, fmt.Errorf("%s: %w", key, err)
		}
	}
	if err := x.writeOwnership(gallery); err != nil {
		return report{}, err
	}
	if err := x.writeAbout(gallery); err != nil {
		return report{}, err
	}
	return x.finish(gallery)
}

// resolve returns what became of an address, and follows redirects of the site.
func (x *exporter) resolve(key string) *target {
	for range 5 {
		t := x.targets[key]
		if t == nil || t.moved == "" {
			return t
		}
		key = t.moved
	}
	return nil
}

// refer returns the reference from one file of the copy to what the address ref became.
func (x *exporter) refer(base *url.URL, from, ref string, u use) (string, bool) {
	at, err := base.Parse(strings.TrimSpace(ref))
	if err != nil {
		return "", false
	}
	key, ok := x.key(at)
	if u == link && (!ok || !strings.HasPrefix(key, "/")) {
		return ref, true // another site, or an address such as mailto:
	}
	t := x.resolve(key)
	if t == nil || t.name == "" {
		return "", false
	}
	out := relative(from, t.name)
	if u == work && at.RawQuery != "" {
		out += "?" + at.RawQuery
	}
	if at.Fragment != "" && (!t.page || t.ids[at.Fragment]) {
		if t.name == from {
			out = ""
		}
		out += "#" + at.EscapedFragment()
	}
	return out, true
}

// writePage writes a page with references into the copy, and sets the gallery's name from it.
func (x *exporter) writePage(key string, t *target, gallery *string) error {
	doc, err := x.parse(t.saved)
	if err != nil {
		return err
	}
	base := must(url.Parse(key))
	sells := false
	visit(doc, func(s *goquery.Selection, u use, ref string) (string, bool) {
		to, ok := x.refer(base, t.name, ref, u)
		switch {
		case ok:
		case s.Is("link, iframe"):
			s.Remove()
		case u == link && strings.HasSuffix(ref, "/checkout/") && !sells:
			sells = true
			s.ReplaceWithHtml("<span>Not for sale in this copy</span>")
		case u == link:
			unlink(s)
		}
		return to, ok
	})
	*gallery = doc.Find(`meta[property="og:site_name"]`).AttrOr("content", *gallery)
	addPolicy(doc, pagePolicy)
	note := fmt.Sprintf(`<p style="flex-basis:100%%">This is a copy of the gallery from %s. It works without a server, and sells nothing. <a href="%s">About this copy</a></p>`,
		x.date(), relative(t.name, aboutFile))
	place := doc.Find("footer").First()
	if place.Length() == 0 {
		place = doc.Find("body")
	}
	place.PrependHtml(note)
	return x.put(t.name, render(doc))
}

// unlink removes a link without a target in the copy. It keeps the link's text where a sentence or a list of details needs it.
func unlink(s *goquery.Selection) {
	parent := s.Parent()
	alone := strings.TrimSpace(parent.Text()) == strings.TrimSpace(s.Text())
	switch {
	case parent.Is("li") && alone:
		parent.Remove()
	case parent.Is("li, p, dd, td, em, strong, span, h1, h2, h3, small"):
		s.ReplaceWithSelection(s.Contents())
	default:
		s.Remove()
	}
}

func (x *exporter) writeSheet(key string, t *target) error {
	sheet, err := x.root.ReadFile(t.saved)
	if err != nil {
		return err
	}
	base := must(url.Parse(key))
	out := rewriteStyles(string(sheet), func(ref string) (string, bool) {
		if data, ok := x.inline(base, ref); ok {
			return data, true
		}
		return x.refer(base, t.name, ref, shown)
	})
	return x.put(t.name, []byte(out))
}

// inline returns the content of a file that browsers don't load from disk.
func (x *exporter) inline(base *url.URL, ref string) (string, bool) {
	at, err := base.Parse(ref)
	if err != nil {
		return "", false
	}
	key, _ := x.key(at)
	t := x.targets[key]
	if t == nil || t.name == "" || inlined[path.Ext(t.name)] == "" {
		return "", false
	}
	data, err := x.root.ReadFile(t.name)
	if err != nil || len(data) > maxInline {
		return "", false
	}
	return "data:" + inlined[path.Ext(t.name)] + ";base64," + base64.StdEncoding.EncodeToString(data), true
}

// manifest lists everything in a copy in machine-readable form.
type manifest struct {
	Gallery    string            `json:"gallery"`
	Site       string            `json:"site"`
	ExportedAt time.Time         `json:"exportedAt"`
	BuildID    string            `json:"buildId"`
	Pages      map[string]string `json:"pages"` // address → file
	Files      []entry           `json:"files"`
	Missing    []string          `json:"missing,omitempty"`
	Failed     []string          `json:"failed,omitempty"`
}

type entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// finish hashes all files and deletes those of an earlier copy that this one doesn't have.
func (x *exporter) finish(gallery string) (report, error) {
	m := manifest{
		Gallery: gallery, Site: x.public, ExportedAt: x.now.UTC().Truncate(time.Second), BuildID: x.config.BuildID, Pages: map[string]string{},
		Missing: slices.Sorted(slices.Values(x.missing)), Failed: slices.Sorted(slices.Values(x.failed)),
	}
	for key, t := range x.targets {
		if t.page {
			m.Pages[key] = t.name
		}
	}
	if err := x.removeFormer(); err != nil {
		return report{}, err
	}
	r := report{pages: len(m.Pages), missing: m.Missing, failed: m.Failed}
	if x.ownership != nil {
		r.tokens = len(x.ownership.Tokens)
	}
	for _, name := range slices.Sorted(maps.Keys(x.written)) {
		e, err := sum(x.root.FS(), name)
		if err != nil {
			return r, err
		}
		m.Files = append(m.Files, e)
		r.bytes += e.Size
	}
	r.files = len(m.Files)
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return r, err
	}
	if err := x.put(manifestFile, append(data, '\n')); err != nil {
		return r, err
	}
	own, err := sum(x.root.FS(), manifestFile)
	if err != nil {
		return r, err
	}
	var sums bytes.Buffer
	for _, e := range append(m.Files, own) {
		fmt.Fprintf(&sums, "%s  %s\n", e.SHA256, e.Path)
	}
	if err := x.put(sumsFile, sums.Bytes()); err != nil {
		return r, err
	}
	return r, x.root.RemoveAll(partial)
}

// removeFormer deletes files that only an earlier copy has. Other files in the folder stay.
func (x *exporter) removeFormer() error {
	data, err := x.root.ReadFile(sumsFile)
	if err != nil {
		return nil //nolint:nilerr // there is no earlier copy
	}
	for name := range readSums(data) {
		if x.written[name] {
			continue
		}
		if err := x.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// readSums returns the hashes of SHA256SUMS by file.
func readSums(data []byte) map[string]string {
	sums := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if hash, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  "); ok {
			sums[name] = hash
		}
	}
	return sums
}

func sum(files fs.FS, name string) (entry, error) {
	f, err := files.Open(name)
	if err != nil {
		return entry{}, err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return entry{name, n, hex.EncodeToString(h.Sum(nil))}, err
}

package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The files that describe an export.
const (
	sumsFile      = "SHA256SUMS"
	manifestFile  = "manifest.json"
	aboutFile     = "about-this-copy.html"
	ownershipPage = "ownership/index.html"
	ownershipJSON = "ownership/ownership.json"
	ownershipCSV  = "ownership/ownership.csv"
)

// write writes pages and style sheets, whose targets are all known by now, and the files that describe the export.
func (x *exporter) write() (Report, error) {
	for _, name := range []string{"index.html", aboutFile, ownershipPage, ownershipJSON, ownershipCSV, manifestFile} {
		x.names[name] = true
	}
	title := ""
	for _, key := range slices.Sorted(maps.Keys(x.targets)) {
		t := x.targets[key]
		var err error
		switch {
		case t.kind == page:
			var gallery string
			if gallery, err = x.writePage(key, t); gallery != "" {
				title = gallery
			}
		case t.kind == file && path.Ext(t.name) == ".css":
			err = x.writeSheet(key, t)
		}
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", key, err)
		}
	}
	if err := x.writeOwnership(title); err != nil {
		return Report{}, err
	}
	if err := x.writeAbout(title); err != nil {
		return Report{}, err
	}
	return x.finish(title)
}

// resolve follows redirects of the site.
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

// refer returns the reference from one file of the export to what the address ref became.
func (x *exporter) refer(base *url.URL, from, ref string, u use) (string, bool) {
	at, err := base.Parse(strings.TrimSpace(ref))
	if err != nil {
		return "", false
	}
	var t *target
	if u == link {
		key, ok := x.key(at.String())
		switch {
		case !ok && (at.Host == "" || origin(at.String()) == x.public): // a file, or an API
			if key, ok = x.fileKey(at); !ok {
				return ref, at.Scheme != "" // mailto: and similar
			}
		case !ok:
			return ref, true // another site
		}
		t = x.resolve(key)
	} else if key, ok := x.fileKey(at); ok {
		t = x.targets[key]
	}
	if t == nil || t.kind != page && t.kind != file || t.name == "" {
		return "", false
	}
	out := relative(from, t.name)
	if u == work && at.RawQuery != "" {
		out += "?" + at.RawQuery
	}
	if at.Fragment != "" && (t.kind == file || t.ids[at.Fragment]) {
		if t.name == from {
			out = ""
		}
		out += "#" + at.EscapedFragment()
	}
	return out, true
}

func (x *exporter) writePage(key string, t *target) (gallery string, err error) {
	data, err := x.root.ReadFile(t.saved)
	if err != nil {
		return "", err
	}
	doc, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	base := must(url.Parse(key))
	var lost []*html.Node
	buys := map[*html.Node]bool{}
	visit(doc, func(n *html.Node, u use, ref string) (string, bool) {
		to, ok := x.refer(base, t.name, ref, u)
		if !ok && (u == link || n.DataAtom == atom.Link || n.DataAtom == atom.Iframe) {
			lost, buys[n] = append(lost, n), strings.HasSuffix(ref, "/checkout/")
		}
		return to, ok
	})
	said := false
	for _, n := range lost {
		if n.DataAtom != atom.A {
			remove(n)
			continue
		}
		said = unlink(n, buys[n] && !said) || said
	}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.DataAtom == atom.Meta && attr(n, "property") == "og:site_name" {
			gallery = attr(n, "content")
		}
	}
	if head := first(doc, named(atom.Head)); head != nil {
		head.InsertBefore(element(atom.Meta, "", "http-equiv", "Content-Security-Policy", "content", "script-src 'none'; object-src 'none'"), head.FirstChild)
	}
	x.note(doc, t.name)
	return gallery, x.put(t.name, []byte(render(doc)))
}

// unlink removes a link without a target in the copy. It keeps the link's text where a sentence or a list of details needs it.
func unlink(n *html.Node, sells bool) (said bool) {
	parent := n.Parent
	if parent == nil {
		return false
	}
	if sells {
		parent.InsertBefore(element(atom.Span, notSold), n)
		remove(n)
		return true
	}
	alone := text(parent) == text(n)
	switch parent.DataAtom {
	case atom.Li:
		if alone {
			remove(parent)
			return false
		}
	case atom.P, atom.Dd, atom.Td, atom.Em, atom.Strong, atom.Span, atom.H1, atom.H2, atom.H3, atom.Small:
	default:
		remove(n)
		return false
	}
	unwrap(n)
	return false
}

// note adds a note to each page that it is a copy.
func (x *exporter) note(doc *html.Node, name string) {
	place := first(doc, named(atom.Footer))
	if place == nil {
		place = first(doc, named(atom.Body))
	}
	if place == nil {
		return
	}
	p := element(atom.P, copyFrom(x.Now)+" ", "style", "flex-basis:100%")
	p.AppendChild(element(atom.A, aboutLink, "href", relative(name, aboutFile)))
	place.InsertBefore(p, place.FirstChild)
}

// maxInline is the maximum size of a font or an icon that is inlined into the style sheet, because browsers don't load those from disk.
const maxInline = 1 << 20

func (x *exporter) writeSheet(key string, t *target) error {
	sheet, err := x.root.ReadFile(t.saved)
	if err != nil {
		return err
	}
	base := must(url.Parse(key))
	out := rewriteStyles(string(sheet), func(ref string) (string, bool) {
		if at, err := base.Parse(ref); err == nil {
			if fileKey, ok := x.fileKey(at); ok {
				if data, ok := x.inline(x.targets[fileKey]); ok {
					return data, true
				}
			}
		}
		return x.refer(base, t.name, ref, shown)
	})
	return x.put(t.name, []byte(out))
}

func (x *exporter) inline(t *target) (string, bool) {
	if t == nil || t.kind != file || t.name == "" {
		return "", false
	}
	types := map[string]string{".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".otf": "font/otf", ".svg": "image/svg+xml"}
	mediaType, ok := types[path.Ext(t.name)]
	if !ok {
		return "", false
	}
	data, err := x.root.ReadFile(t.name)
	if err != nil || len(data) > maxInline {
		return "", false
	}
	return "data:" + mediaType + ";base64," + encode(data), true
}

func (x *exporter) writeOwnership(gallery string) error {
	o := x.Ownership
	if o == nil {
		return nil
	}
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	if err := x.put(ownershipJSON, append(data, '\n')); err != nil {
		return err
	}
	var list bytes.Buffer
	w := csv.NewWriter(&list)
	rows := [][]string{{"token_id", "chain_id", "contract", "artwork_id", "edition", "of", "title", "artist", "location", "holder"}}
	for _, t := range o.Tokens {
		rows = append(rows, []string{
			t.TokenID, fmt.Sprint(t.ChainID), t.Contract, t.ArtworkID, fmt.Sprint(t.EditionNumber), fmt.Sprint(t.EditionSize), t.Title, t.Artist, t.Location, t.Holder,
		})
		if len(t.Claim) > 0 {
			if err := x.put(claimName(t), append(bytes.Clone(t.Claim), '\n')); err != nil {
				return err
			}
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	if err := x.put(ownershipCSV, list.Bytes()); err != nil {
		return err
	}
	return x.putTemplate(ownershipPage, "ownership", x.ownershipView(gallery))
}

func claimName(t Token) string { return "ownership/claims/" + t.TokenID + ".json" }

// manifest lists everything in an export in machine-readable form.
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

// finish hashes all files and deletes those of an earlier export that this one doesn't have.
func (x *exporter) finish(gallery string) (Report, error) {
	r := Report{Missing: slices.Sorted(slices.Values(x.missing)), Failed: slices.Sorted(slices.Values(x.failed))}
	if x.Ownership != nil {
		r.Tokens = len(x.Ownership.Tokens)
	}
	m := manifest{
		Gallery: gallery, Site: x.public, ExportedAt: x.Now.UTC().Truncate(time.Second), BuildID: x.about.BuildID, Pages: map[string]string{},
		Missing: r.Missing, Failed: r.Failed,
	}
	written := map[string]bool{"index.html": true, aboutFile: true, ownershipPage: x.Ownership != nil, ownershipJSON: x.Ownership != nil, ownershipCSV: x.Ownership != nil}
	for key, t := range x.targets {
		if t.name == "" || t.kind != page && t.kind != file {
			continue
		}
		written[t.name] = true
		if t.kind == page {
			m.Pages[key] = t.name
		}
	}
	if x.Ownership != nil {
		for _, t := range x.Ownership.Tokens {
			written[claimName(t)] = len(t.Claim) > 0
		}
	}
	if err := x.removeFormer(written); err != nil {
		return r, err
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !written[name] {
			continue
		}
		e, err := sum(x.root.FS(), name)
		if err != nil {
			return r, err
		}
		m.Files = append(m.Files, e)
		r.Bytes += e.Size
	}
	r.Pages, r.Files = len(m.Pages), len(m.Files)
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

// removeFormer deletes files that only an earlier export's manifest lists. Other files in the folder stay.
func (x *exporter) removeFormer(written map[string]bool) error {
	data, err := x.root.ReadFile(sumsFile)
	if err != nil {
		return nil //nolint:nilerr // there is no earlier export
	}
	for _, e := range readSums(data) {
		if !written[e.Path] {
			if err := x.root.Remove(e.Path); err != nil && !isNotExist(err) {
				return err
			}
		}
	}
	return nil
}

func readSums(data []byte) (out []entry) {
	for scanner := bufio.NewScanner(bytes.NewReader(data)); scanner.Scan(); {
		if hash, name, ok := strings.Cut(scanner.Text(), "  "); ok {
			out = append(out, entry{Path: name, SHA256: hash})
		}
	}
	return out
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

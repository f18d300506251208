package main

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// use is the purpose of a reference.
type use int

const (
	// link points to a page or a document.
	link use = iota
	// shown is part of the page: an image, a video, a style sheet.
	shown
	// work is the page of a live work.
	work
)

// dead are the elements that run in the browser or need the server.
const dead = `script:not([type="application/ld+json"]), link:not([rel="stylesheet"], [rel="icon"], [rel="canonical"]), base, template,
	meta[http-equiv], meta[property^="og:image"], meta[name^="twitter:image"], meta[name^="next-"],
	form, fieldset, input, select, textarea, button, search, output, label:has(input, select, textarea),
	canvas, dialog, object, embed, a[aria-haspopup]:not([aria-haspopup=""]), [aria-busy="true"]`

var (
	// candidate is an image of a srcset with its width or density.
	candidate = regexp.MustCompile(`([^\s,]\S*[^\s,])(\s+[0-9.]+[wx])?\s*(?:,|$)`)
	// completed matches the calls that move the late parts of a streamed page into place.
	completed = regexp.MustCompile(`\$R[CS]\("([BS]:[0-9a-f]+)","([SP]:[0-9a-f]+)"`)
)

// parse reads an unfinished page as a browser without scripts does.
func (x *exporter) parse(saved string) (*goquery.Document, error) {
	data, err := x.root.ReadFile(saved)
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(bytes.NewReader(data), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	return goquery.NewDocumentFromNode(root), nil
}

func render(doc *goquery.Document) []byte {
	var b bytes.Buffer
	_ = html.Render(&b, doc.Nodes[0]) // a Buffer never fails, and a parsed document is always valid
	return b.Bytes()
}

func ids(doc *goquery.Document) map[string]bool {
	out := map[string]bool{}
	for _, s := range doc.Find("[id]").EachIter() {
		out[s.AttrOr("id", "")] = true
	}
	return out
}

// addPolicy adds a content security policy. A page on disk has no headers for it.
func addPolicy(doc *goquery.Document, policy string) {
	doc.Find("head").PrependHtml(`<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(policy) + `">`)
}

// strip removes everything that runs in the browser or contacts the server.
func strip(doc *goquery.Document) {
	fill(doc)
	for _, s := range doc.Find("noscript").EachIter() {
		s.ReplaceWithSelection(s.Contents())
	}
	doc.Find(dead).Remove()
	doc.Find("video, audio").SetAttr("controls", "").RemoveAttr("autoplay")
	all := doc.Find("*")
	for _, n := range all.Nodes {
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
			// Files on disk have no origin for crossorigin to allow, and integrity would fail for files that the export rewrites.
			return strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"nonce", "integrity", "crossorigin", "ping"}, a.Key)
		})
	}
	all.Contents().FilterFunction(func(_ int, s *goquery.Selection) bool { return s.Nodes[0].Type == html.CommentNode }).Remove()
	// A section with nothing but a heading left is empty.
	for _, s := range doc.Find("section:not(:has(img, video, audio, svg, iframe))").EachIter() {
		if letters(s) <= letters(s.Find("h1, h2, h3")) {
			s.Remove()
		}
	}
}

func letters(s *goquery.Selection) int { return len(strings.Join(strings.Fields(s.Text()), "")) }

// fill moves the late parts of a streamed page into place, as its scripts would.
func fill(doc *goquery.Document) {
	places := map[string]*goquery.Selection{}
	for _, s := range doc.Find("[id]").EachIter() {
		places[s.AttrOr("id", "")] = s
	}
	for _, script := range doc.Find("script").EachIter() {
		for _, call := range completed.FindAllStringSubmatch(script.Text(), -1) {
			place, part := places[call[1]], places[call[2]]
			if strings.HasPrefix(call[1], "S:") { // the part comes first
				place, part = part, place
			}
			if place == nil || part == nil || place.Nodes[0].Parent == nil {
				continue
			}
			if strings.HasPrefix(call[1], "B:") {
				dropFallback(place.Nodes[0])
			}
			place.ReplaceWithSelection(part.Contents())
			part.Remove()
		}
	}
}

// dropFallback removes the placeholder content that is shown until a late part arrives: everything up to the comment that ends it.
func dropFallback(place *html.Node) {
	depth := 0
	for n := place.NextSibling; n != nil; {
		next := n.NextSibling
		if n.Type == html.CommentNode {
			switch {
			case n.Data == "/$" && depth == 0:
				return
			case n.Data == "/$":
				depth--
			case n.Data == "$" || n.Data == "$?" || n.Data == "$!" || n.Data == "$~":
				depth++
			}
		}
		n.Parent.RemoveChild(n)
		n = next
	}
}

// runLive shows the first edition of a live work directly where the page would start it with a script.
func (x *exporter) runLive(doc *goquery.Document, key string) {
	slug := ""
	if m := artwork.FindStringSubmatch(key); m != nil {
		slug = m[1]
	} else if _, onTV, ok := strings.Cut(key, "?work="); ok {
		slug = onTV
	}
	live, ok := x.live[slug]
	if !ok {
		return
	}
	address := must(x.art.Parse(live.path))
	address.RawQuery = url.Values{"hash": {live.hash}}.Encode()
	sheet := doc.Find("[data-sheet]").First()
	// The address of a live work belongs to the frame only: works are untrusted.
	sheet.AppendHtml(`<iframe sandbox="allow-scripts" allow="" loading="lazy"></iframe>`)
	sheet.Find("iframe").SetAttr("title", strings.TrimSpace(doc.Find("h1").First().Text())).SetAttr("src", address.String())
	sheet.Closest("[data-state]").SetAttr("data-state", "live")
}

// visit calls fn for each reference of a document. fn returns the new reference, or false to remove the attribute.
func visit(doc *goquery.Document, fn func(s *goquery.Selection, u use, ref string) (string, bool)) {
	change := func(selector, name string, u use) {
		for _, s := range doc.Find(selector).EachIter() {
			ref := s.AttrOr(name, "")
			if strings.HasPrefix(ref, "data:") {
				continue
			}
			if to, ok := fn(s, u, ref); ok {
				s.SetAttr(name, to)
			} else {
				s.RemoveAttr(name)
			}
		}
	}
	change("a[href], area[href]", "href", link)
	change(`link[href]:not([rel="canonical"])`, "href", shown)
	change("iframe[src]", "src", work)
	change("[src]:not(iframe)", "src", shown)
	change("[poster]", "poster", shown)
	change(`svg [href]:not(a):not([href^="#"])`, "href", shown)
	for _, s := range doc.Find("style").EachIter() {
		if text := s.Nodes[0].FirstChild; text != nil {
			text.Data = rewriteStyles(text.Data, func(ref string) (string, bool) { return fn(s, shown, ref) })
		}
	}
	for _, s := range doc.Find(`[style*="url("]`).EachIter() {
		s.SetAttr("style", rewriteStyles(s.AttrOr("style", ""), func(ref string) (string, bool) { return fn(s, shown, ref) }))
	}
	for _, s := range doc.Find("[srcset]").EachIter() {
		var out []string
		for _, m := range candidate.FindAllStringSubmatch(s.AttrOr("srcset", ""), -1) {
			if ref, ok := fn(s, shown, m[1]); ok {
				out = append(out, ref+m[2])
			}
		}
		if len(out) > 0 {
			s.SetAttr("srcset", strings.Join(out, ", "))
		} else {
			s.RemoveAttr("srcset")
		}
	}
}

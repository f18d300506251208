package export

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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

var (
	// candidate is an image of a srcset with its width or density.
	candidate = regexp.MustCompile(`([^\s,]\S*[^\s,])(\s+[0-9.]+[wx])?\s*(?:,|$)`)
	// completed matches the calls that move the late parts of a streamed page into place.
	completed = regexp.MustCompile(`\$R[CS]\("([BS]:[0-9a-f]+)","([SP]:[0-9a-f]+)"`)
)

func nodes(root *html.Node, is func(*html.Node) bool) (out []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && is(n) {
			out = append(out, n)
		}
	}
	return out
}

func first(root *html.Node, is func(*html.Node) bool) *html.Node {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && is(n) {
			return n
		}
	}
	return nil
}

func named(names ...atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(names, n.DataAtom) }
}

func get(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

func attr(n *html.Node, name string) string {
	v, _ := get(n, name)
	return v
}

func setAttr(n *html.Node, name, value string) {
	removeAttr(n, name)
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}

func removeAttr(n *html.Node, name string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func remove(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

// unwrap replaces an element with its children.
func unwrap(n *html.Node) {
	if n.Parent == nil {
		return
	}
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

func element(a atom.Atom, children string, attrs ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, DataAtom: a, Data: a.String()}
	for i := 0; i+1 < len(attrs); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: attrs[i], Val: attrs[i+1]})
	}
	if children != "" {
		n.AppendChild(&html.Node{Type: html.TextNode, Data: children})
	}
	return n
}

func render(doc *html.Node) string {
	var b strings.Builder
	_ = html.Render(&b, doc) // a Builder never fails, and a parsed document is always valid
	return b.String()
}

func noindex(doc *html.Node) bool {
	return first(doc, func(n *html.Node) bool {
		return n.DataAtom == atom.Meta && attr(n, "name") == "robots" && strings.Contains(attr(n, "content"), "noindex")
	}) != nil
}

func ids(doc *html.Node) map[string]bool {
	out := map[string]bool{}
	for _, n := range nodes(doc, func(n *html.Node) bool { return attr(n, "id") != "" }) {
		out[attr(n, "id")] = true
	}
	return out
}

// fill moves the late parts of a streamed page into place, as its scripts would.
func fill(doc *html.Node) {
	places := map[string]*html.Node{}
	for _, n := range nodes(doc, func(n *html.Node) bool { return attr(n, "id") != "" }) {
		places[attr(n, "id")] = n
	}
	for _, script := range nodes(doc, named(atom.Script)) {
		if script.FirstChild == nil {
			continue
		}
		for _, call := range completed.FindAllStringSubmatch(script.FirstChild.Data, -1) {
			place, part := places[call[1]], places[call[2]]
			if strings.HasPrefix(call[1], "S:") { // the part comes first
				place, part = part, place
			}
			if place == nil || part == nil || place.Parent == nil {
				continue
			}
			if strings.HasPrefix(call[1], "B:") {
				dropFallback(place)
			}
			for c := part.FirstChild; c != nil; c = part.FirstChild {
				part.RemoveChild(c)
				place.Parent.InsertBefore(c, place)
			}
			remove(place)
			remove(part)
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
		remove(n)
		n = next
	}
}

// strip removes everything that runs in the browser or contacts the server.
func strip(doc *html.Node) {
	fill(doc)
	for _, n := range nodes(doc, named(atom.Noscript)) {
		unwrap(n)
	}
	dead := map[atom.Atom]bool{
		atom.Form: true, atom.Fieldset: true, atom.Input: true, atom.Select: true, atom.Textarea: true, atom.Template: true, atom.Base: true,
		atom.Output: true, atom.Canvas: true, atom.Dialog: true, atom.Object: true, atom.Embed: true,
	}
	for _, n := range nodes(doc, func(*html.Node) bool { return true }) {
		switch {
		case n.DataAtom == atom.Script && attr(n, "type") != "application/ld+json",
			dead[n.DataAtom],
			n.DataAtom == atom.Button,
			n.Data == "search",
			n.DataAtom == atom.Link && !isKeptLink(n),
			n.DataAtom == atom.Meta && !isKeptMeta(n),
			n.DataAtom == atom.A && attr(n, "aria-haspopup") != "",
			n.DataAtom == atom.Label && first(n, named(atom.Input, atom.Select, atom.Textarea)) != nil,
			attr(n, "aria-busy") == "true":
			remove(n)
			continue
		case n.DataAtom == atom.Video || n.DataAtom == atom.Audio:
			setAttr(n, "controls", "")
			removeAttr(n, "autoplay")
		}
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
			// Files on disk have no origin for crossorigin to allow, and integrity would fail for files that the export rewrites.
			return strings.HasPrefix(a.Key, "on") || a.Key == "nonce" || a.Key == "integrity" || a.Key == "crossorigin" || a.Key == "ping"
		})
	}
	for n := range doc.Descendants() {
		if n.Type == html.CommentNode {
			defer remove(n)
		}
	}
	dropEmpty(doc)
}

// dropEmpty removes sections with nothing but a heading left.
func dropEmpty(doc *html.Node) {
	content := named(atom.Img, atom.Video, atom.Audio, atom.Svg, atom.Iframe)
	for _, section := range nodes(doc, named(atom.Section)) {
		headings := 0
		for _, h := range nodes(section, named(atom.H1, atom.H2, atom.H3)) {
			headings += len(text(h))
		}
		if first(section, content) == nil && len(strings.Join(strings.Fields(text(section)), "")) <= headings {
			remove(section)
		}
	}
}

func isKeptLink(n *html.Node) bool {
	switch attr(n, "rel") {
	case "stylesheet", "icon", "canonical":
		return true
	}
	return false
}

func isKeptMeta(n *html.Node) bool {
	if attr(n, "http-equiv") != "" {
		return false
	}
	name := attr(n, "property") + attr(n, "name")
	return !strings.HasPrefix(name, "og:image") && !strings.HasPrefix(name, "twitter:image") && !strings.HasPrefix(name, "next-")
}

// runLive shows the first edition of a live work directly where the page would start it with a script.
func (x *exporter) runLive(doc *html.Node, key string) {
	at := ""
	if m := artwork.FindStringSubmatch(key); m != nil {
		at = m[1]
	} else if _, on, ok := strings.Cut(key, "?work="); ok {
		at = on
	}
	live, ok := x.live[at]
	sheet := first(doc, func(n *html.Node) bool { _, ok := get(n, "data-sheet"); return ok })
	if !ok || sheet == nil {
		return
	}
	address := must(x.Art.Parse(live.path))
	address.RawQuery = url.Values{"hash": {live.hash}}.Encode()
	title := ""
	if h := first(doc, named(atom.H1)); h != nil {
		title = text(h)
	}
	// The address of a live work belongs to the frame only: works are untrusted.
	sheet.AppendChild(element(atom.Iframe, "", "src", address.String(), "title", title, "sandbox", "allow-scripts", "allow", "", "loading", "lazy"))
	for n := sheet; n != nil && n.Type == html.ElementNode; n = n.Parent {
		if _, ok := get(n, "data-state"); ok {
			setAttr(n, "data-state", "live")
			break
		}
	}
}

// visit calls fn for each reference of a document. fn returns the new reference, or false to remove the attribute or the link.
// shown, or the link.
func visit(doc *html.Node, fn func(n *html.Node, u use, ref string) (string, bool)) {
	for _, n := range nodes(doc, func(*html.Node) bool { return true }) {
		switch n.DataAtom {
		case atom.A, atom.Area:
			change(n, "href", link, fn)
			continue
		case atom.Link:
			if attr(n, "rel") != "canonical" {
				change(n, "href", shown, fn)
			}
			continue
		case atom.Iframe:
			change(n, "src", work, fn)
			continue
		}
		if n.Namespace == "svg" {
			for i, a := range n.Attr {
				if a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					n.Attr[i].Val, _ = fn(n, shown, a.Val)
				}
			}
			continue
		}
		if n.DataAtom == atom.Style && n.FirstChild != nil {
			n.FirstChild.Data = rewriteStyles(n.FirstChild.Data, func(ref string) (string, bool) { return fn(n, shown, ref) })
		}
		if style, ok := get(n, "style"); ok && strings.Contains(style, "url(") {
			setAttr(n, "style", rewriteStyles(style, func(ref string) (string, bool) { return fn(n, shown, ref) }))
		}
		for _, name := range []string{"src", "poster"} {
			change(n, name, shown, fn)
		}
		if set, ok := get(n, "srcset"); ok {
			var out []string
			for _, m := range candidate.FindAllStringSubmatch(set, -1) {
				if ref, ok := fn(n, shown, m[1]); ok {
					out = append(out, ref+m[2])
				}
			}
			setAttr(n, "srcset", strings.Join(out, ", "))
			if len(out) == 0 {
				removeAttr(n, "srcset")
			}
		}
	}
}

func change(n *html.Node, name string, u use, fn func(*html.Node, use, string) (string, bool)) {
	ref, ok := get(n, name)
	if !ok || strings.HasPrefix(ref, "data:") {
		return
	}
	if to, ok := fn(n, u, ref); ok {
		setAttr(n, name, to)
	} else {
		removeAttr(n, name)
	}
}

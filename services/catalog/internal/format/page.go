package format

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// defaultSide is the size of a live work that doesn't set its own: a square.
const defaultSide = 1600

// maxSide is the longest side of a live work, in pixels.
const maxSide = 16_384

// Page is what the catalog reads from the page of a live work.
type Page struct{ Width, Height int }

var (
	pageStart = regexp.MustCompile(`(?i)^(\x{FEFF})?\s*(<!--[^>]*-->\s*)?<(!doctype\s+html|html)[\s>]`)
	sizeOf    = regexp.MustCompile(`^\s*([1-9][0-9]{0,4})\s*[x×]\s*([1-9][0-9]{0,4})\s*$`)
	// styleURL matches what a style sheet loads.
	styleURL = regexp.MustCompile(`(?i)url\(\s*["']?\s*([^"')\s]*)|@import\s+["']([^"']*)`)
)

// loading are the attributes through which elements load resources.
var loading = []string{"src", "srcset", "href", "xlink:href", "data", "poster", "background", "action", "formaction", "ping", "manifest"}

// forbidden are elements that the art origin's policy blocks.
var forbidden = []string{"base", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "portal"}

// IsPage reports whether a file starts like an HTML page.
func IsPage(file []byte) bool { return pageStart.Match(file) }

// ReadPage reads the page of a live work. problem says, for the artist, why it can't run on the art origin or isn't a live work; it is ""
// for a valid page. These checks only read the page's text; a proof checks how it draws.
func ReadPage(page []byte) (p Page, problem string) {
	p = Page{Width: defaultSide, Height: defaultSide}
	if !utf8.Valid(page) {
		return p, "isn't UTF-8: save it as UTF-8"
	}
	var scripts, styles strings.Builder
	into := (*strings.Builder)(nil)
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if problem := loads(styles.String()); problem != "" {
				return p, problem
			}
			return p, draws(scripts.String())
		case html.TextToken:
			if into != nil {
				into.Write(z.Text())
				into.WriteByte('\n')
			}
		case html.EndTagToken:
			into = nil
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if problem := element(&p, t, &styles); problem != "" {
				return p, problem
			}
			switch into = nil; t.Data {
			case "script":
				into = &scripts
			case "style":
				into = &styles
			}
		default:
		}
	}
}

// element returns the error in an element, or "". It also records the size of the work and its styles.
func element(p *Page, t html.Token, styles *strings.Builder) string {
	if slices.Contains(forbidden, t.Data) {
		return fmt.Sprintf("has a <%s>, which doesn't work in live works: remove it", t.Data)
	}
	of := make(map[string]string, len(t.Attr))
	for _, a := range t.Attr {
		name := a.Key
		if a.Namespace != "" {
			name = a.Namespace + ":" + name
		}
		of[name] = a.Val
		switch {
		case strings.HasPrefix(name, "on"):
			return fmt.Sprintf("has the attribute %s, which doesn't work in live works: use addEventListener in a script", name)
		case name == "style":
			styles.WriteString(a.Val + "\n")
		case slices.Contains(loading, name) && !isInside(a.Val):
			return outside(a.Val)
		}
	}
	if t.Data != "meta" {
		return ""
	}
	if of["http-equiv"] != "" {
		return "has a <meta http-equiv>: remove it"
	}
	if of["name"] != "artwork-size" {
		return ""
	}
	size := sizeOf.FindStringSubmatch(of["content"])
	if size == nil {
		return `has an artwork-size that isn't like 1600x1000`
	}
	p.Width, _ = strconv.Atoi(size[1])
	p.Height, _ = strconv.Atoi(size[2])
	if p.Width > maxSide || p.Height > maxSide {
		return fmt.Sprintf("has an artwork-size above %d pixels", maxSide)
	}
	return ""
}

// isInside reports whether an address refers to something in the page itself.
func isInside(address string) bool {
	a := strings.TrimSpace(address)
	if a == "" || strings.HasPrefix(a, "#") {
		return true
	}
	u, err := url.Parse(a)
	return err != nil && strings.HasPrefix(strings.ToLower(a), "data:") || err == nil && (u.Scheme == "data" || u.Scheme == "blob")
}

func outside(address string) string {
	const most = 80
	if len(address) > most {
		address = strings.ToValidUTF8(address[:most], "") + "…"
	}
	return fmt.Sprintf("loads %q, and a live work can't load anything: put everything into the page", address)
}

// loads returns the first external resource that a style sheet loads.
func loads(style string) string {
	for _, m := range styleURL.FindAllStringSubmatch(style, -1) {
		if address := m[1] + m[2]; !isInside(address) {
			return outside(address)
		}
	}
	return ""
}

// draws returns what the scripts of a live work lack, or "".
func draws(scripts string) string {
	switch {
	case strings.TrimSpace(scripts) == "":
		return "has no script that draws"
	case !strings.Contains(scripts, "hash"):
		return "never reads the hash: draw from new URLSearchParams(location.search).get('hash')"
	case !strings.Contains(scripts, "postMessage") || !strings.Contains(scripts, "ready"):
		return "never reports that it has drawn: call parent.postMessage({type: 'ready'}, '*') when it has"
	}
	return ""
}

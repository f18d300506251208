package content

import (
	"regexp"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// site are links of a text into the gallery itself, in Markdown.
var site = regexp.MustCompile(`\]\(/en/(artworks|artists|drops|curators|blog)/([^)\s/]+)/?\)`)

var (
	// markup is HTML in a text; an address between < and > is none.
	markup = regexp.MustCompile(`(^|[^\\])(</?[A-Za-z][A-Za-z0-9-]*(?:[ /][^<>]*)?>|<!--)`)
	quoted = regexp.MustCompile("`+[^`]*`+")
	fence  = regexp.MustCompile("^ {0,3}(```|~~~)")
	// elsewhere are addresses of links and pictures with a scheme.
	elsewhere = regexp.MustCompile(`(!?)\[[^\]]*\]\(\s*<?([A-Za-z][A-Za-z0-9+.-]*):`)
)

// prose reports text that the site would not show as intended: HTML appears as text, addresses of other kinds
// are dropped, and pictures of other hosts are not loaded.
func (f *folder) prose(name, body string, line int) {
	code := false
	for i, text := range strings.Split(body, "\n") {
		if fence.MatchString(text) {
			code = !code
			continue
		}
		if code || strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "\t") {
			continue
		}
		text = quoted.ReplaceAllString(text, "")
		if m := markup.FindStringSubmatch(text); m != nil {
			f.wrongf(name, line+i, "%s would be shown as it stands: a text is Markdown without HTML; to mean the letters, write \\<", m[2])
		}
		for _, m := range elsewhere.FindAllStringSubmatch(text, -1) {
			switch scheme := strings.ToLower(m[2]); {
			case m[1] == "!":
				f.wrongf(name, line+i, "a picture of another host is not loaded: pictures belong into media/, as a cover or as an artwork's media")
			case scheme != "http" && scheme != "https" && scheme != "mailto":
				f.wrongf(name, line+i, "a link to %s: would be dropped: expected http, https, mailto or an address of the gallery such as /en/artworks/", scheme)
			}
		}
	}
}

// links collects what a text links to, so that a link to nothing is reported. The words of an address may be out of date; its
// number counts.
func (f *folder) links(name, text string) {
	for _, m := range site.FindAllStringSubmatchIndex(text, -1) {
		kind, slug := text[m[2]:m[3]], text[m[4]:m[5]]
		if kind == "blog" {
			kind = "posts"
		}
		line := 1 + strings.Count(text[:m[0]], "\n")
		id, ok := artwork.IDOf(slug)
		if !ok {
			f.wrongf(name, line, "the link to %s has no number at its end, as in /en/artworks/bifocal-108/", slug)
			continue
		}
		f.refs = append(f.refs, ref{kind, id, name, line, "the link to " + slug})
	}
}

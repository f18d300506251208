package content

import (
	"regexp"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// site matches links within the gallery, in Markdown.
var site = regexp.MustCompile(`\]\(/en/(artworks|artists|drops|curators|blog)/([^)\s/]+)/?\)`)

var (
	// markup matches HTML in a text, but not an address between < and >.
	markup = regexp.MustCompile(`(^|[^\\])(</?[A-Za-z][A-Za-z0-9-]*(?:[ /][^<>]*)?>|<!--)`)
	quoted = regexp.MustCompile("`+[^`]*`+")
	fence  = regexp.MustCompile("^ {0,3}(```|~~~)")
	// elsewhere matches addresses of links and pictures with a scheme.
	elsewhere = regexp.MustCompile(`(!?)\[[^\]]*\]\(\s*<?([A-Za-z][A-Za-z0-9+.-]*):`)
)

// prose reports text that the site would not show as intended: HTML would be shown as text, links with other schemes
// would be removed, and pictures from other hosts are not loaded.
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
			f.wrongf(name, line+i, "%s would be shown literally, because texts are Markdown without HTML: write \\< for a literal <", m[2])
		}
		for _, m := range elsewhere.FindAllStringSubmatch(text, -1) {
			switch scheme := strings.ToLower(m[2]); {
			case m[1] == "!":
				f.wrongf(name, line+i, "pictures from other hosts are not loaded: put the picture into media/ and use it as a cover or in an artwork's media")
			case scheme != "http" && scheme != "https" && scheme != "mailto":
				f.wrongf(name, line+i, "a link to %s: would be removed: expected http, https, mailto or an address of the gallery such as /en/artworks/", scheme)
			}
		}
	}
}

// links collects a text's links to entries, so that broken ones are reported. The words in an address may be outdated; only its
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
			f.wrongf(name, line, "the link to %s does not end in a number, as in /en/artworks/bifocal-108/", slug)
			continue
		}
		f.refs = append(f.refs, ref{kind, id, name, line, "the link to " + slug})
	}
}

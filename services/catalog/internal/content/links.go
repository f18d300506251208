package content

import (
	"regexp"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// site are links of a text into the gallery itself, in Markdown.
var site = regexp.MustCompile(`\]\(/en/(artworks|artists|drops|curators|blog)/([^)\s/]+)/?\)`)

// links notes what a text links to, so that a link to nothing is told. The words of an address may be out of date; its
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
			f.wrongf(name, line, "the link to %s has no number at its end", slug)
			continue
		}
		f.refs = append(f.refs, ref{kind, id, name, line})
	}
}

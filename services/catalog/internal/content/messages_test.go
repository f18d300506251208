package content

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/format"
)

// TestMessagesSayWhatToDo makes one mistake at a time in a valid folder. Only the mistake is reported, with file, line, field and fix, and
// no errors that follow from it.
func TestMessagesSayWhatToDo(t *testing.T) {
	t.Parallel()
	const (
		w, p, d = "artworks/w.md", "posts/p.md", "drops/d.md"
		// A post links to the work, so that a work that can't be read might be reported twice.
		link = "[one](/en/artworks/one-7/)\n"
	)
	for name, c := range map[string]struct {
		file, from, to string // what is changed; with nothing in from, to is the file
		want           []string
	}{
		"a quote that is not closed": {w, `"Wärk: one"`, `"Wärk: one`, []string{`artworks/w.md:3: not YAML: title begins with ", which is not closed`}},
		"a colon in a value":         {w, `"Wärk: one"`, `Wärk: one`, []string{`artworks/w.md:3: not YAML: a value with a colon goes between quotes, as in title: "Wärk: one"`}},
		"a tab":                      {w, "  - file", "\t- file", []string{`artworks/w.md:15: not YAML: the line is indented with a tab: use spaces`}},
		"another indentation":        {w, "    alt: A dot", "   alt: A dot", []string{`artworks/w.md:16: not YAML: the line is indented by 3 spaces, others of its mapping by another number`}},
		"a reserved sign":            {w, `"Wärk: one"`, "@work", []string{`artworks/w.md:3: not YAML: a value that begins with @ goes between quotes`}},
		"a field twice":              {w, "id: 7\n", "id: 7\nid: 8\n", []string{`artworks/w.md:3: not YAML: id appears twice, first in line 2`}},
		"YAML that is no mapping":    {p, "", "---\nwords\n---\n", []string{`posts/p.md:2: expected fields, each on a line as in title: Harbour, not "words"`}},
		"front matter on one line":   {p, "", "---\n---\n", []string{`posts/p.md:2: expected fields, each on a line as in title: Harbour`}},
		"unclosed front matter":      {p, "", "---\nid: 1\n", []string{`posts/p.md:1: the front matter does not end: add a line of --- before the text`}},
		"another encoding":           {p, "title: Post", "title: caf\xe9", []string{`posts/p.md:1: is not UTF-8: save it with that encoding`}},
		"a file that is too large":   {p, "Text\n", strings.Repeat("x", 300<<10), []string{`posts/p.md:1: is 300 KiB, the maximum is 256 KiB`}},
		"a text that is too long":    {p, "Text\n", strings.Repeat("x", 100_001), []string{`posts/p.md:7: the text has 100001 characters, at most 100000 are allowed`}},

		"a misspelt field":             {w, "editionSize", "editonSize", []string{`artworks/w.md:2: editionSize is required`, `artworks/w.md:6: unknown field "editonSize": did you mean editionSize?`}},
		"an unknown field":             {p, "id: 1\n", "id: 1\nslug: my post\n", []string{`posts/p.md:3: unknown field "slug": expected one of author, category, cover, date, id, published, summary, title`}},
		"an artist by name":            {w, "artist: 1", "artist: ada", []string{`artworks/w.md:4: artist: expected the id of an entry in artists/, a whole number from 1 to 999999, not "ada"`}},
		"an unknown artist":            {w, "artist: 1", "artist: 12", []string{`artworks/w.md:4: artist: there is no entry with the id 12 in artists/`}},
		"an unknown category":          {w, "category: image", "category: oil", []string{`artworks/w.md:5: category "oil" is not in gallery.yaml: expected one of image`}},
		"an unknown kind of post":      {p, "category: press", "category: news", []string{`posts/p.md:4: category: expected one of press, not "news"`}},
		"no edition":                   {w, "editionSize: 5", "editionSize: 0", []string{`artworks/w.md:6: editionSize: expected a whole number from 1 to 10000, not "0"`}},
		"a price with a decimal point": {w, "amount: 1000", "amount: 10.00", []string{`artworks/w.md:7: amount: expected whole minor units (6500 for 65.00) from 1 to 2147483647, not "10.00"`}},
		"a quoted price":               {w, "amount: 1000", `amount: "1000"`, []string{`artworks/w.md:7: amount: expected whole minor units (6500 for 65.00) from 1 to 2147483647, not text: leave out the quotes`}},
		"a price in words":             {w, "{amount: 1000, currency: USD}", "10 USD", []string{`artworks/w.md:7: price: expected an amount in minor units, as in {amount: 6500, currency: USD} for 65.00, not "10 USD"`}},
		"a date in another format":     {w, "2026-11-30T10:00:00Z", "30/11/2026", []string{`artworks/w.md:8: publishedAt: expected a time like 2026-05-01T18:00:00Z or a day like 2026-05-01, not "30/11/2026"`}},
		"a day that doesn't exist":     {p, "2026-01-01", "2026-02-30", []string{`posts/p.md:5: date: expected a time like 2026-05-01T18:00:00Z or a day like 2026-05-01, not "2026-02-30"`}},
		"a value in place of a list":   {w, "curators: [1]", "curators: 1", []string{`artworks/w.md:10: curators: expected a list of ids, as in [1, 2], not "1"`}},
		"a mapping in place of a list": {w, "  - file: A Picture.png", "    file: A Picture.png", []string{`artworks/w.md:14: media: expected a list, each element after "- ", not a mapping`}},
		"yes":                          {p, "id: 1\n", "id: 1\npublished: yes\n", []string{`posts/p.md:3: published: expected true or false, not "yes"`}},
		"an end before the start":      {d, "curator: 1", "endsAt: 2026-11-30", []string{`drops/d.md:5: endsAt: a drop must end after its startsAt, 2026-12-01T10:00:00Z`}},
		"a duplicate id":               {"artworks/v.md", "", strings.Replace(sound()[w], "Wärk", "Verk", 1), []string{`artworks/w.md:2: id 7 is already used by artworks/v.md: 1 is free`}},
		"an address with spaces":       {"pages/About Us.md", "", "---\ntitle: About\n---\nText\n", []string{`pages/About Us.md:1: the file's name becomes the address: expected lowercase letters, digits and hyphens, such as about-us.md`}},
		"a category with spaces":       {"gallery.yaml", "slug: image", "slug: Still Image", []string{`gallery.yaml:4: slug: expected lowercase letters, digits and hyphens, such as still-image, not "Still Image"`}},
		"a currency in lower case":     {"gallery.yaml", "USD", "usd", []string{`gallery.yaml:2: currency: expected three capital letters such as USD, not "usd"`}},
		"a currency symbol":            {"gallery.yaml", "USD", "U$D", []string{`gallery.yaml:2: currency: expected three capital letters such as USD, not "U$D"`}},
		"krónur":                       {"gallery.yaml", "USD", "ISK", []string{`gallery.yaml:2: currency: ISK cannot be charged: card payments use other minor units for it than ISO 4217, so prices would be off by a factor of 100`}},
		"shillings":                    {"gallery.yaml", "USD", "UGX", []string{`gallery.yaml:2: currency: UGX cannot be charged: card payments use other minor units for it than ISO 4217, so prices would be off by a factor of 100`}},
		"ariary":                       {"gallery.yaml", "USD", "MGA", []string{`gallery.yaml:2: currency: MGA cannot be charged: card payments use other minor units for it than ISO 4217, so prices would be off by a factor of 100`}},
		"no readable gallery file":     {"gallery.yaml", "name: Test", "name: [", []string{`gallery.yaml:1: not YAML: sequence end token ']' not found: look at this line and the one before it`}},

		"a price as an exponent":      {w, "amount: 1000", "amount: 1e3", []string{`artworks/w.md:7: amount: expected whole minor units (6500 for 65.00) from 1 to 2147483647, not "1e3"`}},
		"a curator twice":             {w, "curators: [1]", "curators: [1, 1]", []string{`artworks/w.md:10: curators: element 2 repeats element 1`}},
		"an empty element":            {w, "  - file: A Picture.png\n    alt: A dot\n", "  []\n", []string{`artworks/w.md:14: media is empty`}},
		"a number in place of a list": {w, "curators: [1]", "curators: [1, ada]", []string{`artworks/w.md:10: curators: expected a whole number from 1 to 999999, not "ada"`}},
		"more withheld than exist":    {w, "withheld: [5, 2]", "withheld: [5, 6]", []string{`artworks/w.md:11: withheld: edition 6 is above the edition size of 5`}},
		"all but one and more":        {w, "withheld: [5, 2]", "withheld: 6", []string{`artworks/w.md:11: withheld: 6 is more than the edition size of 5`}},
		"an alias":                    {p, "title: Post", "title: &a Post\nsummary: *a", []string{`posts/p.md:3: only plain YAML is supported: no anchors, aliases, tags or infinity`, `posts/p.md:3: title is required`, `posts/p.md:4: only plain YAML is supported: no anchors, aliases, tags or infinity`}},
		"a null field":                {w, "artist: 1", "artist:", []string{`artworks/w.md:4: artist is required`}},
		"a generator with spaces":     {w, "    alt: A dot", "    alt: A dot\n    recipe: {generator: My Dots}", []string{`artworks/w.md:17: generator: expected lowercase letters, digits and hyphens, such as still-image, not "My Dots"`}},
		"two mistakes in one field":   {w, "publishedAt: 2026-11-30T10:00:00Z", "publishedAt: soon", []string{`artworks/w.md:8: publishedAt: expected a time like 2026-05-01T18:00:00Z or a day like 2026-05-01, not "soon"`}},

		"a missing picture":                  {w, "file: A Picture.png", "file: A Pictrue.png", []string{`artworks/w.md:15: file: there is no file media/A Pictrue.png: did you mean A Picture.png?`}},
		"capital letters":                    {w, "file: A Picture.png", "file: a picture.png", []string{`artworks/w.md:15: file: there is no file media/a picture.png: did you mean A Picture.png?`}},
		"a path that begins with media":      {w, "file: A Picture.png", "file: media/A Picture.png", []string{`artworks/w.md:15: file: there is no file media/media/A Picture.png: paths start inside media/, as in A Picture.png`}},
		"a missing folder":                   {w, "file: A Picture.png", "file: works/A Picture.png", []string{`artworks/w.md:15: file: there is no file media/works/A Picture.png: there is no folder media/works`}},
		"a Windows path":                     {w, "file: A Picture.png", `file: works\a.png`, []string{`artworks/w.md:15: file: there is no file media/works\a.png: write / between folders`}},
		"a picture without an extension":     {w, "file: A Picture.png", "file: a.svg", []string{`artworks/w.md:15: file: media/a.svg has an unsupported type: expected a name that ends in one of .avif .gif .glb .html .jpeg .jpg .js .mp3 .mp4 .ogg .png .tif .tiff .webm .webp`}},
		"an invalid picture":                 {w, "file: A Picture.png", "file: words.webp", []string{`artworks/w.md:15: file: media/words.webp is not a valid webp file: it is damaged or has the wrong name`}},
		"a picture with the wrong extension": {w, "file: A Picture.png", "file: png.webp", []string{`artworks/w.md:15: file: media/png.webp is not webp but image/png: rename it to end in .png`}},
		"a truncated picture":                {w, "file: A Picture.png", "file: half.png", []string{`artworks/w.md:15: file: media/half.png ends before it is complete: copy it again`}},
		"an empty picture":                   {w, "file: A Picture.png", "file: empty.png", []string{`artworks/w.md:15: file: media/empty.png is empty`}},
		"an invalid film":                    {w, "file: A Picture.png", "file: words.webm", []string{`artworks/w.md:15: file: media/words.webm is not a valid webm file: it is damaged or has the wrong name`}},
		"a truncated film":                   {w, "file: A Picture.png", "file: half.mp4", []string{`artworks/w.md:15: file: media/half.mp4 ends before it is complete: copy it again`}},
		"a picture in place of a film":       {w, "file: A Picture.png", "file: png.mp4", []string{`artworks/w.md:15: file: media/png.mp4 is not mp4 but image/png: rename it to end in .png`}},
		"a film of an unsupported format":    {w, "file: A Picture.png", "file: matroska.webm", []string{`artworks/w.md:15: file: media/matroska.webm is not webm but video/matroska: save it again as webm`}},
		"a picture in a film's container":    {w, "file: A Picture.png", "file: avif.mp4", []string{`artworks/w.md:15: file: media/avif.mp4 is not mp4 but image/avif: rename it to end in .avif`}},
		"a page in place of a film":          {w, "file: A Picture.png", "file: page.mp4", []string{`artworks/w.md:15: file: media/page.mp4 is not mp4 but text/html: save it again as mp4`}},
		"a picture in place of a page":       {w, "file: A Picture.png", "file: png.html", []string{`artworks/w.md:15: file: media/png.html is not html but image/png: rename it to end in .png`}},
		"a truncated JPEG":                   {w, "file: A Picture.png", "file: half.jpg", []string{`artworks/w.md:15: file: media/half.jpg ends before it is complete: copy it again`}},
		"a truncated WebP":                   {w, "file: A Picture.png", "file: half.webp", []string{`artworks/w.md:15: file: media/half.webp ends before it is complete: copy it again`}},
		"a truncated AVIF":                   {w, "file: A Picture.png", "file: half.avif", []string{`artworks/w.md:15: file: media/half.avif ends before it is complete: copy it again`}},
		"a huge film":                        {w, "file: A Picture.png", "file: huge.mp4", []string{`artworks/w.md:15: file: media/huge.mp4 is 300 MiB, the maximum is 200 MiB`}},
		"no alt":                             {w, "    alt: A dot\n", "", []string{`artworks/w.md:15: alt is required`}},

		"HTML": {p, "Text\n", "Text\n\n`<i>` \\<i> <https://a.example> 1 < 2\n\n```\n<b>\n```\n\nA <b>word</b>.\n<!-- a note -->\n", []string{
			`posts/p.md:15: <b> would be shown literally, because texts are Markdown without HTML: write \< for a literal <`,
			`posts/p.md:16: <!-- would be shown literally, because texts are Markdown without HTML: write \< for a literal <`,
		}},
		"a link with a forbidden scheme": {p, "Text\n", "[a](https://a.example) [b](mailto:b@example.org)\n[x](javascript:alert)\n", []string{
			`posts/p.md:8: a link to javascript: would be removed: expected http, https, mailto or an address of the gallery such as /en/artworks/`,
		}},
		"a picture on another host": {p, "Text\n", "![a](https://a.example/b.png)\n", []string{
			`posts/p.md:7: pictures from other hosts are not loaded: put the picture into media/ and use it as a cover or in an artwork's media`,
		}},
		"a link to nothing":       {p, "Text\n", "[x](/en/artworks/x-99/)\n", []string{`posts/p.md:7: the link to x-99: there is no entry with the id 99 in artworks/`}},
		"a link without a number": {p, "Text\n", "[x](/en/artworks/x/)\n", []string{`posts/p.md:7: the link to x does not end in a number, as in /en/artworks/bifocal-108/`}},
	} {
		t.Run(name, func(t *testing.T) {
			files := sound()
			files["posts/link.md"] = "---\nid: 2\ntitle: Link\ncategory: press\ndate: 2026-01-01\n---\n" + link
			if c.from == "" {
				files[c.file] = c.to
			} else {
				changed := strings.Replace(files[c.file], c.from, c.to, 1)
				if changed == files[c.file] {
					t.Fatal("the change has no effect")
				}
				files[c.file] = changed
			}
			root := write(t, files)
			damage(t, filepath.Join(root, "media"))
			_, err := Read(t.Context(), root, measured(t))
			found, _ := errors.AsType[ProblemsError](err)
			var told []string
			for _, problem := range found {
				told = append(told, problem.String())
			}
			if !slices.Equal(told, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(told, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// damage adds files whose content differs from their names.
func damage(t *testing.T, media string) {
	t.Helper()
	picture, err := os.ReadFile(filepath.Join(media, "A Picture.png"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"words.webp": "words", "words.webm": "words", "a.svg": "<svg/>", "empty.png": "", "huge.mp4": "",
		"png.webp": string(picture), "half.png": string(picture[:len(picture)-20]), "half.mp4": "\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x10\x00mdat....",
		"png.mp4": string(picture), "png.html": string(picture), "page.mp4": "<!doctype html><title>Not found</title>", "matroska.webm": "\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska",
		"avif.mp4": "\x00\x00\x00\x10ftypavif\x00\x00\x00\x00", "half.avif": "\x00\x00\x00\x10ftypavif\x00\x00\x00\x00\x00\x00\x10\x00mdat....",
		"half.jpg": "\xff\xd8\xff\xe0\x00\x10JFIF\x00", "half.webp": "RIFF\x00\x10\x00\x00WEBPVP8 ....",
	} {
		if err := os.WriteFile(filepath.Join(media, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(media, "huge.mp4"), 300<<20); err != nil {
		t.Fatal(err)
	}
}

// TestWholeFilesAreComplete checks that complete files aren't reported as truncated.
func TestWholeFilesAreComplete(t *testing.T) {
	t.Parallel()
	const film = "\x00\x00\x00\x10ftypisom\x00\x00\x00\x00" + // with one track of sound
		"\x00\x00\x00\x64moov\x00\x00\x00\x5ctrak\x00\x00\x00\x54mdia\x00\x00\x00\x14hdlr\x00\x00\x00\x00\x00\x00\x00\x00soun" +
		"\x00\x00\x00\x38minf\x00\x00\x00\x30stbl\x00\x00\x00\x28stsd\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x18mp4a................"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.mp4":  film + "\x00\x00\x00\x0cmdat....",
		"b.mp4":  film + "\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x14....",
		"c.mp4":  film + "\x00\x00\x00\x00mdat to the end",
		"d.webm": "\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", "e.mp3": "\xff\xfb\x90\x64....", "f.mp3": "ID3\x04\x00\x00\x00\x00\x00\x01", "g.ogg": "OggS\x00....",
		"h.glb": "glTF\x02\x00\x00\x00....", "i.html": "<!doctype html>", "j.js": "1", "k.mp4": strings.Replace(film, "isom", "M4V ", 1),
		"l.html": "A fragment, whose first sign is no mark of anything.", "m.js": "\ufeffexport const n = 'Wärk'",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			in, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if problem := format.Problem(in, filepath.Ext(name)); problem != "" {
				t.Errorf("%s %s, want none", name, problem)
			}
			if err := in.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

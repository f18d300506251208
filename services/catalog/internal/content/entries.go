package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

func (f *folder) artist(e entry) {
	a := artwork.ArtistEntry{Artist: artwork.Artist{
		Name: e.must("name", 200), SortName: e.text("sortName", 200), Bio: e.body,
		Born: e.year("born"), Died: e.year("died"),
		Place: e.text("place", 200), Website: e.web("website"), Portrait: f.single(&e, "portrait"),
	}, Account: f.account(&e, "artists"), Entry: artwork.Entry{Words: e.words}}
	f.identify(&e, "artists", a.Name)
	a.ID, a.Slug = e.id, e.slug
	if a.SortName == "" {
		a.SortName = sortName(a.Name)
	}
	f.c.Artists = append(f.c.Artists, a)
}

// sortName puts the last word first: "Edwin Austin Abbey" is sorted as "Abbey, Edwin Austin".
func sortName(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return name
	}
	return words[len(words)-1] + ", " + strings.Join(words[:len(words)-1], " ")
}

func (f *folder) curator(e entry) {
	c := artwork.CuratorEntry{Curator: artwork.Curator{
		Name: e.must("name", 200), Role: e.text("role", 200), Bio: e.body, Portrait: f.single(&e, "portrait"),
	}, Account: f.account(&e, "curators")}
	f.identify(&e, "curators", c.Name)
	c.ID, c.Slug = e.id, e.slug
	f.c.Curators = append(f.c.Curators, c)
}

func (f *folder) drop(e entry) artwork.Drop {
	d := artwork.Drop{
		Title: e.must("title", 200), Summary: e.text("summary", 1000), Body: e.body,
		Window: e.window(), CuratorID: f.refer(&e, "curator", "curators"), Cover: f.single(&e, "cover"),
	}
	f.identify(&e, "drops", d.Title)
	d.ID, d.Slug = e.id, e.slug
	f.c.Drops = append(f.c.Drops, d)
	return d
}

func (f *folder) artwork(e entry, drops map[int64]artwork.Window) {
	w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
		Title: e.must("title", 200), Category: e.must("category", 50), Year: e.year("year"), Medium: e.text("medium", 300),
		Description: e.body, ChainID: uint64(e.integer("chainId", 1, 1<<31-1)), PublishedAt: e.moment("publishedAt"),
		DropID: f.refer(&e, "drop", "drops"),
	}}
	f.identify(&e, "artworks", w.Title)
	w.ID, w.Slug, w.Entry = e.id, e.slug, e.draft()
	if e.required("artist") {
		w.Artist.ID = f.refer(&e, "artist", "artists")
	}
	if w.Category != "" && f.kinds != nil && !f.kinds[w.Category] {
		e.wrongf(e.at("category"), "category %q is not in gallery.yaml: there are %s", w.Category, strings.Join(slices.Sorted(maps.Keys(f.kinds)), ", "))
	}
	if e.required("editionSize") {
		w.Editions.Size = int(e.integer("editionSize", 1, artwork.EditionsPerArtwork))
	}
	w.Price = f.price(&e)
	f.withheld(&e, &w)
	w.CuratorIDs = e.numbers("curators", 20, 1, LastID)
	for _, id := range w.CuratorIDs {
		f.refs = append(f.refs, ref{"curators", id, e.file, e.at("curators"), "curators"})
	}
	for _, a := range e.mappings("attributes", 50) {
		w.Attributes = append(w.Attributes, artwork.Attribute{Name: a.must("name", 100), Value: a.must("value", 200)})
		a.done()
	}
	f.pictures(&e, &w)
	w.VisibleFrom = artwork.VisibleFrom(w.PublishedAt, nil)
	if win, ok := drops[w.DropID]; ok && w.DropID != 0 {
		w.Sale, w.VisibleFrom = win, artwork.VisibleFrom(w.PublishedAt, &win)
	}
	f.c.Artworks = append(f.c.Artworks, w)
}

// pictures reads the media of a work; the first file is the original that a buyer may have.
func (f *folder) pictures(e *entry, w *artwork.ArtworkEntry) {
	protected := e.flag("protected")
	if !e.required("media") {
		return
	}
	for i, m := range e.mappings("media", 20) {
		made, ok := f.medium(m, true)
		if !ok {
			continue
		}
		f.proven(e, m, w, &made, i == 0)
		w.Media = append(w.Media, made)
		file := f.media[m.text("file", 300)]
		if i == 0 {
			w.Original, w.OriginalSum = file.file.Hash+"/"+file.file.Name, file.sum
		}
		if protected == nil || !*protected {
			continue
		}
		if !file.file.Raster {
			e.wrongf(e.at("protected"), "only pictures can be protected: of %s nothing smaller is made", m.text("file", 300))
		}
		f.hidden[file.file.Hash] = true
	}
}

// draft reports whether an entry is hidden.
func (e *entry) draft() artwork.Entry {
	shown := e.flag("published")
	return artwork.Entry{Words: e.words, Draft: shown != nil && !*shown}
}

func (f *folder) price(e *entry) *money.Money {
	p := e.mapping("price", "{amount: 6500, currency: "+cmp.Or(f.currency, "USD")+"} for 65.00")
	if p == nil {
		return nil
	}
	defer p.done()
	m := &money.Money{Currency: p.must("currency", 3)}
	if p.required("amount") {
		m.Amount = p.number("amount", "whole minor units (6500 for 65.00)", 1, 1<<31-1)
	}
	if m.Currency != "" && f.currency != "" && m.Currency != f.currency {
		p.wrongf(p.at("currency"), "currency is %s, the gallery's is %s", m.Currency, f.currency)
	}
	return m
}

// withheld is a count of editions or their numbers.
func (f *folder) withheld(e *entry, w *artwork.ArtworkEntry) {
	n := e.node("withheld")
	if n == nil {
		return
	}
	size := int64(cmp.Or(w.Editions.Size, artwork.EditionsPerArtwork)) // an invalid size is reported once
	if _, list := n.(*ast.SequenceNode); !list {
		w.Editions.Withheld = int(e.integer("withheld", 0, size))
		return
	}
	for _, v := range e.numbers("withheld", artwork.EditionsPerArtwork, 1, size) {
		w.WithheldNumbers = append(w.WithheldNumbers, int(v))
	}
	slices.Sort(w.WithheldNumbers)
	w.Editions.Withheld = len(w.WithheldNumbers)
}

func (f *folder) post(e entry) {
	p := artwork.PostEntry{Entry: e.draft(), Post: artwork.Post{
		Title: e.must("title", 200), Category: e.must("category", 50), Summary: e.text("summary", 1000), Author: e.text("author", 200),
		Body: e.body, PublishedAt: e.moment("date"), Cover: f.single(&e, "cover"),
	}}
	if known := artwork.SlugsOf(f.c.PostCategories); p.Category != "" && len(known) > 0 && !slices.Contains(known, p.Category) {
		e.wrongf(e.at("category"), "category: expected one of %s, not %q", strings.Join(known, ", "), p.Category)
	}
	f.identify(&e, "posts", p.Title)
	p.ID, p.Slug = e.id, e.slug
	f.c.Posts = append(f.c.Posts, p)
}

func (f *folder) page(e entry) {
	p := artwork.Page{Slug: strings.TrimSuffix(path.Base(e.file), ".md"), Title: e.must("title", 200), Body: e.body, Version: e.text("version", 40)}
	if words := artwork.Words(p.Slug); p.Slug != words {
		e.wrongf(1, "the file's name becomes the address: expected small letters, digits and hyphens, such as %s.md", cmp.Or(words, "about"))
	}
	if p.Body == "" {
		e.wrongf(1, "a page needs a text")
	}
	p.UpdatedAt = e.time("updatedAt")
	if p.Version == "" {
		sum := sha256.Sum256([]byte(p.Title + "\n" + p.Body))
		p.Version = hex.EncodeToString(sum[:6])
	}
	f.c.Pages = append(f.c.Pages, p)
}

// single is a field that names one picture: a file name, or a mapping like those of an artwork's media.
func (f *folder) single(e *entry, name string) *artwork.Media {
	n := e.node(name)
	if n == nil {
		return nil
	}
	if file, ok := scalar(n); ok {
		m, _ := f.picture(e.fields, name, file)
		return m
	}
	if nested := e.mapping(name, "a file of media/, or a mapping with file and alt"); nested != nil {
		if m, ok := f.medium(nested, false); ok {
			return &m
		}
	}
	return nil
}

// exists finds a media file inside the folder; paths never leave it.
func (f *folder) exists(e *fields, name, file string) (string, bool) {
	if !filepath.IsLocal(file) || path.Clean(file) != file {
		e.wrongf(e.at(name), "%s: expected a path inside of media/, such as artworks/12-harbour.webp, not %q", name, file)
		return "", false
	}
	full := filepath.Join(f.root, "media", filepath.FromSlash(file))
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		e.wrongf(e.at(name), "%s: there is no file media/%s%s", name, file, f.absent(file))
		return "", false
	}
	if info.Size() > maxMedia {
		e.wrongf(e.at(name), "%s: media/%s has %d MiB, at most %d are allowed", name, file, info.Size()>>20, maxMedia>>20)
		return "", false
	}
	return full, true
}

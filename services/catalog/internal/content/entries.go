package content

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

type artistFile struct {
	ID        int64      `json:"id"`
	Name      text       `json:"name"`
	SortName  text       `json:"sortName"`
	Born      int        `json:"born"`
	Died      int        `json:"died"`
	Place     text       `json:"place"`
	Website   string     `json:"website"`
	Account   text       `json:"account"`
	Portrait  *mediaItem `json:"portrait"`
	Published *bool      `json:"published"`
}

func (f *folder) artist(e entry) {
	v := decode[artistFile](e.document)
	f.identify(&e, "artists", v.ID, v.Name)
	f.c.Artists = append(f.c.Artists, artwork.ArtistEntry{Artist: artwork.Artist{
		ID: e.id, Slug: e.slug, Name: string(v.Name), SortName: cmp.Or(string(v.SortName), artwork.SortName(string(v.Name))), Bio: e.body,
		Born: v.Born, Died: v.Died, Place: string(v.Place), Website: v.Website, Portrait: f.single(&e, "portrait", v.Portrait),
	}, Account: f.account(&e, "artists", v.Account), Entry: f.hide(&e, "artists", v.Published)})
}

type curatorFile struct {
	ID        int64      `json:"id"`
	Name      text       `json:"name"`
	Role      text       `json:"role"`
	Account   text       `json:"account"`
	Portrait  *mediaItem `json:"portrait"`
	Published *bool      `json:"published"`
}

func (f *folder) curator(e entry) {
	v := decode[curatorFile](e.document)
	f.identify(&e, "curators", v.ID, v.Name)
	f.c.Curators = append(f.c.Curators, artwork.CuratorEntry{Curator: artwork.Curator{
		ID: e.id, Slug: e.slug, Name: string(v.Name), Role: string(v.Role), Bio: e.body, Portrait: f.single(&e, "portrait", v.Portrait),
	}, Account: f.account(&e, "curators", v.Account), Entry: e.draft(v.Published)})
}

type dropFile struct {
	ID        int64      `json:"id"`
	Title     text       `json:"title"`
	StartsAt  moment     `json:"startsAt"`
	EndsAt    moment     `json:"endsAt"`
	Curator   int64      `json:"curator"`
	Cover     *mediaItem `json:"cover"`
	Summary   text       `json:"summary"`
	Works     []int64    `json:"works"`
	Published *bool      `json:"published"`
}

// hung is a file with the order of a drop's works.
type hung struct {
	entry
	works []int64
}

func (f *folder) drop(e entry) artwork.Drop {
	v := decode[dropFile](e.document)
	f.identify(&e, "drops", v.ID, v.Title)
	if !v.EndsAt.IsZero() && !v.StartsAt.IsZero() && !v.EndsAt.After(v.StartsAt.Time) {
		e.wrongf("endsAt", "endsAt: a drop must end after its startsAt, %s", v.StartsAt.Format(time.RFC3339))
	}
	d := artwork.Drop{
		ID: e.id, Slug: e.slug, Title: string(v.Title), Summary: string(v.Summary), Body: e.body, Window: artwork.Window{Starts: v.StartsAt.Time, Ends: v.EndsAt.Time},
		CuratorID: f.refer(&e, "curator", "curators", v.Curator), Cover: f.single(&e, "cover", v.Cover),
	}
	for i, id := range v.Works {
		d.WorkIDs = append(d.WorkIDs, f.refer(&e, fmt.Sprintf("works/%d", i), "artworks", id))
	}
	f.hung = append(f.hung, hung{e, d.WorkIDs})
	f.c.Drops = append(f.c.Drops, artwork.DropEntry{Drop: d, Entry: f.hide(&e, "drops", v.Published)})
	return d
}

// hang checks that the works of each drop's order are in the drop. A work that doesn't exist is reported as a reference.
func (f *folder) hang() {
	drops := make(map[int64]int64, len(f.c.Artworks))
	for _, w := range f.c.Artworks {
		drops[w.ID] = w.DropID
	}
	for _, h := range f.hung {
		for i, id := range h.works {
			if drop, ok := drops[id]; ok && drop != h.id {
				h.wrongf(fmt.Sprintf("works/%d", i), "works: artwork %d isn't in this drop: add drop: %d to its file, or remove it here", id, h.id)
			}
		}
	}
}

type artworkFile struct {
	ID          int64           `json:"id"`
	Title       text            `json:"title"`
	Artist      int64           `json:"artist"`
	Category    text            `json:"category"`
	EditionSize int             `json:"editionSize"`
	PublishedAt moment          `json:"publishedAt"`
	Published   *bool           `json:"published"`
	Protected   bool            `json:"protected"`
	Price       *money.Money    `json:"price"`
	Year        int             `json:"year"`
	Medium      text            `json:"medium"`
	ChainID     uint64          `json:"chainId"`
	Drop        int64           `json:"drop"`
	Curators    []int64         `json:"curators"`
	Withheld    withheld        `json:"withheld"`
	Attributes  []attributeItem `json:"attributes"`
	Media       []mediaItem     `json:"media"`
}

type attributeItem struct {
	Name  text `json:"name"`
	Value text `json:"value"`
}

// withheld is a count of editions, or a list of their numbers.
type withheld struct {
	count   int
	numbers []int
}

func (w *withheld) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, &w.numbers)
	}
	return json.Unmarshal(b, &w.count)
}

func (f *folder) artwork(e entry, drops map[int64]artwork.Window) {
	v := decode[artworkFile](e.document)
	f.identify(&e, "artworks", v.ID, v.Title)
	w := artwork.ArtworkEntry{Entry: e.draft(v.Published), Artwork: artwork.Artwork{
		ID: e.id, Slug: e.slug, Title: string(v.Title), Category: string(v.Category), Year: v.Year, Medium: string(v.Medium), Description: e.body,
		ChainID: v.ChainID, PublishedAt: v.PublishedAt.Time, Price: v.Price, DropID: f.refer(&e, "drop", "drops", v.Drop),
	}}
	w.Editions.Size, w.Artist.ID = v.EditionSize, f.refer(&e, "artist", "artists", v.Artist)
	if !w.Draft && f.drafts["artists"][w.Artist.ID] {
		e.wrongf("artist", "artist %d isn't published: publish the artist, or add published: false here", w.Artist.ID)
	}
	if !w.Draft && f.drafts["drops"][w.DropID] {
		e.wrongf("drop", "drop %d isn't published: publish the drop, or add published: false here", w.DropID)
	}
	if known := artwork.SlugsOf(f.c.Categories); w.Category != "" && len(known) > 0 && !slices.Contains(known, w.Category) {
		e.wrongf("category", "category %q is not in gallery.yaml: expected one of %s", w.Category, strings.Join(slices.Sorted(slices.Values(known)), ", "))
	}
	if p := v.Price; p != nil && p.Currency != "" && f.currency != "" && p.Currency != f.currency {
		e.wrongf("price/currency", "currency is %s, but the gallery's currency is %s", p.Currency, f.currency)
	}
	f.withhold(&e, &w, v.Withheld)
	for i, id := range v.Curators {
		if id != 0 {
			w.CuratorIDs = append(w.CuratorIDs, f.refer(&e, fmt.Sprintf("curators/%d", i), "curators", id))
		}
	}
	for _, a := range v.Attributes {
		w.Attributes = append(w.Attributes, artwork.Attribute{Name: string(a.Name), Value: string(a.Value)})
	}
	f.pictures(&e, &w, v)
	w.VisibleFrom = artwork.VisibleFrom(w.PublishedAt, nil)
	if win, ok := drops[w.DropID]; ok && w.DropID != 0 {
		w.Sale, w.VisibleFrom = win, artwork.VisibleFrom(w.PublishedAt, &win)
	}
	f.c.Artworks = append(f.c.Artworks, w)
}

// withhold checks withheld editions against the size of the edition.
func (f *folder) withhold(e *entry, w *artwork.ArtworkEntry, v withheld) {
	size := cmp.Or(w.Editions.Size, artwork.EditionsPerArtwork) // an invalid size is already reported
	if v.count > size {
		e.wrongf("withheld", "withheld: %d is more than the edition size of %d", v.count, size)
	}
	for i, n := range v.numbers {
		if n > size {
			e.wrongf(fmt.Sprintf("withheld/%d", i), "withheld: edition %d is above the edition size of %d", n, size)
		}
	}
	w.Editions.Withheld = v.count
	if len(v.numbers) > 0 {
		slices.Sort(v.numbers)
		w.WithheldNumbers, w.Editions.Withheld = v.numbers, len(v.numbers)
	}
}

// pictures reads the media of a work. The first file is the original that buyers can download.
func (f *folder) pictures(e *entry, w *artwork.ArtworkEntry, v artworkFile) {
	for i, item := range v.Media {
		at := fmt.Sprintf("media/%d", i)
		made, ok := f.medium(e, at, item)
		if !ok {
			continue
		}
		f.proven(e, at, w, &made, i == 0)
		w.Media = append(w.Media, made)
		file := f.media[item.File]
		if i == 0 {
			w.Original, w.OriginalSum = file.file.Hash+"/"+file.file.Name, file.sum
		}
		if !v.Protected {
			continue
		}
		if !file.file.Raster {
			e.wrongf("protected", "only pictures can be protected: there are no smaller renditions of %s", item.File)
		}
		f.hidden[file.file.Hash] = true
	}
}

// hide does the same as draft, and remembers hidden entries of a kind that artworks refer to.
func (f *folder) hide(e *entry, kind string, published *bool) artwork.Entry {
	out := e.draft(published)
	if out.Draft {
		if f.drafts[kind] == nil {
			f.drafts[kind] = map[int64]bool{}
		}
		f.drafts[kind][e.id] = true
	}
	return out
}

// draft reports whether an entry is hidden.
func (e *entry) draft(published *bool) artwork.Entry {
	return artwork.Entry{Words: e.words, Draft: published != nil && !*published}
}

type postFile struct {
	ID        int64      `json:"id"`
	Title     text       `json:"title"`
	Category  text       `json:"category"`
	Date      moment     `json:"date"`
	Published *bool      `json:"published"`
	Author    text       `json:"author"`
	Cover     *mediaItem `json:"cover"`
	Summary   text       `json:"summary"`
}

func (f *folder) post(e entry) {
	v := decode[postFile](e.document)
	f.identify(&e, "posts", v.ID, v.Title)
	if known := artwork.SlugsOf(f.c.PostCategories); v.Category != "" && len(known) > 0 && !slices.Contains(known, string(v.Category)) {
		e.wrongf("category", "category: expected one of %s, not %q", strings.Join(known, ", "), v.Category)
	}
	f.c.Posts = append(f.c.Posts, artwork.PostEntry{Entry: e.draft(v.Published), Post: artwork.Post{
		ID: e.id, Slug: e.slug, Title: string(v.Title), Category: string(v.Category), Summary: string(v.Summary), Author: string(v.Author),
		Body: e.body, PublishedAt: v.Date.Time, Cover: f.single(&e, "cover", v.Cover),
	}})
}

type pageFile struct {
	Title     text   `json:"title"`
	Version   text   `json:"version"`
	UpdatedAt moment `json:"updatedAt"`
	Published *bool  `json:"published"`
}

func (f *folder) page(e entry) {
	v := decode[pageFile](e.document)
	p := artwork.Page{Slug: strings.TrimSuffix(path.Base(e.file), ".md"), Title: string(v.Title), Body: e.body, Version: string(v.Version), UpdatedAt: v.UpdatedAt.Time}
	if words := artwork.Words(p.Slug); p.Slug != words {
		f.wrongf(e.file, 1, "the file's name becomes the address: expected lowercase letters, digits and hyphens, such as %s.md", cmp.Or(words, "about"))
	}
	if p.Body == "" {
		f.wrongf(e.file, 1, "a page needs a text")
	}
	if p.Version == "" {
		p.Version = artwork.PageVersion(p.Title, p.Body)
	}
	draft := e.draft(v.Published)
	if draft.Draft && artwork.NeededPage(p.Slug) {
		e.wrongf("published", "published: the shop needs this page, because all pages link to it")
	}
	f.c.Pages = append(f.c.Pages, artwork.PageEntry{Page: p, Entry: draft})
}

// single is a field with one picture: a file name, or a mapping like an element of an artwork's media.
func (f *folder) single(e *entry, name string, item *mediaItem) *artwork.Media {
	if item == nil {
		return nil
	}
	if item.bare {
		m, _ := f.picture(e, name, item.File)
		return m
	}
	if m, ok := f.medium(e, name, *item); ok {
		return &m
	}
	return nil
}

// exists finds a media file inside the folder and rejects paths that leave it. Problems name the last field of at.
func (f *folder) exists(e *entry, at, file string) (string, bool) {
	name := path.Base(at)
	if !filepath.IsLocal(file) || path.Clean(file) != file {
		e.wrongf(at, "%s: expected a path inside media/, such as artworks/12-harbour.webp, not %q", name, file)
		return "", false
	}
	full := filepath.Join(f.root, "media", filepath.FromSlash(file))
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		e.wrongf(at, "%s: there is no file media/%s%s", name, file, f.absent(file))
		return "", false
	}
	if info.Size() > maxMedia {
		e.wrongf(at, "%s: media/%s is %d MiB, the maximum is %d MiB", name, file, info.Size()>>20, maxMedia>>20)
		return "", false
	}
	return full, true
}

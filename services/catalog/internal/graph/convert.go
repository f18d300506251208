package graph

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/selection"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// number returns an id as the interface writes it; 0 for none or an invalid one.
func number(id *string) int64 { return selection.Number(id) }

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func count(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func (r *root) work(a *artwork.Artwork, now time.Time) *gen.Artwork {
	out := &gen.Artwork{
		ID: strconv.FormatInt(a.ID, 10), Slug: a.Slug, Title: a.Title, Artist: artist(&a.Artist), Category: a.Category,
		EditionSize: a.Editions.Size, EditionsAvailable: a.Editions.Free(), EditionsSold: a.Editions.Sold, Availability: gen.Availability(a.Availability(now)),
		ChainID: cmp.Or(int(a.ChainID), r.chain), Year: count(a.Year), Medium: text(a.Medium), Description: text(a.Description),
		Media: media(a.Media), PublishedAt: moment(a.PublishedAt),
		Number: a.ID, DropID: a.DropID, CuratorIDs: a.CuratorIDs,
	}
	if a.DropID != 0 && a.Sale.Status(now) != artwork.DropEnded {
		out.CurrentDropID = text(strconv.FormatInt(a.DropID, 10))
	}
	if a.Price != nil {
		out.PurchasePrice = &gen.Money{Amount: strconv.FormatInt(a.Price.Amount, 10), Currency: a.Price.Currency}
	}
	for i, m := range a.Media {
		if m.Page != "" {
			out.Media[i].GeneratorPath = text(artwork.LivePath(a.ID, a.Media))
		}
	}
	out.Attributes = make([]*gen.Attribute, len(a.Attributes))
	for i, t := range a.Attributes {
		out.Attributes[i] = &gen.Attribute{Name: t.Name, Value: t.Value, Frequency: count(t.Frequency)}
	}
	return out
}

func (r *root) list(works []artwork.Artwork, now time.Time) []*gen.Artwork {
	out := make([]*gen.Artwork, len(works))
	for i := range works {
		out[i] = r.work(&works[i], now)
	}
	return out
}

func artist(a *artwork.Artist) *gen.Artist {
	return &gen.Artist{
		ID: strconv.FormatInt(a.ID, 10), Slug: a.Slug, Name: a.Name, SortName: a.SortName, Bio: text(a.Bio), Born: count(a.Born), Died: count(a.Died),
		Place: text(a.Place), Website: text(a.Website), Portrait: picture(a.Portrait), ArtworkCount: a.Works, Number: a.ID,
	}
}

func curator(c artwork.Curator) *gen.Curator {
	return &gen.Curator{
		ID: strconv.FormatInt(c.ID, 10), Slug: c.Slug, Name: c.Name, Role: text(c.Role), Bio: text(c.Bio), Portrait: picture(c.Portrait), Number: c.ID,
	}
}

func drop(d artwork.Drop, now time.Time) *gen.Drop {
	return &gen.Drop{
		ID: strconv.FormatInt(d.ID, 10), Slug: d.Slug, Title: d.Title, Summary: text(d.Summary), Body: text(d.Body),
		Status: gen.DropStatus(d.Window.Status(now)), StartsAt: d.Window.Starts, EndsAt: moment(d.Window.Ends), Cover: picture(d.Cover),
		ArtworkCount: d.ArtworkCount, EditionsTotal: d.EditionsTotal, EditionsSold: d.EditionsSold, Number: d.ID, CuratorID: d.CuratorID,
	}
}

func post(p artwork.Post) *gen.Post {
	return &gen.Post{
		ID: strconv.FormatInt(p.ID, 10), Slug: p.Slug, Title: p.Title, Category: p.Category, CategoryName: p.CategoryName, Summary: text(p.Summary), Body: text(p.Body),
		Author: text(p.Author), Cover: picture(p.Cover), PublishedAt: p.PublishedAt,
	}
}

func page(p artwork.Page) *gen.Page {
	return &gen.Page{Slug: p.Slug, Title: p.Title, Body: p.Body, Version: text(p.Version), UpdatedAt: moment(p.UpdatedAt)}
}

func picture(m *artwork.Media) *gen.Media {
	if m == nil {
		return nil
	}
	out := &gen.Media{
		Kind: gen.MediaKind(strings.ToUpper(string(m.Kind))), URL: text(m.URL), Alt: m.Alt, Width: count(m.Width), Height: count(m.Height),
		Color: text(m.Color), Blur: text(m.Blur), SourceURL: text(m.SourceURL), Poster: text(m.Poster),
		ImageService: text(m.Tiles),
		Renditions:   make([]*gen.Rendition, len(m.Renditions)), Deterministic: m.Deterministic, EditionsProven: count(m.Proven),
	}
	if m.Duration > 0 {
		out.Duration = &m.Duration
	}
	parameters := m.Parameters()
	out.Parameters = make([]*gen.Parameter, len(parameters))
	for i, p := range parameters {
		out.Parameters[i] = &gen.Parameter{Name: p.Name, Value: text(p.Value), Varies: text(p.Varies)}
	}
	for i, r := range m.Renditions {
		out.Renditions[i] = &gen.Rendition{URL: r.URL, Width: r.Width, Height: r.Height, Type: r.Type}
	}
	return out
}

func media(list []artwork.Media) []*gen.Media {
	out := make([]*gen.Media, len(list))
	for i := range list {
		out[i] = picture(&list[i])
	}
	return out
}

func span(r *gen.Range) search.Range {
	var out search.Range
	if r != nil {
		out.Min, out.Max = wide(r.Min), wide(r.Max)
	}
	return out
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

// choice converts a filter to the core's. An id that isn't a number matches nothing.
func choice(f *gen.ArtworkFilter) search.Filter {
	var out search.Filter
	if f == nil {
		return out
	}
	if f.Search != nil {
		out.Search = *f.Search
	}
	out.Categories = f.Category
	out.EditionSize, out.Price = span(f.EditionSize), span(f.PurchasePrice)
	for _, a := range f.Availability {
		out.Availability = append(out.Availability, artwork.Availability(a))
	}
	for _, color := range f.Color {
		out.Colors = append(out.Colors, artwork.Color(color))
	}
	out.Techniques = f.Technique
	for given, into := range map[**string]*int64{&f.Artist: &out.Artist, &f.Drop: &out.Drop, &f.Curator: &out.Curator} {
		if *given == nil {
			continue
		}
		n, err := strconv.ParseInt(**given, 10, 64)
		if err != nil {
			out.Nothing = true
		}
		// Artist 0 exists in some collections; 0 means "any" in the core, so use an id that can't exist.
		if *into = n; n == 0 {
			out.Nothing = true
		}
	}
	out.IDs, out.Artists = numbers(f.Ids), numbers(f.Artists)
	return out
}

// numbers returns the valid ids; nil if none were given.
func numbers(ids []string) []int64 {
	if ids == nil {
		return nil
	}
	out := make([]int64, 0, len(ids))
	for _, id := range ids {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

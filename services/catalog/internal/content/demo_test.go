package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestTheDemoGalleryIsConsistent checks that the repository's own folder can be imported, and has entries of every kind.
func TestTheDemoGalleryIsConsistent(t *testing.T) {
	t.Parallel()
	c, err := Read(t.Context(), repository.Path("content"), measured(t))
	if err != nil {
		t.Fatal(err)
	}
	kinds, drafts := map[string]int{}, 0
	for _, p := range c.Posts {
		kinds[p.Category]++
		if p.Draft {
			drafts++
		}
		if p.Cover == nil || p.Summary == "" || p.Author == "" {
			t.Errorf("post %d has no cover, summary or author", p.ID)
		}
	}
	for _, kind := range artwork.SlugsOf(c.PostCategories) {
		if kinds[kind] < 5 {
			t.Errorf("%d posts of kind %s, want at least 5", kinds[kind], kind)
		}
	}
	films, live, protected := 0, 0, 0
	techniques := map[string]string{}
	for _, w := range c.Artworks {
		// A filter lists each technique once: "Generated mask" and "Generated masks" are one.
		technique, _, _ := strings.Cut(w.Medium, ",")
		one := strings.TrimSuffix(strings.ToLower(technique), "s")
		if other, known := techniques[one]; known && other != technique {
			t.Errorf("artwork %d: technique %q, want %q as in other artworks", w.ID, technique, other)
		}
		techniques[one] = technique
		if w.Category == "audio" && !slices.ContainsFunc(w.Media, func(m artwork.Media) bool { return m.Kind == artwork.Video && m.Duration > 0 }) {
			t.Errorf("artwork %d has no audio", w.ID)
		}
		switch face := w.Media[0]; {
		case face.Kind == artwork.Video:
			films++
			if face.Poster == "" || face.Duration == 0 || face.Width == 0 {
				t.Errorf("the film of artwork %d has no poster, duration or size", w.ID)
			}
		case face.Kind == artwork.Generator:
			live++
		case face.URL == "":
			protected++
		}
	}
	if drafts < 2 || films < 2 || live < 40 || protected < 2 {
		t.Errorf("%d drafts, %d films, %d live works, %d protected ones, want at least 2, 2, 40, 2", drafts, films, live, protected)
	}
}

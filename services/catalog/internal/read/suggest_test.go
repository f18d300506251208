package read_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// salon is a collection for searches.
func salon() artwork.Collection {
	c := artwork.Collection{Source: "content", IDBase: 0, IDLast: 999_999, Digest: "1"}
	c.Categories = []artwork.Category{{Slug: "generative", Name: "Generative"}, {Slug: "3d", Name: "3D"}}
	for id, name := range map[int64]string{1: "Åsa Ångström", 2: "Vincent van Gogh"} {
		c.Artists = append(c.Artists, artwork.ArtistEntry{Artist: artwork.Artist{
			ID: id, Slug: artwork.Slug(name, id), Name: name, SortName: name,
			Portrait: &artwork.Media{Kind: artwork.Image, URL: fmt.Sprintf("/assets/artist-%d.webp", id), Alt: name},
		}})
	}
	c.Drops = []artwork.DropEntry{{Drop: artwork.Drop{ID: 1, Slug: "karacelik-nights-1", Title: "Karaçelik Nights", Window: artwork.Window{Starts: now.Add(-time.Hour)}}}}
	c.Posts = []artwork.PostEntry{
		{Post: artwork.Post{ID: 1, Slug: "a-penrose-primer-1", Title: "A Penrose primer", Category: "press", PublishedAt: now.Add(-time.Hour)}},
		{Post: artwork.Post{ID: 2, Slug: "penrose-tomorrow-2", Title: "Penrose tomorrow", Category: "press", PublishedAt: now.Add(time.Hour)}},
		{Post: artwork.Post{ID: 3, Slug: "penrose-draft-3", Title: "Penrose draft", Category: "press", PublishedAt: now.Add(-time.Hour)}, Entry: artwork.Entry{Draft: true}},
	}
	for i, w := range []struct {
		title, medium, category string
		artist                  int64
		from                    time.Duration
	}{
		{"Penrose Garden", "Penrose tiling, still image", "generative", 1, -time.Hour},
		{"Sunflowers", "Oil paint on canvas", "3d", 2, -time.Hour},
		{"Sunflowers", "Oil paint on canvas", "generative", 2, -time.Hour},
		{"Sunflowers of tomorrow", "Secret process", "generative", 2, time.Hour},
	} {
		id := int64(i + 1)
		c.Artworks = append(c.Artworks, artwork.ArtworkEntry{Artwork: artwork.Artwork{
			ID: id, Title: w.title, Slug: artwork.Slug(w.title, id), Category: w.category, Medium: w.medium, Artist: artwork.Artist{ID: w.artist},
			Editions: artwork.Editions{Size: 1}, PublishedAt: now.Add(w.from),
			Media: []artwork.Media{{Kind: artwork.Image, URL: fmt.Sprintf("/assets/%d.png", id), Alt: w.title, Renditions: []artwork.Rendition{{URL: fmt.Sprintf("/assets/%d-320.webp", id), Width: 320}}}},
		}, VisibleFrom: now.Add(w.from)})
	}
	return c
}

func suggested(t *testing.T, s catalog, text string, at time.Time) string {
	t.Helper()
	typed, err := search.ReadTyped(text)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Suggest(t.Context(), typed, 8, true, at)
	if err != nil {
		t.Fatalf("%q: error = %v, want nil", text, err)
	}
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = string(c.Kind) + " " + c.Slug
	}
	return strings.Join(out, ", ")
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	if _, err := s.Import(t.Context(), salon(), now); err != nil {
		t.Fatal(err)
	}
	const penrose = "TECHNIQUE penrose tiling, ARTWORK penrose-garden-1, POST a-penrose-primer-1"
	for text, want := range map[string]string{
		"Penrose":       penrose,
		"Penros":        penrose,
		"penr":          penrose,
		"PENROSE til":   "TECHNIQUE penrose tiling",
		"Pemrose":       penrose, // a wrong letter
		"Penrsoe":       penrose, // two letters swapped
		"penrosse":      penrose, // one too many
		"angstrom":      "ARTIST asa-angstrom-1, ARTWORK penrose-garden-1",
		"Ångst":         "ARTIST asa-angstrom-1, ARTWORK penrose-garden-1",
		"asa angstorm":  "ARTIST asa-angstrom-1, ARTWORK penrose-garden-1",
		"karaçe":        "DROP karacelik-nights-1",
		"karacelik":     "DROP karacelik-nights-1",
		"sunflower":     "ARTWORK sunflowers-2", // one of two with this title, and not the one of tomorrow
		"gogh sun":      "ARTWORK sunflowers-2",
		"oil":           "TECHNIQUE oil paint on canvas",
		"gener":         "TECHNIQUE generative",
		"3D":            "TECHNIQUE 3d",
		"v":             "ARTIST vincent-van-gogh-2",
		"secret":        "", // the technique of tomorrow
		"zzqx":          "",
		"penrose zzqx":  "",
		"":              "",
		"' | & ! :* \\": "",
	} {
		if got := suggested(t, s, text, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got, want := suggested(t, s, "sunflowers of", now.Add(2*time.Hour)), "ARTWORK sunflowers-of-tomorrow-4"; got != want {
		t.Errorf("after publication: %s, want %s", got, want)
	}
	typed, _ := search.ReadTyped("penrose")
	list, err := s.Suggest(t.Context(), typed, 8, true, now)
	if err != nil || address(list[1].Image) != "/assets/1-320.webp" || list[0].Image != nil {
		t.Errorf("Suggest() = %+v, %v, want only the second with an image", list, err)
	}
	if list, err = s.Suggest(t.Context(), typed, 1, false, now); err != nil || len(list) != 1 || list[0].Image != nil {
		t.Errorf("Suggest() without images = %+v, %v, want one without an image", list, err)
	}
}

// TestSuggestionsFollowChanges checks what staff and imports change.
func TestSuggestionsFollowChanges(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	c := salon()
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	by := artwork.Change{Account: "1", Email: "staff@example.org", Action: "update", At: now}
	if err := s.UpdateArtwork(t.Context(), 1, by, func(w *artwork.ArtworkText) error {
		w.Title, w.Medium = "Voronoi Garden", "Voronoi cells"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.UpdatePost(t.Context(), 1, by, func(p *artwork.PostText) error { p.Title = "A Voronoi primer"; return nil }); err != nil {
		t.Fatal(err)
	}
	if got, want := suggested(t, s, "Voronio", now), "TECHNIQUE voronoi cells, ARTWORK voronoi-garden-1, POST a-voronoi-primer-1"; got != want {
		t.Errorf("after the edits: %s, want %s", got, want)
	}
	if got := suggested(t, s, "Penrose", now); got != "" {
		t.Errorf("search for the old names = %s, want none", got)
	}
	if err := s.UpdateArtwork(t.Context(), 1, by, func(w *artwork.ArtworkText) error { w.Published = false; return nil }); err != nil {
		t.Fatal(err)
	}
	if got, want := suggested(t, s, "Voronoi", now), "POST a-voronoi-primer-1"; got != want {
		t.Errorf("unpublished: %s, want %s", got, want)
	}
	c.Digest, c.Artworks, c.Posts, c.Drops = "2", c.Artworks[1:], nil, nil
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	if got := suggested(t, s, "Voronoi", now) + suggested(t, s, "karacelik", now); got != "" {
		t.Errorf("removed: %s, want none", got)
	}
}

// TestSuggestionsOfAnOlderCatalog checks that a catalog that was imported before there were suggestions gets them without an import.
func TestSuggestionsOfAnOlderCatalog(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.Import(t.Context(), salon(), now); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), "DELETE FROM words; DELETE FROM suggestions"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second one has nothing to do
		if _, err := s.Advance(t.Context(), now, false); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := suggested(t, s, "vinzent", now), "ARTIST vincent-van-gogh-2, ARTWORK sunflowers-2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

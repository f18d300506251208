package catalog_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestBrowsing lists works by colour, by technique and by likeness.
func TestBrowsing(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		blue := image.NewNRGBA(image.Rect(0, 0, 400, 300))
		for i := range 400 * 300 {
			blue.Set(i%400, i/400, color.NRGBA{20, 60, 160, 255})
		}
		var b bytes.Buffer
		if err := png.Encode(&b, blue); err != nil {
			h.t.Fatal(err)
		}
		h.write("media/blue.png", b.String())
		for name, front := range map[string]string{
			"tiles": "id: 5\ntitle: Tiles\nmedium: Penrose tiling, still image", "night": "id: 6\ntitle: Night\nmedium: ink, on blue",
		} {
			h.write("artworks/"+name+".md", "---\n"+front+"\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-02-01T00:00:00Z\nmedia:\n  - {file: blue.png, alt: Blue}\n---\n")
		}
	})
	testkit.Eventually(t, 20*time.Second, func() bool {
		return h.as(nil, `{colors{color artworkCount}}`) == `{"data":{"colors":[{"color":"BLUE","artworkCount":2},{"color":"WHITE","artworkCount":3}]}}`
	})
	for query, want := range map[string]string{
		`{artworks(filter:{color:[BLUE]}){totalCount items{id}}}`:                     `{"artworks":{"totalCount":2,"items":[{"id":"5"},{"id":"6"}]}}`,
		`{artworks(filter:{color:[BLUE,WHITE],technique:["Ink"]}){totalCount}}`:       `{"artworks":{"totalCount":4}}`,
		`{artworks(filter:{color:[RED]}){items{id}}}`:                                 `{"artworks":{"items":[]}}`,
		`{artworks(filter:{technique:["penrose tiling","nothing"]}){items{id}}}`:      `{"artworks":{"items":[{"id":"5"}]}}`,
		`{artworks(filter:{search:"Penros"}){loosened items{id}}}`:                    `{"artworks":{"loosened":true,"items":[{"id":"5"}]}}`,
		`{techniques{name artworkCount}}`:                                             `{"techniques":[{"name":"Ink","artworkCount":4},{"name":"Penrose tiling","artworkCount":1}]}`,
		`{techniques(first:1){name}}`:                                                 `{"techniques":[{"name":"Ink"}]}`,
		`{relatedArtworks(slug:"night-6",first:3){id}}`:                               `{"relatedArtworks":[{"id":"4"},{"id":"2"},{"id":"1"}]}`,
		`{relatedArtworks(slug:"tiles-5",first:1){id title media{color}artist{bio}}}`: `{"relatedArtworks":[{"id":"6","title":"Night","media":[{"color":"#143ca0"}],"artist":{"bio":"A *bio*."}}]}`,
		`{relatedArtworks(slug:"later-9"){id}}`:                                       `{"relatedArtworks":[]}`, // it is not public yet
		`{artistsByIds(ids:["9","3","x"]){id name}}`:                                  `{"artistsByIds":[{"id":"3","name":"Ada Brien"}]}`,
		`{relatedArtworks(slug:"nobody"){id}}`:                                        `{"relatedArtworks":[]}`,
	} {
		if got := h.as(nil, query); got != `{"data":`+want+`}` {
			t.Errorf("%s\n%s, want %s", query, got, want)
		}
	}
	for _, query := range []string{`{techniques(first:0){name}}`, `{relatedArtworks(slug:"night-6",first:25){id}}`} {
		if got := h.as(nil, query); !strings.Contains(got, `"code":"BAD_USER_INPUT"`) {
			t.Errorf("%s = %s, want BAD_USER_INPUT", query, got)
		}
	}
}

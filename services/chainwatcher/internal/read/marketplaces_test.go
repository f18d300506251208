package read_test

import (
	"bytes"
	"embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

//go:embed testdata
var testdata embed.FS

// rules returns published rules for metadata: a schema of testdata, which says where it is published.
func rules(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name+".json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// published returns what the address of a token's metadata serves.
func published(t *testing.T, r *read.Reader, id string) string {
	t.Helper()
	req, w := httptest.NewRequest(http.MethodGet, "/tokens/"+id, nil), httptest.NewRecorder()
	req.SetPathValue("id", id)
	r.Metadata(w, req)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status = %d, want 200", id, w.Code)
	}
	return w.Body.String()
}

func checked(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	tree, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(tree)
}

// TestMetadataFollowsPublishedRules of the standards and of OpenSea, for each kind of work.
func TestMetadataFollowsPublishedRules(t *testing.T) {
	t.Parallel()
	pool := minted(t, -44)
	traits := []custody.Attribute{{Name: "Palette", Value: "夜景"}}
	const large = "/assets/ab/tide-4-1920.webp"
	for name, c := range map[string]struct {
		work             custody.Display
		image, animation string
	}{
		"a still": {custody.Display{Description: "Waves *over* waves.", PictureURL: large, Attributes: traits}, "https://shop.example" + large + ".jpg", ""},
		"a film": {
			custody.Display{PictureURL: large, MovingURL: "/assets/ab/tide.mp4"}, "https://shop.example" + large + ".jpg", "https://shop.example/assets/ab/tide.mp4",
		},
		"a recording": {
			custody.Display{PictureURL: large, MovingURL: "/assets/ab/tide.mp3"}, "https://shop.example" + large + ".jpg", "https://shop.example/assets/ab/tide.mp3",
		},
		"a picture that moves": {
			custody.Display{PictureURL: large, MovingURL: "/assets/ab/tide-moving.webp"}, "https://shop.example/assets/ab/tide-moving.webp", "",
		},
		"a live work": {
			custody.Display{Offer: custody.Offer{LivePath: "/works/64/?hash=", EditionImageURL: "/assets/editions/64/{edition}-or-plate.jpg"}, PictureURL: large},
			"https://shop.example/assets/editions/64/50-or-plate.jpg",
			"https://art.example/works/64/?hash=0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3",
		},
		"an imported work": {
			custody.Display{PictureURL: "http://museum.example/夜 1.jpg?size=größer", Offer: custody.Offer{Dated: "c. 50 BC"}},
			"http://museum.example/%E5%A4%9C%201.jpg?size=gr%C3%B6%C3%9Fer", "",
		},
		"without a picture": {custody.Display{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &read.Reader{Pool: pool, Artworks: gallery(c.work), PublicURL: "https://shop.example", ArtOrigin: "https://art.example", Log: testkit.Log(t)}
			text := published(t, r, "64000050")
			for _, standard := range []string{"erc-721", "erc-1155", "opensea"} {
				if err := checked(t, rules(t, standard), text); err != nil {
					t.Errorf("%s: %v\n%s", standard, err, text)
				}
			}
			if got := token(t, r, "64000050"); got.Image != c.image || got.Animation != c.animation {
				t.Errorf("image = %q, animation_url = %q, want %q and %q", got.Image, got.Animation, c.image, c.animation)
			}
		})
	}
	t.Run("the collection", func(t *testing.T) {
		r := &read.Reader{PublicURL: "https://shop.example", Gallery: "Galerie Đông", Log: testkit.Log(t)}
		text := published(t, r, read.CollectionID)
		if err := checked(t, rules(t, "erc-7572"), text); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	})
}

// TestRulesRefuse: the schemas notice what they are for.
func TestRulesRefuse(t *testing.T) {
	t.Parallel()
	for standard, changes := range map[string][]string{
		"erc-721":  {`{"name": 1}`, `{"image": null}`},
		"erc-1155": {`{"decimals": "0"}`, `{"properties": []}`, `{"localization": {"uri": "https://a.example/{locale}.json"}}`},
		"erc-7572": {`{"name": null}`, `{"image": "not an address"}`, `{"collaborators": "0x0"}`},
		"opensea": {
			`{"name": ""}`, `{"image": "/assets/a.jpg"}`, `{"image": "https://a.example/ö.jpg"}`, `{"animation_url": "https://a.example/a.webp"}`,
			`{"animation_url": "https://a.example/a.mov?b=.mp4"}`, `{"background_color": "#ffffff"}`, `{"attributes": {}}`,
			`{"attributes": [{"trait_type": "Year", "value": true}]}`, `{"attributes": [{"trait_type": "Year"}]}`,
			`{"attributes": [{"trait_type": "Edition", "value": "50", "display_type": "number"}]}`,
			`{"attributes": [{"trait_type": "Edition", "value": 50, "display_type": "Number"}]}`,
			`{"attributes": [{"trait_type": "Day", "value": 1767225600000, "display_type": "date"}]}`,
		},
	} {
		schema := rules(t, standard)
		for _, change := range changes {
			sound := map[string]any{"name": "Flat", "description": "A work.", "image": "https://shop.example/a.jpg"}
			if err := json.Unmarshal([]byte(change), &sound); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(sound)
			if err != nil {
				t.Fatal(err)
			}
			if checked(t, schema, string(text)) == nil {
				t.Errorf("%s accepts %s, want an error", standard, change)
			}
		}
	}
}

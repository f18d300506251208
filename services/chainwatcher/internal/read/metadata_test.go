package read_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// gallery publishes a work.
type gallery custody.Display

func (g gallery) Display(context.Context, int64) (custody.Display, error) {
	return custody.Display(g), nil
}

// minted returns a store with edition 50 of a work.
func minted(t *testing.T, year int) *pgxpool.Pool {
	t.Helper()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist, year, medium, payment_method,
			paid_at, status) VALUES (64000050, 1, 'ada', 'order', 64, 50, 50, 'Flat', 'flat-64', 'Ada', %d, '', 'card', now(), 'minted')`, year),
		`INSERT INTO holders (chain_id, token_id, owner) VALUES (1, 64000050, '0x1')`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}

// metadata is what marketplaces read, as ERC-721 and ERC-7572 name it.
type metadata struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Image       string `json:"image"`
	Animation   string `json:"animation_url"`
	External    string `json:"external_url"`
	Link        string `json:"external_link"`
	Attributes  []struct {
		Type  string `json:"trait_type"`
		Value any    `json:"value"`
	}
}

func token(t *testing.T, r *read.Reader, id string) metadata {
	t.Helper()
	req, w := httptest.NewRequest(http.MethodGet, "/tokens/"+id, nil), httptest.NewRecorder()
	req.SetPathValue("id", id)
	r.Metadata(w, req)
	var got metadata
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%s: Unmarshal() error = %v, body %s, want nil", id, err, w.Body)
	}
	return got
}

func (m metadata) trait(name string) any {
	for _, a := range m.Attributes {
		if a.Type == name {
			return a.Value
		}
	}
	return nil
}

// TestMarketplacesShowTheWork: the large picture as JPEG, what moves, the work's own words and traits, and years before our era.
func TestMarketplacesShowTheWork(t *testing.T) {
	t.Parallel()
	work := custody.Display{
		Description: "Waves *over* waves.", PictureURL: "/assets/ab/tide-4-1920.webp", MovingURL: "/assets/ab/tide.mp4",
		Attributes: []custody.Attribute{{Name: "Palette", Value: "夜景"}, {Name: "Weather", Value: "Rain"}},
	}
	r := &read.Reader{Pool: minted(t, -44), Artworks: gallery(work), PublicURL: "https://shop.example", Log: testkit.Log(t)}
	got := token(t, r, "64000050")
	if got.Name != "Flat #50 of 50" || got.Description != work.Description || got.Image != "https://shop.example/assets/ab/tide-4-1920.webp.jpg" ||
		got.Animation != "https://shop.example/assets/ab/tide.mp4" || got.trait("Year") != "44 BC" || got.trait("Palette") != "夜景" || got.trait("Weather") != "Rain" {
		t.Errorf("metadata = %+v, want the work's words, large picture, film, year and traits", got)
	}
	r.Artworks = gallery(custody.Display{PictureURL: "https://museum.example/1.webp", Offer: custody.Offer{Dated: "c. 50 BC"}})
	if got := token(t, r, "64000050.json"); got.trait("Year") != "c. 50 BC" || got.Image != "https://museum.example/1.webp" || got.Animation != "" || got.Description != "Flat by Ada. Edition 50 of 50." {
		t.Errorf("metadata = %+v, want the museum's picture and date, and a description of our own", got)
	}
}

// TestTheCollectionDescribesItself as ERC-7572, at the address that contractURI returns.
func TestTheCollectionDescribesItself(t *testing.T) {
	t.Parallel()
	r := &read.Reader{PublicURL: "https://shop.example", Gallery: "Galerie Đông", Log: testkit.Log(t)}
	for _, id := range []string{read.CollectionID, read.CollectionID + ".json"} {
		got := token(t, r, id)
		if got.Name != "Galerie Đông" || got.Description == "" || got.Image != "https://shop.example/apple-icon.png" || got.Link != "https://shop.example/en/" {
			t.Errorf("%s = %+v, want the gallery's name, a description, a picture and a link", id, got)
		}
	}
}

// TestALiveTokenRunsFromItsHash compares the metadata with the hash of edition 50 in contracts/vectors/token-hashes.json.
func TestALiveTokenRunsFromItsHash(t *testing.T) {
	t.Parallel()
	pool := minted(t, 0)
	const hash = "0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3"
	for name, c := range map[string]struct {
		path, origin, animation, external, image string
		hash                                     any
	}{
		"live":           {"/works/64/?hash=", "https://art.example/", "https://art.example/works/64/?hash=" + hash, "https://shop.example/en/artworks/flat-64/?edition=50", "https://shop.example/assets/editions/64/50-or-plate.jpg", hash},
		"without origin": {"/works/64/?hash=", "", "", "https://shop.example/en/artworks/flat-64/?edition=50", "https://shop.example/assets/editions/64/50-or-plate.jpg", hash},
		"a picture":      {"", "https://art.example", "", "https://shop.example/en/artworks/flat-64/", "https://shop.example/assets/flat.png", nil},
	} {
		work := custody.Display{Offer: custody.Offer{LivePath: c.path}, PictureURL: "/assets/flat.png"}
		if c.path != "" {
			work.EditionImageURL = "/assets/editions/64/{edition}-or-plate.jpg"
		}
		r := &read.Reader{Pool: pool, Artworks: gallery(work), PublicURL: "https://shop.example", ArtOrigin: c.origin, Log: testkit.Log(t)}
		got := token(t, r, "64000050")
		if got.Image != c.image || got.Animation != c.animation || got.External != c.external || got.trait("Hash") != c.hash {
			t.Errorf("metadata of %s = %+v, want the image, the animation, the page and the hash of the case", name, got)
		}
	}
}

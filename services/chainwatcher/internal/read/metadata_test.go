package read_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// gallery publishes a work, a live one if a path is given.
type gallery string

func (g gallery) Offer(context.Context, int64) (custody.Offer, error) {
	o := custody.Offer{LivePath: string(g), ImageURL: "/assets/flat.webp"}
	if g != "" {
		o.EditionImageURL = "/assets/editions/64/{edition}-or-plate.jpg"
	}
	return o, nil
}

// TestALiveTokenRunsFromItsHash compares the metadata with the hash of edition 50 in contracts/vectors/token-hashes.json.
func TestALiveTokenRunsFromItsHash(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	for _, sql := range []string{
		`INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist, year, medium, payment_method,
			paid_at, status) VALUES (64000050, 1, 'ada', 'order', 64, 50, 50, 'Flat', 'flat-64', 'Ada', 0, '', 'card', now(), 'minted')`,
		`INSERT INTO holders (chain_id, token_id, owner) VALUES (1, 64000050, '0x1')`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	const hash = "0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3"
	for name, c := range map[string]struct {
		path, origin, animation, external, image string
		hash                                     any
	}{
		"live":           {"/works/64/?hash=", "https://art.example/", "https://art.example/works/64/?hash=" + hash, "https://shop.example/en/artworks/flat-64/?edition=50", "https://shop.example/assets/editions/64/50-or-plate.jpg", hash},
		"without origin": {"/works/64/?hash=", "", "", "https://shop.example/en/artworks/flat-64/?edition=50", "https://shop.example/assets/editions/64/50-or-plate.jpg", hash},
		"a picture":      {"", "https://art.example", "", "https://shop.example/en/artworks/flat-64/", "https://shop.example/assets/flat.webp", nil},
	} {
		r := &read.Reader{Pool: pool, Artworks: gallery(c.path), PublicURL: "https://shop.example", ArtOrigin: c.origin, Log: testkit.Log(t)}
		req, w := httptest.NewRequest(http.MethodGet, "/tokens/64000050", nil), httptest.NewRecorder()
		req.SetPathValue("id", "64000050")
		r.Metadata(w, req)
		var got struct {
			Image      string `json:"image"`
			Animation  string `json:"animation_url"`
			External   string `json:"external_url"`
			Attributes []struct {
				Type  string `json:"trait_type"`
				Value any    `json:"value"`
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%s: Unmarshal() error = %v, body %s, want nil", name, err, w.Body)
		}
		var told any
		for _, a := range got.Attributes {
			if a.Type == "Hash" {
				told = a.Value
			}
		}
		if got.Image != c.image || got.Animation != c.animation || got.External != c.external || told != c.hash {
			t.Errorf("metadata of %s = %s, want the image, the animation, the page and the hash of the case", name, w.Body)
		}
	}
}

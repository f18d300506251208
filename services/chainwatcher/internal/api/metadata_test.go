package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/api"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// minted has every token of artwork 64.
type minted struct{ chain.TokenStore }

func (minted) Token(_ context.Context, id int64) (chain.Token, error) {
	return chain.Token{
		TokenID: id, ArtworkID: id / 1_000_000, EditionNumber: int32(id % 1_000_000), EditionSize: 50, Title: "Flat", Slug: "flat-64", Artist: "Ada", Holder: "0x1",
	}, nil
}

// gallery publishes a work, a live one if a path is given.
type gallery string

func (g gallery) Offer(context.Context, int64) (chain.Offer, error) {
	return chain.Offer{LivePath: string(g)}, nil
}

func (gallery) Picture(context.Context, int64, int32) (chain.Picture, error) {
	return chain.Picture{}, chain.ErrNotFound
}

func (gallery) Original(context.Context, int64) (string, time.Time, error) {
	return "", time.Time{}, chain.ErrNotFound
}

// TestALiveTokenRunsFromItsHash compares the metadata with the hash of edition 50 in contracts/vectors/token-hashes.json.
func TestALiveTokenRunsFromItsHash(t *testing.T) {
	t.Parallel()
	const hash = "0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3"
	for name, c := range map[string]struct {
		path, origin, animation, external string
		hash                              any
	}{
		"live":           {"/works/64/?hash=", "https://art.example/", "https://art.example/works/64/?hash=" + hash, "https://shop.example/en/artworks/flat-64/?edition=50", hash},
		"without origin": {"/works/64/?hash=", "", "", "https://shop.example/en/artworks/flat-64/?edition=50", hash},
		"a picture":      {"", "https://art.example", "", "https://shop.example/en/artworks/flat-64/", nil},
	} {
		m := &api.Metadata{Tokens: minted{}, Artworks: gallery(c.path), PublicURL: "https://shop.example", ArtOrigin: c.origin, Log: testkit.Log(t)}
		req, w := httptest.NewRequest(http.MethodGet, "/tokens/64000050", nil), httptest.NewRecorder()
		req.SetPathValue("id", "64000050")
		m.ServeHTTP(w, req)
		var got struct {
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
		if got.Animation != c.animation || got.External != c.external || told != c.hash {
			t.Errorf("metadata of %s = %s, want the animation, the page and the hash of the case", name, w.Body)
		}
	}
}

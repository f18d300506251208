package media

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

func TestALiveWorkGetsItsRecipe(t *testing.T) {
	t.Parallel()
	const hash = "0123456789abcdef0123"
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, hash), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, hash, "moire.html"), []byte("<!doctype html>"+string(slot)+"<script>draw()</script>"), 0o600); err != nil {
		t.Fatal(err)
	}
	works := New(blobtest.Folder(t, dir), nil, nil, false, "").Works(func(_ context.Context, id int64) (artwork.Media, error) {
		return LiveOf(map[int64][]artwork.Media{
			1: {{Kind: artwork.Image, Page: hash + "/moire.html"}},
			2: {{Kind: artwork.Image}, {Kind: artwork.Generator, Page: hash + "/moire.html", Recipe: []byte(`{"seed":"</script>"}`)}},
			3: {{Kind: artwork.Generator, Page: "../secret.html"}},
			4: {{Kind: artwork.Generator, Page: hash + "/gone.html"}},
		}[id])
	})
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		works.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	got := ask("/works/2/?hash=0x00")
	if want := `<script type="application/json" id="work">{"seed":"\u003c/script\u003e"}</script><script>draw()</script>`; got.Code != http.StatusOK || !strings.HasSuffix(got.Body.String(), want) {
		t.Errorf("status = %d, body %s, want the seed in the page", got.Code, got.Body)
	}
	if policy := got.Header().Get("Content-Security-Policy"); policy != "default-src 'none'; frame-ancestors 'none'; sandbox" {
		t.Errorf("Content-Security-Policy without the gateway = %s, want default-src 'none'; frame-ancestors 'none'; sandbox", policy)
	}
	for _, path := range []string{"/works/1/", "/works/3/", "/works/4/", "/works/5/", "/works/2", "/works/x/", "/works/"} {
		if code := ask(path).Code; code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, code)
		}
	}
}

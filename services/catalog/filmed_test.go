package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/gif"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// growingPage follows the messages of live works. It shows the first three bytes of the hash, and after 3.5 s grows from the left for 12 s.
// The edition with the first hash doesn't move. It tries to leave its origin, too.
const growingPage = `<!doctype html><style>body { margin: 0; background: #fff; } div { height: 100vh; }</style><body><div></div>
<script type="application/json" id="work">{}</script><script>
const still = '%s'
function draw(hash, time) {
	const box = document.querySelector('div')
	box.style.background = '#' + hash.slice(2, 8)
	box.style.width = time < 3.5 || hash === still ? '100%%' : Math.min(100, (time - 3.5) / 0.12) + '%%'
	parent.postMessage({ type: 'rendered', hash, time }, '*')
}
addEventListener('message', ({ data }) => data.type === 'seed' && draw(data.hash, data.time))
draw(new URLSearchParams(location.search).get('hash'), 0)
parent.postMessage({ type: 'ready' }, '*')
fetch('http://%s/beacon', { mode: 'no-cors' }).catch(() => {})
new Image().src = 'http://%[2]s/beacon'
</script>`

// minted publishes that the mint of a token is final.
func (h *fixture) minted(tokenID int64) {
	h.t.Helper()
	m := &chainv1.TokenMinted{CheckoutId: fmt.Sprint("order-", tokenID), TokenId: tokenID, ChainId: 31337}
	payload, err := proto.Marshal(m)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.bus.Publish(h.t.Context(), bus.Message{ID: fmt.Sprintf("minted:%d", tokenID), Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
		h.t.Fatal(err)
	}
}

type editionFilm struct {
	TokenID, URL         string
	Width, Height, Bytes int
	Duration             float64
}

// films returns the films of three editions of work 64: one that grows, one that doesn't move, and one that isn't minted; and of two that
// don't exist.
func (h *fixture) films() []editionFilm {
	h.t.Helper()
	_, text := h.ask(`{editionFilms(tokenIds:["64000050","64000001","64000002","1000001","nothing"]){tokenId url width height bytes duration}}`, nil)
	var out struct {
		Data struct{ EditionFilms []editionFilm }
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil || out.Data.EditionFilms == nil {
		h.t.Fatalf("response = %s, error = %v, want films of editions", text, err)
	}
	return out.Data.EditionFilms
}

// TestMintedEditionsAreFilmed draws in a real browser.
func TestMintedEditionsAreFilmed(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	h, left := withPage(t, func(other string) string { return fmt.Sprintf(growingPage, firstOf64, other) })
	if got := h.films(); len(got) > 0 {
		t.Fatalf("films before the mint = %v, want none", got)
	}
	for range 2 {
		for _, id := range []int64{1000001, 64000001, 64000050, 64000051} {
			h.minted(id)
		}
	}
	testkit.Eventually(t, 3*time.Minute, func() bool {
		return len(h.films()) > 0 && h.count(`kind = 'edition_film' AND state <> 'completed'`) == 0
	})
	got := h.films()
	if n := h.count(`kind = 'edition_film'`); len(got) != 1 || n != 2 {
		t.Fatalf("films = %v in %d jobs, want one film of two editions", got, n)
	}
	// Their pictures are drawn first, for their certificates.
	if n := h.count(`kind = 'edition' AND priority = 1`); n != 2 {
		t.Errorf("%d urgent render jobs, want those of the two editions", n)
	}
	f := got[0]
	if f.TokenID != "64000050" || f.Width != 480 || f.Height != 300 || f.Duration < 4 || f.Duration > 6 {
		t.Errorf("film = %+v, want 64000050, 480 × 300, 4 to 6 s", f)
	}
	status, header, file := h.fetch(f.URL)
	if status != http.StatusOK || header.Get("Content-Type") != "image/gif" || !strings.Contains(header.Get("Cache-Control"), "immutable") || len(file) != f.Bytes {
		t.Fatalf("%s: %d, %d bytes, %v, want 200, an immutable image/gif of %d bytes", f.URL, status, len(file), header, f.Bytes)
	}
	film, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) < 24 || film.LoopCount != 0 {
		t.Errorf("film has %d frames, loop count %d, want at least 24, 0", len(film.Image), film.LoopCount)
	}
	if first := film.Image[0]; first.Bounds() != image.Rect(0, 0, 480, 300) || !similar(first.At(470, 150), lastOf64) {
		t.Errorf("the first frame has %v at its right edge, want the colour of %s", first.At(470, 150), lastOf64)
	}
	if second := film.Image[1]; !similar(second.At(470, 150), "0xffffff") {
		t.Errorf("the second frame begins with %v, want the white background", second.At(470, 150))
	}
	if n := left.Load(); n > 0 {
		t.Errorf("the page sent %d requests to another host, want none", n)
	}
}

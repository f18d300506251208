package catalog_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// hashPage paints the first three bytes of the token's hash. It tries to leave its origin, too.
const hashPage = `<!doctype html><body><script type="application/json" id="work">{}</script><script>
const hash = new URLSearchParams(location.search).get('hash')
document.body.style.background = '#' + hash.slice(2, 8)
fetch('http://%s/beacon', { mode: 'no-cors' }).catch(() => {})
new Image().src = 'http://%[1]s/beacon'
</script>`

// artOrigin serves the works of a service with scripts allowed, as the gateway's second listener does. served counts requests, unless it is nil.
func artOrigin(t *testing.T, service *atomic.Pointer[string], served *atomic.Int32) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if served != nil {
			served.Add(1)
		}
		res, err := http.Get(*service.Load() + r.URL.RequestURI())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer func() { _ = res.Body.Close() }()
		w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
		w.WriteHeader(res.StatusCode)
		_, _ = io.Copy(w, res.Body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestEditionsAreRenderedOnRequest(t *testing.T) {
	t.Parallel()
	h, left := withPage(t, func(other string) string { return fmt.Sprintf(hashPage, other) })

	status, header, _ := h.fetch("/assets/editions/64/50.jpg")
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("before the edition is rendered: %d %v, want 503 with Retry-After and no-store", status, header)
	}
	var picture []byte
	testkit.Eventually(t, 2*time.Minute, func() bool {
		status, header, picture = h.fetch("/assets/editions/64/50.jpg")
		return status == http.StatusOK
	})
	if header.Get("Content-Type") != "image/jpeg" || header.Get("Cache-Control") != "public, max-age=300" || header.Get("ETag") == "" {
		t.Errorf("the picture: %v, want image/jpeg, public, max-age=300 and an ETag", header)
	}
	paints(t, "edition 50", picture, lastOf64)
	for _, path := range []string{"/assets/editions/64/51.jpg", "/assets/editions/64/0.jpg", "/assets/editions/1/1.jpg", "/assets/editions/99/1.jpg", "/assets/editions/64/1.png"} {
		if status, _, _ := h.fetch(path); status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}

	// A certificate waits for its edition.
	client := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url))
	testkit.Eventually(t, 2*time.Minute, func() bool {
		res, err := client.GetPicture(t.Context(), &catalogv1.GetPictureRequest{ArtworkId: 64, EditionNumber: 1})
		if err != nil {
			t.Fatal(err)
		}
		if res.GetOfEdition() {
			paints(t, "edition 1", res.GetJpeg(), firstOf64)
		}
		return res.GetOfEdition()
	})
	// The wall begins with a plate for what isn't drawn, and is complete once its job has drawn that.
	wall := func() image.Image {
		status, header, picture = h.fetch("/assets/editions/64/wall-640.jpg")
		if status != http.StatusOK || header.Get("ETag") == "" {
			t.Fatalf("the wall: %d %v, want 200 and an ETag", status, header)
		}
		img, err := jpeg.Decode(bytes.NewReader(picture))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	testkit.Eventually(t, 2*time.Minute, func() bool { wall(); return header.Get("Retry-After") == "" })
	if img := wall(); img.Bounds().Size() != image.Pt(640, 400) || !similar(img.At(100, 100), firstOf64) {
		t.Errorf("the wall of %v has %v at its first edition, want 640 × 400 and the colour of %s", img.Bounds(), img.At(100, 100), firstOf64)
	}
	// Other works have one picture.
	testkit.Eventually(t, time.Minute, func() bool {
		res, err := client.GetPicture(t.Context(), &catalogv1.GetPictureRequest{ArtworkId: 1, EditionNumber: 1})
		return err == nil && !res.GetOfEdition() && http.DetectContentType(res.GetJpeg()) == "image/jpeg"
	})
	if _, err := client.GetPicture(t.Context(), &catalogv1.GetPictureRequest{ArtworkId: 99, EditionNumber: 1}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("a work that doesn't exist: error = %v, want not_found", err)
	}
	if n := left.Load(); n > 0 {
		t.Errorf("the page sent %d requests to another host, want none", n)
	}
}

// paints checks that a picture has the colour of a hash, and the proportions of the work.
func paints(t *testing.T, name string, picture []byte, hash string) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Errorf("%s: error = %v, want nil", name, err)
		return
	}
	if size := img.Bounds().Size(); size != image.Pt(1600, 1000) {
		t.Errorf("%s is %v, want 1600 × 1000", name, size)
	}
	if c := img.At(800, 500); !similar(c, hash) {
		t.Errorf("%s shows %v, want %s", name, c, hash)
	}
}

// similar reports whether a colour is nearly the one of the first three bytes of a hash.
func similar(c color.Color, hash string) bool {
	var want [3]int
	if _, err := fmt.Sscanf(hash, "0x%02x%02x%02x", &want[0], &want[1], &want[2]); err != nil {
		panic(err)
	}
	r, g, b, _ := c.RGBA()
	for i, v := range []uint32{r, g, b} {
		if d := int(v>>8) - want[i]; d > 4 || d < -4 {
			return false
		}
	}
	return true
}

// withLive runs a service whose work 64 is live, on a page. served counts requests for the page.
func withLive(t *testing.T, page string, change ...func(*fixture)) (h *fixture, served *atomic.Int32) {
	t.Helper()
	var address atomic.Pointer[string]
	address.Store(new(string))
	served = &atomic.Int32{}
	h = setup(t, append([]func(*fixture){func(h *fixture) {
		h.live(t, false)
		h.write("live/dots.html", page)
		sum := func(page string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(page))) }
		h.write("proofs/flat-64.yaml", strings.Replace(h.read("proofs/flat-64.yaml"), sum(flatPage), sum(page), 1))
		h.pages = &rendertest.Options{ArtOrigin: artOrigin(t, &address, served)}
	}}, change...)...)
	address.Store(&h.url)
	return h, served
}

// stuckPage never finishes drawing.
const stuckPage = `<!doctype html><script type="application/json" id="work">{}</script><script>for (;;);</script>`

// withPage runs a service whose work 64 is a page that Chromium draws. page gets another host than the page's own, which the page tries to
// reach; left counts how often it did.
func withPage(t *testing.T, page func(other string) string) (h *fixture, left *atomic.Int32) {
	t.Helper()
	left = &atomic.Int32{}
	outside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { left.Add(1) }))
	t.Cleanup(outside.Close)
	// Another name of this machine than the art origin's.
	h, _ = withLive(t, page(strings.Replace(strings.TrimPrefix(outside.URL, "http://"), "127.0.0.1", "localhost", 1)))
	return h, left
}

// certificate requests the picture of edition 1 of work 64 until ctx ends.
func (h *fixture) certificate(ctx context.Context) (*catalogv1.GetPictureResponse, error) {
	return catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url)).GetPicture(ctx, &catalogv1.GetPictureRequest{ArtworkId: 64, EditionNumber: 1})
}

// count counts jobs.
func (h *fixture) count(where string) (n int) {
	h.t.Helper()
	pool, err := pgxpool.New(h.t.Context(), h.cfg.DatabaseURL)
	if err != nil {
		h.t.Fatal(err)
	}
	defer pool.Close()
	if err := pool.QueryRow(h.t.Context(), `SELECT count(*) FROM river_job WHERE `+where).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// TestEditionsThatCannotBeDrawn: a page that fails ends in a plate.
func TestEditionsThatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	h, _ := withLive(t, stuckPage, func(h *fixture) { h.pages.PageLimit = 2 * time.Second })
	testkit.Eventually(t, 2*time.Minute, func() bool {
		status, _, _ := h.fetch("/assets/editions/64/1.jpg")
		return status == http.StatusNotFound
	})
	// The edition is marked before its job ends, at the third attempt.
	testkit.Eventually(t, time.Minute, func() bool {
		return h.count(`kind = 'edition' AND cardinality(errors) = 2 AND state = 'completed'`) == 1
	})
	testkit.Eventually(t, time.Minute, func() bool {
		res, err := h.certificate(t.Context())
		return err == nil && !res.GetOfEdition() && http.DetectContentType(res.GetJpeg()) == "image/jpeg"
	})
}

// TestAnOutageIsNotAPageError: neither an origin that doesn't serve the page nor a browser that doesn't start makes an edition undrawable.
func TestAnOutageIsNotAPageError(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	for name, c := range map[string]func(*fixture){
		"the browser": func(h *fixture) { h.pages.Browser = "/bin/false" },
		"the origin":  func(h *fixture) { h.pages.ArtOrigin = "http://127.0.0.1:1" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, _ := withLive(t, flatPage, c)
			if status, _, _ := h.fetch("/assets/editions/64/1.jpg"); status != http.StatusServiceUnavailable {
				t.Fatalf(`h.fetch("/assets/editions/64/1.jpg") = %v, want ServiceUnavailable`, status)
			}
			testkit.Eventually(t, 5*time.Minute, func() bool { return h.count(`kind = 'edition' AND cardinality(errors) >= 3`) == 1 })
			if status, _, _ := h.fetch("/assets/editions/64/1.jpg"); status != http.StatusServiceUnavailable {
				t.Errorf("after three attempts: %d, want 503", status)
			}
		})
	}
}

// TestCertificateReturnsBeforeItsDeadline: while a drawing takes long it gets a plate.
func TestCertificateReturnsBeforeItsDeadline(t *testing.T) {
	t.Parallel()
	h, _ := withLive(t, stuckPage)
	h.fetch("/assets/editions/64/1.jpg")
	for _, limit := range []time.Duration{0, 6 * time.Second} {
		ctx := t.Context()
		if limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		res, err := h.certificate(ctx)
		if err != nil || res.GetOfEdition() || http.DetectContentType(res.GetJpeg()) != "image/jpeg" {
			t.Errorf("with a deadline of %v: error = %v, of the edition: %v, want a JPEG that isn't of the edition", limit, err, res.GetOfEdition())
		}
	}
	// A person waits for it, unlike for a share card.
	if urgent, usual := h.count(`kind = 'edition' AND priority = 1`), h.count(`kind = 'edition' AND priority > 1`); urgent != 1 || usual != 1 {
		t.Errorf("%d urgent and %d other render jobs, want 1 and 1", urgent, usual)
	}
}

// TestErrorPagesAreNotEditions: the art origin has the gateway's limits.
func TestErrorPagesAreNotEditions(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	var busy atomic.Bool
	busy.Store(true)
	h, _ := withLive(t, flatPage, func(h *fixture) {
		works, err := url.Parse(h.pages.ArtOrigin)
		if err != nil {
			t.Fatal(err)
		}
		proxy := httputil.NewSingleHostReverseProxy(works)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if busy.Load() {
				http.Error(w, "too many requests", http.StatusTooManyRequests)
				return
			}
			proxy.ServeHTTP(w, r)
		}))
		t.Cleanup(s.Close)
		h.pages.ArtOrigin = s.URL
	})
	h.fetch("/assets/editions/64/1.jpg")
	testkit.Eventually(t, time.Minute, func() bool { return h.count(`kind = 'edition' AND cardinality(errors) > 0`) == 1 })
	if status, _, _ := h.fetch("/assets/editions/64/1.jpg"); status != http.StatusServiceUnavailable {
		t.Errorf("image of a page with an error: status = %d, want 503", status)
	}
	busy.Store(false)
	testkit.Eventually(t, time.Minute, func() bool {
		status, _, _ := h.fetch("/assets/editions/64/1.jpg")
		return status == http.StatusOK
	})
}

// TestUnpublishedWorksAreNotRendered: they have no page. A certificate has a plate.
func TestUnpublishedWorksAreNotRendered(t *testing.T) {
	t.Parallel()
	h, served := withLive(t, flatPage, func(h *fixture) {
		h.write("artworks/flat.md", strings.Replace(h.read("artworks/flat.md"), "publishedAt: 2026", "publishedAt: 2190", 1))
	})
	res, err := h.certificate(t.Context())
	if err != nil || res.GetOfEdition() || http.DetectContentType(res.GetJpeg()) != "image/jpeg" {
		t.Errorf("error = %v, of the edition: %v, want a JPEG that isn't of the edition", err, res.GetOfEdition())
	}
	if n := h.count(`kind = 'edition'`); n > 0 {
		t.Errorf("%d renderings were requested, want at most 0", n)
	}
	// One that was requested while it was public.
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	if err := jobs.Add(t.Context(), pool, artwork.DrawEdition{ArtworkID: 64, Number: 2}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, func() bool { return h.count(`kind = 'edition' AND state = 'completed'`) == 1 })
	if n := served.Load(); n > 0 {
		t.Errorf("the page was requested %d times although the work isn't public, want 0", n)
	}
}

// TestWithoutABrowserNoEditionIsRendered: nothing waits for a picture that is never made.
func TestWithoutABrowserNoEditionIsRendered(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.live(t, false) })
	if status, _, _ := h.fetch("/assets/editions/64/1.jpg"); status != http.StatusNotFound {
		t.Errorf("%d, want 404", status)
	}
}

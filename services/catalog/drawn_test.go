package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
)

// hashPage paints the first three bytes of the token's hash. It tries to leave its origin, too.
const hashPage = `<!doctype html><body><script type="application/json" id="work">{}</script><script>
const hash = new URLSearchParams(location.search).get('hash')
document.body.style.background = '#' + hash.slice(2, 8)
fetch('http://%s/beacon', { mode: 'no-cors' }).catch(() => {})
new Image().src = 'http://%[1]s/beacon'
</script>`

// chromiumOf returns the command of the browser, or skips the test. In CI there has to be one.
func chromiumOf(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("no chromium is installed: ", err)
	}
	if os.Getuid() == 0 {
		return path + " --no-sandbox"
	}
	return path
}

// artOrigin serves the works of a service with scripts allowed, as the gateway's second listener does.
func artOrigin(t *testing.T, service *atomic.Pointer[string]) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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

func TestEditionsAreDrawnWhenTheyAreRequested(t *testing.T) {
	t.Parallel()
	command := chromiumOf(t)
	var left atomic.Int32
	outside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { left.Add(1) }))
	t.Cleanup(outside.Close)
	// Another name of this machine than the art origin's.
	page := fmt.Sprintf(hashPage, strings.Replace(strings.TrimPrefix(outside.URL, "http://"), "127.0.0.1", "localhost", 1))
	var address atomic.Pointer[string]
	h := setup(t, func(h *fixture) {
		h.live(t, false)
		h.write("live/dots.html", page)
		proof := h.read("proofs/flat-64.yaml")
		h.write("proofs/flat-64.yaml", strings.Replace(proof, fmt.Sprintf("%x", sha256.Sum256([]byte(flatPage))), fmt.Sprintf("%x", sha256.Sum256([]byte(page))), 1))
		h.cfg.Browser, h.cfg.ArtOrigin, h.cfg.AVIF = command, artOrigin(t, &address), false
	})
	address.Store(&h.url)

	status, header, _ := h.fetch("/assets/editions/64/50.jpg")
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("before it is drawn: %d %v", status, header)
	}
	var picture []byte
	testkit.Eventually(t, 2*time.Minute, func() bool {
		status, header, picture = h.fetch("/assets/editions/64/50.jpg")
		return status == http.StatusOK
	})
	if header.Get("Content-Type") != "image/jpeg" || header.Get("Cache-Control") != "public, max-age=300" || header.Get("ETag") == "" {
		t.Errorf("the picture: %v", header)
	}
	paints(t, "edition 50", picture, lastOf64)
	for _, path := range []string{"/assets/editions/64/51.jpg", "/assets/editions/64/0.jpg", "/assets/editions/1/1.jpg", "/assets/editions/99/1.jpg", "/assets/editions/64/1.png"} {
		if status, _, _ := h.fetch(path); status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}

	// A certificate waits for its edition.
	hc, opts := h.fleet.Client(h.t, "catalog")
	client := catalogv1connect.NewCatalogServiceClient(hc, h.url, opts...)
	testkit.Eventually(t, 2*time.Minute, func() bool {
		res, err := client.GetPicture(t.Context(), connect.NewRequest(&catalogv1.GetPictureRequest{ArtworkId: 64, EditionNumber: 1}))
		if err != nil {
			t.Fatal(err)
		}
		if res.Msg.GetOfEdition() {
			paints(t, "edition 1", res.Msg.GetJpeg(), firstOf64)
		}
		return res.Msg.GetOfEdition()
	})
	// Other works have one picture.
	testkit.Eventually(t, time.Minute, func() bool {
		res, err := client.GetPicture(t.Context(), connect.NewRequest(&catalogv1.GetPictureRequest{ArtworkId: 1, EditionNumber: 1}))
		return err == nil && !res.Msg.GetOfEdition() && http.DetectContentType(res.Msg.GetJpeg()) == "image/jpeg"
	})
	if _, err := client.GetPicture(t.Context(), connect.NewRequest(&catalogv1.GetPictureRequest{ArtworkId: 99, EditionNumber: 1})); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("a work that doesn't exist: %v", err)
	}
	if n := left.Load(); n > 0 {
		t.Errorf("the page reached another host %d times", n)
	}
}

// paints checks that a picture has the colour of a hash, and the proportions of the work.
func paints(t *testing.T, name string, picture []byte, hash string) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if size := img.Bounds().Size(); size != image.Pt(1600, 1000) {
		t.Errorf("%s is %v, want 1600 × 1000", name, size)
	}
	var want [3]int
	if _, err := fmt.Sscanf(hash, "0x%02x%02x%02x", &want[0], &want[1], &want[2]); err != nil {
		t.Fatal(err)
	}
	r, g, b, _ := img.At(800, 500).RGBA()
	for i, c := range []uint32{r, g, b} {
		if d := int(c>>8) - want[i]; d > 4 || d < -4 {
			t.Errorf("%s paints %d %d %d, want %v", name, r>>8, g>>8, b>>8, want)
			return
		}
	}
}

// TestEditionsThatCannotBeDrawn: a browser that fails ends in the work's still.
func TestEditionsThatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.live(t, false)
		h.cfg.Browser, h.cfg.ArtOrigin, h.cfg.AVIF = "/bin/false", "http://127.0.0.1:1", false
	})
	testkit.Eventually(t, 2*time.Minute, func() bool {
		status, _, _ := h.fetch("/assets/editions/64/1.jpg")
		return status == http.StatusNotFound
	})
	hc, opts := h.fleet.Client(h.t, "catalog")
	client := catalogv1connect.NewCatalogServiceClient(hc, h.url, opts...)
	testkit.Eventually(t, time.Minute, func() bool {
		res, err := client.GetPicture(t.Context(), connect.NewRequest(&catalogv1.GetPictureRequest{ArtworkId: 64, EditionNumber: 1}))
		return err == nil && !res.Msg.GetOfEdition() && http.DetectContentType(res.Msg.GetJpeg()) == "image/jpeg"
	})
}

// TestWithoutABrowserNoEditionIsDrawn: nothing waits for a picture that nobody makes.
func TestWithoutABrowserNoEditionIsDrawn(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.live(t, false) })
	if status, _, _ := h.fetch("/assets/editions/64/1.jpg"); status != http.StatusNotFound {
		t.Errorf("%d, want 404", status)
	}
}

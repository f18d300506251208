package chromium_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/chromium"
)

const hash = "0x0000000000000000000000000000000000000000000000000000000000000001"

// filming is a real browser, with a page that runs a script. Without one the test is skipped; in CI there has to be one.
func filming(t *testing.T, script string, limit time.Duration) chromium.Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("no chromium is installed: ", err)
	}
	command := []string{path}
	if os.Getuid() == 0 {
		command = append(command, "--no-sandbox")
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors https://shop.example")
		_, _ = fmt.Fprintf(w, "<!doctype html><style>body { margin: 0; background: #fff; }</style><body><script>%s</script>", script)
	}))
	t.Cleanup(s.Close)
	return chromium.Browser{Command: command, Origin: s.URL, Shop: "https://shop.example", Limit: limit}
}

// TestFilmsShowEachMoment: the page is framed by the shop, whose host doesn't exist here, and draws by the messages.
func TestFilmsShowEachMoment(t *testing.T) { //nolint:paralleltest // browsers are slow beside each other
	b := filming(t, `
		addEventListener('message', ({ data }) => {
			document.body.style.background = 'rgb(' + 10 * data.time + ', 0, ' + Number(data.hash) + ')'
			parent.postMessage({ type: 'rendered', hash: data.hash, time: data.time }, '*')
		})
		parent.postMessage({ type: 'ready' }, '*')`, 5*time.Minute)
	var window image.Point
	err := b.Film(t.Context(), "/works/1/", hash, size, func(at func(float64) (image.Image, error)) error {
		for _, seconds := range []float64{0, 3.5, 15.5, 0} {
			img, err := at(seconds)
			if err != nil {
				return err
			}
			window = img.Bounds().Size()
			if got, want := color.RGBAModel.Convert(img.At(80, 50)), (color.RGBA{R: uint8(10 * seconds), B: 1, A: 255}); got != want {
				t.Errorf("at %v s: %v, want %v", seconds, got, want)
			}
		}
		return nil
	})
	if err != nil || window != size {
		t.Errorf("a window of %v, want %v: %v", window, size, err)
	}
}

// TestWorksThatDontFollowTheMessagesArentFilmed: the browser is stopped at its timeout, and the error is attributed to the page.
func TestWorksThatDontFollowTheMessagesArentFilmed(t *testing.T) { //nolint:paralleltest // browsers are slow beside each other
	for name, script := range map[string]string{
		"it never becomes ready":   "",
		"it draws something else":  "parent.postMessage({ type: 'ready' }, '*'); addEventListener('message', () => parent.postMessage({ type: 'rendered', hash: null, time: 9 }, '*'))",
		"it never ends its script": "for (;;) {}",
	} {
		b := filming(t, script, 15*time.Second)
		err := b.Film(t.Context(), "/works/1/", hash, size, func(at func(float64) (image.Image, error)) error {
			_, err := at(1)
			return err
		})
		if !errors.Is(err, artwork.ErrUndrawable) {
			t.Errorf("%s: %v, want an undrawable page", name, err)
		}
	}
}

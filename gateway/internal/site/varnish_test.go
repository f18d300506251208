package site

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// varnish starts the real cache with our VCL in front of a backend and returns its address.
func varnish(t *testing.T, backend string) string {
	t.Helper()
	if _, err := exec.LookPath("varnishd"); err != nil {
		t.Skip("varnishd isn't installed; `make test-deps` installs it")
	}
	vcl, err := os.ReadFile(repository.Path("deploy/varnish/vitrine.vcl"))
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(backend)
	if err != nil {
		t.Fatal(err)
	}
	// Varnish compiles as another user, who must be able to read the folder.
	dir, err := os.MkdirTemp("/var/tmp", "vitrine-varnish-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	file := filepath.Join(dir, "vitrine.vcl")
	if err := os.WriteFile(file, []byte(strings.Replace(string(vcl), `"8080"`, `"`+port+`"`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	address := testkit.FreeAddress(t)
	cmd := exec.Command("varnishd", "-F", "-a", address, "-T", "none", "-n", filepath.Join(dir, "work"), "-s", "malloc,16m", "-f", file)
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	p, err := subprocess.Start(cmd, syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	testkit.Eventually(t, 30*time.Second, func() bool {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// TestVarnish puts the real cache in front of the gateway: it repeats a public page with the nonce of its policy until an event purges one of
// its tags, and never keeps another page.
func TestVarnish(t *testing.T) {
	t.Parallel()
	const key = kit.Secret("0123456789abcdef0123456789abcdef")
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "s-maxage=60, stale-while-revalidate=31535940")
		if strings.HasPrefix(r.URL.Path, "/en/artworks/") {
			w.Header().Set(surrogateKey, "artworks "+strings.Trim(r.URL.Path[len("/en/artworks/"):], "/"))
		}
		_, _ = fmt.Fprintf(w, `<script nonce=%q></script>`, placeholder(key))
	}))
	t.Cleanup(upstream.Close)
	gateway := httptest.NewServer(SecurityHeaders("http://localhost", pages(t, Options{Site: at(t, upstream.URL), Key: key, Sharing: Sharing{For: time.Minute, Stale: time.Minute}})))
	t.Cleanup(gateway.Close)
	cache := varnish(t, gateway.Listener.Addr().String())
	call := func(method, path string, headers ...string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, cache+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res, string(body)
	}
	inPolicy := regexp.MustCompile(`'nonce-([^']+)'`)
	nonce := func(path string, headers ...string) string {
		t.Helper()
		res, body := call(http.MethodGet, path, headers...)
		found := inPolicy.FindStringSubmatch(res.Header.Get("Content-Security-Policy"))
		if res.StatusCode != http.StatusOK || found == nil || !strings.Contains(body, `nonce="`+found[1]+`"`) {
			t.Fatalf("%s: status = %d, policy %q, want 200 with the nonce in policy and page: %s", path, res.StatusCode, res.Header.Get("Content-Security-Policy"), body)
		}
		return found[1]
	}
	purge := func(keys string) {
		t.Helper()
		if res, body := call("PURGE", "/", surrogateKey, keys); res.StatusCode != http.StatusOK {
			t.Fatalf("purge: status = %d %s, want 200", res.StatusCode, body)
		}
	}
	const one, two = "/en/artworks/artwork:1/", "/en/artworks/artwork:2/"
	first, second := nonce(one), nonce(two)
	if nonce(one) != first || nonce(one, "Cookie", "language=en") != first {
		t.Error("a public page wasn't cached")
	}
	for name, path := range map[string]string{"a query": one + "?edition=1", "a page without tags": "/en/profile/"} {
		if before := nonce(path); nonce(path) == before {
			t.Errorf("%s was cached", name)
		}
	}
	if nonce(one, "Authorization", "Bearer x") == first {
		t.Error("a request with a token was served from the cache")
	}
	purge("artwork:1 artwork:3")
	if nonce(one) == first || nonce(two) != second {
		t.Error("a purge didn't remove exactly the pages with its tag")
	}
	first = nonce(one)
	purge("artworks")
	if nonce(one) == first || nonce(two) == second {
		t.Error("a purge of the common tag didn't remove both pages")
	}
	if res, _ := call("PURGE", "/"); res.StatusCode != http.StatusBadRequest {
		t.Errorf("a purge without tags: %d, want 400", res.StatusCode)
	}
}

package site

import (
	"compress/gzip"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// repeatedText is 50,000 random letters (4.7 bits each) twice, further apart than gzip's window: 30 KB once, 60 KB twice.
func repeatedText() string {
	random := rand.New(rand.NewPCG(1, 2))
	var content strings.Builder
	for range 50_000 {
		content.WriteByte(byte('a' + random.IntN(26)))
	}
	return "<html><body><p>" + content.String() + "</p><p>" + content.String() + "</p></body></html>"
}

func TestRepeatedTextIsCompressed(t *testing.T) {
	t.Parallel()
	body := repeatedText()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			t.Errorf("request to the site for %s has Accept-Encoding %q, want none", r.URL.Path, r.Header.Get("Accept-Encoding"))
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.Header.Get("Rsc") != "" {
			w.Header().Set("Content-Type", "text/x-component")
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(upstream.Close)
	gateway := pages(t, Options{Site: at(t, upstream.URL)})
	const once = 35_000
	whole := len(body) + 100
	for _, c := range []struct {
		accept, rsc, coding string
		most                int
	}{
		{"gzip, deflate, br, zstd", "", "br", once},
		{"gzip, br;q=0.1", "", "br", once},
		{"gzip, deflate, br, zstd", "1", "zstd", once},
		{"gzip, br;q=0, zstd", "", "zstd", once},
		{"gzip", "", "gzip", whole},
		{"", "", "", whole},
	} {
		// Twice, because compressors are reused.
		for range 2 {
			r := httptest.NewRequest(http.MethodGet, "/en/", nil)
			r.Header.Set("Accept-Encoding", c.accept)
			if c.rsc != "" {
				r.Header.Set("Rsc", c.rsc)
			}
			w := httptest.NewRecorder()
			gateway.ServeHTTP(w, r)
			h := w.Header()
			if h.Get("Content-Encoding") != c.coding || w.Body.Len() > c.most || w.Body.Len() < 25_000 {
				t.Errorf("Accept-Encoding %q: %d bytes in %q, want 25000 to %d in %q", c.accept, w.Body.Len(), h.Get("Content-Encoding"), c.most, c.coding)
			}
			if !strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%q: %v, want Vary: Accept-Encoding", c.accept, h)
			}
			var plain io.Reader = w.Body
			switch c.coding {
			case "br":
				plain = brotli.NewReader(w.Body)
			case "zstd":
				z, err := zstd.NewReader(w.Body)
				if err != nil {
					t.Fatal(err)
				}
				defer z.Close()
				plain = z
			case "gzip":
				z, err := gzip.NewReader(w.Body)
				if err != nil {
					t.Fatal(err)
				}
				plain = z
			}
			got, err := io.ReadAll(plain)
			if err != nil || string(got) != body {
				t.Errorf("%q: the decompressed page differs: %d bytes, want %d, %v", c.accept, len(got), len(body), err)
			}
		}
	}
}

func TestAPageWithoutABodyIsNotCompressed(t *testing.T) {
	t.Parallel()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, repeatedText())
	}))
	t.Cleanup(upstream.Close)
	gateway := pages(t, Options{Site: at(t, upstream.URL)})
	for _, c := range []struct {
		method, known string
		status        int
	}{{http.MethodHead, "", http.StatusOK}, {http.MethodGet, `"a"`, http.StatusNotModified}} {
		r := httptest.NewRequest(c.method, "/en/", nil)
		r.Header.Set("Accept-Encoding", "br")
		if c.known != "" {
			r.Header.Set("If-None-Match", c.known)
		}
		w := httptest.NewRecorder()
		if gateway.ServeHTTP(w, r); w.Code != c.status || w.Body.Len() != 0 || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: status = %d, %d bytes in %q, want %d without a body", c.method, w.Code, w.Body.Len(), w.Header().Get("Content-Encoding"), c.status)
		}
	}
}

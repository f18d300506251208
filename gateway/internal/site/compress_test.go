package site

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// A page says its content once for people and once for what wakes it, further apart than gzip looks back.
func TestWhatAPageSaysTwiceIsSentOnce(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var content strings.Builder
	for range 50_000 {
		content.WriteByte(byte('a' + random.IntN(26)))
	}
	body := "<html><body><p>" + content.String() + "</p><p>" + content.String() + "</p></body></html>"
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(upstream.Close)
	r := httptest.NewRequest(http.MethodGet, "/en/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	w := httptest.NewRecorder()
	pages(t, Options{Site: at(t, upstream.URL)}).ServeHTTP(w, r)
	if coding := w.Header().Get("Content-Encoding"); coding != "zstd" {
		t.Fatalf("encoding %q", coding)
	}
	// 26 letters are 4.7 bits each: 30 KB once, 60 KB twice.
	if sent := w.Body.Len(); sent > 35_000 {
		t.Errorf("%d bytes were sent", sent)
	}
	plain, err := zstd.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	got, err := io.ReadAll(plain)
	if err != nil || string(got) != body {
		t.Errorf("another page came out: %d bytes instead of %d, %v", len(got), len(body), err)
	}
}

package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestWhatWasNotSentIsSentLast: a service that ends has acknowledged the facts that made pages stale. One request was on its way
// when it was to end, other tags were noted later.
func TestWhatWasNotSentIsSentLast(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	told := make(chan string, 9)
	pages := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body := make([]byte, 100)
		n, _ := r.Body.Read(body)
		if requests.Add(1) == 1 {
			<-r.Context().Done()
			return
		}
		told <- string(body[:n])
	}))
	t.Cleanup(pages.Close)
	s := New(pages.URL, "key", testkit.Log(t))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	s.Stale("artworks")
	testkit.Eventually(t, 10*time.Second, func() bool { return requests.Load() == 1 })
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	s.Stale("posts")
	s.Flush(t.Context())
	if got := <-told; got != `{"tags":["artworks","posts"]}` {
		t.Error(got)
	}
}

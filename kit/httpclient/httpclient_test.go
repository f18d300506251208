package httpclient_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/vitrine/vitrine/kit/httpclient"
)

func TestRefuseRedirects(t *testing.T) {
	t.Parallel()
	var followed atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := httptest.NewServer(http.RedirectHandler(elsewhere.URL, status))
		t.Cleanup(s.Close)
		client := &http.Client{CheckRedirect: httpclient.RefuseRedirects}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err == nil {
			_ = res.Body.Close()
		}
		if !errors.Is(err, httpclient.ErrRedirect) {
			t.Errorf("a redirect with %d: %v, want %v", status, err, httpclient.ErrRedirect)
		}
	}
	if got := followed.Load(); got != 0 {
		t.Errorf("%d redirects were followed, want 0", got)
	}
}

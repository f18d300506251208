package page

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestTheFontsOfTheLayoutAreServed requests each one as a browser would.
func TestTheFontsOfTheLayoutAreServed(t *testing.T) {
	t.Parallel()
	text, err := layout.ReadFile("layout.html")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	Fonts(mux)
	named := regexp.MustCompile(`url\((/[^)]+)\)`).FindAllStringSubmatch(string(text), -1)
	if len(named) != 2 {
		t.Fatalf("the layout names %d fonts, want 2", len(named))
	}
	for _, font := range named {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, font[1], http.NoBody))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "font/woff2" || !strings.HasPrefix(w.Body.String(), "wOF2") {
			t.Errorf("%s: %d %s, want 200, font/woff2", font[1], w.Code, w.Header().Get("Content-Type"))
		}
	}
	w := httptest.NewRecorder()
	Write(w, http.StatusOK, Parse(layout, "layout.html"), nil)
	if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "font-src 'self'") {
		t.Errorf("Content-Security-Policy = %q, want font-src 'self'", csp)
	}
}

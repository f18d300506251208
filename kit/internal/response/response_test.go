package response_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/internal/response"
)

// TestWriter: two observers share one writer, and a response begins once, with its first final status.
func TestWriter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		write  func(w http.ResponseWriter)
		status int
		begun  int
	}{
		"nothing":  {func(http.ResponseWriter) {}, http.StatusOK, 0},
		"a body":   {func(w http.ResponseWriter) { _, _ = io.WriteString(w, "a") }, http.StatusOK, 1},
		"a status": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }, http.StatusNotFound, 1},
		"both": {func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, "a")
		}, http.StatusNotFound, 1},
		"two": {func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(http.StatusTeapot)
		}, http.StatusTeapot, 1},
		"only informational": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusEarlyHints) }, http.StatusOK, 0},
		"a file":             {func(w http.ResponseWriter) { _, _ = io.Copy(w, strings.NewReader("a")) }, http.StatusOK, 1},
		"a flush":            {func(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }, http.StatusOK, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := 0
			w := response.Observe(httptest.NewRecorder())
			again := response.Observe(w)
			if again != w {
				t.Error("observing twice returned another writer, want the same")
			}
			again.OnBegin(func() { begun++ })
			c.write(again)
			if w.Status() != c.status || begun != c.begun {
				t.Errorf("status = %d, began %d times, want %d, %d", w.Status(), begun, c.status, c.begun)
			}
		})
	}
}

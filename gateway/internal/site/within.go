package site

import (
	"net/http"
	"time"
)

// Within gives a request's body so long to arrive. A caller who sends a byte now and then would keep a connection and what reads
// it for ever: handlers have deadlines, their reading has none. A handler has to be done by then as well, because the connection
// is given up; what has no body is left alone.
func Within(d time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			// A writer that cannot is no connection.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(d))
		}
		next.ServeHTTP(w, r)
	})
}

package site

import (
	"net/http"
	"time"
)

// BodyTimeout limits the time for a request's body to arrive. A caller who sends a byte now and then would
// otherwise hold a connection and its handler forever: handlers have deadlines, reading doesn't. The
// handler must finish by then too, because the connection is closed. Requests without a body are not
// limited.
func BodyTimeout(d time.Duration, next http.Handler) http.Handler { return bodyTimeout{d, next} }

// bodyTimeout isn't a closure, because the compiler would allocate the controller of one that it inlines elsewhere.
type bodyTimeout struct {
	limit time.Duration
	next  http.Handler
}

func (b bodyTimeout) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		// An error means that the writer isn't a connection, as in tests.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(b.limit))
	}
	b.next.ServeHTTP(w, r)
}

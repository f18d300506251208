package site

import (
	"errors"
	"io"
	"net/http"
	"syscall"

	"github.com/vitrine/vitrine/kit/rpc"
)

// repeating sends a GET or HEAD request once more if its connection broke before the response. net/http does that only on a connection that
// served a request before. Other requests are not repeated, because the server may have received them.
type repeating struct {
	next   http.RoundTripper
	budget *rpc.Budget
}

func repeat(next http.RoundTripper) http.RoundTripper { return repeating{next, rpc.NewBudget()} }

// RoundTrip implements http.RoundTripper.
func (p repeating) RoundTrip(r *http.Request) (*http.Response, error) {
	p.budget.Refill()
	res, err := p.next.RoundTrip(r)
	if err == nil || !broken(err) || !harmless(r) || r.Context().Err() != nil || !p.budget.Spend() {
		return res, err
	}
	return p.next.RoundTrip(r)
}

// harmless reports whether a request has no side effects and no body, which could be sent only once.
func harmless(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.Body == nil || r.Body == http.NoBody)
}

// broken reports whether a connection ended, as opposed to a timeout or a refused connection.
func broken(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

package route

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

const (
	// small is the size up to which bodies are read without a limit on their number. Most calls fit.
	small = 64 << 10
	// largeBodies is the maximum number of larger bodies that are read at the same time, to limit memory.
	largeBodies = 64
)

// received reads bodies before their requests are admitted. Otherwise a few callers who send slowly would use all admitted places, and
// everyone else would wait for them.
type received struct{ large chan struct{} }

func newReceived() *received { return &received{make(chan struct{}, largeBodies)} }

// wrap doesn't read bodies larger than json. Those are uploads, which have their own priority.
func (b *received) wrap(row Row, next http.Handler) http.Handler {
	if row.Body > json {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, small))
		if err == nil && len(body) == small {
			select {
			case b.large <- struct{}{}:
				defer func() { <-b.large }()
				var rest []byte
				rest, err = io.ReadAll(r.Body)
				body = append(body, rest...)
			default:
				err = errBusy
			}
		}
		switch {
		case errors.Is(err, errBusy):
			w.Header().Set("Retry-After", strconv.Itoa(1))
			problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The gallery is very busy. Nothing was changed. Try again in a moment.", nil)
		case err != nil:
			problem.Body(w, err)
		default:
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.TransferEncoding = nil
			next.ServeHTTP(w, r)
		}
	})
}

var errBusy = errors.New("route: too many large bodies arrive at once")

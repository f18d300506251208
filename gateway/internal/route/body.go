package route

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/vitrine/vitrine/gateway/internal/body"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

const (
	// small is the size up to which bodies are read without a limit on their number. Most calls fit.
	small = 64 << 10
	// expected is the size up to which memory is reserved before the body arrives.
	expected = 8 << 10
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
		all, release, err := b.read(r)
		defer release()
		switch {
		case errors.Is(err, errBusy):
			w.Header().Set("Retry-After", strconv.Itoa(1))
			problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The gallery is very busy. Nothing was changed. Try again in a moment.", nil)
		case err != nil:
			problem.Body(w, err)
		default:
			r.Body, r.ContentLength = body.New(all), int64(len(all))
			r.TransferEncoding = nil
			next.ServeHTTP(w, r)
		}
	})
}

// read reads a whole body, or returns errBusy if it is large and too many others are. The caller calls release once the body isn't needed any more.
func (b *received) read(r *http.Request) (all []byte, release func(), err error) {
	release = func() {}
	if r.ContentLength > 0 && r.ContentLength <= expected {
		all = make([]byte, r.ContentLength)
		_, err = io.ReadFull(r.Body, all)
		return all, release, err
	}
	first, err := io.ReadAll(io.LimitReader(r.Body, small))
	if err != nil || len(first) < small {
		return first, release, err
	}
	select {
	case b.large <- struct{}{}:
		release = func() { <-b.large }
	default:
		return nil, release, errBusy
	}
	rest, err := io.ReadAll(r.Body)
	return append(first, rest...), release, err
}

var errBusy = errors.New("route: too many large bodies arrive at once")

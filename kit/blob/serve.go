package blob

import (
	"errors"
	"io"
	"maps"
	"net/http"
)

// Serve responds with an object and supports ranges and validators. An object must never change under its key. If Serve returns an error,
// it has written nothing. If the store fails after that, the response is cut, so that its length is wrong.
func (s *Store) Serve(w http.ResponseWriter, r *http.Request, key, contentType, etag string) error {
	in, err := s.Open(r.Context(), key)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	h := w.Header()
	before := h.Clone()
	h.Set("Content-Type", contentType)
	h.Set("ETag", etag)
	out := &response{ResponseWriter: w}
	http.ServeContent(out, r, "", in.modified, in)
	if out.failed != nil {
		clear(h)
		maps.Copy(h, before)
		return out.failed
	}
	out.begin()
	return nil
}

// response is written once the first bytes of the object are read: a store that returned the size may still refuse the content.
type response struct {
	http.ResponseWriter

	status int
	began  bool
	// failed is the error of the first read.
	failed error
}

// WriteHeader implements http.ResponseWriter.
func (w *response) WriteHeader(status int) { w.status = status }

// begin writes the header.
func (w *response) begin() {
	if w.began {
		return
	}
	w.began = true
	w.ResponseWriter.WriteHeader(w.status)
}

// Write implements http.ResponseWriter.
func (w *response) Write(p []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(p)
}

// firstRead is how much is read before the header is written.
const firstRead = 512

// ReadFrom implements io.ReaderFrom, which ServeContent uses.
func (w *response) ReadFrom(from io.Reader) (int64, error) {
	first := make([]byte, firstRead)
	n, err := from.Read(first)
	if err != nil && !errors.Is(err, io.EOF) {
		w.failed = err
		return 0, err
	}
	if n, err = w.Write(first[:n]); err != nil {
		return int64(n), err
	}
	rest, err := io.Copy(w.ResponseWriter, from)
	return int64(n) + rest, err
}

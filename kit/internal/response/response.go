// Package response observes responses while handlers write them.
package response

import (
	"io"
	"net/http"
)

// Writer is an http.ResponseWriter that remembers the status and reports when the response begins.
type Writer struct {
	http.ResponseWriter

	status int
	begun  func()
}

// Observe returns a Writer to w, which is w itself if it is observed already.
func Observe(w http.ResponseWriter) *Writer {
	if seen, ok := w.(*Writer); ok {
		return seen
	}
	return &Writer{ResponseWriter: w}
}

// OnBegin sets the function that is called once when the response begins.
func (w *Writer) OnBegin(f func()) { w.begun = f }

// Status returns the status of the response; 200 if the handler set none.
func (w *Writer) Status() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

// begin remembers the first status that isn't informational.
func (w *Writer) begin(status int) {
	if w.status != 0 || status < http.StatusOK && status != http.StatusSwitchingProtocols {
		return
	}
	w.status = status
	if w.begun != nil {
		w.begun()
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *Writer) WriteHeader(status int) {
	w.ResponseWriter.WriteHeader(status)
	w.begin(status)
}

// Write implements io.Writer.
func (w *Writer) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.begin(http.StatusOK)
	return n, err
}

// ReadFrom implements io.ReaderFrom, so that files are sent without a copy.
func (w *Writer) ReadFrom(r io.Reader) (int64, error) {
	w.begin(http.StatusOK)
	return io.Copy(w.ResponseWriter, r)
}

// Flush implements http.Flusher. It does nothing if the connection can't.
func (w *Writer) Flush() {
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	w.begin(http.StatusOK)
}

// Unwrap is for http.ResponseController.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

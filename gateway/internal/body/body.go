// Package body passes on bodies of requests and responses that were already read.
package body

import (
	"bytes"
	"io"
	"net/http"
)

// read is a body in memory.
type read struct {
	bytes.Reader

	all []byte
}

// Close implements io.Closer.
func (*read) Close() error { return nil }

// New returns a body that is in memory.
func New(all []byte) io.ReadCloser {
	b := &read{all: all}
	b.Reset(all)
	return b
}

// Of returns the whole body of a request. It copies nothing if the body is in memory; callers don't change it.
func Of(r *http.Request) ([]byte, error) {
	if all, ok := InMemory(r); ok {
		return all, nil
	}
	return io.ReadAll(r.Body)
}

// InMemory returns the whole body of a request if it is in memory, or if the request doesn't have one.
func InMemory(r *http.Request) (all []byte, ok bool) {
	if b, ok := r.Body.(*read); ok {
		return b.all, true
	}
	return nil, r.Body == nil || r.Body == http.NoBody
}

// OfResponse returns the whole body of a response, at most a number of bytes. It copies nothing if the body is in memory.
func OfResponse(r *http.Response, most int64) ([]byte, error) {
	if b, ok := r.Body.(*read); ok {
		return b.all, nil
	}
	return io.ReadAll(io.LimitReader(r.Body, most))
}

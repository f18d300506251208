package blob

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"
)

// Reader reads an object. It isn't safe for concurrent use.
type Reader struct {
	ctx      context.Context //nolint:containedctx // io.Reader has no context
	store    *Store
	key      string
	size     int64
	modified time.Time

	offset int64
	body   io.ReadCloser // from offset; nil before the first Read
}

// Size returns the object's size in bytes.
func (r *Reader) Size() int64 { return r.size }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.offset >= r.size {
		return 0, io.EOF
	}
	if r.body == nil {
		body, err := r.store.bucket.NewRangeReader(r.ctx, r.key, r.offset, -1, nil)
		if err != nil {
			return 0, r.store.classify(r.ctx, r.key, err)
		}
		r.body = body
	}
	n, err := r.body.Read(p)
	r.offset += int64(n)
	if errors.Is(err, io.EOF) {
		return n, err
	}
	return n, r.store.unavailable(err)
}

// ReadAt implements io.ReaderAt. Each call sends a request.
func (r *Reader) ReadAt(p []byte, offset int64) (int, error) {
	if offset >= r.size {
		return 0, io.EOF
	}
	in, err := r.store.bucket.NewRangeReader(r.ctx, r.key, offset, int64(len(p)), nil)
	if err != nil {
		return 0, r.store.classify(r.ctx, r.key, err)
	}
	n, err := io.ReadFull(in, p)
	gone := in.Close()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return n, io.EOF
	}
	return n, r.store.unavailable(cmp.Or(err, gone))
}

// Seek implements io.Seeker. Unless the position stays the same, the next Read sends a request.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("blob: seek before the start")
	}
	if offset != r.offset {
		if err := r.Close(); err != nil {
			return 0, err
		}
		r.offset = offset
	}
	return offset, nil
}

// Close ends the current request.
func (r *Reader) Close() error {
	if r.body == nil {
		return nil
	}
	body := r.body
	r.body = nil
	return body.Close()
}

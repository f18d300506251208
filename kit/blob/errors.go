package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"gocloud.dev/gcerrors"
)

// UnavailableError is every error of a store but a missing object: the network, the store's load, its rights, its clock, or a bucket that doesn't
// exist. It may be temporary, or the operator fixes it.
type UnavailableError struct {
	store string
	cause error
}

// Error names the store.
func (e *UnavailableError) Error() string {
	return fmt.Sprintf("object store %s: %v", e.store, e.cause)
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.cause }

// Unavailable names what is unavailable, for logs. Package rpc responds to such errors with "unavailable".
func (e *UnavailableError) Unavailable() string { return "the object store" }

// unavailable returns an error of the store as an UnavailableError.
func (s *Store) unavailable(err error) error {
	if err == nil {
		return nil
	}
	if known := (*UnavailableError)(nil); errors.As(err, &known) {
		return err
	}
	// A folder that is gone is no missing object, and a connection that ended is no end of an object.
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.EOF) {
		err = errors.New(err.Error())
	}
	return &UnavailableError{s.name, err}
}

// classify makes a missing object match fs.ErrNotExist, and any other error an UnavailableError.
func (s *Store) classify(ctx context.Context, key string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		switch absent, problem := s.absent(ctx, key, err); {
		case problem != nil:
			return s.unavailable(problem)
		case absent:
			return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
		}
	}
	return s.unavailable(err)
}

// noSuchKey is the only code with which a store says that a bucket is there and an object in it isn't.
const noSuchKey = "NoSuchKey"

// absent reports whether "not found" means the object, not its folder or bucket. A response to HEAD has no code, and the library takes a redirect
// for "not found": then absent requests the object's first byte, whose response says what is missing.
func (s *Store) absent(ctx context.Context, key string, err error) (bool, error) {
	if !s.Remote() {
		_, gone := os.Stat(s.name)
		return gone == nil, gone
	}
	switch code(err) {
	case noSuchKey:
		return true, nil
	case "NoSuchBucket":
		return false, nil
	}
	in, err := s.bucket.NewRangeReader(ctx, key, 0, 0, nil)
	if err == nil { // it was written meanwhile
		return true, in.Close()
	}
	if code(err) == noSuchKey {
		return true, nil
	}
	return false, err
}

// code returns the store's own code of an error; "" without one.
func code(err error) string {
	if own, ok := errors.AsType[interface {
		error
		ErrorCode() string
	}](err); ok {
		return own.ErrorCode()
	}
	return ""
}

// reachTimeout is the timeout of Reach.
const reachTimeout = 3 * time.Second

// Reach returns an error if the store can't be read. It lists one object.
func (s *Store) Reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	if !s.Remote() {
		_, err := os.Stat(s.name)
		return s.unavailable(err)
	}
	reached, err := s.bucket.IsAccessible(ctx)
	if err == nil && !reached {
		err = errors.New("there is no such bucket at this address")
	}
	return s.unavailable(err)
}

// Package blob stores objects in a folder or in a bucket of an S3-compatible store.
//
// A missing object is an error that matches fs.ErrNotExist. All other errors are an UnavailableError: they are temporary or a wrong configuration.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/gcerrors"
)

// pageSize is the number of objects per page of a list. In a folder, each page costs a full walk; S3 returns at most 1000.
const pageSize = 1_000_000

// Options is the location of a Store.
type Options struct {
	// Folder is created if it doesn't exist. Replicas must share it.
	Folder string
	// Bucket replaces the folder: s3://bucket/prefix?region=…&endpoint=…&use_path_style=true.
	Bucket string
	// AccessKey and SecretKey are the credentials for the bucket. Without them the AWS SDK looks for its own: environment,
	// shared configuration, web identity, instance role.
	AccessKey, SecretKey string
	// Driver opens the bucket. A program without one needs folders only.
	Driver Driver
}

// Driver opens buckets. kit/blob/s3 has one. Programs name it, so that those which need folders only don't contain its client.
type Driver interface {
	// Open returns the bucket of an address without connecting to it. The path of the address isn't applied yet.
	Open(ctx context.Context, o Options, address *url.URL) (*blob.Bucket, error)
	// Present sets the headers of the response to a signed address before it is signed.
	Present(as func(any) bool, contentType, disposition, cacheControl string)
}

// Store stores objects by key. Keys are paths with slashes.
type Store struct {
	bucket *blob.Bucket
	driver Driver
	// name is the folder, or the bucket without its settings.
	name string
}

// Object is one entry of a list.
type Object struct {
	Key  string
	Size int64
}

// parse reads the address of a bucket: the host is its name, the path is the prefix of all keys.
func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, errors.New("not an address like s3://bucket/prefix?region=eu-central-1")
	}
	return u, nil
}

// Open returns the store. It doesn't connect, so an unreachable bucket fails at the first use.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Bucket == "" {
		bucket, err := fileblob.OpenBucket(o.Folder, &fileblob.Options{
			CreateDir: true, NoTempDir: true, DirFileMode: 0o755, Metadata: fileblob.MetadataDontWrite,
		})
		if err != nil {
			return nil, fmt.Errorf("folder %s: %w", o.Folder, err)
		}
		return &Store{bucket: bucket, name: o.Folder}, nil
	}
	u, err := parse(o.Bucket)
	if err != nil {
		return nil, err
	}
	if o.Driver == nil {
		return nil, fmt.Errorf("bucket %s: this program stores objects in folders only", u.Host)
	}
	bucket, err := o.Driver.Open(ctx, o, u)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", u.Host, err)
	}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		bucket = blob.PrefixedBucket(bucket, prefix+"/")
	}
	return &Store{bucket: bucket, driver: o.Driver, name: "s3://" + u.Host + u.Path}, nil
}

// Close frees the connections. It may be called twice.
func (s *Store) Close() error {
	if err := s.bucket.Close(); gcerrors.Code(err) != gcerrors.FailedPrecondition { // already closed
		return err
	}
	return nil
}

// Name returns the folder, or the bucket without its settings.
func (s *Store) Name() string { return s.name }

// Remote reports whether the store is a bucket. Only then does SignedURL work.
func (s *Store) Remote() bool { return s.driver != nil }

// Size returns an object's size in bytes.
func (s *Store) Size(ctx context.Context, key string) (int64, error) {
	a, err := s.bucket.Attributes(ctx, key)
	if err != nil {
		return 0, s.classify(ctx, key, err)
	}
	return a.Size, nil
}

// Read returns an object's content.
func (s *Store) Read(ctx context.Context, key string) ([]byte, error) {
	content, err := s.bucket.ReadAll(ctx, key)
	return content, s.classify(ctx, key, err)
}

// Write stores what fill writes. The object appears whole or, if fill returns an error, not at all.
func (s *Store) Write(ctx context.Context, key string, fill func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// Set a type, so that the library doesn't guess one from the content. Serve sets the type that callers see.
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return s.unavailable(err)
	}
	if err := fill(writer{s, w}); err != nil {
		cancel() // Close then discards what was written
		_ = w.Close()
		return err
	}
	return s.unavailable(w.Close())
}

// writer makes an error of the store, which fill returns, an UnavailableError.
type writer struct {
	store *Store
	to    io.Writer
}

// Write implements io.Writer.
func (w writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	return n, w.store.unavailable(err)
}

// Duplicate copies an object to another key of the store. It appears whole or not at all. fs.ErrNotExist without one.
func (s *Store) Duplicate(ctx context.Context, from, to string) error {
	return s.classify(ctx, from, s.bucket.Copy(ctx, to, from, nil))
}

// Delete removes an object. It is not an error if there isn't one.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := s.classify(ctx, key, s.bucket.Delete(ctx, key)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List returns the objects whose keys start with prefix, ordered by key. It ends after the first error.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for token := blob.FirstPageToken; len(token) > 0; {
			page, next, err := s.bucket.ListPage(ctx, token, pageSize, &blob.ListOptions{Prefix: prefix})
			if err != nil {
				yield(Object{}, s.unavailable(err))
				return
			}
			for _, o := range page {
				if !yield(Object{o.Key, o.Size}, nil) {
					return
				}
			}
			token = next
		}
	}
}

// Open returns a reader of an object. It requests the object's size; the first Read after Open or Seek requests the content.
func (s *Store) Open(ctx context.Context, key string) (*Reader, error) {
	a, err := s.bucket.Attributes(ctx, key)
	if err != nil {
		return nil, s.classify(ctx, key, err)
	}
	return &Reader{ctx: ctx, store: s, key: key, size: a.Size, modified: a.ModTime}, nil
}

// SignedURL returns an address that is valid for a limited time. Browsers that open it download the object under the given name.
func (s *Store) SignedURL(ctx context.Context, key, contentType string, valid time.Duration) (string, error) {
	address, err := s.bucket.SignedURL(ctx, key, &blob.SignedURLOptions{Expiry: valid, BeforeSign: func(as func(any) bool) error {
		s.driver.Present(as, contentType, `attachment; filename="`+path.Base(key)+`"`, "private, no-store")
		return nil
	}})
	return address, s.unavailable(err)
}

// Copy copies all objects that are missing in to, or have another size there. It returns how many it copied and how many were present.
func Copy(ctx context.Context, from, to *Store) (copied, present int, err error) {
	for o, err := range from.List(ctx, "") {
		if err != nil {
			return copied, present, err
		}
		size, err := to.Size(ctx, o.Key)
		if err == nil && size == o.Size {
			present++
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return copied, present, err
		}
		if err := copyOne(ctx, from, to, o.Key); err != nil {
			return copied, present, fmt.Errorf("%s: %w", o.Key, err)
		}
		copied++
	}
	return copied, present, nil
}

// CopyCommand copies a folder to a bucket and logs the result. Services use it as their command for moving to a bucket.
func CopyCommand(ctx context.Context, from, to Options, log *slog.Logger) error {
	if to.Bucket == "" {
		return errors.New("no bucket is set")
	}
	if _, err := os.Stat(from.Folder); err != nil {
		return err
	}
	source, err := Open(ctx, Options{Folder: from.Folder})
	if err != nil {
		return err
	}
	target, err := Open(ctx, to)
	if err != nil {
		return errors.Join(err, source.Close())
	}
	copied, present, err := Copy(ctx, source, target)
	log.InfoContext(ctx, "copied the folder to the bucket", "folder", from.Folder, "copied", copied, "present", present)
	return errors.Join(err, source.Close(), target.Close())
}

func copyOne(ctx context.Context, from, to *Store, key string) error {
	in, err := from.Open(ctx, key)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return to.Write(ctx, key, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

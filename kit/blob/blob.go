// Package blob stores objects in a folder or in a bucket of an S3-compatible store.
//
// A missing object is an error that matches fs.ErrNotExist. All other errors are temporary or a wrong configuration.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	gocloudaws "gocloud.dev/aws"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/s3blob"
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
}

// Store stores objects by key. Keys are paths with slashes.
type Store struct {
	bucket *blob.Bucket
	remote bool
}

// Object is one entry of a list.
type Object struct {
	Key  string
	Size int64
}

// Check returns an error if bucket is not a valid address of a bucket.
func Check(bucket string) error {
	_, err := parse(bucket)
	return err
}

// parse reads the address of a bucket: the host is its name, the path is the prefix of all keys.
func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("%q is not an address like s3://bucket/prefix?region=eu-central-1", address)
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
		return &Store{bucket: bucket}, nil
	}
	u, err := parse(o.Bucket)
	if err != nil {
		return nil, err
	}
	name, q := u.Host, u.Query()
	pathStyle, err := strconv.ParseBool(q.Get("use_path_style"))
	if err != nil && q.Has("use_path_style") {
		return nil, fmt.Errorf("use_path_style: %q is neither true nor false", q.Get("use_path_style"))
	}
	q.Del("use_path_style")
	cfg, err := gocloudaws.V2ConfigFromURLParams(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", name, err)
	}
	if o.AccessKey != "" {
		cfg.Credentials = credentials.NewStaticCredentialsProvider(o.AccessKey, o.SecretKey, "")
	}
	if q.Has("endpoint") { // stores other than Amazon's don't support the SDK's newer checksums
		cfg.RequestChecksumCalculation, cfg.ResponseChecksumValidation = aws.RequestChecksumCalculationWhenRequired, aws.ResponseChecksumValidationWhenRequired
	}
	bucket, err := s3blob.OpenBucket(ctx, s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle, o.HTTPClient = pathStyle, withoutRedirects(o.HTTPClient)
	}), name, nil)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", name, err)
	}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		bucket = blob.PrefixedBucket(bucket, prefix+"/")
	}
	return &Store{bucket: bucket, remote: true}, nil
}

// withoutRedirects returns the SDK's client, with its transport and settings, but without redirects. The SDK's own client follows
// redirects that keep the method, and sends them the signature.
func withoutRedirects(client s3.HTTPClient) s3.HTTPClient {
	sdk, ok := client.(*awshttp.BuildableClient)
	if !ok {
		sdk = awshttp.NewBuildableClient()
	}
	return &http.Client{Transport: sdk.GetTransport(), Timeout: sdk.GetTimeout(), CheckRedirect: refuseRedirects}
}

// refuseRedirects returns a redirect as the response. The SDK reports it as an error with the store's code.
func refuseRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Close frees the connections. It may be called twice.
func (s *Store) Close() error {
	if err := s.bucket.Close(); gcerrors.Code(err) != gcerrors.FailedPrecondition { // already closed
		return err
	}
	return nil
}

// Remote reports whether the store is a bucket. Only then does SignedURL work.
func (s *Store) Remote() bool { return s.remote }

// Size returns an object's size in bytes.
func (s *Store) Size(ctx context.Context, key string) (int64, error) {
	a, err := s.bucket.Attributes(ctx, key)
	if err != nil {
		return 0, missing(err)
	}
	return a.Size, nil
}

// Read returns an object's content.
func (s *Store) Read(ctx context.Context, key string) ([]byte, error) {
	content, err := s.bucket.ReadAll(ctx, key)
	return content, missing(err)
}

// Write stores what fill writes. The object appears whole or, if fill returns an error, not at all.
func (s *Store) Write(ctx context.Context, key string, fill func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// Set a type, so that the library doesn't guess one from the content. Serve sets the type that callers see.
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return err
	}
	if err := fill(w); err != nil {
		cancel() // Close then discards what was written
		_ = w.Close()
		return err
	}
	return w.Close()
}

// Duplicate copies an object to another key of the store. It appears whole or not at all. fs.ErrNotExist without one.
func (s *Store) Duplicate(ctx context.Context, from, to string) error {
	return missing(s.bucket.Copy(ctx, to, from, nil))
}

// Delete removes an object. It is not an error if there isn't one.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := missing(s.bucket.Delete(ctx, key)); !errors.Is(err, fs.ErrNotExist) {
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
				yield(Object{}, err)
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
		return nil, missing(err)
	}
	return &Reader{ctx: ctx, store: s, key: key, size: a.Size, modified: a.ModTime}, nil
}

// Serve responds with an object and supports ranges and validators. An object must never change under its key. If Serve returns an error,
// it has written nothing.
func (s *Store) Serve(w http.ResponseWriter, r *http.Request, key, contentType, etag string) error {
	in, err := s.Open(r.Context(), key)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("ETag", etag)
	http.ServeContent(w, r, "", in.modified, in)
	return nil
}

// SignedURL returns an address that is valid for a limited time. Browsers that open it download the object under the given name.
func (s *Store) SignedURL(ctx context.Context, key, contentType string, valid time.Duration) (string, error) {
	return s.bucket.SignedURL(ctx, key, &blob.SignedURLOptions{Expiry: valid, BeforeSign: func(as func(any) bool) error {
		var in *s3.GetObjectInput
		if as(&in) {
			in.ResponseContentType = aws.String(contentType)
			in.ResponseContentDisposition = aws.String(`attachment; filename="` + path.Base(key) + `"`)
			in.ResponseCacheControl = aws.String("private, no-store")
		}
		return nil
	}})
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

// missing makes a missing object match fs.ErrNotExist.
func missing(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

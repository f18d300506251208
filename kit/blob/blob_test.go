package blob_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/blob/s3"
)

// eachStore runs a test on a folder and on a bucket.
func eachStore(t *testing.T, test func(t *testing.T, s *blob.Store)) {
	t.Helper()
	t.Parallel()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		test(t, blobtest.Folder(t, filepath.Join(t.TempDir(), "new")))
	})
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		test(t, blobtest.Bucket(t))
	})
}

func put(t *testing.T, s *blob.Store, key, content string) {
	t.Helper()
	if err := s.Write(t.Context(), key, func(w io.Writer) error { _, err := io.WriteString(w, content); return err }); err != nil {
		t.Fatal(err)
	}
}

func keys(t *testing.T, s *blob.Store, prefix string) (out []string) {
	t.Helper()
	for o, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, o.Key)
	}
	return out
}

func TestObjects(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		for _, key := range []string{"a/one.png", "a/two.png", "ab/three.png"} {
			put(t, s, key, key)
		}
		if got, want := keys(t, s, "a/"), []string{"a/one.png", "a/two.png"}; !slices.Equal(got, want) {
			t.Errorf("list = %v, want %v", got, want)
		}
		if size, err := s.Size(t.Context(), "ab/three.png"); err != nil || size != 12 {
			t.Errorf("size = %d, %v, want 12", size, err)
		}
		put(t, s, "a/one.png", "replaced")
		if got, err := s.Read(t.Context(), "a/one.png"); err != nil || string(got) != "replaced" {
			t.Errorf("content = %q, %v, want replaced", got, err)
		}
		if err := s.Duplicate(t.Context(), "a/one.png", "b/four.png"); err != nil {
			t.Error(err)
		}
		if got, err := s.Read(t.Context(), "b/four.png"); err != nil || string(got) != "replaced" {
			t.Errorf("copy = %q, %v, want replaced", got, err)
		}
		for range 2 {
			if err := s.Delete(t.Context(), "a/one.png"); err != nil {
				t.Error(err)
			}
		}
		_, read := s.Read(t.Context(), "a/one.png")
		_, size := s.Size(t.Context(), "a/one.png")
		_, open := s.Open(t.Context(), "a/one.png")
		duplicate := s.Duplicate(t.Context(), "a/one.png", "b/five.png")
		for _, err := range []error{read, size, open, duplicate} {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("error of a deleted object = %v, want fs.ErrNotExist", err)
			}
		}
	})
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		broken := errors.New("broken")
		err := s.Write(t.Context(), "a/film.webm", func(w io.Writer) error {
			_, _ = io.WriteString(w, strings.Repeat("half", 1<<20))
			return broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("error = %v, want %v", err, broken)
		}
		if left := keys(t, s, ""); len(left) > 0 {
			t.Errorf("leftover files = %v, want none", left)
		}
	})
}

func TestReaderSeeks(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "film", "0123456789")
		r, err := s.Open(t.Context(), "film")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Close() }()
		for _, step := range []struct {
			offset int64
			whence int
			want   string
		}{{4, io.SeekStart, "45"}, {2, io.SeekCurrent, "89"}, {-3, io.SeekEnd, "78"}, {0, io.SeekStart, "01"}, {0, io.SeekCurrent, "23"}} {
			if _, err := r.Seek(step.offset, step.whence); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, 2)
			if _, err := io.ReadFull(r, got); err != nil || string(got) != step.want {
				t.Errorf("Read() after %+v = %q, %v, want %q", step, got, err, step.want)
			}
		}
		at := make([]byte, 4)
		if n, err := r.ReadAt(at, 8); n != 2 || !errors.Is(err, io.EOF) || string(at[:n]) != "89" {
			t.Errorf("at 8: %q, %v, want 89 and EOF", at[:n], err)
		}
		if _, err := r.Seek(0, io.SeekEnd); err != nil {
			t.Fatal(err)
		}
		if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("at the end: %d, %v, want 0, EOF", n, err)
		}
	})
}

func TestServeRespondsWithRanges(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		put(t, s, "film.webm", "0123456789")
		get := func(method, header, value string) *httptest.ResponseRecorder {
			w, r := httptest.NewRecorder(), httptest.NewRequest(method, "/", nil)
			r.Header.Set(header, value)
			if err := s.Serve(w, r, "film.webm", "video/webm", `"tag"`); err != nil {
				t.Fatal(err)
			}
			return w
		}
		if w := get(http.MethodGet, "Range", "bytes=2-4"); w.Code != http.StatusPartialContent || w.Body.String() != "234" || w.Header().Get("Content-Type") != "video/webm" {
			t.Errorf("GET of bytes 2-4: status = %d, body %q, headers %v, want 206 and 234", w.Code, w.Body, w.Header())
		}
		if w := get(http.MethodGet, "If-None-Match", `"tag"`); w.Code != http.StatusNotModified {
			t.Errorf("with its ETag: %d, want 304", w.Code)
		}
		if w := get(http.MethodHead, "Accept", "*/*"); w.Code != http.StatusOK || w.Header().Get("Content-Length") != "10" || w.Body.Len() != 0 {
			t.Errorf("HEAD: status = %d, headers %v, want 200 and Content-Length 10", w.Code, w.Header())
		}
		w := httptest.NewRecorder()
		if err := s.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil), "absent", "video/webm", `"tag"`); !errors.Is(err, fs.ErrNotExist) || w.Body.Len() > 0 {
			t.Errorf("absent: %v %q, want fs.ErrNotExist and no response", err, w.Body)
		}
	})
}

func TestSignedURLDownloads(t *testing.T) {
	t.Parallel()
	s := blobtest.Bucket(t)
	put(t, s, "originals/work.png", "art")
	address, err := s.SignedURL(t.Context(), "originals/work.png", "image/png", 90*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(address) //nolint:noctx // the test's own server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	content, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || string(content) != "art" {
		t.Errorf("%s %q %v, want 200 art", res.Status, content, err)
	}
	q := res.Request.URL.Query()
	for name, want := range map[string]string{
		"X-Amz-Expires": "90", "response-content-type": "image/png", "response-content-disposition": `attachment; filename="work.png"`,
	} {
		if got := q.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestCopyContinues(t *testing.T) {
	t.Parallel()
	from, to := blobtest.Folder(t, t.TempDir()), blobtest.Bucket(t)
	for _, key := range []string{"a/one.png", "originals/a/two.png", "three.html"} {
		put(t, from, key, key)
	}
	put(t, to, "a/one.png", "a/one.png")
	put(t, to, "three.html", "half")
	for _, want := range [][2]int{{2, 1}, {0, 3}} {
		copied, present, err := blob.Copy(t.Context(), from, to)
		if err != nil || copied != want[0] || present != want[1] {
			t.Errorf("copied %d, present %d, %v, want %v", copied, present, err, want)
		}
	}
	if got, want := keys(t, to, ""), keys(t, from, ""); !slices.Equal(got, want) {
		t.Errorf("copied %v, want %v", got, want)
	}
	if got, err := to.Read(t.Context(), "three.html"); err != nil || string(got) != "three.html" {
		t.Errorf("Read(three.html) = %q, %v, want three.html", got, err)
	}
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"bucket", "https://bucket", "s3://", "s3:///prefix", "s3://key:secret@bucket"} {
		t.Run(address, func(t *testing.T) {
			if s, err := blob.Open(t.Context(), blob.Options{Bucket: address, Driver: s3.Driver{}}); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("Open() = %v, %v, want an error without the secret", s, err)
			}
		})
	}
}

// A store that fails is unavailable in every call, never "file not found", whatever its response to HEAD looks like. A response isn't begun before
// the store sends the content.
func TestFaults(t *testing.T) {
	t.Parallel()
	for fault := range blobtest.Faults {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			faulty := blobtest.NewFaulty(t)
			s := faulty.Store(t)
			put(t, s, "film", "0123456789")
			unavailable := func(t *testing.T, err error) {
				t.Helper()
				wrong := (*blob.UnavailableError)(nil)
				if !errors.As(err, &wrong) || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "object store s3://vitrine/test: ") {
					t.Errorf("error = %v, want an UnavailableError that names the store", err)
				}
			}
			serve := func(t *testing.T) {
				t.Helper()
				w := httptest.NewRecorder()
				w.Header().Set("Cache-Control", "public")
				unavailable(t, s.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil), "film", "video/webm", `"tag"`))
				if w.Body.Len() > 0 || len(w.Header()) != 1 {
					t.Errorf("Serve() wrote %q with %v, want nothing", w.Body, w.Header())
				}
			}
			faulty.Fail(fault, http.MethodGet)
			t.Run("after the size", serve)
			faulty.Fail(fault, "")
			for name, call := range map[string]func() error{
				"Size":      func() error { _, err := s.Size(t.Context(), "film"); return err },
				"Read":      func() error { _, err := s.Read(t.Context(), "film"); return err },
				"Open":      func() error { _, err := s.Open(t.Context(), "film"); return err },
				"Duplicate": func() error { return s.Duplicate(t.Context(), "film", "copy") },
				"Delete":    func() error { return s.Delete(t.Context(), "film") },
				"Write": func() error {
					return s.Write(t.Context(), "film", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
				},
				"List": func() error {
					for _, err := range s.List(t.Context(), "") {
						return err
					}
					return nil
				},
			} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					unavailable(t, call())
				})
			}
			t.Run("Serve", func(t *testing.T) {
				t.Parallel()
				serve(t)
			})
			t.Run("Reach", func(t *testing.T) {
				t.Parallel()
				unavailable(t, s.Reach(t.Context()))
			})
		})
	}
}

// A store that accepts a request and is silent is unavailable before the gateway stops waiting.
func TestASilentStore(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for 8 seconds")
	}
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(silent.Close)
	s, err := blob.Open(t.Context(), blob.Options{
		Bucket: "s3://vitrine?region=eu-central-1&use_path_style=true&endpoint=" + silent.URL, AccessKey: "key", SecretKey: "secret", Driver: s3.Driver{Attempts: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	began := time.Now()
	_, err = s.Size(t.Context(), "film")
	if wrong := (*blob.UnavailableError)(nil); !errors.As(err, &wrong) || time.Since(began) > 10*time.Second {
		t.Errorf("error after %s = %v, want an UnavailableError after 8 s", time.Since(began), err)
	}
}

// A folder that is gone, like a volume that isn't mounted, is unavailable too.
func TestMissingFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "media")
	s := blobtest.Folder(t, dir)
	if err := s.Reach(t.Context()); err != nil {
		t.Errorf("Reach() = %v, want nil", err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	_, err := s.Size(t.Context(), "film")
	if wrong := (*blob.UnavailableError)(nil); !errors.As(err, &wrong) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error = %v, want an UnavailableError", err)
	}
}

// Redirects of a store aren't followed: they could send the signed request and the stored data to an unknown system.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			var followed atomic.Int32
			elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Add(1) }))
			t.Cleanup(elsewhere.Close)
			store := httptest.NewServer(http.RedirectHandler(elsewhere.URL, status))
			t.Cleanup(store.Close)
			s, err := blob.Open(t.Context(), blob.Options{
				Bucket: "s3://vitrine?region=eu-central-1&use_path_style=true&endpoint=" + store.URL, AccessKey: "key", SecretKey: "secret", Driver: s3.Driver{},
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			if _, err := s.Size(t.Context(), "a"); err == nil {
				t.Error("a read succeeded, want an error")
			}
			if err := s.Write(t.Context(), "a", func(w io.Writer) error { _, err := io.WriteString(w, "secret"); return err }); err == nil {
				t.Error("a write succeeded, want an error")
			}
			if n := followed.Load(); n != 0 {
				t.Errorf("%d requests followed the store's redirect, want none", n)
			}
		})
	}
}

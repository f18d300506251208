// Package blobtest opens stores for tests.
package blobtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/blob/s3"
)

// Folder opens a folder as a store.
func Folder(t testing.TB, dir string) *blob.Store {
	t.Helper()
	return open(t, blob.Options{Folder: dir})
}

// Bucket opens a new bucket of a new server that speaks the S3 protocol.
func Bucket(t testing.TB) *blob.Store {
	t.Helper()
	return open(t, Server(t))
}

// Server starts a server that speaks the S3 protocol and returns the options of its one bucket.
func Server(t testing.TB) blob.Options {
	t.Helper()
	return server(t, func(next http.Handler) http.Handler { return next })
}

func server(t testing.TB, wrap func(http.Handler) http.Handler) blob.Options {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("vitrine"); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(wrap(gofakes3.New(backend).Server()))
	t.Cleanup(web.Close)
	return blob.Options{
		Bucket: "s3://vitrine/test?region=eu-central-1&use_path_style=true&endpoint=" + web.URL, AccessKey: "key", SecretKey: "secret", Driver: s3.Driver{},
	}
}

func open(t testing.TB, o blob.Options) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Faults are the ways in which a Faulty store fails, each as a store or a network does it.
var Faults = map[string]http.HandlerFunc{
	"SlowDown":     refuse(http.StatusServiceUnavailable, "SlowDown"),
	"AccessDenied": refuse(http.StatusForbidden, "AccessDenied"),
	"wrong clock":  refuse(http.StatusForbidden, "RequestTimeTooSkewed"),
	"no bucket":    refuse(http.StatusNotFound, "NoSuchBucket"),
	"redirect": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "https://bucket.elsewhere.example/")
		refuse(http.StatusMovedPermanently, "PermanentRedirect")(w, r)
	},
	"another server": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such page", http.StatusNotFound) },
	"network":        func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
}

// refuse responds with an error of S3. A response to HEAD has no code.
func refuse(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = io.WriteString(w, "<?xml version=\"1.0\"?><Error><Code>"+code+"</Code><Message>refused</Message></Error>")
		}
	}
}

// Faulty is a server that speaks the S3 protocol, and fails on demand.
type Faulty struct {
	Options blob.Options
	fault   atomic.Pointer[fault]
}

type fault struct {
	serve  http.HandlerFunc
	method string
}

// NewFaulty starts a server with one bucket that works. Its client sends each request once.
func NewFaulty(t testing.TB) *Faulty {
	t.Helper()
	f := &Faulty{}
	f.Options = server(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if now := f.fault.Load(); now != nil && (now.method == "" || now.method == r.Method) {
				now.serve(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	f.Options.Driver = s3.Driver{Attempts: 1}
	return f
}

// Store opens the bucket.
func (f *Faulty) Store(t testing.TB) *blob.Store {
	t.Helper()
	return open(t, f.Options)
}

// Fail makes requests of a method, or all requests, fail like one of Faults.
func (f *Faulty) Fail(name, method string) { f.fault.Store(&fault{Faults[name], method}) }

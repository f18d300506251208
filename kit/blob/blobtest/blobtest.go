// Package blobtest opens stores for tests.
package blobtest

import (
	"net/http/httptest"
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
	backend := s3mem.New()
	if err := backend.CreateBucket("vitrine"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return blob.Options{
		Bucket: "s3://vitrine/test?region=eu-central-1&use_path_style=true&endpoint=" + server.URL, AccessKey: "key", SecretKey: "secret", Driver: s3.Driver{},
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

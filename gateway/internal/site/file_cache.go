package site

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxFiles is larger than the number of files of a build, compressed and uncompressed.
	maxFiles = 256
	// maxFileBytes is the maximum size of a cached file. All cached files use at most 64 MiB.
	maxFileBytes = 256 << 10
)

// fileCache caches files of the site's build, which never change. A visit requests about twenty of them,
// and the site renders pages in a single thread.
type fileCache struct {
	next  http.RoundTripper
	files *lru.Cache[string, file]
}

// file is a cached response.
type file struct {
	header http.Header
	body   []byte
}

func newFileCache(next http.RoundTripper) (fileCache, error) {
	files, err := lru.New[string, file](maxFiles)
	return fileCache{next: next, files: files}, err
}

// RoundTrip implements http.RoundTripper.
func (c fileCache) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || !strings.HasPrefix(r.URL.Path, "/_next/static/") || r.Header.Get("Range") != "" || r.Header.Get("If-None-Match") != "" {
		return c.next.RoundTrip(r)
	}
	f, ok := c.files.Get(r.URL.Path)
	if !ok {
		res, err := c.next.RoundTrip(r)
		if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") ||
			res.ContentLength < 0 || res.ContentLength > maxFileBytes {
			return res, err
		}
		defer func() { _ = res.Body.Close() }()
		f.header = res.Header.Clone()
		f.header.Del("Date") // it is sent now
		if f.body, err = io.ReadAll(res.Body); err != nil {
			return nil, err
		}
		c.files.Add(r.URL.Path, f)
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: f.header.Clone(), ContentLength: int64(len(f.body)), Body: io.NopCloser(bytes.NewReader(f.body)),
	}, nil
}

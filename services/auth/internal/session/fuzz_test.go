//go:build fuzz

package session

import (
	"net/url"
	"strings"
	"testing"
)

func FuzzParseSiwe(f *testing.F) {
	f.Add(whole)
	f.Add(strings.Repeat("\n", 20))
	f.Fuzz(func(_ *testing.T, text string) { _, _ = ParseSiwe(text) })
}

func FuzzSafeRedirect(f *testing.F) {
	f.Add("/en/")
	f.Add("/%2f%2fevil")
	base := &url.URL{Scheme: "https", Host: "shop.example"}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := base.Parse(SafeRedirect(raw))
		if err != nil || got.Host != base.Host || got.Scheme != base.Scheme || got.User != nil {
			t.Errorf("SafeRedirect(%q) = %v (%v), want a path on this site", raw, got, err)
		}
	})
}

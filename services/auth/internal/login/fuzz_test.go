//go:build fuzz

package login

import (
	"net/url"
	"testing"
)

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

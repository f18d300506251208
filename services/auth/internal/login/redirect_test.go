package login

import (
	"strings"
	"testing"
)

func TestSafeRedirectAllowsPathsOfTheSite(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"/", "/en/", "/en/artworks/red-square-12/", "/en/checkout/12/?step=pay", "/en/artworks/?search=//evil&page=2",
		"/profile/collection#withdraw", "/en/login/?returnTo=%2Fen%2F", "/en/approve-token-withdrawal/#aB3_-x",
	} {
		if got := SafeRedirect(good); got != good {
			t.Errorf("SafeRedirect(%q) = %q, want %q", good, got, good)
		}
	}
}

// TestSafeRedirectRefusesOtherOrigins builds about 400 hostile values from known tricks.
func TestSafeRedirectRefusesOtherOrigins(t *testing.T) {
	t.Parallel()
	hostile := []string{
		"", "evil.example", "//evil.example", "///evil.example", "////evil.example", `/\evil.example`, `\/evil.example`, `\\evil.example`,
		`/\/evil.example`, "/%2fevil.example", "/%2Fevil.example", "%2f%2fevil.example", "/%252fevil.example", "/%25252fevil.example",
		"/%5cevil.example", "/%255cevil.example", "https://evil.example", "http:evil.example", "http:/evil.example", "https:///evil.example",
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x", "blob:x", "file:///etc/passwd",
		"/@evil.example", "/user:pass@evil.example", "@evil.example", "/en@evil.example/", "/%40evil.example",
		"/en/\r\nLocation: https://evil.example", "/en/%0d%0aLocation:x", "/%0a/evil.example", "/\t/evil.example", "/ /evil.example", " /en/", "\x00/en/", "/en/\x00", "/en/\x7f",
		"/。evil.example", "/／evil.example", "／／evil.example", "//evil。example", "/%E3%80%82evil", "/\u2028/evil.example", "/\u00a0/evil.example", "/\ufeff/evil",
		"/..//evil.example", "/en/../../evil", "/en/%2e%2e/x", "/./evil", "/%2e/evil", "/en/;@evil.example", "/en/..;/x", "/en/:evil", "/en//evil.example",
		"?x=1", "#x", "en/", "../en", "/%", "/%zz", "/%2", "http://localhost:8080/en/", "//localhost:8080/en/", "http://localhost:8080@evil.example/",
		"https://localhost:8080.evil.example", "/" + strings.Repeat("a", 2001),
	}
	for _, sep := range []string{"/", "\\", "%2f", "%5c", "%252f", "%255c", "\t", "\n", "\r", "%09", "%0a", "%0d", "%00", "%20", " "} {
		for _, then := range []string{"/", "\\", "%2f", "%5c", "@", "%40", "//"} {
			for _, host := range []string{"evil.example", "127.0.0.1", "[::1]"} {
				hostile = append(hostile, "/"+sep+then+host)
			}
		}
	}
	if len(hostile) < 300 {
		t.Fatalf("only %d values were tested, want at least 300", len(hostile))
	}
	for _, bad := range hostile {
		if got := SafeRedirect(bad); got != "/" {
			t.Errorf("SafeRedirect(%q) = %q, want /", bad, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/de/x": "de", "/de": "de", "/fr/": "en", "/": "en", "/design/": "en", "/en/": "en"} {
		t.Run(path, func(t *testing.T) {
			if got := language(path, []string{"en", "de"}, "en"); got != want {
				t.Errorf("language(%q) = %q, want %q", path, got, want)
			}
		})
	}
}

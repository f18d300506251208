//go:build fuzz

package oneline_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine/vitrine/kit/oneline"
)

// FuzzClean: whatever Clean returns is one line and stays as it is, and it changes nothing but spaces at the ends of what Check accepts.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "Tidal\r\nStudy", "a\u0301\u202e", "\u202ea\u2028", " \xff\x00 ", "q\u202a\u0323\u0307"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean := oneline.Clean(s)
		if got, ok := oneline.Check(clean); !ok || got != clean || !norm.NFC.IsNormalString(clean) || oneline.Clean(clean) != clean {
			t.Errorf("Clean(%q) = %q, want one line in NFC", s, clean)
		}
		if got, ok := oneline.Check(s); ok && strings.TrimSpace(got) != clean {
			t.Errorf("Check(%q) = %q, want %q apart from spaces at its ends", s, got, clean)
		}
	})
}

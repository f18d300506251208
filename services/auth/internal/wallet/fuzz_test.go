//go:build fuzz

package wallet

import (
	"strings"
	"testing"
)

func FuzzParseSiwe(f *testing.F) {
	f.Add(whole)
	f.Add(strings.Repeat("\n", 20))
	f.Fuzz(func(_ *testing.T, text string) { _, _ = ParseSiwe(text) })
}

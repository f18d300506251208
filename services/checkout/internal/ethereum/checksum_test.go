package ethereum

import (
	"strings"
	"testing"
)

func TestChecksum(t *testing.T) {
	t.Parallel()
	// The examples of EIP-55.
	for _, want := range []string{
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		for _, in := range []string{want, strings.ToLower(want), "0x" + strings.ToUpper(want[2:])} {
			if got, ok := Checksum(in); !ok || got != want {
				t.Errorf("%s: %s %v", in, got, ok)
			}
		}
	}
	for _, bad := range []string{
		"", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x0000000000000000000000000000000000000000",
		"0xzzAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
	} {
		if got, ok := Checksum(bad); ok {
			t.Errorf("%s was taken as %s", bad, got)
		}
	}
}

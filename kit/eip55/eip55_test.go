package eip55

import (
	"strings"
	"testing"
)

func TestChecksum(t *testing.T) {
	t.Parallel()
	// The examples of the proposal: all in capitals, all in small letters, and both.
	for _, want := range []string{
		"0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
		"0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		for _, in := range []string{want, strings.ToLower(want), "0x" + strings.ToUpper(want[2:])} {
			if got, ok := Checksum(in); !ok || got != want {
				t.Errorf("%s: %s %v, want %s", in, got, ok, want)
			}
		}
	}
	for _, bad := range []string{
		"", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x0000000000000000000000000000000000000000",
		"0xzzAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
	} {
		if got, ok := Checksum(bad); ok {
			t.Errorf("%s was parsed as %s, want an error", bad, got)
		}
	}
}

package chain_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	const want = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	for text, ok := range map[string]bool{
		want: true, strings.ToLower(want): true, "0x" + strings.ToUpper(want[2:]): true, " " + want + " ": true,
		"0x15d34aAf54267DB7D7c367839AAf71A00a2C6A65": false, want[2:]: false, want[:41]: false, want + "0": false, "": false,
		"0X15d34aaf54267db7d7c367839aaf71a00a2c6a65": false, "vitalik.eth": false, "0x15d34aaf54267db7d7c367839aaf71a00a2c6a6g": false,
	} {
		t.Run(text, func(t *testing.T) {
			got, err := chain.ParseAddress(text)
			if ok != (err == nil) || ok && got != want {
				t.Errorf("parsing %q = %s, %v, want %v, ok %t", text, got, err, want, ok)
			}
		})
	}
}

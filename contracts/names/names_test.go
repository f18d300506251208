package names

import "testing"

// TestHash checks the hash against the examples of EIP-137.
func TestHash(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":        "0x0000000000000000000000000000000000000000000000000000000000000000",
		"eth":     "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae",
		"foo.eth": "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f",
	} {
		if got := Hash(name); got.Hex() != want {
			t.Errorf("Hash(%q) = %s, want %s", name, got, want)
		}
	}
}

package session_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.77":                "203.0.113.0/24",
		"::ffff:203.0.113.77":         "203.0.113.0/24",
		"2001:db8:1:2:3:4:5:6":        "2001:db8:1::/48",
		"fe80::1%eth0":                "fe80::/48",
		"":                            "",
		"203.0.113.77:4711":           "",
		"203.0.113.77, 198.51.100.11": "",
	} {
		t.Run(address, func(t *testing.T) {
			if got := session.Network(address); got != want {
				t.Errorf("Network(%q) = %q, want %q", address, got, want)
			}
		})
	}
}

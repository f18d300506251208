package api

import "testing"

func TestNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:23ff::1": "2001:db8:1:2300::/56", "2001:db8:1:2300:5::9": "2001:db8:1:2300::/56",
		"fe80::1%eth0": "fe80::/56", "": "", "localhost": "",
	} {
		t.Run(address, func(t *testing.T) {
			if got := network(address); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

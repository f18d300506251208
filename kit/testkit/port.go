package testkit

import (
	"net"
	"strconv"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/freeport"
)

// FreePort returns a port of 127.0.0.1 for a server that the test starts; see [freeport.Take].
func FreePort(t testing.TB) int {
	t.Helper()
	port, err := freeport.Take()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// FreeAddress returns 127.0.0.1 with a port from [FreePort].
func FreeAddress(t testing.TB) string {
	t.Helper()
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(FreePort(t)))
}

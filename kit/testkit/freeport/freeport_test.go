package freeport_test

import (
	"errors"
	"net"
	"strconv"
	"syscall"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/freeport"
)

// TestTakenPortsAreReserved: an outgoing connection doesn't get the port, and a server does.
func TestTakenPortsAreReserved(t *testing.T) {
	t.Parallel()
	other, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	port, err := freeport.Take()
	if err != nil {
		t.Fatal(err)
	}
	out := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}}
	if c, err := out.DialContext(t.Context(), "tcp", other.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("Dial() from the port = %v, %v, want EADDRINUSE", c, err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		t.Fatalf("Listen() on the port = %v, want nil", err)
	}
	_ = l.Close()
}

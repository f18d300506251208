// Package freeport finds ports for the servers that tests start.
package freeport

import (
	"io"
	"net"
)

// Take returns a port of 127.0.0.1 that nothing listens on. For a minute, the kernel gives it neither to another listener that
// asks for any port nor to an outgoing connection, because a closed connection remains on it in TIME_WAIT (RFC 9293, section
// 3.6.1). A server can still listen on it, if it sets SO_REUSEADDR, as Go, Node, Postgres and Anvil do.
func Take() (int, error) {
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	addr := l.Addr().(*net.TCPAddr)
	client, err := net.DialTCP("tcp4", nil, addr)
	if err != nil {
		return 0, err
	}
	defer func() { _ = client.Close() }()
	server, err := l.Accept()
	if err != nil {
		return 0, err
	}
	// Who closes first keeps TIME_WAIT, so the client waits for the end.
	if err := server.Close(); err != nil {
		return 0, err
	}
	if _, err := io.Copy(io.Discard, client); err != nil {
		return 0, err
	}
	return addr.Port, nil
}

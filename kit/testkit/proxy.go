package testkit

import (
	"net"
	"sync/atomic"
	"testing"
)

// SilentProxy forwards TCP connections to an address. While silent is set it drops all bytes in both directions and closes nothing, like
// a host that vanished without a FIN.
func SilentProxy(t testing.TB, to string) (addr string, silent *atomic.Bool) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	silent = new(atomic.Bool)
	pass := func(dst, src net.Conn) {
		buf := make([]byte, 32<<10)
		for {
			n, err := src.Read(buf)
			if err != nil {
				return
			}
			if silent.Load() {
				continue
			}
			if _, err := dst.Write(buf[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := new(net.Dialer).Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			t.Cleanup(func() { _, _ = in.Close(), out.Close() })
			go pass(out, in)
			go pass(in, out)
		}
	}()
	return l.Addr().String(), silent
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

func TestWaySwallows(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go io.Copy(c, c)
		}
	}()
	w, err := newProxy(t.Context(), "127.0.0.1:0", "127.0.0.1:1", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer w.stop()
	open := func() net.Conn {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", w.addr())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	responds := func(c net.Conn, within time.Duration) bool {
		fmt.Fprintln(c, "hello")
		if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(c).ReadString('\n')
		if err == io.EOF {
			t.Error("the connection was closed instead of dropped silently")
		}
		return line == "hello\n"
	}
	before := open()
	if !responds(before, 5*time.Second) {
		t.Fatal("no connection although one backend is up")
	}
	w.swallow(true)
	during := open()
	if responds(before, 50*time.Millisecond) || responds(during, 50*time.Millisecond) {
		t.Error("something came through")
	}
	w.swallow(false)
	if responds(before, 50*time.Millisecond) || responds(during, 50*time.Millisecond) {
		t.Error("what was swallowed came back")
	}
	if !responds(open(), 5*time.Second) {
		t.Error("no new connection")
	}
}

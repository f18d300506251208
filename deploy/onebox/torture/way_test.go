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
	w, err := newWay(t.Context(), "127.0.0.1:0", "127.0.0.1:1", l.Addr().String())
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
	answers := func(c net.Conn, within time.Duration) bool {
		fmt.Fprintln(c, "hello")
		if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(c).ReadString('\n')
		if err == io.EOF {
			t.Error("the way was closed, not swallowed")
		}
		return line == "hello\n"
	}
	before := open()
	if !answers(before, 5*time.Second) {
		t.Fatal("no way, although one replica answers")
	}
	w.swallow(true)
	during := open()
	if answers(before, 50*time.Millisecond) || answers(during, 50*time.Millisecond) {
		t.Error("something came through")
	}
	w.swallow(false)
	if answers(before, 50*time.Millisecond) || answers(during, 50*time.Millisecond) {
		t.Error("what was swallowed came back")
	}
	if !answers(open(), 5*time.Second) {
		t.Error("no new way")
	}
}

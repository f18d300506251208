package site

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/problem"
)

// TestBodyTimeout sends a part of a body and waits. Then it uses the next connection twice, to check that requests in time, and later ones
// on the same connection, aren't cut.
func TestBodyTimeout(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(BodyTimeout(300*time.Millisecond, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			problem.Body(w, err)
			return
		}
		_, _ = w.Write(body)
	})))
	t.Cleanup(s.Close)
	dial := func() (net.Conn, *bufio.Reader) {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		return c, bufio.NewReader(c)
	}
	read := func(in *bufio.Reader) (int, string) {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}

	c, in := dial()
	fmt.Fprint(c, "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
	if status, _ := read(in); status != http.StatusBadRequest {
		t.Errorf("status = %d for a body that never ends, want 400", status)
	}
	if _, err := in.ReadByte(); err == nil {
		t.Error("reading from the connection: error = nil, want it closed")
	}

	c, in = dial()
	for range 2 {
		fmt.Fprint(c, "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
		if status, body := read(in); status != http.StatusOK || body != "{}" {
			t.Errorf("%d %q, want 200 with the whole body", status, body)
		}
	}
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if status, _ := read(in); status != http.StatusOK {
		t.Errorf("status = %d without a body, want 200", status)
	}
}

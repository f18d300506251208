// Package upstream sends small requests to services and nodes.
package upstream

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/vitrine/vitrine/gateway/internal/body"
)

const (
	// maxIdle is how many unused connections to an address are kept, and idleFor how long: less than servers keep theirs.
	maxIdle = 128
	idleFor = 30 * time.Second
)

// Transport is an http.RoundTripper for small requests and responses over HTTP/1.1, with and without TLS. The caller's goroutine uses a connection by
// itself, and reads the whole response before RoundTrip returns. [http.Transport] has two goroutines for each connection instead and hands every
// request over to them (docs/adr/0045-a-connection-per-caller.md).
//
// It is safe for concurrent use.
type Transport struct {
	base     *http.Transport
	timeout  time.Duration
	maxBytes int64

	mu   sync.Mutex
	idle map[string][]*conn // by scheme and host; the one that was used last is the last
}

// New returns a transport that opens connections as base does, without a proxy. It limits an exchange by a timeout, and the body of a response to
// maxBytes.
func New(base *http.Transport, timeout time.Duration, maxBytes int64) *Transport {
	return &Transport{base: base, timeout: timeout, maxBytes: maxBytes, idle: map[string][]*conn{}}
}

// conn is a connection, with buffers that are used again.
type conn struct {
	net.Conn

	r     *bufio.Reader
	w     *bufio.Writer
	since time.Time // when it became idle

	raw  syscall.RawConn // nil if alive can't look at the connection
	peek func(fd uintptr) bool
	open bool // what peek saw
}

func newConn(network net.Conn) *conn {
	c := &conn{Conn: network, r: bufio.NewReader(network), w: bufio.NewWriter(network)}
	if secure, ok := network.(*tls.Conn); ok {
		network = secure.NetConn()
	}
	if s, ok := network.(syscall.Conn); ok {
		c.raw, _ = s.SyscallConn() // an error leaves nil
	}
	c.peek = func(fd uintptr) bool {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		c.open = errors.Is(err, syscall.EAGAIN)
		return true
	}
	return c
}

// errTooLarge means that a response is larger than allowed.
var errTooLarge = errors.New("upstream: the response is too large")

// RoundTrip implements http.RoundTripper. The body of the response is in memory. It sends a request once: a server may have received what it didn't
// respond to.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	c, err := t.open(ctx, r)
	if err != nil {
		return nil, err
	}
	res, err := t.exchange(ctx, c, r)
	if err != nil {
		_ = c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	return res, nil
}

// open returns a connection that nobody uses, or a new one.
func (t *Transport) open(ctx context.Context, r *http.Request) (*conn, error) {
	for {
		c := t.take(r.URL.Scheme + r.URL.Host)
		if c == nil {
			break
		}
		if time.Since(c.since) < idleFor && c.alive() {
			return c, nil
		}
		_ = c.Close()
	}
	network, err := t.dial(ctx, r.URL)
	if err != nil {
		return nil, err
	}
	return newConn(network), nil
}

func (t *Transport) dial(ctx context.Context, to *url.URL) (net.Conn, error) {
	secure := to.Scheme == "https"
	port := to.Port()
	switch {
	case port == "" && secure:
		port = "443"
	case port == "":
		port = "80"
	}
	address := net.JoinHostPort(to.Hostname(), port)
	if secure && t.base.DialTLSContext != nil {
		return t.base.DialTLSContext(ctx, "tcp", address)
	}
	plain, err := t.base.DialContext(ctx, "tcp", address)
	if err != nil || !secure {
		return plain, err
	}
	conn := tls.Client(plain, &tls.Config{MinVersion: tls.VersionTLS12, ServerName: to.Hostname(), NextProtos: []string{"http/1.1"}})
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, plain.Close())
	}
	return conn, nil
}

func (t *Transport) take(key string) *conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.idle[key]
	if len(list) == 0 {
		return nil
	}
	c := list[len(list)-1]
	list[len(list)-1] = nil
	t.idle[key] = list[:len(list)-1]
	return c
}

func (t *Transport) put(key string, c *conn) {
	c.since = time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.idle[key]
	for len(list) >= maxIdle || len(list) > 0 && c.since.Sub(list[0].since) > idleFor {
		_ = list[0].Close()
		list = slices.Delete(list, 0, 1)
	}
	t.idle[key] = append(list, c)
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, list := range t.idle {
		for _, c := range list {
			_ = c.Close()
		}
	}
	clear(t.idle)
}

// alive reports whether the server has neither closed the connection nor sent anything that nobody asked for.
func (c *conn) alive() bool {
	if c.raw == nil || c.r.Buffered() > 0 {
		return false
	}
	return c.raw.Read(c.peek) == nil && c.open
}

// exchange sends a request and reads the response. It keeps the connection if it can be used again; after an error the caller closes it.
func (t *Transport) exchange(ctx context.Context, c *conn, r *http.Request) (res *http.Response, err error) {
	if err := c.SetDeadline(time.Now().Add(t.timeout)); err != nil {
		return nil, err
	}
	stop := func() bool { return true }
	if ctx.Done() != nil {
		stop = context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
		defer stop()
	}
	if err := c.send(r); err != nil {
		return nil, err
	}
	for res == nil || res.StatusCode < http.StatusOK { // informational responses come first
		if res, err = http.ReadResponse(c.r, r); err != nil {
			return nil, err
		}
	}
	all, err := t.body(res)
	if err != nil {
		return nil, fmt.Errorf("the response's body: %w", err)
	}
	if res.Body = http.NoBody; len(all) > 0 { // as http.Transport does, for HEAD too
		res.Body = body.New(all)
	}
	if res.ContentLength < 0 {
		res.ContentLength = int64(len(all))
	}
	if stop() && !res.Close {
		t.put(r.URL.Scheme+r.URL.Host, c)
	} else {
		_ = c.Close()
	}
	return res, nil
}

// ownHeaders are written by send itself.
var ownHeaders = map[string]bool{"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Trailer": true}

// send writes a request. One whose body is in memory arrives in one packet if it fits.
func (c *conn) send(r *http.Request) error {
	all, ok := body.InMemory(r)
	if !ok || r.Close || !httpguts.ValidHostHeader(r.Host) || !httpguts.ValidHeaderFieldName(r.Method) {
		return errors.Join(r.Write(c.w), c.w.Flush())
	}
	// The writer returns its first error from each later call.
	_, _ = c.w.WriteString(r.Method)
	_ = c.w.WriteByte(' ')
	_, _ = c.w.WriteString(r.URL.RequestURI())
	_, _ = c.w.WriteString(" HTTP/1.1\r\nHost: ")
	_, _ = c.w.WriteString(cmp.Or(r.Host, r.URL.Host))
	if _, given := r.Header["User-Agent"]; !given {
		_, _ = c.w.WriteString("\r\nUser-Agent: Go-http-client/1.1")
	}
	if len(all) > 0 || r.Method == http.MethodPost || r.Method == http.MethodPut || r.Method == http.MethodPatch {
		_, _ = c.w.WriteString("\r\nContent-Length: ")
		_, _ = c.w.Write(strconv.AppendInt(c.w.AvailableBuffer(), int64(len(all)), 10))
	}
	_, _ = c.w.WriteString("\r\n")
	if err := r.Header.WriteSubset(c.w, ownHeaders); err != nil {
		return err
	}
	_, _ = c.w.WriteString("\r\n")
	_, _ = c.w.Write(all)
	return c.w.Flush()
}

func (t *Transport) body(res *http.Response) ([]byte, error) {
	switch {
	case res.ContentLength > t.maxBytes:
		return nil, errTooLarge
	case res.Body == http.NoBody:
		return nil, nil
	case res.ContentLength >= 0 && res.Request.Method != http.MethodHead:
		body := make([]byte, res.ContentLength)
		_, err := io.ReadFull(res.Body, body)
		return body, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, t.maxBytes+1))
	if err == nil && int64(len(body)) > t.maxBytes {
		err = errTooLarge
	}
	return body, err
}

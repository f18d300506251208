// Package egress makes HTTP clients for addresses that somebody else chose. They
// refuse to reach into the private network.
package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

var (
	// ErrRefused says that an address is private, or a redirect leaves its host. It is final.
	ErrRefused = errors.New("address is refused")
	// ErrTooLarge says that a body is longer than allowed. It is final.
	ErrTooLarge = errors.New("response is too large")
)

// Options of a client; the zero value is for the internet.
type Options struct {
	// AllowPrivate lets a client reach local stand-ins.
	AllowPrivate bool
	// Timeout of a whole request with its body; 0 is 5 s.
	Timeout time.Duration
	// MaxBytes of a body; 0 is 10 MB.
	MaxBytes int64
}

const maxRedirects = 3

// Client makes a client that checks the address it is about to connect to, after
// the name was resolved, so that a name cannot change its mind in between. It
// uses no proxy, no cookies, and follows redirects within a host only.
func Client(o Options) *http.Client {
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 10 << 20
	}
	d := &net.Dialer{Timeout: o.Timeout}
	if !o.AllowPrivate {
		d.ControlContext = control
	}
	return &http.Client{
		Timeout: o.Timeout,
		Transport: capped{o.MaxBytes, &http.Transport{
			DialContext:            d.DialContext,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    o.Timeout,
			ResponseHeaderTimeout:  o.Timeout,
			MaxResponseHeaderBytes: 64 << 10,
			MaxIdleConns:           32,
			IdleConnTimeout:        30 * time.Second,
		}},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			first := via[0].URL
			if len(via) > maxRedirects || req.URL.Host != first.Host || (first.Scheme == "https" && req.URL.Scheme != "https") {
				return fmt.Errorf("redirect to %s: %w", req.URL.Host, ErrRefused)
			}
			return nil
		},
	}
}

func control(_ context.Context, network, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || (network != "tcp4" && network != "tcp6") || !Public(ap.Addr()) {
		return fmt.Errorf("%s: %w", address, ErrRefused)
	}
	return nil
}

// closed are the blocks that are not the public internet, besides those that
// netip knows by name.
var closed = prefixes(
	"0.0.0.0/8",       // this network
	"100.64.0.0/10",   // carrier-grade NAT
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"240.0.0.0/4",     // reserved, broadcast
	"64:ff9b::/96",    // NAT64: an IPv4 address inside
	"64:ff9b:1::/48",  // local NAT64
	"100::/64",        // discard
	"2001::/23",       // protocol assignments, Teredo
	"2001:db8::/32",   // documentation
	"2002::/16",       // 6to4: an IPv4 address inside
	"3fff::/20",       // documentation
	"5f00::/16",       // segment routing
	"fec0::/10",       // old site-local
	"::/96",           // old IPv4-compatible
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

// Public tells whether an address belongs to the public internet.
func Public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsValid() || !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range closed {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

type capped struct {
	max  int64
	next http.RoundTripper
}

func (c capped) RoundTrip(req *http.Request) (*http.Response, error) {
	if s := req.URL.Scheme; s != "http" && s != "https" {
		return nil, fmt.Errorf("scheme %s: %w", s, ErrRefused)
	}
	res, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if res.ContentLength > c.max {
		_ = res.Body.Close()
		return nil, fmt.Errorf("%d bytes: %w", res.ContentLength, ErrTooLarge)
	}
	res.Body = &body{res.Body, c.max}
	return res, nil
}

type body struct {
	io.ReadCloser
	left int64
}

// Read gives an error rather than a body that was cut.
func (b *body) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if int64(n) > b.left {
		return int(b.left), ErrTooLarge
	}
	b.left -= int64(n)
	return n, err
}

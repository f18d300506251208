// Package mtls encrypts calls between processes with TLS, with certificates on both sides. It reads the certificate files
// again when they change, so that they can be renewed without a restart.
package mtls

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// rereadEvery is the maximum age of the cached certificates.
const rereadEvery = time.Second

// Files are the paths of a process's certificate with its chain, of its private key, and of the certificates of the authorities that sign
// the certificates of all processes; in PEM.
type Files struct{ Certificate, Key, CA string }

// Certificates are the certificates of one process. Its methods are safe for concurrent use. A nil pointer has no certificates.
type Certificates struct {
	files Files
	log   *slog.Logger

	mu      sync.Mutex
	read    time.Time
	content [3][]byte
	own     *tls.Certificate
	roots   *x509.CertPool
}

// Open reads the files.
func Open(files Files, log *slog.Logger) (*Certificates, error) {
	c := &Certificates{files: files, log: log}
	if err := c.load(); err != nil {
		return nil, err
	}
	c.read = time.Now()
	return c, nil
}

// load reads the files. If they are inconsistent, it keeps the current certificates.
func (c *Certificates) load() error {
	var content [3][]byte
	for i, file := range []string{c.files.Certificate, c.files.Key, c.files.CA} {
		var err error
		if content[i], err = os.ReadFile(file); err != nil {
			return err
		}
	}
	if c.own != nil && bytes.Equal(content[0], c.content[0]) && bytes.Equal(content[1], c.content[1]) && bytes.Equal(content[2], c.content[2]) {
		return nil
	}
	own, err := tls.X509KeyPair(content[0], content[1])
	if err != nil {
		return fmt.Errorf("%s, %s: %w", c.files.Certificate, c.files.Key, err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(content[2]) {
		return fmt.Errorf("%s: no certificate in PEM", c.files.CA)
	}
	if c.own != nil {
		c.log.Info("certificates were read again", "expires", own.Leaf.NotAfter)
	}
	c.content, c.own, c.roots = content, &own, roots
	return nil
}

// current returns the certificates in the files. While the files can't be read, it returns the last ones.
func (c *Certificates) current() (*tls.Certificate, *x509.CertPool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) > rereadEvery {
		c.read = time.Now()
		if err := c.load(); err != nil {
			c.log.Error("cannot read the certificates, the previous ones stay in use", "error", err)
		}
	}
	return c.own, c.roots
}

// Server returns the configuration of a listener that rejects callers without a certificate of a known authority.
func (c *Certificates) Server() *tls.Config {
	protocols := []string{"h2", "http/1.1"}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, NextProtos: protocols,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			own, roots := c.current()
			// With session tickets, callers could resume sessions after their authority was removed.
			return &tls.Config{
				MinVersion: tls.VersionTLS13, NextProtos: protocols, Certificates: []tls.Certificate{*own},
				ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: roots, SessionTicketsDisabled: true,
			}, nil
		},
	}
}

// Client returns the configuration of one connection to the process on host, whose certificate must name it.
func (c *Certificates) Client(host string, protocols ...string) *tls.Config {
	own, roots := c.current()
	return &tls.Config{MinVersion: tls.VersionTLS13, ServerName: host, NextProtos: protocols, Certificates: []tls.Certificate{*own}, RootCAs: roots}
}

// Secure makes a transport use the certificates for https:// addresses. dial opens its connections. If c is nil, it changes
// nothing, and certificates are verified with the system's authorities.
func (c *Certificates) Secure(t *http.Transport, dial func(ctx context.Context, network, addr string) (net.Conn, error)) {
	if c == nil {
		return
	}
	protocols := []string{"http/1.1"}
	if p := t.Protocols; p != nil && p.HTTP2() {
		protocols = []string{"h2"}
		if p.HTTP1() {
			protocols = append(protocols, "http/1.1")
		}
	}
	t.ForceAttemptHTTP2 = false
	t.DialTLSContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		plain, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		conn := tls.Client(plain, c.Client(host, protocols...))
		if err := conn.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, plain.Close())
		}
		return conn, nil
	}
}

// idleTimeout is less than every server keeps an idle connection: a request on a connection that the server is closing fails, and only
// some requests can be repeated. Our own servers close a connection after 5 s if it was opened ahead and never used (kit.Host), and Node
// closes every idle connection after 5 s.
const idleTimeout = 3 * time.Second

// Transport returns a copy of the default HTTP transport that uses the certificates for https:// addresses.
func (c *Certificates) Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // net/http's own
	t.IdleConnTimeout = idleTimeout
	c.Secure(t, t.DialContext)
	return t
}

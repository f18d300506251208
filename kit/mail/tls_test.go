package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// conversation is a mail server's record of one delivery.
type conversation struct {
	mu                 sync.Mutex
	mails              int
	encrypted, account bool
}

// server is a session of an SMTP server that notes how a mail arrived.
type server struct {
	conn *smtp.Conn
	seen *conversation
}

func (s *server) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *server) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "vitrine" || password != "secret" {
			return errors.New("unknown account")
		}
		s.seen.mu.Lock()
		defer s.seen.mu.Unlock()
		s.seen.account = true
		return nil
	}), nil
}

func (s *server) Mail(string, *smtp.MailOptions) error { return nil }
func (s *server) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *server) Reset()                               {}
func (s *server) Logout() error                        { return nil }

func (s *server) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	_, encrypted := s.conn.TLSConnectionState()
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	s.seen.mails++
	s.seen.encrypted = encrypted
	return nil
}

// TestTLS: mails are sent with TLS only, to a server with a known certificate, unless the address allows otherwise.
func TestTLS(t *testing.T) {
	t.Parallel()
	// httptest has a certificate for 127.0.0.1 and example.com.
	known := httptest.NewUnstartedServer(nil)
	known.StartTLS()
	defer known.Close()
	roots := x509.NewCertPool()
	roots.AddCert(known.Certificate())
	certificate := &tls.Config{Certificates: known.TLS.Certificates, MinVersion: tls.VersionTLS12}

	const sent, refused = true, false
	for name, c := range map[string]struct {
		scheme, query      string
		implicit, startTLS bool
		stranger           bool // the client doesn't know who signed the server's certificate
		sent, encrypted    bool
		reason             string
	}{
		"smtp, STARTTLS":              {scheme: "smtp", startTLS: true, sent: sent, encrypted: true},
		"smtp, no STARTTLS":           {scheme: "smtp", sent: refused, reason: "doesn't offer STARTTLS"},
		"smtp, unknown certificate":   {scheme: "smtp", startTLS: true, stranger: true, sent: refused, reason: "unknown authority"},
		"required, STARTTLS":          {scheme: "smtp", query: "?tls=required", startTLS: true, sent: sent, encrypted: true},
		"required, no STARTTLS":       {scheme: "smtp", query: "?tls=required", sent: refused, reason: "?tls=none"},
		"optional, STARTTLS":          {scheme: "smtp", query: "?tls=optional", startTLS: true, sent: sent, encrypted: true},
		"optional, no STARTTLS":       {scheme: "smtp", query: "?tls=optional", sent: sent},
		"none, STARTTLS":              {scheme: "smtp", query: "?tls=none", startTLS: true, sent: sent},
		"none, no STARTTLS":           {scheme: "smtp", query: "?tls=none", sent: sent},
		"smtps":                       {scheme: "smtps", implicit: true, sent: sent, encrypted: true},
		"smtps, unknown certificate":  {scheme: "smtps", implicit: true, stranger: true, sent: refused, reason: "unknown authority"},
		"smtps, server speaks no TLS": {scheme: "smtps", sent: refused, reason: "tls: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := new(conversation)
			s := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session, error) { return &server{conn, seen}, nil }))
			s.Domain = "mail.example.com"
			if c.startTLS {
				s.TLSConfig = certificate
			}
			var l net.Listener
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			if c.implicit {
				l = tls.NewListener(l, certificate)
			}
			ended := make(chan error, 1)
			go func() { ended <- s.Serve(l) }()
			defer func() {
				if err := errors.Join(s.Close(), <-ended); err != nil && !errors.Is(err, smtp.ErrServerClosed) {
					t.Error(err)
				}
			}()

			account := "" // a password is never sent unencrypted
			if c.encrypted {
				account = "vitrine:secret@"
			}
			from := &sender{url: c.scheme + "://" + account + l.Addr().String() + c.query, from: "Vitrine <hello@example.org>", roots: roots}
			if c.stranger {
				from.roots = x509.NewCertPool()
			}
			ctx, cancel := context.WithTimeout(t.Context(), sendTimeout)
			defer cancel()
			err = from.send(ctx, row{Key: "k", To: "ada@example.org", Subject: "s", HTML: "<p>b</p>", Body: "b"})
			if (err == nil) != c.sent || err != nil && !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error %v, want %q", err, c.reason)
			}
			seen.mu.Lock()
			defer seen.mu.Unlock()
			if (seen.mails == 1) != c.sent || seen.encrypted != c.encrypted || seen.account != c.encrypted {
				t.Errorf("%d mails, encrypted %t, account %t, want sent %t, encrypted %t", seen.mails, seen.encrypted, seen.account, c.sent, c.encrypted)
			}
		})
	}
}

// TestPasswordsNeedTLS: the password of a mail server is never sent without encryption, even where emails are.
func TestPasswordsNeedTLS(t *testing.T) {
	t.Parallel()
	seen := new(conversation)
	s := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session, error) { return &server{conn, seen}, nil }))
	s.AllowInsecureAuth = true
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	defer func() { _ = s.Close() }()
	from := &sender{url: "smtp://vitrine:secret@" + l.Addr().String() + "?tls=none", from: "hello@example.org"}
	err = from.send(t.Context(), row{Key: "k", To: "ada@example.org", Body: "b"})
	seen.mu.Lock()
	defer seen.mu.Unlock()
	if err == nil || seen.account || seen.mails != 0 {
		t.Errorf("error = %v, want one; login sent: %t, want false; %d emails, want 0", err, seen.account, seen.mails)
	}
}

// Package smtpurl reads the address of a mail server.
package smtpurl

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
)

// TLS is the encryption of the connection to a mail server.
type TLS string

// Emails contain names and links with secrets, so anything weaker than Required or Implicit must be set explicitly in the address.
const (
	// Implicit is TLS from the first byte: smtps://.
	Implicit TLS = "implicit"
	// Required is STARTTLS; without it nothing is sent. It is the default of smtp://.
	Required TLS = "required"
	// Optional is STARTTLS if the server offers it, which a network attacker can prevent.
	Optional TLS = "optional"
	// None sends without encryption.
	None TLS = "none"
)

// Server is a mail server and how to reach it.
type Server struct {
	Host           string
	Port           int
	User, Password string
	TLS            TLS
}

// Parse reads smtps://[user:password@]host[:port] or smtp://[user:password@]host[:port][?tls=required|optional|none]. Its errors
// don't contain the address, which may have a password.
func Parse(address string) (Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return Server{}, errors.New("not an address like smtps://host:465 or smtp://host:587")
	}
	s := Server{Host: u.Hostname(), TLS: TLS(u.Query().Get("tls"))}
	s.User = u.User.Username()
	s.Password, _ = u.User.Password()
	for name := range u.Query() {
		if name != "tls" {
			return Server{}, fmt.Errorf("unknown parameter %q: only tls is allowed", name)
		}
	}
	switch u.Scheme {
	case "smtps":
		if s.TLS != "" && s.TLS != Required {
			return Server{}, errors.New("smtps:// is always encrypted: remove tls, or write smtp://")
		}
		s.TLS, s.Port = Implicit, 465
	case "smtp":
		s.TLS = cmp.Or(s.TLS, Required)
		if s.TLS != Required && s.TLS != Optional && s.TLS != None {
			return Server{}, fmt.Errorf("tls=%s is not required, optional or none", s.TLS)
		}
		s.Port = 25
	default:
		return Server{}, fmt.Errorf("unknown scheme %q: write smtps:// or smtp://", u.Scheme)
	}
	if u.Port() != "" {
		if s.Port, err = strconv.Atoi(u.Port()); err != nil || s.Port < 1 || s.Port > 65535 {
			return Server{}, fmt.Errorf("%q is not a port", u.Port())
		}
	}
	return s, nil
}

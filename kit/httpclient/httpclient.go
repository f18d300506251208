// Package httpclient holds rules for outgoing HTTP calls.
package httpclient

import (
	"errors"
	"net/http"
)

// ErrRedirect means that a server responded with a redirect.
var ErrRedirect = errors.New("the server redirects, and redirects are not followed: set the final address")

// RefuseRedirects is the CheckRedirect of every client. Operators configure the systems that are called. A redirect would send the call, and
// the secrets in it, to a system that nobody configured.
func RefuseRedirects(*http.Request, []*http.Request) error { return ErrRedirect }

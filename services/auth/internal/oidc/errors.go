package oidc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// reason is an error whose text contains nothing of a response.
type reason string

func (r reason) Error() string { return string(r) }

// statusError is a response with the status of an error. Its code is the provider's, such as invalid_grant.
type statusError struct {
	status int
	code   string
}

func (e *statusError) Error() string {
	return fmt.Sprintf("status %d, error %s", e.status, word(e.code))
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_]{1,40}$`)

// word returns the code of an error or an algorithm if it looks like one, so that nothing else of a response gets into the log.
func word(s string) string {
	switch {
	case s == "":
		return "none"
	case !plainWord.MatchString(s):
		return "unknown"
	}
	return s
}

// safe returns what may be logged of an error. The libraries quote responses and claims in theirs.
func safe(err error) error {
	if status, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return &statusError{status.Response.StatusCode, status.ErrorCode}
	}
	if status, ok := errors.AsType[*statusError](err); ok {
		return status
	}
	if network, ok := errors.AsType[*url.Error](err); ok {
		return &url.Error{Op: network.Op, URL: "the provider", Err: network.Err} // a redirect has another address
	}
	if text, ok := errors.AsType[reason](err); ok {
		return text
	}
	for _, known := range []error{
		oidc.ErrIssuerInvalid, oidc.ErrAudience, oidc.ErrAzpMissing, oidc.ErrAzpInvalid, oidc.ErrSubjectMissing, oidc.ErrNonceInvalid, oidc.ErrAtHash,
		oidc.ErrSignatureMissing, oidc.ErrSignatureMultiple, oidc.ErrSignatureInvalid, oidc.ErrSignatureInvalidPayload, oidc.ErrIatMissing, oidc.ErrIatToOld,
		rp.ErrUserInfoSubNotMatching, context.DeadlineExceeded, context.Canceled,
	} {
		if errors.Is(err, known) {
			return known
		}
	}
	return reason("the provider's response can't be read")
}

// classify distinguishes an unavailable provider from an invalid response, and makes the next use discover the provider again.
func (p *Provider) classify(err error) error {
	p.fail()
	err = safe(err)
	class := login.ErrLogin
	if status, ok := errors.AsType[*statusError](err); ok && status.status >= http.StatusInternalServerError {
		class = account.ErrProviderDown
	}
	if _, ok := errors.AsType[*url.Error](err); ok || errors.Is(err, context.DeadlineExceeded) {
		class = account.ErrProviderDown
	}
	return fmt.Errorf("%w: %w", class, err)
}

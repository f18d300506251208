package oidc

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// algorithms may sign ID tokens, logout tokens and userinfo: those with public keys that the library supports.
var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// claims are those that we use, of ID tokens, userinfo and logout tokens.
type claims struct {
	oidc.TokenClaims

	AccessTokenHash string         `json:"at_hash"`
	SessionID       string         `json:"sid"`
	Email           string         `json:"email"`
	EmailVerified   any            `json:"email_verified"`
	Events          map[string]any `json:"events"`
}

// email returns the address, if it can be used, and whether the provider verified it. Only a boolean counts: "true" as a string isn't reliable.
func (c *claims) email() (string, bool) {
	address := account.EmailAddress(c.Email)
	verified, _ := c.EmailVerified.(bool)
	return address, verified && address != ""
}

// keys are the provider's public keys. They implement oidc.KeySet.
type keys []gojose.JSONWebKey

// VerifySignature returns the content of a token that one of the keys signed.
func (k keys) VerifySignature(_ context.Context, token *gojose.JSONWebSignature) ([]byte, error) {
	id, algorithm := oidc.GetKeyIDAndAlg(token)
	key, err := oidc.FindMatchingKey(id, oidc.KeyUseSignature, algorithm, k...)
	if err != nil {
		return nil, err
	}
	return token.Verify(&key)
}

// verify returns the claims of a token that the provider signed for us. After a signature that no key fits, it reads the keys again, because
// the provider may have others by now, also under the same id. With bare, the token may have no issuer and audience.
func (p *Provider) verify(ctx context.Context, known *discovered, token string, bare bool) (*claims, error) {
	c, err := p.check(ctx, known, token, bare)
	if !errors.Is(err, oidc.ErrSignatureInvalid) {
		return c, err
	}
	p.fail()
	again, down := p.discover(ctx)
	if down != nil || again == known {
		return nil, err
	}
	return p.check(ctx, again, token, bare)
}

func (p *Provider) check(ctx context.Context, known *discovered, token string, bare bool) (*claims, error) {
	var c claims
	payload, err := oidc.ParseToken(token, &c)
	if err != nil {
		return nil, err
	}
	if bare && c.Issuer == "" {
		c.Issuer = p.settings.Issuer
	}
	if bare && len(c.Audience) == 0 {
		c.Audience = oidc.Audience{p.settings.ClientID}
	}
	err = errors.Join(
		oidc.CheckIssuer(&c, p.settings.Issuer), oidc.CheckAudience(&c, p.settings.ClientID), oidc.CheckAuthorizedParty(&c, p.settings.ClientID),
	)
	if err != nil {
		return nil, err
	}
	if used, err := header(token); err != nil || !slices.Contains(algorithms, used.Algorithm) {
		return nil, reason(fmt.Sprintf("the provider signs with %s; supported are %s", word(used.Algorithm), strings.Join(algorithms, ", ")))
	}
	return &c, oidc.CheckSignature(ctx, token, payload, &c, algorithms, known.keys)
}

// joseHeader is the part of a token's header that we use.
type joseHeader struct {
	Type      string `json:"typ"`
	Algorithm string `json:"alg"`
}

func header(token string) (joseHeader, error) {
	encoded, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	var h joseHeader
	if err != nil {
		return h, err
	}
	return h, json.Unmarshal(text, &h)
}

// checkTime returns how far the provider's clock is ahead of ours, if the token is new. It returns an error for a token that has expired or is
// of the future, which names the clock. Without an expiry, the token must have been issued less than maxAge ago.
func (p *Provider) checkTime(c *claims, maxAge time.Duration) (ahead time.Duration, err error) {
	if c.IssuedAt == 0 {
		return 0, oidc.ErrIatMissing
	}
	now, tolerance := p.settings.Clock.Now(), p.settings.ClockTolerance
	ahead = c.IssuedAt.AsTime().Sub(now)
	expires := c.IssuedAt.AsTime().Add(maxAge)
	if c.Expiration != 0 || maxAge == 0 {
		expires = c.Expiration.AsTime().Add(tolerance)
	}
	switch {
	case ahead > tolerance:
		err = reason(fmt.Sprintf("the provider's clock is %s ahead of ours; OIDC_CLOCK_TOLERANCE is %s", ahead.Round(time.Second), tolerance))
	case !now.Before(expires):
		err = reason(fmt.Sprintf("a token has expired that was issued %s ago; if it is new, the provider's clock is behind ours, and OIDC_CLOCK_TOLERANCE is %s",
			-ahead.Round(time.Second), tolerance))
	}
	return ahead, err
}

// Exchange implements login.Provider.
func (p *Provider) Exchange(ctx context.Context, r login.Response, a login.Attempt) (account.Identity, error) {
	known, err := p.discover(ctx)
	if err != nil {
		return account.Identity{}, err
	}
	switch {
	case r.Issuer != p.settings.Issuer && (r.Issuer != "" || known.SendsIssuer):
		return account.Identity{}, fmt.Errorf("%w: the callback's iss is not OIDC_ISSUER", login.ErrLogin)
	case r.Error != "":
		return account.Identity{}, &login.RefusedError{Code: word(r.Error)}
	case r.Code == "" || a.Nonce == "":
		return account.Identity{}, login.ErrLogin
	}
	who, err := p.exchange(ctx, known, r.Code, a)
	if err != nil {
		return account.Identity{}, p.classify(err)
	}
	return who, nil
}

func (p *Provider) exchange(ctx context.Context, known *discovered, code string, a login.Attempt) (account.Identity, error) {
	tokens, err := p.oauth(known).Exchange(context.WithValue(ctx, oauth2.HTTPClient, p.client), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return account.Identity{}, err
	}
	idToken, _ := tokens.Extra("id_token").(string)
	c, err := p.verify(ctx, known, idToken, false)
	if err != nil {
		return account.Identity{}, err
	}
	ahead, err := p.checkTime(c, 0)
	p.ahead.Set(ahead.Seconds())
	err = errors.Join(err, oidc.CheckSubject(c), oidc.CheckNonce(c, a.Nonce), rp.VerifyAccessToken(tokens.AccessToken, c.AccessTokenHash, c.SignatureAlg))
	if err != nil {
		return account.Identity{}, err
	}
	if slices.ContainsFunc(append(c.AuthenticationMethodsReferences, c.Subject), func(s string) bool { return !account.Printable(s) }) {
		return account.Identity{}, reason("sub or amr contains control characters")
	}
	who := account.Identity{
		Issuer: c.Issuer, Subject: c.Subject, Methods: c.AuthenticationMethodsReferences, IDToken: idToken,
		Session: account.ProviderSession(c.Issuer, c.SessionID), ClockAhead: ahead, SessionStays: known.EndSessionEndpoint == "",
	}
	if c.AuthTime > 0 {
		who.AuthenticatedAt = c.AuthTime.AsTime()
	}
	if c.Email == "" {
		// Some providers return the address only from the userinfo endpoint.
		if c, err = p.userinfo(ctx, known, tokens.AccessToken, c.Subject); err != nil {
			return account.Identity{}, err
		}
	}
	who.Email, who.EmailVerified = c.email()
	return who, nil
}

// userinfo returns the claims of the userinfo endpoint, which may sign them.
func (p *Provider) userinfo(ctx context.Context, known *discovered, token, subject string) (*claims, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, known.UserinfoEndpoint, http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	body, contentType, err := p.send(req)
	if err != nil {
		return nil, err
	}
	c := new(claims)
	if kind, _, _ := mime.ParseMediaType(contentType); kind == "application/jwt" {
		c, err = p.verify(ctx, known, string(body), true)
	} else {
		err = json.Unmarshal(body, c)
	}
	if err != nil {
		return nil, err
	}
	if c.Subject != subject {
		return nil, rp.ErrUserInfoSubNotMatching
	}
	return c, nil
}

const (
	logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
	// maxLogoutAge is how old a logout token may be; its id is remembered longer.
	maxLogoutAge = 10 * time.Minute
	// maxLogoutAgeWithoutExpiry is the same for a token without exp, which providers send that implement a draft of the standard.
	maxLogoutAgeWithoutExpiry = 2 * time.Minute
)

// isLogoutType reports whether a token may be a logout token by its type (Back-Channel Logout 1.0, section 2.4): logout+jwt, or none, which
// other providers send. JWT counts as none (RFC 7519, section 5.1). Types are compared as media types, whose prefix may be omitted (RFC 7515,
// section 4.1.9).
func isLogoutType(token string) bool {
	h, err := header(token)
	typ := strings.TrimPrefix(strings.ToLower(h.Type), "application/")
	return err == nil && (typ == "logout+jwt" || typ == "" || typ == "jwt")
}

// LogoutToken implements login.Provider.
func (p *Provider) LogoutToken(ctx context.Context, token string) (login.LogoutToken, error) {
	if !isLogoutType(token) {
		return login.LogoutToken{}, fmt.Errorf("%w: the type of the token is another one than logout+jwt", login.ErrLogin)
	}
	known, err := p.discover(ctx)
	if err != nil {
		return login.LogoutToken{}, err
	}
	c, err := p.verify(ctx, known, token, false)
	if err == nil {
		err = p.checkLogout(c)
	}
	if err != nil {
		return login.LogoutToken{}, fmt.Errorf("%w: %w", login.ErrLogin, safe(err))
	}
	return login.LogoutToken{Issuer: c.Issuer, ID: c.JWTID, Subject: c.Subject, Session: account.ProviderSession(c.Issuer, c.SessionID)}, nil
}

func (p *Provider) checkLogout(c *claims) error {
	ahead, err := p.checkTime(c, maxLogoutAgeWithoutExpiry)
	switch _, event := c.Events[logoutEvent]; {
	case err != nil:
		return err
	case -ahead > maxLogoutAge+p.settings.ClockTolerance:
		return oidc.ErrIatToOld
	case !event || c.JWTID == "" || c.Nonce != "" || c.Subject == "" && c.SessionID == "": // with a nonce, it is an ID token
		return reason("not a logout token")
	}
	return nil
}

// Package oidc implements OpenID Connect with the identity provider: authorization code with PKCE, and back-channel logout.
package oidc

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

const (
	timeout = 5 * time.Second
	// clockOffset is how far ahead the provider's clock may be.
	clockOffset = 30 * time.Second
)

// Settings are our registration at the provider.
type Settings struct {
	Issuer, ClientID, ClientSecret string
	// RedirectURL and HomeURL are where the provider sends the browser after login and after logout.
	RedirectURL, HomeURL string
	// UntypedLogout accepts logout tokens without the type logout+jwt.
	UntypedLogout bool
}

// Provider implements login.Provider. It discovers the provider at the first use and retries after a failure, so that the service
// starts without the provider.
type Provider struct {
	settings Settings
	client   *http.Client

	// discovering allows one discovery at a time; known is its result.
	discovering chan struct{}
	known       atomic.Pointer[discovered]
}

// discovered is the content of the provider's discovery document.
type discovered struct {
	rp.RelyingParty

	// registers is whether the provider supports prompt=create. Other providers may reject unknown values, as the standard recommends.
	registers bool
}

// New returns a client and doesn't call the provider yet.
func New(s Settings) *Provider {
	return &Provider{settings: s, client: &http.Client{Transport: tracing.Outside(nil), CheckRedirect: httpclient.RefuseRedirects, Timeout: timeout}, discovering: make(chan struct{}, 1)}
}

type nonceKey struct{}

// relyingParty waits for a discovery in progress, and starts another one if that fails. It waits at most until ctx ends.
func (p *Provider) relyingParty(ctx context.Context) (*discovered, error) {
	if known := p.known.Load(); known != nil {
		return known, nil
	}
	select {
	case p.discovering <- struct{}{}:
		defer func() { <-p.discovering }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: discovery: %w", account.ErrProviderDown, ctx.Err())
	}
	if known := p.known.Load(); known != nil {
		return known, nil
	}
	s := p.settings
	party, err := rp.NewRelyingPartyOIDC(ctx, s.Issuer, s.ClientID, s.ClientSecret, s.RedirectURL,
		[]string{oidc.ScopeOpenID, oidc.ScopeEmail, oidc.ScopeProfile},
		rp.WithHTTPClient(p.client),
		rp.WithVerifierOpts(
			rp.WithIssuedAtOffset(clockOffset),
			rp.WithSupportedSigningAlgorithms("RS256", "ES256", "PS256", "EdDSA"),
			rp.WithNonce(func(ctx context.Context) string {
				nonce, _ := ctx.Value(nonceKey{}).(string)
				return nonce
			}),
		))
	if err != nil {
		return nil, fmt.Errorf("%w: discovery: %w", account.ErrProviderDown, err)
	}
	registers, err := p.registers(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: discovery: %w", account.ErrProviderDown, err)
	}
	known := &discovered{party, registers}
	p.known.Store(known)
	return known, nil
}

// registers reads from the discovery document whether the provider supports prompt=create (OpenID Connect Prompt Create 1.0). The library
// doesn't read it.
func (p *Provider) registers(ctx context.Context) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(p.settings.Issuer, "/")+oidc.DiscoveryEndpoint, nil)
	if err != nil {
		return false, err
	}
	res, err := p.client.Do(req)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	var document struct {
		PromptValuesSupported []string `json:"prompt_values_supported"`
	}
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&document)
	return slices.Contains(document.PromptValuesSupported, promptCreate), err
}

const promptCreate = "create"

// AuthURL implements login.Provider.
func (p *Provider) AuthURL(ctx context.Context, a login.Attempt) (string, error) {
	party, err := p.relyingParty(ctx)
	if err != nil {
		return "", err
	}
	challenge := sha256.Sum256([]byte(a.Verifier))
	opts := []rp.AuthURLOpt{
		rp.WithCodeChallenge(base64.RawURLEncoding.EncodeToString(challenge[:])),
		rp.AuthURLOpt(rp.WithURLParam("nonce", a.Nonce)),
		rp.AuthURLOpt(rp.WithURLParam("ui_locales", a.Language)),
	}
	switch {
	case a.Register:
		// This is Auth0's parameter; other providers ignore it.
		opts = append(opts, rp.AuthURLOpt(rp.WithURLParam("screen_hint", "signup")))
		if party.registers {
			opts = append(opts, rp.WithPrompt(promptCreate))
		}
	case a.Fresh:
		opts = append(opts, rp.WithPrompt(oidc.PromptLogin), rp.AuthURLOpt(rp.WithURLParam("max_age", "0")))
	}
	return rp.AuthURL(a.State, party.RelyingParty, opts...), nil
}

// Exchange implements login.Provider.
func (p *Provider) Exchange(ctx context.Context, code string, a login.Attempt) (account.Identity, error) {
	party, err := p.relyingParty(ctx)
	if err != nil {
		return account.Identity{}, err
	}
	if code == "" || a.Nonce == "" {
		return account.Identity{}, login.ErrLogin
	}
	ctx = context.WithValue(ctx, nonceKey{}, a.Nonce)
	tokens, err := rp.CodeExchange[*oidc.IDTokenClaims](ctx, code, party.RelyingParty, rp.WithCodeVerifier(a.Verifier))
	if err != nil {
		return account.Identity{}, classify(err)
	}
	claims := tokens.IDTokenClaims
	who := account.Identity{
		Issuer: claims.Issuer, Subject: claims.Subject, Email: claims.Email, AuthenticatedAt: claims.GetAuthTime(),
		Methods: claims.AuthenticationMethodsReferences, IDToken: tokens.IDToken,
	}
	verified := claims.Claims["email_verified"]
	if who.Email == "" {
		// Some providers return the address only from the userinfo endpoint.
		info, err := rp.Userinfo[*oidc.UserInfo](ctx, tokens.AccessToken, tokens.TokenType, claims.Subject, party.RelyingParty)
		if err != nil {
			return account.Identity{}, classify(err)
		}
		who.Email, verified = info.Email, info.Claims["email_verified"]
	}
	if who.AuthenticatedAt.Unix() <= 0 {
		who.AuthenticatedAt = time.Time{}
	}
	// Only a boolean counts: "true" as a string isn't reliable.
	yes, _ := verified.(bool)
	who.EmailVerified = yes && who.Email != ""
	return who, nil
}

// LogoutURL implements login.Provider.
func (p *Provider) LogoutURL(ctx context.Context, idToken string) (string, login.ProviderSession, error) {
	party, err := p.relyingParty(ctx)
	if err != nil {
		return "", login.ProviderSession{}, err
	}
	u, err := url.Parse(party.GetEndSessionEndpoint())
	if err != nil || u.Host == "" {
		return "", login.ProviderSession{}, nil //nolint:nilerr // the provider may have no logout endpoint
	}
	var ending login.ProviderSession
	q := u.Query()
	q.Set("client_id", p.settings.ClientID)
	q.Set("post_logout_redirect_uri", p.settings.HomeURL)
	if idToken != "" {
		q.Set("id_token_hint", idToken)
		// It was verified at the login, and has only been stored here since.
		var claims logoutClaims
		if _, err := oidc.ParseToken(idToken, &claims); err == nil {
			ending = login.ProviderSession{Issuer: claims.Issuer, ID: claims.SessionID}
		}
	}
	u.RawQuery = q.Encode()
	return u.String(), ending, nil
}

// logoutClaims are the claims of OpenID Connect Back-Channel Logout 1.0, section 2.4.
type logoutClaims struct {
	oidc.TokenClaims
	SessionID string         `json:"sid"`
	Events    map[string]any `json:"events"`
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

// maxLogoutAge is how old a logout token may be; its id is remembered longer.
const maxLogoutAge = 10 * time.Minute

// logoutType is the type in the header of a logout token (Back-Channel Logout 1.0, section 2.4). Section 4.1 recommends requiring
// it, because no other token of the provider has it, and warns that some providers send none.
const logoutType = "logout+jwt"

// isLogoutType reports whether the header of a token has the type of logout tokens, or no type if that is accepted. JWT counts as no
// type (RFC 7519, section 5.1). Types are compared as media types, whose prefix may be omitted (RFC 7515, section 4.1.9).
func (p *Provider) isLogoutType(token string) bool {
	encoded, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	var header struct {
		Type string `json:"typ"`
	}
	if err != nil || json.Unmarshal(text, &header) != nil {
		return false
	}
	typ := strings.TrimPrefix(strings.ToLower(header.Type), "application/")
	return typ == logoutType || p.settings.UntypedLogout && (typ == "" || typ == "jwt")
}

// LogoutToken implements login.Provider.
func (p *Provider) LogoutToken(ctx context.Context, token string) (login.LogoutToken, error) {
	if !p.isLogoutType(token) {
		return login.LogoutToken{}, fmt.Errorf("%w: the type of the logout token is not %s (OIDC_LOGOUT_UNTYPED accepts none)", login.ErrLogin, logoutType)
	}
	party, err := p.relyingParty(ctx)
	if err != nil {
		return login.LogoutToken{}, err
	}
	v := *party.IDTokenVerifier()
	// A logout token has no nonce. One with a nonce is an ID token.
	v.Nonce = func(context.Context) string { return "" }
	v.MaxAgeIAT = maxLogoutAge
	claims, err := rp.VerifyIDToken[*logoutClaims](ctx, token, &v)
	if err != nil {
		return login.LogoutToken{}, classify(err)
	}
	if _, ok := claims.Events[logoutEvent]; !ok || claims.JWTID == "" || claims.Nonce != "" {
		return login.LogoutToken{}, fmt.Errorf("%w: not a logout token", login.ErrLogin)
	}
	return login.LogoutToken{
		Subject: claims.Subject, ID: claims.JWTID, Session: login.ProviderSession{Issuer: claims.Issuer, ID: claims.SessionID},
	}, nil
}

// classify distinguishes an unavailable provider from an invalid response.
func classify(err error) error {
	var status *oauth2.RetrieveError
	if errors.As(err, &status) && status.Response != nil && status.Response.StatusCode < 500 {
		return fmt.Errorf("%w: %w", login.ErrLogin, err)
	}
	var network *url.Error
	if status != nil || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", account.ErrProviderDown, err)
	}
	return fmt.Errorf("%w: %w", login.ErrLogin, err)
}

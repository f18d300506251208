// Package oidc implements OpenID Connect with the identity provider: authorization code with PKCE, and back-channel logout.
package oidc

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

const (
	timeout = 5 * time.Second
	// documentAge is how long the provider's discovery document and keys are used. After a failure they are read again, at most once in documentPause.
	documentAge   = time.Hour
	documentPause = 10 * time.Second
	// maxResponse is the maximum size of a response.
	maxResponse = 1 << 20
)

// Settings are our registration at the provider.
type Settings struct {
	Issuer, ClientID, ClientSecret string
	// RedirectURL and HomeURL are where the provider sends the browser after login and after logout.
	RedirectURL, HomeURL string
	// ClockTolerance is how far the provider's clock may be ahead of Clock, or behind it.
	ClockTolerance time.Duration
	Clock          clock.Clock
}

// Provider implements login.Provider. It discovers the provider at the first use and retries after a failure, so that the service
// starts without the provider.
type Provider struct {
	settings Settings
	client   *http.Client
	ahead    prometheus.Gauge

	// discovering allows one discovery at a time.
	discovering chan struct{}

	mu sync.Mutex
	// known is the result of the last discovery that succeeded, tried the time of the last one. failed is whether something failed since.
	known  *discovered
	tried  time.Time
	failed bool
}

// discovered is what the provider publishes: its discovery document and its keys.
type discovered struct {
	document
	keys
}

// document is the part of the discovery document that we use.
type document struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	UserinfoEndpoint      string   `json:"userinfo_endpoint"`
	EndSessionEndpoint    string   `json:"end_session_endpoint"`
	JWKSURI               string   `json:"jwks_uri"`
	TokenAuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	// PromptValues contains create if the provider supports it (OpenID Connect Prompt Create 1.0). Other providers may reject unknown values,
	// as the standard recommends.
	PromptValues []string `json:"prompt_values_supported"`
	// PushedEndpoint takes the parameters of a login, which RequirePushed makes mandatory (RFC 9126).
	PushedEndpoint string `json:"pushed_authorization_request_endpoint"`
	RequirePushed  bool   `json:"require_pushed_authorization_requests"`
	// SendsIssuer is whether every callback names the issuer (RFC 9207).
	SendsIssuer bool `json:"authorization_response_iss_parameter_supported"`
}

// New returns a client and doesn't call the provider yet.
func New(s Settings) *Provider {
	return &Provider{
		settings: s, discovering: make(chan struct{}, 1),
		client: &http.Client{Transport: tracing.Outside(nil), CheckRedirect: httpclient.RefuseRedirects, Timeout: timeout},
		ahead: metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "vitrine_provider_clock_offset_seconds", Help: "How far the identity provider's clock was ahead of ours at the last login.",
		})),
	}
}

// discover returns what the provider publishes, and reads it first if it is due. It waits for a discovery in progress, at most until ctx ends.
// If the provider doesn't respond, the last result counts.
func (p *Provider) discover(ctx context.Context) (*discovered, error) {
	known, due := p.state()
	if !due {
		return known, nil
	}
	select {
	case p.discovering <- struct{}{}:
		defer func() { <-p.discovering }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: discovery: %w", account.ErrProviderDown, ctx.Err())
	}
	if known, due = p.state(); !due {
		return known, nil
	}
	read, err := p.read(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried = p.settings.Clock.Now()
	switch {
	case err == nil:
		p.known, p.failed = read, false
	case p.known == nil:
		return nil, fmt.Errorf("%w: discovery: %w", account.ErrProviderDown, safe(err))
	default:
		p.failed = true
	}
	return p.known, nil
}

// Reach returns an error while the provider was never read. It reads it if that is due.
func (p *Provider) Reach(ctx context.Context) error {
	_, err := p.discover(ctx)
	return err
}

// state returns the last result of a discovery, and whether the next one is due.
func (p *Provider) state() (known *discovered, due bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	age := p.settings.Clock.Now().Sub(p.tried)
	return p.known, p.known == nil || age >= documentAge || p.failed && age >= documentPause
}

// fail makes the next use discover the provider again, because its addresses or keys may have changed.
func (p *Provider) fail() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = true
}

func (p *Provider) read(ctx context.Context) (*discovered, error) {
	var d discovered
	if err := p.get(ctx, strings.TrimSuffix(p.settings.Issuer, "/")+oidc.DiscoveryEndpoint, &d.document); err != nil {
		return nil, err
	}
	if d.Issuer != p.settings.Issuer {
		return nil, reason("the issuer in the document is not OIDC_ISSUER")
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := p.get(ctx, d.JWKSURI, &set); err != nil {
		return nil, err
	}
	for _, text := range set.Keys {
		var key gojose.JSONWebKey
		if key.UnmarshalJSON(text) == nil { // otherwise it is of a type that we don't support
			d.keys = append(d.keys, key)
		}
	}
	return &d, nil
}

func (p *Provider) get(ctx context.Context, address string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	body, _, err := p.send(req)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, out)
}

// send returns the body and the content type of a successful response, or a *statusError.
func (p *Provider) send(req *http.Request) (body []byte, contentType string, err error) {
	res, err := p.client.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = res.Body.Close() }()
	if body, err = io.ReadAll(io.LimitReader(res.Body, maxResponse)); err != nil {
		return nil, "", &url.Error{Op: req.Method, Err: err}
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		var said struct {
			Error string `json:"error"`
		}
		_ = json.Unmarshal(body, &said)
		return nil, "", &statusError{res.StatusCode, said.Error}
	}
	return body, res.Header.Get("Content-Type"), nil
}

const (
	promptCreate = "create"
	// anyAge makes a provider report the time of the login (auth_time), as OpenID Connect requires with max_age, and accept one of any age.
	anyAge = "31536000"
)

// AuthURL implements login.Provider.
func (p *Provider) AuthURL(ctx context.Context, a login.Attempt) (string, error) {
	known, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	challenge := sha256.Sum256([]byte(a.Verifier))
	params := url.Values{
		"response_type": {"code"}, "client_id": {p.settings.ClientID}, "redirect_uri": {p.settings.RedirectURL},
		"scope": {"openid email profile"}, "state": {a.State}, "nonce": {a.Nonce}, "ui_locales": {a.Language}, "max_age": {anyAge},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	switch {
	case a.Register:
		params.Set("screen_hint", "signup") // This is Auth0's parameter; other providers ignore it.
		if slices.Contains(known.PromptValues, promptCreate) {
			params.Set("prompt", promptCreate)
		}
	case a.Fresh:
		params.Set("prompt", oidc.PromptLogin)
		params.Set("max_age", "0")
	case a.Prompt:
		params.Set("prompt", oidc.PromptLogin)
	}
	if known.RequirePushed {
		if params, err = p.push(ctx, known, params); err != nil {
			return "", p.classify(err)
		}
	}
	u, err := url.Parse(known.AuthorizationEndpoint)
	if err != nil {
		return "", p.classify(err)
	}
	q := u.Query()
	maps.Copy(q, params)
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// push sends the parameters of a login to the provider and returns those that refer to them (RFC 9126).
func (p *Provider) push(ctx context.Context, known *discovered, params url.Values) (url.Values, error) {
	basic := len(known.TokenAuthMethods) == 0 || slices.Contains(known.TokenAuthMethods, "client_secret_basic")
	if !basic {
		params.Set("client_secret", p.settings.ClientSecret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, known.PushedEndpoint, strings.NewReader(params.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if basic {
		req.SetBasicAuth(url.QueryEscape(p.settings.ClientID), url.QueryEscape(p.settings.ClientSecret))
	}
	body, _, err := p.send(req)
	if err != nil {
		return nil, err
	}
	var pushed struct {
		RequestURI string `json:"request_uri"`
	}
	if err := json.Unmarshal(body, &pushed); err != nil {
		return nil, err
	}
	return url.Values{"client_id": {p.settings.ClientID}, "request_uri": {pushed.RequestURI}}, nil
}

// oauth returns the configuration for the token endpoint.
func (p *Provider) oauth(known *discovered) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.settings.ClientID, ClientSecret: p.settings.ClientSecret, RedirectURL: p.settings.RedirectURL,
		Endpoint: oauth2.Endpoint{TokenURL: known.TokenEndpoint},
	}
}

// LogoutURL implements login.Provider.
func (p *Provider) LogoutURL(ctx context.Context, idToken string) (location, session string, err error) {
	known, err := p.discover(ctx)
	if err != nil {
		return "", "", err
	}
	u, err := url.Parse(known.EndSessionEndpoint)
	if err != nil || u.Host == "" {
		return "", "", nil //nolint:nilerr // the provider may have no logout endpoint
	}
	q := u.Query()
	q.Set("client_id", p.settings.ClientID)
	q.Set("post_logout_redirect_uri", p.settings.HomeURL)
	if idToken != "" {
		q.Set("id_token_hint", idToken)
		// It was verified at the login, and has only been stored here since.
		var c claims
		if _, err := oidc.ParseToken(idToken, &c); err == nil {
			session = account.ProviderSession(c.Issuer, c.SessionID)
		}
	}
	u.RawQuery = q.Encode()
	return u.String(), session, nil
}

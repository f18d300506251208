// Package session verifies access tokens and turns them into principals.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/clock/synced"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/tracing"
)

const (
	audience = "vitrine"
	// leeway is the tolerated clock difference; access tokens are valid for five minutes.
	leeway = 60 * time.Second
	// maxToken limits the work that a hostile header causes.
	maxToken = 8 << 10
	// refreshEvery is the interval of refreshing the key set. An unknown key refreshes it sooner, but at most every minRefresh.
	refreshEvery = 5 * time.Minute
	minRefresh   = 5 * time.Second
)

// Verifier checks access tokens against auth's key set (RFC 7517). It starts without keys: until auth responds, requests with
// a token get 503.
type Verifier struct {
	issuer, url string
	ended       *Ended
	now         func() time.Time
	skewed      prometheus.Counter
	log         *slog.Logger
	seldom      rate.Sometimes
	client      *http.Client
	keys        atomic.Pointer[map[string]any]
	mu          sync.Mutex
	last        time.Time
}

// NewVerifier returns a verifier for tokens of the issuer, with the keys at url. It rejects tokens of ended sessions. It uses the local
// clock until SetClock is called.
func NewVerifier(issuer, url string, ended *Ended, local clock.Clock, transport http.RoundTripper, log *slog.Logger) *Verifier {
	client := &http.Client{Transport: tracing.Transport(transport), CheckRedirect: httpclient.RefuseRedirects, Timeout: 5 * time.Second}
	return &Verifier{
		issuer: issuer, url: url, ended: ended, now: local.Now, skewed: identity.ClockSkew().WithLabelValues("auth"), log: log, client: client,
		seldom: rate.Sometimes{Interval: time.Second},
	}
}

// SetClock sets the clock that token times are compared with. Call it before the first use.
func (v *Verifier) SetClock(c clock.Clock) { v.now = c.Now }

// ReadClock reads auth's clock, which is its database's, from the Date header of its key set.
func (v *Verifier) ReadClock(ctx context.Context) (s synced.Sample, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, v.url, http.NoBody)
	if err != nil {
		return s, err
	}
	s.Asked = time.Now()
	res, err := v.client.Do(req)
	if err != nil {
		return s, err
	}
	defer res.Body.Close()
	s.Received, s.Resolution = time.Now(), time.Second
	if res.StatusCode != http.StatusOK {
		return s, fmt.Errorf("key set: %s", res.Status)
	}
	s.Time, err = http.ParseTime(res.Header.Get("Date"))
	return s, err
}

// Run refreshes the key set until ctx ends.
func (v *Verifier) Run(ctx context.Context) error {
	wait := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = refreshEvery
		if err := v.refresh(ctx); err != nil {
			wait = time.Second
			v.log.DebugContext(ctx, "the key set is unavailable", "error", err)
		}
	}
}

type claims struct {
	jwt.RegisteredClaims

	SessionID     string   `json:"sid"`
	Email         string   `json:"email"`
	EmailVerified bool     `json:"email_verified"`
	Roles         []string `json:"roles"`
}

var errNoKeys = errors.New("no key set yet")

// Verify returns the principal of a token. It returns the errors of the jwt package; jwt.ErrTokenExpired means that the token is expired but
// its signature is valid.
func (v *Verifier) Verify(ctx context.Context, token string) (*identity.Principal, error) {
	if len(token) > maxToken || strings.Count(token, ".") != 2 {
		return nil, jwt.ErrTokenMalformed
	}
	var c claims
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"ES256"}), jwt.WithIssuer(v.issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(v.now))
	_, err := parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		if typ, _ := t.Header["typ"].(string); !strings.EqualFold(typ, "at+jwt") {
			return nil, fmt.Errorf("typ %q is not the type of an access token", typ)
		}
		kid, _ := t.Header["kid"].(string)
		return v.key(ctx, kid)
	})
	if err != nil {
		return nil, err
	}
	if c.Subject == "" || c.SessionID == "" {
		return nil, jwt.ErrTokenInvalidClaims
	}
	return &identity.Principal{Subject: c.Subject, SessionID: c.SessionID, Email: c.Email, EmailVerified: c.EmailVerified, Roles: c.Roles}, nil
}

func (v *Verifier) key(ctx context.Context, kid string) (any, error) {
	if keys := v.keys.Load(); keys != nil {
		if k, ok := (*keys)[kid]; ok {
			return k, nil
		}
	}
	if err := v.refreshOnce(ctx); err != nil {
		v.log.WarnContext(ctx, "the key set is unavailable", "error", err)
	}
	keys := v.keys.Load()
	if keys == nil {
		return nil, errNoKeys
	}
	if k, ok := (*keys)[kid]; ok {
		return k, nil
	}
	return nil, errors.New("unknown key")
}

// refreshOnce refreshes the key set unless it was tried recently. Tokens can name any key, and while auth is down callers must not wait
// one after the other.
func (v *Verifier) refreshOnce(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if time.Since(v.last) < minRefresh {
		return nil
	}
	return v.fetch(context.WithoutCancel(ctx)) // others wait for the result, too, so it must outlive this request
}

func (v *Verifier) refresh(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.fetch(ctx)
}

// fetch replaces the key set. The caller holds the lock.
func (v *Verifier) fetch(ctx context.Context) error {
	defer func() { v.last = time.Now() }()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, nil)
	if err != nil {
		return err
	}
	res, err := v.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("key set: %s", res.Status)
	}
	var set jwkset.JWKSMarshal
	if err := json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&set); err != nil {
		return err
	}
	list, err := set.JWKSlice()
	if err != nil {
		return err
	}
	keys := map[string]any{}
	for _, k := range list {
		keys[k.Marshal().KID] = k.Key()
	}
	v.keys.Store(&keys)
	return nil
}

// past lists the paths that accept an access token of an ended session, because they log in or out.
var past = map[string]bool{"/api/auth/session": true, "/api/auth/siwe/verify": true, "/api/auth/logout": true}

// Wrap puts the caller's principal into the request. A request without a token is anonymous. An expired token is 403
// token_expired, the only response that makes a client refresh; a token of an ended session is 401 session_gone; one from the
// future is 503 clock_skew; any other invalid one is 401. The path that expects a refresh token is skipped.
func (v *Verifier) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		if header == "" || r.URL.Path == "/api/auth/tokens" {
			next.ServeHTTP(w, r)
			return
		}
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") && !strings.EqualFold(scheme, "DPoP") {
			v.refused(r, errors.New("not a bearer token"))
			problem.Write(w, http.StatusUnauthorized, errorsv1.Reason_REASON_INVALID_TOKEN, "Send the access token as a bearer token.", nil)
			return
		}
		p, err := v.Verify(r.Context(), strings.TrimSpace(token))
		switch {
		case err == nil && !past[r.URL.Path] && v.ended.Has(r.Context(), p.SessionID):
			v.refused(r, errors.New("its session has ended"), "account", p.Subject)
			problem.Write(w, http.StatusUnauthorized, errorsv1.Reason_REASON_SESSION_GONE, "Your session has ended. Log in again.", nil)
			return
		case err == nil:
		case errors.Is(err, errNoKeys):
			w.Header().Set("Retry-After", "1")
			problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "Logging in isn't available right now. Try again in a moment.", nil)
			return
		case errors.Is(err, jwt.ErrTokenUsedBeforeIssued):
			// Auth signed it in what is our future: the clocks differ, so nobody has to log in again.
			v.skewed.Inc()
			w.Header().Set("Retry-After", "5")
			problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_CLOCK_SKEW, "Logging in isn't available right now. Try again in a moment.", nil)
			return
		case errors.Is(err, jwt.ErrTokenExpired):
			problem.Write(w, http.StatusForbidden, errorsv1.Reason_REASON_TOKEN_EXPIRED, "The access token has expired. Refresh it and send the request again.", nil)
			return
		default:
			v.refused(r, err)
			problem.Write(w, http.StatusUnauthorized, errorsv1.Reason_REASON_INVALID_TOKEN, "The access token is not valid. Log in again.", nil)
			return
		}
		next.ServeHTTP(w, r.WithContext(identity.With(r.Context(), p)))
	})
}

// refused logs why an access token was rejected, at most once a second, because anyone can send any number of them. It skips expired
// tokens, which are normal.
func (v *Verifier) refused(r *http.Request, why error, more ...any) {
	v.seldom.Do(func() {
		v.log.InfoContext(r.Context(), "an access token was refused", append([]any{"reason", why.Error()}, more...)...)
	})
}

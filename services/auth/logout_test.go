package auth_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/golang-jwt/jwt/v5"
)

// providerLogout sends a logout token with a change and returns the status.
func (h *fixture) providerLogout(change func(c jwt.MapClaims)) int {
	h.t.Helper()
	key, err := h.provider.store.SigningKey(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	c := jwt.MapClaims{
		"iss": h.provider.issuer, "aud": h.provider.client, "sub": "id1", "jti": "1",
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}},
		"iat":    time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
	}
	change(c)
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	token.Header["kid"], token.Header["typ"] = key.ID(), "logout+jwt"
	text, err := token.SignedString(key.Key())
	if err != nil {
		h.t.Fatal(err)
	}
	res, err := http.PostForm(h.base+"/api/auth/backchannel-logout", url.Values{"logout_token": {text}})
	if err != nil {
		h.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// TestACodeEndsWithTheSessions: ending sessions also ends codes that could become one.
func TestACodeEndsWithTheSessions(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(h *fixture, sid string){
		"logged out at the provider": func(h *fixture, _ string) {
			if got := h.providerLogout(func(jwt.MapClaims) {}); got != http.StatusOK {
				t.Error(got)
			}
		},
		"new password": func(h *fixture, sid string) {
			h.people.set("last_password_reset", h.clock.Now().Add(2*time.Second))
			testkitEventually(t, func() bool { return !h.active(sid) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			sid := h.claims(h.signedIn("").GetAccessToken())["sid"].(string)
			b := h.browser()
			_, landing := b.login("redirect=/en/")
			h.clock.Advance(10 * time.Second)
			end(h, sid)
			if _, err := b.exchange(fragment(landing).Get("code"), ""); connect.CodeOf(err) != connect.CodeNotFound {
				t.Errorf("the code is exchanged: %v", err)
			}
			// A later login succeeds.
			b = h.browser()
			_, landing = b.login("redirect=/en/")
			if _, err := b.exchange(fragment(landing).Get("code"), ""); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestBackChannelLogout tries valid and invalid logout tokens.
func TestBackChannelLogout(t *testing.T) {
	t.Parallel()
	h := setup(t)
	tokens := h.signedIn("")
	sid := h.claims(tokens.GetAccessToken())["sid"].(string)
	post := h.providerLogout
	set := func(name string, v any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = v } }
	for name, change := range map[string]func(jwt.MapClaims){
		"another issuer": set("iss", "https://evil.example"), "another audience": set("aud", "x"), "a nonce": set("nonce", "n"), "no id": set("jti", ""),
		"no event": set("events", nil), "another event": set("events", map[string]any{"x": map[string]any{}}), "nobody": set("sub", ""),
		"late": set("exp", time.Now().Add(-time.Hour).Unix()), "an hour old": set("iat", time.Now().Add(-time.Hour).Unix()), "of the future": set("iat", time.Now().Add(time.Hour).Unix()),
	} {
		if got := post(change); got != http.StatusBadRequest {
			t.Errorf("%s: %d", name, got)
		}
	}
	if got := post(set("sub", "a stranger")); got != http.StatusOK {
		t.Errorf("a stranger: %d", got)
	}
	if !h.active(sid) {
		t.Fatal("a refused token ended the session")
	}
	if got := post(set("jti", "2")); got != http.StatusOK {
		t.Errorf("good: %d", got)
	}
	if h.active(sid) {
		t.Error("the session still stands")
	}
	_, err := h.refresh(tokens.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if got := post(set("jti", "2")); got != http.StatusBadRequest {
		t.Errorf("used twice: %d", got)
	}
}

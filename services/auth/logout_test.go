package auth_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/golang-jwt/jwt/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth"
)

// providerLogout sends a logout token with a change and returns the status.
func (h *fixture) providerLogout(change func(c jwt.MapClaims)) int {
	h.t.Helper()
	return h.providerLogoutOf("logout+jwt", change)
}

// providerLogoutOf does so with a token of a type; an empty one is left out.
func (h *fixture) providerLogoutOf(typ string, change func(c jwt.MapClaims)) int {
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
	token.Header["kid"], token.Header["typ"] = key.ID(), typ
	if typ == "" {
		delete(token.Header, "typ")
	}
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

// TestACodeEndsWithItsSessions: ending sessions also ends codes that could become one.
func TestACodeEndsWithItsSessions(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(h *fixture, sid string){
		"logged out at the provider": func(h *fixture, _ string) {
			if got := h.providerLogout(func(jwt.MapClaims) {}); got != http.StatusOK {
				t.Errorf("got = %v, want OK", got)
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
				t.Errorf("the code's exchange: error = %v, want not_found", err)
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
		t.Run(name, func(t *testing.T) {
			if got := post(change); got != http.StatusBadRequest {
				t.Errorf("got %d, want 400", got)
			}
		})
	}
	if got := post(set("sub", "a stranger")); got != http.StatusOK {
		t.Errorf("a stranger: %d, want 200", got)
	}
	if !h.active(sid) || h.credentialsChanged(tokens) != nil {
		t.Fatal("a rejected token ended the session or set the credentials' change")
	}
	if got := post(set("jti", "2")); got != http.StatusOK {
		t.Errorf("good: %d, want 200", got)
	}
	if h.active(sid) {
		t.Error("the session is still active")
	}
	if at := h.credentialsChanged(tokens); !at.AsTime().Equal(h.clock.Now()) {
		t.Errorf("the wait for changed credentials starts at %v, want %v", at.AsTime(), h.clock.Now())
	}
	_, err := h.refresh(tokens.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if got := post(set("jti", "2")); got != http.StatusBadRequest {
		t.Errorf("second use of the logout token: status = %d, want 400", got)
	}
}

// TestTypesOfLogoutTokens: a token of another type isn't a logout token. A setting accepts tokens without a type.
func TestTypesOfLogoutTokens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		untyped           bool
		accepted, refused []string
	}{
		"by default":       {false, []string{"logout+jwt", "application/logout+jwt", "Logout+JWT"}, []string{"", "JWT", "at+jwt", "dpop+jwt"}},
		"with the setting": {true, []string{"logout+jwt", "", "JWT"}, []string{"at+jwt", "dpop+jwt", "Logout"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, func(cfg *auth.Config) { cfg.OIDCLogoutUntyped = c.untyped })
			for i, typ := range append(c.accepted, c.refused...) {
				want := http.StatusOK
				if i >= len(c.accepted) {
					want = http.StatusBadRequest
				}
				if got := h.providerLogoutOf(typ, func(claims jwt.MapClaims) { claims["jti"] = fmt.Sprint(i) }); got != want {
					t.Errorf("type %q: %d, want %d", typ, got, want)
				}
			}
		})
	}
}

// credentialsChanged returns when the credentials of a token's account last changed, nil if they never did.
func (h *fixture) credentialsChanged(tokens *authv1.ExchangeCodeResponse) *timestamppb.Timestamp {
	h.t.Helper()
	id := h.claims(tokens.GetAccessToken())["sub"].(string)
	res, err := h.accounts.GetAccount(h.t.Context(), &authv1.GetAccountRequest{AccountId: id})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetAccount().GetCredentialsChangedAt()
}

// TestLogoutByTheUserStartsNoWait: the provider reports a logout that began here, too. It names the session that ended, and only that one
// is expected.
func TestLogoutByTheUserStartsNoWait(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		claims jwt.MapClaims
		waits  bool
	}{
		"the same session": {jwt.MapClaims{"sid": "there"}, false},
		"another session":  {jwt.MapClaims{"sid": "elsewhere"}, true},
		"no session":       {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			tokens := h.signedIn("")
			// The provider of these tests names no sessions in its ID tokens.
			payload := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"iss":%q,"sid":"there"}`, h.provider.issuer))
			if _, err := h.pool.Exec(t.Context(), `UPDATE tickets SET data = $1 WHERE kind = 'id-token'`, []byte("e30."+payload+".c")); err != nil {
				t.Fatal(err)
			}
			if _, err := h.sessions.Logout(h.as(tokens.GetAccessToken()), &authv1.LogoutRequest{}); err != nil {
				t.Fatal(err)
			}
			for i := range 2 { // the second one is no echo, whatever it names
				if got := h.providerLogout(func(claims jwt.MapClaims) {
					claims["jti"] = fmt.Sprint(i)
					maps.Copy(claims, c.claims)
				}); got != http.StatusOK {
					t.Fatalf("logout %d: status = %d, want 200", i, got)
				}
				if waits := h.credentialsChanged(tokens) != nil; waits != (c.waits || i == 1) {
					t.Errorf("after logout %d the wait has started = %t, want %t", i, waits, !waits)
				}
			}
		})
	}
}

// TestAnotherWayToLogIn: a login at the provider with other methods than the last one counts as changed credentials.
func TestAnotherWayToLogIn(t *testing.T) {
	t.Parallel()
	h := setup(t)
	tokens := h.signedIn("") // the provider says pwd
	if _, err := h.pool.Exec(t.Context(), `UPDATE accounts SET login_methods_at = login_methods_at - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	h.signedIn("")
	if at := h.credentialsChanged(tokens); at != nil {
		t.Errorf("a login with the same methods counts as a change at %v, want none", at.AsTime())
	}
	if tag, err := h.pool.Exec(t.Context(), `UPDATE accounts SET login_methods = '{otp,pwd}', login_methods_at = login_methods_at - interval '1 hour'
		WHERE login_methods = '{pwd}'`); err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("UPDATE = %v, %v, want one row", tag, err)
	}
	h.signedIn("")
	if at := h.credentialsChanged(tokens); !at.AsTime().Equal(h.clock.Now()) {
		t.Errorf("a login without the former factor counts as a change at %v, want %v", at.AsTime(), h.clock.Now())
	}
}

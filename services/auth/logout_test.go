package auth_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/golang-jwt/jwt/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// providerLogout sends a logout token with a change and returns the status.
func (h *fixture) providerLogout(change func(c jwt.MapClaims)) int {
	h.t.Helper()
	return h.providerLogoutOf("logout+jwt", change)
}

// providerLogoutOf does so with a token of a type; an empty one is left out.
func (h *fixture) providerLogoutOf(typ string, change func(c jwt.MapClaims)) int {
	h.t.Helper()
	c := jwt.MapClaims{
		"iss": h.provider.issuer, "aud": h.provider.client, "sub": "id1", "jti": "1",
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}},
		"iat":    time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
	}
	change(c)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	res, err := http.PostForm(h.base+"/api/auth/backchannel-logout", url.Values{"logout_token": {h.provider.sign(h.t, typ, c)}})
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
		"late": set("exp", time.Now().Add(-time.Hour).Unix()), "for another client": set("azp", "x"),
		"three minutes old, without an expiry": func(c jwt.MapClaims) { c["exp"], c["iat"] = nil, time.Now().Add(-3*time.Minute).Unix() }, "an hour old": set("iat", time.Now().Add(-time.Hour).Unix()), "of the future": set("iat", time.Now().Add(time.Hour).Unix()),
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

// TestTypesOfLogoutTokens: a token of another type isn't a logout token. JWT means no type, which some providers send.
func TestTypesOfLogoutTokens(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accepted, refused := []string{"logout+jwt", "application/logout+jwt", "Logout+JWT", "", "JWT"}, []string{"at+jwt", "dpop+jwt", "Logout", "secevent+jwt"}
	for i, typ := range append(accepted, refused...) {
		want := http.StatusOK
		if i >= len(accepted) {
			want = http.StatusBadRequest
		}
		if got := h.providerLogoutOf(typ, func(claims jwt.MapClaims) { claims["jti"] = fmt.Sprint(i) }); got != want {
			t.Errorf("type %q: %d, want %d", typ, got, want)
		}
	}
}

// TestLogoutOfOneSession: a logout token that names a session ends that one and its codes, and no other. It needs no subject, and an older
// provider sends neither a type nor an expiry.
func TestLogoutOfOneSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	start := func(sid string) (*browser, string) {
		h.provider.claims.Store(&jwt.MapClaims{"sid": sid})
		b := h.browser()
		_, landing := b.login("redirect=/en/")
		return b, fragment(landing).Get("code")
	}
	open := func(sid string) string {
		b, code := start(sid)
		tokens, err := b.exchange(code, "")
		if err != nil {
			t.Fatal(err)
		}
		return h.claims(tokens.GetAccessToken())["sid"].(string)
	}
	one, two, three := open("one"), open("two"), open("three")
	b, code := start("two")
	b2, code2 := start("three")
	bySession := func(id, sid string) func(jwt.MapClaims) {
		return func(c jwt.MapClaims) { c["jti"], c["sid"], c["sub"], c["exp"] = id, sid, nil, nil }
	}
	for i, sid := range []string{"unknown", "two"} {
		if got := h.providerLogoutOf("JWT", bySession(fmt.Sprint(i), sid)); got != http.StatusOK {
			t.Fatalf("logout of session %s: status = %d, want 200", sid, got)
		}
	}
	if !h.active(one) || h.active(two) || !h.active(three) {
		t.Errorf("active: %t, %t, %t; want only the second session ended", h.active(one), h.active(two), h.active(three))
	}
	if _, err := b.exchange(code, ""); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("a code of the ended session: error = %v, want not_found", err)
	}
	if _, err := b2.exchange(code2, ""); err != nil {
		t.Errorf("a code of another session: error = %v, want nil", err)
	}
	if got := h.providerLogout(func(c jwt.MapClaims) { c["jti"], c["sid"] = "2", "one" }); got != http.StatusOK || h.active(one) || !h.active(three) {
		t.Errorf("with subject and session: status = %d, active: %t, %t; want 200 and only that session ended", got, h.active(one), h.active(three))
	}
	if got := h.providerLogoutOf("JWT", bySession("1", "two")); got != http.StatusBadRequest {
		t.Errorf("second use of a logout token: status = %d, want 400", got)
	}
}

// TestAProviderWithoutLogout: the browser stays here after a logout, and the next login goes back to the provider, with prompt=login.
func TestAProviderWithoutLogout(t *testing.T) {
	t.Parallel()
	h := setupWith(t, func(p *switchable) { p.noLogout.Store(true) })
	res, err := h.sessions.Logout(h.as(h.signedIn("").GetAccessToken()), &authv1.LogoutRequest{})
	if err != nil || res.GetExternal() || res.GetLogoutUrl() != h.base+"/" {
		t.Fatalf("logout = %v, %v, want the home page", res, err)
	}
	h.provider.claims.Store(&jwt.MapClaims{"auth_time": time.Now().Add(-time.Minute).Unix()}) // it knows the browser
	b := h.browser()
	_, landing := b.login("redirect=/en/works/")
	if landing.Query().Get("prompt") != "login" || !strings.HasPrefix(landing.String(), h.provider.issuer) {
		t.Fatalf("the callback leads to %s, want the provider with prompt=login", landing)
	}
	h.provider.claims.Store(nil)
	h.clock.Advance(10 * time.Second) // so that the login is after the logout, in whole seconds
	if _, landing := b.login("redirect=/en/works/"); fragment(landing).Get("redirect") != "/en/works/" || fragment(landing).Get("code") == "" {
		t.Errorf("after a login with the password: %s, want a code for /en/works/", landing)
	}
}

// TestUnusableClaims: what can't be stored or shown isn't an internal error. An address that nobody could type counts as none.
func TestUnusableClaims(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.people.set("email", "")
	for claim, bad := range map[string]any{"sub": "a\x00b", "amr": []string{"pwd\n"}} {
		h.provider.claims.Store(&jwt.MapClaims{claim: bad})
		if _, landing := h.browser().login("redirect=/en/"); fragment(landing).Get("error") != "login_failed" {
			t.Errorf("%s %q: %s, want login_failed", claim, bad, landing)
		}
	}
	for _, address := range []string{"a@example.org\nBcc: b@example.org", "a\x00@example.org", "a\u202e@example.org", "no address", "A <a@example.org>"} {
		h.provider.claims.Store(&jwt.MapClaims{"email": address, "email_verified": true, "sid": "a\x00\nb"})
		c := h.claims(h.signedIn("").GetAccessToken())
		if email, _ := c["email"].(string); email != "" || c["email_verified"] != false {
			t.Errorf("address %q: claims = %v, want no address", address, c)
		}
	}
	h.people.set("email", "a@example.org\nBcc: b@example.org")
	if c := h.claims(h.signedIn("").GetAccessToken()); c["email_verified"] != false {
		t.Errorf("claims = %v, want no verified address", c)
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
			h.provider.claims.Store(&jwt.MapClaims{"sid": "there"})
			tokens := h.signedIn("")
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

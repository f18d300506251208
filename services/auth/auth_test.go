package auth_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	h := setup(t)
	b := h.browser()

	authorize, err := url.Parse(b.get(h.base + "/api/auth/login?redirect=/en/checkout/7/&screen=register").Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	q := authorize.Query()
	if q.Has("prompt") || q.Get("screen_hint") != "signup" || q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("state") == "" {
		t.Errorf("registration redirects to %s, want screen_hint=signup with S256, nonce and state, and no prompt", authorize)
	}

	// A fresh login is requested as such, and returns to the same page.
	if authorize, err = url.Parse(b.get(h.base + "/api/auth/login?redirect=/en/&fresh=1").Header.Get("Location")); err != nil {
		t.Fatal(err)
	}
	if q := authorize.Query(); q.Get("prompt") != "login" || q.Get("max_age") != "0" {
		t.Errorf("a fresh login redirects to %s, want prompt=login and max_age=0", authorize)
	}
	if _, landing := b.login("redirect=/en/profile/wallets/&fresh=1"); fragment(landing).Get("code") == "" || fragment(landing).Get("redirect") != "/en/profile/wallets/" {
		t.Errorf("a fresh login redirects to %s, want a code and /en/profile/wallets/", landing)
	}

	callback, landing := b.login("redirect=/en/checkout/7/&screen=login")
	f := fragment(landing)
	if landing.Path != "/en/login/" || f.Get("redirect") != "/en/checkout/7/" || f.Get("code") == "" || f.Get("error") != "" {
		t.Fatalf("callback redirects to %s, want /en/login/ with a code for /en/checkout/7/ and no error", landing)
	}
	if _, landing := b.login("redirect=//evil.example"); fragment(landing).Get("redirect") != "/" {
		t.Errorf("callback with a foreign address redirects to %s, want redirect=/", landing)
	}

	// Another browser has neither cookie.
	thief := h.browser()
	if got := thief.get(callback).Header.Get("Location"); got != "/en/login/#error=state_lost" {
		t.Errorf("callback in another browser redirects to %s, want /en/login/#error=state_lost", got)
	}
	_, landing = b.login("redirect=/en/")
	_, err = thief.exchange(fragment(landing).Get("code"), "")
	h.want(err, connect.CodeNotFound, "not_found")

	_, landing = b.login("redirect=/en/")
	code := fragment(landing).Get("code")
	tokens, err := b.exchange(code, "")
	if err != nil {
		t.Fatal(err)
	}
	c := h.claims(tokens.GetAccessToken())
	if c["email"] != "test-user@zitadel.ch" || c["email_verified"] != true || len(c["roles"].([]any)) != 2 || c["sub"] == "" || c["sid"] == "" {
		t.Errorf("claims = %v, want test-user@zitadel.ch, verified, with 2 roles, sub and sid", c)
	}
	if exp, _ := c.GetExpirationTime(); !exp.Equal(h.clock.Now().Add(5 * time.Minute)) {
		t.Errorf("access token expires at %s, want %s", exp, h.clock.Now().Add(5*time.Minute))
	}

	_, landing = b.login("redirect=/en/")
	h.clock.Advance(61 * time.Second)
	_, err = b.exchange(fragment(landing).Get("code"), "")
	h.want(err, connect.CodeNotFound, "not_found")

	// The same person has the same account.
	if again := h.claims(h.signedIn("").GetAccessToken()); again["sub"] != c["sub"] || again["sid"] == c["sid"] {
		t.Errorf("claims of the second login = %v, want sub %v and another sid than %v", again, c["sub"], c["sid"])
	}
}

// TestLoginsAreLogged, successful and failed ones, without data that identifies a person outside the gallery.
func TestLoginsAreLogged(t *testing.T) {
	t.Parallel()
	h := setup(t)
	c := h.claims(h.signedIn("").GetAccessToken())
	w := newWallet(t)
	text := w.message(h, h.nonce())
	if _, err := h.verify(text, w.sign(text), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := h.verify(text, w.sign(text), ""); err == nil {
		t.Fatal("verifying a signed message again: error = nil, want one")
	}
	if _, err := h.browser().exchange("unknown", ""); err == nil {
		t.Fatal("exchanging an unknown code: error = nil, want one")
	}
	_ = h.browser().get(h.base + "/api/auth/callback?code=x&state=unknown")
	got := h.logged.String()
	for _, want := range []string{
		fmt.Sprintf("msg=\"logged in\" account=%s session=%s with=provider", c["sub"], c["sid"]),
		"with=wallet\n", "msg=\"login failed\" with=wallet reason=signature_invalid", "msg=\"login failed\" with=code reason=code_invalid",
		"msg=\"login failed\" code=state_lost",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	for _, private := range []string{"test-user@zitadel.ch", w.address, "127.0.0.1", "::1"} {
		if strings.Contains(got, private) {
			t.Errorf("the log contains %q, want no personal data", private)
		}
	}
}

// TestACodeUsedTwiceEndsItsSession: two parties have the code, so it may have been stolen.
func TestACodeUsedTwiceEndsItsSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	b := h.browser()
	_, landing := b.login("redirect=/en/")
	code := fragment(landing).Get("code")
	tokens, err := b.exchange(code, "")
	if err != nil {
		t.Fatal(err)
	}
	sid := h.claims(tokens.GetAccessToken())["sid"].(string)
	other := h.claims(h.signedIn("").GetAccessToken())["sid"].(string)
	h.clock.Advance(50 * time.Minute) // long after the code's own time
	for range 2 {
		_, err = h.browser().exchange(code, "")
		h.want(err, connect.CodeNotFound, "not_found")
	}
	_, err = h.refresh(tokens.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if h.active(sid) || !h.active(other) {
		t.Errorf("active: the code's session %t, the other session %t; want only the other", h.active(sid), h.active(other))
	}

	// None of many concurrent uses keeps a session: the second use may come before the first one ends.
	_, landing = b.login("redirect=/en/")
	code = fragment(landing).Get("code")
	var mu sync.Mutex
	var won []string
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, err := b.exchange(code, ""); err == nil {
				mu.Lock()
				won = append(won, h.claims(got.GetAccessToken())["sid"].(string))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, sid := range won {
		if h.active(sid) {
			t.Errorf("session %s of a code that was used eight times is active, want it ended", sid)
		}
	}
	var ended int
	if err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM sessions WHERE end_reason = 'reuse'").Scan(&ended); err != nil || ended != 2 || len(won) > 1 {
		t.Errorf("%d sessions were ended and %d logins succeeded, %v; want 2 and at most 1", ended, len(won), err)
	}
}

func TestLoginFails(t *testing.T) {
	t.Parallel()
	h := setupWith(t, func(p *switchable) { p.away.Store(true) })
	b := h.browser()
	res := b.get(h.base + "/api/auth/login?redirect=/en/profile/")
	if got := res.Header.Get("Location"); got != "/en/login/#error=provider_unavailable&redirect=%2Fen%2Fprofile%2F" {
		t.Errorf("login without the provider redirects to %s, want /en/login/#error=provider_unavailable for /en/profile/", got)
	}
	h.provider.away.Store(false) // it is asked again
	authorize, _ := url.Parse(b.get(h.base + "/api/auth/login?redirect=/en/profile/").Header.Get("Location"))
	state := authorize.Query().Get("state")
	for _, c := range []struct{ query, want string }{
		{"error=access_denied&state=" + state, "/en/login/#error=access_denied&redirect=%2Fen%2Fprofile%2F"},
		{"error=access_denied&state=" + state, "/en/login/#error=state_lost"},
		{"code=x", "/en/login/#error=state_lost"},
		{"code=x&state=unknown", "/en/login/#error=state_lost"},
	} {
		if got := b.get(h.base + "/api/auth/callback?" + c.query).Header.Get("Location"); got != c.want {
			t.Errorf("callback?%s redirects to %s, want %s", c.query, got, c.want)
		}
	}
	authorize, _ = url.Parse(b.get(h.base + "/api/auth/login").Header.Get("Location"))
	if got := b.get(h.base + "/api/auth/callback?code=wrong&state=" + authorize.Query().Get("state")).Header.Get("Location"); got != "/en/login/#error=login_failed" {
		t.Errorf("a wrong code redirects to %s, want /en/login/#error=login_failed", got)
	}
	for _, token := range []string{"", "x", h.signedIn("").GetAccessToken()} {
		res, err := http.PostForm(h.base+"/api/auth/backchannel-logout", url.Values{"logout_token": {token}})
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("logout token %.10q: %s, want 400", token, res.Status)
		}
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	h := setup(t)
	first := h.signedIn("").GetRefreshToken()
	second, err := h.refresh(first, "")
	if err != nil || second.GetRefreshToken() == first {
		t.Fatalf("first refresh: error = %v, token changed = %t, want nil and true", err, second.GetRefreshToken() != first)
	}
	sid := h.claims(second.GetAccessToken())["sid"].(string)
	// Concurrent tabs all succeed within the grace period.
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := h.refresh(first, ""); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	h.clock.Advance(11 * time.Second)
	third, err := h.refresh(second.GetRefreshToken(), "")
	if err != nil {
		t.Fatal(err)
	}
	if !h.active(sid) {
		t.Error("the session isn't active")
	}
	_, err = h.refresh(first, "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	_, err = h.refresh(third.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if h.active(sid) {
		t.Error("the session is still active after a refresh token was reused")
	}
	var mails int
	if err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM mails WHERE key = $1", "auth.session_reused."+sid).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("%d emails about the reuse, %v, want 1", mails, err)
	}
	for _, bad := range []string{"", "x", strings.Repeat("x", 1000)} {
		_, err = h.refresh(bad, "")
		h.want(err, connect.CodeUnauthenticated, "session_gone")
	}
}

func TestIdleAndAbsolute(t *testing.T) {
	t.Parallel()
	h := setup(t)
	d := h.device()
	idle := h.signedIn("").GetRefreshToken()
	busy := h.signedIn(d.proof("POST", "/api/auth/session")).GetRefreshToken()
	for range 4 {
		h.clock.Advance(7*24*time.Hour - time.Second)
		if _, err := h.refresh(busy, d.proof("GET", "/api/auth/tokens")); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.refresh(idle, "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	h.clock.Advance(2*24*time.Hour + time.Minute)
	_, err = h.refresh(busy, d.proof("GET", "/api/auth/tokens"))
	h.want(err, connect.CodeUnauthenticated, "session_gone")
}

// TestABrowserWithAWrongClock logs in, refreshes and links a wallet with the server's nonce. The first try of each use loses nothing.
func TestABrowserWithAWrongClock(t *testing.T) {
	t.Parallel()
	for _, off := range []time.Duration{-time.Hour, time.Hour} {
		h := setup(t)
		d, b := h.device(), h.browser()
		nonceOf := func(err error) string {
			t.Helper()
			h.want(err, connect.CodeUnauthenticated, "use_dpop_nonce")
			_, details := rpc.ReasonOf(err)
			return details["dpop_nonce"]
		}
		_, landing := b.login("redirect=/en/")
		code := fragment(landing).Get("code")
		_, err := b.exchange(code, d.proofAt("POST", "/api/auth/session", off, ""))
		nonce := nonceOf(err)
		tokens, err := b.exchange(code, d.proofAt("POST", "/api/auth/session", off, nonce))
		if err != nil {
			t.Fatalf("a clock that is %s wrong, with the nonce: error = %v, want nil", off, err)
		}
		used := d.proofAt("GET", "/api/auth/tokens", off, nonce)
		if _, err := h.refresh(tokens.GetRefreshToken(), used); err != nil {
			t.Errorf("refresh: error = %v, want nil", err)
		}
		_, err = h.refresh(tokens.GetRefreshToken(), used)
		h.want(err, connect.CodeUnauthenticated, "invalid_dpop_proof")
		h.clock.Advance(4 * time.Minute)
		m := member{h, d, h.as(tokens.GetAccessToken())}
		w := newWallet(t)
		link := func(nonce string) error {
			text := w.message(h, h.nonce())
			_, err := h.link(m.ctx, text, w.sign(text), d.proofAt("POST", "/api/auth/wallets", off, nonce))
			return err
		}
		fresh := nonceOf(link(""))
		if err := link(fresh); err != nil {
			t.Errorf("link a wallet: error = %v, want nil", err)
		}
		h.clock.Advance(11 * time.Minute)
		_, err = h.refresh(tokens.GetRefreshToken(), d.proofAt("GET", "/api/auth/tokens", off, fresh))
		again := nonceOf(err)
		if _, err := h.refresh(tokens.GetRefreshToken(), d.proofAt("GET", "/api/auth/tokens", off, again)); err != nil {
			t.Errorf("refresh after the nonce ended: error = %v, want nil", err)
		}
	}
}

func TestProofOfPossession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	d, thief := h.device(), h.device()
	token := h.signedIn(d.proof("POST", "/api/auth/session")).GetRefreshToken()
	proof := d.proof("GET", "/api/auth/tokens")
	res, err := h.refresh(token, proof)
	if err != nil || res.GetRefreshToken() != token {
		t.Fatalf("bound refresh: error = %v, token changed = %t, want nil and false", err, res.GetRefreshToken() != token)
	}
	for name, p := range map[string]string{
		"replayed": proof, "none": "", "another key": thief.proof("GET", "/api/auth/tokens"),
		"another route": d.proof("POST", "/api/auth/session"), "nonsense": "x",
	} {
		_, err := h.refresh(token, p)
		if connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("%s: error = %v, want unauthenticated", name, err)
		}
		h.want(err, connect.CodeUnauthenticated, "invalid_dpop_proof")
	}
	if _, err := h.refresh(token, d.proof("GET", "/api/auth/tokens")); err != nil {
		t.Errorf("the owner's refresh failed: error = %v, want nil", err)
	}
}

func (h *fixture) active(sid string) bool {
	h.t.Helper()
	res, err := h.accounts.CheckSession(h.t.Context(), &authv1.CheckSessionRequest{SessionId: sid})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetActive()
}

// TestTheAccountComesWithTheSession: the check of an active session returns what GetAccount would.
func TestTheAccountComesWithTheSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.as(h.loggedIn(newWallet(t)).GetAccessToken())
	check := func() *authv1.CheckSessionResponse {
		t.Helper()
		res, err := h.accounts.CheckSession(t.Context(), &authv1.CheckSessionRequest{SessionId: principal(ctx).SessionID})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	live, err := h.accounts.GetAccount(t.Context(), &authv1.GetAccountRequest{AccountId: principal(ctx).Subject})
	if got := check(); err != nil || len(live.GetAccount().GetWallets()) != 1 || !proto.Equal(got.GetAccount(), live.GetAccount()) {
		t.Errorf("account of a session = %v, want %v, as of GetAccount (%v)", got.GetAccount(), live.GetAccount(), err)
	}
	if _, err := h.sessions.Logout(ctx, &authv1.LogoutRequest{}); err != nil {
		t.Fatal(err)
	}
	if got := check(); got.GetActive() || got.GetAccount() != nil {
		t.Errorf("ended session = %v, want no account", got)
	}
}

func TestLogout(t *testing.T) {
	t.Parallel()
	h := setup(t)
	tokens := h.signedIn("")
	ctx := h.as(tokens.GetAccessToken())
	sid := h.claims(tokens.GetAccessToken())["sid"].(string)
	res, err := h.sessions.Logout(ctx, &authv1.LogoutRequest{})
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(res.GetLogoutUrl())
	if !res.GetExternal() || !strings.HasPrefix(u.String(), h.provider.issuer) || u.Query().Get("post_logout_redirect_uri") != h.base+"/" ||
		strings.Count(u.Query().Get("id_token_hint"), ".") != 2 {
		t.Errorf("logout = %v, want an external URL of %s with an ID token that returns to %s/", res, h.provider.issuer, h.base)
	}
	if h.active(sid) {
		t.Error("the session is still active")
	}
	_, err = h.refresh(tokens.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if _, err = h.sessions.Logout(ctx, &authv1.LogoutRequest{}); err != nil {
		t.Errorf("second logout: error = %v, want nil", err)
	}
	_, err = h.sessions.Logout(t.Context(), &authv1.LogoutRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("logout without a session: error = %v, want unauthenticated", err)
	}
}

// TestProviderEndsSessions covers a person who was blocked or deleted, and a changed password.
func TestProviderEndsSessions(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(h *fixture){
		"blocked": func(h *fixture) { h.people.set("blocked", true) },
		"deleted": func(h *fixture) {
			h.people.error404(`{"statusCode":404,"error":"Not Found","message":"The user does not exist.","errorCode":"inexistent_user"}`)
		},
		"new password": func(h *fixture) { h.people.set("last_password_reset", h.clock.Now().Add(time.Minute)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t)
			tokens := h.signedIn("")
			sid := h.claims(tokens.GetAccessToken())["sid"].(string)
			h.clock.Advance(time.Hour)
			change(h)
			testkitEventually(t, func() bool { return !h.active(sid) })
			_, err := h.refresh(tokens.GetRefreshToken(), "")
			h.want(err, connect.CodeUnauthenticated, "session_gone")
		})
	}
}

func TestIdentityUser(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.as(h.signedIn("").GetAccessToken())
	users := func() []*authv1.IdentityUser {
		res, err := h.sessions.ListIdentityUsers(ctx, &authv1.ListIdentityUsersRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetUsers()
	}
	if got := users(); len(got) != 1 || got[0].GetEmail() != "test-user@zitadel.ch" || !got[0].GetEmailVerified() {
		t.Errorf("users = %v, want test-user@zitadel.ch, verified", got)
	}
	resend := func() error {
		_, err := h.sessions.ResendVerificationMail(ctx, &authv1.ResendVerificationMailRequest{})
		return err
	}
	h.want(resend(), connect.CodeFailedPrecondition, "already_verified")
	h.people.set("email_verified", "true") // a string is not the boolean
	testkitEventually(t, func() bool { return !users()[0].GetEmailVerified() })
	if err := resend(); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(15 * time.Second)
	err := resend()
	h.want(err, connect.CodeResourceExhausted, "too_many_mails")
	if _, details := rpc.ReasonOf(err); details["retry_after"] != "45" {
		t.Errorf("retry after %q, want 45", details["retry_after"])
	}
	h.clock.Advance(46 * time.Second)
	if err := resend(); err != nil {
		t.Errorf("a minute later: error = %v, want nil", err)
	}
	h.people.mu.Lock()
	mails := h.people.mails
	h.people.away = true
	h.people.mu.Unlock()
	if len(mails) != 2 || mails[0] != "id1" {
		t.Errorf("emails = %v, want 2, the first to id1", mails)
	}
	// Without the management API, the data of the last login counts.
	account, err := h.accounts.GetAccount(t.Context(), &authv1.GetAccountRequest{AccountId: principal(ctx).Subject})
	if err != nil || account.GetAccount().GetEmailVerified() || !account.GetAccount().GetHasIdentity() || len(account.GetAccount().GetRoles()) != 2 {
		t.Errorf("account = %v, %v, want an unverified address, an identity and 2 roles", account, err)
	}
}

// A link on another site opens our login page, where a person must press a button: the provider may recognise them and log them in without
// a prompt.
func TestALoginFromAnotherSiteAsksFirst(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, c := range []struct{ name, site, redirect, want string }{
		{"our page", "same-origin", "/en/artworks/", ""},
		{"a typed address", "none", "/en/artworks/", ""},
		{"a browser without Fetch Metadata", "", "/en/artworks/", ""},
		{"another site", "cross-site", "/en/artworks/", "/en/login/?redirect=%2Fen%2Fartworks%2F"},
		{"another host of the domain", "same-site", "/en/artworks/", "/en/login/?redirect=%2Fen%2Fartworks%2F"},
		{"another site with a foreign redirect", "cross-site", "https://evil.example/", "/en/login/?redirect=%2F"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+"/api/auth/login?fresh=1&redirect="+url.QueryEscape(c.redirect), nil)
			if err != nil {
				t.Fatal(err)
			}
			if c.site != "" {
				req.Header.Set("Sec-Fetch-Site", c.site)
			}
			res, err := h.browser().http.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			got := res.Header.Get("Location")
			if c.want == "" && !strings.HasPrefix(got, h.provider.issuer) || c.want != "" && (got != c.want || len(res.Cookies()) > 0) {
				t.Errorf("location %q, cookies %v, want %q or the provider if that is empty", got, res.Cookies(), c.want)
			}
		})
	}
}

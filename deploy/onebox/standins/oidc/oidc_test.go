package oidc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	protocol "github.com/zitadel/oidc/v3/pkg/oidc"

	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit/testkit"
)

const (
	shop     = "http://shop.example"
	callback = shop + "/api/auth/callback"
	verifier = "a-verifier-of-at-least-forty-three-characters-1234567890"
)

func none(context.Context, string) error { return nil }

type provider struct {
	t       *testing.T
	options oidc.Options
	p       *oidc.Provider
	mails   string
	party   rp.RelyingParty
	// browser stores cookies and doesn't leave the provider.
	browser *http.Client
}

func setup(t *testing.T, changes ...func(*oidc.Options)) *provider {
	t.Helper()
	box := mailbox.Options{DatabaseURL: testkit.Postgres(t, none), SMTPAddr: testkit.FreeAddress(t), HTTPAddr: testkit.FreeAddress(t), Log: testkit.Log(t)}
	m, err := mailbox.Start(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Stop)
	addr := testkit.FreeAddress(t)
	h := &provider{t: t, mails: "http://" + box.HTTPAddr, options: oidc.Options{
		DatabaseURL: testkit.Postgres(t, none), Addr: addr, Issuer: "http://" + addr, PublicURL: shop, ClientSecret: "vitrine-local", ManagementSecret: "machine",
		SMTPURL: "smtp://" + box.SMTPAddr + "?tls=none", MailFrom: "Vitrine <gallery@example.org>", Log: testkit.Log(t),
	}}
	for _, change := range changes {
		change(&h.options)
	}
	h.start()
	t.Cleanup(func() { h.p.Stop() })
	if h.party, err = rp.NewRelyingPartyOIDC(t.Context(), h.options.Issuer, oidc.ClientID, h.options.ClientSecret, callback, []string{"openid", "email", "offline_access"}); err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h.browser = &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host != addr {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	return h
}

func (h *provider) start() {
	h.t.Helper()
	p, err := oidc.Start(h.t.Context(), h.options)
	if err != nil {
		h.t.Fatal(err)
	}
	h.p = p
}

type page struct {
	status         int
	path, location string
	body           string
}

func (h *provider) read(res *http.Response, err error) page {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return page{res.StatusCode, res.Request.URL.Path, res.Header.Get("Location"), string(b)}
}

// begin opens the form of a sign-in as the gallery would.
func (h *provider) begin(more ...string) page {
	h.t.Helper()
	u := rp.AuthURL("state-1", h.party, rp.WithCodeChallenge(protocol.NewSHACodeChallenge(verifier)))
	for _, m := range more {
		u += "&" + m
	}
	return h.read(h.browser.Get(u))
}

var (
	action  = regexp.MustCompile(`<form method="post" action="([^"]+)"`)
	request = regexp.MustCompile(`name="request" value="([^"]+)"`)
)

func find(t *testing.T, re *regexp.Regexp, text string) string {
	t.Helper()
	m := re.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("page = %s, want %s on it", text, re)
	}
	return html.UnescapeString(m[1])
}

func (h *provider) fill(form page, email, password string) page {
	h.t.Helper()
	return h.read(h.browser.PostForm(h.options.Issuer+find(h.t, action, form.body),
		url.Values{"request": {find(h.t, request, form.body)}, "email": {email}, "password": {password}}))
}

// tokens exchanges the code of a login.
func (h *provider) tokens(end page) *protocol.Tokens[*protocol.IDTokenClaims] {
	h.t.Helper()
	u, err := url.Parse(end.location)
	if err != nil || !strings.HasPrefix(end.location, callback+"?") || u.Query().Get("state") != "state-1" {
		h.t.Fatalf("sign-in redirects to %q, want %s with state-1: %d %s", end.location, callback, end.status, end.body)
	}
	out, err := rp.CodeExchange[*protocol.IDTokenClaims](h.t.Context(), u.Query().Get("code"), h.party, rp.WithCodeVerifier(verifier))
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := rp.CodeExchange[*protocol.IDTokenClaims](h.t.Context(), u.Query().Get("code"), h.party, rp.WithCodeVerifier(verifier)); err == nil {
		h.t.Error("second exchange of the code succeeded, want an error")
	}
	return out
}

func TestLogIn(t *testing.T) {
	t.Parallel()
	h := setup(t)
	form := h.begin()
	for _, want := range []string{`<label for="email">Email</label>`, `<label for="password">Password</label>`, "<button>Log in</button>", "<h1>"} {
		if !strings.Contains(form.body, want) {
			t.Errorf("the form has no %s", want)
		}
	}
	if font := h.read(h.browser.Get(h.options.Issuer + "/fonts/instrument-sans.woff2")); font.status != http.StatusOK || !strings.HasPrefix(font.body, "wOF2") {
		t.Errorf("font: status = %d, want 200", font.status)
	}
	wrong := h.fill(form, "collector@example.org", "vitrine2")
	if wrong.status != http.StatusUnauthorized || !strings.Contains(wrong.body, `value="collector@example.org"`) || strings.Contains(wrong.body, "vitrine2") || !strings.Contains(wrong.body, `role="alert"`) {
		t.Errorf("wrong password: %d %s, want 401 with an alert and the address, without the password", wrong.status, wrong.body)
	}
	got := h.tokens(h.fill(form, "Collector@example.org", oidc.Password))
	if c := got.IDTokenClaims; c.Subject != oidc.Collector || c.Email != "collector@example.org" || !bool(c.EmailVerified) {
		t.Errorf("claims = %+v, want %s with the verified collector@example.org", c, oidc.Collector)
	}
	info, err := rp.Userinfo[*protocol.UserInfo](t.Context(), got.AccessToken, "Bearer", oidc.Collector, h.party)
	if err != nil || info.Email != "collector@example.org" {
		t.Errorf("userinfo = %+v, %v, want collector@example.org", info, err)
	}
	next, err := rp.RefreshTokens[*protocol.IDTokenClaims](t.Context(), h.party, got.RefreshToken, "", "")
	if err != nil || next.RefreshToken == got.RefreshToken {
		t.Fatalf("refresh: error = %v, want nil and another refresh token", err)
	}
	if _, err := rp.RefreshTokens[*protocol.IDTokenClaims](t.Context(), h.party, got.RefreshToken, "", ""); err == nil {
		t.Error("second use of the refresh token succeeded, want an error")
	}
	for _, back := range []string{shop + "/", shop + "/en/"} {
		for _, hint := range []url.Values{{}, {"id_token_hint": {got.IDToken}}} {
			hint.Set("client_id", oidc.ClientID)
			hint.Set("post_logout_redirect_uri", back)
			if out := h.read(h.browser.Get(h.options.Issuer + "/end_session?" + hint.Encode())); out.location != back {
				t.Errorf("logout with hint %v redirects to %q, want %q: %d %s", hint, out.location, back, out.status, out.body)
			}
		}
	}
}

func TestFormsOfOtherSites(t *testing.T) {
	t.Parallel()
	h := setup(t)
	form := h.begin()
	fields := url.Values{"request": {find(t, request, form.body)}, "email": {"collector@example.org"}, "password": {oidc.Password}}
	// Another browser, which was never shown the form.
	if got := h.read((&http.Client{}).PostForm(h.options.Issuer+"/login", fields)); got.status != http.StatusForbidden {
		t.Errorf("without the cookie: %d, want 403", got.status)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.options.Issuer+"/login", strings.NewReader(fields.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://evil.example")
	if got := h.read(h.browser.Do(req)); got.status != http.StatusForbidden {
		t.Errorf("from another site: %d, want 403", got.status)
	}
	for _, path := range []string{"/login?request=unknown", "/register"} {
		if got := h.read(h.browser.Get(h.options.Issuer + path)); got.status != http.StatusGone {
			t.Errorf("%s: %d, want 410", path, got.status)
		}
	}
	elsewhere := strings.Replace(rp.AuthURL("s", h.party), url.QueryEscape(callback), url.QueryEscape("http://evil.example/"), 1)
	if got := h.read(h.browser.Get(elsewhere)); got.location != "" || got.status < 400 {
		t.Errorf("redirect to another site: %d %q, want at least 400 and none", got.status, got.location)
	}
}

func TestRegisterAndVerify(t *testing.T) {
	t.Parallel()
	h := setup(t)
	if form := h.begin("prompt=create"); !strings.Contains(form.body, "<button>Register</button>") {
		t.Errorf("prompt=create shows %s, want the button Register", form.body)
	}
	form := h.begin("screen_hint=signup")
	if !strings.Contains(form.body, "<button>Register</button>") {
		t.Fatalf("screen_hint=signup shows %s, want the button Register", form.body)
	}
	for _, bad := range []struct {
		email, password, says string
		status                int
	}{
		{"no address", "long enough", "full email address", http.StatusUnprocessableEntity},
		{"new@example.org", "short", "at least 7", http.StatusUnprocessableEntity},
		{"new@example.org", strings.Repeat("é", 40), "at most 72", http.StatusUnprocessableEntity},
		{"STAFF@example.org", "long enough", "has an account", http.StatusConflict},
	} {
		got := h.fill(form, bad.email, bad.password)
		if got.status != bad.status || !strings.Contains(got.body, bad.says) || !strings.Contains(got.body, html.EscapeString(bad.email)) {
			t.Errorf("%v: status = %d, body %s, want a form with the error and the typed email", bad, got.status, got.body)
		}
	}
	// The process dies while a user fills in the form.
	h.p.Stop()
	h.start()
	got := h.tokens(h.fill(form, "new@example.org", "long enough"))
	subject := got.IDTokenClaims.Subject
	if got.IDTokenClaims.Email != "new@example.org" || bool(got.IDTokenClaims.EmailVerified) {
		t.Errorf("claims = %+v, want new@example.org, not verified", got.IDTokenClaims)
	}
	first := h.link(1)
	if seen := h.read(h.browser.Get(first)); seen.status != http.StatusOK || !strings.Contains(seen.body, "Verify email address") {
		t.Errorf("the link shows %d %s, want 200, Verify email address", seen.status, seen.body)
	}
	if u := h.user(subject); u.EmailVerified {
		t.Error("opening the link verified the address, want only the button to do so")
	}
	if status := h.manage(http.MethodPost, "/api/v2/jobs/verification-email", fmt.Sprintf(`{"user_id":%q}`, subject), nil); status != http.StatusCreated {
		t.Errorf("resend: %d, want 201", status)
	}
	second := h.link(2)
	u, err := url.Parse(second)
	if err != nil || second == first {
		t.Fatalf("second link = %s, %v, want another than the first", second, err)
	}
	if done := h.read(h.browser.PostForm(h.options.Issuer+"/verify", url.Values{"token": {u.Query().Get("token")}})); done.status != http.StatusOK {
		t.Errorf("verify: %d %s, want 200", done.status, done.body)
	}
	if done := h.read(h.browser.PostForm(h.options.Issuer+"/verify", url.Values{"token": {"made up"}})); done.status != http.StatusGone {
		t.Errorf("verify with an invalid link: status = %d, want 410", done.status)
	}
	if u := h.user(subject); !u.EmailVerified || u.Email != "new@example.org" || u.UserID != subject || time.Since(u.CreatedAt) > time.Minute {
		t.Errorf("user = %+v, want %s with the verified new@example.org, created just now", u, subject)
	}
	if status := h.manage(http.MethodGet, "/api/v2/users/"+url.PathEscape("auth0|nobody"), "", nil); status != http.StatusNotFound {
		t.Errorf("unknown user: %d, want 404", status)
	}
}

// link waits for a number of mails and returns the newest one's link.
func (h *provider) link(count int) string {
	h.t.Helper()
	var list struct {
		Messages []struct{ ID, Subject string }
	}
	testkit.Eventually(h.t, 10*time.Second, func() bool {
		h.json(h.mails+"/api/v1/messages", &list)
		return len(list.Messages) == count
	})
	var mail struct{ Text string }
	h.json(h.mails+"/api/v1/message/"+list.Messages[0].ID, &mail)
	return find(h.t, regexp.MustCompile(`(http://\S+/verify\?token=\S+)`), mail.Text)
}

func (h *provider) json(address string, out any) {
	h.t.Helper()
	if err := json.Unmarshal([]byte(h.read(http.Get(address)).body), out); err != nil {
		h.t.Fatal(err)
	}
}

type record struct {
	UserID        string    `json:"user_id"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"email_verified"`
	CreatedAt     time.Time `json:"created_at"`
}

func (h *provider) user(subject string) (u record) {
	h.t.Helper()
	if status := h.manage(http.MethodGet, "/api/v2/users/"+url.PathEscape(subject), "", &u); status != http.StatusOK {
		h.t.Fatalf("user: %d, want 200", status)
	}
	return u
}

// manage calls the management interface with a token of the machine client.
func (h *provider) manage(method, path, body string, out any) int {
	h.t.Helper()
	ask := `{"grant_type":"client_credentials","client_id":"` + oidc.ManagementClient + `","client_secret":"%s"}`
	if got := h.read(http.Post(h.options.Issuer+"/oauth/token", "application/json", strings.NewReader(fmt.Sprintf(ask, "wrong")))); got.status != http.StatusUnauthorized {
		h.t.Errorf("a wrong secret: %d, want 401", got.status)
	}
	var token struct {
		AccessToken string `json:"access_token"`
	}
	got := h.read(http.Post(h.options.Issuer+"/oauth/token", "application/json", strings.NewReader(fmt.Sprintf(ask, h.options.ManagementSecret))))
	if err := json.Unmarshal([]byte(got.body), &token); err != nil {
		h.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.options.Issuer+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if got := h.read(http.DefaultClient.Do(req.Clone(h.t.Context()))); got.status != http.StatusUnauthorized {
		h.t.Errorf("without a token: %d, want 401", got.status)
	}
	req.Body = io.NopCloser(strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+token.AccessToken)
	req.Header.Set("Content-Type", "application/json")
	got = h.read(http.DefaultClient.Do(req))
	if out != nil {
		if err := json.Unmarshal([]byte(got.body), out); err != nil {
			h.t.Fatal(err)
		}
	}
	return got.status
}

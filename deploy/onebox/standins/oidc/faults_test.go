package oidc_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/client/rp"

	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
)

// TestFaults: the provider can do what others do, one fault after the other.
func TestFaults(t *testing.T) {
	t.Parallel()
	var logout string
	gallery := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		logout = r.PostFormValue("logout_token")
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(gallery.Close)
	h := setup(t, func(o *oidc.Options) { o.PublicURL, o.RedirectURIs = gallery.URL, []string{callback} })
	// login returns the claims of an ID token, whose signature was not verified, its header, and an access token.
	login := func(more ...string) (claims map[string]any, header, access, location string) {
		t.Helper()
		end := h.fill(h.begin(append(more, "nonce=n")...), "collector@example.org", oidc.Password)
		u, err := url.Parse(end.location)
		if err != nil || u.Query().Get("code") == "" {
			t.Fatalf("login ends at %q (%d %s), want the callback with a code", end.location, end.status, end.body)
		}
		res, err := http.PostForm(h.options.Issuer+"/oauth/token", url.Values{
			"grant_type": {"authorization_code"}, "code": {u.Query().Get("code")}, "redirect_uri": {callback}, "code_verifier": {verifier},
			"client_id": {oidc.ClientID}, "client_secret": {h.options.ClientSecret},
		})
		var tokens struct {
			ID     string `json:"id_token"`
			Access string `json:"access_token"`
		}
		if body := h.read(res, err).body; json.Unmarshal([]byte(body), &tokens) != nil {
			t.Fatalf("tokens = %s, want JSON", body)
		}
		claims, header = decode(t, tokens.ID)
		return claims, header, tokens.Access, end.location
	}
	document := func() string {
		return h.read(h.browser.Get(h.options.Issuer + "/.well-known/openid-configuration")).body
	}
	userinfo := func(access string) page {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.options.Issuer+"/userinfo", http.NoBody)
		req.Header.Set("Authorization", "Bearer "+access)
		return h.read(h.browser.Do(req))
	}

	var f oidc.Faults
	if err := json.Unmarshal([]byte(`{"clockAhead": "-90s", "algorithm": "HS256", "signedUserinfo": true,
		"claims": {"email": "a\nb@example.org", "sid": "one"}, "document": {"end_session_endpoint": null}}`), &f); err != nil {
		t.Fatal(err)
	}
	h.p.SetFaults(f)
	claims, header, access, _ := login()
	if behind := time.Now().Unix() - int64(claims["iat"].(float64)); behind < 90 || behind > 120 || claims["email"] != "a\nb@example.org" || claims["sid"] != "one" || header != "HS256" {
		t.Errorf("ID token = %v, signed with %s; want a clock 90 s behind, the replaced claims and HS256", claims, header)
	}
	if got, _ := decode(t, userinfo(access).body); got["email"] != "a\nb@example.org" || got["sub"] != oidc.Collector {
		t.Errorf("userinfo = %v, want the replaced address in a token", got)
	}
	if strings.Contains(document(), "end_session_endpoint") {
		t.Error("the document has an end_session_endpoint, want none")
	}

	h.p.SetFaults(oidc.Faults{AuthTimeOnRequest: true, Issuer: "https://evil.example", Failing: "/userinfo"})
	if claims, _, access, location := login(); claims["auth_time"] != nil || !strings.HasSuffix(location, "&iss=https%3A%2F%2Fevil.example") || userinfo(access).status != http.StatusInternalServerError {
		t.Errorf("ID token = %v at %s, want no auth_time, an iss, and userinfo that fails", claims, location)
	}
	if claims, _, _, _ := login("max_age=60"); claims["auth_time"] == nil {
		t.Errorf("ID token after max_age = %v, want auth_time", claims)
	}

	h.p.SetFaults(oidc.Faults{PushedOnly: true})
	if got := h.begin(); got.status != http.StatusBadRequest || !strings.Contains(document(), `"require_pushed_authorization_requests":true`) {
		t.Errorf("a login that wasn't pushed: %d, want 400 and a document that says so", got.status)
	}
	u, err := url.Parse(rp.AuthURL("state-1", h.party))
	if err != nil {
		t.Fatal(err)
	}
	form := u.Query()
	form.Set("client_secret", h.options.ClientSecret)
	res, err := http.PostForm(h.options.Issuer+"/par", form)
	var pushed struct {
		URI string `json:"request_uri"`
	}
	if got := h.read(res, err); got.status != http.StatusCreated || json.Unmarshal([]byte(got.body), &pushed) != nil {
		t.Fatalf("pushed: %d %s, want 201", got.status, got.body)
	}
	if got := h.read(h.browser.Get(h.options.Issuer + "/authorize?client_id=vitrine&request_uri=" + url.QueryEscape(pushed.URI))); !strings.Contains(got.body, "<button>Log in</button>") {
		t.Errorf("a pushed login: %d %s, want the form", got.status, got.body)
	}

	h.p.SetFaults(oidc.Faults{})
	keys := h.read(h.browser.Get(h.options.Issuer + "/keys")).body
	if err := h.p.ReplaceKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := h.read(h.browser.Get(h.options.Issuer + "/keys")).body; got == keys || len(got) != len(keys) {
		t.Errorf("keys = %s, want another one under the same id than %s", got, keys)
	}
	status, err := h.p.LogOut(t.Context(), "JWT", map[string]any{"sid": "one", "exp": nil})
	if claims, _ := decode(t, logout); err != nil || status != http.StatusAccepted || claims["sid"] != "one" || claims["exp"] != nil || claims["jti"] == "" {
		t.Errorf("logout token = %v (%d, %v), want one of the session without exp", claims, status, err)
	}
}

// decode returns the claims of a token and its algorithm.
func decode(t *testing.T, token string) (claims map[string]any, algorithm string) {
	t.Helper()
	parsed, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256, jose.HS256})
	if err != nil {
		t.Fatalf("token = %s: %v", token, err)
	}
	if err := json.Unmarshal(parsed.UnsafePayloadWithoutVerification(), &claims); err != nil {
		t.Fatal(err)
	}
	return claims, parsed.Signatures[0].Header.Algorithm
}

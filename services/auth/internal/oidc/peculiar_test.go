package oidc

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// TestNothingOfAResponseIsLogged: errors are logged, so none may quote a token, userinfo or a claim.
func TestNothingOfAResponseIsLogged(t *testing.T) {
	t.Parallel()
	const canary = "cAnArY"
	other := newKey(t)
	for name, change := range map[string]func(*stub){
		"userinfo that is no JSON":     func(s *stub) { s.says("/userinfo", http.StatusOK, "application/json", `{"email":"`+canary) },
		"userinfo of a failing server": func(s *stub) { s.says("/userinfo", http.StatusInternalServerError, "text/html", canary) },
		"userinfo of another type":     func(s *stub) { s.says("/userinfo", http.StatusOK, "application/jwt", canary) },
		"userinfo of somebody else":    func(s *stub) { s.says("/userinfo", http.StatusOK, "application/json", `{"sub":"`+canary+`"}`) },
		"a number as the address":      func(s *stub) { s.claims["email"] = 47110815 },
		"a text as a time":             func(s *stub) { s.claims["auth_time"] = canary },
		"tokens that are no JSON":      func(s *stub) { s.says("/token", http.StatusOK, "application/json", `{"id_token":"`+canary) },
		"tokens of a failing server":   func(s *stub) { s.says("/token", http.StatusBadGateway, "text/html", canary) },
		"tokens without an ID token":   func(s *stub) { s.says("/token", http.StatusOK, "application/json", `{"access_token":"`+canary+`"}`) },
		"an error with a description": func(s *stub) {
			s.says("/token", http.StatusBadRequest, "application/json", `{"error":"x","error_description":"`+canary+`"}`)
		},
		"an error that is a sentence": func(s *stub) {
			s.says("/token", http.StatusBadRequest, "application/json", `{"error":"for `+canary+`"}`)
		},
		"the claims of another issuer":  func(s *stub) { s.claims["iss"] = canary },
		"the claims of another client":  func(s *stub) { s.claims["azp"] = canary },
		"the nonce of another login":    func(s *stub) { s.claims["nonce"] = canary },
		"a subject with a line break":   func(s *stub) { s.claims["sub"] = canary + "\n" },
		"a token of the future":         func(s *stub) { s.claims["iat"] = 47110815000 },
		"userinfo without an address":   func(s *stub) { s.document["userinfo_endpoint"] = canary + "://" + canary + " "; s.fail() },
		"userinfo that redirects":       func(s *stub) { s.replies["/userinfo"] = http.RedirectHandler("/"+canary, http.StatusFound).ServeHTTP },
		"keys that fail after a change": func(s *stub) { s.signer = other; s.says("/keys", http.StatusInternalServerError, "text/html", canary) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t)
			s.claims = jwt.MapClaims{"email": nil}
			if _, err := s.exchange(); err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(documentPause)
			change(s)
			_, err := s.exchange()
			if err == nil || strings.Contains(err.Error(), canary) || strings.Contains(err.Error(), "4711") {
				t.Errorf("error = %v, want one without anything of the response", err)
			}
			if !errors.Is(err, login.ErrLogin) && !errors.Is(err, account.ErrProviderDown) {
				t.Errorf("error = %v, want ErrLogin or ErrProviderDown", err)
			}
		})
	}
}

// TestClockOfTheProvider: a small difference does no harm, and a larger one is named. The metric belongs to the process, so no other test runs
// at the same time.
func TestClockOfTheProvider(t *testing.T) {
	s := newStub(t)
	for ahead, ok := range map[time.Duration]bool{
		0: true, time.Minute: true, time.Minute + time.Second: false, -2*time.Minute + time.Second: true, -2 * time.Minute: false,
	} {
		at := s.clock.Now().Add(ahead)
		s.set(func() { s.claims = jwt.MapClaims{"iat": at.Unix(), "exp": at.Add(time.Minute).Unix()} })
		who, err := s.exchange()
		if (err == nil) != ok || !ok && !strings.Contains(err.Error(), "the provider's clock is") || ok && who.ClockAhead != ahead {
			t.Errorf("a clock that is %s ahead: %s, %v; want success: %t, or an error about the clock", ahead, who.ClockAhead, err, ok)
		}
		var m dto.Metric
		if err := s.ahead.(prometheus.Metric).Write(&m); err != nil || m.GetGauge().GetValue() != ahead.Seconds() {
			t.Errorf("metric = %v, %v, want %v", m.GetGauge(), err, ahead.Seconds())
		}
	}
}

// TestTheProviderIsReadAgain: after a failure its document and keys are read again, at most once in a while. A token that another key signed
// under the same id is verified at once.
func TestTheProviderIsReadAgain(t *testing.T) {
	t.Parallel()
	s, other := newStub(t), newKey(t)
	want := func(what string, ok bool, reads int32) {
		t.Helper()
		if _, err := s.exchange(); (err == nil) != ok || s.reads.Load() != reads {
			t.Errorf("%s: error = %v after %d reads, want success: %t after %d", what, err, s.reads.Load(), ok, reads)
		}
	}
	want("first login", true, 1)
	s.clock.Advance(documentPause)
	s.set(func() { s.key = newKey(t) })
	want("another key with the same id", true, 2)
	s.set(func() { s.signer = other })
	want("a forged token soon after", false, 2)
	want("another one", false, 2)
	s.clock.Advance(documentPause)
	want("a forged token later", false, 3)
	s.set(func() { s.signer = nil })
	want("the provider's key", true, 3)

	s.says("/token", http.StatusNotFound, "text/html", "moved")
	want("a token endpoint that moved", false, 3)
	s.set(func() { s.document["token_endpoint"] = s.issuer + "/token2" })
	s.clock.Advance(documentPause)
	want("the next login", true, 4)
	s.clock.Advance(documentAge)
	s.says("/.well-known/openid-configuration", http.StatusServiceUnavailable, "text/html", "down")
	want("without the document", true, 4)
}

// TestLoginsAskForTheirTime: a provider must send auth_time with max_age, so that a login counts as recent right after it.
func TestLoginsAskForTheirTime(t *testing.T) {
	t.Parallel()
	s := newStub(t)
	for _, c := range []struct {
		attempt        login.Attempt
		prompt, maxAge string
	}{
		{login.Attempt{}, "", anyAge},
		{login.Attempt{Register: true}, "", anyAge},
		{login.Attempt{Fresh: true}, "login", "0"},
		{login.Attempt{Prompt: true}, "login", anyAge},
	} {
		location, err := s.AuthURL(t.Context(), c.attempt)
		if err != nil {
			t.Fatal(err)
		}
		u, _ := url.Parse(location)
		if q := u.Query(); q.Get("prompt") != c.prompt || q.Get("max_age") != c.maxAge {
			t.Errorf("%+v: %s, want prompt %q and max_age %q", c.attempt, location, c.prompt, c.maxAge)
		}
	}
}

// TestPushedRequests: a provider that requires it gets the parameters directly, and the browser only their name (RFC 9126).
func TestPushedRequests(t *testing.T) {
	t.Parallel()
	for method, sent := range map[string]bool{"client_secret_basic": false, "client_secret_post": true} {
		s := newStub(t)
		s.document["require_pushed_authorization_requests"] = true
		s.document["token_endpoint_auth_methods_supported"] = []string{method}
		location, err := s.AuthURL(t.Context(), login.Attempt{State: "st", Nonce: "n", Verifier: "v"})
		if want := s.issuer + "/authorize?client_id=vitrine&request_uri=urn%3Arequest%3A1"; err != nil || location != want {
			t.Fatalf("AuthURL() = %s, %v, want %s", location, err, want)
		}
		if p := s.pushed; p.Get("state") != "st" || p.Get("nonce") != "n" || p.Get("code_challenge_method") != "S256" || p.Has("code_verifier") ||
			p.Get("redirect_uri") != "http://localhost/api/auth/callback" || (p.Get("client_secret") == secret) != sent || p.Has("basic") == sent {
			t.Errorf("%s: pushed %v, want the parameters of the login", method, p)
		}
		s.says("/par", http.StatusBadRequest, "application/json", `{"error":"invalid_client"}`)
		if _, err := s.AuthURL(t.Context(), login.Attempt{}); !errors.Is(err, login.ErrLogin) || !strings.Contains(err.Error(), "invalid_client") {
			t.Errorf("a refused request: error = %v, want ErrLogin with invalid_client", err)
		}
	}
}

// TestSignedUserinfo: a provider may sign the userinfo, and only its own signature counts.
func TestSignedUserinfo(t *testing.T) {
	t.Parallel()
	s, other := newStub(t), newKey(t)
	s.claims = jwt.MapClaims{"email": nil}
	for name, c := range map[string]struct {
		claims jwt.MapClaims
		forged bool
		ok     bool
	}{
		"bare":                    {ok: true},
		"for us":                  {claims: jwt.MapClaims{"iss": s.issuer, "aud": "vitrine"}, ok: true},
		"for another client":      {claims: jwt.MapClaims{"aud": "another"}},
		"of another issuer":       {claims: jwt.MapClaims{"iss": "https://evil.example"}},
		"of another person":       {claims: jwt.MapClaims{"sub": "another"}},
		"signed by somebody else": {forged: true},
	} {
		claims := jwt.MapClaims{"sub": "s", "email": "signed@example.org", "email_verified": true}
		maps.Copy(claims, c.claims)
		var text string
		s.set(func() {
			if c.forged {
				s.signer = other
			}
			text = s.sign(claims)
			s.signer = nil
		})
		s.says("/userinfo", http.StatusOK, "application/jwt; charset=utf-8", text)
		if who, err := s.exchange(); (err == nil) != c.ok || c.ok && (who.Email != "signed@example.org" || !who.EmailVerified) {
			t.Errorf("%s: %+v, %v, want the signed address: %t", name, who, err, c.ok)
		}
	}
}

// TestIssuerOfTheCallback: a callback that names an issuer (RFC 9207) must name this one, also with an error, and it must name one if the
// provider always does.
func TestIssuerOfTheCallback(t *testing.T) {
	t.Parallel()
	for _, always := range []bool{false, true} {
		s := newStub(t)
		s.document["authorization_response_iss_parameter_supported"] = always
		for issuer, ok := range map[string]bool{s.issuer: true, "": !always, s.issuer + "/": false, "https://evil.example": false} {
			if _, err := s.Exchange(t.Context(), login.Response{Code: "code", Issuer: issuer}, login.Attempt{Nonce: "n"}); (err == nil) != ok {
				t.Errorf("iss %q, always sent: %t: error = %v, want success: %t", issuer, always, err, ok)
			}
			_, err := s.Exchange(t.Context(), login.Response{Error: "access_denied", Issuer: issuer}, login.Attempt{Nonce: "n"})
			if refused, is := errors.AsType[*login.RefusedError](err); is != ok || ok && refused.Code != "access_denied" {
				t.Errorf("an error of iss %q, always sent: %t: %v, want access_denied: %t", issuer, always, err, ok)
			}
		}
	}
}

// TestAlgorithms: an error names the algorithm that the provider uses, and those that are supported.
func TestAlgorithms(t *testing.T) {
	t.Parallel()
	s := newStub(t)
	for _, method := range []jwt.SigningMethod{jwt.SigningMethodRS256, jwt.SigningMethodRS512, jwt.SigningMethodPS384} {
		s.method = method
		if _, err := s.exchange(); err != nil {
			t.Errorf("%s: error = %v, want nil", method.Alg(), err)
		}
	}
	s.method, s.signer = jwt.SigningMethodHS256, []byte(secret)
	if _, err := s.exchange(); err == nil || !strings.Contains(err.Error(), "the provider signs with HS256; supported are RS256, ") {
		t.Errorf("HS256: error = %v, want one with the supported algorithms", err)
	}
	if slices.ContainsFunc(algorithms, func(a string) bool { return a == "none" || strings.HasPrefix(a, "HS") }) {
		t.Errorf("algorithms = %v, want only those with public keys", algorithms)
	}
}

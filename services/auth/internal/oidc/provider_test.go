package oidc

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// TestCallersDoNotWaitForEachOther: a provider that accepts connections and never responds delays one caller by its timeout, and no caller
// longer than their context.
func TestCallersDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	reached, hang := make(chan struct{}, 1), make(chan struct{})
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached <- struct{}{}
		<-hang
		http.Error(w, "away", http.StatusServiceUnavailable)
	}))
	t.Cleanup(provider.Close)
	release := sync.OnceFunc(func() { close(hang) })
	t.Cleanup(release)
	p := New(Settings{Clock: clock.System, ClockTolerance: time.Minute, Issuer: provider.URL, ClientID: "vitrine", RedirectURL: "http://localhost/api/auth/callback", HomeURL: "http://localhost/"})
	first := make(chan error, 1)
	go func() {
		_, err := p.AuthURL(t.Context(), login.Attempt{})
		first <- err
	}()
	<-reached
	left, leave := context.WithCancel(t.Context())
	leave()
	second := make(chan error, 1)
	go func() {
		_, _, err := p.LogoutURL(left, "")
		second <- err
	}()
	select {
	case err := <-second:
		if !errors.Is(err, account.ErrProviderDown) {
			t.Errorf("got %v, want %v", err, account.ErrProviderDown)
		}
	case err := <-first:
		t.Fatalf("first call returned %v before the second, want the second not to wait", err)
	}
	release()
	if err := <-first; !errors.Is(err, account.ErrProviderDown) {
		t.Errorf("got %v, want %v", err, account.ErrProviderDown)
	}
}

// TestRegistering: prompt=create is sent only to providers whose discovery names it; a certified one refuses unknown values.
func TestRegistering(t *testing.T) {
	t.Parallel()
	for supported, want := range map[string]string{`,"prompt_values_supported":["login","create"]`: "create", `,"prompt_values_supported":["login"]`: "", "": ""} {
		var issuer string
		provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"issuer":"`+issuer+`","authorization_endpoint":"`+issuer+`/authorize","token_endpoint":"`+issuer+`/token","jwks_uri":"`+issuer+
				`/keys","end_session_endpoint":"`+issuer+`/logout"`+supported+`}`)
		}))
		t.Cleanup(provider.Close)
		issuer = provider.URL
		p := New(Settings{Clock: clock.System, ClockTolerance: time.Minute, Issuer: issuer, ClientID: "vitrine", RedirectURL: "http://localhost/api/auth/callback", HomeURL: "http://localhost/"})
		location, err := p.AuthURL(t.Context(), login.Attempt{Register: true})
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(location)
		if err != nil || u.Query().Get("prompt") != want || u.Query().Get("screen_hint") != "signup" {
			t.Errorf("with %q: AuthURL() = %s, %v, want prompt %q and screen_hint=signup", supported, location, err, want)
		}
		for hint, sid := range map[string]string{
			"": "", "a.b.c": "",
			"e30." + base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"i","sid":"s1"}`)) + ".c": "s1",
		} {
			location, ending, err := p.LogoutURL(t.Context(), hint)
			if ending != account.ProviderSession("i", sid) {
				t.Errorf("logout with hint %q ends session %q, want %q", hint, ending, sid)
			}
			if u, bad := url.Parse(location); err != nil || bad != nil || u.Query().Get("id_token_hint") != hint || u.Query().Has("id_token_hint") != (hint != "") {
				t.Errorf("logout with hint %q redirects to %s, %v, want that hint", hint, location, err)
			}
		}
	}
}

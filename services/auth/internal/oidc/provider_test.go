package oidc

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// TestNobodyWaitsBehindAnother: a provider that accepts connections and never responds delays one caller by its timeout, and no caller
// beyond their context.
func TestNobodyWaitsBehindAnother(t *testing.T) {
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
	p := New(Settings{Issuer: provider.URL, ClientID: "vitrine", RedirectURL: "http://localhost/api/auth/callback", HomeURL: "http://localhost/"})
	first := make(chan error, 1)
	go func() {
		_, err := p.AuthURL(t.Context(), session.Attempt{})
		first <- err
	}()
	<-reached
	left, leave := context.WithCancel(t.Context())
	leave()
	second := make(chan error, 1)
	go func() {
		_, err := p.LogoutURL(left)
		second <- err
	}()
	select {
	case err := <-second:
		if !errors.Is(err, session.ErrProviderDown) {
			t.Error(err)
		}
	case err := <-first:
		t.Fatalf("the second one waited for the first: %v", err)
	}
	release()
	if err := <-first; !errors.Is(err, session.ErrProviderDown) {
		t.Error(err)
	}
}

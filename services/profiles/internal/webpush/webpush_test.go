package webpush_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/pushserver"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/webpush"
)

const private = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"

// TestPrivateAddresses: no call reaches an address of a private network, also not by a name that resolves to one.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	var called atomic.Int32
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	t.Cleanup(s.Close)
	b, err := pushserver.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	sender := webpush.New([]string{private}, "gallery@example.org", false)
	_, port, _ := strings.Cut(strings.TrimPrefix(s.URL, "https://"), ":")
	for _, host := range []string{
		"127.0.0.1:" + port, "localhost:" + port, "localhost", "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
		"[::1]", "[fc00::1]", "[fe80::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
	} {
		t.Run(host, func(t *testing.T) {
			err := sender.Send(t.Context(), push.Message{
				To: push.Subscription{Endpoint: "https://" + host + "/secret", P256DH: b.P256DH(), Auth: b.Auth(), PublicKey: sender.Keys()[0]}, Key: "k", Payload: []byte("{}"),
			}, time.Minute)
			if !errors.Is(err, push.ErrRefused) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v, want %v without the endpoint", err, push.ErrRefused)
			}
		})
	}
	if called.Load() > 0 {
		t.Errorf("%d requests to private addresses, want none", called.Load())
	}
}

// TestErrorsNameNoEndpoint: a push service that can't be reached may be tried again, and the error leaves out the secret.
func TestErrorsNameNoEndpoint(t *testing.T) {
	t.Parallel()
	b, err := pushserver.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	sender := webpush.New([]string{private}, "gallery@example.org", true)
	to := push.Subscription{Endpoint: "http://127.0.0.1:1/secret", P256DH: b.P256DH(), Auth: b.Auth(), PublicKey: sender.Keys()[0]}
	err = sender.Send(t.Context(), push.Message{To: to, Key: "k", Payload: []byte("{}")}, time.Minute)
	if err == nil || errors.Is(err, push.ErrRefused) || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("Send = %v, want a temporary error with the host only", err)
	}
	to.P256DH = strings.Repeat("A", 87)
	if err = sender.Send(t.Context(), push.Message{To: to, Key: "k", Payload: []byte("{}")}, time.Minute); !errors.Is(err, push.ErrRefused) {
		t.Errorf("Send = %v for a key that is no point, want %v", err, push.ErrRefused)
	}
	for _, wrong := range []string{"", "x", "AAAA", strings.Repeat("A", 43), strings.Repeat("_", 43)} {
		if _, err := webpush.ParseKey(wrong); err == nil {
			t.Errorf("ParseKey(%q): error = nil, want one", wrong)
		}
	}
}

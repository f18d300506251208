package auth_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// listener is another service that consumes all events of auth.
type listener struct {
	mu     sync.Mutex
	events []proto.Message
}

func (h *fixture) listener() *listener {
	t, l := h.t, new(listener)
	pool, err := postgres.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }))
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Dial(t.Context(), h.nats, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	c := bus.NewConsumer(b, pool, "test", testkit.Log(t))
	bus.On(c, func(_ context.Context, e *authv1.AccountVerified) error { l.add(e); return nil })
	bus.On(c, func(_ context.Context, e *authv1.CredentialsChanged) error { l.add(e); return nil })
	bus.On(c, func(_ context.Context, e *authv1.SessionsEnded) error { l.add(e); return nil })
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		b.Close()
		pool.Close()
	})
	return l
}

func (l *listener) add(e proto.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
}

// next waits for an event of a type that ok accepts.
func next[M proto.Message](t *testing.T, l *listener, ok func(M) bool) {
	t.Helper()
	testkit.Eventually(t, 15*time.Second, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, e := range l.events {
			if m, is := e.(M); is && ok(m) {
				return true
			}
		}
		return false
	})
}

// TestEventsArePublished follows an account through every event.
func TestEventsArePublished(t *testing.T) {
	t.Parallel()
	h := setup(t)
	l := h.listener()
	d := h.device()
	tokens := h.signedIn(d.proof("POST", "/api/auth/session"))
	claims := h.claims(tokens.GetAccessToken())
	account, sid := claims["sub"].(string), claims["sid"].(string)
	next(t, l, func(e *authv1.AccountVerified) bool {
		return e.GetAccountId() == account && e.GetEmail() == "test-user@zitadel.ch" && e.GetVersion() == 1 && e.GetVerifiedAt().AsTime().Equal(h.clock.Now())
	})

	w := newWallet(t)
	text := w.message(h, h.nonce())
	linked := h.clock.Now()
	if _, err := h.sessions.LinkWallet(testkit.WithHeader(h.as(tokens.GetAccessToken()), "DPoP", d.proof("POST", "/api/auth/wallets")), &authv1.LinkWalletRequest{Message: text, Signature: w.sign(text)}); err != nil {
		t.Fatal(err)
	}
	next(t, l, func(e *authv1.CredentialsChanged) bool {
		return e.GetAccountId() == account && len(e.GetWallets()) == 1 && e.GetWallets()[0] == w.address && e.GetVersion() == 2 &&
			e.GetEmail() == "test-user@zitadel.ch" && e.GetEmailVerified() && e.GetChangedAt().AsTime().Equal(linked)
	})

	if _, err := h.sessions.Logout(h.as(tokens.GetAccessToken()), &authv1.LogoutRequest{}); err != nil {
		t.Fatal(err)
	}
	next(t, l, func(e *authv1.SessionsEnded) bool {
		return e.GetAccountId() == account && len(e.GetSessionIds()) == 1 && e.GetSessionIds()[0] == sid && e.GetReason() == "logout" && e.GetEndedAt().AsTime().Equal(h.clock.Now())
	})

	// The provider reports a new password and a new address at auth's next check.
	tokens = h.signedIn("")
	sid = h.claims(tokens.GetAccessToken())["sid"].(string)
	h.clock.Advance(time.Hour)
	changed := h.clock.Now().Add(time.Minute)
	h.people.set("last_password_reset", changed)
	h.people.set("email", "renamed@zitadel.ch")
	testkitEventually(t, func() bool { return !h.active(sid) })
	next(t, l, func(e *authv1.SessionsEnded) bool {
		return e.GetSessionIds()[0] == sid && e.GetReason() == "credentials"
	})
	next(t, l, func(e *authv1.CredentialsChanged) bool {
		return e.GetEmail() == "renamed@zitadel.ch" && e.GetChangedAt().AsTime().Equal(changed) && e.GetVersion() == 4
	})
	next(t, l, func(e *authv1.AccountVerified) bool {
		return e.GetEmail() == "renamed@zitadel.ch" && e.GetVersion() == 3
	})
}

package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	old, young, unknown := newSession(a.ID, start), newSession(a.ID, start.Add(time.Hour)), newSession(a.ID, start)
	unknown.AuthenticatedAt = time.Time{}
	for i, sess := range []session.Session{old, young, unknown} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(i)}}, nil); err != nil {
			t.Fatal(err)
		}
		if got := must(s.Session(ctx, sess.ID))(t); got != sess {
			t.Errorf("stored session\n got %+v\nwant %+v", got, sess)
		}
	}
	now := start.Add(2 * time.Hour)
	if err := s.EndSessions(ctx, a.ID, account.EndedCredentials, start.Add(time.Minute), now); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSession(ctx, old.ID, account.EndedLogout, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Session(ctx, old.ID))(t); got.EndReason != account.EndedCredentials || !got.EndedAt.Equal(now) {
		t.Errorf("ended session = %+v, want %s at %s", got, account.EndedCredentials, now)
	}
	if got := must(s.Session(ctx, unknown.ID))(t); got.Active(now) {
		t.Errorf("session without a time of authentication = %+v, want not active", got)
	}
	if got := must(s.Session(ctx, young.ID))(t); !got.Active(now) {
		t.Errorf("session authenticated later = %+v, want active", got)
	}
	for _, unknown := range []string{id.New(), "no uuid"} {
		if err := s.EndSession(ctx, unknown, account.EndedLogout, now); err != nil {
			t.Errorf("ending %q: error = %v, want nil", unknown, err)
		}
		if _, err := s.Session(ctx, unknown); !errors.Is(err, account.ErrNotFound) {
			t.Errorf("session %q: error = %v, want ErrNotFound", unknown, err)
		}
	}
	if err := s.Sweep(ctx, start.Add(100*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, young.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("session of the previous quarter: error = %v, want ErrNotFound", err)
	}
}

// TestOtherSessions ends all sessions of an account but one.
func TestOtherSessions(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a, b := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	first, second, expired, foreign := newSession(a.ID, start), newSession(a.ID, start.Add(time.Minute)), newSession(a.ID, start.Add(-session.Idle)), newSession(b.ID, start)
	for i, sess := range []session.Session{first, second, expired, foreign} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(i)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	now := start.Add(time.Hour)
	for _, ticket := range []account.Ticket{
		{Kind: "code", Key: "c", Until: now.Add(time.Hour), AccountID: a.ID, AuthenticatedAt: now},
		{Kind: "id-token", Key: second.ID, Until: now.Add(time.Hour), AccountID: a.ID},
		{Kind: "code", Key: "other", Until: now.Add(time.Hour), AccountID: b.ID},
	} {
		must(s.PutTicket(ctx, ticket, now))(t)
	}
	if err := s.EndOtherSessions(ctx, a.ID, second.ID, account.EndedRevoked, now); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Session(ctx, second.ID))(t); !got.Active(now) {
		t.Errorf("the kept session = %+v, want it active", got)
	}
	if got := must(s.Session(ctx, first.ID))(t); got.EndReason != account.EndedRevoked || !got.EndedAt.Equal(now) {
		t.Errorf("the other session = %+v, want %s at %s", got, account.EndedRevoked, now)
	}
	if got := must(s.Session(ctx, foreign.ID))(t); !got.Active(now) {
		t.Errorf("session of another account = %+v, want it active", got)
	}
	if _, err := s.TakeTicket(ctx, "code", "c", now); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("login code after the other sessions ended: error = %v, want ErrNotFound", err)
	}
	must(s.TakeTicket(ctx, "id-token", second.ID, now))(t)
	must(s.TakeTicket(ctx, "code", "other", now))(t)
}

// TestReportedLogin checks which data about a session's browser a store returns, and the report of a login.
func TestReportedLogin(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a, b := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	n := byte(0)
	open := func(accountID, key string, want session.EarlierSessions) session.Session {
		t.Helper()
		n++
		sess := newSession(accountID, start)
		sess.Key = key
		called := false
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{n}}, func(_ context.Context, e session.EarlierSessions) error {
			called = true
			if e != want {
				t.Errorf("session %d: earlier sessions = %+v, want %+v", n, e, want)
			}
			return nil
		}); err != nil || !called {
			t.Fatalf("session %d: error = %v, opened was called = %t, want nil and true", n, err, called)
		}
		return sess
	}
	first := open(a.ID, "laptop", session.EarlierSessions{})
	open(a.ID, "phone", session.EarlierSessions{Any: true})
	open(a.ID, "laptop", session.EarlierSessions{Any: true, SameKey: true})
	open(a.ID, "", session.EarlierSessions{Any: true})
	open(a.ID, "", session.EarlierSessions{Any: true}) // no key is not a key
	foreign := open(b.ID, "laptop", session.EarlierSessions{})

	refused := errors.New("no mail")
	sess := newSession(a.ID, start)
	if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{99}}, func(context.Context, session.EarlierSessions) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("rejected session: error = %v, want refused", err)
	}
	if _, err := s.Session(ctx, sess.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("the rejected session was stored: error = %v, want ErrNotFound", err)
	}

	now := start.Add(time.Hour)
	must(s.PutTicket(ctx, account.Ticket{Kind: session.TicketAlert, Key: "k", Data: []byte(a.ID), Until: now.Add(time.Hour), AccountID: a.ID}, now))(t)
	// Ending the sessions does not make the link useless.
	if err := s.EndOtherSessions(ctx, a.ID, first.ID, account.EndedRevoked, now); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSessions(ctx, a.ID, account.EndedCredentials, start, now); err != nil {
		t.Fatal(err)
	}
	var c notifications
	if err := s.ReportLogin(ctx, "k", now, c.notify); err != nil {
		t.Fatal(err)
	}
	if err := s.ReportLogin(ctx, "k", now, c.notify); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("second use of the link: error = %v, want ErrNotFound", err)
	}
	if got := must(s.Account(ctx, a.ID))(t); !got.CredentialsChangedAt.Equal(now) || len(c.sent) != 1 || c.sent[0].ID != a.ID {
		t.Errorf("reported account = %+v, notified %+v, want credentials changed at %s and one notification to %s", got, c.sent, now, a.ID)
	}
	if got := must(s.Session(ctx, first.ID))(t); got.EndReason != account.EndedReported {
		t.Errorf("session after the report = %+v, want %s", got, account.EndedReported)
	}
	if got := must(s.Session(ctx, foreign.ID))(t); !got.EndedAt.IsZero() {
		t.Errorf("session of another account after the report = %+v, want it not ended", got)
	}
	open(a.ID, "phone", session.EarlierSessions{Any: true}) // its owner ended it
	open(a.ID, "phone", session.EarlierSessions{Any: true, SameKey: true})
	other := newSession(a.ID, start)
	other.Key = "tablet"
	if err := s.CreateSession(ctx, other, session.Token{Hash: []byte{98}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSession(ctx, other.ID, account.EndedReported, now); err != nil {
		t.Fatal(err)
	}
	open(a.ID, "tablet", session.EarlierSessions{Any: true})
}

// TestProviderLogout checks that all of a logout at the provider happens, or nothing.
func TestProviderLogout(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a := must(s.EnsureIdentity(ctx, account.Identity{Issuer: "i", Subject: "s", Email: "a@example.org"}, start))(t)
	n := byte(0)
	open := func() session.Session {
		t.Helper()
		n++
		sess := newSession(a.ID, start)
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{n}}, nil); err != nil {
			t.Fatal(err)
		}
		return sess
	}
	used := func(key string) account.Ticket {
		return account.Ticket{Kind: "logout_token", Key: key, Until: start.Add(24 * time.Hour)}
	}
	changed := time.Time{}
	check := func(what string, sess session.Session, ended bool) {
		t.Helper()
		if got := must(s.Session(ctx, sess.ID))(t); !got.EndedAt.IsZero() != ended || ended && got.EndReason != account.EndedProvider {
			t.Errorf("%s: session = %+v, want its end: %t", what, got, ended)
		}
		if got := must(s.Account(ctx, a.ID))(t); !got.CredentialsChangedAt.Equal(changed) {
			t.Errorf("%s: credentials changed at %v, want %v", what, got.CredentialsChangedAt, changed)
		}
	}
	now := start.Add(time.Hour)
	must(s.PutTicket(ctx, account.Ticket{Kind: login.TicketOwnLogout, Key: "here", Until: now.Add(time.Hour)}, now))(t)
	sess := open()
	if err := s.ProviderLogout(ctx, a.ID, used("1"), "here", now); err != nil {
		t.Fatal(err)
	}
	check("a logout that began here", sess, true)
	now = now.Add(time.Minute)
	changed = now
	if sess = open(); s.ProviderLogout(ctx, a.ID, used("2"), "here", now) != nil {
		t.Fatal("second ProviderLogout() returned an error, want nil")
	}
	check("a logout that began elsewhere", sess, true)
	sess = open()
	if err := s.ProviderLogout(ctx, a.ID, used("2"), "x", now.Add(time.Minute)); !errors.Is(err, account.ErrExists) {
		t.Errorf("second use of the token: error = %v, want ErrExists", err)
	}
	check("a token used twice", sess, false)

	of := func(provider string) (session.Session, string) {
		t.Helper()
		n++
		sess := newSession(a.ID, start)
		sess.ProviderSession = provider
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{n}}, nil); err != nil {
			t.Fatal(err)
		}
		code := account.Ticket{Kind: "code", Key: sess.ID, Until: now.Add(time.Hour), AccountID: a.ID, AuthenticatedAt: start, ProviderSession: provider}
		must(s.PutTicket(ctx, code, now))(t)
		return sess, code.Key
	}
	named, namedCode := of("one")
	another, anotherCode := of("two")
	unknown, unknownCode := of("")
	if got, err := s.AccountOfProviderSession(ctx, "one"); err != nil || got != a.ID {
		t.Errorf("account of the session = %s, %v, want %s", got, err, a.ID)
	}
	for _, nobody := range []string{"", "three"} {
		if _, err := s.AccountOfProviderSession(ctx, nobody); !errors.Is(err, account.ErrNotFound) {
			t.Errorf("account of session %q: error = %v, want ErrNotFound", nobody, err)
		}
	}
	now = now.Add(time.Minute)
	changed = now
	if err := s.ProviderLogout(ctx, a.ID, used("3"), "one", now); err != nil {
		t.Fatal(err)
	}
	check("the session that the token names", named, true)
	check("another session", another, false)
	check("a session that the provider didn't name", unknown, true)
	for code, left := range map[string]bool{namedCode: false, anotherCode: true, unknownCode: false} {
		if _, err := s.TakeTicket(ctx, "code", code, now); (err == nil) != left {
			t.Errorf("code of a session: error = %v, want it left: %t", err, left)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	sess := newSession(a.ID, start)
	if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte("first")}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UseToken(ctx, []byte("unknown"), nil); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("unknown token: error = %v, want ErrNotFound", err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := s.UseToken(ctx, []byte("first"), func(s *session.Session, generation int) (*session.Token, error) {
				if generation != 0 {
					t.Errorf("generation = %d, want 0", generation)
				}
				s.Generation++
				return &session.Token{Hash: []byte{'n', byte(i)}, Generation: s.Generation}, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := must(s.Session(ctx, sess.ID))(t); got.Generation != 8 {
		t.Errorf("generation after 8 concurrent uses = %d, want 8", got.Generation)
	}
	broken := errors.New("broken")
	if _, err := s.UseToken(ctx, []byte{'n', 3}, func(s *session.Session, _ int) (*session.Token, error) {
		s.End(start, account.EndedReuse)
		return nil, broken
	}); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want %v", err, broken)
	}
	if got := must(s.Session(ctx, sess.ID))(t); !got.EndedAt.IsZero() {
		t.Errorf("session after a failed change = %+v, want it not ended", got)
	}
	got := must(s.UseToken(ctx, []byte{'n', 3}, func(s *session.Session, _ int) (*session.Token, error) {
		s.IdleUntil = start.Add(time.Hour)
		s.End(start, account.EndedReuse)
		return nil, nil
	}))(t)
	if got.EndReason != account.EndedReuse || !got.IdleUntil.Equal(start.Add(time.Hour)) {
		t.Errorf("ended session = %+v, want %s and idle until %s", got, account.EndedReuse, start.Add(time.Hour))
	}
}

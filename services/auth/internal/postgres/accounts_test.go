package postgres_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func TestIdentity(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	who := account.Identity{Issuer: "https://id.example.org", Subject: "auth0|1", Email: "a@example.org"}
	const n = 8
	ids := make([]string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			a, err := s.EnsureIdentity(ctx, who, start)
			if err != nil {
				t.Error(err)
			}
			ids[i] = a.ID
		})
	}
	wg.Wait()
	for _, other := range ids {
		if other != ids[0] || other == "" {
			t.Fatalf("accounts of one identity = %v, want the same id", ids)
		}
	}
	who.EmailVerified = true
	a := must(s.EnsureIdentity(ctx, who, start.Add(time.Hour)))(t)
	if !a.EmailVerified || !a.CredentialsChangedAt.IsZero() || !a.HasIdentity() {
		t.Errorf("verified account = %+v, want a verified email, an identity and no change of credentials", a)
	}
	who.Email = "b@example.org"
	a = must(s.EnsureIdentity(ctx, who, start.Add(2*time.Hour)))(t)
	if a.Email != "b@example.org" || !a.CredentialsChangedAt.Equal(start.Add(2*time.Hour)) {
		t.Errorf("account with a new address = %+v, want b@example.org and credentials changed at %s", a, start.Add(2*time.Hour))
	}
	changed, at := a.CredentialsChangedAt, start.Add(3*time.Hour)
	for _, c := range []struct {
		login   string
		methods []string
		after   time.Duration
		changes bool
	}{
		{"nothing about methods, as before", nil, 0, false},
		{"an earlier login that had others", []string{"otp"}, -time.Hour, false},
		{"the first methods", []string{"pwd", "otp"}, time.Hour, true},
		{"the same in another order", []string{"otp", "pwd", "pwd"}, 2 * time.Hour, false},
		{"one less", []string{"pwd"}, 3 * time.Hour, true},
		{"none", nil, 4 * time.Hour, true},
	} {
		now := at.Add(c.after + time.Minute)
		who.Methods, who.AuthenticatedAt = c.methods, at.Add(c.after)
		if a = must(s.EnsureIdentity(ctx, who, now))(t); c.changes {
			changed = now
		}
		if a = must(s.Account(ctx, a.ID))(t); !a.CredentialsChangedAt.Equal(changed) {
			t.Errorf("after a login with %s: credentials changed at %v, want %v", c.login, a.CredentialsChangedAt, changed)
		}
	}
	if !a.MethodsAt.Equal(who.AuthenticatedAt) || len(a.Methods) != 0 {
		t.Errorf("stored methods = %v of %v, want none of %v", a.Methods, a.MethodsAt, who.AuthenticatedAt)
	}
	// A clock of the provider that is ahead hides no later login.
	who.Methods, who.AuthenticatedAt = nil, at.Add(24*time.Hour)
	if a = must(s.EnsureIdentity(ctx, who, at.Add(5*time.Hour)))(t); !a.MethodsAt.Equal(at.Add(5 * time.Hour)) {
		t.Errorf("methods of %v, want the time of the login", a.MethodsAt)
	}
	who.Issuer = "https://other.example.org"
	if other := must(s.EnsureIdentity(ctx, who, start))(t); other.ID == a.ID {
		t.Errorf("account of the same subject of another issuer = %s, want another one", other.ID)
	}
	if _, err := s.Account(ctx, id.New()); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("unknown account: error = %v, want ErrNotFound", err)
	}
	if _, err := s.Account(ctx, "no uuid"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("unreadable id: error = %v, want ErrNotFound", err)
	}
	if got := must(s.AccountOfIdentity(ctx, "https://id.example.org", "auth0|1"))(t); got.ID != a.ID {
		t.Errorf("AccountOfIdentity = %s, want %s", got.ID, a.ID)
	}
	if _, err := s.AccountOfIdentity(ctx, "https://id.example.org", "auth0|2"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("unknown identity: error = %v, want ErrNotFound", err)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a := must(s.EnsureIdentity(ctx, account.Identity{Issuer: "i", Subject: "s", Email: "x@example.org"}, start))(t)
	got := must(s.UpdateAccount(ctx, a.ID, start, func(a *account.Account) error {
		a.Email, a.EmailVerified, a.Disabled, a.CredentialsChangedAt = "y@example.org", true, true, start
		a.PasswordChangedAt = start.Add(-time.Hour)
		return nil
	}))(t)
	stored := must(s.Account(ctx, a.ID))(t)
	for _, a := range []account.Account{got, stored} {
		if a.Email != "y@example.org" || !a.EmailVerified || !a.Disabled || !a.CredentialsChangedAt.Equal(start) || !a.PasswordChangedAt.Equal(start.Add(-time.Hour)) {
			t.Errorf("updated account = %+v, want y@example.org, verified and disabled, credentials changed at %s, the password an hour before", a, start)
		}
	}
	broken := errors.New("broken")
	if _, err := s.UpdateAccount(ctx, a.ID, start, func(a *account.Account) error { a.Email = "z"; return broken }); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want broken", err)
	}
	if stored = must(s.Account(ctx, a.ID))(t); stored.Email != "y@example.org" {
		t.Errorf("email after a failed change = %s, want y@example.org", stored.Email)
	}
	if _, err := s.UpdateAccount(ctx, id.New(), start, func(*account.Account) error { return nil }); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("unknown account: error = %v, want ErrNotFound", err)
	}
}

// TestEvents checks that each change is published once, with the new state.
func TestEvents(t *testing.T) {
	t.Parallel()
	events, ctx := new(recorder), t.Context()
	s := postgres.New(asService(t), events)
	want := func(what string, want ...account.Event) {
		t.Helper()
		if got := events.Take(); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s published %+v, want %+v", what, got, want)
		}
	}
	who := account.Identity{Issuer: "i", Subject: "s", Email: "a@example.org"}
	a := must(s.EnsureIdentity(ctx, who, start))(t)
	want("A first login")
	who.EmailVerified = true
	at := start.Add(time.Minute)
	must(s.EnsureIdentity(ctx, who, at))(t)
	want("A verified address", account.AccountVerified{AccountID: a.ID, Email: "a@example.org", At: at, Version: 1})
	must(s.EnsureIdentity(ctx, who, at))(t)
	want("Another login")

	at = at.Add(time.Minute)
	a = must(s.UpdateAccount(ctx, a.ID, at, func(a *account.Account) error {
		a.Email, a.CredentialsChangedAt = "b@example.org", at
		return nil
	}))(t)
	want("A new address", account.AccountVerified{AccountID: a.ID, Email: "b@example.org", At: at, Version: 2}, account.CredentialsChanged{
		AccountID: a.ID, Email: "b@example.org", EmailVerified: true, Wallets: []string{}, At: at, Version: 3,
	})
	if stored := must(s.Account(ctx, a.ID))(t); stored.Version != 3 || a.Version != 3 {
		t.Errorf("version = %d, stored %d, want 3", a.Version, stored.Version)
	}

	at = at.Add(time.Minute)
	must(s.LinkWallet(ctx, a.ID, linked(wallet1, at), (&notifications{}).notify))(t)
	want("A linked wallet", account.CredentialsChanged{
		AccountID: a.ID, Email: "b@example.org", EmailVerified: true, Wallets: []string{wallet1}, At: at, Version: 4,
	})
	first, second, third := newSession(a.ID, start), newSession(a.ID, at), newSession(a.ID, at.Add(time.Hour))
	second.Wallet = wallet1
	for i, sess := range []session.Session{first, second, third} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(i)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	want("A session")
	at = at.Add(time.Minute)
	if err := s.UnlinkWallet(ctx, a.ID, wallet1, at, (&notifications{}).notify); err != nil {
		t.Fatal(err)
	}
	want("An unlinked wallet", account.SessionsEnded{AccountID: a.ID, SessionIDs: []string{second.ID}, Reason: account.EndedUnlinked, At: at}, account.CredentialsChanged{
		AccountID: a.ID, Email: "b@example.org", EmailVerified: true, Wallets: []string{}, At: at, Version: 5,
	})
	for range 2 {
		if err := s.EndSessions(ctx, a.ID, account.EndedCredentials, at, at); err != nil {
			t.Fatal(err)
		}
	}
	want("The end of sessions", account.SessionsEnded{AccountID: a.ID, SessionIDs: []string{first.ID}, Reason: account.EndedCredentials, At: at})
	for range 2 {
		if _, err := s.UseToken(ctx, []byte{2}, func(sess *session.Session, _ int) (*session.Token, error) {
			sess.End(at, account.EndedReuse)
			return nil, nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.EndSession(ctx, third.ID, account.EndedLogout, at); err != nil {
			t.Fatal(err)
		}
	}
	want("A reused token", account.SessionsEnded{AccountID: a.ID, SessionIDs: []string{third.ID}, Reason: account.EndedReuse, At: at})

	last := newSession(a.ID, at)
	if err := s.CreateSession(ctx, last, session.Token{Hash: []byte{9}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSession(ctx, last.ID, account.EndedLogout, at); err != nil {
		t.Fatal(err)
	}
	want("A logout", account.SessionsEnded{AccountID: a.ID, SessionIDs: []string{last.ID}, Reason: account.EndedLogout, At: at})

	idle, used := newSession(a.ID, at), newSession(a.ID, at)
	used.IdleUntil = used.IdleUntil.Add(time.Minute)
	for i, sess := range []session.Session{idle, used} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(10 + i)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := s.Sweep(ctx, idle.IdleUntil); err != nil {
			t.Fatal(err)
		}
	}
	want("An expired session", account.SessionsEnded{AccountID: a.ID, SessionIDs: []string{idle.ID}, Reason: account.EndedExpired, At: idle.IdleUntil})

	// A failed publish rolls the change back.
	events.Err = errors.New("no outbox")
	who.Email = "c@example.org"
	if _, err := s.EnsureIdentity(ctx, who, at); !errors.Is(err, events.Err) {
		t.Errorf("failed publish: error = %v, want Err", err)
	}
	if got := must(s.Account(ctx, a.ID))(t); got.Email != "b@example.org" {
		t.Errorf("email after a failed publish = %s, want b@example.org", got.Email)
	}
}

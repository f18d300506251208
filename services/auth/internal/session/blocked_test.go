package session_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// open returns an empty store, used as the service's user.
func open(t *testing.T) *postgres.Store {
	t.Helper()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	return postgres.New(pool, events.NewPublisher(pool))
}

// flaky is a store that fails to end sessions while away is set.
type flaky struct {
	*postgres.Store

	away bool
}

var errUnavailable = errors.New("the store is unavailable")

func (f *flaky) EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error {
	if f.away {
		return errUnavailable
	}
	return f.Store.EndSessions(ctx, accountID, reason, before, now)
}

// directory returns the same record for everyone.
type directory struct {
	user account.User
	err  error
}

func (d *directory) User(context.Context, string) (account.User, error) { return d.user, d.err }
func (d *directory) SendVerification(context.Context, string) error     { return nil }

type signer struct{ session.Signer }

func (signer) Sign(context.Context, session.Claims) (string, error) { return "access", nil }

// bundle is a service with one account, which is logged in.
type bundle struct {
	*session.Service

	store   *flaky
	people  *directory
	account account.Account
	session string
	refresh string
}

func setup(t *testing.T) *bundle {
	t.Helper()
	now := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	b := &bundle{store: &flaky{Store: open(t)}, people: &directory{user: account.User{Email: "a@example.org", EmailVerified: true}}}
	log := slog.New(slog.DiscardHandler)
	b.Service = &session.Service{
		Accounts: &account.Service{Store: b.store, Directory: b.people, Clock: now, Log: log}, Store: b.store, Signer: signer{}, Clock: now, Log: log,
	}
	var err error
	if b.account, err = b.store.EnsureIdentity(t.Context(), account.Identity{Issuer: "i", Subject: "s", Email: "a@example.org", EmailVerified: true}, now.Now()); err != nil {
		t.Fatal(err)
	}
	b.session = b.open(t)
	now.Advance(time.Hour)
	return b
}

func (b *bundle) open(t *testing.T) string {
	t.Helper()
	at := b.Clock.Now()
	s := session.Session{
		ID: id.New(), AccountID: b.account.ID, RotatedAt: at, AuthenticatedAt: at, CreatedAt: at, IdleUntil: at.Add(session.Idle), Until: at.Add(session.Absolute),
	}
	plain, hash := id.Secret()
	if err := b.store.CreateSession(t.Context(), s, session.Token{Hash: hash}, nil); err != nil {
		t.Fatal(err)
	}
	b.refresh = plain
	return s.ID
}

// TestSessionsEndWhateverFailsBetween: after a failure, the stored account must not hide that its sessions must still end.
func TestSessionsEndWhateverFailsBetween(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*directory, time.Time){
		"blocked":             func(d *directory, _ time.Time) { d.user.Blocked = true },
		"deleted":             func(d *directory, _ time.Time) { d.user, d.err = account.User{}, account.ErrNotFound },
		"with a new password": func(d *directory, now time.Time) { d.user.PasswordChangedAt = now.Add(-time.Minute) },
	} {
		b := setup(t)
		change(b.people, b.Clock.Now())
		b.store.away = true
		if _, err := b.State(t.Context(), b.session); !errors.Is(err, errUnavailable) {
			t.Errorf("%s: %v, want %v", name, err, errUnavailable)
		}
		b.store.away = false
		for range 2 {
			if state, err := b.State(t.Context(), b.session); state.Active || err != nil {
				t.Errorf("%s: State() = %+v, %v, want not active", name, state, err)
			}
		}
		if _, err := b.Refresh(t.Context(), b.refresh, session.Caller{}); !errors.Is(err, account.ErrGone) {
			t.Errorf("%s: refreshed: error = %v, want ErrGone", name, err)
		}
	}
}

// TestABlockedAccountHasNoSessions also covers a session that starts while the others end.
func TestABlockedAccountHasNoSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.people.user.Blocked = true
	if state, err := b.State(t.Context(), b.session); state.Active || err != nil {
		t.Fatalf("a blocked account's session: active %t (%v), want ended", state.Active, err)
	}
	late := b.open(t)
	if state, err := b.State(t.Context(), late); state.Active || err != nil {
		t.Errorf("a later session of a blocked account: active %t (%v), want ended", state.Active, err)
	}
	if _, err := b.Refresh(t.Context(), b.refresh, session.Caller{}); !errors.Is(err, account.ErrGone) {
		t.Errorf("got %v, want %v", err, account.ErrGone)
	}
	b.people.user.Blocked = false
	if state, err := b.State(t.Context(), b.open(t)); !state.Active || err != nil {
		t.Errorf("session of an unblocked account: active = %t, %v, want true", state.Active, err)
	}
}

// TestALaterWalletDoesNotHideANewPassword: a thief must not keep a stolen session by linking a wallet right after the password changed.
func TestALaterWalletDoesNotHideANewPassword(t *testing.T) {
	t.Parallel()
	b := setup(t)
	now := b.Clock.Now()
	b.people.user.PasswordChangedAt = now.Add(-time.Minute)
	if _, err := b.store.LinkWallet(t.Context(), b.account.ID, account.Wallet{Address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", LinkedAt: now},
		func(context.Context, account.Account) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if state, err := b.State(t.Context(), b.session); state.Active || err != nil {
		t.Errorf("session before the new password: active = %t, %v, want false", state.Active, err)
	}
	a, err := b.Accounts.Account(t.Context(), b.account.ID)
	if err != nil || !a.CredentialsChangedAt.Equal(now) || len(a.Wallets) != 1 {
		t.Errorf("%+v, %v; want credentials changed at %v and one wallet", a, err, now)
	}
	if state, err := b.State(t.Context(), b.open(t)); !state.Active || err != nil {
		t.Errorf("login with the new password: active = %t, %v, want true", state.Active, err)
	}
}

// TestAnUnavailableProviderEndsNoSession: while the provider is unavailable, the stored data counts.
func TestAnUnavailableProviderEndsNoSession(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.people.err = account.ErrProviderDown
	if state, err := b.State(t.Context(), b.session); !state.Active || err != nil {
		t.Errorf("while the provider is down: active %t (%v), want active", state.Active, err)
	}
}

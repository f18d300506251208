// Package sessiontest is the test suite that every store of accounts and sessions passes.
package sessiontest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Store is every storage port of the core.
type Store interface {
	accounts
	session.Sessions
	session.AccountSessions
	session.Tickets
	session.Keys
}

// accounts is what Store stores of accounts.
type accounts interface {
	session.Accounts
	session.Wallets
	session.Passkeys
}

const (
	wallet1 = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	wallet2 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Recorder implements session.Events and keeps what was published.
type Recorder struct {
	mu     sync.Mutex
	events []session.Event
	// Err is the error that Publish returns.
	Err error
}

// Publish implements session.Events.
func (r *Recorder) Publish(_ context.Context, events ...session.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Err == nil {
		r.events = append(r.events, events...)
	}
	return r.Err
}

// Take returns the events published since the last call.
func (r *Recorder) Take() []session.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.events
	r.events = nil
	return out
}

// TestStore is the suite that every store passes. open returns an empty store that publishes with events.
func TestStore(t *testing.T, open func(t *testing.T, events session.Events) Store) {
	for name, test := range map[string]func(*testing.T, context.Context, Store){
		"identity": testIdentity, "wallets": testWallets, "contracts": testContracts, "unlink": testUnlink, "update": testUpdate, "sessions": testSessions, "other sessions": testOtherSessions, "reported login": testReportedLogin, "provider logout": testProviderLogout, "passkeys": testPasskeys,
		"tokens": testTokens, "tickets": testTickets, "codes": testCodes, "keys": testKeys,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, t.Context(), open(t, new(Recorder)))
		})
	}
	t.Run("events", func(t *testing.T) {
		t.Parallel()
		events := new(Recorder)
		testEvents(t, t.Context(), open(t, events), events)
	})
}

// testEvents checks that each change is published once, with the new state.
func testEvents(t *testing.T, ctx context.Context, s Store, events *Recorder) {
	want := func(what string, want ...session.Event) {
		t.Helper()
		if got := events.Take(); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s published %+v, want %+v", what, got, want)
		}
	}
	who := session.Identity{Issuer: "i", Subject: "s", Email: "a@example.org"}
	a := must(s.EnsureIdentity(ctx, who, start))(t)
	want("A first login")
	who.EmailVerified = true
	at := start.Add(time.Minute)
	must(s.EnsureIdentity(ctx, who, at))(t)
	want("A verified address", session.AccountVerified{AccountID: a.ID, Email: "a@example.org", At: at, Version: 1})
	must(s.EnsureIdentity(ctx, who, at))(t)
	want("Another login")

	at = at.Add(time.Minute)
	a = must(s.UpdateAccount(ctx, a.ID, at, func(a *session.Account) error {
		a.Email, a.CredentialsChangedAt = "b@example.org", at
		return nil
	}))(t)
	want("A new address", session.AccountVerified{AccountID: a.ID, Email: "b@example.org", At: at, Version: 2}, session.CredentialsChanged{
		AccountID: a.ID, Email: "b@example.org", EmailVerified: true, Wallets: []string{}, At: at, Version: 3,
	})
	if stored := must(s.Account(ctx, a.ID))(t); stored.Version != 3 || a.Version != 3 {
		t.Errorf("version = %d, stored %d, want 3", a.Version, stored.Version)
	}

	at = at.Add(time.Minute)
	must(s.LinkWallet(ctx, a.ID, linked(wallet1, at), (&notifications{}).notify))(t)
	want("A linked wallet", session.CredentialsChanged{
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
	want("An unlinked wallet", session.SessionsEnded{AccountID: a.ID, SessionIDs: []string{second.ID}, Reason: session.EndedUnlinked, At: at}, session.CredentialsChanged{
		AccountID: a.ID, Email: "b@example.org", EmailVerified: true, Wallets: []string{}, At: at, Version: 5,
	})
	for range 2 {
		if err := s.EndSessions(ctx, a.ID, session.EndedCredentials, at, at); err != nil {
			t.Fatal(err)
		}
	}
	want("The end of sessions", session.SessionsEnded{AccountID: a.ID, SessionIDs: []string{first.ID}, Reason: session.EndedCredentials, At: at})
	for range 2 {
		if _, err := s.UseToken(ctx, []byte{2}, func(sess *session.Session, _ int) (*session.Token, error) {
			sess.End(at, session.EndedReuse)
			return nil, nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.EndSession(ctx, third.ID, session.EndedLogout, at); err != nil {
			t.Fatal(err)
		}
	}
	want("A reused token", session.SessionsEnded{AccountID: a.ID, SessionIDs: []string{third.ID}, Reason: session.EndedReuse, At: at})

	last := newSession(a.ID, at)
	if err := s.CreateSession(ctx, last, session.Token{Hash: []byte{9}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSession(ctx, last.ID, session.EndedLogout, at); err != nil {
		t.Fatal(err)
	}
	want("A logout", session.SessionsEnded{AccountID: a.ID, SessionIDs: []string{last.ID}, Reason: session.EndedLogout, At: at})

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
	want("An expired session", session.SessionsEnded{AccountID: a.ID, SessionIDs: []string{idle.ID}, Reason: session.EndedExpired, At: idle.IdleUntil})

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

func testIdentity(t *testing.T, ctx context.Context, s Store) {
	who := session.Identity{Issuer: "https://id.example.org", Subject: "auth0|1", Email: "a@example.org"}
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
	if _, err := s.Account(ctx, id.New()); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("unknown account: error = %v, want ErrNotFound", err)
	}
	if _, err := s.Account(ctx, "no uuid"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("unreadable id: error = %v, want ErrNotFound", err)
	}
	if got := must(s.AccountOfIdentity(ctx, "https://id.example.org", "auth0|1"))(t); got.ID != a.ID {
		t.Errorf("AccountOfIdentity = %s, want %s", got.ID, a.ID)
	}
	if _, err := s.AccountOfIdentity(ctx, "https://id.example.org", "auth0|2"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("unknown identity: error = %v, want ErrNotFound", err)
	}
}

func linked(address string, at time.Time) session.Wallet {
	return session.Wallet{Address: address, LinkedAt: at}
}

// notifications records the notified accounts.
type notifications struct {
	sent []session.Account
	err  error
}

func (c *notifications) notify(_ context.Context, a session.Account) error {
	c.sent = append(c.sent, a)
	return c.err
}

func testWallets(t *testing.T, ctx context.Context, s Store) {
	var c notifications
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	if again := must(s.EnsureWallet(ctx, linked(wallet1, start.Add(time.Hour))))(t); again.ID != a.ID || len(again.Wallets) != 1 || !again.Wallets[0].LinkedAt.Equal(start) {
		t.Errorf("second login = %+v, want %s with one wallet linked at %s", again, a.ID, start)
	}
	if a.HasIdentity() || !a.CredentialsChangedAt.IsZero() {
		t.Errorf("wallet account = %+v, want no identity and no change of credentials", a)
	}
	if err := s.UnlinkWallet(ctx, a.ID, wallet1, start, c.notify); !errors.Is(err, session.ErrLastWay) {
		t.Errorf("unlinking the only login: error = %v, want ErrLastWay", err)
	}
	b := must(s.EnsureIdentity(ctx, session.Identity{Issuer: "i", Subject: "s", Email: "x@example.org"}, start))(t)
	if _, err := s.LinkWallet(ctx, b.ID, linked(wallet1, start), c.notify); !errors.Is(err, session.ErrWalletTaken) {
		t.Errorf("linking another account's wallet: error = %v, want ErrWalletTaken", err)
	}
	later := start.Add(time.Minute)
	c.err = errors.New("the owner can't be notified")
	if _, err := s.LinkWallet(ctx, b.ID, linked(wallet2, later), c.notify); !errors.Is(err, c.err) {
		t.Errorf("linking without a notification: error = %v, want err", err)
	}
	if got := must(s.Account(ctx, b.ID))(t); len(got.Wallets) != 0 || !got.CredentialsChangedAt.IsZero() {
		t.Errorf("account after linking without a notification = %+v, want no wallet and no change of credentials", got)
	}
	c = notifications{}
	must(s.LinkWallet(ctx, b.ID, linked(wallet2, later), c.notify))(t)
	if w := must(s.LinkWallet(ctx, b.ID, linked(wallet2, later.Add(time.Hour)), c.notify))(t); !w.LinkedAt.Equal(later) {
		t.Errorf("LinkedAt after linking again = %s, want %s", w.LinkedAt, later)
	}
	if len(c.sent) != 1 || c.sent[0].ID != b.ID || c.sent[0].Email != "x@example.org" {
		t.Errorf("notifications of one link = %+v, want one to %s, x@example.org", c.sent, b.ID)
	}
	b = must(s.Account(ctx, b.ID))(t)
	if len(b.Wallets) != 1 || b.Wallets[0].Address != wallet2 || !b.CredentialsChangedAt.Equal(later) {
		t.Errorf("account with a linked wallet = %+v, want %s alone, credentials changed at %s", b, wallet2, later)
	}
	if got := must(s.EnsureWallet(ctx, linked(wallet2, later)))(t); got.ID != b.ID {
		t.Errorf("account of a login with a linked wallet = %s, want %s", got.ID, b.ID)
	}
	if err := s.UnlinkWallet(ctx, a.ID, wallet2, later, c.notify); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("unlinking another account's wallet: error = %v, want ErrNotFound", err)
	}
	c.err = errors.New("the owner can't be notified")
	if err := s.UnlinkWallet(ctx, b.ID, wallet2, later.Add(time.Hour), c.notify); !errors.Is(err, c.err) {
		t.Errorf("unlinking without a notification: error = %v, want err", err)
	}
	if got := must(s.Account(ctx, b.ID))(t); len(got.Wallets) != 1 {
		t.Errorf("account after unlinking without a notification = %+v, want one wallet", got)
	}
	c = notifications{}
	if err := s.UnlinkWallet(ctx, b.ID, wallet2, later.Add(time.Hour), c.notify); err != nil || len(c.sent) != 1 || c.sent[0].ID != b.ID {
		t.Errorf("unlinking: error = %v, notifications = %+v, want nil and one to %s", err, c.sent, b.ID)
	}
	if b = must(s.Account(ctx, b.ID))(t); len(b.Wallets) != 0 || !b.CredentialsChangedAt.Equal(later.Add(time.Hour)) {
		t.Errorf("account without wallet = %+v, want none and credentials changed at %s", b, later.Add(time.Hour))
	}
}

// testContracts checks that a contract wallet is accepted on one chain only.
func testContracts(t *testing.T, ctx context.Context, s Store) {
	on := func(address string, chain uint64) session.Wallet {
		return session.Wallet{Address: address, LinkedAt: start, Chain: chain}
	}
	var elsewhere *session.MessageError
	a := must(s.EnsureWallet(ctx, on(wallet1, 100)))(t)
	if _, err := s.EnsureWallet(ctx, on(wallet1, 1)); !errors.As(err, &elsewhere) || elsewhere.Error() == "" {
		t.Errorf("login with the same address on another chain: error = %v, want MessageError with a text", err)
	}
	for _, again := range []session.Wallet{on(wallet1, 100), on(wallet1, 0)} {
		if got := must(s.EnsureWallet(ctx, again))(t); got.ID != a.ID || got.Wallets[0] != on(wallet1, 100) {
			t.Errorf("wallet after a later login = %+v, want account %s with %+v", got, a.ID, on(wallet1, 100))
		}
	}
	var c notifications
	must(s.LinkWallet(ctx, a.ID, on(wallet2, 0), c.notify))(t)
	if w := must(s.LinkWallet(ctx, a.ID, on(wallet2, 1), c.notify))(t); w != on(wallet2, 1) {
		t.Errorf("wallet after it was linked as a contract wallet = %+v, want %+v", w, on(wallet2, 1))
	}
	if _, err := s.LinkWallet(ctx, a.ID, on(wallet2, 100), c.notify); !errors.As(err, &elsewhere) {
		t.Errorf("linking the same address on another chain: error = %v, want MessageError", err)
	}
	if got := must(s.Account(ctx, a.ID))(t); len(c.sent) != 1 || len(got.Wallets) != 2 || got.Wallets[0].Chain+got.Wallets[1].Chain != 101 {
		t.Errorf("%d notifications, account %+v, want 1, and two wallets on chains 100 and 1", len(c.sent), got)
	}
}

// testUnlink checks that unlinking ends the sessions of that wallet only.
func testUnlink(t *testing.T, ctx context.Context, s Store) {
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	var c notifications
	must(s.LinkWallet(ctx, a.ID, linked(wallet2, start), c.notify))(t)
	open := func(wallet string, hash byte) session.Session {
		n := newSession(a.ID, start)
		n.Wallet = wallet
		if err := s.CreateSession(ctx, n, session.Token{Hash: []byte{hash}}, nil); err != nil {
			t.Fatal(err)
		}
		return n
	}
	kept, identity, gone := open(wallet1, 1), open("", 2), open(wallet2, 3)
	now := start.Add(time.Minute)
	if err := s.UnlinkWallet(ctx, a.ID, wallet2, now, c.notify); err != nil {
		t.Fatal(err)
	}
	for _, sess := range []session.Session{kept, identity} {
		if got := must(s.Session(ctx, sess.ID))(t); got != sess {
			t.Errorf("another session: %+v, want %v", got, sess)
		}
	}
	if got := must(s.Session(ctx, gone.ID))(t); got.EndReason != session.EndedUnlinked || !got.EndedAt.Equal(now) || got.Wallet != wallet2 {
		t.Errorf("session of the wallet = %+v, want %s at %s by %s", got, session.EndedUnlinked, now, wallet2)
	}
	late := newSession(a.ID, start)
	late.Wallet = wallet2
	if err := s.CreateSession(ctx, late, session.Token{Hash: []byte{4}}, nil); !errors.Is(err, session.ErrGone) {
		t.Errorf("login after the wallet was unlinked: error = %v, want ErrGone", err)
	}
	if _, err := s.Session(ctx, late.ID); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("its session: error = %v, want ErrNotFound", err)
	}
	// In either order, no session is left.
	for i := range byte(20) {
		must(s.LinkWallet(ctx, a.ID, linked(wallet2, now), c.notify))(t)
		n := newSession(a.ID, now)
		n.Wallet = wallet2
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := s.CreateSession(ctx, n, session.Token{Hash: []byte{5, i}}, nil); err != nil && !errors.Is(err, session.ErrGone) {
				t.Errorf("login concurrent with an unlink: error = %v, want nil or ErrGone", err)
			}
		})
		wg.Go(func() {
			if err := s.UnlinkWallet(ctx, a.ID, wallet2, now, (&notifications{}).notify); err != nil {
				t.Errorf("unlink concurrent with a login: error = %v, want nil", err)
			}
		})
		wg.Wait()
		if got, err := s.Session(ctx, n.ID); err == nil && got.Active(now) || err != nil && !errors.Is(err, session.ErrNotFound) {
			t.Fatalf("session of an unlinked wallet = %+v, %v, want not active or ErrNotFound", got, err)
		}
	}
}

func testUpdate(t *testing.T, ctx context.Context, s Store) {
	a := must(s.EnsureIdentity(ctx, session.Identity{Issuer: "i", Subject: "s", Email: "x@example.org"}, start))(t)
	got := must(s.UpdateAccount(ctx, a.ID, start, func(a *session.Account) error {
		a.Email, a.EmailVerified, a.Disabled, a.CredentialsChangedAt = "y@example.org", true, true, start
		a.PasswordChangedAt = start.Add(-time.Hour)
		return nil
	}))(t)
	stored := must(s.Account(ctx, a.ID))(t)
	for _, a := range []session.Account{got, stored} {
		if a.Email != "y@example.org" || !a.EmailVerified || !a.Disabled || !a.CredentialsChangedAt.Equal(start) || !a.PasswordChangedAt.Equal(start.Add(-time.Hour)) {
			t.Errorf("updated account = %+v, want y@example.org, verified and disabled, credentials changed at %s, the password an hour before", a, start)
		}
	}
	broken := errors.New("broken")
	if _, err := s.UpdateAccount(ctx, a.ID, start, func(a *session.Account) error { a.Email = "z"; return broken }); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want broken", err)
	}
	if stored = must(s.Account(ctx, a.ID))(t); stored.Email != "y@example.org" {
		t.Errorf("email after a failed change = %s, want y@example.org", stored.Email)
	}
	if _, err := s.UpdateAccount(ctx, id.New(), start, func(*session.Account) error { return nil }); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("unknown account: error = %v, want ErrNotFound", err)
	}
}

func newSession(accountID string, at time.Time) session.Session {
	return session.Session{
		ID: id.New(), AccountID: accountID, RotatedAt: at, AuthenticatedAt: at, CreatedAt: at, UsedAt: at,
		IdleUntil: at.Add(session.Idle), Until: at.Add(session.Absolute), UserAgent: "test", Network: "203.0.113.0/24", Key: "key",
	}
}

// testOtherSessions ends all sessions of an account but one.
func testOtherSessions(t *testing.T, ctx context.Context, s Store) {
	a, b := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	first, second, expired, foreign := newSession(a.ID, start), newSession(a.ID, start.Add(time.Minute)), newSession(a.ID, start.Add(-session.Idle)), newSession(b.ID, start)
	for i, sess := range []session.Session{first, second, expired, foreign} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(i)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	now := start.Add(time.Hour)
	for _, ticket := range []session.Ticket{
		{Kind: "code", Key: "c", Until: now.Add(time.Hour), AccountID: a.ID, AuthenticatedAt: now},
		{Kind: "id-token", Key: second.ID, Until: now.Add(time.Hour), AccountID: a.ID},
		{Kind: "code", Key: "other", Until: now.Add(time.Hour), AccountID: b.ID},
	} {
		must(s.PutTicket(ctx, ticket, now))(t)
	}
	if err := s.EndOtherSessions(ctx, a.ID, second.ID, session.EndedRevoked, now); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Session(ctx, second.ID))(t); !got.Active(now) {
		t.Errorf("the kept session = %+v, want it active", got)
	}
	if got := must(s.Session(ctx, first.ID))(t); got.EndReason != session.EndedRevoked || !got.EndedAt.Equal(now) {
		t.Errorf("the other session = %+v, want %s at %s", got, session.EndedRevoked, now)
	}
	if got := must(s.Session(ctx, foreign.ID))(t); !got.Active(now) {
		t.Errorf("session of another account = %+v, want it active", got)
	}
	if _, err := s.TakeTicket(ctx, "code", "c", now); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("login code after the other sessions ended: error = %v, want ErrNotFound", err)
	}
	must(s.TakeTicket(ctx, "id-token", second.ID, now))(t)
	must(s.TakeTicket(ctx, "code", "other", now))(t)
}

// testReportedLogin checks which data about a session's browser a store returns, and the report of a login.
func testReportedLogin(t *testing.T, ctx context.Context, s Store) {
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
	if _, err := s.Session(ctx, sess.ID); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("the rejected session was stored: error = %v, want ErrNotFound", err)
	}

	now := start.Add(time.Hour)
	must(s.PutTicket(ctx, session.Ticket{Kind: session.TicketAlert, Key: "k", Data: []byte(a.ID), Until: now.Add(time.Hour), AccountID: a.ID}, now))(t)
	// Ending the sessions does not make the link useless.
	if err := s.EndOtherSessions(ctx, a.ID, first.ID, session.EndedRevoked, now); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSessions(ctx, a.ID, session.EndedCredentials, start, now); err != nil {
		t.Fatal(err)
	}
	var c notifications
	if err := s.ReportLogin(ctx, "k", now, c.notify); err != nil {
		t.Fatal(err)
	}
	if err := s.ReportLogin(ctx, "k", now, c.notify); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("second use of the link: error = %v, want ErrNotFound", err)
	}
	if got := must(s.Account(ctx, a.ID))(t); !got.CredentialsChangedAt.Equal(now) || len(c.sent) != 1 || c.sent[0].ID != a.ID {
		t.Errorf("reported account = %+v, notified %+v, want credentials changed at %s and one notification to %s", got, c.sent, now, a.ID)
	}
	if got := must(s.Session(ctx, first.ID))(t); got.EndReason != session.EndedReported {
		t.Errorf("session after the report = %+v, want %s", got, session.EndedReported)
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
	if err := s.EndSession(ctx, other.ID, session.EndedReported, now); err != nil {
		t.Fatal(err)
	}
	open(a.ID, "tablet", session.EarlierSessions{Any: true})
}

// testProviderLogout checks that all of a logout at the provider happens, or nothing.
func testProviderLogout(t *testing.T, ctx context.Context, s Store) {
	a := must(s.EnsureIdentity(ctx, session.Identity{Issuer: "i", Subject: "s", Email: "a@example.org"}, start))(t)
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
	used := func(key string) session.Ticket {
		return session.Ticket{Kind: "logout_token", Key: key, Until: start.Add(24 * time.Hour)}
	}
	changed := time.Time{}
	check := func(what string, sess session.Session, ended bool) {
		t.Helper()
		if got := must(s.Session(ctx, sess.ID))(t); !got.EndedAt.IsZero() != ended || ended && got.EndReason != session.EndedProvider {
			t.Errorf("%s: session = %+v, want its end: %t", what, got, ended)
		}
		if got := must(s.Account(ctx, a.ID))(t); !got.CredentialsChangedAt.Equal(changed) {
			t.Errorf("%s: credentials changed at %v, want %v", what, got.CredentialsChangedAt, changed)
		}
	}
	now := start.Add(time.Hour)
	must(s.PutTicket(ctx, session.Ticket{Kind: session.TicketOwnLogout, Key: "here", Until: now.Add(time.Hour)}, now))(t)
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
	if err := s.ProviderLogout(ctx, a.ID, used("2"), "x", now.Add(time.Minute)); !errors.Is(err, session.ErrExists) {
		t.Errorf("second use of the token: error = %v, want ErrExists", err)
	}
	check("a token used twice", sess, false)
}

func testSessions(t *testing.T, ctx context.Context, s Store) {
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
	if err := s.EndSessions(ctx, a.ID, session.EndedCredentials, start.Add(time.Minute), now); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSession(ctx, old.ID, session.EndedLogout, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Session(ctx, old.ID))(t); got.EndReason != session.EndedCredentials || !got.EndedAt.Equal(now) {
		t.Errorf("ended session = %+v, want %s at %s", got, session.EndedCredentials, now)
	}
	if got := must(s.Session(ctx, unknown.ID))(t); got.Active(now) {
		t.Errorf("session without a time of authentication = %+v, want not active", got)
	}
	if got := must(s.Session(ctx, young.ID))(t); !got.Active(now) {
		t.Errorf("session authenticated later = %+v, want active", got)
	}
	for _, unknown := range []string{id.New(), "no uuid"} {
		if err := s.EndSession(ctx, unknown, session.EndedLogout, now); err != nil {
			t.Errorf("ending %q: error = %v, want nil", unknown, err)
		}
		if _, err := s.Session(ctx, unknown); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("session %q: error = %v, want ErrNotFound", unknown, err)
		}
	}
	if err := s.Sweep(ctx, start.Add(100*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, young.ID); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("session of the previous quarter: error = %v, want ErrNotFound", err)
	}
}

func testTokens(t *testing.T, ctx context.Context, s Store) {
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	sess := newSession(a.ID, start)
	if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte("first")}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UseToken(ctx, []byte("unknown"), nil); !errors.Is(err, session.ErrNotFound) {
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
		s.End(start, session.EndedReuse)
		return nil, broken
	}); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want %v", err, broken)
	}
	if got := must(s.Session(ctx, sess.ID))(t); !got.EndedAt.IsZero() {
		t.Errorf("session after a failed change = %+v, want it not ended", got)
	}
	got := must(s.UseToken(ctx, []byte{'n', 3}, func(s *session.Session, _ int) (*session.Token, error) {
		s.IdleUntil = start.Add(time.Hour)
		s.End(start, session.EndedReuse)
		return nil, nil
	}))(t)
	if got.EndReason != session.EndedReuse || !got.IdleUntil.Equal(start.Add(time.Hour)) {
		t.Errorf("ended session = %+v, want %s and idle until %s", got, session.EndedReuse, start.Add(time.Hour))
	}
}

func testTickets(t *testing.T, ctx context.Context, s Store) {
	until := start.Add(time.Minute)
	ticket := func(data string, until time.Time) session.Ticket {
		return session.Ticket{Kind: "a", Key: "k", Data: []byte(data), Until: until}
	}
	if _, err := s.PutTicket(ctx, ticket("data", until), start); err != nil {
		t.Fatal(err)
	}
	if got, err := s.PutTicket(ctx, ticket("", until.Add(time.Hour)), start); !errors.Is(err, session.ErrExists) || !got.Equal(until) {
		t.Errorf("second PutTicket() = %s, %v, want %s, ErrExists", got, err, until)
	}
	if _, err := s.TakeTicket(ctx, "b", "k", start); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("other kind: error = %v, want ErrNotFound", err)
	}
	if _, err := s.TakeTicket(ctx, "a", "k", until); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("late: error = %v, want ErrNotFound", err)
	}
	var mu sync.Mutex
	taken := 0
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			data, err := s.TakeTicket(ctx, "a", "k", start)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && string(data) == "data" {
				taken++
			} else if !errors.Is(err, session.ErrNotFound) {
				t.Errorf("take: %q, %v, want ErrNotFound", data, err)
			}
		})
	}
	wg.Wait()
	if taken != 1 {
		t.Errorf("the ticket was used %d times, want 1", taken)
	}
	must(s.PutTicket(ctx, ticket("", until), start))(t)
	if _, err := s.PutTicket(ctx, ticket("new", until.Add(time.Minute)), until); err != nil {
		t.Errorf("replacing an expired ticket: error = %v, want nil", err)
	}
	if err := s.Sweep(ctx, until.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.TakeTicket(ctx, "a", "k", start); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("after the cleanup: error = %v, want ErrNotFound", err)
	}
}

// testCodes checks that codes end with the sessions.
func testCodes(t *testing.T, ctx context.Context, s Store) {
	a, other := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	end := start.Add(time.Minute)
	tickets := map[string]session.Ticket{
		"before":  {AccountID: a.ID, AuthenticatedAt: start},
		"after":   {AccountID: a.ID, AuthenticatedAt: end},
		"other's": {AccountID: other.ID, AuthenticatedAt: start},
		"of none": {},
		"unknown": {AccountID: a.ID},
	}
	for name, ticket := range tickets {
		ticket.Kind, ticket.Key, ticket.Until = "code", name, start.Add(time.Hour)
		must(s.PutTicket(ctx, ticket, start))(t)
	}
	if err := s.EndSessions(ctx, a.ID, session.EndedProvider, end, end); err != nil {
		t.Fatal(err)
	}
	for name := range tickets {
		if _, err := s.TakeTicket(ctx, "code", name, end); errors.Is(err, session.ErrNotFound) != (name == "before" || name == "unknown") {
			t.Errorf("TakeTicket(%s) = %v, want ErrNotFound = %t", name, err, name == "before" || name == "unknown")
		}
	}
}

func testKeys(t *testing.T, ctx context.Context, s Store) {
	add := func(name string) func([]session.SigningKey) ([]session.SigningKey, error) {
		return func(keys []session.SigningKey) ([]session.SigningKey, error) {
			if len(keys) > 0 {
				return keys, nil
			}
			return append(keys, session.SigningKey{ID: name, DER: []byte(name), CreatedAt: start}), nil
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := s.ReplaceKeys(ctx, add(string(rune('a'+i)))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	keys := must(s.SigningKeys(ctx))(t)
	if len(keys) != 1 || !keys[0].CreatedAt.Equal(start) {
		t.Fatalf("8 replicas created the keys %+v, want one of %s", keys, start)
	}
	if err := s.ReplaceKeys(ctx, func([]session.SigningKey) ([]session.SigningKey, error) {
		return []session.SigningKey{{ID: "y", DER: []byte{1}, CreatedAt: start.Add(time.Hour)}, {ID: "z", DER: []byte{2}, CreatedAt: start.Add(2 * time.Hour)}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if keys = must(s.SigningKeys(ctx))(t); len(keys) != 2 || keys[0].ID != "y" || keys[1].ID != "z" {
		t.Errorf("replaced keys = %+v, want y and z", keys)
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

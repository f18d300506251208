package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

func TestWallets(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	var c notifications
	a := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t)
	if again := must(s.EnsureWallet(ctx, linked(wallet1, start.Add(time.Hour))))(t); again.ID != a.ID || len(again.Wallets) != 1 || !again.Wallets[0].LinkedAt.Equal(start) {
		t.Errorf("second login = %+v, want %s with one wallet linked at %s", again, a.ID, start)
	}
	if a.HasIdentity() || !a.CredentialsChangedAt.IsZero() {
		t.Errorf("wallet account = %+v, want no identity and no change of credentials", a)
	}
	if err := s.UnlinkWallet(ctx, a.ID, wallet1, start, c.notify); !errors.Is(err, wallet.ErrLastWay) {
		t.Errorf("unlinking the only login: error = %v, want ErrLastWay", err)
	}
	b := must(s.EnsureIdentity(ctx, account.Identity{Issuer: "i", Subject: "s", Email: "x@example.org"}, start))(t)
	if _, err := s.LinkWallet(ctx, b.ID, linked(wallet1, start), c.notify); !errors.Is(err, wallet.ErrTaken) {
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
	if err := s.UnlinkWallet(ctx, a.ID, wallet2, later, c.notify); !errors.Is(err, account.ErrNotFound) {
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

// TestContracts checks that a contract wallet is accepted on one chain only.
func TestContracts(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	on := func(address string, chain uint64) account.Wallet {
		return account.Wallet{Address: address, LinkedAt: start, Chain: chain}
	}
	var elsewhere *wallet.MessageError
	a := must(s.EnsureWallet(ctx, on(wallet1, 100)))(t)
	if _, err := s.EnsureWallet(ctx, on(wallet1, 1)); !errors.As(err, &elsewhere) || elsewhere.Error() == "" {
		t.Errorf("login with the same address on another chain: error = %v, want MessageError with a text", err)
	}
	for _, again := range []account.Wallet{on(wallet1, 100), on(wallet1, 0)} {
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

// TestUnlink checks that unlinking ends the sessions of that wallet only.
func TestUnlink(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
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
	if got := must(s.Session(ctx, gone.ID))(t); got.EndReason != account.EndedUnlinked || !got.EndedAt.Equal(now) || got.Wallet != wallet2 {
		t.Errorf("session of the wallet = %+v, want %s at %s by %s", got, account.EndedUnlinked, now, wallet2)
	}
	late := newSession(a.ID, start)
	late.Wallet = wallet2
	if err := s.CreateSession(ctx, late, session.Token{Hash: []byte{4}}, nil); !errors.Is(err, account.ErrGone) {
		t.Errorf("login after the wallet was unlinked: error = %v, want ErrGone", err)
	}
	if _, err := s.Session(ctx, late.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("its session: error = %v, want ErrNotFound", err)
	}
	// In either order, no session is left.
	for i := range byte(20) {
		must(s.LinkWallet(ctx, a.ID, linked(wallet2, now), c.notify))(t)
		n := newSession(a.ID, now)
		n.Wallet = wallet2
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := s.CreateSession(ctx, n, session.Token{Hash: []byte{5, i}}, nil); err != nil && !errors.Is(err, account.ErrGone) {
				t.Errorf("login concurrent with an unlink: error = %v, want nil or ErrGone", err)
			}
		})
		wg.Go(func() {
			if err := s.UnlinkWallet(ctx, a.ID, wallet2, now, (&notifications{}).notify); err != nil {
				t.Errorf("unlink concurrent with a login: error = %v, want nil", err)
			}
		})
		wg.Wait()
		if got, err := s.Session(ctx, n.ID); err == nil && got.Active(now) || err != nil && !errors.Is(err, account.ErrNotFound) {
			t.Fatalf("session of an unlinked wallet = %+v, %v, want not active or ErrNotFound", got, err)
		}
	}
}

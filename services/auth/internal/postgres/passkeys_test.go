package postgres_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func newPasskey(accountID, name string, at time.Time) passkey.Passkey {
	return passkey.Passkey{ID: id.New(), AccountID: accountID, Name: name, CredentialID: []byte(name), Credential: []byte(`{"name":"` + name + `"}`), AddedAt: at}
}

// TestPasskeys follows the passkeys and recovery codes of two accounts.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a, b := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	mine, theirs := newSession(a.ID, start), newSession(b.ID, start)
	for i, sess := range []session.Session{mine, theirs} {
		if err := s.CreateSession(ctx, sess, session.Token{Hash: []byte{byte(i)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	var c notifications
	at := start.Add(time.Minute)
	codes := [][]byte{{1}, {2}}
	list := func(accountID string, wantCodes int, want ...passkey.Passkey) {
		t.Helper()
		got, left, err := s.Passkeys(ctx, accountID)
		if err != nil || left != wantCodes || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("passkeys = %+v with %d codes, want %+v with %d: %v", got, left, want, wantCodes, err)
		}
	}
	confirmed := func(sess session.Session, want time.Time) {
		t.Helper()
		if got := must(s.Session(ctx, sess.ID))(t); !got.ConfirmedAt.Equal(want) {
			t.Errorf("the session was confirmed at %s, want %s", got.ConfirmedAt, want)
		}
	}

	list(a.ID, 0)
	if err := s.ReplaceCodes(ctx, a.ID, codes); !errors.Is(err, passkey.ErrNone) {
		t.Errorf("recovery codes without a passkey: error = %v, want ErrNoPasskey", err)
	}
	laptop, phone := newPasskey(a.ID, "laptop", at), newPasskey(a.ID, "phone", at.Add(time.Minute))
	may := func(session.Session, bool) error { return nil }
	refused := &notifications{err: errors.New("no mail")}
	if _, err := s.AddPasskey(ctx, mine.ID, laptop, codes, may, refused.notify); !errors.Is(err, refused.err) {
		t.Errorf("adding a passkey without a notification: error = %v, want err", err)
	}
	list(a.ID, 0)
	// Whether the session may add it is decided by what holds under the lock.
	mayNot := func(sess session.Session, hasPasskey bool) error {
		if sess.ID != mine.ID || hasPasskey {
			t.Errorf("checked session %s of an account with a passkey = %t, want %s and false", sess.ID, hasPasskey, mine.ID)
		}
		return passkey.ErrUnconfirmed
	}
	if _, err := s.AddPasskey(ctx, mine.ID, laptop, codes, mayNot, c.notify); !errors.Is(err, passkey.ErrUnconfirmed) {
		t.Errorf("adding a passkey that is refused: error = %v, want ErrUnconfirmed", err)
	}
	list(a.ID, 0)
	if first, err := s.AddPasskey(ctx, mine.ID, laptop, codes, may, c.notify); err != nil || !first {
		t.Fatalf("AddPasskey() of the first = %t, %v, want true and no error", first, err)
	}
	confirmed(mine, at)
	if got := must(s.Account(ctx, a.ID))(t); !got.CredentialsChangedAt.Equal(at) {
		t.Errorf("account with a passkey = %+v, want credentials changed at %s", got, at)
	}
	if first, err := s.AddPasskey(ctx, mine.ID, phone, [][]byte{{3}}, may, c.notify); err != nil || first {
		t.Fatalf("AddPasskey() of the second = %t, %v, want false and no error", first, err)
	}
	confirmed(mine, at)
	list(a.ID, 2, laptop, phone)
	again := newPasskey(b.ID, "laptop", at)
	if _, err := s.AddPasskey(ctx, theirs.ID, again, codes, may, c.notify); !errors.Is(err, passkey.ErrInvalid) {
		t.Errorf("credential of another account: error = %v, want ErrPasskey", err)
	}
	list(b.ID, 0)

	// Confirming by passkey stores its new state.
	at = at.Add(time.Hour)
	laptop.Credential, laptop.UsedAt = []byte(`{"count":2}`), at
	if err := s.ConfirmSession(ctx, mine, passkey.Confirmation{Passkey: &laptop}, at, nil); err != nil {
		t.Fatal(err)
	}
	confirmed(mine, at)
	list(a.ID, 2, laptop, phone)
	if err := s.ConfirmSession(ctx, theirs, passkey.Confirmation{Passkey: &laptop}, at, nil); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("confirming with another account's passkey: error = %v, want ErrNotFound", err)
	}
	if err := s.ConfirmSession(ctx, session.Session{ID: theirs.ID, AccountID: a.ID}, passkey.Confirmation{Passkey: &laptop}, at, nil); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("confirming another account's session: error = %v, want ErrNotFound", err)
	}
	// A recovery code works once.
	at = at.Add(time.Hour)
	code := passkey.Confirmation{Code: []byte{1}}
	if err := s.ConfirmSession(ctx, theirs, code, at, c.notify); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("another account's recovery code: error = %v, want ErrNotFound", err)
	}
	if err := s.ConfirmSession(ctx, mine, code, at, c.notify); err != nil {
		t.Fatal(err)
	}
	confirmed(mine, at)
	confirmed(theirs, time.Time{})
	if err := s.ConfirmSession(ctx, mine, code, at.Add(time.Hour), c.notify); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("second use of a recovery code: error = %v, want ErrNotFound", err)
	}
	confirmed(mine, at)
	list(a.ID, 1, laptop, phone)
	if err := s.ReplaceCodes(ctx, a.ID, [][]byte{{4}, {5}, {6}}); err != nil {
		t.Fatal(err)
	}
	list(a.ID, 3, laptop, phone)

	if err := s.RemovePasskey(ctx, b.ID, laptop.ID, at, c.notify); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("removing the passkey of another account: error = %v, want ErrNotFound", err)
	}
	// A removed passkey takes its confirmations with it, and no others.
	at = at.Add(time.Hour)
	byPhone := newSession(a.ID, start)
	if err := s.CreateSession(ctx, byPhone, session.Token{Hash: []byte{9}}, nil); err != nil {
		t.Fatal(err)
	}
	for _, by := range []struct {
		sess    session.Session
		passkey *passkey.Passkey
	}{{mine, &laptop}, {byPhone, &phone}} {
		by.passkey.UsedAt = at
		if err := s.ConfirmSession(ctx, by.sess, passkey.Confirmation{Passkey: by.passkey}, at, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RemovePasskey(ctx, a.ID, laptop.ID, at, c.notify); err != nil {
		t.Fatal(err)
	}
	confirmed(mine, time.Time{})
	confirmed(byPhone, at)
	list(a.ID, 3, phone)
	if err := s.RemovePasskey(ctx, a.ID, phone.ID, at, c.notify); err != nil {
		t.Fatal(err)
	}
	list(a.ID, 0)
	if len(c.sent) != 5 {
		t.Errorf("notified %d times, want 5: two added, one code, two removed", len(c.sent))
	}
}

package signing_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// TestChangedCredentialsStartTheWait by auth's event alone: auth is not called while a withdrawal waits.
func TestChangedCredentialsStartTheWait(t *testing.T) {
	t.Parallel()
	v := newApproved(t)
	v.person.err = chain.ErrUnavailable
	approved := v.clock.Now()
	changed := approved.Add(-time.Hour)
	v.changed("ada", changed)
	v.advance()
	v.waits(changed.Add(credentialWait))

	// Another account's change doesn't affect her, and neither does a change older than the last.
	v.changed("bob", approved)
	v.changed("ada", changed.Add(-time.Hour))
	v.waits(changed.Add(credentialWait))

	// A later change extends the wait as soon as it is known, not when the old one is over.
	v.clock.Advance(time.Hour)
	later := v.clock.Now()
	v.changed("ada", later)
	v.advance()
	v.waits(later.Add(credentialWait))

	// When the wait is over, auth is checked once more before the token leaves.
	v.clock.Advance(credentialWait)
	v.advance()
	v.is(custody.Signing, "")
	v.takeLease()
	v.try(chain.ErrUnavailable)
	v.is(custody.Signing, "")
	v.person.err = nil
	v.person.changed = v.clock.Now()
	v.try(nil)
	v.is(custody.Signing, "")
	if at, err := v.Store.ChangedAt(v.Ctx, "ada"); err != nil || !at.Equal(v.person.changed.UTC().Truncate(time.Microsecond)) {
		t.Errorf("ChangedAt() = %s, %v, want auth's response, %s", at, err, v.person.changed.UTC().Truncate(time.Microsecond))
	}
	v.clock.Advance(credentialWait)
	v.try(nil)
	v.is(custody.InBroadcast, "")
}

// TestARequestKnowsEarlierChanges: a change from before the service listened to auth counts, too.
func TestARequestKnowsEarlierChanges(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.person.changed = d.clock.Now().Add(-time.Hour)
	v := requested(t, d)
	v.approve()
	v.person.err = chain.ErrUnavailable
	v.advance()
	v.waits(d.person.changed.Add(credentialWait))
}

// TestAWithdrawalOfABlockedAccountWaits, also if it was approved and queued before.
func TestAWithdrawalOfABlockedAccountWaits(t *testing.T) {
	t.Parallel()
	v := newApproved(t)
	v.advance()
	v.is(custody.Signing, "")
	v.takeLease()
	v.person.blocked = true
	v.try(nil)
	v.is(custody.Signing, "")
	v.person.blocked = false
	v.try(nil)
	v.is(custody.InBroadcast, "")
}

func newApproved(t *testing.T) *leaving {
	t.Helper()
	v := requested(t, newDesk(t))
	v.approve()
	return v
}

func (v *leaving) changed(account string, at time.Time) {
	v.T.Helper()
	if err := v.withdrawals.CredentialsChanged(v.Ctx, account, at); err != nil {
		v.T.Fatal(err)
	}
}

func (v *leaving) advance() {
	v.T.Helper()
	if n, err := v.withdrawals.Advance(v.Ctx, 31337); n != 1 || err != nil {
		v.T.Fatalf("Advance() = %d, %v, want 1 and no error", n, err)
	}
}

func (v *leaving) waits(until time.Time) {
	v.T.Helper()
	w, err := v.Store.Read(v.Ctx, v.w.ID)
	if err != nil || w.Status != custody.Approved || !w.NotBefore.Equal(until.Truncate(time.Microsecond)) {
		v.T.Errorf("withdrawal status = %s, not before %s, %v; want not before %s", w.Status, w.NotBefore, err, until)
	}
}

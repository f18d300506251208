package chain_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
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
	v.is(chain.Signing, "")
	v.takeLease()
	v.try(chain.ErrUnavailable)
	v.is(chain.Signing, "")
	v.person.err = nil
	v.person.changed = v.clock.Now()
	v.try(nil)
	v.is(chain.Signing, "")
	if at, err := v.store.ChangedAt(v.ctx, "ada"); err != nil || !at.Equal(v.person.changed.UTC().Truncate(time.Microsecond)) {
		t.Errorf("ChangedAt() = %s, %v, want auth's response, %s", at, err, v.person.changed.UTC().Truncate(time.Microsecond))
	}
	v.clock.Advance(credentialWait)
	v.try(nil)
	v.is(chain.InBroadcast, "")
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
	v.is(chain.Signing, "")
	v.takeLease()
	v.person.blocked = true
	v.try(nil)
	v.is(chain.Signing, "")
	v.person.blocked = false
	v.try(nil)
	v.is(chain.InBroadcast, "")
}

func newApproved(t *testing.T) *leaving {
	t.Helper()
	v := requested(t, newDesk(t))
	v.approve()
	return v
}

func (v *leaving) changed(account string, at time.Time) {
	v.t.Helper()
	if err := v.withdrawals.CredentialsChanged(v.ctx, account, at); err != nil {
		v.t.Fatal(err)
	}
}

func (v *leaving) advance() {
	v.t.Helper()
	if n, err := v.withdrawals.Advance(v.ctx, 31337); n != 1 || err != nil {
		v.t.Fatalf("Advance() = %d, %v, want 1 and no error", n, err)
	}
}

func (v *leaving) waits(until time.Time) {
	v.t.Helper()
	w, err := v.store.Read(v.ctx, v.w.ID)
	if err != nil || w.Status != chain.Approved || !w.NotBefore.Equal(until.Truncate(time.Microsecond)) {
		v.t.Errorf("withdrawal status = %s, not before %s, %v; want not before %s", w.Status, w.NotBefore, err, until)
	}
}

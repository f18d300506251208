package signing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// back accepts a refund sent by the fixture's key.
func (d *signerFixture) back(wei int64) string {
	d.T.Helper()
	r := chaintest.Due(wei)
	r.Status = paying.RefundQueued
	if err := d.Store.TakeRefund(d.Ctx, r, time.Now(), "0xminter"); err != nil {
		d.T.Fatal(err)
	}
	return r.ID
}

// stands returns the status of a subject's transaction.
func (d *signerFixture) stands(subject string) (status string) {
	d.T.Helper()
	if err := d.DB.QueryRow(d.Ctx, `SELECT status FROM transactions WHERE subject = $1`, subject).Scan(&status); err != nil {
		d.T.Fatal(err)
	}
	return status
}

// A refund larger than the vault's balance doesn't block smaller ones.
func TestALargeRefundBlocksNoOther(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.pool.purse = 10
	large, small, next := d.back(100), d.back(5), d.back(6)
	if err := d.signer.Step(d.Ctx, d.lease); !errors.Is(err, signing.ErrFunds) {
		t.Errorf("Step() = %v, want ErrFunds", err)
	}
	// One at a time: the second one relies on what the first one left.
	if a, b, c := d.stands(large), d.stands(small), d.stands(next); a != "queued" || b != "broadcast" || c != "queued" {
		t.Errorf("large, small and next refund = %s, %s, %s, want queued, broadcast, queued", a, b, c)
	}
}

// More refunds than a step processes exceed the vault's balance. Those behind them are still processed, and they are retried.
func TestManyLargeRefundsBlockNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.pool.purse = 10
	var large []string
	for range 9 {
		large = append(large, d.back(100))
	}
	token := d.queueMint()
	for range 3 {
		_ = d.signer.Step(d.Ctx, d.lease)
	}
	d.want(token, "broadcast", 1)
	d.pool.purse = 0
	for range 3 {
		_ = d.signer.Step(d.Ctx, d.lease)
	}
	var on int
	for _, r := range large {
		if d.stands(r) == "broadcast" {
			on++
		}
	}
	if on != 1 {
		t.Errorf("%d refunds in progress, want 1", on)
	}
}

// person is a fleet with one account, whose credentials may change, or no response of auth, and with an empty catalog.
type person struct {
	chain.Names

	changed time.Time
	blocked bool
	err     error
}

func (p *person) Account(_ context.Context, accountID string) (custody.Person, error) {
	return custody.Person{AccountID: accountID, CredentialsChangedAt: p.changed, Blocked: p.blocked}, p.err
}

func (*person) Offer(context.Context, int64) (custody.Offer, error) {
	return custody.Offer{}, chain.ErrNotFound
}

// leaving is a fixture with a withdrawal that waits for the signer, while fees are above the cap.
type leaving struct {
	*signerFixture

	w      custody.Withdrawal
	person *person
	order  string
}

const credentialWait = 72 * time.Hour

func newLeaving(t *testing.T) *leaving {
	t.Helper()
	d := newDesk(t)
	v := requested(t, d)
	v.approve()
	v.advance()
	v.takeLease()
	d.pool.base = d.pool.most + 1
	v.try(signing.ErrFeeCap)
	v.is(custody.Signing, "")
	d.pool.base, d.pool.sent = 10, 0
	return v
}

// requested checks the withdrawal of a token in the vault, as approvals does when its owner requests it.
func requested(t *testing.T, d *signerFixture) *leaving {
	t.Helper()
	v := &leaving{signerFixture: d, person: d.person, order: id.New()}
	token := custody.Token{TokenID: 1_000_001, ChainID: 31337, CheckoutID: v.order, AccountID: "ada", ArtworkID: 1, EditionNumber: 1, PaidAt: time.Now()}
	if err := d.Store.QueueMint(d.Ctx, token, "0xminter"); err != nil {
		t.Fatal(err)
	}
	d.step()
	d.pool.mine(1)
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token.TokenID, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
	d.finalize(2)
	d.step()
	checked, err := d.withdrawals.Check(d.Ctx, custody.WantedWithdrawal{AccountID: "ada", TokenIDs: []int64{token.TokenID}, To: chaintest.Wallet})
	if err != nil || len(checked.Tokens) != 1 {
		t.Fatalf("Check() = %+v, %v, want the token", checked, err)
	}
	v.w = custody.Withdrawal{ID: id.New(), TokenID: token.TokenID}
	return v
}

func (v *leaving) approve() {
	v.T.Helper()
	err := v.withdrawals.Approved(v.Ctx, custody.ApprovedRequest{
		ID: id.New(), AccountID: "ada", ChainID: 31337, To: chaintest.Wallet, RequestedAt: v.clock.Now(), ApprovedAt: v.clock.Now(),
		Works: []custody.ApprovedWork{{WithdrawalID: v.w.ID, TokenID: v.w.TokenID, Position: 1}},
	})
	if err != nil {
		v.T.Fatal(err)
	}
}

// takeLease gives the signer the lease of the vault's key.
func (v *leaving) takeLease() {
	v.T.Helper()
	lease, ok, err := v.Store.Lease(v.Ctx, 31337, chaintest.Vault, time.Hour)
	if err != nil || !ok {
		v.T.Fatalf("Lease() = %t, %v, want true and no error", ok, err)
	}
	v.lease = lease
}

func (v *leaving) try(want error) {
	v.T.Helper()
	if err := v.signer.Step(v.Ctx, v.lease); !errors.Is(err, want) {
		v.T.Errorf("%v, want %v", err, want)
	}
}

func (v *leaving) is(status custody.WithdrawalStatus, reason string) {
	v.T.Helper()
	if w, err := v.Store.Read(v.Ctx, v.w.ID); err != nil || w.Status != status || w.Reason != reason {
		v.T.Errorf("%+v, %v, want %s %q", w, err, status, reason)
	}
}

// A token in transit to its former owner isn't assigned to anyone else until the transfer is known to have failed.
func TestATokenInTransitIsNotSold(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(v *leaving){
		"it was sent": func(v *leaving) {
			v.try(nil)
			v.is(custody.InBroadcast, "")
		},
		"it was sent, and its nonce was abandoned": func(v *leaving) {
			v.pool.forgets = true
			v.try(nil)
			v.pool.base, v.pool.nonce, v.pool.final = v.pool.most+1, v.pool.nonce+3, v.pool.nonce+3
			v.try(signing.ErrFeeCap)
			v.is(custody.Signing, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newLeaving(t)
			run(v)
			if err := v.Store.Refunded(v.Ctx, v.order); err != nil {
				t.Fatal(err)
			}
			resold := custody.Token{TokenID: 1_000_001, ChainID: 31337, CheckoutID: id.New(), AccountID: "bob", ArtworkID: 1, EditionNumber: 1, PaidAt: time.Now()}
			if state, err := v.releases.Release(v.Ctx, v.order, 1_000_001); err != nil || state != custody.ReleaseWithdrawing {
				t.Errorf("v.releases.Release(v.ctx, v.order, 1_000_001) = %v, %v, want state %v and no error", state, err, custody.ReleaseWithdrawing)
			}
			if err := v.Store.QueueMint(v.Ctx, resold, "0xminter"); !errors.Is(err, custody.ErrTaken) {
				t.Errorf("%v, want %v", err, custody.ErrTaken)
			}
			if _, err := v.DB.Exec(v.Ctx, `UPDATE withdrawals SET status = 'failed' WHERE id = $1`, v.w.ID); err != nil {
				t.Fatal(err)
			}
			if state, err := v.releases.Release(v.Ctx, v.order, 1_000_001); err != nil || state != custody.ReleaseDone {
				t.Errorf("v.releases.Release(v.ctx, v.order, 1_000_001) = %v, %v, want state %v and no error", state, err, custody.ReleaseDone)
			}
			if err := v.Store.QueueMint(v.Ctx, resold, "0xminter"); err != nil {
				t.Error(err)
			}
		})
	}
}

// A withdrawal may wait for hours, so changes to its token and its owner in that time count.
func TestAQueuedTransferIsCheckedAgain(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(v *leaving){
		"nothing happens": func(v *leaving) {
			v.try(nil)
			v.is(custody.InBroadcast, "")
		},
		"its order is disputed": func(v *leaving) {
			if err := v.Store.Freeze(v.Ctx, v.order, true, 1); err != nil {
				v.T.Fatal(err)
			}
			v.try(nil)
			v.is(custody.Failed, "token_frozen")
		},
		"the dispute ends before it could be signed": func(v *leaving) {
			for version, disputed := range []bool{true, false} {
				if err := v.Store.Freeze(v.Ctx, v.order, disputed, int64(version)+1); err != nil {
					v.T.Fatal(err)
				}
			}
			v.try(nil)
			v.is(custody.InBroadcast, "")
		},
		"its order is refunded": func(v *leaving) {
			if err := v.Store.Refunded(v.Ctx, v.order); err != nil {
				v.T.Fatal(err)
			}
			v.try(nil)
			v.is(custody.Failed, "token_frozen")
			if state, err := v.releases.Release(v.Ctx, v.order, 1_000_001); err != nil || state != custody.ReleaseDone {
				v.T.Errorf("v.releases.Release(v.ctx, v.order, 1_000_001) = %v, %v, want state %v and no error", state, err, custody.ReleaseDone)
			}
		},
		"its owner's credentials change": func(v *leaving) {
			v.person.changed = v.clock.Now()
			v.try(nil)
			v.is(custody.Signing, "")
			v.clock.Advance(credentialWait)
			v.try(nil)
			v.is(custody.InBroadcast, "")
		},
		"auth is unavailable": func(v *leaving) {
			v.person.err = chain.ErrUnavailable
			refund := chaintest.Due(5)
			refund.Status = paying.RefundQueued
			if err := v.Store.TakeRefund(v.Ctx, refund, time.Now(), chaintest.Vault); err != nil {
				v.T.Fatal(err)
			}
			v.try(chain.ErrUnavailable)
			v.is(custody.Signing, "")
			if s := v.stands(refund.ID); s != "broadcast" {
				v.T.Errorf("status of the next refund = %s, want broadcast", s)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newLeaving(t)
			run(v)
			if w, err := v.Store.Read(v.Ctx, v.w.ID); err != nil || w.Status == custody.Failed && v.pool.sent != 0 {
				t.Errorf("withdrawal = %s, %v, %d transactions sent, want none sent if failed", w.Status, err, v.pool.sent)
			}
		})
	}
}

package signing_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// A refund paid by an earlier transaction is owed until that is final: a reorganisation may undo it.
func TestARefundThatWasSentWaitsForFinality(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := chaintest.Due(7)
	r.Status = paying.RefundQueued
	if err := d.Store.TakeRefund(d.Ctx, r, time.Now(), "0xminter"); err != nil {
		t.Fatal(err)
	}
	status := func(want string) {
		t.Helper()
		var got string
		err := d.DB.QueryRow(d.Ctx, `SELECT status FROM transactions WHERE kind = 'refund' AND subject = $1`, r.ID).Scan(&got)
		if err != nil || got != want {
			t.Errorf("the transaction is %q, want %s: %v", got, want, err)
		}
	}
	sent := func(tx string) {
		d.Node.Add(chain.Block{Refunds: []chain.RefundEvent{{ChainID: 31337, RefundID: r.ID, TxHash: tx}}})
		d.Settle()
	}
	d.pool.refunded = true
	sent("0xa")
	d.step()
	status("queued")
	d.pool.refunded = false
	d.Node.Fork(1)
	d.Node.Mine(2)
	d.Settle()
	d.step()
	status("broadcast")
	d.pool.mine(3)
	sent("0xb")
	d.finalize(5)
	d.step()
	status("final")
}

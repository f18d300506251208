package signing_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

func TestSigner(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(t *testing.T, d *signerFixture){
		"sends in the order of nonces and ends when final": func(t *testing.T, d *signerFixture) {
			a, b := d.queueMint(), d.queueMint()
			d.step()
			d.want(a, "broadcast", 1)
			d.pool.mine(1)
			d.step()
			d.want(b, "mined", 1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 1)
			d.want(b, "final", 1)
			if d.pool.sent != 2 {
				t.Errorf("%d transactions sent, want 2", d.pool.sent)
			}
		},
		"starts no more than may wait": func(t *testing.T, d *signerFixture) {
			for range 6 {
				d.queueMint()
			}
			d.step()
			d.step()
			if len(d.pool.waiting) != 4 {
				t.Errorf("%d wait, want 4", len(d.pool.waiting))
			}
		},
		"mined transactions don't delay others while they wait for finality": func(t *testing.T, d *signerFixture) {
			var tokens []int64
			for range 10 {
				tokens = append(tokens, d.queueMint())
			}
			d.step()
			d.pool.mine(1)
			d.step()
			d.pool.mine(2)
			d.step()
			asked := d.pool.asked
			d.step()
			d.want(tokens[0], "mined", 1)
			d.want(tokens[7], "mined", 1)
			d.want(tokens[9], "broadcast", 1)
			if again := d.pool.asked - asked; again != 2 {
				t.Errorf("%d receipts were requested, want those of the two pending transactions", again)
			}
			d.pool.mine(3)
			d.finalize(3)
			d.step()
			for _, token := range tokens {
				d.want(token, "final", 1)
			}
			if d.pool.sent != 10 {
				t.Errorf("%d transactions sent, want 10", d.pool.sent)
			}
		},
		"resends the same bytes to a node that dropped them": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.pool.forgets = true
			d.step()
			d.pool.forgets = false
			d.clock.Set(time.Now().Add(20 * time.Second))
			d.step()
			d.want(a, "broadcast", 1)
			if len(d.pool.waiting) != 1 {
				t.Errorf("mempool = %v, want one transaction", d.pool.waiting)
			}
		},
		"pays more with the same nonce, up to the cap": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			d.pool.base = 100
			for range 3 {
				d.clock.Advance(46 * time.Second)
				d.step()
			}
			d.want(a, "broadcast", 4)
			d.pool.base, d.next = 2000, 1
			b := d.queueMint()
			d.clock.Advance(46 * time.Second)
			d.step()
			d.want(a, "broadcast", 4)
			d.want(b, "queued", 0)
			if !d.paused {
				t.Error("the key wasn't paused")
			}
			d.pool.base = 100
			d.step()
			d.step()
			if d.paused {
				t.Error("the key is still paused")
			}
			d.pool.mine(1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 5)
		},
		"repeats a mint that has a final receipt and no event": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			d.pool.mine(1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 1)
			clear(d.pool.receipts) // the node had reported a receipt that doesn't exist
			clear(d.pool.owners)
			d.pool.nonce = 0
			d.finalize(64)
			d.step()
			d.want(a, "final", 1)
			d.finalize(65)
			d.step()
			d.step()
			d.want(a, "broadcast", 1) // the same bytes: nonce and fee are unchanged
		},
		"waits for a transaction whose receipt failed while its nonce is unused": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			for _, hash := range d.pool.waiting {
				d.pool.receipts[hash] = signing.Receipt{OK: false, BlockNumber: 1}
			}
			d.finalize(1)
			d.step()
			d.want(a, "broadcast", 1)
			clear(d.pool.receipts)
			d.pool.mine(2)
			d.finalize(2)
			d.step()
			d.want(a, "final", 1)
		},
		"finds the receipt of an earlier attempt": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			first := d.pool.waiting[0]
			d.clock.Advance(46 * time.Second)
			d.step()
			d.pool.waiting[0] = first // the cheap one was mined in the end
			d.pool.mine(1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 2)
		},
		"an underpriced replacement is raised again": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			d.pool.refuse = signing.ErrUnderpriced
			d.clock.Advance(46 * time.Second)
			d.step()
			d.pool.refuse = nil
			d.clock.Advance(46 * time.Second)
			d.step()
			d.want(a, "broadcast", 3)
		},
		"a reorganisation reverts it": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.step()
			d.pool.mine(1)
			d.step()
			d.want(a, "mined", 1)
			d.pool.receipts, d.pool.owners, d.pool.nonce = map[string]signing.Receipt{}, map[int64]string{}, 0
			d.step()
			d.want(a, "broadcast", 1)
			d.pool.mine(2)
			d.finalize(2)
			d.step()
			d.want(a, "final", 1)
		},
		"another transaction took the nonce": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.pool.forgets = true
			d.step()
			d.pool.forgets, d.pool.nonce, d.pool.final = false, 3, 3
			d.step()
			d.step()
			d.want(a, "broadcast", 2)
			d.pool.mine(1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 2)
		},
		"a nonce gap left by another program is filled": func(t *testing.T, d *signerFixture) {
			d.pool.nonce = 3
			a, b := d.queueMint(), d.queueMint()
			d.step()
			d.pool.nonce = 2 // the transaction with nonce 2 is gone
			d.clock.Advance(16 * time.Second)
			d.step()
			d.want(a, "broadcast", 1)
			d.want(b, "broadcast", 2)
			d.pool.mine(1)
			d.finalize(1)
			d.step()
			d.want(a, "final", 1)
			d.want(b, "final", 2)
			if d.pool.owners[a] != chaintest.Vault || d.pool.owners[b] != chaintest.Vault || d.pool.nonce != 5 {
				t.Errorf("owners = %v, want the vault %s for both; nonce = %d, want 5", d.pool.owners, chaintest.Vault, d.pool.nonce)
			}
		},
		"already minted into the vault is done when that is final": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.pool.owners[a] = chaintest.Vault
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: a, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
			d.Settle()
			d.step()
			d.want(a, "queued", 0)
			d.Node.Fork(1) // a reorganisation undoes it, so it is still owed
			d.Node.Mine(2)
			d.Settle()
			delete(d.pool.owners, a)
			d.step()
			d.want(a, "broadcast", 1)
			b := d.queueMint()
			d.pool.owners[b] = chaintest.Vault
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: b, To: chaintest.Vault, TxHash: "0x6", LogIndex: 1}}})
			d.finalize(4)
			d.step()
			d.want(b, "final", 0)
		},
		"already minted to somebody else is not": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			d.pool.owners[a] = chaintest.Wallet
			d.step()
			d.want(a, "failed", 0)
		},
		"a signer that lost its lease writes nothing": func(t *testing.T, d *signerFixture) {
			a := d.queueMint()
			if _, err := d.DB.Exec(d.Ctx, `UPDATE signers SET epoch = epoch + 1`); err != nil {
				t.Fatal(err)
			}
			if err := d.signer.Step(d.Ctx, d.lease); !errors.Is(err, signing.ErrFenced) {
				t.Errorf("Step() = %v, want ErrFenced", err)
			}
			d.want(a, "queued", 0)
			if d.pool.sent != 0 {
				t.Errorf("%d transactions sent with a stale epoch, want 0", d.pool.sent)
			}
		},
		"two signers never hold one key": func(t *testing.T, d *signerFixture) {
			if _, ok, err := d.Store.Lease(d.Ctx, 31337, "0xminter", time.Hour); ok || err != nil {
				t.Errorf("second Lease() = %t, %v, want false and no error", ok, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, newDesk(t))
		})
	}
}

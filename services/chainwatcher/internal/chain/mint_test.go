package chain_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

// A mint is published once, by its final event, however the transaction ended.
func TestMintIsReportedByItsEvent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := d.queueMint()
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: vault, TxHash: "0x5", LogIndex: 1}}})
	d.settle()
	if d.events.count("minted") != 0 {
		t.Errorf("events = %q, want none minted before it was final", d.events.list)
	}
	d.node.Fork(1)
	d.node.Mine(2)
	d.settle()
	if tok, err := d.store.Token(d.ctx, token); err != nil || tok.Holder != "" {
		t.Errorf(`d.store.Token(d.ctx, token) = %v, %v, want holder "" and no error`, tok, err)
	}
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: vault, TxHash: "0x6", LogIndex: 1}}})
	d.finalize(3)
	d.finalize(5)
	if tok, err := d.store.Token(d.ctx, token); err != nil || tok.Status != chain.Minted || tok.MintTx != "0x6" || d.events.count("minted") != 1 {
		t.Errorf("token = %+v, %v, want minted by 0x6; events = %q, want one minted", tok, err, d.events.list)
	}
}

// TestMintNeedsThePaymentInTheContract: an order whose confirmed payment the payment contract denies gets no token, holds up no other mint,
// and is counted until the contract confirms it.
func TestMintNeedsThePaymentInTheContract(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.quoted(chaintest.Start.Add(time.Hour))
	d.node.Add(chain.Block{Payments: []chain.Payment{p}})
	d.finalize(1)
	const token = 2_000_001
	err := d.store.QueueMint(d.ctx, chain.Token{
		TokenID: token, ChainID: 31337, CheckoutID: p.CheckoutID, AccountID: "ada", ArtworkID: 2, EditionNumber: 1, PaymentMethod: "ether", PaidAt: time.Now(),
	}, "0xminter")
	if err != nil {
		t.Fatal(err)
	}
	link := chain.Link{Chain: d.chain, Contracts: contracts{d.pool}}
	compared := func(want int) {
		t.Helper()
		if err := chain.ComparePayments(d.ctx, d.store, link, testkit.Log(t)); err != nil {
			t.Fatal(err)
		}
		if n, err := d.store.CountUnpaid(d.ctx, 31337); err != nil || n != want {
			t.Errorf("%d orders that the contract denies, %v, want %d", n, err, want)
		}
	}
	other := d.queueMint()
	for _, intent := range []string{"", "0xanother"} {
		d.pool.intent = intent
		if err := d.signer.Step(d.ctx, d.lease); !errors.Is(err, chain.ErrUnpaid) {
			t.Fatalf("Step() = %v, want ErrUnpaid", err)
		}
		d.want(token, "queued", 0)
		d.want(other, "broadcast", 1)
		compared(1)
	}
	d.pool.intent = p.IntentHash
	d.step()
	d.step()
	d.want(token, "broadcast", 1)
	compared(0)
}

// TestMintsWithoutOrder: a final mint of a token that no order has is counted.
func TestMintsWithoutOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	count := func(want int) {
		t.Helper()
		if _, err := d.rig.pool.Exec(d.ctx, `UPDATE transfers SET block_time = now()`); err != nil {
			t.Fatal(err)
		}
		if n, err := d.store.CountMintsWithoutOrder(d.ctx); err != nil || n != want {
			t.Errorf("%d mints without an order, %v, want %d", n, err, want)
		}
	}
	token := d.queueMint()
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: vault, TxHash: "0x5", LogIndex: 1}}})
	d.finalize(1)
	count(0)
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: 7_000_001, To: wallet, TxHash: "0x6", LogIndex: 1}}})
	d.settle()
	count(0)
	d.finalize(2)
	count(1)
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: 7_000_001, From: wallet, To: vault, TxHash: "0x7", LogIndex: 1}}})
	d.finalize(3)
	count(1)
}

func TestCoolDown(t *testing.T) {
	t.Parallel()
	at := chaintest.Start
	waits := chain.Waits{NewAddress: 24 * time.Hour, Credentials: 72 * time.Hour, Card: 14 * 24 * time.Hour}
	for name, c := range map[string]struct {
		method  string
		paid    time.Time
		changed time.Time
		used    bool
		want    time.Duration
	}{
		"new address":        {"ether", at.Add(-time.Hour), time.Time{}, false, 24 * time.Hour},
		"known address":      {"ether", at.Add(-time.Hour), time.Time{}, true, 0},
		"credentials":        {"ether", at.Add(-time.Hour), at.Add(-time.Hour), false, 71 * time.Hour},
		"old credentials":    {"ether", at.Add(-time.Hour), at.Add(-80 * time.Hour), true, 0},
		"card":               {"card", at.Add(-24 * time.Hour), at, false, 13 * 24 * time.Hour},
		"a card of long ago": {"card", at.Add(-24 * 30 * time.Hour), time.Time{}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := waits.End(chain.Withdrawal{ApprovedAt: at}, chain.Token{PaymentMethod: c.method, PaidAt: c.paid}, c.changed, c.used)
			if got.Sub(at) != c.want {
				t.Errorf("got %s, want %s", got.Sub(at), c.want)
			}
		})
	}
}

package signing_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// A mint is published once, by its final event, however the transaction ended.
func TestMintIsReportedByItsEvent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := d.queueMint()
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
	d.Settle()
	if d.Events.Count("minted") != 0 {
		t.Errorf("events = %q, want none minted before it was final", d.Events.List)
	}
	d.Node.Fork(1)
	d.Node.Mine(2)
	d.Settle()
	if tok, err := d.Store.Token(d.Ctx, token); err != nil || tok.Holder != "" {
		t.Errorf(`d.store.Token(d.ctx, token) = %v, %v, want holder "" and no error`, tok, err)
	}
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x6", LogIndex: 1}}})
	d.finalize(3)
	d.finalize(5)
	if tok, err := d.Store.Token(d.Ctx, token); err != nil || tok.Status != custody.Minted || tok.MintTx != "0x6" || d.Events.Count("minted") != 1 {
		t.Errorf("token = %+v, %v, want minted by 0x6; events = %q, want one minted", tok, err, d.Events.List)
	}
}

// TestMintNeedsThePaymentInTheContract: an order whose confirmed payment the payment contract denies gets no token, holds up no other mint,
// and is counted until the contract confirms it.
func TestMintNeedsThePaymentInTheContract(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.Quoted(chaintest.Start.Add(time.Hour))
	d.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	d.finalize(1)
	const token = 2_000_001
	err := d.Store.QueueMint(d.Ctx, custody.Token{
		TokenID: token, ChainID: 31337, CheckoutID: p.CheckoutID, AccountID: "ada", ArtworkID: 2, EditionNumber: 1, PaymentMethod: "ether", PaidAt: time.Now(),
	}, "0xminter")
	if err != nil {
		t.Fatal(err)
	}
	link := chain.Link{Chain: d.Chain, Contracts: contracts{d.pool}}
	compared := func(want int) {
		t.Helper()
		if err := signing.ComparePayments(d.Ctx, d.Store, link, testkit.Log(t)); err != nil {
			t.Fatal(err)
		}
		heads, err := (&read.Reader{Pool: d.DB, Chains: d.withdrawals.Chains}).ListHeads(d.Ctx, nil)
		if err != nil || len(heads.GetItems()) != 1 || int(heads.GetItems()[0].GetContractUnpaid()) != want {
			t.Errorf("heads = %v, %v, want %d orders that the contract denies", heads, err, want)
		}
	}
	other := d.queueMint()
	for _, intent := range []string{"", "0xanother"} {
		d.pool.intent = intent
		if err := d.signer.Step(d.Ctx, d.lease); !errors.Is(err, signing.ErrUnpaid) {
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
		if _, err := d.DB.Exec(d.Ctx, `UPDATE transfers SET block_time = now()`); err != nil {
			t.Fatal(err)
		}
		if n, err := d.Store.CountMintsWithoutOrder(d.Ctx); err != nil || n != want {
			t.Errorf("%d mints without an order, %v, want %d", n, err, want)
		}
	}
	token := d.queueMint()
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
	d.finalize(1)
	count(0)
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: 7_000_001, To: chaintest.Wallet, TxHash: "0x6", LogIndex: 1}}})
	d.Settle()
	count(0)
	d.finalize(2)
	count(1)
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: 7_000_001, From: chaintest.Wallet, To: chaintest.Vault, TxHash: "0x7", LogIndex: 1}}})
	d.finalize(3)
	count(1)
}

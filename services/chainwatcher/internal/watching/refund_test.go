package watching_test

import (
	"slices"
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// A reorganisation moves a sent refund back to the queue. It is confirmed once, in whichever block it ends.
func TestReorganisationRevertsARefund(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s, _ := r.Refunds(0)
	d := chaintest.Due(7)
	r.Take(s, d, paying.RefundQueued, "")
	block := func(tx string) chain.Block {
		return chain.Block{Refunds: []chain.RefundEvent{{ChainID: 31337, RefundID: d.ID, TxHash: tx}, {ChainID: 31337, RefundID: id.New(), TxHash: "0xother"}}}
	}
	r.Node.Mine(2)
	r.Node.Add(block("0xa"))
	r.Settle()
	r.Take(s, d, paying.RefundSent, "")
	r.Node.Fork(1)
	r.Node.Mine(3)
	r.Settle()
	r.Take(s, d, paying.RefundQueued, "")
	r.Node.Add(block("0xb"))
	r.Settle()
	r.Node.Final = r.Node.Tip().Number
	r.Settle()
	r.Settle()
	r.Take(s, d, paying.RefundConfirmed, "")
	want := []string{"refund sent " + d.ID + " 0xa", "refund sent " + d.ID + " 0xb", "refund confirmed " + d.ID + " 0xb"}
	if !slices.Equal(r.Events.List, want) {
		t.Errorf("r.events.list = %v, want %v", r.Events.List, want)
	}
}

// Money outside the payment contract is published once its block is final, and not if the block is dropped.
func TestMoneyIsEmailedWhenFinal(t *testing.T) {
	t.Parallel()
	r := setup(t)
	money := func(tx string) chain.Block {
		return chain.Block{Incoming: []chain.Incoming{{ChainID: 31337, TxHash: tx, LogIndex: -1, Payer: chaintest.Wallet, To: chaintest.Vault, Amount: money.NewWei(3)}}}
	}
	r.Node.Add(money("0xgone"))
	r.Settle()
	r.Node.Fork(1)
	r.Node.Mine(1)
	r.Node.Add(money("0xstays"))
	r.Settle()
	if len(r.Events.List) != 0 {
		t.Errorf("events = %q, want none", r.Events.List)
	}
	r.Node.Final = 2
	r.Settle()
	r.Settle()
	if !slices.Equal(r.Events.List, []string{"arrived 0xstays"}) {
		t.Errorf("events = %q, want only arrived 0xstays", r.Events.List)
	}
}

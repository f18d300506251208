package chain_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

// plain accepts any address but the empty one.
type plain struct{}

func (plain) Parse(text string) (string, error) {
	if text == "" {
		return "", chain.ErrAddress
	}
	return text, nil
}

func (r *rig) refunds(limit int64) (*chain.Refunds, *clock.Fake) {
	now := clock.NewFake(time.Now())
	return &chain.Refunds{
		Store: r.store, Events: r.events, Addresses: plain{}, Chains: chain.NewChains(r.chain.ID, []uint32{r.chain.ID}), Clock: now, Log: testkit.Log(r.t),
		Limit: func(uint32) money.Wei { return money.NewWei(limit) }, Vault: vault, Refused: func(uint32, string) {},
	}, now
}

func due(wei int64) chain.Refund {
	return chain.Refund{ID: id.New(), ChainID: 31337, To: wallet, Amount: money.NewWei(wei), DecidedAt: chaintest.Start}
}

func (r *rig) take(s *chain.Refunds, d chain.Refund, status chain.RefundStatus, reason string) {
	r.t.Helper()
	got, err := s.Take(r.ctx, d)
	if err != nil || got.Status != status || got.Reason != reason {
		r.t.Errorf("%+v, %v; want %s %s", got, err, status, reason)
	}
}

// A day's refunds may reach the limit exactly; refused ones don't count.
func TestRefundLimit(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s, now := r.refunds(100)
	first := due(60)
	r.take(s, first, chain.RefundQueued, "")
	r.take(s, first, chain.RefundQueued, "") // counts once
	r.take(s, due(41), chain.RefundFailed, chain.LimitExceeded)
	r.take(s, due(40), chain.RefundQueued, "")
	r.take(s, due(1), chain.RefundFailed, chain.LimitExceeded)
	now.Advance(24*time.Hour + time.Second)
	r.take(s, due(100), chain.RefundQueued, "")
	elsewhere := due(1)
	elsewhere.ChainID = 5
	r.take(s, elsewhere, chain.RefundFailed, chain.UnsupportedChain)
	if n := r.events.count("refund failed"); n != 3 {
		t.Errorf("events = %q, want 3 failed refunds", r.events.list)
	}
	for _, bad := range []chain.Refund{{ID: id.New(), ChainID: 31337, Amount: money.NewWei(1)}, {ID: id.New(), ChainID: 31337, To: wallet}} {
		if _, err := s.Take(r.ctx, bad); !errors.Is(err, chain.ErrRefund) {
			t.Errorf("Take(%+v) = %v, want ErrRefund", bad, err)
		}
	}
}

// Events and ListRefunds calls arrive concurrently: the limit holds, and each refund is accepted once.
func TestConcurrentRefunds(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s, _ := r.refunds(50)
	list := make([]chain.Refund, 10)
	for i := range list {
		list[i] = due(10)
	}
	var group sync.WaitGroup
	for range 4 {
		for _, d := range list {
			group.Go(func() {
				if _, err := s.Take(r.ctx, d); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	var queued, failed, transactions int
	err := r.pool.QueryRow(r.ctx, `SELECT count(*) FILTER (WHERE status = 'queued'), count(*) FILTER (WHERE status = 'failed'),
		(SELECT count(*) FROM transactions WHERE kind = 'refund') FROM refunds`).Scan(&queued, &failed, &transactions)
	if err != nil || queued != 5 || failed != 5 || transactions != 5 {
		t.Errorf("%d queued, %d failed, %d transactions, %v, want 5, 5, 5", queued, failed, transactions, err)
	}
}

// A reorganisation moves a sent refund back to the queue. It is confirmed once, in whichever block it ends.
func TestReorganisationRevertsARefund(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s, _ := r.refunds(0)
	d := due(7)
	r.take(s, d, chain.RefundQueued, "")
	block := func(tx string) chain.Block {
		return chain.Block{Refunds: []chain.RefundEvent{{ChainID: 31337, RefundID: d.ID, TxHash: tx}, {ChainID: 31337, RefundID: id.New(), TxHash: "0xother"}}}
	}
	r.node.Mine(2)
	r.node.Add(block("0xa"))
	r.settle()
	r.take(s, d, chain.RefundSent, "")
	r.node.Fork(1)
	r.node.Mine(3)
	r.settle()
	r.take(s, d, chain.RefundQueued, "")
	r.node.Add(block("0xb"))
	r.settle()
	r.node.Final = r.node.Tip().Number
	r.settle()
	r.settle()
	r.take(s, d, chain.RefundConfirmed, "")
	want := []string{"refund sent " + d.ID + " 0xa", "refund sent " + d.ID + " 0xb", "refund confirmed " + d.ID + " 0xb"}
	if !slices.Equal(r.events.list, want) {
		t.Errorf("r.events.list = %v, want %v", r.events.list, want)
	}
}

// Money outside the payment contract is published once its block is final, and not if the block is dropped.
func TestMoneyIsEmailedWhenFinal(t *testing.T) {
	t.Parallel()
	r := setup(t)
	money := func(tx string) chain.Block {
		return chain.Block{Incoming: []chain.Incoming{{ChainID: 31337, TxHash: tx, LogIndex: -1, Payer: wallet, To: vault, Amount: money.NewWei(3)}}}
	}
	r.node.Add(money("0xgone"))
	r.settle()
	r.node.Fork(1)
	r.node.Mine(1)
	r.node.Add(money("0xstays"))
	r.settle()
	if len(r.events.list) != 0 {
		t.Errorf("events = %q, want none", r.events.list)
	}
	r.node.Final = 2
	r.settle()
	r.settle()
	if !slices.Equal(r.events.list, []string{"arrived 0xstays"}) {
		t.Errorf("events = %q, want only arrived 0xstays", r.events.list)
	}
}

// A refund paid by an earlier transaction is owed until that is final: a reorganisation may undo it.
func TestARefundThatWasSentWaitsForFinality(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := due(7)
	r.Status = chain.RefundQueued
	if err := d.store.TakeRefund(d.ctx, r, time.Now(), "0xminter"); err != nil {
		t.Fatal(err)
	}
	status := func(want string) {
		t.Helper()
		var got string
		err := d.rig.pool.QueryRow(d.ctx, `SELECT status FROM transactions WHERE kind = 'refund' AND subject = $1`, r.ID).Scan(&got)
		if err != nil || got != want {
			t.Errorf("the transaction is %q, want %s: %v", got, want, err)
		}
	}
	sent := func(tx string) {
		d.node.Add(chain.Block{Refunds: []chain.RefundEvent{{ChainID: 31337, RefundID: r.ID, TxHash: tx}}})
		d.settle()
	}
	d.pool.refunded = true
	sent("0xa")
	d.step()
	status("queued")
	d.pool.refunded = false
	d.node.Fork(1)
	d.node.Mine(2)
	d.settle()
	d.step()
	status("broadcast")
	d.pool.mine(3)
	sent("0xb")
	d.finalize(5)
	d.step()
	status("final")
}

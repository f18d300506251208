package chainwatcher_test

import (
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

// A reorganisation below finality, on a real node, raises the alarm. Nothing is completed or undone, and checkout's reconciler gets
// the same response as before. The metrics are global to the process, so this test doesn't run in parallel.
func TestReorganisationBelowFinalityRaisesAnAlert(t *testing.T) {
	h := setup(t)
	h.mine(3)
	base, err := h.node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	q := h.quote(id.New(), 9_900, 10*time.Minute)
	h.pay(q)
	h.mine(4)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentConfirmed](h)) == 1 })
	h.minted("ada", 3)
	h.caughtUp()
	head := func() *chainv1.Head {
		res, err := h.chains.ListHeads(t.Context(), &chainv1.ListHeadsRequest{})
		if err != nil || len(res.GetItems()) != 1 {
			t.Fatalf("res, err = %v, %v, want 1 items and no error", res, err)
		}
		return res.GetItems()[0]
	}
	before := head()
	this := map[string]string{"chain": "31337"}
	if testkit.Metric(t, "chainwatcher_stopped", this) != 0 {
		t.Fatal("chainwatcher_stopped isn't 0 on a healthy chain")
	}
	newest, err := h.node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h.rpcCall("anvil_reorg", newest-base, []any{}) // the blocks of the payment and of the mint among them
	began := time.Now()
	testkit.Eventually(t, soon, func() bool { return testkit.Metric(t, "chainwatcher_stopped", this) == 1 })
	t.Logf("alarmed after %s", time.Since(began).Round(time.Millisecond))
	deep := map[string]string{"chain": "31337", "reason": "too_deep"}
	from := testkit.Metric(t, "chainwatcher_step_failures_total", deep)
	h.mine(20)
	testkit.Eventually(t, soon, func() bool { return testkit.Metric(t, "chainwatcher_step_failures_total", deep) >= from+5 })
	if after := head(); after.GetNumber() != before.GetNumber() || after.GetFinalized() != before.GetFinalized() {
		t.Errorf("head = %v, want number and finalized of %v", after, before)
	}
	if n := h.written(&chainv1.PaymentReverted{}); n != 0 {
		t.Errorf("%d final payments were reverted, want 0", n)
	}
	if n := h.written(&chainv1.PaymentConfirmed{}); n != 1 {
		t.Errorf("%d payments were confirmed, want 1", n)
	}
	res, err := h.chains.ListPayments(t.Context(), &chainv1.ListPaymentsRequest{ChainId: 31337})
	if err != nil || len(res.GetItems()) != 1 || !res.GetItems()[0].GetFinal() {
		t.Errorf("ListPayments() = %v, %v, want one final payment", res, err)
	}
	if testkit.Metric(t, "chainwatcher_stopped", this) != 1 {
		t.Error("chainwatcher_stopped isn't 1 before the chain is released")
	}

	// Nothing is signed, even after a restart, until an operator releases the chain.
	testkit.Eventually(t, soon, func() bool { now := head(); return now.GetHalted() == "deep_reorg" && now.GetVanishedTokens() == 1 })
	attempts := func() (n int) {
		if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM attempts`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	signed := attempts()
	o := h.order("ada", 4, 1)
	h.event("paid:"+o.GetCheckoutId(), o)
	h.stop()
	h.start()
	testkit.Eventually(t, soon, func() bool { return len(h.tokens("ada")) == 2 })
	_, err = h.chains.CreateQuote(t.Context(), &chainv1.CreateQuoteRequest{
		CheckoutId: id.New(), Amount: 9_900, Currency: "USD", HoldExpiresAt: timestamppb.New(time.Now().Add(10 * time.Minute)),
	})
	if connect.CodeOf(err) != connect.CodeUnavailable || !strings.Contains(err.Error(), "paused") {
		t.Errorf("a quote on a halted chain: %v, want unavailable", err)
	}
	time.Sleep(2 * time.Second)
	if n := attempts(); n != signed {
		t.Errorf("%d transactions were signed on a halted chain, want none", n-signed)
	}
	if err := chainwatcher.Release(t.Context(), h.cfg, nil, []string{"31337", "", ""}); err == nil {
		t.Error("release without a name and a reason succeeded, want an error")
	}
	if err := chainwatcher.Release(t.Context(), h.cfg, nil, []string{"31337", "Mara Lindqvist", "test of the release"}); err != nil {
		t.Fatal(err)
	}
	// The nodes still contradict the final block.
	testkit.Eventually(t, soon, func() bool { return head().GetHalted() == "deep_reorg" })
	var by, note string
	err = h.pool.QueryRow(t.Context(), `SELECT released_by, note FROM halts WHERE released_at IS NOT NULL`).Scan(&by, &note)
	if err != nil || by != "Mara Lindqvist" || note != "test of the release" {
		t.Errorf("the release is recorded as %q, %q, %v, want Mara Lindqvist, test of the release", by, note, err)
	}
}

// The only node accepts calls and never responds. The age of its head grows, even while a call hangs, and everything else continues.
// Once the node responds again, the service recovers automatically. The metrics are global to the process, so this test doesn't run
// in parallel.
func TestSilentNodeIsReported(t *testing.T) {
	h := setup(t)
	h.mine(2)
	h.caughtUp()
	this := map[string]string{"chain": "31337"}
	age := func() float64 { return testkit.Metric(t, "chainwatcher_head_age_seconds", this) }
	testkit.Eventually(t, soon, func() bool { return age() < 2 })
	h.silent.Store(true)
	testkit.Eventually(t, soon, func() bool { return age() > 6 })
	if _, err := h.chains.ListHeads(t.Context(), &chainv1.ListHeadsRequest{}); err != nil {
		t.Errorf("reads on a halted chain: error = %v, want nil", err)
	}
	h.silent.Store(false)
	h.mine(3)
	h.caughtUp()
	testkit.Eventually(t, soon, func() bool { return age() < 2 })
}

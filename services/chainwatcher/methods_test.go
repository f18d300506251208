package chainwatcher_test

import (
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// TestPaymentWithoutBlockReceipts: a payment completes with a node that doesn't have eth_getBlockReceipts, and nothing is reported.
func TestPaymentWithoutBlockReceipts(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.lacks.Store("eth_getBlockReceipts")
	h.start()
	hash := h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.PaymentConfirmed](h)) == 1
	})
	if got := published[*chainv1.PaymentConfirmed](h)[0].GetPayment().GetTransactionHash(); got != hash.Hex() {
		t.Errorf("transaction = %s, want %s", got, hash.Hex())
	}
	if got := h.problems(t.Context()); len(got) > 0 {
		t.Errorf("readiness = %q, want no problems", got)
	}
}

// TestReadinessNamesMissingMethods: readiness says which node lacks which required method, even if the service can't connect without it.
func TestReadinessNamesMissingMethods(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, method := range []string{"eth_estimateGas", "eth_call"} {
		h.stop()
		h.lacks.Store(method)
		h.open()
		want := "chain 31337: node 1 of 1 in rpcUrls doesn't have " + method
		testkit.Eventually(t, soon, func() bool { return slices.Contains(h.problems(t.Context()), want) })
	}
	h.stop()
	h.lacks.Store("")
	h.start()
	testkit.Eventually(t, soon, func() bool { return len(h.problems(t.Context())) == 0 })
}

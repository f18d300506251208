package ethereum_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

var cancelRuns = flag.Int("cancel.runs", 12, "how many withdrawals TestCancelDuringSigning makes")

// meetings are the signer's calls during which a withdrawal is cancelled; the last is after it was signed.
var meetings = []string{"before it", "eth_getTransactionCount", "eth_estimateGas", "eth_maxPriorityFeePerGas", "eth_getBalance", "eth_sendRawTransaction"}

// A cancellation while the signer signs either succeeds, and the token never leaves, or is refused as too late, and it leaves once.
func TestCancelDuringSigning(t *testing.T) {
	t.Parallel()
	v := newVaultFixture(t, rand.New(rand.NewPCG(1, 2)))
	taken := map[bool]int{}
	for n := range *cancelRuns {
		token, when := int64(30_000_001+n), meetings[n%len(meetings)]
		w, _ := v.approved(token)
		heard := make(chan error, 1)
		cancel := func() {
			_, err := v.withdrawals.Cancel(t.Context(), "ada", w.ID)
			heard <- err
		}
		if when == meetings[0] {
			cancel()
		} else {
			v.gate.before(when, func() { go cancel() })
		}
		for len(heard) == 0 {
			_ = v.tick()
		}
		err := <-heard
		if err != nil && !errors.Is(err, custody.ErrSent) {
			t.Fatalf("Cancel() %s: error = %v, want nil or ErrSent", when, err)
		}
		taken[err == nil]++
		v.ended()
		want, status, confirmed := []string{w.To}, custody.Final, 1
		if err == nil {
			want, status, confirmed = nil, custody.Cancelled, 0
		}
		v.until("the withdrawal's end", func() bool { return v.status(w.ID) == status })
		v.rpc("evm_mine") // with everything in the mempool
		if to := v.left(token); !slices.Equal(to, want) {
			t.Errorf("cancelling during %s: error = %v, transfers to %q, want %q", when, err, to, want)
		}
		if n := v.count(`SELECT count(*) FROM notes WHERE what LIKE $1 || '%'`, w.ID); n != confirmed || v.count(`SELECT count(*) FROM notes WHERE what = $1 AND kind = 'confirmed'`, w.ID) != confirmed {
			t.Errorf("cancelling during %s: error = %v, %d reports to the owner, want %d, confirmed", when, err, n, confirmed)
		}
	}
	t.Logf("%d cancelled, %d too late", taken[true], taken[false])
	if taken[true] == 0 || taken[false] == 0 {
		t.Error("want both outcomes, cancelled and too late")
	}
}

package chainwatcher_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// TestAReplicaTakesOverTheKey: the host of one replica vanishes without closing its database connections. The other replica takes
// over signing, and the first one signs nothing after it reconnects.
func TestAReplicaTakesOverTheKey(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	h := setup(t)
	h.stop()
	direct := h.cfg.DatabaseURL
	u, err := url.Parse(direct)
	if err != nil {
		t.Fatal(err)
	}
	addr, silent := testkit.SilentProxy(t, u.Host)
	u.Host = addr
	h.cfg.DatabaseURL = u.String()
	h.start()
	stopFirst := h.stop
	t.Cleanup(func() { silent.Store(false); stopFirst() })
	epochs := func() (sum int) {
		if err := h.pool.QueryRow(t.Context(), `SELECT coalesce(sum(epoch), 0) FROM signers WHERE expires_at > clock_timestamp()`).Scan(&sum); err != nil {
			t.Error(err)
		}
		return sum
	}
	testkit.Eventually(t, soon, func() bool { return epochs() > 0 })
	h.cfg.DatabaseURL = direct
	h.start()
	before := epochs()
	o := h.minted("ada", 5)

	silent.Store(true)
	vanished := time.Now()
	testkit.Eventually(t, 2*time.Minute, func() bool { return epochs() > before })
	t.Logf("the other replica acquired the keys after %s", time.Since(vanished).Round(time.Second))
	second := h.order("ada", 6, 1)
	h.event("paid:"+second.GetCheckoutId(), second)
	testkit.Eventually(t, 2*time.Minute, func() bool {
		h.tick()
		return len(published[*chainv1.TokenMinted](h)) == 2
	})

	// The first replica reconnects.
	silent.Store(false)
	now := epochs()
	third := h.order("ada", 7, 1)
	h.event("paid:"+third.GetCheckoutId(), third)
	testkit.Eventually(t, 2*time.Minute, func() bool {
		h.tick()
		return len(published[*chainv1.TokenMinted](h)) == 3
	})
	if after := epochs(); after != now {
		t.Errorf("epochs changed from %d to %d, want no change: the first replica took a key from the second", now, after)
	}
	contract := published[*chainv1.TokenMinted](h)[0].GetContract()
	for _, token := range []int64{o.GetTokenId(), second.GetTokenId(), third.GetTokenId()} {
		if n := h.transfers(contract, token); n != 1 {
			t.Errorf("token %d was transferred %d times, want once", token, n)
		}
	}
}

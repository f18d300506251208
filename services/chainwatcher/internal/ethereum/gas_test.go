package ethereum_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// TestGasIsCapped: a recipient's code doesn't spend more of the gallery's gas than a transaction of ours needs, whatever is sent to it.
func TestGasIsCapped(t *testing.T) {
	t.Parallel()
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []signing.Kind{signing.PayOut, signing.PayRefund, signing.Transfers} {
		for estimate, want := range map[uint64]uint64{40_000: 50_000, 270_000: signing.MaxGas, signing.MaxGas: signing.MaxGas, signing.MaxGas + 1: 0, 20_000_000: 0} {
			r := newRing(t, 1)
			r.nodes[0].change(func(n *scripted) { n.gas = estimate })
			a, err := ethereum.NewSender(r.node, ethereum.LocalKey(key), big.NewInt(1_000)).
				Sign(t.Context(), signing.Transaction{Kind: kind, Call: chain.Call{Contract: scriptedToken.Hex()}}, 1, 0, nil)
			if want == 0 && !errors.Is(err, signing.ErrRefused) || want > 0 && (err != nil || a.Gas != want) {
				t.Errorf("%s that takes %d gas: gas = %d, %v, want %d, or ErrRefused for 0", kind, estimate, a.Gas, err, want)
			}
		}
	}
}

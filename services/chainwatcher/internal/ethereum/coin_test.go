package ethereum_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// coin sets the key's balance, in wei.
func (v *custodyFixture) coin(wei string) { v.rpc("anvil_setBalance", v.chain.Vault, wei) }

const plenty = "0x3635c9adc5dea00000" // 1,000 ether

// Without coin for gas nothing is signed, so a withdrawal can still be cancelled. It goes out once there is coin.
func TestAKeyWithoutFundsSignsNothing(t *testing.T) {
	t.Parallel()
	v := newVaultFixture(t, rand.New(rand.NewPCG(1, 2)))
	stays, _ := v.approved(40_000_001)
	v.coin("0x0")
	for range 3 {
		if err := v.tick(); !errors.Is(err, signing.ErrFunds) {
			t.Errorf("%v, want %v", err, signing.ErrFunds)
		}
	}
	if n := v.attempts(stays.ID); n != 0 {
		t.Errorf("signed %d transactions, want 0", n)
	}
	if _, err := v.withdrawals.Cancel(t.Context(), "ada", stays.ID); err != nil {
		t.Error(err)
	}
	v.coin(plenty)
	leaves, _ := v.approved(40_000_002)
	v.coin("0x0")
	_ = v.tick()
	v.coin(plenty)
	v.until("the withdrawal", func() bool { return v.status(leaves.ID) == custody.Final })
	if a, b := len(v.left(stays.TokenID)), len(v.left(leaves.TokenID)); a != 0 || b != 1 {
		t.Errorf("%d transfers of the cancelled withdrawal, %d of the other, want 0 and 1", a, b)
	}
}

// The fee of a transaction that isn't mined because the key has no coin is not raised. Otherwise it would be at the maximum by the
// time there is coin again.
func TestAKeyWithoutFundsRaisesNoFee(t *testing.T) {
	t.Parallel()
	v := newVaultFixture(t, rand.New(rand.NewPCG(1, 2)))
	w, _ := v.approved(40_000_001)
	v.quiet(1)
	v.forget()
	v.coin("0x0")
	v.quiet(75) // five minutes
	if n := v.attempts(w.ID); n != 1 || v.paused {
		t.Errorf("signed %d transactions, paused = %t, want 1 and false", n, v.paused)
	}
	v.coin(plenty)
	v.until("the withdrawal", func() bool { return v.status(w.ID) == custody.Final })
	if n := len(v.left(w.TokenID)); n != 1 {
		t.Errorf("%d transfers, want 1", n)
	}
}

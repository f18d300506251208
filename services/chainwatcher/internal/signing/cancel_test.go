package signing_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

var errUnavailable = errors.New("the node does not respond")

func (v *leaving) cancel(account string, want error) {
	v.T.Helper()
	ids, err := v.withdrawals.Cancel(v.Ctx, account, v.w.ID)
	if !errors.Is(err, want) || err == nil && !slices.Equal(ids, []string{v.w.ID}) {
		v.T.Errorf("%v, %v, want the withdrawal, %v", ids, err, want)
	}
	if err == nil {
		v.is(custody.Cancelled, "")
	}
}

// A queued transfer can be cancelled until something was signed for it, and never afterwards.
func TestAQueuedTransferIsCancelled(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(v *leaving){
		"while it waits": func(v *leaving) {
			v.cancel("eve", chain.ErrNotFound)
			v.cancel("ada", nil)
			v.cancel("ada", nil)
			v.try(nil)
			v.is(custody.Cancelled, "")
			if s := v.stands(v.w.ID); s != "failed" || v.pool.sent != 0 {
				t.Errorf("transaction status = %s, %d sent, want failed, 0 sent", s, v.pool.sent)
			}
			// The token may move to another wallet.
			again, err := v.withdrawals.Check(v.Ctx, custody.WantedWithdrawal{AccountID: "ada", TokenIDs: []int64{v.w.TokenID}, To: "0x90F79bf6EB2c4f870365E785982E1f101E93b906"})
			if err != nil || len(again.Tokens) != 1 {
				t.Errorf("check after the cancellation = %+v, %v, want the token", again, err)
			}
		},
		"while the signer signs it": func(v *leaving) {
			v.pool.signing = func() { v.cancel("ada", nil) }
			v.try(nil)
			v.is(custody.Cancelled, "")
			if s := v.stands(v.w.ID); s != "failed" || v.pool.sent != 0 {
				t.Errorf("transaction status = %s, %d sent, want failed, 0 sent", s, v.pool.sent)
			}
		},
		"not after it was sent": func(v *leaving) {
			v.try(nil)
			v.cancel("ada", custody.ErrSent)
			v.is(custody.InBroadcast, "")
		},
		"not after its bytes were rejected": func(v *leaving) {
			v.pool.refuse = errUnavailable
			v.try(errUnavailable)
			v.cancel("ada", custody.ErrSent)
			v.is(custody.Signing, "")
		},
		"not after its nonce was abandoned, because its bytes may still be mined": func(v *leaving) {
			v.pool.forgets = true
			v.try(nil)
			v.pool.base, v.pool.nonce, v.pool.final = v.pool.most+1, v.pool.nonce+3, v.pool.nonce+3
			v.try(signing.ErrFeeCap)
			if s := v.stands(v.w.ID); s != "queued" {
				t.Errorf("transaction status = %s, want queued", s)
			}
			v.cancel("ada", custody.ErrSent)
			v.is(custody.Signing, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(newLeaving(t))
		})
	}
}

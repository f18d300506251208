package ethereum_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// A transfer with an abandoned nonce is mined anyway, and the wallet passes the token on before the transfer is final. The
// withdrawal has happened, and the token is out of custody permanently, even if it returns to the vault.
func TestATransferredTokenIsWithdrawn(t *testing.T) {
	t.Parallel()
	v := newVaultFixture(t, rand.New(rand.NewPCG(1, 2)))
	w, _ := v.approved(50_000_001)
	v.requeueAndMine(w)
	v.rpc("anvil_impersonateAccount", w.To)
	v.rpc("anvil_setBalance", w.To, plenty)
	token := bindings.NewVitrineToken()
	v.rpc("eth_sendTransaction", map[string]any{
		"from": w.To, "to": v.chain.TokenContract, "gas": hexutil.Uint64(200_000),
		"data": hexutil.Bytes(token.PackTransferFrom(common.HexToAddress(w.To), common.HexToAddress("0xbb"), big.NewInt(w.TokenID))),
	})
	v.rpc("evm_mine")
	v.until("the withdrawal's end", func() bool { s := v.status(w.ID); return s == custody.Final || s == custody.Failed })
	v.ended()
	if s, to := v.status(w.ID), v.left(w.TokenID); s != custody.Final || !slices.Equal(to, []string{w.To}) {
		t.Errorf("withdrawal status = %s, transfers to %q, want %s, once to %s", s, to, custody.Final, w.To)
	}
	if kept := v.count(`SELECT count(*) FROM tokens WHERE token_id = $1 AND in_custody`, w.TokenID); kept != 0 {
		t.Error("the token is still marked as in custody")
	}
}

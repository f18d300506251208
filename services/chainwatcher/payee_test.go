package chainwatcher_test

import (
	"strings"
	"testing"

	"connectrpc.com/connect/v2"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// TestPayeesAreNotTheGallery: the addresses that withdrawals refuse are refused for payouts as well.
func TestPayeesAreNotTheGallery(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ch := h.local()
	var feed string
	if err := h.pool.QueryRow(t.Context(), `SELECT price_feed FROM deployments`).Scan(&feed); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		ch.GetVault(): false, ch.GetTokenContract(): false, ch.GetPaymentContract(): false, feed: false, strings.ToLower(ch.GetVault()): false,
		"0x" + strings.Repeat("0", 40): false, "0x90F79bf6EB2c4f870365E785982E1f101E93b906": true,
	} {
		t.Run(address, func(t *testing.T) {
			res, err := h.chains.CheckPayee(t.Context(), &chainv1.CheckPayeeRequest{Address: address})
			if err != nil || res.GetAllowed() != want {
				t.Errorf("payee %s: allowed = %v (%v), want %t", address, res, err, want)
			}
		})
	}
	if _, err := h.chains.CheckPayee(t.Context(), &chainv1.CheckPayeeRequest{Address: "0x12"}); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("invalid address: error = %v, want invalid_argument", err)
	}
	if _, err := h.chains.CheckPayee(h.as("somebody"), &chainv1.CheckPayeeRequest{Address: ch.GetVault()}); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("call by a user: error = %v, want permission_denied", err)
	}
}

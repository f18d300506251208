package ethrpc

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestMethods calls each method that a wallet library may use: those of a node pass, those of the visitor's wallet never reach it.
func TestMethods(t *testing.T) {
	t.Parallel()
	call, reached := setup(t)
	params := map[string]string{
		"eth_call": "[{}]", "eth_estimateGas": "[{}]", "eth_sendRawTransaction": `["0x00"]`,
		"eth_getLogs": `[{"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x2"}]`,
	}
	for _, method := range []string{
		"eth_chainId", "net_version", "eth_blockNumber", "eth_gasPrice", "eth_getBalance", "eth_getTransactionCount", "eth_getCode", "eth_getStorageAt",
		"eth_sendRawTransaction", "eth_call", "eth_estimateGas", "eth_getLogs", "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getTransactionByHash",
		"eth_getTransactionReceipt", "net_listening", "eth_syncing", "eth_getBlockTransactionCountByHash", "eth_getBlockTransactionCountByNumber",
		"eth_maxPriorityFeePerGas", "eth_feeHistory",
	} {
		t.Run(method, func(t *testing.T) {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, cmp.Or(params[method], "[]"))
			if status, text := call("1", body); status != http.StatusOK || strings.Contains(text, `"code":-32`) {
				t.Errorf("got %d %s, want 200 with a result", status, text)
			}
			if !slices.Contains(reached(), method) {
				t.Errorf("%s reached the node = false, want true", method)
			}
		})
	}
	for _, method := range []string{
		"eth_sendTransaction", "eth_accounts", "personal_sign", "eth_signTypedData_v4", "eth_newPendingTransactionFilter", "eth_getFilterChanges", "eth_uninstallFilter",
	} {
		t.Run(method, func(t *testing.T) {
			if _, text := call("1", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":[]}`, method)); !strings.Contains(text, `"code":-32601`) {
				t.Errorf("got %s, want -32601", text)
			}
			if slices.Contains(reached(), method) {
				t.Errorf("%s reached the node = true, want false", method)
			}
		})
	}
}

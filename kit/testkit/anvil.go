package testkit

import (
	"context"
	"fmt"
	"net/http"
	"os"
	osexec "os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// Anvil starts an Ethereum node for this test: chain 31337, one block per transaction, the well-known
// funded accounts, `finalized` two blocks behind the head. It returns the address of its JSON-RPC, for
// HTTP and WebSocket. More flags of anvil may follow.
func Anvil(t testing.TB, flags ...string) (rpcURL string) {
	t.Helper()
	program := findAnvil()
	if program == "" {
		t.Fatal("no anvil found: run `npm ci` in deploy/onebox, or put anvil on the PATH")
	}
	port := FreePort(t)
	args := append([]string{"--host", "127.0.0.1", "--port", strconv.Itoa(port), "--slots-in-an-epoch", "1", "--quiet"}, flags...)
	p, err := subprocess.Start(osexec.Command(program, args...), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	rpcURL = fmt.Sprintf("http://127.0.0.1:%d", port)
	Eventually(t, 20*time.Second, func() bool {
		select {
		case <-p.Done():
			t.Fatalf("anvil ended at its start: error = %v, want it running", p.Err())
		default:
		}
		return responds(t.Context(), rpcURL)
	})
	return rpcURL
}

func responds(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// findAnvil prefers the pinned version in this repository's deploy/onebox.
func findAnvil() string {
	p := repository.Path("deploy/onebox/node_modules/@foundry-rs/anvil-" + runtime.GOOS + "-" + runtime.GOARCH + "/bin/anvil")
	if _, err := os.Stat(p); err == nil {
		return p
	}
	p, _ = osexec.LookPath("anvil")
	return p
}

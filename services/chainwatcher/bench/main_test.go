package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/kit/testkit"
)

// The command does what the README says: it follows a real node's chain to the requested head, and exits.
func TestChainIsReadToItsHead(t *testing.T) {
	url := testkit.Anvil(t)
	node, err := ethclient.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	if err := node.Client().CallContext(t.Context(), nil, "anvil_mine", "0x12c"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "chain.json")
	if err := os.WriteFile(file, []byte(`{"address":"0x5FbDB2315678afecb367f032d93F642f64180aa3","startBlock":1,"head":300}`), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BENCH_RPC", url)
	t.Setenv("BENCH_CHAIN", file)
	t.Setenv("BENCH_DSN", testkit.Postgres(t, func(context.Context, string) error { return nil }))
	if err := run(t.Context()); err != nil {
		t.Error(err)
	}
}

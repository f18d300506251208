package standins

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
)

// The test program is also the process that is killed. These variables say where it runs a chain.
const (
	childDir  = "STANDINS_CHAIN_DIR"
	childPort = "STANDINS_CHAIN_PORT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		runChild(dir)
	}
	os.Exit(m.Run())
}

func runChild(dir string) {
	port, _ := strconv.Atoi(os.Getenv(childPort))
	c, err := StartChain(context.Background(), nodeModules(), dir, port, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(c.process.PID())
	select {}
}

func nodeModules() string {
	dir, _ := filepath.Abs(filepath.Join("..", "node_modules"))
	return dir
}

type node struct {
	t      *testing.T
	client *rpc.Client
}

func dial(t *testing.T, port int) *node {
	t.Helper()
	client, err := rpc.DialContext(t.Context(), fmt.Sprintf("http://127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &node{t, client}
}

func (n *node) call(out any, method string, args ...any) {
	n.t.Helper()
	if err := n.client.CallContext(n.t.Context(), out, method, args...); err != nil {
		n.t.Fatalf("%s: error = %v, want nil", method, err)
	}
}

func (n *node) block(tag any) (b struct {
	Number, Timestamp hexutil.Uint64
	Hash              common.Hash
	ParentHash        common.Hash
	Transactions      []common.Hash
},
) {
	n.t.Helper()
	n.call(&b, "eth_getBlockByNumber", tag, false)
	return b
}

// send sends from the first well-known account and waits for the receipt's block.
func (n *node) send(tx map[string]any) (contract common.Address) {
	n.t.Helper()
	tx["from"], tx["gas"] = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "0x100000"
	var hash common.Hash
	n.call(&hash, "eth_sendTransaction", tx)
	var receipt struct {
		ContractAddress *common.Address
		Status          hexutil.Uint64
	}
	testkit.Eventually(n.t, 10*time.Second, func() bool {
		n.call(&receipt, "eth_getTransactionReceipt", hash)
		return receipt.Status == 1
	})
	if receipt.ContractAddress != nil {
		contract = *receipt.ContractAddress
	}
	return contract
}

// history returns all data of the blocks up to a number: blocks by number and hash, receipts, logs by hash.
func (n *node) history(upTo uint64) (out []string) {
	n.t.Helper()
	for i := range upTo + 1 {
		var all []json.RawMessage
		keep := func(method string, args ...any) {
			var raw json.RawMessage
			n.call(&raw, method, args...)
			all = append(all, raw)
		}
		b := n.block(hexutil.Uint64(i))
		keep("eth_getBlockByNumber", hexutil.Uint64(i), true)
		keep("eth_getBlockByHash", b.Hash, true)
		keep("eth_getLogs", map[string]any{"blockHash": b.Hash})
		for _, tx := range b.Transactions {
			keep("eth_getTransactionReceipt", tx)
			keep("eth_getTransactionByHash", tx)
		}
		text, err := json.Marshal(all)
		if err != nil {
			n.t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// start runs a chain in a separate process and returns the process and its node's id.
func start(t *testing.T, dir string, port int) (child *subprocess.Process, anvil int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), childDir+"="+dir, childPort+"="+strconv.Itoa(port))
	if child, err = subprocess.Start(cmd, syscall.SIGKILL, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(child.Kill)
	testkit.Eventually(t, time.Minute, func() bool {
		select {
		case <-child.Done():
			t.Fatalf("the chain ended: %v, want it running", child.Err())
		default:
		}
		anvil, err = strconv.Atoi(child.LastOutput())
		return err == nil
	})
	return child, anvil
}

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// TestChainOutlivesKill kills the process, with or without the node, repeatedly while blocks are mined, and checks that nothing final has
// changed.
func TestChainOutlivesKill(t *testing.T) {
	t.Parallel()
	dir, port := t.TempDir(), testkit.FreePort(t)
	child, anvil := start(t, dir, port)
	n := dial(t, port)
	// PUSH0 PUSH0 LOG0; the second word of storage counts: every call leaves a log and a change.
	const runtime = "5f5fa06001545f5260016001540160015500"
	contract := n.send(map[string]any{"data": fmt.Sprintf("0x60%02x600a5f3960%02x5ff3%s", len(runtime)/2, len(runtime)/2, runtime)})

	var counted int64
	for round := range 4 {
		n.send(map[string]any{"to": contract})
		before := n.block("finalized")
		if round == 0 {
			testkit.Eventually(t, 30*time.Second, func() bool { before = n.block("finalized"); return before.Number >= 2 })
		} else {
			n.send(map[string]any{"to": contract})
		}
		history := n.history(uint64(before.Number))
		head := n.block("latest")
		if round%2 == 0 {
			_ = syscall.Kill(anvil, syscall.SIGKILL)
		}
		child.Kill()
		testkit.Eventually(t, 5*time.Second, func() bool { return !alive(anvil) })

		child, anvil = start(t, dir, port)
		n = dial(t, port)
		after := n.block("latest")
		// One block may have been mined and not saved yet.
		if after.Number+1 < head.Number {
			t.Errorf("round %d: head = %d, want at least %d", round, after.Number, head.Number-1)
		}
		if final := n.block("finalized"); final.Number+1 < before.Number {
			t.Errorf("round %d: final block = %d, want at least %d", round, final.Number, before.Number-1)
		}
		for i, now := range n.history(uint64(before.Number)) {
			if now != history[i] {
				t.Fatalf("round %d: final block %d = %s\nwant %s", round, i, now, history[i])
			}
		}
		var word common.Hash
		n.call(&word, "eth_getStorageAt", contract, "0x1", "latest")
		count := word.Big().Int64()
		// A kill may lose the last block that was seen, if it was not saved yet.
		calls := int64(2)
		if round == 0 {
			calls = 1
		}
		if want := counted + calls; count < want-1 || count > want {
			t.Errorf("round %d: the contract counts %d calls, want %d or one less", round, count, want)
		}
		counted = count
		testkit.Eventually(t, 10*time.Second, func() bool { return n.block("latest").Number > after.Number })
	}
	for i := range uint64(n.block("latest").Number) {
		a, b := n.block(hexutil.Uint64(i)), n.block(hexutil.Uint64(i+1))
		if b.ParentHash != a.Hash || b.Timestamp <= a.Timestamp {
			t.Errorf("block %d = %v, want a later child of block %d, %v", i+1, b, i, a)
		}
	}
	child.Kill()
}

func TestChainContinuesAfterStop(t *testing.T) {
	t.Parallel()
	dir, port := t.TempDir(), testkit.FreePort(t)
	open := func() (*Chain, *node) {
		c, err := StartChain(t.Context(), nodeModules(), dir, port, testkit.Log(t))
		if err != nil {
			t.Fatal(err)
		}
		return c, dial(t, port)
	}
	c, n := open()
	n.send(map[string]any{"to": "0x00000000000000000000000000000000000000aa", "value": "0x5"})
	// A developer moves the clock by a day, for example to test an expired quote.
	n.call(nil, "evm_increaseTime", 86_400)
	head := n.block("latest")
	testkit.Eventually(t, 10*time.Second, func() bool {
		head = n.block("latest")
		return uint64(head.Timestamp) > uint64(time.Now().Unix())+80_000
	})
	history := n.history(uint64(head.Number))
	c.Stop()
	<-c.Done()

	c, n = open()
	defer c.Stop()
	for i, now := range n.history(uint64(head.Number)) {
		if now != history[i] {
			t.Errorf("block %d = %s\nwant %s", i, now, history[i])
		}
	}
	var balance hexutil.Big
	n.call(&balance, "eth_getBalance", "0x00000000000000000000000000000000000000aa", "latest")
	if balance.ToInt().Int64() != 5 {
		t.Errorf("balance = %s, want 5", balance.String())
	}
	testkit.Eventually(t, 10*time.Second, func() bool { return n.block("latest").Number > head.Number+1 })
	if next := n.block(head.Number + 1); next.Timestamp <= head.Timestamp {
		t.Errorf("timestamp = %d, want more than %d", next.Timestamp, head.Timestamp)
	}
}

func TestChainRefusesDamagedState(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "chain"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chain", "state.json"), []byte(`{"block":`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := StartChain(t.Context(), nodeModules(), dir, testkit.FreePort(t), testkit.Log(t))
	if err == nil {
		c.Stop()
		t.Fatal("a damaged chain was loaded or replaced, want an error")
	}
	if !strings.Contains(err.Error(), "remove") {
		t.Errorf("error = %v, want one that says what to remove", err)
	}
}

// TestAHangingChainIsRestarted: blocks continue after a node hangs, on the same chain.
func TestAHangingChainIsRestarted(t *testing.T) {
	t.Parallel()
	dir, port := t.TempDir(), testkit.FreePort(t)
	c, err := StartChain(t.Context(), nodeModules(), dir, port, testkit.Log(t), func(c *Chain) {
		c.callTimeout, c.stuckAfter = time.Second, 8*time.Second
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	n := dial(t, port)
	n.send(map[string]any{"to": "0x00000000000000000000000000000000000000aa", "value": "0x5"})
	before, made := n.block("latest"), time.Now()
	// The node writes its state from time to time; a block that it hasn't written is lost.
	testkit.Eventually(t, 30*time.Second, func() bool {
		state, err := os.Stat(filepath.Join(dir, "chain", "state.json"))
		return err == nil && state.ModTime().After(made)
	})
	c.process.Signal(syscall.SIGSTOP)
	testkit.Eventually(t, 30*time.Second, func() bool {
		var head struct{ Number hexutil.Uint64 }
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return n.client.CallContext(ctx, &head, "eth_getBlockByNumber", "latest", false) == nil && head.Number > before.Number+1
	})
	if now := n.block(before.Number); now.Hash != before.Hash {
		t.Errorf("hash of block %d = %s, want %s", before.Number, now.Hash, before.Hash)
	}
	select {
	case <-c.Done():
		t.Error("the chain is reported as ended, want running")
	default:
	}
}

// TestAHangingChainStops: a node that doesn't respond must not delay the shutdown of everything else.
func TestAHangingChainStops(t *testing.T) {
	t.Parallel()
	c, err := StartChain(t.Context(), nodeModules(), t.TempDir(), testkit.FreePort(t), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	c.process.Signal(syscall.SIGSTOP)
	began := time.Now()
	c.Stop()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the chain stopped after %s, want at most 5 s", took)
	}
}

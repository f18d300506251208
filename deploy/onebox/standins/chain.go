package standins

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/kit/subprocess"
)

// ChainID is the EIP-155 id of the local chain.
const ChainID = 31337

const (
	// epoch makes the block eight behind the head final and the one four behind it safe.
	epoch       = 4
	finalBehind = 2 * epoch
	// smallState is about 9,000 blocks (15 hours), which takes 0.2 s to write.
	smallState = 16 << 20
	// activeBlocks are mined at full speed after every transaction, so it is final before the chain slows down.
	activeBlocks = 12
	// stateBlocks is how many blocks behind the head the node supports eth_call and reorgs.
	stateBlocks = 32
)

// Interval of empty blocks. The chain must continue, because quotes expire by block time; it slows down, because it
// is always written as a whole.
const (
	idleTime      = 5 * time.Second
	idleAfter     = 10 * time.Minute
	idleBlockTime = 12 * time.Second
)

// saveTimeout limits the last save. A chain of some weeks is written within a second.
const saveTimeout = 3 * time.Second

// A node that mines no block for stuckAfter is restarted. One call, such as an endless eth_call, can block it for hours.
const (
	callTimeout = 10 * time.Second
	stuckAfter  = 30 * time.Second
)

// Chain is anvil, a real Ethereum node. This package mines the blocks, so that none becomes final
// before it is on disk: the chain survives any crash without reverting a final block. A crash loses
// only transactions that were not in a block yet and, on a long chain, up to three empty blocks. A node
// that hangs is restarted, with the same losses.
//
// After a restart, blocks, receipts and logs are as before, by number and by hash. The state of older blocks is not kept:
// eth_call for a block before the head fails until the chain has grown past the restart (finalised state: eight blocks).
type Chain struct {
	url       string
	blockTime time.Duration
	binary    string
	args      []string
	process   *subprocess.Process
	client    *rpc.Client
	state     string
	head      block
	saved     uint64
	cancel    context.CancelFunc
	finished  chan struct{}
	done      chan struct{}
	log       *slog.Logger

	callTimeout, stuckAfter time.Duration
}

// StartChain runs anvil on the port, from its npm package in nodeModules or from the PATH. It continues the chain in
// dir/chain, or starts a new one there. Tests change timeouts with opts.
func StartChain(ctx context.Context, nodeModules, dir string, port int, log *slog.Logger, opts ...func(*Chain)) (*Chain, error) {
	binary := filepath.Join(nodeModules, "@foundry-rs", "anvil-"+runtime.GOOS+"-"+runtime.GOARCH, "bin", "anvil")
	if _, err := os.Stat(binary); err != nil {
		if binary, err = exec.LookPath("anvil"); err != nil {
			return nil, errors.New("chain: anvil is missing: run npm ci in deploy/onebox")
		}
	}
	dir = filepath.Join(dir, "chain")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	c := &Chain{
		url: fmt.Sprintf("http://127.0.0.1:%d", port), blockTime: time.Second, binary: binary, state: filepath.Join(dir, "state.json"),
		finished: make(chan struct{}), done: make(chan struct{}), log: log, callTimeout: callTimeout, stuckAfter: stuckAfter,
	}
	for _, o := range opts {
		o(c)
	}
	genesis, err := c.genesis(filepath.Join(dir, "genesis"))
	if err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	c.args = []string{
		"--host", "127.0.0.1", "--port", strconv.Itoa(port), "--chain-id", strconv.Itoa(ChainID), "--slots-in-an-epoch", strconv.Itoa(epoch),
		"--prune-history", strconv.Itoa(stateBlocks), "--timestamp", strconv.FormatInt(genesis, 10), "--no-mining", "--quiet",
	}
	if err := c.run(ctx); err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	run, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	go c.mine(run)
	return c, nil
}

// run starts the node, with the saved chain if there is one.
func (c *Chain) run(ctx context.Context) error {
	args := c.args
	_, err := os.Stat(c.state)
	known := err == nil
	if known {
		args = append(slices.Clone(args), "--load-state", c.state)
	}
	if c.process, err = subprocess.Start(exec.Command(c.binary, args...), syscall.SIGINT, c.log); err != nil {
		return err
	}
	if err := c.open(ctx, known); err != nil {
		if c.client != nil {
			c.client.Close()
		}
		c.process.Stop(time.Second)
		return err
	}
	return nil
}

// restart replaces a node that hangs.
func (c *Chain) restart(ctx context.Context) error {
	c.client.Close()
	c.process.Kill()
	return c.run(ctx)
}

// call calls the node with a timeout.
func (c *Chain) call(ctx context.Context, result any, method string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, c.callTimeout)
	defer cancel()
	return c.client.CallContext(ctx, result, method, args...)
}

// open waits for the node and saves a new chain's first block before anyone can have seen it.
func (c *Chain) open(ctx context.Context, known bool) error {
	if err := c.wait(ctx); err != nil {
		return err
	}
	if err := c.look(ctx); err != nil {
		return err
	}
	// The node counts time from the first block. Set it to the current time, or just after the last block's time if someone moved
	// it ahead with evm_increaseTime.
	if err := c.call(ctx, nil, "evm_setTime", max(time.Now().Unix(), int64(c.head.Time)+1)); err != nil {
		return err
	}
	c.saved = uint64(c.head.Number)
	if known {
		return nil
	}
	return c.save(ctx)
}

// genesis is the time of the first block. It is constant, because anvil recreates that block before it loads the others.
func (c *Chain) genesis(path string) (int64, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		now := time.Now().Unix()
		return now, writeFile(path, strings.NewReader(strconv.FormatInt(now, 10)))
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
}

func (c *Chain) wait(ctx context.Context) error {
	deadline := time.NewTimer(30 * time.Second)
	defer deadline.Stop()
	client, err := rpc.DialContext(ctx, c.url)
	if err != nil {
		return err
	}
	c.client = client
	for {
		var id hexutil.Uint64
		if err := c.call(ctx, &id, "eth_chainId"); err == nil {
			if id != ChainID {
				return fmt.Errorf("another chain, %d, is at %s", id, c.url)
			}
			return nil
		}
		select {
		case <-c.process.Done():
			return fmt.Errorf("%w; if its state is damaged, remove %s to begin a new chain", c.process.Err(), filepath.Dir(c.state))
		case <-ctx.Done():
			return ctx.Err()
		case <-deadline.C:
			return errors.New("anvil does not respond")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// URL returns the node's JSON-RPC address, for HTTP and WebSocket.
func (c *Chain) URL() string { return c.url }

// Done is closed when the node has permanently exited, by Stop or otherwise.
func (c *Chain) Done() <-chan struct{} { return c.done }

// Stop saves the chain and ends the node. It takes a few seconds at most: a node that doesn't respond is killed, and the chain continues
// from the last save.
func (c *Chain) Stop() {
	c.cancel()
	<-c.finished
	select {
	case <-c.done:
		return
	default:
	}
	defer close(c.done)
	ctx, cancel := context.WithTimeout(context.Background(), saveTimeout)
	defer cancel()
	err := errors.Join(c.look(ctx), c.save(ctx))
	c.client.Close()
	if err != nil {
		c.log.Error("chain: last blocks not kept", "error", err)
		c.process.Kill()
		return
	}
	c.process.Stop(time.Second)
}

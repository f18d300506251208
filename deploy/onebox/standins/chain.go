package standins

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/deploy/onebox/internal/proc"
)

// ChainID is the local chain's.
const ChainID = 31337

const (
	// epoch makes anvil call the block eight behind the head final. A crash loses at most what was mined since the last
	// good copy of the state, which is less: finalised blocks outlive it.
	epoch        = 4
	blockTime    = time.Second
	backupEvery  = 4 * time.Second
	activeBlocks = 12
	// idleTime is the pace of blocks while nothing happens: quotes end by a block's time, so it must go on.
	idleTime = 5 * time.Second
)

// Chain is anvil, a real Ethereum node, with its state kept in a folder and with blocks on demand.
type Chain struct {
	url      string
	process  *proc.Process
	client   *rpc.Client
	state    string
	cancel   context.CancelFunc
	finished chan struct{}
	log      *slog.Logger
}

// StartChain runs anvil on the port. nodeModules holds its npm package.
func StartChain(ctx context.Context, nodeModules, dir string, port int, log *slog.Logger) (*Chain, error) {
	binary := filepath.Join(nodeModules, "@foundry-rs", "anvil-"+runtime.GOOS+"-"+runtime.GOARCH, "bin", "anvil")
	if _, err := os.Stat(binary); err != nil {
		if binary, err = exec.LookPath("anvil"); err != nil {
			return nil, errors.New("chain: anvil is missing: run npm ci in deploy/onebox")
		}
	}
	dir = filepath.Join(dir, "chain")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	c := &Chain{url: fmt.Sprintf("http://127.0.0.1:%d", port), state: filepath.Join(dir, "state.json"), finished: make(chan struct{}), log: log}
	if err := c.recover(); err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, "--host", "127.0.0.1", "--port", strconv.Itoa(port), "--chain-id", strconv.Itoa(ChainID),
		"--slots-in-an-epoch", strconv.Itoa(epoch), "--state", c.state, "--state-interval", "1", "--no-mining", "--quiet")
	var err error
	if c.process, err = proc.Start(cmd, log); err != nil {
		return nil, fmt.Errorf("chain: %w", err)
	}
	if err := c.wait(ctx); err != nil {
		c.process.Stop(time.Second)
		return nil, err
	}
	run, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	go c.mine(run)
	return c, nil
}

func (c *Chain) backup() string { return c.state + ".good" }

// recover puts the last good copy in place of a state that a crash cut off in the middle of being written.
func (c *Chain) recover() error {
	if whole(c.state) {
		return nil
	}
	if !whole(c.backup()) {
		_ = os.Remove(c.state)
		return nil
	}
	return os.Rename(c.backup(), c.state)
}

func whole(path string) bool {
	data, err := os.ReadFile(path)
	return err == nil && json.Valid(data)
}

func (c *Chain) wait(ctx context.Context) error {
	deadline := time.NewTimer(20 * time.Second)
	defer deadline.Stop()
	for {
		client, err := rpc.DialContext(ctx, c.url)
		if err == nil {
			var id string
			if err = client.CallContext(ctx, &id, "eth_chainId"); err == nil {
				c.client = client
				return nil
			}
			client.Close()
		}
		select {
		case <-c.process.Done():
			return c.process.Err()
		case <-ctx.Done():
			return ctx.Err()
		case <-deadline.C:
			return errors.New("chain: anvil does not answer")
		case <-time.After(30 * time.Millisecond):
		}
	}
}

// mine makes blocks: every second while something happens and until it is final, slowly in between, so that the state
// stays small.
func (c *Chain) mine(ctx context.Context) {
	defer close(c.finished)
	ticker := time.NewTicker(blockTime)
	defer ticker.Stop()
	active, lastBlock, lastCopy := activeBlocks, time.Now(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		var pool struct {
			Pending string `json:"pending"`
		}
		if err := c.client.CallContext(ctx, &pool, "txpool_status"); err != nil {
			continue
		}
		if pool.Pending != "0x0" {
			active = activeBlocks
		}
		if active > 0 || time.Since(lastBlock) >= idleTime {
			if err := c.client.CallContext(ctx, nil, "evm_mine"); err != nil {
				c.log.Warn("no block", "err", err)
				continue
			}
			active, lastBlock = max(0, active-1), time.Now()
		}
		if time.Since(lastCopy) >= backupEvery {
			lastCopy = time.Now()
			c.copy()
		}
	}
}

// copy keeps the state if it is whole; anvil writes it in place.
func (c *Chain) copy() {
	data, err := os.ReadFile(c.state)
	if err != nil || !json.Valid(data) {
		return
	}
	if err := os.WriteFile(c.backup()+".new", data, 0o644); err == nil {
		_ = os.Rename(c.backup()+".new", c.backup())
	}
}

// URL is the address of the node's JSON-RPC, HTTP and WebSocket.
func (c *Chain) URL() string { return c.url }

// Done is closed when the node has ended by itself.
func (c *Chain) Done() <-chan struct{} { return c.process.Done() }

// Stop ends the node, which writes its state.
func (c *Chain) Stop() {
	c.cancel()
	<-c.finished
	c.client.Close()
	c.process.Stop(10 * time.Second)
}

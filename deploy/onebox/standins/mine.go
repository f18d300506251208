package standins

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

type block struct {
	Number       hexutil.Uint64 `json:"number"`
	Time         hexutil.Uint64 `json:"timestamp"`
	Transactions []common.Hash  `json:"transactions"`
}

func (c *Chain) look(ctx context.Context) error {
	return c.call(ctx, &c.head, "eth_getBlockByNumber", "latest", false)
}

// mine mines at full speed while a transaction is not final, and slowly otherwise, until ctx or the node ends.
func (c *Chain) mine(ctx context.Context) {
	defer close(c.finished)
	active, last, busy, marked := activeBlocks, time.Now(), time.Now(), time.Now().Unix()
	for c.tick(ctx) {
		if time.Since(last) > c.stuckAfter {
			c.log.Error("chain: the node hangs and is restarted", "since", time.Since(last).Round(time.Second))
			if err := c.restart(ctx); err != nil {
				c.log.Error("chain: restart", "error", err)
				if ctx.Err() == nil {
					close(c.done)
				}
				return
			}
			active, last = activeBlocks, time.Now()
		}
		select {
		case <-c.process.Done():
			close(c.done)
			return
		default:
		}
		// A clock that is set back must not move the chain's time back.
		now := time.Now().Unix()
		if now < marked {
			if err := c.call(ctx, nil, "evm_increaseTime", marked-now); err != nil {
				continue
			}
		}
		marked = now
		var pool struct {
			Pending hexutil.Uint64 `json:"pending"`
		}
		if err := c.call(ctx, &pool, "txpool_status"); err != nil {
			continue
		}
		if pool.Pending > 0 {
			active, busy = activeBlocks, time.Now()
		}
		pace := c.blockTime
		switch {
		case active == 0 && time.Since(busy) > idleAfter:
			pace = idleBlockTime
		case active == 0:
			pace = idleTime
		}
		// Half a second of tolerance, because ticks are not exact.
		if time.Since(last) < pace-time.Second/2 {
			continue
		}
		if err := c.next(ctx); err != nil {
			if ctx.Err() == nil {
				c.log.Error("chain: no block", "error", err)
			}
			continue
		}
		active, last = max(0, active-1), time.Now()
	}
}

// tick waits for the next full second: two blocks never share one, as on a real chain.
func (c *Chain) tick(ctx context.Context) bool {
	now := time.Now()
	t := time.NewTimer(now.Truncate(time.Second).Add(time.Second + 20*time.Millisecond).Sub(now))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// next mines a block, unless that would finalize an unsaved one, and saves it if it has transactions.
func (c *Chain) next(ctx context.Context) error {
	if uint64(c.head.Number)+1 >= c.saved+finalBehind {
		if err := c.save(ctx); err != nil {
			return err
		}
	}
	if err := c.call(ctx, nil, "evm_mine"); err != nil {
		return err
	}
	before := c.head.Number
	if err := c.look(ctx); err != nil {
		return err
	}
	// Developers may mine too, so the blocks in between may contain anything.
	if len(c.head.Transactions) > 0 || c.head.Number != before+1 || uint64(c.head.Number) >= c.saved+c.saveEvery() {
		return c.save(ctx)
	}
	return nil
}

// saveEvery is how many empty blocks a crash may lose: none while the chain is small, because it is written as a whole.
// It is less than finalBehind, so a final block is always on disk.
func (c *Chain) saveEvery() uint64 {
	if info, err := os.Stat(c.state); err == nil && info.Size() > smallState {
		return 4
	}
	return 1
}

// save writes the whole chain to disk atomically.
func (c *Chain) save(ctx context.Context) error {
	var packed hexutil.Bytes
	if err := c.call(ctx, &packed, "anvil_dumpState", false); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		err = writeFile(c.state, r)
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	c.saved = uint64(c.head.Number)
	return nil
}

// writeFile replaces a file atomically, also across a power cut.
func writeFile(path string, r io.Reader) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

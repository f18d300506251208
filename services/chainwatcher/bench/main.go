// Command bench runs the production watcher over a chain, from its first block to its head, into an empty database, and prints one
// line of JSON: how many events it stored and how long that took. It compares watchers on one chain. The contract there emits
// Transfer, and PaymentReceived instead of our Paid.
//
// Environment: BENCH_RPC (nodes, comma-separated), BENCH_CHAIN (a file with address, startBlock and head), BENCH_DSN; BATCH (500) blocks at
// a time; PROFILE, a file for a CPU profile.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

const chainID = 31337

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// described is the content of BENCH_CHAIN.
type described struct {
	Address    string `json:"address"`
	StartBlock uint64 `json:"startBlock"`
	Head       uint64 `json:"head"`
}

// quiet publishes no events: publishing isn't part of the measurement.
type quiet struct{ watching.Events }

func (quiet) Unexpected(context.Context, chain.Payment, string) error { return nil }

func run(ctx context.Context) error {
	var what described
	file, err := os.ReadFile(os.Getenv("BENCH_CHAIN"))
	if err == nil {
		err = json.Unmarshal(file, &what)
	}
	if err != nil {
		return fmt.Errorf("BENCH_CHAIN: %w", err)
	}
	batch, err := strconv.ParseUint(cmp.Or(os.Getenv("BATCH"), "500"), 10, 32)
	if err != nil {
		return fmt.Errorf("BATCH: %w", err)
	}
	if err := kitpg.Migrate(ctx, os.Getenv("BENCH_DSN"), postgres.Migrations); err != nil {
		return err
	}
	pool, err := kitpg.Open(ctx, os.Getenv("BENCH_DSN"))
	if err != nil {
		return err
	}
	defer pool.Close()
	if name := os.Getenv("PROFILE"); name != "" {
		out, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	began := time.Now()
	if err := follow(ctx, pool, what, batch); err != nil {
		return err
	}
	seconds := time.Since(began).Seconds()
	var events int
	if err := pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM transfers) + (SELECT count(*) FROM payments)`).Scan(&events); err != nil {
		return err
	}
	fmt.Printf("{\"events\":%d,\"seconds\":%.3f,\"rssMiB\":%d}\n", events, seconds, mostMemory()>>10)
	return nil
}

// follow steps until the head is processed.
func follow(ctx context.Context, pool *pgxpool.Pool, what described, batch uint64) error {
	node, err := ethereum.Dial(ctx, chainID, strings.Split(os.Getenv("BENCH_RPC"), ","))
	if err != nil {
		return err
	}
	defer node.Close()
	genesis, err := node.Genesis(ctx)
	if err != nil {
		return err
	}
	c := chain.Chain{ID: chainID, Genesis: genesis, TokenContract: what.Address, PaymentContract: what.Address, FinalityDepth: 65, StartBlock: what.StartBlock}
	contract := common.HexToAddress(what.Address)
	node.Watch(c)
	node.Listen(contract, crypto.Keccak256Hash([]byte("PaymentReceived(bytes32,address,address,uint256)")), received)
	store := postgres.New(pool)
	w := watching.NewWatcher(c, node, store, quiet{}, batch)
	if err := w.Attach(ctx); err != nil {
		return err
	}
	for {
		if _, err := w.Step(ctx); err != nil && !errors.Is(err, chain.ErrTemporary) {
			return err
		}
		at, err := store.Cursor(ctx, chainID)
		if err != nil {
			return err
		}
		if at.Number >= what.Head {
			return nil
		}
	}
}

// received decodes the other contract's event as a payment of an unknown order.
func received(l *types.Log, b *chain.Block) error {
	if len(l.Topics) != 3 || len(l.Data) != 64 {
		return errors.New("not a payment")
	}
	b.Payments = append(b.Payments, chain.Payment{
		ChainID: chainID, BlockHash: b.Hash, BlockNumber: b.Number, BlockTime: b.Time, TxHash: l.TxHash.Hex(), LogIndex: int64(l.Index),
		Payer: common.BytesToAddress(l.Topics[2].Bytes()).Hex(), Amount: money.WeiOf(common.BytesToHash(l.Data[32:]).Big()), ArtistShare: money.NewWei(0),
		IntentHash: l.Topics[1].Hex(),
	})
	return nil
}

// mostMemory returns the process's peak resident memory in KiB, or 0 where the system doesn't report it.
func mostMemory() int {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.SplitSeq(string(status), "\n") {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.Fields(value)[0])
			return kib
		}
	}
	return 0
}

package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/outbox"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

// asService makes the test binary run as the service, so that a test can kill a real process.
const asService = "CHAINWATCHER_TEST_AS_SERVICE"

func TestMain(m *testing.M) {
	if os.Getenv(asService) != "" {
		os.Args = []string{"chainwatcher"}
		main()
	}
	os.Exit(m.Run())
}

func migrate(ctx context.Context, url string) error {
	return chainwatcher.Migrate(ctx, chainwatcher.Config{Database: kit.Database{DatabaseURL: url}}, slog.New(slog.DiscardHandler), nil)
}

func count(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// The process is killed at random points while blocks are added and dropped. Every token is minted once, and published once.
func TestKilledWhileMinting(t *testing.T) {
	t.Parallel()
	const key, orders = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", 24
	kills := 10
	if testing.Short() {
		kills = 2 // the next process waits up to 15 s for the lease of a killed one
	}
	rpcURL := testkit.Anvil(t)
	node, err := ethclient.Dial(rpcURL)
	if err != nil {
		t.Fatal(err)
	}
	call := func(method string, args ...any) {
		if err := node.Client().CallContext(t.Context(), nil, method, args...); err != nil {
			t.Fatalf("%s: error = %v, want nil", method, err)
		}
	}
	cfg := chainwatcher.Default()
	cfg.DatabaseURL, cfg.NATSURL = testkit.Postgres(t, migrate), testkit.NATS(t)
	cfg.Chains = `[{"chainId":31337,"rpcUrls":["` + rpcURL + `"],"pollInterval":"20ms"}]`
	cfg.DeployerKey, cfg.MinterKey, cfg.QuoteSignerKey, cfg.VaultKey = key, key, key, key
	if err := chainwatcher.Deploy(t.Context(), cfg, testkit.Log(t), nil); err != nil {
		t.Fatal(err)
	}
	pool := testkit.Pool(t, cfg.DatabaseURL)
	call("evm_setAutomine", false)
	for n := range int32(orders) {
		err := outbox.Add(t.Context(), pool, fmt.Sprint("order", n), &checkoutv1.OrderPaid{
			CheckoutId: id.New(), AccountId: "ada", ArtworkId: 9, EditionNumber: n + 1, EditionSize: orders, TokenId: 9_000_001 + int64(n), PaidAt: timestamppb.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fleet := identitytest.New(t)
	start := func() *subprocess.Process {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asService+"=1", "ADDR=127.0.0.1:0", "DATABASE_URL="+cfg.DatabaseURL, "NATS_URL="+cfg.NATSURL,
			"SERVICE_KEY="+fleet.Private(t, "chainwatcher"), "PUBLIC_KEYS_FILE="+fleet.File, "CHAINS="+cfg.Chains, "VAULT_KEY="+key, "MINTER_KEY="+key, "QUOTE_SIGNER_KEY="+key,
			"ALLOW_DEVELOPMENT_KEYS=true", "RESEND_AFTER=1s", "IN_FLIGHT=4", "LOG_LEVEL=warn")
		p, err := subprocess.Start(cmd, syscall.SIGKILL, testkit.Log(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Kill)
		return p
	}
	const progress = `SELECT count(*) FROM history`
	// Events that a killed process had fetched are redelivered only after half a minute, so the first process fetches them all.
	first := start()
	testkit.Eventually(t, time.Minute, func() bool { return count(t, pool, `SELECT count(*) FROM tokens`) == orders })
	first.Kill()
	for range kills {
		cmd, goal := start(), count(t, pool, progress)+1+rand.IntN(6)
		var again time.Time
		testkit.Eventually(t, time.Minute, func() bool {
			// A block now and then, and sometimes a reorganisation that drops the last one.
			if time.Since(again) > 200*time.Millisecond {
				again = time.Now()
				if rand.IntN(4) == 0 {
					call("anvil_reorg", 1, []any{})
				} else {
					call("anvil_mine", hexutil.Uint64(1))
				}
			}
			return count(t, pool, progress) >= goal || count(t, pool, `SELECT count(*) FROM tokens WHERE status = 'minted'`) == orders
		})
		cmd.Kill()
	}
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		rows, err := pool.Query(context.Background(), `SELECT status || ' nonce ' || coalesce(nonce::text, '-') || ' token ' || token_id || ' ' || reason || ' sent ' || coalesce(sent_at::text, '-') FROM transactions ORDER BY seq`)
		if err != nil {
			return
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			_ = rows.Scan(&line)
			t.Log(line)
		}
	})
	cmd := start()
	var again time.Time
	testkit.Eventually(t, time.Minute, func() bool {
		if time.Since(again) > 100*time.Millisecond {
			again = time.Now()
			call("anvil_mine", hexutil.Uint64(1))
		}
		return count(t, pool, `SELECT count(*) FROM tokens WHERE status = 'minted'`) == orders
	})
	cmd.Kill()
	for what, sql := range map[string]string{
		"final mints of tokens":  `SELECT count(*) FROM transfers WHERE from_address = '' AND final`,
		"distinct tokens minted": `SELECT count(DISTINCT token_id) FROM transfers WHERE from_address = '' AND final`,
		"events of mints":        `SELECT count(*) FROM outbox WHERE subject = 'vitrine.chain.v1.token_minted'`,
		"nonces":                 `SELECT count(DISTINCT coalesce(nonce, -seq)) FROM transactions`,
	} {
		t.Run(what, func(t *testing.T) {
			if n := count(t, pool, sql); n != orders {
				t.Errorf("got %d, want %d", n, orders)
			}
		})
	}
	if n := count(t, pool, `SELECT count(*) FROM dead_letters`) + count(t, pool, `SELECT count(*) FROM transactions WHERE status = 'failed'`); n != 0 {
		t.Errorf("%d dead letters and failed transactions, want 0", n)
	}
}

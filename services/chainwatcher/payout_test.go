package chainwatcher_test

import (
	"context"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// artistWallet is the payee of these tests' quotes.
const artistWallet = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"

// artists is the port to profiles: the account "artist" is one.
type artists struct {
	mu     sync.Mutex
	frozen bool
}

func (a *artists) Artist(_ context.Context, accountID string) (paying.Artist, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if accountID != "artist" {
		return paying.Artist{}, paying.ErrNoArtist
	}
	return paying.Artist{ID: 7, Active: artistWallet, Frozen: a.frozen, Wallets: []string{artistWallet}}, nil
}

func (h *testService) payouts() chainv1connect.PayoutServiceClient {
	return chainv1connect.NewPayoutServiceClient(h.fleet.Client(h.t, "chainwatcher", h.url))
}

func (h *testService) listed() *chainv1.ListPayoutsResponse {
	h.t.Helper()
	res, err := h.payouts().ListPayouts(h.as("artist"), &chainv1.ListPayoutsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func (h *testService) requestPayout(key string, chainID ...uint32) (*chainv1.Payout, error) {
	return h.payouts().RequestPayout(testkit.WithHeader(h.as("artist"), rpc.IdempotencyKeyHeader, key), &chainv1.RequestPayoutRequest{ChainId: append(chainID, 31337)[0]})
}

// credit reads the payment contract from the node, not the service.
func (h *testService) credit() string {
	h.t.Helper()
	payments := bindings.NewVitrinePayments()
	out, err := bind.Call(payments.Instance(h.node, common.HexToAddress(h.local().GetPaymentContract())), &bind.CallOpts{Context: h.t.Context()},
		payments.PackBalanceOf(common.HexToAddress(artistWallet)), payments.UnpackBalanceOf)
	if err != nil {
		h.t.Fatal(err)
	}
	return out.String()
}

// withdrawn counts the Withdrawn events for the artist on the node.
func (h *testService) withdrawn() int {
	h.t.Helper()
	var logs []map[string]any
	err := h.node.Client().CallContext(h.t.Context(), &logs, "eth_getLogs", map[string]any{
		"fromBlock": "0x0", "toBlock": "latest", "address": h.local().GetPaymentContract(),
		"topics": []any{crypto.Keccak256Hash([]byte("Withdrawn(address,uint256)")), common.BytesToHash(common.HexToAddress(artistWallet).Bytes())},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return len(logs)
}

// shows waits until the service returns the contract's balance as verified.
func (h *testService) shows() *chainv1.PayoutBalance {
	h.t.Helper()
	var b *chainv1.PayoutBalance
	testkit.Eventually(h.t, soon, func() bool {
		b = h.listed().GetBalances()[0]
		return b.GetVerified() && b.GetAmount() == h.credit()
	})
	return b
}

func reasonOf(err error) string {
	r, _ := rpc.ReasonOf(err)
	return r
}

// TestPayeeBalances follows a balance through a sale, a reorganisation and a withdrawal sent by someone else.
func TestPayeeBalances(t *testing.T) {
	t.Parallel()
	h := setup(t)
	if _, err := h.payouts().ListPayouts(h.as("collector"), &chainv1.ListPayoutsRequest{}); reasonOf(err) != "forbidden" {
		t.Errorf("a collector lists payouts: error = %v, want forbidden", err)
	}
	if b := h.shows(); b.GetAmount() != "0" {
		t.Fatalf("balance before any sale = %v, want 0", b)
	}
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	h.caughtUp()
	b := h.shows()
	if b.GetAmount() == "0" || b.GetConfirming() != b.GetAmount() || b.GetPayee() != artistWallet {
		t.Fatalf("balance after a sale = %v, want a positive amount, all of it confirming, to %s", b, artistWallet)
	}
	share := b.GetAmount()

	// A reorganisation undoes the sale, and the balance with it.
	h.rpcCall("anvil_reorg", 1, []any{})
	h.mine(2)
	h.caughtUp()
	if b := h.shows(); b.GetAmount() != "0" {
		t.Errorf("balance after a reorganisation = %v, want 0", b)
	}
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	h.mine(5)
	h.caughtUp()
	if b := h.shows(); b.GetAmount() != share {
		t.Errorf("after another sale: %v, want %s", b, share)
	}

	// Anyone may withdraw for the artist: the buyer sends the page's calldata.
	to := common.HexToAddress(b.GetContract())
	hash := h.send(buyerKey, nil, &to, big.NewInt(0), common.FromHex(b.GetData()), 100)
	testkit.Eventually(t, soon, func() bool { return h.withdrawn() == 1 })
	h.caughtUp()
	if b := h.shows(); b.GetAmount() != "0" {
		t.Errorf("balance after a withdrawal by somebody else = %v, want 0", b)
	}
	list := h.listed()
	if list.GetTotalCount() != 1 || list.GetItems()[0].GetAmount() != share || list.GetItems()[0].GetTransactionHash() != hash.Hex() || list.GetItems()[0].GetId() != "" {
		t.Errorf("payouts = %v, want one of %s by %s without an id", list.GetItems(), share, hash.Hex())
	}
	// Until blocks are final, they aren't in the history that statements are made of.
	testkit.Eventually(t, soon, func() bool { h.mine(1); return h.listed().GetItems()[0].GetStatus() == "confirmed" })
	history := h.history(time.Unix(0, 0), time.Now().AddDate(1, 0, 0))
	if items := history.GetItems(); len(items) != 2 || len(history.GetOpenings()) != 0 || items[0].GetAmount() != share || items[1].GetAmount() != "-"+share ||
		items[1].GetTransactionHash() != hash.Hex() || items[0].GetPayee() != artistWallet || items[0].GetBlockHash() == "" {
		t.Errorf("history = %v, want a credit of %s and its withdrawal", history, share)
	}
	// A period that begins with the withdrawal opens with the credit.
	if later := h.history(history.GetItems()[1].GetAt().AsTime(), time.Now().AddDate(1, 0, 0)); history.GetItems()[0].GetAt().AsTime().Before(history.GetItems()[1].GetAt().AsTime()) &&
		(len(later.GetItems()) != 1 || len(later.GetOpenings()) != 1 || later.GetOpenings()[0].GetAmount() != share) {
		t.Errorf("history of the withdrawal = %v, want it alone, after %s", later, share)
	}
}

// history returns the artist's wallet's history as checkout reads it.
func (h *testService) history(from, to time.Time) *chainv1.ListPayeeEntriesResponse {
	h.t.Helper()
	res, err := chainv1connect.NewChainServiceClient(h.fleet.Client(h.t, "chainwatcher", h.url)).ListPayeeEntries(h.t.Context(), &chainv1.ListPayeeEntriesRequest{
		Payees: []string{artistWallet}, From: timestamppb.New(from), To: timestamppb.New(to), Limit: 100,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// TestPayeesOfAnEarlierRelease: blocks that an earlier release followed without storing payees' events are read again.
func TestPayeesOfAnEarlierRelease(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	h.mine(3)
	h.caughtUp()
	want := h.shows().GetAmount()
	h.stop()
	for _, sql := range []string{`DELETE FROM payee_entries`, `UPDATE cursors SET payees_through = NULL`} {
		if _, err := h.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	h.start()
	if b := h.shows(); b.GetAmount() != want {
		t.Errorf("after the upgrade: %v, want %s", b, want)
	}
}

// TestThePayoutIsSentOnce: the gallery sends a balance once, under repeated and concurrent requests and a process that is stopped.
func TestThePayoutIsSentOnce(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.PayoutsByGallery, h.cfg.PayoutMinimum, h.cfg.PayoutEvery = true, "1000000000000000", time.Hour
	h.start()
	if _, err := h.requestPayout(id.New()); reasonOf(err) != "payout_below_minimum" {
		t.Errorf("nothing to pay out: error = %v, want payout_below_minimum", err)
	}
	if _, err := h.requestPayout(id.New(), 5); reasonOf(err) != "invalid" {
		t.Errorf("from an unknown chain: error = %v, want invalid", err)
	}
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	h.mine(3)
	h.caughtUp()
	share := h.shows().GetAmount()
	before, _ := new(big.Int).SetString(h.balance(artistWallet), 10)

	if _, err := h.requestPayout(""); reasonOf(err) != "idempotency_key_required" {
		t.Errorf("without a key: error = %v, want idempotency_key_required", err)
	}
	h.artists.mu.Lock()
	h.artists.frozen = true
	h.artists.mu.Unlock()
	if _, err := h.requestPayout(id.New()); reasonOf(err) != "payouts_frozen" {
		t.Errorf("while payouts are on hold: error = %v, want payouts_frozen", err)
	}
	h.artists.mu.Lock()
	h.artists.frozen = false
	h.artists.mu.Unlock()

	// No block is mined, so it stays in flight; ten requests arrive.
	h.rpcCall("evm_setAutomine", false)
	var mu sync.Mutex
	made := map[string]bool{}
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			p, err := h.requestPayout([]string{"one", "two"}[i%2])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				made[p.GetId()] = true
			case reasonOf(err) != "payout_pending" && reasonOf(err) != "request_in_flight":
				t.Errorf("concurrent requests: error = %v, want payout_pending or request_in_flight", err)
			}
		})
	}
	wg.Wait()
	if len(made) != 1 {
		t.Fatalf("%d payouts were made, want 1", len(made))
	}
	testkit.Eventually(t, soon, func() bool {
		var signed int
		err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM attempts a JOIN transactions t ON t.id = a.transaction_id WHERE t.kind = 'payout'`).Scan(&signed)
		return err == nil && signed > 0
	})
	h.stop() // in the middle
	h.start()
	h.rpcCall("evm_setAutomine", true)
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		items := h.listed().GetItems()
		return len(items) == 1 && items[0].GetStatus() == "confirmed"
	})
	p := h.listed().GetItems()[0]
	if !made[p.GetId()] || p.GetAmount() != share || h.withdrawn() != 1 {
		t.Errorf("the payout = %v, want %s once (%d events)", p, share, h.withdrawn())
	}
	after, _ := new(big.Int).SetString(h.balance(artistWallet), 10)
	if got := new(big.Int).Sub(after, before).String(); got != share {
		t.Errorf("the artist got %s, want %s", got, share)
	}
	if b := h.shows(); b.GetAmount() != "0" || b.GetPending() {
		t.Errorf("balance afterwards = %v, want 0 and nothing pending", b)
	}
	if _, err := h.requestPayout(id.New()); reasonOf(err) != "payout_too_soon" {
		t.Errorf("second request: error = %v, want payout_too_soon", err)
	}
}

// TestAPayoutAfterSomeoneElsesWithdrawal fails without paying twice.
func TestAPayoutAfterSomeoneElsesWithdrawal(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.PayoutsByGallery, h.cfg.PayoutMinimum, h.cfg.PayoutEvery = true, "0", 0
	h.start()
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	h.mine(3)
	h.caughtUp()
	b := h.shows()
	to := common.HexToAddress(b.GetContract())
	h.rpcCall("evm_setAutomine", false)
	if _, err := h.requestPayout(id.New()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool {
		var open int
		err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM transactions WHERE kind = 'payout' AND status = 'broadcast'`).Scan(&open)
		return err == nil && open == 1
	})
	h.send(buyerKey, nil, &to, big.NewInt(0), common.FromHex(b.GetData()), 1000) // a higher fee, so that it is mined first
	h.rpcCall("evm_setAutomine", true)
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		for _, p := range h.listed().GetItems() {
			if p.GetStatus() == "failed" && p.GetReason() == "nothing_to_withdraw" {
				return true
			}
		}
		return false
	})
	if h.withdrawn() != 1 {
		t.Errorf("%d withdrawals, want 1", h.withdrawn())
	}
	var block int64
	if err := h.pool.QueryRow(t.Context(), `SELECT mined_number FROM transactions WHERE kind = 'payout' AND status = 'failed'`).Scan(&block); err != nil || block == 0 {
		t.Errorf("the gallery's transaction is in block %d (%v), want one that reverted it", block, err)
	}
}

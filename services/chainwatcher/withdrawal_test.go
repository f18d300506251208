package chainwatcher_test

import (
	"context"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/messages"
)

func (h *testService) request(account, key string, token int64, to string) (*chainv1.Withdrawal, error) {
	ctx, cancel := context.WithTimeout(h.as(account), 10*time.Second)
	defer cancel()
	return h.withdrawals.RequestWithdrawal(testkit.WithHeader(ctx, rpc.IdempotencyKeyHeader, key), &chainv1.RequestWithdrawalRequest{TokenId: token, To: to})
}

func (h *testService) status(account, withdrawal string) *chainv1.Withdrawal {
	h.t.Helper()
	res, err := h.withdrawals.ListWithdrawals(h.as(account), &chainv1.ListWithdrawalsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, w := range res.GetItems() {
		if w.GetId() == withdrawal {
			return w
		}
	}
	return nil
}

// minted mints a token for ada and waits until the mint is final.
func (h *testService) minted(account string, artwork int64) *checkoutv1.OrderPaid {
	h.t.Helper()
	o := h.order(account, artwork, 1)
	before := len(published[*chainv1.TokenMinted](h))
	h.event("paid:"+o.GetCheckoutId(), o)
	testkit.Eventually(h.t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.TokenMinted](h)) > before
	})
	return o
}

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = chain.Person{Email: "ada@example.org", Wallets: []string{wallet}}
	o := h.minted("ada", 9)

	list, err := h.chains.ListChains(t.Context(), &chainv1.ListChainsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	local := list.GetItems()[0]
	for name, bad := range map[string]struct{ account, to, reason string }{
		"checksum":   {"ada", "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A66", "invalid"},
		"zero":       {"ada", "0x0000000000000000000000000000000000000000", "invalid"},
		"the token":  {"ada", local.GetTokenContract(), "invalid"},
		"the vault":  {"ada", local.GetVault(), "invalid"},
		"a contract": {"ada", local.GetPaymentContract(), "invalid"},
		"a stranger": {"eve", wallet, "not_found"},
	} {
		_, err := h.request(bad.account, "bad "+name, o.GetTokenId(), bad.to)
		if reason, _ := rpc.ReasonOf(err); reason != bad.reason {
			t.Errorf("%s: error = %v, want %v", name, err, bad.reason)
		}
	}
	if _, err := h.request("ada", "", o.GetTokenId(), wallet); err == nil {
		t.Error("a request without an idempotency key: error = nil, want one")
	}
	w, err := h.request("ada", "one", o.GetTokenId(), wallet)
	if err != nil || w.GetStatus() != "isWithdrawalAwaitingApproval" {
		t.Fatalf(`w, err = %v, %v, want status "isWithdrawalAwaitingApproval" and no error`, w, err)
	}
	if again, err := h.request("ada", "one", o.GetTokenId(), wallet); err != nil || again.GetId() != w.GetId() {
		t.Errorf(`h.request("ada", "one", o.GetTokenId(), wallet) = %v, %v, want id %v and no error`, again, err, w.GetId())
	}
	if _, err := h.request("ada", "two", o.GetTokenId(), wallet); err == nil {
		t.Error("a second withdrawal: error = nil, want withdrawal_pending")
	} else if reason, _ := rpc.ReasonOf(err); reason != "withdrawal_pending" {
		t.Errorf("a second withdrawal: error = %v, want withdrawal_pending", err)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalRequested](h)) == 1 })
	if f := published[*chainv1.WithdrawalRequested](h)[0]; f.GetEmail() != "ada@example.org" || f.GetTo() != wallet || len(f.GetWallets()) != 1 || f.GetEditionSize() != 25 || f.GetImageUrl() != "/assets/tidal-640.webp" {
		t.Errorf("WithdrawalRequested = %v, want ada's, with the wallet and the work", f)
	}

	h.event("decided:"+w.GetId(), &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: w.GetId(), Outcome: "approved", DecidedAt: timestamppb.Now()})
	testkit.Eventually(t, soon, func() bool { return h.status("ada", w.GetId()).GetStatus() == "withdrawalTransactionInProgress" })
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.WithdrawalConfirmed](h)) == 1
	})
	done := h.status("ada", w.GetId())
	if done.GetStatus() != "withdrawalTransactionConfirmed" || done.GetTransactionHash() != published[*chainv1.WithdrawalConfirmed](h)[0].GetTransactionHash() {
		t.Errorf("withdrawal = %v, want confirmed, with the event's transaction", done)
	}
	if n := h.transfers(local.GetTokenContract(), o.GetTokenId()); n != 2 {
		t.Errorf("%d transfers, want 2", n)
	}
	if items := h.tokens("ada"); len(items) != 1 || items[0].GetLocation() != "wallet" || items[0].GetOwner() != wallet {
		t.Errorf("ada's tokens = %v, want 1, in her wallet", items)
	}
	var mails int
	if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE recipient = 'ada@example.org'`).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("mails, err = %v, %v, want mails 1 and no error", mails, err)
	}
	cancel := &chainv1.CancelWithdrawalRequest{Id: w.GetId()}
	if _, err := h.withdrawals.CancelWithdrawal(h.as("ada"), cancel); err == nil {
		t.Error("cancelling a finished withdrawal succeeded, want an error")
	}
}

// gone reports whether the error says that the session has ended.
func gone(err error) bool {
	reason, _ := rpc.ReasonOf(err)
	return connect.CodeOf(err) == connect.CodeUnauthenticated && reason == "session_gone"
}

func TestWithdrawalEndsOtherwise(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	o := h.minted("ada", 8)

	// A stolen access token outlives its session by minutes: it can't move anything.
	h.accounts.ended.Store("s", true)
	if _, err := h.request("ada", "stolen", o.GetTokenId(), wallet); !gone(err) {
		t.Errorf("requested without a session: error = %v, want session_gone", err)
	}
	h.accounts.ended.Delete("s")
	h.accounts.stale.Store("s", true)
	if _, err := h.request("ada", "old", o.GetTokenId(), wallet); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("requested with an old login: error = %v, want permission_denied", err)
	}
	h.accounts.stale.Delete("s")
	cancelled, err := h.request("ada", "one", o.GetTokenId(), wallet)
	if err != nil {
		t.Fatal(err)
	}
	req := &chainv1.CancelWithdrawalRequest{Id: cancelled.GetId()}
	h.accounts.ended.Store("s", true)
	if _, err := h.withdrawals.CancelWithdrawal(h.as("ada"), req); !gone(err) {
		t.Errorf("cancelled without a session: error = %v, want session_gone", err)
	}
	h.accounts.ended.Delete("s")
	if _, err := h.withdrawals.CancelWithdrawal(h.as("eve"), req); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("another user cancels: error = %v, want not found", err)
	}
	if res, err := h.withdrawals.CancelWithdrawal(h.as("ada"), req); err != nil || res.GetStatus() != "cancelled" {
		t.Errorf(`h.withdrawals.CancelWithdrawal(h.as("ada"), req) = %v, %v, want status "cancelled" and no error`, res, err)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalCancelled](h)) == 1 })

	rejected, err := h.request("ada", "two", o.GetTokenId(), wallet)
	if err != nil {
		t.Fatal(err)
	}
	h.event("decided:2", &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: rejected.GetId(), Outcome: "rejected", DecidedAt: timestamppb.Now()})
	testkit.Eventually(t, soon, func() bool { return h.status("ada", rejected.GetId()).GetStatus() == "rejected" })

	// Disputed between the request and the transfer: the token stays.
	disputed, err := h.request("ada", "three", o.GetTokenId(), wallet)
	if err != nil {
		t.Fatal(err)
	}
	h.event("dispute", &checkoutv1.OrderDisputed{CheckoutId: o.GetCheckoutId(), TokenId: o.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool { return h.tokens("ada")[0].GetFrozen() })
	h.event("decided:3", &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: disputed.GetId(), Outcome: "approved", DecidedAt: timestamppb.Now()})
	testkit.Eventually(t, soon, func() bool { return h.status("ada", disputed.GetId()).GetStatus() == "failed" })
	if w := h.status("ada", disputed.GetId()); w.GetReason() != "token_frozen" {
		t.Errorf("withdrawal = %v, want the reason token_frozen", w)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalFailed](h)) == 1 })
	if f := published[*chainv1.WithdrawalFailed](h)[0]; f.GetWithdrawalId() != disputed.GetId() || f.GetReason() != "token_frozen" {
		t.Errorf("WithdrawalFailed = %v, want the disputed token's, token_frozen", f)
	}
	var mails int
	if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE subject = $1`, messages.WithdrawalFailed(chain.Withdrawal{}).Subject).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("mails, err = %v, %v, want mails 1 and no error", mails, err)
	}
	if _, err := h.request("ada", "four", o.GetTokenId(), wallet); err == nil {
		t.Error("withdrawing a frozen token succeeded, want an error")
	} else if reason, _ := rpc.ReasonOf(err); reason != "token_frozen" {
		t.Errorf("withdrawing a frozen token: error = %v, want token_frozen", err)
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE withdrawals SET status = 'final' WHERE id = $1`, rejected.GetId()); !postgres.IsCheck(err) {
		t.Errorf("the transition from rejected to final: error = %v, want a failed check", err)
	}
}

func TestDeployIsRepeatable(t *testing.T) {
	t.Parallel()
	h := setup(t)
	before, err := h.node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := chainwatcher.Deploy(t.Context(), h.cfg, testkit.Log(t), nil); err != nil {
		t.Fatal(err)
	}
	if after, err := h.node.BlockNumber(t.Context()); err != nil || after != before {
		t.Errorf("before, after, err = %v, %v, %v, want after = %v and no error", before, after, err, before)
	}
}

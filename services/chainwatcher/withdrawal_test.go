package chainwatcher_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// request checks a withdrawal as approvals does when its owner requests it, and returns what approvals publishes once it is approved. If no token
// can be withdrawn, it returns the first one's reason as an error.
func (h *testService) request(account, to string, tokens ...int64) (*approvalsv1.WithdrawalApproved, error) {
	return h.requestByName(account, to, "", tokens...)
}

func (h *testService) requestByName(account, to, name string, tokens ...int64) (*approvalsv1.WithdrawalApproved, error) {
	ctx, cancel := context.WithTimeout(h.t.Context(), 10*time.Second)
	defer cancel()
	res, err := h.withdrawals.CheckWithdrawal(ctx, &chainv1.CheckWithdrawalRequest{AccountId: account, TokenIds: tokens, To: to, Name: name})
	if err != nil {
		return nil, err
	}
	e := &approvalsv1.WithdrawalApproved{
		RequestId: id.New(), AccountId: account, Email: account + "@example.org", ChainId: res.GetChainId(), To: res.GetTo(), ToName: res.GetName(), RequestedAt: timestamppb.Now(),
	}
	for i, w := range res.GetWorks() {
		e.Works = append(e.Works, &approvalsv1.ApprovedWork{WithdrawalId: id.New(), TokenId: w.GetTokenId(), Title: w.GetTitle(), Artist: w.GetArtist(), Position: int32(i + 1)})
	}
	if len(e.GetWorks()) > 0 {
		return e, nil
	}
	reason := chainv1.Reason_value["REASON_"+strings.ToUpper(res.GetLeftOut()[0].GetReason())]
	return nil, rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason(reason), "left out", nil)
}

// approve publishes the approval of a request.
func (h *testService) approve(e *approvalsv1.WithdrawalApproved) {
	h.t.Helper()
	e.ApprovedAt = timestamppb.Now()
	h.event("approved:"+e.GetRequestId(), e)
}

func (h *testService) cancel(account, withdrawalOrRequest string) ([]*approvalsv1.Withdrawal, error) {
	res, err := h.withdrawals.CancelApprovedWithdrawal(h.t.Context(), &chainv1.CancelApprovedWithdrawalRequest{AccountId: account, Id: withdrawalOrRequest})
	return res.GetItems(), err
}

func (h *testService) status(account, withdrawal string) *approvalsv1.Withdrawal {
	h.t.Helper()
	res, err := h.withdrawals.ListApprovedWithdrawals(h.t.Context(), &chainv1.ListApprovedWithdrawalsRequest{AccountId: account})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, w := range res.GetItems() {
		if w.GetWithdrawal().GetId() == withdrawal {
			return w.GetWithdrawal()
		}
	}
	return nil
}

// ofRequest returns the withdrawals of a request.
func (h *testService) ofRequest(request string) []*chainv1.ApprovedWithdrawal {
	h.t.Helper()
	res, err := h.withdrawals.ListApprovedWithdrawals(h.t.Context(), &chainv1.ListApprovedWithdrawalsRequest{RequestIds: []string{request}})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetItems()
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
	h.accounts.persons["ada"] = custody.Person{Email: "ada@example.org", Wallets: []string{wallet}}
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
		_, err := h.request(bad.account, bad.to, o.GetTokenId())
		if reason, _ := rpc.ReasonOf(err); reason != bad.reason {
			t.Errorf("%s: error = %v, want %v", name, err, bad.reason)
		}
	}
	res, err := h.withdrawals.CheckWithdrawal(t.Context(), &chainv1.CheckWithdrawalRequest{AccountId: "ada", TokenIds: []int64{o.GetTokenId()}, To: strings.ToLower(wallet)})
	if err != nil || res.GetTo() != wallet || res.GetContract() != local.GetTokenContract() || len(res.GetWorks()) != 1 || res.GetWorks()[0].GetEditionSize() != 25 || res.GetWorks()[0].GetImageUrl() != "/assets/tidal-640.webp" {
		t.Errorf("CheckWithdrawal() = %v, %v, want ada's work to %s", res, err, wallet)
	}
	if _, err := h.withdrawals.CheckWithdrawal(h.as("ada"), &chainv1.CheckWithdrawalRequest{AccountId: "ada", TokenIds: []int64{o.GetTokenId()}, To: wallet}); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("CheckWithdrawal() as a user: error = %v, want permission_denied", err)
	}
	e, err := h.request("ada", wallet, o.GetTokenId())
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.request("ada", wallet, o.GetTokenId())
	if err != nil {
		t.Fatal(err)
	}
	h.approve(e)
	withdrawal := e.GetWorks()[0].GetWithdrawalId()
	testkit.Eventually(t, soon, func() bool { return h.status("ada", withdrawal).GetStatus() == "withdrawalTransactionInProgress" })
	if _, err := h.request("ada", wallet, o.GetTokenId()); err == nil {
		t.Error("a second withdrawal: error = nil, want withdrawal_pending")
	} else if reason, _ := rpc.ReasonOf(err); reason != "withdrawal_pending" {
		t.Errorf("a second withdrawal: error = %v, want withdrawal_pending", err)
	}
	// A request that was checked before the first one was approved fails, with an email. Repeated events change nothing.
	h.approve(again)
	testkit.Eventually(t, soon, func() bool {
		w := h.status("ada", again.GetWorks()[0].GetWithdrawalId())
		return w.GetStatus() == "failed" && w.GetReason() == "withdrawal_pending"
	})
	h.event("again", e)
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return h.status("ada", withdrawal).GetStatus() == "withdrawalTransactionConfirmed"
	})
	if done := h.status("ada", withdrawal); done.GetTransactionHash() == "" || done.GetBatchId() != e.GetRequestId() || done.GetTo() != wallet {
		t.Errorf("withdrawal = %v, want one of the request with its transaction", done)
	}
	if list := h.ofRequest(e.GetRequestId()); len(list) != 1 || list[0].GetRequestId() != e.GetRequestId() || !list[0].GetEndedAt().IsValid() || list[0].GetPosition() != 1 {
		t.Errorf("withdrawals of the request = %v, want one that has ended", list)
	}
	if n := h.transfers(local.GetTokenContract(), o.GetTokenId()); n != 2 {
		t.Errorf("%d transfers, want 2", n)
	}
	if items := h.tokens("ada"); len(items) != 1 || items[0].GetLocation() != "wallet" || items[0].GetOwner() != wallet {
		t.Errorf("ada's tokens = %v, want 1, in her wallet", items)
	}
	// Emails about requests of one token read like those of one artwork.
	testkit.Eventually(t, soon, func() bool { return len(h.mails(withdrawal+":confirmed")) == 1 })
	confirmed, failed := h.mails(withdrawal+":confirmed"), h.mails(again.GetWorks()[0].GetWithdrawalId()+":failed")
	if confirmed[0].subject != "Your artwork is in your wallet" || len(failed) != 1 || !strings.Contains(failed[0].body, "Another withdrawal of this artwork was already under way.") ||
		len(h.mails("%")) != 2 {
		t.Errorf("emails = %v, want one about the failure and one about the artwork in her wallet", h.mails("%"))
	}
	if _, err := h.cancel("ada", withdrawal); err == nil {
		t.Error("cancelling a finished withdrawal succeeded, want an error")
	} else if reason, _ := rpc.ReasonOf(err); reason != "already_sent" {
		t.Errorf("cancelling a finished withdrawal: error = %v, want already_sent", err)
	}
}

func TestWithdrawalEndsOtherwise(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.NewAddressWait = time.Hour
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	o := h.minted("ada", 8)

	e, err := h.request("ada", wallet, o.GetTokenId())
	if err != nil {
		t.Fatal(err)
	}
	h.approve(e)
	cancelled := e.GetWorks()[0].GetWithdrawalId()
	testkit.Eventually(t, soon, func() bool { return h.status("ada", cancelled).GetNotBefore().IsValid() })
	if _, err := h.cancel("eve", cancelled); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("another user cancels: error = %v, want not found", err)
	}
	for range 2 {
		if list, err := h.cancel("ada", cancelled); err != nil || len(list) != 1 || list[0].GetStatus() != "cancelled" {
			t.Errorf("cancelled = %v, %v, want one cancelled withdrawal", list, err)
		}
	}

	// Disputed between the request and the approval: the token stays.
	if e, err = h.request("ada", wallet, o.GetTokenId()); err != nil {
		t.Fatal(err)
	}
	h.event("dispute", &checkoutv1.OrderDisputed{CheckoutId: o.GetCheckoutId(), TokenId: o.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool { return h.tokens("ada")[0].GetFrozen() })
	h.approve(e)
	disputed := e.GetWorks()[0].GetWithdrawalId()
	testkit.Eventually(t, soon, func() bool { return h.status("ada", disputed).GetStatus() == "failed" })
	if w := h.status("ada", disputed); w.GetReason() != "token_frozen" {
		t.Errorf("withdrawal = %v, want the reason token_frozen", w)
	}
	testkit.Eventually(t, soon, func() bool { return len(h.mails(disputed+":failed")) == 1 })
	if m := h.mails("%"); len(m) != 1 || m[0].subject != "We couldn’t complete your withdrawal" {
		t.Errorf("emails = %v, want one about the failure", m)
	}
	if _, err := h.request("ada", wallet, o.GetTokenId()); err == nil {
		t.Error("withdrawing a frozen token succeeded, want an error")
	} else if reason, _ := rpc.ReasonOf(err); reason != "token_frozen" {
		t.Errorf("withdrawing a frozen token: error = %v, want token_frozen", err)
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE withdrawals SET status = 'final' WHERE id = $1`, cancelled); !postgres.IsCheck(err) {
		t.Errorf("the transition from cancelled to final: error = %v, want a failed check", err)
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

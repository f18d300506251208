package chainwatcher_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// asStaff is a member of staff.
func (h *testService) asStaff(account string) context.Context {
	return identity.With(h.t.Context(), &identity.Principal{Subject: account, SessionID: "s", Roles: []string{"staff"}})
}

// The third token of an account in a day waits for a member of staff, who isn't its owner, whatever its owner has approved. Approved, it
// leaves; rejected, it stays.
func TestWithdrawalsAboveALimitWait(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.AccountLimit, h.cfg.VaultLimit = 2, 3
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	withdraw := func(account string, artwork int64) *approvalsv1.Withdrawal {
		t.Helper()
		h.accounts.mu.Lock()
		h.accounts.persons[account] = custody.Person{Email: account + "@example.org"}
		h.accounts.mu.Unlock()
		o := h.minted(account, artwork)
		e, err := h.request(account, wallet, o.GetTokenId())
		if err != nil {
			t.Fatal(err)
		}
		h.approve(e)
		return &approvalsv1.Withdrawal{Id: e.GetWorks()[0].GetWithdrawalId(), TokenId: o.GetTokenId()}
	}
	confirmed := func(account string, w *approvalsv1.Withdrawal) {
		t.Helper()
		testkit.Eventually(t, soon, func() bool {
			h.mine(1)
			return h.status(account, w.GetId()).GetStatus() == "withdrawalTransactionConfirmed"
		})
	}
	waits := func(account string, w *approvalsv1.Withdrawal, why string) {
		t.Helper()
		testkit.Eventually(t, soon, func() bool { return h.status(account, w.GetId()).GetInReview() })
		list, err := h.withdrawals.ListWithdrawalReviews(h.asStaff("bob"), &chainv1.ListWithdrawalReviewsRequest{})
		if err != nil || len(list.GetItems()) != 1 || list.GetItems()[0].GetId() != w.GetId() || list.GetItems()[0].GetWhy() != why {
			t.Errorf("%v, %v, want a review of the %s's limit", list, err, why)
		}
	}
	decide := func(ctx context.Context, w *approvalsv1.Withdrawal, decision string) (string, error) {
		res, err := h.withdrawals.DecideWithdrawalReview(ctx, &chainv1.DecideWithdrawalReviewRequest{Id: w.GetId(), Decision: decision, Note: " the buyer called "})
		reason, _ := rpc.ReasonOf(err)
		if err == nil {
			reason = res.GetStatus()
		}
		return reason, err
	}
	confirmed("ada", withdraw("ada", 9))
	confirmed("ada", withdraw("ada", 41))
	third := withdraw("ada", 42)
	waits("ada", third, "account")
	h.accounts.set("payee", custody.Person{Wallets: []string{strings.ToLower(wallet)}})
	for name, c := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"its owner": {h.asStaff("ada"), "own_decision"},
		"the payee": {h.asStaff("payee"), "own_decision"},
		"no role":   {h.as("eve"), "forbidden"},
	} {
		if reason, err := decide(c.ctx, third, "approve"); reason != c.want {
			t.Errorf("%s: %q, %v, want %s", name, reason, err, c.want)
		}
	}
	for name, note := range map[string]string{"no reason": "", "a blank reason": " \n"} {
		if _, err := h.withdrawals.DecideWithdrawalReview(h.asStaff("bob"), &chainv1.DecideWithdrawalReviewRequest{
			Id: third.GetId(), Decision: "approve", Note: note,
		}); connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("%s: %v, want invalid_argument", name, err)
		}
	}
	h.mine(5)
	if s := h.status("ada", third.GetId()); !s.GetInReview() || s.GetTransactionHash() != "" {
		t.Errorf("withdrawal = %v, want it to wait for a review", s)
	}
	for range 2 {
		if status, err := decide(h.asStaff("bob"), third, "approve"); status != "approved" || err != nil {
			t.Errorf("%q, %v, want approved", status, err)
		}
	}
	if reason, err := decide(h.asStaff("bob"), third, "reject"); reason != "already_decided" {
		t.Errorf("another decision: %q, %v, want already_decided", reason, err)
	}
	confirmed("ada", third)

	// The vault's limit counts all accounts. A rejected withdrawal ends, and its token stays.
	fourth := withdraw("cem", 43)
	waits("cem", fourth, "vault")
	if status, err := decide(h.asStaff("bob"), fourth, "reject"); status != "rejected" || err != nil {
		t.Errorf("%q, %v, want rejected", status, err)
	}
	testkit.Eventually(t, soon, func() bool { return len(h.mails(fourth.GetId()+":failed")) == 1 })
	if s := h.status("cem", fourth.GetId()); s.GetStatus() != "failed" || s.GetReason() != "review_rejected" {
		t.Errorf("%v, want a failed withdrawal", s)
	}
	list, err := h.withdrawals.ListWithdrawalReviews(h.asStaff("eva"), &chainv1.ListWithdrawalReviewsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := list.GetDecided()
	if len(got) != 2 || got[0].GetId() != fourth.GetId() || got[0].GetStatus() != "rejected" || got[1].GetId() != third.GetId() || got[1].GetStatus() != "approved" {
		t.Fatalf("decisions = %v, want the rejected one, then the approved one", got)
	}
	for _, d := range got {
		if d.GetNote() != "the buyer called" || d.GetDecidedBy() != "bob" || d.GetDecidedAt() == nil {
			t.Errorf("decision = %v, want bob's with his reason", d)
		}
	}
	// Nobody rewrites it, not even with the service's database user; a person who is forgotten takes it along.
	if _, err := h.pool.Exec(t.Context(), `UPDATE withdrawals SET review_note = 'another' WHERE id = $1`, third.GetId()); err == nil {
		t.Error("replacing a reason after the decision: error = nil, want one")
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE withdrawals SET review_note = '' WHERE id = $1`, third.GetId()); err != nil {
		t.Errorf("erasing a reason: error = %v, want nil", err)
	}
	if n := h.transfers(h.contract(), fourth.GetTokenId()); n != 1 {
		t.Errorf("%d transfers of the rejected token, want its mint only", n)
	}
}

// contract returns the token contract.
func (h *testService) contract() string {
	h.t.Helper()
	list, err := h.chains.ListChains(h.t.Context(), &chainv1.ListChainsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return list.GetItems()[0].GetTokenContract()
}

// TestNobodyDecidesAboutThemselves: the only decision of staff is the one that TestWithdrawalsAboveALimitWait calls as the owner and as the payee.
func TestNobodyDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	tested := []string{"WithdrawalService.DecideWithdrawalReview"}
	ofOneself := []string{"GiftService.AcceptGift", "GiftService.CancelGift", "GiftService.SendGift", "PayoutService.RequestPayout"}
	ofServices := []string{ // which check who decides
		"ChainService.CreateQuote", "ChainService.ReleaseToken", "WithdrawalService.CancelApprovedWithdrawal", "WithdrawalService.CheckWithdrawal",
	}
	testkit.ListsWrites(t, slices.Concat(tested, ofOneself, ofServices), chainv1.File_vitrine_chain_v1_chain_proto)
}

package chainwatcher_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// TestWithdrawalOfSeveralTokens: one approval moves every token of a request, however often it is delivered. A token that can't be withdrawn
// is left out, with the reason, and doesn't block the others.
func TestWithdrawalOfSeveralTokens(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.AccountLimit = 2
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	one, two, busy := h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()
	given, disputed := h.gift("ada", 12, false).GetTokenId(), h.minted("ada", 13)
	h.event("disputed", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool {
		return slices.ContainsFunc(h.tokens("ada"), func(k *chainv1.Token) bool { return k.GetFrozen() })
	})
	both, err := h.request("ada", wallet, two, one)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		both.ApprovedAt = both.GetRequestedAt()
		h.event(fmt.Sprint("approved:", i), both)
	}
	testkit.Eventually(t, soon, func() bool { return len(h.ofRequest(both.GetRequestId())) == 2 })
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return !slices.ContainsFunc(h.ofRequest(both.GetRequestId()), func(w *chainv1.ApprovedWithdrawal) bool {
			return w.GetWithdrawal().GetStatus() != "withdrawalTransactionConfirmed"
		})
	})
	// One email for both instead of one each.
	testkit.Eventually(t, soon, func() bool { return len(h.mails("%")) > 0 })
	want := "We sent to your wallet: Tidal Study by Mara Lindqvist, edition 1; Tidal Study by Mara Lindqvist, edition 1. The transfers are final."
	if m := h.mails("%"); len(m) != 1 || m[0].subject != "2 artworks are in your wallet" || !strings.Contains(m[0].body, want) {
		t.Errorf("emails = %v, want one for 2 artworks with %q", m, want)
	}
	// The third token of the day waits for a review, so its withdrawal stays live.
	single, err := h.request("ada", wallet, busy)
	if err != nil {
		t.Fatal(err)
	}
	h.approve(single)
	testkit.Eventually(t, soon, func() bool { return h.status("ada", single.GetWorks()[0].GetWithdrawalId()).GetInReview() })

	other := h.minted("ada", 14).GetTokenId()
	for name, bad := range map[string]struct {
		account, to, reason string
		tokens              []int64
	}{
		"a stranger":   {"eve", wallet, "not_found", []int64{other}},
		"zero address": {"ada", "0x0000000000000000000000000000000000000000", "invalid", []int64{other, busy}},
		"no token":     {"ada", wallet, "invalid", nil},
		"101 tokens":   {"ada", wallet, "invalid", make([]int64, 101)},
		"an unknown":   {"ada", wallet, "not_found", []int64{other, 99_000_001}},
	} {
		_, err := h.request(bad.account, bad.to, bad.tokens...)
		if reason, _ := rpc.ReasonOf(err); reason != bad.reason {
			t.Errorf("%s: %v, want %s", name, err, bad.reason)
		}
	}
	res, err := h.withdrawals.CheckWithdrawal(t.Context(), &chainv1.CheckWithdrawalRequest{
		AccountId: "ada", To: wallet, TokenIds: []int64{other, busy, given, disputed.GetTokenId(), one},
	})
	if err != nil || len(res.GetWorks()) != 1 || res.GetWorks()[0].GetTokenId() != other {
		t.Fatalf("CheckWithdrawal() = %v, %v, want only %d", res, err, other)
	}
	left := map[int64]string{}
	for _, k := range res.GetLeftOut() {
		left[k.GetTokenId()] = k.GetReason()
	}
	if len(left) != 4 || left[busy] != "withdrawal_pending" || left[given] != "gift_waiting" || left[disputed.GetTokenId()] != "token_frozen" || left[one] != "not_in_vault" {
		t.Errorf("left out = %v, want %d pending, %d waiting as a gift, %d frozen, %d not in the vault", left, busy, given, disputed.GetTokenId(), one)
	}
}

type sentMail struct{ subject, body string }

// mails returns the emails about withdrawals whose key is like a pattern, in their order.
func (h *testService) mails(like string) (out []sentMail) {
	h.t.Helper()
	rows, err := h.pool.Query(h.t.Context(), `SELECT subject, body FROM mails WHERE key LIKE 'withdrawal:' || $1 ORDER BY id`, like)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var m sentMail
		if err := rows.Scan(&m.subject, &m.body); err != nil {
			h.t.Fatal(err)
		}
		out = append(out, m)
	}
	if err := rows.Err(); err != nil {
		h.t.Fatal(err)
	}
	return out
}

// TestPartsOfABatch: each token of a request ends alone. One that is disputed stays, one above the daily limit waits for staff, and the others
// move. An email lists what has ended each time nothing is being sent. What stayed can be requested again.
func TestPartsOfABatch(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.AccountLimit = 2
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	disputed := h.minted("ada", 9)
	tokens := []int64{disputed.GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId(), h.minted("ada", 12).GetTokenId()}
	b, err := h.request("ada", wallet, tokens...)
	if err != nil || len(b.GetWorks()) != 4 {
		t.Fatalf("b, err = %v, %v, want 4 works and no error", b, err)
	}
	h.event("disputed", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool {
		return slices.ContainsFunc(h.tokens("ada"), func(k *chainv1.Token) bool { return k.GetFrozen() })
	})
	h.approve(b)
	count := func(of func(*approvalsv1.Withdrawal) bool) (n int) {
		for _, w := range h.ofRequest(b.GetRequestId()) {
			if of(w.GetWithdrawal()) {
				n++
			}
		}
		return n
	}
	done := func(w *approvalsv1.Withdrawal) bool { return w.GetStatus() == "withdrawalTransactionConfirmed" }
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return count(done) == 2 && count((*approvalsv1.Withdrawal).GetInReview) == 1 && strings.Contains(fmt.Sprint(h.mails("%")), "The transfers are final.")
	})
	if w := h.ofRequest(b.GetRequestId())[0]; w.GetPosition() != 1 || w.GetWithdrawal().GetStatus() != "failed" || w.GetWithdrawal().GetReason() != "token_frozen" {
		t.Errorf("the disputed token's withdrawal = %v, want failed, token_frozen", w)
	}
	// The failure may have been reported before the others were queued.
	text := ""
	for _, m := range h.mails("%") {
		text += m.body
	}
	for _, part := range []string{"We didn’t send Tidal Study by Mara Lindqvist, edition 1. The order of this artwork is disputed", "The transfers are final."} {
		if strings.Count(text, part) != 1 {
			t.Errorf("emails contain %q %d times, want once: %s", part, strings.Count(text, part), text)
		}
	}
	reported := len(h.mails("%"))
	list := h.ofRequest(b.GetRequestId())
	last := list[slices.IndexFunc(list, func(w *chainv1.ApprovedWithdrawal) bool { return w.GetWithdrawal().GetInReview() })].GetWithdrawal().GetId()
	if list, err := h.withdrawals.ListWithdrawalReviews(h.asStaff("bob"), &chainv1.ListWithdrawalReviewsRequest{}); err != nil ||
		len(list.GetItems()) != 1 || list.GetItems()[0].GetId() != last || list.GetItems()[0].GetBatchId() != b.GetRequestId() {
		t.Errorf("reviews %v, %v, want one of the request", list, err)
	}
	if _, err := h.withdrawals.DecideWithdrawalReview(h.asStaff("bob"), &chainv1.DecideWithdrawalReviewRequest{Id: last, Decision: "approve", Note: "the buyer called"}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return count(done) == 3 && len(h.mails("%")) > reported
	})
	if m := h.mails("%"); len(m) != reported+1 || m[reported].subject != "Your artwork is in your wallet" {
		t.Errorf("emails = %v, want %d, the last about one artwork", m, reported+1)
	}
	if _, err := h.cancel("ada", b.GetRequestId()); err == nil {
		t.Error("cancelling a finished request succeeded, want an error")
	} else if reason, _ := rpc.ReasonOf(err); reason != "already_sent" {
		t.Errorf("cancelling again: error = %v, want already_sent", err)
	}

	// The gallery won the dispute: the token can leave now.
	h.event("won", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Resolved: true, Version: 2})
	testkit.Eventually(t, soon, func() bool { _, err := h.request("ada", wallet, disputed.GetTokenId()); return err == nil })
}

// TestCancelOfABatch: each withdrawal of an approved request can be cancelled alone, and all that is left at once.
func TestCancelOfABatch(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.NewAddressWait = time.Hour
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	tokens := []int64{h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()}
	b, err := h.request("ada", wallet, tokens...)
	if err != nil {
		t.Fatal(err)
	}
	h.approve(b)
	testkit.Eventually(t, soon, func() bool { return len(h.ofRequest(b.GetRequestId())) == 3 })
	second := b.GetWorks()[1].GetWithdrawalId()
	if list, err := h.cancel("ada", second); err != nil || len(list) != 1 || list[0].GetId() != second || list[0].GetStatus() != "cancelled" {
		t.Errorf("cancelled = %v, %v, want the second withdrawal alone", list, err)
	}
	if w := h.status("ada", b.GetWorks()[0].GetWithdrawalId()); w.GetStatus() != "withdrawalTransactionInProgress" {
		t.Errorf("the first withdrawal = %v, want it in progress", w)
	}
	if _, err := h.cancel("eve", b.GetRequestId()); err == nil {
		t.Error("a stranger cancelled the request, want not_found")
	} else if reason, _ := rpc.ReasonOf(err); reason != "not_found" {
		t.Errorf("a stranger: %v, want not_found", err)
	}
	for range 2 {
		list, err := h.cancel("ada", b.GetRequestId())
		if err != nil || len(list) != 3 || slices.ContainsFunc(list, func(w *approvalsv1.Withdrawal) bool { return w.GetStatus() != "cancelled" }) {
			t.Fatalf("cancelled request = %v, %v, want 3 cancelled withdrawals", list, err)
		}
	}
	for i, w := range h.ofRequest(b.GetRequestId()) {
		if w.GetPosition() != int32(i+1) || !w.GetEndedAt().IsValid() {
			t.Errorf("withdrawal %d = %v, want it in its position, with the time of its end", i, w)
		}
	}
	// The event may come once more, and the tokens can be requested again.
	h.event("again", b)
	again, err := h.request("ada", wallet, tokens...)
	if err != nil || len(again.GetWorks()) != 3 {
		t.Fatalf("again, err = %v, %v, want 3 works and no error", again, err)
	}
	h.approve(again)
	testkit.Eventually(t, soon, func() bool { return len(h.ofRequest(again.GetRequestId())) == 3 })
	for _, w := range h.ofRequest(b.GetRequestId()) {
		if got := w.GetWithdrawal().GetStatus(); got != "cancelled" {
			t.Errorf("the first withdrawal of %d is %s, want cancelled", w.GetWithdrawal().GetTokenId(), got)
		}
	}
	if m := h.mails("%"); len(m) != 0 {
		t.Errorf("emails %v, want none", m)
	}
}

// TestConcurrentApprovals: however approvals of the same tokens overlap, each token has one live withdrawal, and the others fail.
func TestConcurrentApprovals(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.NewAddressWait = time.Hour
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	tokens := []int64{h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()}
	var requests []*approvalsv1.WithdrawalApproved
	for i := range 6 {
		e, err := h.request("ada", wallet, tokens[i%3], tokens[(i+1)%3])
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, e)
	}
	for _, e := range requests {
		h.approve(e)
	}
	live := map[int64]int{}
	for _, e := range requests {
		testkit.Eventually(t, soon, func() bool { return len(h.ofRequest(e.GetRequestId())) == 2 })
		for _, w := range h.ofRequest(e.GetRequestId()) {
			switch w.GetWithdrawal().GetStatus() {
			case "withdrawalTransactionInProgress":
				live[w.GetWithdrawal().GetTokenId()]++
			case "failed":
				if w.GetWithdrawal().GetReason() != "withdrawal_pending" {
					t.Errorf("withdrawal = %v, want the reason withdrawal_pending", w)
				}
			}
		}
	}
	for _, tokenID := range tokens {
		if live[tokenID] != 1 {
			t.Errorf("%d live withdrawals of %d, want 1", live[tokenID], tokenID)
		}
	}
}

package chainwatcher_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

func (h *testService) requestAll(account, key, to string, tokens ...int64) (*chainv1.RequestWithdrawalsResponse, error) {
	return h.withdrawals.RequestWithdrawals(testkit.WithHeader(h.as(account), rpc.IdempotencyKeyHeader, key), &chainv1.RequestWithdrawalsRequest{TokenIds: tokens, To: to})
}

// TestWithdrawalOfSeveralTokens: one decision moves every token of a batch, however often it is delivered. A token that can't be withdrawn
// is left out, with the reason, and doesn't block the others.
func TestWithdrawalOfSeveralTokens(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = chain.Person{Email: "ada@example.org", Wallets: []string{wallet}}
	one, two, busy := h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()
	single, err := h.request("ada", "single", busy, wallet)
	if err != nil {
		t.Fatal(err)
	}
	given, disputed := h.gift("ada", 12, false).GetTokenId(), h.minted("ada", 13)
	h.event("disputed", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool {
		return slices.ContainsFunc(h.tokens("ada"), func(k *chainv1.Token) bool { return k.GetFrozen() })
	})
	for name, bad := range map[string]struct {
		account, to, reason string
		tokens              []int64
	}{
		"a stranger":   {"eve", wallet, "not_found", []int64{one}},
		"nothing":      {"ada", wallet, "nothing_to_withdraw", []int64{busy}},
		"zero address": {"ada", "0x0000000000000000000000000000000000000000", "invalid", []int64{one, two}},
		"no token":     {"ada", wallet, "invalid", nil},
		"101 tokens":   {"ada", wallet, "invalid", make([]int64, 101)},
	} {
		_, err := h.requestAll(bad.account, "bad "+name, bad.to, bad.tokens...)
		if reason, _ := rpc.ReasonOf(err); reason != bad.reason {
			t.Errorf("%s: %v, want %s", name, err, bad.reason)
		}
	}
	all := []int64{two, busy, given, disputed.GetTokenId(), one}
	for range 2 {
		b, err := h.requestAll("ada", "all", wallet, all...)
		if err != nil || len(b.GetItems()) != 2 {
			t.Fatalf("b, err = %v, %v, want 2 items and no error", b, err)
		}
		left := map[int64]string{}
		for _, k := range b.GetLeftOut() {
			left[k.GetTokenId()] = k.GetReason()
		}
		if len(left) != 3 || left[busy] != "withdrawal_pending" || left[given] != "gift_waiting" || left[disputed.GetTokenId()] != "token_frozen" {
			t.Fatalf("rejected tokens = %v, want %d pending, %d waiting as a gift, %d frozen", left, busy, given, disputed.GetTokenId())
		}
	}
	b, err := h.requestAll("ada", "all", wallet, all...)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalBatchRequested](h)) == 1 })
	if r := published[*chainv1.WithdrawalBatchRequested](h)[0]; r.GetBatchId() != b.GetId() || len(r.GetWorks()) != 2 || r.GetTo() != wallet || r.GetEmail() != "ada@example.org" {
		t.Errorf("WithdrawalBatchRequested = %v, want %s with 2 works to %s for ada@example.org", r, b.GetId(), wallet)
	}
	if n := len(published[*chainv1.WithdrawalRequested](h)); n != 1 {
		t.Errorf("%d single withdrawals requested, want 1", n)
	}
	for i := range 2 {
		h.event(fmt.Sprint("decided:", b.GetId(), i), &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: b.GetId(), Outcome: "approved", DecidedAt: timestamppb.Now()})
	}
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.WithdrawalConfirmed](h)) == 2
	})
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalBatchEnded](h)) == 1 })
	if end := published[*chainv1.WithdrawalBatchEnded](h)[0]; end.GetBatchId() != b.GetId() || end.GetMoved() != 2 || end.GetFailed() != 0 || end.GetCancelled() != 0 {
		t.Errorf("WithdrawalBatchEnded = %v, want %s with 2 moved, 0 failed, 0 cancelled", end, b.GetId())
	}
	// One email for both instead of one each.
	want := "We sent to your wallet: Tidal Study by Mara Lindqvist, edition 1; Tidal Study by Mara Lindqvist, edition 1. The transfers are final."
	if m := h.mails("%"); len(m) != 1 || m[0].subject != "2 artworks are in your wallet" || !strings.Contains(m[0].body, want) {
		t.Errorf("emails = %v, want one for 2 artworks with %q", m, want)
	}
	for _, w := range b.GetItems() {
		if w.GetBatchId() != b.GetId() {
			t.Errorf("a withdrawal of batch %q, want %q", w.GetBatchId(), b.GetId())
		}
		if got := h.status("ada", w.GetId()).GetStatus(); got != "withdrawalTransactionConfirmed" {
			t.Errorf("%d is %s, want withdrawalTransactionConfirmed", w.GetTokenId(), got)
		}
	}
	if got := h.status("ada", single.GetId()).GetStatus(); got != "isWithdrawalAwaitingApproval" {
		t.Errorf("the other withdrawal is %s, want isWithdrawalAwaitingApproval", got)
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

func (h *testService) cancelAll(account, batch string) (*chainv1.CancelWithdrawalsResponse, error) {
	return h.withdrawals.CancelWithdrawals(h.as(account), &chainv1.CancelWithdrawalsRequest{Id: batch})
}

// TestPartsOfABatch: each token of a batch ends alone. One that is disputed stays, one above the daily limit waits for staff, and the others
// move. An email lists what has ended each time nothing is being sent. What stayed can be requested again.
func TestPartsOfABatch(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.AccountLimit = 2
	h.start()
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = chain.Person{Email: "ada@example.org"}
	disputed := h.minted("ada", 9)
	tokens := []int64{disputed.GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId(), h.minted("ada", 12).GetTokenId()}
	b, err := h.requestAll("ada", "all", wallet, tokens...)
	if err != nil || len(b.GetItems()) != 4 {
		t.Fatalf("b, err = %v, %v, want 4 items and no error", b, err)
	}
	h.event("disputed", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool {
		return slices.ContainsFunc(h.tokens("ada"), func(k *chainv1.Token) bool { return k.GetFrozen() })
	})
	h.event("decided", &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: b.GetId(), Outcome: "approved", DecidedAt: timestamppb.Now()})
	count := func(of func(*chainv1.Withdrawal) bool) (n int) {
		for _, w := range b.GetItems() {
			if of(h.status("ada", w.GetId())) {
				n++
			}
		}
		return n
	}
	done := func(w *chainv1.Withdrawal) bool { return w.GetStatus() == "withdrawalTransactionConfirmed" }
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return count(done) == 2 && count((*chainv1.Withdrawal).GetInReview) == 1 && len(h.mails("%")) > 0
	})
	if w := h.status("ada", b.GetItems()[0].GetId()); w.GetStatus() != "failed" || w.GetReason() != "token_frozen" {
		t.Errorf("the disputed token's withdrawal = %v, want failed, token_frozen", w)
	}
	// The failure may have been reported before the others were queued.
	text := ""
	for _, m := range h.mails("%") {
		text += m.body
	}
	for _, part := range []string{"We didn't send Tidal Study by Mara Lindqvist, edition 1. The order of this artwork is disputed", "The transfers are final."} {
		if strings.Count(text, part) != 1 {
			t.Errorf("emails contain %q %d times, want once: %s", part, strings.Count(text, part), text)
		}
	}
	if n := len(published[*chainv1.WithdrawalBatchEnded](h)); n != 0 {
		t.Errorf("%d batches ended although a withdrawal waits for a review, want none", n)
	}
	reported := len(h.mails("%"))
	i := slices.IndexFunc(b.GetItems(), func(w *chainv1.Withdrawal) bool { return h.status("ada", w.GetId()).GetInReview() })
	last := b.GetItems()[i].GetId()
	if list, err := h.withdrawals.ListWithdrawalReviews(h.asStaff("bob"), &chainv1.ListWithdrawalReviewsRequest{}); err != nil ||
		len(list.GetItems()) != 1 || list.GetItems()[0].GetId() != last || list.GetItems()[0].GetBatchId() != b.GetId() {
		t.Errorf("reviews %v, %v, want one of the batch", list, err)
	}
	if _, err := h.withdrawals.DecideWithdrawalReview(h.asStaff("bob"), &chainv1.DecideWithdrawalReviewRequest{Id: last, Decision: "approve", Note: "the buyer called"}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.WithdrawalBatchEnded](h)) == 1
	})
	if end := published[*chainv1.WithdrawalBatchEnded](h)[0]; end.GetMoved() != 3 || end.GetFailed() != 1 || end.GetCancelled() != 0 {
		t.Errorf("WithdrawalBatchEnded = %v, want 3 moved, 1 failed, 0 cancelled", end)
	}
	if m := h.mails("%"); len(m) != reported+1 || m[reported].subject != "Your artwork is in your wallet" {
		t.Errorf("emails = %v, want %d, the last about one artwork", m, reported+1)
	}
	if _, err := h.cancelAll("ada", b.GetId()); err == nil {
		t.Error("cancelling a finished batch succeeded, want an error")
	} else if reason, _ := rpc.ReasonOf(err); reason != "already_sent" {
		t.Errorf("cancelling again: error = %v, want already_sent", err)
	}

	// The gallery won the dispute: the token can leave now.
	h.event("won", &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Resolved: true, Version: 2})
	testkit.Eventually(t, soon, func() bool { _, err := h.requestAll("ada", "again", wallet, disputed.GetTokenId()); return err == nil })
}

// TestCancelOfABatch: each withdrawal of a batch can be cancelled alone, and all that is left at once. Then the approval decides nothing.
func TestCancelOfABatch(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = chain.Person{Email: "ada@example.org"}
	tokens := []int64{h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()}
	b, err := h.requestAll("ada", "all", wallet, tokens...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.withdrawals.CancelWithdrawal(h.as("ada"), &chainv1.CancelWithdrawalRequest{Id: b.GetItems()[1].GetId()}); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]struct{ account, batch string }{
		"a stranger": {"eve", b.GetId()},
		"no batch":   {"ada", b.GetItems()[0].GetId()},
	} {
		_, err := h.cancelAll(bad.account, bad.batch)
		if reason, _ := rpc.ReasonOf(err); reason != "not_found" {
			t.Errorf("%s: %v, want not_found", name, err)
		}
	}
	if n := len(published[*chainv1.WithdrawalBatchEnded](h)); n != 0 {
		t.Errorf("%d batches ended with one of their withdrawals, want none", n)
	}
	for range 2 {
		res, err := h.cancelAll("ada", b.GetId())
		if err != nil || len(res.GetItems()) != 3 || slices.ContainsFunc(res.GetItems(), func(w *chainv1.Withdrawal) bool { return w.GetStatus() != "cancelled" }) {
			t.Fatalf("cancelled batch = %v, %v, want 3 cancelled withdrawals", res, err)
		}
	}
	// One event for each, also where the cancellation was repeated. The first cancelled is the second work of the request.
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.BatchWithdrawalCancelled](h)) == 3 })
	first := b.GetItems()[1]
	for _, e := range published[*chainv1.BatchWithdrawalCancelled](h) {
		if e.GetBatchId() != b.GetId() || (e.GetWithdrawalId() == first.GetId()) != (e.GetPosition() == 2) || (e.GetTokenId() == first.GetTokenId()) != (e.GetPosition() == 2) {
			t.Errorf("BatchWithdrawalCancelled = %v, want batch %s, and withdrawal %s of token %d at position 2 only", e, b.GetId(), first.GetId(), first.GetTokenId())
		}
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalBatchEnded](h)) == 1 })
	if end := published[*chainv1.WithdrawalBatchEnded](h)[0]; end.GetCancelled() != 3 || end.GetMoved() != 0 || end.GetFailed() != 0 {
		t.Errorf("WithdrawalBatchEnded = %v, want 3 cancelled, 0 moved, 0 failed", end)
	}
	h.event("decided", &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: b.GetId(), Outcome: "approved", DecidedAt: timestamppb.Now()})
	again, err := h.requestAll("ada", "again", wallet, tokens...)
	if err != nil || len(again.GetItems()) != 3 {
		t.Fatalf("again, err = %v, %v, want 3 items and no error", again, err)
	}
	h.event("rejected", &approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: again.GetId(), Outcome: "rejected", DecidedAt: timestamppb.Now()})
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.WithdrawalBatchEnded](h)) == 2 })
	for _, w := range b.GetItems() {
		if got := h.status("ada", w.GetId()).GetStatus(); got != "cancelled" {
			t.Errorf("the first withdrawal of %d is %s, want cancelled", w.GetTokenId(), got)
		}
	}
	if m := h.mails("%"); len(m) != 0 {
		t.Errorf("emails %v, want none: approvals emails about a rejection", m)
	}
}

// TestConcurrentBatches: however requests of the same tokens overlap, each token has one live withdrawal, and each request says what became
// of each of its tokens.
func TestConcurrentBatches(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = chain.Person{Email: "ada@example.org"}
	tokens := []int64{h.minted("ada", 9).GetTokenId(), h.minted("ada", 10).GetTokenId(), h.minted("ada", 11).GetTokenId()}
	var (
		all  sync.WaitGroup
		mu   sync.Mutex
		live = map[int64]int{}
	)
	count := func(items ...*chainv1.Withdrawal) {
		mu.Lock()
		defer mu.Unlock()
		for _, w := range items {
			live[w.GetTokenId()]++
		}
	}
	for i := range 12 {
		all.Go(func() {
			some := []int64{tokens[i%3], tokens[(i+1)%3]}
			if i%4 == 0 {
				if w, err := h.request("ada", fmt.Sprint("one ", i), some[0], wallet); err == nil {
					count(w)
				} else if reason, _ := rpc.ReasonOf(err); reason != "withdrawal_pending" {
					t.Errorf("one: error = %v, want withdrawal_pending", err)
				}
				return
			}
			b, err := h.requestAll("ada", fmt.Sprint("batch ", i), wallet, some...)
			if reason, _ := rpc.ReasonOf(err); err != nil && reason != "nothing_to_withdraw" {
				t.Errorf("batch: error = %v, want nil or nothing_to_withdraw", err)
			}
			if err == nil && len(b.GetItems())+len(b.GetLeftOut()) != len(some) {
				t.Errorf("outcome = %v, want an item or a rejection for each of %v", b, some)
			}
			count(b.GetItems()...)
		})
	}
	all.Wait()
	for _, tokenID := range tokens {
		if live[tokenID] != 1 {
			t.Errorf("%d live withdrawals of %d, want 1", live[tokenID], tokenID)
		}
	}
}

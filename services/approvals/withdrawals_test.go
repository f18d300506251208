package approvals_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/approvals"
)

// TestAWithdrawalIsRequested: a request is made once, by an owner whose session is active and whose login is recent, and lists the token until
// it is approved.
func TestAWithdrawalIsRequested(t *testing.T) {
	t.Parallel()
	b := setup(t)
	one := func(account, key string) (*approvalsv1.Withdrawal, error) {
		return b.request(account, key, &approvalsv1.RequestWithdrawalRequest{TokenId: furrow, To: "0xAbC"})
	}
	// A stolen access token outlives its session by minutes: it can't move anything.
	b.sessions.ended.Store("s-owner", true)
	_, err := one("owner", "stolen")
	want(t, err, connect.CodeUnauthenticated, "session_gone")
	b.sessions.ended.Delete("s-owner")
	b.sessions.stale.Store("s-owner", true)
	_, err = one("owner", "old")
	want(t, err, connect.CodePermissionDenied, "recent_login_required")
	b.sessions.stale.Delete("s-owner")
	_, err = one("owner", "")
	want(t, err, connect.CodeInvalidArgument, "idempotency_key_required")
	_, err = one("stranger", "theirs")
	want(t, err, connect.CodeNotFound, "not_found")
	for name, req := range map[string]*approvalsv1.RequestWithdrawalRequest{
		"no token":      {To: "0xAbC"},
		"both":          {TokenId: furrow, TokenIds: []int64{tide}, To: "0xAbC"},
		"101 tokens":    {TokenIds: make([]int64, 101), To: "0xAbC"},
		"a token twice": {TokenIds: []int64{tide, tide}, To: "0xAbC"},
		"no address":    {TokenId: furrow},
	} {
		if _, err := b.request("owner", name, req); connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("%s: error = %v, want invalid_argument", name, err)
		}
	}

	w, err := one("owner", "first")
	if err != nil || w.GetStatus() != "isWithdrawalAwaitingApproval" || w.GetTokenId() != furrow || w.GetTo() != "0xAbC" || w.GetChainId() != 31337 ||
		w.GetBatchId() == "" || !w.GetRequestedAt().IsValid() || len(w.GetItems()) != 1 || w.GetItems()[0].GetId() != w.GetId() {
		t.Fatalf("request = %v, %v, want one that waits for the approval, with itself as item", w, err)
	}
	if again, err := one("owner", "first"); err != nil || again.GetId() != w.GetId() {
		t.Errorf("the repeated request = %v, %v, want %s", again, err, w.GetId())
	}
	_, err = one("owner", "second")
	want(t, err, connect.CodeFailedPrecondition, "withdrawal_pending")
	if list := b.withdrawals(); len(list) != 1 || list[0].GetId() != w.GetId() || list[0].GetBatchId() != w.GetBatchId() || list[0].GetStatus() != "isWithdrawalAwaitingApproval" || len(list[0].GetItems()) != 0 {
		t.Errorf("withdrawals = %v, want the one without items", list)
	}
	if item := b.mine("owner"); item.GetSubjectId() != w.GetBatchId() {
		t.Errorf("pending approval of %s, want the batch %s", item.GetSubjectId(), w.GetBatchId())
	}
	_, secret := b.link("owner@example.org", "Approve your withdrawal: Long Furrow, #3 of 25")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	// Approved, it is in progress, whether the chainwatcher has it or not.
	if list := b.withdrawals(); len(list) != 1 || list[0].GetStatus() != "withdrawalTransactionInProgress" {
		t.Errorf("withdrawals after the approval = %v, want one in progress", list)
	}
	b.approval()
	b.chain.ends(w.GetBatchId(), "withdrawalTransactionConfirmed", "0xabc")
	if list := b.withdrawals(); len(list) != 1 || list[0].GetId() != w.GetId() || list[0].GetTransactionHash() != "0xabc" {
		t.Errorf("withdrawals after the transfer = %v, want one with its transaction", list)
	}
	b.chain.set(func(c *chainwatcher) { c.err = connect.NewError(connect.CodeUnavailable, "down") })
	_, err = b.owner.ListWithdrawals(b.as("owner"), &approvalsv1.ListWithdrawalsRequest{})
	want(t, err, connect.CodeUnavailable, "unavailable")
	_, err = one("owner", "third")
	want(t, err, connect.CodeUnavailable, "unavailable")
}

// TestTokensThatCantBeWithdrawn are left out of several, and refused alone. What the chainwatcher says about the address is passed on.
func TestTokensThatCantBeWithdrawn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, reason := range []string{"withdrawal_pending", "not_in_vault", "token_frozen", "gift_waiting"} {
		b.chain.set(func(c *chainwatcher) { c.leftOut = map[int64]string{furrow: reason} })
		_, err := b.request("owner", reason, &approvalsv1.RequestWithdrawalRequest{TokenId: furrow, To: "0xAbC"})
		want(t, err, connect.CodeFailedPrecondition, reason)
	}
	tidal := b.withdraw(tide)
	b.clock.Advance(time.Second)
	_, err := b.request("owner", "none", &approvalsv1.RequestWithdrawalRequest{TokenIds: []int64{furrow, tide}, To: "0xAbC"})
	want(t, err, connect.CodeFailedPrecondition, "nothing_to_withdraw")
	for range 2 { // the second time from the stored response
		w, err := b.request("owner", "some", &approvalsv1.RequestWithdrawalRequest{TokenIds: []int64{night, tide, furrow}, To: "0xAbC"})
		if err != nil || len(w.GetItems()) != 1 || w.GetTokenId() != night {
			t.Fatalf("request = %v, %v, want only %d", w, err, night)
		}
		left := map[int64]string{}
		for _, k := range w.GetLeftOut() {
			left[k.GetTokenId()] = k.GetReason()
		}
		if len(left) != 2 || left[furrow] != "gift_waiting" || left[tide] != "withdrawal_pending" {
			t.Errorf("left out = %v, want a gift and a pending one", left)
		}
	}
	if list := b.withdrawals(); len(list) != 2 || list[1].GetId() != tidal.GetId() {
		t.Errorf("withdrawals = %v, want two, the newest first", list)
	}
	for reason, err := range map[string]error{
		"name_changed":             rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_NAME_CHANGED, "changed", nil),
		"several_networks":         rpc.Error(connect.CodeInvalidArgument, chainv1.Reason_REASON_SEVERAL_NETWORKS, "several", nil),
		"invalid":                  rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "not an address", map[string]string{"to": "wrong"}),
		"name_service_unavailable": rpc.Error(connect.CodeUnavailable, chainv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE, "down", nil),
		"unavailable":              errors.New("the disk is full"),
	} {
		b.chain.set(func(c *chainwatcher) { c.err = err })
		_, got := b.request("owner", "error "+reason, &approvalsv1.RequestWithdrawalRequest{TokenId: furrow, To: "0xAbC"})
		if reasonOf, _ := rpc.ReasonOf(got); reasonOf != reason || strings.Contains(fmt.Sprint(got), "disk") {
			t.Errorf("%s: error = %v, want it passed on", reason, got)
		}
	}
}

// TestWithdrawalOfSeveralWorks: one link shows all works of a request and decides once about all of them.
func TestWithdrawalOfSeveralWorks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.chain.set(func(c *chainwatcher) { c.image = "/assets/furrow.webp" })
	w := b.withdraw(tide, furrow)
	page, secret := b.link("owner@example.org", "Approve your withdrawal: 2 works")
	if page != "approve-token-withdrawal" {
		t.Errorf("link in the email = %s, want approve-token-withdrawal", page)
	}
	a, err := b.show(secret)
	if err != nil || a.GetSummary() != "Send 2 works to wallet 0xAbC" || len(a.GetWorks()) != 2 {
		t.Fatalf("GetApproval() = %v, %v, want a summary of 2 works", a, err)
	}
	if w := a.GetWorks(); w[0].GetTitle() != "Long Furrow" || w[0].GetImageUrl() != "/assets/furrow.webp" || w[1].GetEditionSize() != 1 || w[1].GetImageUrl() != "" {
		t.Errorf("works = %v, want Long Furrow with a picture, then a unique work without one", w)
	}
	shown := ""
	for _, d := range a.GetDetails() {
		shown += d.GetLabel() + ": " + d.GetValue() + "\n"
	}
	for _, line := range []string{"To wallet: 0xAbC", "Work 1: Long Furrow, #3 of 25 by Adaeze Nwokolo (token 7000003)", "Work 2: Slow Tide, #1 of 1 by Ada Brien (token 8000001)"} {
		if !strings.Contains(shown, line) {
			t.Errorf("details = %s\nwant %q in them", shown, line)
		}
	}
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
	e := b.approval()
	if e.GetRequestId() != w.GetBatchId() || len(e.GetWorks()) != 2 || e.GetWorks()[1].GetPosition() != 2 || e.GetWorks()[1].GetWithdrawalId() != w.GetItems()[1].GetId() {
		t.Errorf("published event = %v, want both works of %s", e, w.GetBatchId())
	}
	b.chain.ends(w.GetBatchId(), "failed", "")
	b.chain.set(func(c *chainwatcher) { c.approved[0].Withdrawal.Status = "withdrawalTransactionConfirmed" })
	if a, err := b.show(secret); err != nil || a.GetOutcome() != "completed" || a.GetTransactionHash() != "" {
		t.Errorf("GetApproval() after one of two arrived = %v, %v, want completed without a transaction", a, err)
	}
}

// TestCancelledWorks: works that are cancelled one by one before the approval disappear from the page, from what a wallet signs and from later
// emails, which name them as cancelled. The approval is then about what is left. Once all are cancelled, the link says so.
func TestCancelledWorks(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.ResendEvery = time.Nanosecond })
	request := func() *approvalsv1.Withdrawal {
		t.Helper()
		w, err := b.request("owner", id.New(), &approvalsv1.RequestWithdrawalRequest{TokenIds: []int64{furrow, tide, night}, To: "0xAbC", Name: "ada.eth"})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	cancelled := func(id string) *approvalsv1.Withdrawal {
		t.Helper()
		w, err := b.cancel("owner", id)
		if err != nil || w.GetStatus() != "cancelled" {
			t.Fatalf("cancelling %s = %v, %v, want it cancelled", id, w, err)
		}
		return w
	}
	w := request()
	_, secret := b.link("owner@example.org", "Approve your withdrawal")
	_, err := b.cancel("stranger", w.GetId())
	want(t, err, connect.CodeNotFound, "not_found")
	_, err = b.cancel("stranger", w.GetBatchId())
	want(t, err, connect.CodeNotFound, "not_found")
	_, err = b.cancel("owner", "no-id")
	want(t, err, connect.CodeNotFound, "not_found")
	b.sessions.ended.Store("s-owner", true)
	_, err = b.cancel("owner", w.GetId())
	want(t, err, connect.CodeUnauthenticated, "session_gone")
	b.sessions.ended.Delete("s-owner")
	for range 2 {
		if got := cancelled(w.GetItems()[1].GetId()); got.GetTokenId() != tide || len(got.GetItems()) != 1 {
			t.Errorf("cancelled = %v, want the second alone", got)
		}
	}
	shows := func(works, cancelled int) *approvalsv1.Approval {
		t.Helper()
		a, err := b.show(secret)
		if err != nil || len(a.GetWorks()) != works || len(a.GetCancelledWorks()) != cancelled {
			t.Fatalf("GetApproval() = %v, %v, want %d works and %d cancelled", a, err, works, cancelled)
		}
		return a
	}
	a := shows(2, 1)
	if a.GetSummary() != "Send 2 works to wallet ada.eth (0xAbC)" || a.GetStatus() != "pending" || a.GetCancelledWorks()[0].GetTitle() != "Slow Tide" {
		t.Errorf("GetApproval() with one cancelled work = %v, want pending with 2 works, Slow Tide cancelled", a)
	}
	// The token of the cancelled one can be requested again.
	if again := b.withdraw(tide); cancelled(again.GetBatchId()).GetTokenId() != tide {
		t.Errorf("cancelled %v, want the request of the one token", again)
	}
	two := a.GetDigest()
	cancelled(w.GetItems()[2].GetId())
	a = shows(1, 2)
	shown := ""
	for _, d := range a.GetDetails() {
		shown += d.GetLabel() + ": " + d.GetValue() + "\n"
	}
	if a.GetSummary() != "Send Long Furrow, #3 of 25 to wallet ada.eth (0xAbC)" || a.GetWorks()[0].GetTitle() != "Long Furrow" || a.GetDigest() == two ||
		!strings.Contains(shown, "Work 1: Long Furrow") || strings.Contains(shown, "Slow Tide") || strings.Contains(shown, "Night Bus") {
		t.Errorf("GetApproval() with two cancelled works = %v, want Long Furrow alone and a new digest", a)
	}
	item := b.mine("owner")
	if len(item.GetApproval().GetWorks()) != 1 {
		t.Fatalf("pending = %v, want one approval with one work", item)
	}
	// A new email states what is left, and what was cancelled.
	if _, err := b.resend("owner", item.GetId()); err != nil {
		t.Fatal(err)
	}
	_, secret = b.link("owner@example.org", "Approve your withdrawal: Long Furrow, #3 of 25")
	var body string
	if err := b.pool.QueryRow(t.Context(), `SELECT body FROM mails WHERE subject = 'Approve your withdrawal: Long Furrow, #3 of 25'`).Scan(&body); err != nil ||
		!strings.Contains(strings.Join(strings.Fields(body), " "), "You cancelled the withdrawal of Slow Tide, #1 of 1; Night Bus, #2 of 9. They stay in our vault.") {
		t.Errorf("QueryRow() error = %v; email = %s, want both cancelled works named", err, body)
	}
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	if e := b.approval(); len(e.GetWorks()) != 1 || e.GetWorks()[0].GetTokenId() != furrow || e.GetWorks()[0].GetPosition() != 1 {
		t.Errorf("published event = %v, want Long Furrow alone", e)
	}
	if a := shows(1, 2); a.GetStatus() != "approved" {
		t.Errorf("GetApproval() after the approval = %v, want approved", a)
	}
	if list := b.withdrawals(); len(list) != 4 || !slices.ContainsFunc(list, func(k *approvalsv1.Withdrawal) bool {
		return k.GetId() == w.GetItems()[1].GetId() && k.GetStatus() == "cancelled"
	}) {
		t.Errorf("withdrawals = %v, want four, with the cancelled ones", list)
	}
	// After the approval, what is left can still be cancelled until it is sent: the chainwatcher does that.
	if got, err := b.cancel("owner", w.GetBatchId()); err != nil || got.GetStatus() != "cancelled" || got.GetTokenId() != furrow {
		t.Errorf("cancelled = %v, %v, want Long Furrow", got, err)
	}
	if a := shows(0, 3); a.GetStatus() != "approved" || a.GetOutcome() != "cancelled" {
		t.Errorf("GetApproval() after the last work was cancelled = %v, want approved with outcome cancelled", a)
	}
	if log := b.logOf("owner", w.GetBatchId()); !slices.Equal(log[len(log)-2:], []string{"work_cancelled owner you=true link=false", "cancelled  you=false link=false"}) {
		t.Errorf("log = %q, want it to end with the cancelled work and the outcome", log)
	}

	// All are cancelled before the approval: the link says so, and decides nothing.
	w = request()
	_, secret = b.link("owner@example.org", "Approve your withdrawal: 3 works")
	cancelled(w.GetId())
	if got := cancelled(w.GetBatchId()); len(got.GetItems()) != 3 {
		t.Errorf("cancelled = %v, want all three", got)
	}
	if a := shows(0, 3); a.GetStatus() != "cancelled" || a.GetSummary() != "Send 3 works to wallet ada.eth (0xAbC)" {
		t.Errorf("GetApproval() of a request whose works are all cancelled = %v, want cancelled, all 3 works in the summary", a)
	}
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")

	// What a wallet signs names only what is left: a signature over all of it is refused afterwards.
	b.accounts.emails, b.accounts.wallets = map[string]string{"owner": ""}, map[string][]string{"owner": {"0xabc"}}
	w = request()
	before := b.mine("owner").GetTypedData()
	cancelled(w.GetId())
	after := b.mine("owner").GetTypedData()
	if digest := regexp.MustCompile(`0x[0-9a-f]{64}`); !strings.Contains(before, "Send 3 works") || !strings.Contains(after, "Send 2 works") || slices.Equal(digest.FindAllString(before, -1), digest.FindAllString(after, -1)) {
		t.Errorf("what is signed = %s, then %s, want another digest for two works", before, after)
	}
}

// TestTheChainwatcherCancels what is approved: until it has it, the owner tries again. What was sent or has ended can't be cancelled.
func TestTheChainwatcherCancels(t *testing.T) {
	t.Parallel()
	b := setup(t)
	approved := b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	e := b.approval()
	b.chain.set(func(c *chainwatcher) { c.approved = nil })
	_, err := b.cancel("owner", approved.GetId())
	want(t, err, connect.CodeUnavailable, "unavailable")
	b.chain.takes(e)
	b.chain.set(func(c *chainwatcher) {
		c.err = rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_ALREADY_SENT, "sent", nil)
	})
	_, err = b.cancel("owner", approved.GetId())
	want(t, err, connect.CodeFailedPrecondition, "already_sent")
	b.chain.set(func(c *chainwatcher) { c.err = nil })
	// The delivery of a gift has no approval, only the chainwatcher has it.
	gift := "0199a000-0000-7000-8000-000000000001"
	b.chain.set(func(c *chainwatcher) {
		c.approved = append(c.approved, &chainv1.ApprovedWithdrawal{Withdrawal: &approvalsv1.Withdrawal{Id: gift, Status: "withdrawalTransactionInProgress", GiftOrder: &gift}})
	})
	if w, err := b.cancel("owner", gift); err != nil || w.GetStatus() != "cancelled" || w.GetGiftOrder() != gift {
		t.Errorf("cancelled = %v, %v, want the delivery of the gift", w, err)
	}
	_, err = b.cancel("stranger", gift)
	want(t, err, connect.CodeNotFound, "not_found")

	expired := b.withdraw(tide)
	b.clock.Advance(25 * time.Hour)
	_, err = b.cancel("owner", expired.GetId())
	want(t, err, connect.CodeFailedPrecondition, "already_sent")
}

// TestConcurrentRequests: however requests of the same tokens overlap, each token has one withdrawal that waits, and each request says what became
// of each of its tokens.
func TestConcurrentRequests(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tokens := []int64{furrow, tide, night}
	var (
		all  sync.WaitGroup
		mu   sync.Mutex
		live = map[int64]int{}
	)
	for i := range 12 {
		all.Go(func() {
			some := []int64{tokens[i%3], tokens[(i+1)%3]}
			if i%4 == 0 {
				some = some[:1]
			}
			w, err := b.request("owner", fmt.Sprint(i), &approvalsv1.RequestWithdrawalRequest{TokenIds: some, To: "0xAbC"})
			reason, _ := rpc.ReasonOf(err)
			if refused := map[int]string{1: "withdrawal_pending", 2: "nothing_to_withdraw"}[len(some)]; err != nil && reason != refused {
				t.Errorf("request of %v: error = %v, want nil or %s", some, err, refused)
			}
			if err == nil && len(w.GetItems())+len(w.GetLeftOut()) != len(some) {
				t.Errorf("outcome = %v, want an item or a rejection for each of %v", w, some)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, k := range w.GetItems() {
				live[k.GetTokenId()]++
			}
		})
	}
	all.Wait()
	for _, token := range tokens {
		if live[token] != 1 {
			t.Errorf("%d live withdrawals of %d, want 1", live[token], token)
		}
	}
	if _, err := b.pool.Exec(t.Context(), `INSERT INTO withdrawals (id, request_id, position, token_id) SELECT gen_random_uuid(), id, 50, $1 FROM requests LIMIT 1`, furrow); err == nil {
		t.Error("a second withdrawal of a token that waits: error = nil, want one")
	}
}

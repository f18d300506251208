package approvals_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/approvals"
)

// TestWithdrawalOfSeveralWorks: one link shows all works of a batch and decides once about all of them, however often the request arrives.
func TestWithdrawalOfSeveralWorks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	batch := &chainv1.WithdrawalBatchRequested{
		BatchId: "batch", AccountId: "owner", Email: "owner@example.org", ChainId: 31337, Contract: "0xC0", To: "0xAbC", Works: []*chainv1.WithdrawnWork{
			{TokenId: 7_000_003, ArtworkTitle: "Long Furrow", ArtistName: "Adaeze Nwokolo", EditionNumber: 3, EditionSize: 25, ImageUrl: "/assets/furrow.webp"},
			{TokenId: 8_000_001, ArtworkTitle: "Slow Tide", ArtistName: "Ada Brien", EditionNumber: 1, EditionSize: 1, ImageUrl: "https://elsewhere.example/x.webp"},
		},
	}
	b.event("first", batch)
	b.event("again", batch)
	page, secret := b.link("owner@example.org", "Approve your withdrawal: 2 works")
	if page != "approve-token-withdrawal" {
		t.Errorf("link in the email = %s, want approve-token-withdrawal", page)
	}
	a, err := b.show(secret)
	if err != nil || a.GetSummary() != "Send 2 works to wallet 0xAbC" || a.GetWork() != nil || len(a.GetWorks()) != 2 {
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
	if f := b.outcome(); f.GetOutcome() != "approved" || f.GetSubjectId() != "batch" || f.GetKind() != "token_withdrawal" {
		t.Errorf("published event = %v, want approved for token_withdrawal batch", f)
	}
	b.event("ended", &chainv1.WithdrawalBatchEnded{BatchId: "batch", Moved: 1, Failed: 1})
	testkit.Eventually(t, 10*time.Second, func() bool {
		a, err := b.show(secret)
		return err == nil && a.GetOutcome() == "completed" && a.GetTransactionHash() == ""
	})
}

// TestCancelledWorksOfABatch: works that are cancelled one by one before the approval disappear from the page, from what a wallet signs and
// from later emails, which name them as cancelled. The approval is then about what is left. Once all are cancelled, the link says so.
func TestCancelledWorksOfABatch(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.ResendEvery = time.Nanosecond })
	request := func(batch, email string) *chainv1.WithdrawalBatchRequested {
		return &chainv1.WithdrawalBatchRequested{
			BatchId: batch, AccountId: "owner", Email: email, Wallets: []string{"0xabc"}, ChainId: 31337, Contract: "0xC0", To: "0xAbC", ToName: "ada.eth", Works: []*chainv1.WithdrawnWork{
				{TokenId: 7_000_003, ArtworkTitle: "Long Furrow", ArtistName: "Adaeze Nwokolo", EditionNumber: 3, EditionSize: 25},
				{TokenId: 8_000_001, ArtworkTitle: "Slow Tide", ArtistName: "Ada Brien", EditionNumber: 1, EditionSize: 1},
				{TokenId: 9_000_002, ArtworkTitle: "Night Bus", ArtistName: "Ada Brien", EditionNumber: 2, EditionSize: 9},
			},
		}
	}
	cancel := func(id, batch string, position int32) {
		b.event(id, &chainv1.BatchWithdrawalCancelled{BatchId: batch, WithdrawalId: "w" + id, Position: position})
	}
	// The cancellation of the second work is delivered before the request, and twice.
	cancel("early", "batch", 2)
	cancel("early again", "batch", 2)
	b.event("first", request("batch", "owner@example.org"))
	_, secret := b.link("owner@example.org", "Approve your withdrawal")
	shows := func(works, cancelled int) (a *approvalsv1.Approval) {
		t.Helper()
		testkit.Eventually(t, 20*time.Second, func() bool {
			var err error
			a, err = b.show(secret)
			return err == nil && len(a.GetWorks()) == works && len(a.GetCancelledWorks()) == cancelled
		})
		return a
	}
	a := shows(2, 1)
	if a.GetSummary() != "Send 2 works to wallet ada.eth (0xAbC)" || a.GetStatus() != "pending" || a.GetCancelledWorks()[0].GetTitle() != "Slow Tide" {
		t.Errorf("GetApproval() with one cancelled work = %v, want pending with 2 works, Slow Tide cancelled", a)
	}
	two := a.GetDigest()
	cancel("third", "batch", 3)
	a = shows(1, 2)
	shown := ""
	for _, d := range a.GetDetails() {
		shown += d.GetLabel() + ": " + d.GetValue() + "\n"
	}
	if a.GetSummary() != "Send Long Furrow, #3 of 25 to wallet ada.eth (0xAbC)" || a.GetWorks()[0].GetTitle() != "Long Furrow" || a.GetDigest() == two ||
		!strings.Contains(shown, "Work 1: Long Furrow") || strings.Contains(shown, "Slow Tide") || strings.Contains(shown, "Night Bus") {
		t.Errorf("GetApproval() with two cancelled works = %v, want Long Furrow alone and a new digest", a)
	}
	list, err := b.client.ListApprovals(b.as("owner"), &approvalsv1.ListApprovalsRequest{})
	if err != nil || len(list.GetItems()) != 1 || len(list.GetItems()[0].GetApproval().GetWorks()) != 1 {
		t.Fatalf("ListApprovals() = %v, %v, want one approval with one work", list, err)
	}
	// A new email states what is left, and what was cancelled.
	if _, err := b.client.ResendApproval(b.as("owner"), &approvalsv1.ResendApprovalRequest{Id: list.GetItems()[0].GetId()}); err != nil {
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
	if a := shows(1, 2); a.GetStatus() != "approved" {
		t.Errorf("GetApproval() after the approval = %v, want approved", a)
	}
	// After the approval, what is left can still be cancelled until it is sent.
	cancel("late", "batch", 1)
	if a := shows(0, 3); a.GetStatus() != "approved" || a.GetOutcome() != "cancelled" {
		t.Errorf("GetApproval() after the last work was cancelled = %v, want approved with outcome cancelled", a)
	}

	// All are cancelled before the approval: the link says so, and decides nothing.
	b.event("second", request("other", "other@example.org"))
	_, secret = b.link("other@example.org", "Approve your withdrawal: 3 works")
	for i := range int32(3) {
		cancel(fmt.Sprint("other ", i), "other", i+1)
	}
	if a := shows(0, 3); a.GetStatus() != "cancelled" || a.GetSummary() != "Send 3 works to wallet ada.eth (0xAbC)" {
		t.Errorf("GetApproval() of a batch whose works are all cancelled = %v, want cancelled, all 3 works in the summary", a)
	}
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
	// The event that the whole batch has ended changes nothing more.
	b.event("ended", &chainv1.WithdrawalBatchEnded{BatchId: "other", Cancelled: 3})

	// What a wallet signs names only what is left: a signature over all of it is refused afterwards.
	b.event("signed", request("by wallet", ""))
	typed := func() string {
		list, err := b.client.ListApprovals(b.as("owner"), &approvalsv1.ListApprovalsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range list.GetItems() {
			if one.GetSubjectId() == "by wallet" {
				return one.GetTypedData()
			}
		}
		return ""
	}
	testkit.Eventually(t, 10*time.Second, func() bool { return strings.Contains(typed(), "Send 3 works") })
	before := typed()
	cancel("of a wallet", "by wallet", 1)
	testkit.Eventually(t, 10*time.Second, func() bool { return strings.Contains(typed(), "Send 2 works") })
	if digest := regexp.MustCompile(`0x[0-9a-f]{64}`); slices.Equal(digest.FindAllString(before, -1), digest.FindAllString(typed(), -1)) {
		t.Errorf("digest of what is signed = %s, want another one than before", digest.FindAllString(before, -1))
	}
	testkit.Eventually(t, 10*time.Second, func() bool {
		var broken int
		err := b.pool.QueryRow(t.Context(), `SELECT count(*) FROM dead_letters`).Scan(&broken)
		return err == nil && broken == 0
	})
}

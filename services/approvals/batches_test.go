package approvals_test

import (
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
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
		t.Errorf("the mail leads to %s", page)
	}
	a, err := b.show(secret)
	if err != nil || a.GetSummary() != "Send 2 works to wallet 0xAbC" || a.GetWork() != nil || len(a.GetWorks()) != 2 {
		t.Fatalf("%v %v", a, err)
	}
	if w := a.GetWorks(); w[0].GetTitle() != "Long Furrow" || w[0].GetImageUrl() != "/assets/furrow.webp" || w[1].GetEditionSize() != 1 || w[1].GetImageUrl() != "" {
		t.Errorf("works %v", w)
	}
	shown := ""
	for _, d := range a.GetDetails() {
		shown += d.GetLabel() + ": " + d.GetValue() + "\n"
	}
	for _, line := range []string{"To wallet: 0xAbC", "Work 1: Long Furrow, #3 of 25 by Adaeze Nwokolo (token 7000003)", "Work 2: Slow Tide, #1 of 1 by Ada Brien (token 8000001)"} {
		if !strings.Contains(shown, line) {
			t.Errorf("no %q in %s", line, shown)
		}
	}
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
	if f := b.outcome(); f.GetOutcome() != "approved" || f.GetSubjectId() != "batch" || f.GetKind() != "token_withdrawal" {
		t.Errorf("decided %v", f)
	}
	b.event("ended", &chainv1.WithdrawalBatchEnded{BatchId: "batch", Moved: 1, Failed: 1})
	testkit.Eventually(t, 10*time.Second, func() bool {
		a, err := b.show(secret)
		return err == nil && a.GetOutcome() == "completed" && a.GetTransactionHash() == ""
	})
}

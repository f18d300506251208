package approvals_test

import (
	"testing"

	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals"
)

// TestEachApproverIsEmailed needs two people besides the artist: each gets a separate link when it is their turn.
func TestEachApproverIsEmailed(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.PayoutApprovers = 2 })
	b.event("p2", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p2", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: "0xNew",
	})
	_, owner := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist"), owner); err != nil {
		t.Fatal(err)
	}
	_, second := b.link("approver@example.org", "needed")
	if _, err := b.approve(b.as("one", "approver"), second); err != nil {
		t.Fatal(err)
	}
	_, third := b.link("approver@example.org", "needed")
	if third == second {
		t.Fatalf("the third person's link = %s, want another than the second's", third)
	}
	if _, err := b.approve(b.as("two", "approver"), third); err != nil {
		t.Fatal(err)
	}
	if f := b.outcome(); f.GetOutcome() != "approved" || f.GetSubjectId() != "p2" {
		t.Errorf("published event = %v, want approved for p2", f)
	}
}

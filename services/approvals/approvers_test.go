package approvals_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
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

// TestNobodyDecidesAboutThemselves: the requester, a person who already approved, and one who owns the wallet approve for nobody else, by the
// link or without it.
func TestNobodyDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	b := setup(t, func(c *approvals.Config) { c.PayoutApprovers = 2 })
	b.accounts.wallets = map[string][]string{"payee": {strings.ToLower(to)}}
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: to,
	})
	_, owner := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist", "approver"), owner); err != nil {
		t.Fatal(err)
	}
	_, second := b.link("approver@example.org", "needed")
	if _, err := b.approve(b.as("one", "approver"), second); err != nil {
		t.Fatal(err)
	}
	_, third := b.link("approver@example.org", "needed")
	list, err := b.client.ListWaitingApprovals(b.as("two", "approver"), &approvalsv1.ListWaitingApprovalsRequest{})
	if err != nil || len(list.GetItems()) != 1 {
		t.Fatalf("waiting = %v, %v, want one", list, err)
	}
	id := list.GetItems()[0].GetId()
	for _, c := range []struct{ who, byLink, waiting string }{
		{"artist", "second_person_needed", "second_person_needed"}, {"one", "second_person_needed", "already_decided"}, {"payee", "own_decision", "own_decision"},
	} {
		_, byLink := b.approve(b.as(c.who, "approver"), third)
		_, waiting := b.client.ApproveWaiting(b.as(c.who, "approver"), &approvalsv1.ApproveWaitingRequest{Id: id})
		for want, err := range map[string]error{c.byLink + " by link": byLink, c.waiting + " waiting": waiting} {
			if reason, _ := rpc.ReasonOf(err); !strings.HasPrefix(want, reason+" ") {
				t.Errorf("%s: error = %v, want %s", c.who, err, want)
			}
		}
	}
	if _, err := b.approve(b.as("two", "approver"), third); err != nil {
		t.Fatal(err)
	}
	tested := []string{"ApprovalsService.Approve", "ApprovalsService.ApproveWaiting"}
	ofOneself := []string{"ApprovalsService.ApproveBySignature", "WithdrawalService.CancelWithdrawal", "WithdrawalService.RequestWithdrawal"} // only of the requester
	harmless := []string{
		"ApprovalsService.Reject", "ApprovalsService.RejectWaiting", // which stop something
		"ApprovalsService.ResendApproval", "DeskService.VerifyDeskApprovals",
	}
	testkit.ListsWrites(t, slices.Concat(tested, ofOneself, harmless), approvalsv1.File_vitrine_approvals_v1_approvals_proto, approvalsv1.File_vitrine_approvals_v1_withdrawals_proto)
}

// TestTheAccountComesWithTheSession: the check of the caller's session returns the account that the handler needs, so auth isn't called again.
func TestTheAccountComesWithTheSession(t *testing.T) {
	t.Parallel()
	const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	b := setup(t)
	b.sessions.accounts.Store("s-owner", &rpc.Account{ID: "owner", Email: "session@example.org", EmailVerified: true})
	b.withdraw(furrow)
	b.link("session@example.org", "Approve your withdrawal")

	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: to,
	})
	_, owner := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist"), owner); err != nil {
		t.Fatal(err)
	}
	_, second := b.link("approver@example.org", "needed")
	b.sessions.accounts.Store("s-payee", &rpc.Account{ID: "payee", Wallets: []string{to}})
	if _, err := b.approve(b.as("payee", "approver"), second); !rpc.HasReason(err, approvalsv1.Reason_REASON_OWN_DECISION) {
		t.Errorf("approval by the owner of the wallet: error = %v, want own_decision", err)
	}
}

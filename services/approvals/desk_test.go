package approvals_test

import (
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// TestStaffReadTheLog: everybody's requests, filtered, with who did what.
func TestStaffReadTheLog(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	b.event("p2", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p2", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: "0xNew",
	})
	_, payout := b.link("artist@example.org", "Approve")
	if _, err := b.client.Reject(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, payout), &approvalsv1.RejectRequest{}); err != nil {
		t.Fatal(err)
	}
	support := b.as("sue", "support")
	list := func(req *approvalsv1.ListDeskApprovalsRequest) []*approvalsv1.DeskApproval {
		t.Helper()
		res, err := b.desk.ListDeskApprovals(support, req)
		if err != nil {
			t.Fatal(err)
		}
		if int(res.GetTotalCount()) != len(res.GetItems()) {
			t.Errorf("ListDeskApprovals() returned %d items, want totalCount %d", len(res.GetItems()), res.GetTotalCount())
		}
		return res.GetItems()
	}
	if res, err := b.desk.ListDeskApprovals(support, &approvalsv1.ListDeskApprovalsRequest{Page: 9}); err != nil || len(res.GetItems()) != 0 || res.GetTotalCount() != 2 || res.GetPageCount() != 1 {
		t.Errorf("a page beyond the last = %v, %v, want no items of 2 on one page", res, err)
	}
	all := list(&approvalsv1.ListDeskApprovalsRequest{})
	if len(all) != 2 {
		t.Fatalf("ListDeskApprovals() = %v, want 2 requests", all)
	}
	for name, c := range map[string]struct {
		filter *approvalsv1.ListDeskApprovalsRequest
		want   string
	}{
		"kind":               {&approvalsv1.ListDeskApprovalsRequest{Kind: "token_withdrawal"}, w.GetBatchId()},
		"status":             {&approvalsv1.ListDeskApprovalsRequest{Status: "rejected"}, "p2"},
		"account":            {&approvalsv1.ListDeskApprovalsRequest{Search: "artist"}, "p2"},
		"address":            {&approvalsv1.ListDeskApprovalsRequest{Search: " OWNER@example.org"}, w.GetBatchId()},
		"subject":            {&approvalsv1.ListDeskApprovalsRequest{Search: "p2"}, "p2"},
		"batch":              {&approvalsv1.ListDeskApprovalsRequest{Search: w.GetBatchId()}, w.GetBatchId()},
		"withdrawal":         {&approvalsv1.ListDeskApprovalsRequest{Search: w.GetId()}, w.GetBatchId()},
		"request":            {&approvalsv1.ListDeskApprovalsRequest{Search: all[0].GetId()}, all[0].GetSubjectId()},
		"nothing":            {&approvalsv1.ListDeskApprovalsRequest{Status: "expired"}, ""},
		"kind and requester": {&approvalsv1.ListDeskApprovalsRequest{Kind: "token_withdrawal", Search: "artist"}, ""},
	} {
		got := list(c.filter)
		if c.want == "" && len(got) != 0 || c.want != "" && (len(got) != 1 || got[0].GetSubjectId() != c.want) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
	b.approval()
	b.chain.ends(w.GetBatchId(), "failed", "")
	if got := list(&approvalsv1.ListDeskApprovalsRequest{Search: w.GetBatchId()})[0]; got.GetOutcome() != "failed" || got.GetEntries()[len(got.GetEntries())-1].GetEvent() != "failed" {
		t.Errorf("a withdrawal that failed = %v, want its outcome, also last in the log", got)
	}
	b.chain.set(func(c *chainwatcher) { c.err = connect.NewError(connect.CodeUnavailable, "down") })
	approved := list(&approvalsv1.ListDeskApprovalsRequest{Search: w.GetBatchId()})[0].GetEntries()
	if last := approved[len(approved)-1]; last.GetEvent() != "approved" || last.GetAccountId() != "owner" || last.GetByLink() {
		t.Errorf("entries of the withdrawal = %v, want approved by account owner last", approved)
	}
	rejected := list(&approvalsv1.ListDeskApprovalsRequest{Search: "p2"})[0].GetEntries()
	if last := rejected[len(rejected)-1]; last.GetEvent() != "rejected" || last.GetAccountId() != "" || !last.GetByLink() {
		t.Errorf("entries of p2 = %v, want rejected by link last", rejected)
	}
	// A pending request whose time has passed counts as expired, before anything ends it.
	b.chain.set(func(c *chainwatcher) { c.err = nil })
	b.withdraw(tide)
	b.link("owner@example.org", "Approve")
	b.clock.Advance(25 * time.Hour)
	if got := list(&approvalsv1.ListDeskApprovalsRequest{Status: "expired"}); len(got) != 1 || got[0].GetStatus() != "expired" {
		t.Errorf("ListDeskApprovals(expired) = %v, want the last alone", got)
	}
	if got := list(&approvalsv1.ListDeskApprovalsRequest{Status: "pending"}); len(got) != 0 {
		t.Errorf("ListDeskApprovals(pending) = %v, want none", got)
	}
	for _, role := range []string{"admin", "content", "approver", "artist"} {
		_, err := b.desk.ListDeskApprovals(b.as("somebody", role), &approvalsv1.ListDeskApprovalsRequest{})
		want(t, err, connect.CodePermissionDenied, "forbidden")
	}
}

// TestStaffVerifyTheLog tampers with the log as someone with access to the database could, with triggers disabled.
func TestStaffVerifyTheLog(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	verify := func() *approvalsv1.VerifyDeskApprovalsResponse {
		t.Helper()
		res, err := b.desk.VerifyDeskApprovals(b.as("fay", "finance"), &approvalsv1.VerifyDeskApprovalsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	if got := verify(); got.GetEntries() != 2 || got.GetRequests() != 1 || len(got.GetBroken()) != 0 {
		t.Errorf("an unchanged log = %v, want 2 entries of one request, none broken", got)
	}
	for _, sql := range []string{`ALTER TABLE log DISABLE TRIGGER USER`, `UPDATE log SET actor = 'another' WHERE event LIKE 'approved%'`} {
		if _, err := b.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if got := verify(); len(got.GetBroken()) != 1 || got.GetBroken()[0].GetEvent() != "approved" {
		t.Errorf("a changed log = %v, want the entry approved broken", got)
	}
	_, err := b.desk.VerifyDeskApprovals(b.as("sue", "support"), &approvalsv1.VerifyDeskApprovalsRequest{})
	want(t, err, connect.CodePermissionDenied, "forbidden")
}

package approvals_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals"
)

// mine waits until the account has one pending request and returns it.
func (b *bundle) mine(account string) (item *approvalsv1.PendingApproval) {
	b.t.Helper()
	testkit.Eventually(b.t, 10*time.Second, func() bool {
		res, err := b.client.ListApprovals(b.as(account), &approvalsv1.ListApprovalsRequest{})
		if err != nil || len(res.GetItems()) != 1 {
			return false
		}
		item = res.GetItems()[0]
		return true
	})
	return item
}

func (b *bundle) resend(account, requestID string) (string, error) {
	res, err := b.client.ResendApproval(b.as(account), &approvalsv1.ResendApprovalRequest{Id: requestID})
	if err != nil {
		return "", err
	}
	return res.GetSentTo(), nil
}

// mails are the bodies of all emails to a person, oldest first.
func (b *bundle) mails(to string) (subjects, bodies, html []string) {
	b.t.Helper()
	rows, err := b.pool.Query(b.t.Context(), `SELECT subject, body, html FROM mails WHERE recipient = $1 ORDER BY id`, to)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s, t, h string
		if err := rows.Scan(&s, &t, &h); err != nil {
			b.t.Fatal(err)
		}
		subjects, bodies, html = append(subjects, s), append(bodies, t), append(html, h)
	}
	return subjects, bodies, html
}

// log is the caller's log of their newest request, one line per entry.
func (b *bundle) log(account string, roles ...string) (item *approvalsv1.LoggedApproval, lines []string) {
	b.t.Helper()
	res, err := b.client.ListApprovalLog(b.as(account, roles...), &approvalsv1.ListApprovalLogRequest{})
	if err != nil {
		b.t.Fatal(err)
	}
	if len(res.GetItems()) == 0 {
		return nil, nil
	}
	item = res.GetItems()[0]
	return item, logLines(item)
}

// logOf is the caller's log of a request.
func (b *bundle) logOf(account, requestID string) []string {
	b.t.Helper()
	res, err := b.client.ListApprovalLog(b.as(account), &approvalsv1.ListApprovalLogRequest{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, item := range res.GetItems() {
		if item.GetId() == requestID {
			return logLines(item)
		}
	}
	b.t.Fatalf("log = %v, want one of the request %s", res, requestID)
	return nil
}

func logLines(item *approvalsv1.LoggedApproval) (lines []string) {
	for _, e := range item.GetEntries() {
		lines = append(lines, fmt.Sprintf("%s %s you=%t link=%t", e.GetEvent(), e.GetRole(), e.GetYou(), e.GetByLink()))
	}
	return lines
}

func TestAnApprovalIsSentAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, first := b.link("owner@example.org", "Approve")
	item := b.mine("owner")
	if item.GetWaitsFor() != "owner" || item.GetRequestedAt() == nil {
		t.Errorf("request = %v, want one that waits for the owner, with its time", item)
	}
	_, err := b.resend("stranger", item.GetId())
	want(t, err, connect.CodeNotFound, "not_found")
	_, err = b.resend("owner", id.New())
	want(t, err, connect.CodeNotFound, "not_found")
	b.sessions.ended.Store("s-owner", true)
	_, err = b.resend("owner", item.GetId())
	want(t, err, connect.CodeUnauthenticated, "session_gone")
	b.sessions.ended.Delete("s-owner")

	if to, err := b.resend("owner", item.GetId()); err != nil || to != "owner" {
		t.Fatalf(`b.resend("owner", item.GetId()) = %v, %v, want to "owner" and no error`, to, err)
	}
	_, second := b.link("owner@example.org", "Approve")
	if second == first {
		t.Fatalf("the new link = %s, want another than the first", second)
	}
	_, err = b.show(first)
	want(t, err, connect.CodeNotFound, "not_found")
	_, err = b.approve(b.as("owner"), first)
	want(t, err, connect.CodeNotFound, "not_found")

	// Once a minute, and at most five times in 24 hours.
	_, err = b.resend("owner", item.GetId())
	want(t, err, connect.CodeResourceExhausted, "resend_limit")
	if _, details := rpc.ReasonOf(err); details["retry_after"] != "60" {
		t.Errorf("retry_after %q, want 60", details["retry_after"])
	}
	for range 4 {
		b.clock.Advance(time.Minute)
		if _, err := b.resend("owner", item.GetId()); err != nil {
			t.Fatal(err)
		}
	}
	b.clock.Advance(time.Hour)
	_, err = b.resend("owner", item.GetId())
	want(t, err, connect.CodeResourceExhausted, "resend_limit")

	var active int
	if err := b.pool.QueryRow(t.Context(), `SELECT count(*) FROM links`).Scan(&active); err != nil || active != 1 {
		t.Errorf("%d links, %v, want 1", active, err)
	}
	subjects, bodies, _ := b.mails("owner@example.org")
	if len(subjects) != 6 {
		t.Fatalf("%d emails, want 6", len(subjects))
	}
	_, newest, _ := strings.Cut(linkPattern.FindString(bodies[5]), "#")
	if _, err := b.approve(b.as("owner"), newest); err != nil {
		t.Fatal(err)
	}
	_, err = b.resend("owner", item.GetId())
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
}

func TestOneOfConcurrentResendsIsAccepted(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	item := b.mine("owner")
	errs := make(chan error, 10)
	for range cap(errs) {
		go func() {
			_, err := b.resend("owner", item.GetId())
			errs <- err
		}()
	}
	sent := 0
	for range cap(errs) {
		if err := <-errs; err == nil {
			sent++
		} else {
			want(t, err, connect.CodeResourceExhausted, "resend_limit")
		}
	}
	if subjects, _, _ := b.mails("owner@example.org"); sent != 1 || len(subjects) != 2 {
		t.Errorf("%d sent, %d emails, want 1, 2", sent, len(subjects))
	}
}

func TestAnExpiredRequestIsNotSentAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	item := b.mine("owner")
	b.clock.Advance(25 * time.Hour)
	_, err := b.resend("owner", item.GetId())
	want(t, err, connect.CodeOutOfRange, "approval_expired")
}

func TestARequestToSignHasNoLinkToSend(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.accounts.emails, b.accounts.wallets = map[string]string{"owner": ""}, map[string][]string{"owner": {"0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"}}
	b.withdraw(furrow)
	_, err := b.resend("owner", b.mine("owner").GetId())
	want(t, err, connect.CodeFailedPrecondition, "no_email")
}

func TestEmailsShowWhatIsDecided(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.WithdrawalApprovers = 1 })
	b.chain.set(func(c *chainwatcher) { c.name, c.image = "Long\r\nFurrow", "/assets/7-640.webp" })
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve your withdrawal: Long Furrow, #3 of 25")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	b.link("approver@example.org", "Your approval is needed: withdrawal of Long Furrow, #3 of 25")
	for _, to := range []string{"owner@example.org", "approver@example.org"} {
		_, bodies, html := b.mails(to)
		for _, want := range []string{"Long Furrow, #3 of 25", "Adaeze Nwokolo", "0xAbC", "This link expires on"} {
			if !strings.Contains(bodies[0], want) {
				t.Errorf("%s: no %q in\n%s", to, want, bodies[0])
			}
		}
		if !strings.Contains(html[0], `src="https://gallery.example/assets/7-640.webp.jpg"`) || !strings.Contains(html[0], "Long Furrow by Adaeze Nwokolo") {
			t.Errorf("email to %s = %s\nwant the picture and Long Furrow by Adaeze Nwokolo", to, html[0])
		}
	}
	a, err := b.show(secret)
	if err != nil || len(a.GetWorks()) != 1 {
		t.Fatalf("works of the approval = %v, %v, want one", a, err)
	}
	if work := a.GetWorks()[0]; work.GetArtistName() != "Adaeze Nwokolo" || work.GetEditionNumber() != 3 || work.GetEditionSize() != 25 || work.GetImageUrl() != "/assets/7-640.webp" {
		t.Errorf("work of the approval = %v, %v, want Adaeze Nwokolo's edition 3 of 25 with a picture", a, err)
	}
}

// The page that waits for the email shows the address that refused it, until a new link is sent.
func TestARefusedEmail(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	b.link("owner@example.org", "Approve")
	if got := b.mine("owner").GetRefusedEmail(); got != "" {
		t.Errorf("refused email = %q, want none", got)
	}
	if _, err := b.pool.Exec(t.Context(), `UPDATE mails SET refused = true, gave_up_at = now()`); err != nil {
		t.Fatal(err)
	}
	if got := b.mine("owner").GetRefusedEmail(); got != "owner@example.org" {
		t.Errorf("refused email = %q, want owner@example.org", got)
	}
	list, err := b.desk.ListApprovalRefusedEmails(b.as("sue", "support"), &approvalsv1.ListApprovalRefusedEmailsRequest{})
	if err != nil || len(list.GetItems()) != 1 || list.GetItems()[0].GetRecipient() != "owner@example.org" {
		t.Errorf("refused emails for staff = %v, %v, want the one of owner@example.org", list, err)
	}
	_, err = b.desk.ListApprovalRefusedEmails(b.as("owner"), &approvalsv1.ListApprovalRefusedEmailsRequest{})
	want(t, err, connect.CodePermissionDenied, "forbidden")
	if _, err := b.resend("owner", b.mine("owner").GetId()); err != nil {
		t.Fatal(err)
	}
	if got := b.mine("owner").GetRefusedEmail(); got != "" {
		t.Errorf("refused email after a new link = %q, want none", got)
	}
}

// TestPicturesComeFromOurOrigin: a picture elsewhere would reveal who reads the email.
func TestPicturesComeFromOurOrigin(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i, address := range []string{"https://elsewhere.example/a.png", "//elsewhere.example/a.png", ""} {
		email := fmt.Sprintf("owner%d@example.org", i)
		b.accounts.emails = map[string]string{"owner": email}
		b.chain.set(func(c *chainwatcher) { c.image = address })
		w := b.withdraw(furrow)
		b.link(email, "Approve")
		if _, err := b.cancel("owner", w.GetId()); err != nil {
			t.Fatal(err)
		}
		if _, _, html := b.mails(email); strings.Contains(html[0], "<img") {
			t.Errorf("email with the picture %q = %s, want no <img>", address, html[0])
		}
	}
}

func TestApproversSeeWhatWaitsForThem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	waiting := func(account string, roles ...string) []*approvalsv1.PendingApproval {
		t.Helper()
		res, err := b.client.ListWaitingApprovals(b.as(account, roles...), &approvalsv1.ListWaitingApprovalsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetItems()
	}
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: "0xNew",
	})
	_, first := b.link("artist@example.org", "Approve")
	if got := waiting("second", "approver"); len(got) != 0 {
		t.Errorf("before the artist has approved: %v, want none", got)
	}
	requestID := b.mine("artist").GetId()
	show := func(account string, roles ...string) (*approvalsv1.Approval, error) {
		res, err := b.client.GetWaitingApproval(b.as(account, roles...), &approvalsv1.GetWaitingApprovalRequest{Id: requestID})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	decide := func(account string, roles ...string) error {
		_, err := b.client.ApproveWaiting(b.as(account, roles...), &approvalsv1.ApproveWaitingRequest{Id: requestID})
		return err
	}
	_, err := show("second", "approver")
	want(t, err, connect.CodeNotFound, "not_found")
	want(t, decide("second", "approver"), connect.CodeNotFound, "not_found")
	if _, err := b.approve(b.as("artist"), first); err != nil {
		t.Fatal(err)
	}
	if item := b.mine("artist"); item.GetWaitsFor() != "approver" {
		t.Errorf("the artist's request = %v, want one that waits for the approver", item)
	}
	got := waiting("second", "approver")
	if len(got) != 1 || got[0].GetId() != requestID || got[0].GetApproval().GetAsks() != "approver" || got[0].GetApproval().GetStatus() != "pending" {
		t.Fatalf("the approver's requests = %v, want the pending one", got)
	}
	// The requester with the role doesn't decide their own request.
	if got := waiting("artist", "approver"); len(got) != 0 {
		t.Errorf("approvals waiting for the requester = %v, want none", got)
	}
	_, err = b.client.ListWaitingApprovals(b.as("somebody"), &approvalsv1.ListWaitingApprovalsRequest{})
	want(t, err, connect.CodePermissionDenied, "forbidden")
	_, err = show("somebody")
	want(t, err, connect.CodePermissionDenied, "forbidden")
	want(t, decide("somebody"), connect.CodePermissionDenied, "forbidden")
	want(t, decide("artist", "approver"), connect.CodePermissionDenied, "second_person_needed")
	b.sessions.ended.Store("s-second", true)
	want(t, decide("second", "approver"), connect.CodeUnauthenticated, "session_gone")
	b.sessions.ended.Delete("s-second")

	// The artist reminds the approvers; the first link to them is no longer valid.
	_, old := b.link("approver@example.org", "needed")
	if to, err := b.resend("artist", requestID); err != nil || to != "approver" {
		t.Fatalf(`b.resend("artist", requestID) = %v, %v, want to "approver" and no error`, to, err)
	}
	_, err = b.show(old)
	want(t, err, connect.CodeNotFound, "not_found")

	if a, err := show("second", "approver"); err != nil || a.GetStatus() != "pending" {
		t.Fatalf(`show("second", "approver") = %v, %v, want status "pending" and no error`, a, err)
	}
	if err := decide("second", "approver"); err != nil {
		t.Fatal(err)
	}
	want(t, decide("second", "approver"), connect.CodeFailedPrecondition, "already_decided")
	if f := b.outcome(); f.GetOutcome() != "approved" || f.GetSubjectId() != "p1" {
		t.Errorf("published %v, want p1 approved", f)
	}
	for _, account := range []string{"second", "third"} {
		if a, err := show(account, "approver"); err != nil || a.GetStatus() != "approved" || len(waiting(account, "approver")) != 0 {
			t.Errorf("%s afterwards = %v, %v, want approved, and none waiting", account, a, err)
		}
	}

	item, log := b.log("artist")
	if wanted := []string{
		"requested owner you=true link=false", "viewed owner you=false link=true", "approved owner you=true link=false", "resent approver you=true link=false",
		"viewed approver you=false link=false", "approved approver you=false link=false",
	}; !item.GetMine() || !slices.Equal(withoutViews(log), withoutViews(wanted)) || !slices.Contains(log, wanted[4]) {
		t.Errorf("the artist's request is theirs = %t, log = %q, want true, %q", item.GetMine(), log, wanted)
	}
	item, log = b.log("second", "approver")
	if item.GetMine() || item.GetStatus() != "approved" || !slices.Contains(log, "approved approver you=true link=false") || !slices.Contains(log, "requested owner you=false link=false") {
		t.Errorf("the approver's request = %v with log %q, want approved by them and requested by the owner", item, log)
	}
	if item, _ := b.log("third", "approver"); item != nil {
		t.Errorf("an approver who didn't decide sees %v, want nil", item)
	}
}

func withoutViews(log []string) []string {
	return slices.DeleteFunc(slices.Clone(log), func(l string) bool { return strings.HasPrefix(l, "viewed") })
}

func TestAnApproverRejectsFromTheList(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistName: "Marit Solheim Aas", NewAddress: "0xNew"})
	_, first := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist"), first); err != nil {
		t.Fatal(err)
	}
	reject := func(account string, roles ...string) error {
		_, err := b.client.RejectWaiting(b.as(account, roles...), &approvalsv1.RejectWaitingRequest{Id: b.mine("artist").GetId()})
		return err
	}
	want(t, reject("somebody"), connect.CodePermissionDenied, "forbidden")
	want(t, reject("artist", "approver"), connect.CodePermissionDenied, "second_person_needed")
	// A stolen session must not be enough to reject all pending requests. The emailed link rejects one request without a login.
	b.sessions.stale.Store("s-second", true)
	want(t, reject("second", "approver"), connect.CodePermissionDenied, "recent_login_required")
	if b.mine("artist").GetId() == "" {
		t.Error("the request isn't pending after a failed rejection, want it pending")
	}
	b.sessions.stale.Delete("s-second")
	if err := reject("second", "approver"); err != nil {
		t.Fatal(err)
	}
	if f := b.outcome(); f.GetOutcome() != "rejected" {
		t.Errorf("published %v, want rejected", f)
	}
}

func TestTheLogNamesRoles(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	for range 3 {
		if _, err := b.show(secret); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.client.Reject(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, secret), &approvalsv1.RejectRequest{}); err != nil {
		t.Fatal(err)
	}
	item, log := b.log("owner")
	if wanted := []string{"requested owner you=true link=false", "viewed owner you=false link=true", "rejected owner you=false link=true"}; item.GetStatus() != "rejected" || !slices.Equal(log, wanted) {
		t.Errorf("%q, want %q", log, wanted)
	}
	if item, _ := b.log("stranger"); item != nil {
		t.Errorf("a stranger sees %v, want nil", item)
	}
	_, err := b.client.ListApprovalLog(t.Context(), &approvalsv1.ListApprovalLogRequest{})
	want(t, err, connect.CodeUnauthenticated, "")
}

// TestAnApprovedRequestShowsItsOutcome: the page and the log show what the chainwatcher says about the transfer, with one call for a page of the
// log, and nothing while it is unavailable.
func TestAnApprovedRequestShowsItsOutcome(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, c := range map[string]struct{ status, outcome, hash string }{
		"delivered": {"withdrawalTransactionConfirmed", "completed", "0xabc"},
		"refused":   {"failed", "failed", ""},
		"cancelled": {"cancelled", "cancelled", ""},
	} {
		b.accounts.emails = map[string]string{"owner": name + "@example.org"}
		w := b.withdraw(furrow)
		_, secret := b.link(name+"@example.org", "Approve")
		a, err := b.approve(b.as("owner"), secret)
		if err != nil || a.GetOutcome() != "" {
			t.Fatalf(`a, err = %v, %v, want outcome "" and no error`, a, err)
		}
		b.approval()
		if a, err := b.show(secret); err != nil || a.GetOutcome() != "" {
			t.Errorf("%s: approval in progress = %v, %v, want no outcome", name, a, err)
		}
		b.chain.ends(w.GetBatchId(), c.status, c.hash)
		a, err = b.show(secret)
		if err != nil || a.GetStatus() != "approved" || a.GetOutcome() != c.outcome || a.GetTransactionHash() != c.hash || a.GetOutcomeAt() == nil {
			t.Errorf("%s: approval = %v, %v, want approved with the outcome, its transaction and time", name, a, err)
		}
		if _, log := b.log("owner"); log[len(log)-1] != c.outcome+"  you=false link=false" {
			t.Errorf("%s: log = %q, want it to end with %s", name, log, c.outcome)
		}
		b.chain.set(func(c *chainwatcher) { c.err = connect.NewError(connect.CodeUnavailable, "down") })
		if a, err := b.show(secret); err != nil || a.GetStatus() != "approved" || a.GetOutcome() != "" {
			t.Errorf("%s: approval without the chainwatcher = %v, %v, want approved without an outcome", name, a, err)
		}
		if _, log := b.log("owner"); log[len(log)-1] != "approved owner you=true link=false" {
			t.Errorf("%s: log without the chainwatcher = %q, want it to end with the approval", name, log)
		}
		b.chain.set(func(c *chainwatcher) { c.err = nil })
	}
	before := b.chain.calls
	if _, log := b.log("owner"); len(log) == 0 || b.chain.calls != before+1 {
		t.Errorf("a page of the log took %d calls, want 1", b.chain.calls-before)
	}
}

func TestAnActivePayoutWalletIsAnOutcome(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.PayoutApprovers = 0 })
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistName: "Marit Solheim Aas", NewAddress: "0xNew"})
	_, secret := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist"), secret); err != nil {
		t.Fatal(err)
	}
	b.event("other", &profilesv1.PayoutWalletChanged{ArtistId: 4, Version: 1, Frozen: true})
	b.event("changed", &profilesv1.PayoutWalletChanged{ArtistId: 4, Version: 2, UpdateId: "p1"})
	testkit.Eventually(t, 10*time.Second, func() bool {
		a, err := b.show(secret)
		return err == nil && a.GetOutcome() == "completed"
	})
}

// TestARefusedPayoutWalletIsAnOutcome: the approval stands, but the log says that the wallet didn't change.
func TestARefusedPayoutWalletIsAnOutcome(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *approvals.Config) { c.PayoutApprovers = 0 })
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistName: "Marit Solheim Aas", NewAddress: "0xNew"})
	_, secret := b.link("artist@example.org", "Approve")
	if _, err := b.approve(b.as("artist"), secret); err != nil {
		t.Fatal(err)
	}
	b.event("refused", &profilesv1.PayoutWalletUpdateRefused{UpdateId: "p1"})
	testkit.Eventually(t, 10*time.Second, func() bool {
		a, err := b.show(secret)
		return err == nil && a.GetStatus() == "approved" && a.GetOutcome() == "failed"
	})
	if _, log := b.log("artist"); log[len(log)-1] != "failed  you=false link=false" {
		t.Errorf("log %q, want the failure last", log)
	}
}

func TestTheDatabaseStoresTheFirstOutcome(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	if _, err := b.pool.Exec(t.Context(), `UPDATE requests SET outcome = 'completed', outcome_at = now()`); err == nil {
		t.Error("outcome of a pending request: error = nil, want one")
	}
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	if _, err := b.pool.Exec(t.Context(), `UPDATE requests SET outcome = 'completed', outcome_at = now()`); err != nil {
		t.Fatal(err)
	}
	if a, err := b.show(secret); err != nil || a.GetOutcome() != "completed" {
		t.Errorf("outcome that a former release stored = %v, %v, want completed", a, err)
	}
	for _, sql := range []string{`UPDATE requests SET outcome = 'failed'`, `UPDATE requests SET outcome = '', outcome_at = NULL`, `UPDATE requests SET work = '{}'`} {
		if _, err := b.pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s: error = nil, want one", sql)
		}
	}
}

package approvals_test

import (
	"slices"
	"strings"
	"testing"

	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
)

// TestNamesAreShownWithTheirAddress holds page and mail of a withdrawal that was requested for an ENS name.
func TestNamesAreShownWithTheirAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	f := withdrawal("w1")
	f.ToName = "alice.eth"
	b.fact("w1", f)
	_, secret := b.link("owner@example.org", "Approve")
	a, err := b.show(secret)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Send Long Furrow, #3 of 25 to wallet alice.eth (0xAbC)"; a.GetSummary() != want {
		t.Errorf("summary = %q, want %q", a.GetSummary(), want)
	}
	for label, want := range map[string]string{"Wallet name": "alice.eth", "To wallet": "0xAbC"} {
		if !slices.ContainsFunc(a.GetDetails(), func(d *approvalsv1.ApprovalDetail) bool { return d.GetLabel() == label && d.GetValue() == want }) {
			t.Errorf("details = %v, want %s: %s", a.GetDetails(), label, want)
		}
	}
	var body string
	if err := b.pool.QueryRow(t.Context(), `SELECT body FROM mails WHERE recipient = 'owner@example.org'`).Scan(&body); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Wallet name: alice.eth", "To wallet: 0xAbC"} {
		if !strings.Contains(body, want) {
			t.Errorf("the mail lacks %q:\n%s", want, body)
		}
	}
}

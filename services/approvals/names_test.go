package approvals_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// TestNamesAreShownWithTheirAddress checks the page and the email of requests whose wallet was given as an ENS name.
func TestNamesAreShownWithTheirAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		request func(b *bundle)
		summary string
		label   string
	}{
		"withdrawal": {
			func(b *bundle) {
				if _, err := b.request("owner", "key", &approvalsv1.RequestWithdrawalRequest{TokenId: furrow, To: "0xAbC", Name: "alice.eth"}); err != nil {
					b.t.Fatal(err)
				}
			}, "Send Long Furrow, #3 of 25 to wallet alice.eth (0xAbC)", "To wallet",
		},
		"payout wallet": {
			func(b *bundle) {
				b.event("event", &profilesv1.PayoutWalletUpdateRequested{
					UpdateId: "u1", AccountId: "owner", Email: "owner@example.org", ArtistId: 7, ArtistName: "Adaeze Nwokolo", NewAddress: "0xAbC", NewName: "alice.eth",
				})
			}, "Pay Adaeze Nwokolo's share of ether sales to wallet alice.eth (0xAbC)", "New wallet",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown(t, c.request, c.summary, c.label)
		})
	}
}

func shown(t *testing.T, request func(b *bundle), summary, label string) {
	t.Helper()
	b := setup(t)
	request(b)
	_, secret := b.link("owner@example.org", "Approve")
	a, err := b.show(secret)
	if err != nil {
		t.Fatal(err)
	}
	if a.GetSummary() != summary {
		t.Errorf("summary = %q, want %q", a.GetSummary(), summary)
	}
	for label, want := range map[string]string{"Wallet name": "alice.eth", label: "0xAbC"} {
		if !slices.ContainsFunc(a.GetDetails(), func(d *approvalsv1.ApprovalDetail) bool { return d.GetLabel() == label && d.GetValue() == want }) {
			t.Errorf("details = %v, want %s: %s", a.GetDetails(), label, want)
		}
	}
	var body string
	if err := b.pool.QueryRow(t.Context(), `SELECT body FROM mails WHERE recipient = 'owner@example.org'`).Scan(&body); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Wallet name: alice.eth", label + ": 0xAbC"} {
		if !strings.Contains(body, want) {
			t.Errorf("the mail lacks %q:\n%s", want, body)
		}
	}
}

// TestApproversSeeHowTheArtistIsLinked: the approver of a payout wallet sees a link that is new, which staff may have made for
// themselves, and one that ends soon. A link of long ago isn't worth a line.
func TestApproversSeeHowTheArtistIsLinked(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 3, 5, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		since, ends time.Time
		want        []string
	}{
		"new and ending": {asked.Add(-3 * time.Hour), asked.Add(45 * time.Hour), []string{
			"linked by our team on 5 March 2026 at 06:00 UTC: confirm with the artist before you approve", "moves to another account on 7 March 2026 at 06:00 UTC",
		}},
		"long ago": {asked.Add(-60 * 24 * time.Hour), time.Time{}, nil},
		"unknown":  {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			e := &profilesv1.PayoutWalletUpdateRequested{
				UpdateId: "u1", AccountId: "owner", Email: "owner@example.org", ArtistId: 7, ArtistName: "Adaeze Nwokolo", NewAddress: "0xAbC", RequestedAt: timestamppb.New(asked),
			}
			if !c.since.IsZero() {
				e.ArtistLinkedAt = timestamppb.New(c.since)
			}
			if !c.ends.IsZero() {
				e.ArtistLinkEndsAt = timestamppb.New(c.ends)
			}
			b.event("event", e)
			_, secret := b.link("owner@example.org", "Approve")
			a, err := b.show(secret)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range a.GetDetails() {
				if d.GetLabel() == "Artist's account" {
					got = append(got, d.GetValue())
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("page text for the link = %q, want %q", got, c.want)
			}
		})
	}
}

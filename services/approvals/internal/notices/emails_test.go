package notices_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/vitrine/vitrine/kit/mail/mailtest"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
	"github.com/vitrine/vitrine/services/approvals/internal/notices"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
)

// A right-to-left title or name leaves the sentences of each email as they are, and what a decision is bound to.
func TestRightToLeftNamesInEmails(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, func(ctx context.Context, url string) error { return kitpg.Migrate(ctx, url, postgres.Migrations) }))
	n, ctx := notices.New(pool, "https://gallery.example"), t.Context()
	const title, artist, name = "ليل في حلب", "נועה לוי", "نور.eth"
	work := approval.Work{TokenID: 7_000_003, Title: title, Artist: artist, Number: 3, Size: 25}
	wallet := approval.Wallet{Address: "0xAb", Name: name}
	want := 0
	for i, r := range []approval.Request{
		{Kind: approval.TokenWithdrawal, Subject: approval.Subject{Works: []approval.Work{work}}},
		{Kind: approval.TokenWithdrawal, Subject: approval.Subject{Works: []approval.Work{work, work, work}}, CancelledWorks: []int32{2}},
		{Kind: approval.PayoutWalletUpdate, Subject: approval.Subject{Artist: artist}},
	} {
		r.To, r.Email = wallet, "a@example.org"
		if r.Kind == approval.TokenWithdrawal {
			r.Summary, r.Lines = messages.Withdrawal(r.Works, wallet, "0xC0", 1)
		} else {
			r.Summary, r.Lines = messages.Payout(artist, "", wallet, messages.ArtistLink{})
		}
		r.Links = []approval.Link{{Hash: make([]byte, 32), Role: approval.Owner}, {Hash: []byte("the second of the links, 32 byte"), Role: approval.Approver}}
		for at := range r.Links {
			r.ID = fmt.Sprintf("%d.%d", i, at)
			if err := n.SendLink(ctx, &r, at, "a@example.org", "https://gallery.example/en/"); err != nil {
				t.Fatal(err)
			}
			want++
		}
		for _, status := range []approval.Status{approval.Approved, approval.Rejected, approval.Expired} {
			r.Status = status
			if err := n.SendOutcome(ctx, &r); err != nil {
				t.Fatal(err)
			}
			want++
		}
	}
	if got := mailtest.Isolated(t, pool, title, artist, name); got != want {
		t.Errorf("emails = %d, want %d", got, want)
	}
}

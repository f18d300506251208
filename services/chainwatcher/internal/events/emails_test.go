package events_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/mail/mailtest"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

// A right-to-left title or name leaves the sentences of each email as they are.
func TestRightToLeftNamesInEmails(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, func(ctx context.Context, url string) error { return kitpg.Migrate(ctx, url, postgres.Migrations) }))
	e, ctx := events.NewEvents(pool, "https://gallery.example", chain.NewChains(1, nil)), t.Context()
	const title, artist, from, name = "ليل في حلب", "נועה לוי", "مريم", "نور.eth"
	token := custody.Token{TokenID: 7_000_003, EditionNumber: 3, EditionSize: 25, Title: title, Artist: artist}
	gift := custody.Gift{ID: "g", From: from, Email: "b@example.org", Message: "Enjoy"}
	ended := func(id string, status custody.WithdrawalStatus) custody.Withdrawal {
		return custody.Withdrawal{ID: id, TokenID: 7_000_003, Email: "a@example.org", To: "0xAb", ToName: name, Title: title, Artist: artist, Status: status}
	}
	one := ended("delivered gift", custody.Final)
	one.GiftID = "g"
	for i, err := range []error{
		e.WithdrawalConfirmed(ctx, ended("confirmed", custody.Final)),
		e.WithdrawalConfirmed(ctx, one),
		e.WithdrawalFailed(ctx, ended("failed", custody.Failed)),
		e.BatchReported(ctx, custody.BatchReport{Withdrawals: []custody.Withdrawal{ended("batch", custody.Final), ended("rest", custody.Failed)}, Size: 2}),
		e.GiftSent(ctx, gift, token, "secret"),
		e.GiftReaddressed(ctx, gift, token, "a@example.org"),
		e.GiftLost(ctx, gift, token),
		e.GiftAccepted(ctx, custody.Gift{ID: "g", TokenID: token.TokenID, EndedAt: time.Now()}, token, "a@example.org"),
	} {
		if err != nil {
			t.Fatalf("email %d: %v", i, err)
		}
	}
	if n := mailtest.Isolated(t, pool, title, artist, from, name); n != 8 {
		t.Errorf("emails = %d, want 8", n)
	}
}

package profiles_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

func (h *fixture) ask(ctx context.Context, key, address string) (*profilesv1.PayoutWalletUpdate, error) {
	return h.payouts.RequestPayoutWalletUpdate(testkit.WithHeader(ctx, "Idempotency-Key", key), &profilesv1.RequestPayoutWalletUpdateRequest{Address: address})
}

func (h *fixture) list(ctx context.Context) *profilesv1.ListPayoutWalletUpdatesResponse {
	h.t.Helper()
	res, err := h.payouts.ListPayoutWalletUpdates(ctx, &profilesv1.ListPayoutWalletUpdatesRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func (h *fixture) inForce(artist int64) *profilesv1.GetPayoutWalletResponse {
	h.t.Helper()
	res, err := h.payouts.GetPayoutWallet(h.t.Context(), &profilesv1.GetPayoutWalletRequest{ArtistId: artist})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// reach waits until a listed change has a status.
func (h *fixture) reach(ctx context.Context, updateID, status string) {
	h.t.Helper()
	testkit.Eventually(h.t, 20*time.Second, func() bool {
		for _, u := range h.list(ctx).GetItems() {
			if u.GetId() == updateID && u.GetStatus() == status {
				return true
			}
		}
		return false
	})
}

func (h *fixture) decide(updateID, outcome string) {
	h.event(&approvalsv1.ApprovalDecided{Kind: "payout_wallet_update", SubjectId: updateID, Outcome: outcome})
}

// alert reads a "This wasn't me" link without a login.
func (h *fixture) alert(secret string) (*profilesv1.PayoutAlert, error) {
	return h.payouts.GetPayoutAlert(testkit.WithHeader(h.t.Context(), "Approval-Secret", secret), &profilesv1.GetPayoutAlertRequest{})
}

// stop uses a "This wasn't me" link.
func (h *fixture) stop(secret string) (*profilesv1.PayoutAlert, error) {
	return h.payouts.StopPayoutChange(testkit.WithHeader(h.t.Context(), "Approval-Secret", secret), &profilesv1.StopPayoutChangeRequest{})
}

func TestPayoutRefusals(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, nobody := h.person("nobody@example.org")
	accountID, ctx := h.person("artist@example.org")
	h.services.with(func(n *fakeServices) { n.artists["artist@example.org"] = 7 })
	_, err := h.ask(ctx, "", wallet1)
	h.want(err, connect.CodeInvalidArgument, "idempotency_key_required")
	_, err = h.ask(nobody, "k", wallet1)
	h.want(err, connect.CodePermissionDenied, "forbidden")
	_, err = h.payouts.ListPayoutWalletUpdates(nobody, &profilesv1.ListPayoutWalletUpdatesRequest{})
	h.want(err, connect.CodePermissionDenied, "forbidden")
	for _, bad := range []string{"x", wallet1[:41], strings.Replace(wallet1, "f39F", "F39f", 1), "0x" + strings.Repeat("0", 40)} {
		_, err = h.ask(ctx, "k", bad)
		h.want(err, connect.CodeInvalidArgument, "invalid", "address")
	}
	// The gallery's addresses, which the chainwatcher refuses.
	h.services.with(func(n *fakeServices) { n.refused = wallet1 })
	_, err = h.ask(ctx, "k", strings.ToLower(wallet1))
	h.want(err, connect.CodeInvalidArgument, "invalid", "address")
	h.services.with(func(n *fakeServices) { n.refused = "" })
	h.services.with(func(n *fakeServices) { n.ended = true })
	_, err = h.ask(ctx, "k", wallet1)
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	for _, code := range []connect.Code{connect.CodeNotFound, connect.CodeInvalidArgument} { // a session unknown to auth has ended
		h.services.with(func(n *fakeServices) { n.sessions = connect.NewError(code, "no such session") })
		_, err = h.ask(ctx, "k", wallet1)
		h.want(err, connect.CodeUnauthenticated, "session_gone")
	}
	h.services.with(func(n *fakeServices) { n.sessions = connect.NewError(connect.CodeUnavailable, "away") })
	_, err = h.ask(ctx, "k", wallet1)
	h.want(err, connect.CodeUnavailable, "unavailable")
	h.services.with(func(n *fakeServices) { n.ended, n.sessions, n.stale = false, nil, true })
	_, err = h.ask(ctx, "k", wallet1)
	h.want(err, connect.CodePermissionDenied, "recent_login_required")
	h.services.with(func(n *fakeServices) {
		n.stale, n.artists[accountID] = false, 7
		n.accounts[accountID].EmailVerified = false
	})
	_, err = h.ask(ctx, "k", wallet1)
	h.want(err, connect.CodeFailedPrecondition, "email_unverified")
	walletID, viaWallet := h.person("")
	h.services.with(func(n *fakeServices) { n.artists[walletID] = 8 })
	_, err = h.ask(viaWallet, "k", wallet1)
	h.want(err, connect.CodeFailedPrecondition, "profile_incomplete")
	if got := h.list(ctx); len(got.GetItems()) != 0 {
		t.Errorf("pending after rejected requests = %v, want none", got)
	}
}

// TestTwoArtistsDoNotShareAWallet: balances, payouts and statements are read by wallet. So a wallet belongs to the artist whose request is
// approved first, and nobody reserves another artist's wallet by requesting it.
func TestTwoArtistsDoNotShareAWallet(t *testing.T) {
	t.Parallel()
	h := setup(t)
	one, first := h.person("one@example.org")
	two, second := h.person("two@example.org")
	three, third := h.person("three@example.org")
	h.services.with(func(n *fakeServices) { n.artists[one], n.artists[two], n.artists[three] = 7, 8, 9 })
	waiting, err := h.ask(second, "k", strings.ToLower(wallet1))
	if err != nil {
		t.Fatal(err)
	}
	u, err := h.ask(first, "k", wallet1)
	if err != nil {
		t.Fatalf("while another artist's request waits: error = %v, want nil", err)
	}
	h.decide(u.GetId(), "approved")
	h.reach(first, u.GetId(), "cooling")
	refused := func(ctx context.Context, key string) {
		t.Helper()
		_, err := h.ask(ctx, key, strings.ToLower(wallet1))
		h.want(err, connect.CodeInvalidArgument, "invalid", "address")
		if !strings.Contains(err.Error(), "Another artist uses this wallet") {
			t.Errorf("%v, want the reason", err)
		}
	}
	refused(third, "k")
	// The request that was there first is approved too late.
	h.decide(waiting.GetId(), "approved")
	h.reach(second, waiting.GetId(), "rejected")
	if got := h.mails("payout.rejected."+waiting.GetId(), "two@example.org"); len(got) != 1 || !strings.Contains(got[0], "belongs to another artist, whose request was approved before yours") {
		t.Errorf("emails %q, want one with the reason", got)
	}
	if n := h.outboxed(bus.SubjectOf(&profilesv1.PayoutWalletUpdateRefused{})); n != 1 {
		t.Errorf("%d events report that the approved change was refused, want 1", n)
	}
	h.clock.Advance(48 * time.Hour)
	h.reach(first, u.GetId(), "active")
	refused(third, "k2")
	if got := h.list(third); len(got.GetItems()) != 0 || h.inForce(8).GetAddress() != "" || h.inForce(7).GetAddress() != wallet1 {
		t.Errorf("%v, want the wallet of the first artist alone", got)
	}
	if _, err := h.ask(second, "k3", wallet2); err != nil {
		t.Error(err)
	}
}

// TestPayoutLifecycle follows a change through approval and cooling, with its emails, its events and the wallet that quotes use.
func TestPayoutLifecycle(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("artist@example.org")
	h.services.with(func(n *fakeServices) { n.artists[accountID] = 7 })
	first, err := h.ask(ctx, "k1", strings.ToLower(wallet1))
	if err != nil || first.GetAddress() != wallet1 || first.GetStatus() != "awaiting_approval" || first.GetNotBefore() != nil {
		t.Fatalf("requested = %v, %v, want %s, awaiting_approval, without a start time", first, err, wallet1)
	}
	if again, err := h.ask(ctx, "k1", strings.ToLower(wallet1)); err != nil || again.GetId() != first.GetId() {
		t.Errorf("same key = %v, %v, want id %s", again, err, first.GetId())
	}
	h.services.with(func(n *fakeServices) { n.away = true })
	if again, err := h.ask(ctx, "k1", strings.ToLower(wallet1)); err != nil || again.GetId() != first.GetId() {
		t.Errorf("same key while other services are down = %v, %v, want id %s", again, err, first.GetId())
	}
	h.services.with(func(n *fakeServices) { n.away = false })
	_, err = h.ask(ctx, "k1", wallet2)
	h.want(err, connect.CodeInvalidArgument, "idempotency_key_reused")
	if n := h.outboxed(bus.SubjectOf(&profilesv1.PayoutWalletUpdateRequested{})); n != 1 {
		t.Errorf("%d request events, want 1", n)
	}
	h.decide(first.GetId(), "approved")
	h.reach(ctx, first.GetId(), "cooling")
	if u := h.list(ctx).GetItems()[0]; !u.GetNotBefore().AsTime().Equal(h.clock.Now().Add(48 * time.Hour)) {
		t.Errorf("not before %s, want %s", u.GetNotBefore().AsTime(), h.clock.Now().Add(48*time.Hour))
	}
	if got := h.inForce(7); got.GetAddress() != "" || got.GetFrozen() {
		t.Errorf("wallet in force during the waiting period = %v, want none and not frozen", got)
	}
	h.decide(first.GetId(), "rejected") // a second decision changes nothing
	h.clock.Advance(48 * time.Hour)
	h.reach(ctx, first.GetId(), "active")
	if got := h.inForce(7); got.GetAddress() != wallet1 || h.list(ctx).GetActiveAddress() != wallet1 {
		t.Errorf("wallet in force = %v, active address = %s, want %s in both", got, h.list(ctx).GetActiveAddress(), wallet1)
	}
	_, err = h.ask(ctx, "k2", wallet1)
	h.want(err, connect.CodeInvalidArgument, "invalid", "address")

	// The person's address changes; the old one is notified, and stops the change without a login.
	h.services.with(func(n *fakeServices) { n.accounts[accountID].Email = "thief@example.org" })
	second, err := h.ask(ctx, "k3", wallet2)
	if err != nil || second.GetPreviousAddress() != wallet1 {
		t.Fatalf("second = %v, %v, want one after %s", second, err, wallet1)
	}
	h.decide(second.GetId(), "approved")
	h.reach(ctx, second.GetId(), "cooling")
	for _, to := range []string{"artist@example.org", "thief@example.org"} {
		if got := h.mails("payout.cooling."+second.GetId(), to); len(got) != 1 {
			t.Errorf("%s got %d mails, want 1", to, len(got))
		}
	}
	mail := h.mails("payout.cooling."+second.GetId(), "artist@example.org")[0]
	secret := regexp.MustCompile(`/en/payout-alert/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(mail)[1]
	for range 20 { // mail scanners open links repeatedly
		if a, err := h.alert(secret); err != nil || a.GetState() != "open" || a.GetAddress() != wallet2 || a.GetPreviousAddress() != wallet1 {
			t.Fatalf("alert = %v, %v, want open from %s to %s", a, err, wallet1, wallet2)
		}
	}
	h.reach(ctx, second.GetId(), "cooling")
	_, err = h.stop(strings.Repeat("a", 43))
	h.want(err, connect.CodeNotFound, "not_found")
	for range 2 {
		if a, err := h.stop(secret); err != nil || a.GetState() != "stopped" {
			t.Errorf("stop = %v, %v, want stopped", a, err)
		}
	}
	h.reach(ctx, second.GetId(), "frozen")
	if got := h.inForce(7); got.GetAddress() != wallet1 || !got.GetFrozen() {
		t.Errorf("wallet in force after the freeze = %v, want %s, frozen", got, wallet1)
	}
	h.clock.Advance(100 * time.Hour)
	if got := h.mails("payout.frozen."+second.GetId(), "artist@example.org"); len(got) != 1 {
		t.Errorf("%d emails about the freeze, want 1", len(got))
	}
	if n := h.outboxed(bus.SubjectOf(&profilesv1.PayoutWalletChanged{})); n != 2 {
		t.Errorf("%d changes were published, want 2", n)
	}
	testkit.Eventually(t, 20*time.Second, func() bool {
		var waiting int
		err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM outbox WHERE published_at IS NULL").Scan(&waiting)
		return err == nil && waiting == 0
	})
}

func TestPayoutEnds(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("artist@example.org")
	strangerID, stranger := h.person("other@example.org")
	h.services.with(func(n *fakeServices) { n.artists[accountID], n.artists[strangerID] = 7, 8 })
	cancel := func(ctx context.Context, updateID string) (*profilesv1.PayoutWalletUpdate, error) {
		res, err := h.payouts.CancelPayoutWalletUpdate(ctx, &profilesv1.CancelPayoutWalletUpdateRequest{Id: updateID})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	for i, outcome := range []string{"rejected", "expired"} {
		u, err := h.ask(ctx, outcome, wallet1)
		if err != nil {
			t.Fatalf("request %d: error = %v, want nil", i, err)
		}
		h.decide(u.GetId(), outcome)
		h.reach(ctx, u.GetId(), outcome)
	}
	u, err := h.ask(ctx, "a", wallet1)
	if err != nil {
		t.Fatal(err)
	}
	for _, updateID := range []string{u.GetId(), id.New(), "nonsense"} {
		_, err = cancel(stranger, updateID)
		h.want(err, connect.CodeNotFound, "not_found")
	}
	// Another request supersedes the pending one.
	v, err := h.ask(ctx, "b", wallet2)
	if err != nil {
		t.Fatal(err)
	}
	h.reach(ctx, u.GetId(), "superseded")
	if got, err := cancel(ctx, v.GetId()); err != nil || got.GetStatus() != "cancelled" {
		t.Errorf("cancelled = %v, %v, want status cancelled", got, err)
	}
	_, err = cancel(ctx, v.GetId())
	h.want(err, connect.CodeFailedPrecondition, "already_decided")
	h.decide(v.GetId(), "approved") // too late
	h.event(&approvalsv1.ApprovalDecided{Kind: "token_withdrawal", SubjectId: v.GetId(), Outcome: "approved"})
	h.event(&approvalsv1.ApprovalDecided{Kind: "payout_wallet_update", SubjectId: id.New(), Outcome: "approved"})
	testkit.Eventually(t, 20*time.Second, func() bool {
		var dead, seen int
		err := h.pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM dead_letters), (SELECT count(*) FROM inbox)").Scan(&dead, &seen)
		return err == nil && dead == 1 && seen >= 4
	})
	h.reach(ctx, v.GetId(), "cancelled")
	if n := h.outboxed(bus.SubjectOf(&profilesv1.PayoutWalletUpdateCancelled{})); n != 2 {
		t.Errorf("%d cancellation events, want 2", n)
	}
	if got := h.inForce(7); got.GetAddress() != "" {
		t.Errorf("wallet in force = %v, want none", got)
	}
}

// TestRelinkingIsMailedToBothAccounts: staff move an artist to another account. Both are notified before it takes effect, and a change of
// wallet shows how its account is linked.
func TestRelinkingIsMailedToBothAccounts(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("artist@example.org")
	other, _ := h.person("mallory@example.org")
	at := h.clock.Now().Add(48 * time.Hour).Truncate(time.Microsecond)
	h.services.with(func(n *fakeServices) {
		n.artists[accountID] = 7
		n.since, n.ends = at.Add(-72*time.Hour), at
		n.links[7] = &catalogv1.GetArtistAccountResponse{Name: "An Artist", AccountId: accountID, NextAccountId: other, NextAt: timestamppb.New(at)}
	})
	h.event(&catalogv1.ArtistLinkRequested{ArtistId: 7, EffectiveAt: timestamppb.New(at)})
	for to, word := range map[string]string{"artist@example.org": "we’ll stop it", "mallory@example.org": "linking your account"} {
		testkit.Eventually(t, 10*time.Second, func() bool { return len(h.mails("artist_link.7.", to)) == 1 })
		if text := h.mails("artist_link.7.", to)[0]; !strings.Contains(text, word) || !strings.Contains(text, at.UTC().Format("2 January 2006 at 15:04 UTC")) {
			t.Errorf("email to %s = %s, want %q and %s", to, text, word, at.UTC().Format("2 January 2006 at 15:04 UTC"))
		}
	}
	if _, err := h.ask(ctx, "k", wallet1); err != nil {
		t.Fatal(err)
	}
	var payload []byte
	if err := h.pool.QueryRow(t.Context(), `SELECT payload FROM outbox WHERE subject = $1`, bus.SubjectOf(&profilesv1.PayoutWalletUpdateRequested{})).Scan(&payload); err != nil {
		t.Fatal(err)
	}
	e := &profilesv1.PayoutWalletUpdateRequested{}
	if err := proto.Unmarshal(payload, e); err != nil || !e.GetArtistLinkEndsAt().AsTime().Equal(at) || !e.GetArtistLinkedAt().AsTime().Equal(at.Add(-72*time.Hour)) {
		t.Errorf("approval request = %v (%v), want when the link was created and expires", e, err)
	}
	// A cancelled move sends nothing.
	h.services.with(func(n *fakeServices) {
		n.links[8] = &catalogv1.GetArtistAccountResponse{Name: "Two", AccountId: accountID}
	})
	h.event(&catalogv1.ArtistLinkRequested{ArtistId: 8, EffectiveAt: timestamppb.New(at)})
	testkit.Eventually(t, 10*time.Second, func() bool {
		var done int
		err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'artist_link_emails' AND state = 'completed'`).Scan(&done)
		return err == nil && done == 2
	})
	if n := len(h.mails("artist_link.8.", "artist@example.org")); n != 0 {
		t.Errorf("%d emails about a cancelled move, want 0", n)
	}
}

package profiles_test

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

func (h *fixture) artistOf(accountID string) (*profilesv1.GetAccountArtistResponse, error) {
	return h.payouts.GetAccountArtist(h.t.Context(), &profilesv1.GetAccountArtistRequest{AccountId: accountID})
}

// TestPayoutList checks the list after the artist's approval, after a freeze, and after the artist was linked to another account.
func TestPayoutList(t *testing.T) {
	t.Parallel()
	h := setup(t)
	formerID, former := h.person("former@example.org")
	presentID, present := h.person("present@example.org")
	h.services.with(func(n *fakeServices) { n.artists[formerID] = 7 })

	first, err := h.ask(former, "a", wallet1)
	if err != nil {
		t.Fatal(err)
	}
	if u := h.list(former).GetItems()[0]; u.GetOwnerApprovedAt() != nil || !u.GetOwn() {
		t.Errorf("before the owner's approval = %v, want an own change without it", u)
	}
	at := h.clock.Now().Add(time.Minute)
	h.event(&approvalsv1.OwnerApproved{Kind: "payout_wallet_update", SubjectId: first.GetId(), ApprovedAt: timestamppb.New(at)})
	h.event(&approvalsv1.OwnerApproved{Kind: "token_withdrawal", SubjectId: first.GetId(), ApprovedAt: timestamppb.New(at.Add(time.Hour))})
	testkit.Eventually(t, 20*time.Second, func() bool { return h.list(former).GetItems()[0].GetOwnerApprovedAt() != nil })
	if u := h.list(former).GetItems()[0]; u.GetStatus() != "awaiting_approval" || !u.GetOwnerApprovedAt().AsTime().Equal(at) {
		t.Errorf("after the owner's approval = %v, want awaiting_approval since %s", u, at)
	}
	h.decide(first.GetId(), "approved")
	h.reach(former, first.GetId(), "cooling")
	h.clock.Advance(48 * time.Hour)
	h.reach(former, first.GetId(), "active")
	if got := h.list(former); got.GetActiveAddress() != wallet1 || got.GetFrozen() || got.GetArtistName() == "" || !got.GetLinked() {
		t.Errorf("wallets = %v, want %s active, not frozen, with a linked artist", got, wallet1)
	}

	// The artist is linked to another account, while the former one has a pending change.
	second, err := h.ask(former, "b", wallet2)
	if err != nil {
		t.Fatal(err)
	}
	h.services.with(func(n *fakeServices) {
		delete(n.artists, formerID)
		n.artists[presentID] = 7
	})
	got := h.list(present)
	if len(got.GetItems()) != 2 || got.GetItems()[0].GetId() != second.GetId() || got.GetItems()[0].GetOwn() || got.GetActiveAddress() != wallet1 || !got.GetLinked() {
		t.Errorf("wallets of the current account = %v, want two changes, the first %s of another account, and %s active", got, second.GetId(), wallet1)
	}
	got = h.list(former)
	if len(got.GetItems()) != 2 || got.GetActiveAddress() != "" || got.GetLinked() || !got.GetItems()[0].GetOwn() {
		t.Errorf("wallets of the former account = %v, want two changes, the first its own, no active wallet and no artist", got)
	}
	h.decide(second.GetId(), "approved")
	h.reach(present, second.GetId(), "cooling")
	h.clock.Advance(48 * time.Hour)
	h.reach(present, second.GetId(), "cancelled") // instead of active
	if w := h.inForce(7); w.GetAddress() != wallet1 {
		t.Errorf("wallet in force = %v, want %s despite the former account's change", w, wallet1)
	}

	// Only the current account may cancel a request of a former one.
	h.services.with(func(n *fakeServices) { delete(n.artists, presentID); n.artists[formerID] = 7 })
	third, err := h.ask(former, "c", wallet2)
	if err != nil {
		t.Fatal(err)
	}
	cancel := func(who string) error {
		ctx := present
		if who == "stranger" {
			_, ctx = h.person("stranger@example.org")
		}
		_, err := h.payouts.CancelPayoutWalletUpdate(ctx, &profilesv1.CancelPayoutWalletUpdateRequest{Id: third.GetId()})
		return err
	}
	h.want(cancel("present"), connect.CodeNotFound, "not_found")
	h.services.with(func(n *fakeServices) { delete(n.artists, formerID); n.artists[presentID] = 7 })
	h.want(cancel("stranger"), connect.CodeNotFound, "not_found")
	if err := cancel("present"); err != nil {
		t.Errorf("cancel by the current account: error = %v, want nil", err)
	}

	// Other services see every wallet that was active.
	a, err := h.artistOf(presentID)
	if err != nil || a.GetArtistId() != 7 || a.GetActiveAddress() != wallet1 || !slices.Equal(a.GetWallets(), []string{wallet1}) {
		t.Errorf("the account's artist = %v, %v, want 7 with %s alone", a, err, wallet1)
	}
	_, err = h.artistOf(formerID)
	h.want(err, connect.CodePermissionDenied, "forbidden")

	// The list shows a freeze, with the wallet on hold.
	mail := h.mails("payout.active."+first.GetId(), "former@example.org")[0]
	if _, err := h.stop(regexp.MustCompile(`/en/payout-alert/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(mail)[1]); err != nil {
		t.Fatal(err)
	}
	if got := h.list(present); !got.GetFrozen() {
		t.Errorf("after the freeze = %v, want frozen", got)
	}
	if a, err := h.artistOf(presentID); err != nil || !a.GetFrozen() {
		t.Errorf("after the freeze, for services: %v, %v, want frozen", a, err)
	}
}

func TestAlertLinksEnd(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("artist@example.org")
	h.services.with(func(n *fakeServices) { n.artists[accountID] = 7 })
	link := func(key, wallet string) (update, secret string) {
		u, err := h.ask(ctx, key, wallet)
		if err != nil {
			t.Fatal(err)
		}
		mail := h.mails("payout.awaiting_approval."+u.GetId(), "artist@example.org")[0]
		return u.GetId(), regexp.MustCompile(`/en/payout-alert/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(mail)[1]
	}
	first, over := link("a", wallet1)
	if _, err := h.payouts.CancelPayoutWalletUpdate(ctx, &profilesv1.CancelPayoutWalletUpdateRequest{Id: first}); err != nil {
		t.Fatal(err)
	}
	if a, err := h.alert(over); err != nil || a.GetState() != "over" || a.GetStatus() != "cancelled" {
		t.Errorf("alert after a cancelled change = %v, %v, want over, cancelled", a, err)
	}
	_, err := h.stop(over)
	h.want(err, connect.CodeFailedPrecondition, "already_decided")

	second, late := link("b", wallet2)
	h.clock.Advance(90*24*time.Hour - time.Second)
	if a, err := h.alert(late); err != nil || a.GetState() != "open" {
		t.Errorf("alert after the waiting period = %v, %v, want open", a, err)
	}
	h.clock.Advance(time.Second)
	_, err = h.alert(late)
	h.want(err, connect.CodeOutOfRange, "alert_expired")
	_, err = h.stop(late)
	h.want(err, connect.CodeOutOfRange, "alert_expired")
	h.reach(ctx, second, "awaiting_approval")
	_, err = h.alert("")
	h.want(err, connect.CodeNotFound, "not_found")
}

// TestArtistContact finds an artist's email address, for every kind of link.
func TestArtistContact(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, _ := h.person("verified@example.org")
	walletID, wallet := h.person("")
	unverifiedID, _ := h.person("unverified@example.org")
	h.services.with(func(n *fakeServices) {
		n.accounts[unverifiedID].EmailVerified = false
		for artist, account := range map[int64]string{1: accountID, 2: walletID, 3: unverifiedID} {
			n.links[artist] = &catalogv1.GetArtistAccountResponse{Name: "A", AccountId: account, Email: "linked@example.org"}
		}
		n.links[4] = &catalogv1.GetArtistAccountResponse{Name: "A", Email: "linked@example.org"}
	})
	if _, err := h.profiles.CreateProfile(wallet, &profilesv1.CreateProfileRequest{Name: "W", Email: "wallet@example.org"}); err != nil {
		t.Fatal(err)
	}
	for artist, want := range map[int64]string{1: "verified@example.org", 2: "wallet@example.org", 3: "", 4: "linked@example.org"} {
		res, err := h.payouts.GetArtistContact(t.Context(), &profilesv1.GetArtistContactRequest{ArtistId: artist})
		if err != nil || res.GetEmail() != want || res.GetName() != "A" {
			t.Errorf("contact of artist %d = %v, %v, want %q", artist, res, err, want)
		}
	}
	_, err := h.payouts.GetArtistContact(t.Context(), &profilesv1.GetArtistContactRequest{ArtistId: 5})
	h.want(err, connect.CodeNotFound, "not_found")
}

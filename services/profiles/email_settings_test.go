package profiles_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// wanted returns what an account wants, as "kind wanted".
func (h *fixture) wanted(ctx context.Context) string {
	h.t.Helper()
	res, err := h.settings.ListEmailSettings(ctx, &profilesv1.ListEmailSettingsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprint(wanted(res))
}

func wanted(res *profilesv1.ListEmailSettingsResponse) (out []string) {
	for _, e := range res.GetItems() {
		out = append(out, fmt.Sprintf("%s %t", e.GetKind(), e.GetWanted()))
	}
	return out
}

func (h *fixture) set(ctx context.Context, kind string, on bool) error {
	_, err := h.settings.SetEmailSetting(ctx, &profilesv1.SetEmailSettingRequest{Kind: kind, Wanted: on})
	return err
}

// stopLink returns the secret of the only reminder email to an address, after checking that both forms of the link carry it.
func (h *fixture) stopLink(to string) string {
	h.t.Helper()
	var body, html, header string
	err := h.pool.QueryRow(h.t.Context(), `SELECT body, html, stop_url FROM mails WHERE key LIKE 'reminder.%' AND recipient = $1`, to).Scan(&body, &html, &header)
	if err != nil {
		h.t.Fatal(err)
	}
	_, secret, _ := strings.Cut(body, "/en/stop-emails/#")
	secret = strings.TrimSpace(secret)
	if len(secret) != 43 || !strings.Contains(html, "/en/stop-emails/#"+secret) || !strings.HasSuffix(header, "/api/stop-emails/"+secret) {
		h.t.Fatalf("stop link: secret %q, header %q, HTML %s, want one secret of 43 characters in all", secret, header, html)
	}
	return secret
}

// TestStoppingReminders: the link in an email stops that kind of email for that account without a login, however often it is used, and
// opening it stops nothing.
func TestStoppingReminders(t *testing.T) {
	t.Parallel()
	h := setup(t)
	annID, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	opens := h.clock.Now().Add(time.Hour).UTC()
	h.drop(7, "upcoming", opens)
	h.drop(8, "upcoming", opens)
	h.artwork(3, false)
	const all = "[drops true waiting_list true sales true]"
	if got := h.wanted(ann); got != all {
		t.Errorf("at first: %s, want %s", got, all)
	}
	for _, who := range []context.Context{ann, bob} {
		for _, drop := range []int64{7, 8} {
			if _, err := h.remind(who, "drop", drop); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := h.remind(ann, "artwork", 3); err != nil {
		t.Fatal(err)
	}
	h.drop(7, "live", opens)
	testkit.Eventually(t, 30*time.Second, func() bool {
		return len(h.mails("reminder", "ann@example.org")) == 1 && len(h.mails("reminder", "bob@example.org")) == 1
	})
	secret := h.stopLink("ann@example.org")
	if other := h.stopLink("bob@example.org"); other == secret {
		t.Errorf("both accounts have the unsubscribe link %s, want two", secret)
	}

	for range 2 {
		res, err := h.settings.GetStopLink(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, secret), &profilesv1.GetStopLinkRequest{})
		if err != nil || res.GetKind() != "drops" || !res.GetWanted() {
			t.Errorf("unsubscribe link before its use = %v, %v, want wanted emails about drops", res, err)
		}
	}
	for range 2 {
		res, err := h.settings.StopEmails(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, secret), &profilesv1.StopEmailsRequest{})
		if err != nil || res.GetKind() != "drops" || res.GetWanted() {
			t.Errorf("the unsubscribe link stopped %v, %v, want emails about drops", res, err)
		}
	}
	for _, unknown := range []string{"", strings.Repeat("x", 43)} {
		_, err := h.settings.StopEmails(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, unknown), &profilesv1.StopEmailsRequest{})
		h.want(err, connect.CodeNotFound, "not_found")
		_, err = h.settings.GetStopLink(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, unknown), &profilesv1.GetStopLinkRequest{})
		h.want(err, connect.CodeNotFound, "not_found")
	}
	if got, want := h.wanted(ann), "[drops false waiting_list true sales true]"; got != want {
		t.Errorf("after the link: %s, want %s", got, want)
	}
	if got := h.wanted(bob); got != all {
		t.Errorf("another person's settings: %s, want %s", got, all)
	}
	// The reminder that would have sent another one is gone; the waiting list isn't.
	if got := h.reminded(ann); !slices.Equal(got, []string{"artwork 3"}) {
		t.Errorf("reminders = %v, want the waiting list only", got)
	}
	h.drop(9, "upcoming", opens)
	_, err := h.remind(ann, "drop", 9)
	h.want(err, connect.CodeFailedPrecondition, "emails_off")

	// A reminder that was added while the link was used sends nothing either.
	if _, err := h.pool.Exec(t.Context(), `INSERT INTO reminders (account_id, kind, entry_id, opens_at, added_at) VALUES ($1, 'drop', 8, now(), now())`, annID); err != nil {
		t.Fatal(err)
	}
	h.drop(8, "live", opens)
	h.artwork(3, true)
	h.checked()
	h.clock.Advance(time.Minute)
	testkit.Eventually(t, 30*time.Second, func() bool { return len(h.mails("reminder", "bob@example.org")) == 2 && len(h.reminded(ann)) == 0 })
	if got := h.mails("reminder.drop", "ann@example.org"); len(got) != 1 {
		t.Errorf("%d emails about drops, want the one before the link was used", len(got))
	}
	if got := h.mails("reminder.artwork", "ann@example.org"); len(got) != 1 {
		t.Errorf("%d emails about the waiting list, want 1", len(got))
	}

	if err := h.set(ann, "drops", true); err != nil {
		t.Fatal(err)
	}
	if _, err := h.remind(ann, "drop", 9); err != nil {
		t.Errorf("a reminder after switching the emails on: error = %v, want nil", err)
	}
	if err := h.set(ann, "drops", false); err != nil {
		t.Fatal(err)
	}
	if got := h.reminded(ann); len(got) != 0 {
		t.Errorf("reminders = %v after switching the emails off, want none", got)
	}
}

// TestEmailSettingsNeedTheirOwner: nobody else reads or changes settings, and only optional emails have one.
func TestEmailSettingsNeedTheirOwner(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ann := h.person("ann@example.org")
	_, err := h.settings.ListEmailSettings(t.Context(), &profilesv1.ListEmailSettingsRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("reading without a login: error = %v, want unauthenticated", err)
	}
	if err := h.set(t.Context(), "drops", false); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("setting without a login: error = %v, want unauthenticated", err)
	}
	for _, kind := range []string{"", "approvals", "logins"} {
		h.want(h.set(ann, kind, false), connect.CodeInvalidArgument, "invalid")
	}
}

// TestArtistsSwitchOffSaleEmails: checkout learns from the contact whether to send them, and gets the link that stops them.
func TestArtistsSwitchOffSaleEmails(t *testing.T) {
	t.Parallel()
	h := setup(t)
	annID, ann := h.person("ann@example.org")
	h.services.with(func(n *fakeServices) {
		n.links[7] = &catalogv1.GetArtistAccountResponse{Name: "Ada Brien", AccountId: annID}
		n.links[8] = &catalogv1.GetArtistAccountResponse{Name: "Vera Moss", Email: "vera@example.org"}
	})
	contact := func(artist int64) *profilesv1.GetArtistContactResponse {
		t.Helper()
		res, err := h.payouts.GetArtistContact(t.Context(), &profilesv1.GetArtistContactRequest{ArtistId: artist})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	first := contact(7)
	if first.GetSaleEmailsOff() || len(first.GetStopSecret()) != 43 || contact(7).GetStopSecret() != first.GetStopSecret() {
		t.Errorf("contact = %v, want emails on and a link that stays the same", first)
	}
	if c := contact(8); c.GetSaleEmailsOff() || c.GetStopSecret() != "" || c.GetEmail() != "vera@example.org" {
		t.Errorf("contact of an artist without an account = %v, want vera@example.org, emails on, no secret", c)
	}
	if _, err := h.settings.StopEmails(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, first.GetStopSecret()), &profilesv1.StopEmailsRequest{}); err != nil {
		t.Fatal(err)
	}
	if c := contact(7); !c.GetSaleEmailsOff() || c.GetEmail() != "ann@example.org" {
		t.Errorf("contact = %v, want emails off", c)
	}
	if err := h.set(ann, "sales", true); err != nil {
		t.Fatal(err)
	}
	h.services.with(func(n *fakeServices) {
		if !slices.Contains(n.sought, annID) {
			t.Errorf("accounts looked up = %v, want %s among them", n.sought, annID)
		}
	})
	if c := contact(7); c.GetSaleEmailsOff() || c.GetStopSecret() != first.GetStopSecret() {
		t.Errorf("contact = %v, want emails on again", c)
	}
}

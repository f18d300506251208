package profiles_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

const (
	oldEmail = "old@example.org"
	newEmail = "new@example.org"
)

// emailChanges is a wallet account with an email.
type emailChanges struct {
	*fixture
	account string
	ctx     context.Context
	profile string
}

func setupEmailChanges(t *testing.T) *emailChanges {
	t.Helper()
	h := setup(t)
	accountID, ctx := h.person("")
	p, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "W", Email: oldEmail})
	if err != nil {
		t.Fatal(err)
	}
	return &emailChanges{h, accountID, ctx, p.GetId()}
}

// request requests a change and returns the secrets of the links to the current and to the new address.
func (h *emailChanges) request(email string) (current, next string) {
	h.t.Helper()
	if err := h.save(email); err != nil {
		h.t.Fatal(err)
	}
	secret := func(kind, to string) string {
		mails := h.mails("email_change."+kind, to)
		return regexp.MustCompile(`/en/email-change/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(mails[len(mails)-1])[1]
	}
	return secret("current", oldEmail), secret("new", email)
}

func (h *emailChanges) save(email string) error {
	_, err := h.profiles.UpdateProfile(h.ctx, &profilesv1.UpdateProfileRequest{
		Id: h.profile, Profile: &profilesv1.Profile{Name: "W", Email: email},
	})
	return err
}

// confirm confirms with a link and returns the new status.
func (h *emailChanges) confirm(secret string) (string, error) {
	res, err := h.emails.ConfirmEmailChange(testkit.WithHeader(h.t.Context(), rpc.LinkSecretHeader, secret), &profilesv1.ConfirmEmailChangeRequest{})
	if err != nil {
		return "", err
	}
	return res.GetStatus(), nil
}

func (h *emailChanges) reject(secret string) (string, error) {
	res, err := h.emails.RejectEmailChange(testkit.WithHeader(h.t.Context(), rpc.LinkSecretHeader, secret), &profilesv1.RejectEmailChangeRequest{})
	if err != nil {
		return "", err
	}
	return res.GetStatus(), nil
}

func (h *emailChanges) read(secret string) *profilesv1.EmailChange {
	h.t.Helper()
	res, err := h.emails.GetLinkedEmailChange(testkit.WithHeader(h.t.Context(), rpc.LinkSecretHeader, secret), &profilesv1.GetLinkedEmailChangeRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func (h *emailChanges) wantEmail(want string) {
	h.t.Helper()
	if got := h.own(h.ctx, h.account)[0].GetEmail(); got != want {
		h.t.Errorf("email = %q, want %q", got, want)
	}
}

func (h *emailChanges) wantStatus(got string, err error, want string) {
	h.t.Helper()
	if err != nil || got != want {
		h.t.Errorf("status = %q, %v, want %q", got, err, want)
	}
}

// TestEmailChange: a new email replaces the current one when both addresses have confirmed it, in either order.
func TestEmailChange(t *testing.T) {
	t.Parallel()
	for name, newFirst := range map[string]bool{"the current address first": false, "the new address first": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setupEmailChanges(t)
			_, err := h.emails.GetEmailChange(h.ctx, &profilesv1.GetEmailChangeRequest{})
			h.want(err, connect.CodeNotFound, "not_found")
			current, next := h.request(newEmail)
			pending, err := h.emails.GetEmailChange(h.ctx, &profilesv1.GetEmailChangeRequest{})
			if err != nil || pending.GetNewEmail() != newEmail || pending.GetCurrentEmail() != oldEmail || pending.GetRecipient() != "" {
				t.Errorf("pending = %v, %v, want from %s to %s without a recipient", pending, err, oldEmail, newEmail)
			}
			if c := h.read(next); c.GetRecipient() != "new" || c.GetStatus() != "pending" || c.GetNewConfirmed() || c.GetCurrentEmail() != "" {
				t.Errorf("confirmation page = %v, want pending for the new address, not confirmed, without the current one", c)
			}
			first, second := current, next
			if newFirst {
				first, second = next, current
			}
			for range 2 {
				got, err := h.confirm(first)
				h.wantStatus(got, err, "pending")
				h.wantEmail(oldEmail)
			}
			for range 2 {
				got, err := h.confirm(second)
				h.wantStatus(got, err, "done")
				h.wantEmail(newEmail)
			}
			if n := len(h.mails("email_change.done", oldEmail)); n != 1 {
				t.Errorf("%d emails to the former address, want 1", n)
			}
			_, err = h.reject(current)
			h.want(err, connect.CodeFailedPrecondition, "already_decided")
			h.wantEmail(newEmail)
		})
	}
}

// The page that waits for the confirmations shows the address that refused its email, the new one first.
func TestRefusedEmailOfAChange(t *testing.T) {
	t.Parallel()
	h := setupEmailChanges(t)
	h.request(newEmail)
	for _, c := range []struct{ refuses, want string }{{"nobody@example.org", ""}, {oldEmail, oldEmail}, {newEmail, newEmail}} {
		if _, err := h.pool.Exec(t.Context(), `UPDATE mails SET refused = true WHERE recipient = $1`, c.refuses); err != nil {
			t.Fatal(err)
		}
		pending, err := h.emails.GetEmailChange(h.ctx, &profilesv1.GetEmailChangeRequest{})
		if err != nil || pending.GetRefusedEmail() != c.want {
			t.Errorf("%s refuses: refused email = %q, %v, want %q", c.refuses, pending.GetRefusedEmail(), err, c.want)
		}
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE mails SET gave_up_at = now() WHERE refused AND recipient = $1`, newEmail); err != nil {
		t.Fatal(err)
	}
	support := identity.With(context.WithoutCancel(t.Context()), &identity.Principal{Subject: id.New(), SessionID: id.New(), Roles: []string{"support"}})
	list, err := h.desk.ListProfileRefusedEmails(support, &profilesv1.ListProfileRefusedEmailsRequest{})
	if err != nil || len(list.GetItems()) != 1 || list.GetItems()[0].GetRecipient() != newEmail {
		t.Errorf("refused emails for staff = %v, %v, want the one of %s", list, err, newEmail)
	}
}

// TestEmailChangeEnds: a change that ended another way can't be confirmed.
func TestEmailChangeEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(h *emailChanges, current, next string) error
		want string
	}{
		"rejected by the current address": {func(h *emailChanges, current, _ string) error { _, err := h.reject(current); return err }, "rejected"},
		"rejected by the new address":     {func(h *emailChanges, _, next string) error { _, err := h.reject(next); return err }, "rejected"},
		"cancelled": {func(h *emailChanges, _, _ string) error {
			_, err := h.emails.CancelEmailChange(h.ctx, &profilesv1.CancelEmailChangeRequest{})
			return err
		}, "cancelled"},
		"replaced": {func(h *emailChanges, _, _ string) error { return h.save("other@example.org") }, "replaced"},
		"expired":  {func(h *emailChanges, _, _ string) error { h.clock.Advance(48 * time.Hour); return nil }, "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setupEmailChanges(t)
			current, next := h.request(newEmail)
			got, err := h.confirm(next)
			h.wantStatus(got, err, "pending")
			if err := c.end(h, current, next); err != nil {
				t.Fatal(err)
			}
			if got := h.read(current).GetStatus(); got != c.want {
				t.Errorf("status = %q, want %q", got, c.want)
			}
			_, err = h.confirm(current)
			h.want(err, connect.CodeFailedPrecondition, "already_decided")
			h.wantEmail(oldEmail)
		})
	}
}

// TestEmailChangeRefusals: unknown links, an identity that was linked in the meantime, and too many requests change nothing.
func TestEmailChangeRefusals(t *testing.T) {
	t.Parallel()
	h := setupEmailChanges(t)
	_, err := h.confirm("no such secret")
	h.want(err, connect.CodeNotFound, "not_found")
	current, _ := h.request(newEmail)
	h.services.with(func(n *fakeServices) { n.accounts[h.account].HasIdentity = true })
	_, err = h.confirm(current)
	h.want(err, connect.CodeFailedPrecondition, "already_decided")
	h.services.with(func(n *fakeServices) { n.accounts[h.account].HasIdentity = false })
	for range 4 {
		h.request(newEmail)
	}
	h.want(h.save(newEmail), connect.CodeFailedPrecondition, "too_many_email_changes")
	h.clock.Advance(24*time.Hour + time.Second)
	h.request(newEmail)
	h.wantEmail(oldEmail)
}

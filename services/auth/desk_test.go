package auth_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// loggedIn returns the tokens of a login with a wallet.
func (h *fixture) loggedIn(w wallet) *authv1.VerifySiweResponse {
	h.t.Helper()
	text := w.message(h, h.nonce())
	tokens, err := h.verify(text, w.sign(text), "")
	if err != nil {
		h.t.Fatal(err)
	}
	return tokens
}

// staff returns the context of a person with roles, as the gateway creates it.
func (h *fixture) staff(roles ...string) context.Context {
	h.t.Helper()
	p := *principal(h.as(h.loggedIn(newWallet(h.t)).GetAccessToken()))
	p.Roles = roles
	return identity.With(h.t.Context(), &p)
}

func (h *fixture) sid(access string) string {
	h.t.Helper()
	return h.claims(access)["sid"].(string)
}

func (h *fixture) account(ctx context.Context, accountID string) *authv1.DeskAccount {
	h.t.Helper()
	res, err := h.desk.GetDeskAccount(ctx, &authv1.GetDeskAccountRequest{Id: accountID})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func (h *fixture) block(ctx context.Context, accountID, reason string) error {
	_, err := h.desk.BlockAccount(ctx, &authv1.BlockAccountRequest{Id: accountID, Reason: reason})
	return err
}

func (h *fixture) unblock(ctx context.Context, accountID, reason string) error {
	_, err := h.desk.UnblockAccount(ctx, &authv1.UnblockAccountRequest{Id: accountID, Reason: reason})
	return err
}

// TestStaffFindAccounts: each kind of name finds the account that it names, and no other.
func TestStaffFindAccounts(t *testing.T) {
	t.Parallel()
	h := setup(t)
	mailed := principal(h.as(h.signedIn("").GetAccessToken())).Subject
	w := newWallet(t)
	walleted := principal(h.as(h.loggedIn(w).GetAccessToken())).Subject
	admin := h.staff("admin")
	email := h.account(admin, mailed).GetAccount().GetEmail()
	find := func(t *testing.T, req *authv1.ListDeskAccountsRequest) string {
		t.Helper()
		res, err := h.desk.ListDeskAccounts(admin, req)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, account := range res.GetItems() {
			ids = append(ids, account.GetId())
		}
		return strings.Join(ids, " ")
	}
	for name, c := range map[string]struct {
		search, id, want string
	}{
		"id":                       {mailed, "", mailed},
		"id in capitals":           {strings.ToUpper(mailed), "", mailed},
		"address":                  {email, "", mailed},
		"beginning of the address": {strings.ToUpper(email[:4]), "", mailed},
		"wallet":                   {w.address, "", walleted},
		"wallet in lower case":     {" " + strings.ToLower(w.address) + " ", "", walleted},
		"middle of the address":    {email[2:], "", ""},
		"a pattern":                {"%", "", ""},
		"NUL":                      {email + "\x00", "", mailed},
		"another account's id":     {w.address, mailed, walleted + " " + mailed},
		"an id without a search":   {"", mailed, mailed},
		"an unknown id":            {"", id.New(), ""},
		"an unknown wallet":        {newWallet(t).address, "", ""},
		"everybody":                {"", "", principal(admin).Subject + " " + walleted + " " + mailed},
	} {
		t.Run(name, func(t *testing.T) {
			req := &authv1.ListDeskAccountsRequest{Search: c.search}
			if c.id != "" {
				req.Id = []string{c.id}
			}
			// The clock stands still, so the order of several isn't known.
			got, want := strings.Fields(find(t, req)), strings.Fields(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	for _, cursor := range []string{"x", "1.x", "." + id.New()} {
		_, err := h.desk.ListDeskAccounts(admin, &authv1.ListDeskAccountsRequest{Cursor: cursor})
		h.want(err, connect.CodeInvalidArgument, "invalid")
	}
	// Pages follow each other without a gap.
	for i := range 60 {
		if _, err := h.pool.Exec(t.Context(), "INSERT INTO accounts (id, email, created_at) VALUES ($1, $2, now())", id.New(), fmt.Sprintf("page%d@example.org", i)); err != nil {
			t.Fatal(err)
		}
	}
	seen, cursor := map[string]bool{}, ""
	for range 2 {
		res, err := h.desk.ListDeskAccounts(admin, &authv1.ListDeskAccountsRequest{Search: "page", Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		for _, account := range res.GetItems() {
			seen[account.GetId()] = true
		}
		cursor = res.GetNextCursor()
	}
	if len(seen) != 60 || cursor != "" {
		t.Errorf("%d accounts on two pages, then %q; want 60", len(seen), cursor)
	}
}

// TestStaffRolesOpenTheDesk: support reads and ends sessions, only admin blocks.
func TestStaffRolesOpenTheDesk(t *testing.T) {
	t.Parallel()
	h := setup(t)
	target := principal(h.as(h.signedIn("").GetAccessToken())).Subject
	for role, may := range map[string]struct{ read, end, block bool }{
		"admin": {true, true, true}, "support": {true, true, false}, "staff": {true, true, false},
		"finance": {}, "content": {}, "approver": {}, "artist": {},
	} {
		ctx := h.staff(role)
		for name, c := range map[string]struct {
			may  bool
			call func() error
		}{
			"list": {may.read, func() error {
				_, err := h.desk.ListDeskAccounts(ctx, &authv1.ListDeskAccountsRequest{})
				return err
			}},
			"read": {may.read, func() error {
				_, err := h.desk.GetDeskAccount(ctx, &authv1.GetDeskAccountRequest{Id: target})
				return err
			}},
			"end": {may.end, func() error {
				_, err := h.desk.EndDeskSessions(ctx, &authv1.EndDeskSessionsRequest{Id: target, Reason: "A test"})
				return err
			}},
			"block":   {may.block, func() error { return h.block(ctx, target, "A test") }},
			"unblock": {may.block, func() error { return h.unblock(ctx, target, "A test") }},
		} {
			if c.may {
				if err := c.call(); err != nil {
					t.Errorf("%s as %s: error = %v, want nil", name, role, err)
				}
			} else if err := c.call(); err != nil {
				h.want(err, connect.CodePermissionDenied, "forbidden")
			} else {
				t.Errorf("%s as %s succeeded, want permission denied", name, role)
			}
		}
	}
	late := h.staff("admin")
	h.clock.Advance(6 * time.Minute)
	h.want(h.block(late, target, "A test"), connect.CodePermissionDenied, "recent_login_required")
}

// TestStaffEndSessions: one, then all; each with its reason and its event.
func TestStaffEndSessions(t *testing.T) {
	t.Parallel()
	h := setup(t)
	events := h.listener()
	first, second, third := h.signedIn(""), h.signedIn(""), h.signedIn("")
	target := principal(h.as(first.GetAccessToken())).Subject
	support := h.staff("support")
	end := func(sessionID, reason string) error {
		_, err := h.desk.EndDeskSession(support, &authv1.EndDeskSessionRequest{Id: target, SessionId: sessionID, Reason: reason})
		return err
	}
	if err := end(h.sid(first.GetAccessToken()), "The phone was stolen"); err != nil {
		t.Fatal(err)
	}
	if h.active(h.sid(first.GetAccessToken())) || !h.active(h.sid(second.GetAccessToken())) {
		t.Errorf("sessions are active = %t, %t, want only the named one ended", h.active(h.sid(first.GetAccessToken())), h.active(h.sid(second.GetAccessToken())))
	}
	next(t, events, func(e *authv1.SessionsEnded) bool {
		return e.GetReason() == "staff" && len(e.GetSessionIds()) == 1 && e.GetSessionIds()[0] == h.sid(first.GetAccessToken())
	})
	h.want(end(h.sid(first.GetAccessToken()), "Once more"), connect.CodeNotFound, "not_found")
	h.want(end(principal(support).SessionID, "Another account's"), connect.CodeNotFound, "not_found")
	if connect.CodeOf(end(h.sid(second.GetAccessToken()), "")) != connect.CodeInvalidArgument {
		t.Error("ending a session without a reason isn't an invalid argument")
	}
	if _, err := h.desk.EndDeskSessions(support, &authv1.EndDeskSessionsRequest{Id: target, Reason: "They called"}); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{second.GetAccessToken(), third.GetAccessToken()} {
		if h.active(h.sid(token)) {
			t.Error("a session is still active")
		}
	}
	_, err := h.refresh(second.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	got := h.account(support, target)
	if len(got.GetSessions()) != 0 || len(got.GetActions()) != 2 {
		t.Fatalf("account = %v, want no sessions and two actions", got)
	}
	newest, oldest := got.GetActions()[0], got.GetActions()[1]
	if newest.GetAction() != "sessions_ended" || newest.GetReason() != "They called" || oldest.GetAction() != "session_ended" ||
		oldest.GetReason() != "The phone was stolen" || oldest.GetActorId() != principal(support).Subject {
		t.Errorf("actions = %v, want sessions_ended, They called, after session_ended, The phone was stolen, by %s", got.GetActions(), principal(support).Subject)
	}
	h.signedIn("") // the account isn't blocked
}

// TestStaffBlockAnAccount: it ends the sessions, refuses each way to log in and to continue, and unblocking allows them again.
func TestStaffBlockAnAccount(t *testing.T) {
	t.Parallel()
	h := setup(t)
	tokens := h.signedIn("")
	target := principal(h.as(tokens.GetAccessToken())).Subject
	admin := h.staff("admin")
	waiting := h.browser() // has a code, and no tokens yet
	_, landing := waiting.login("redirect=/en/")
	if err := h.block(admin, target, "Chargebacks of 3 orders"); err != nil {
		t.Fatal(err)
	}
	if err := h.block(admin, target, "Once more"); err != nil {
		t.Errorf("blocking a blocked account: error = %v, want nil", err)
	}
	if h.active(h.sid(tokens.GetAccessToken())) {
		t.Error("a blocked account has an active session")
	}
	_, err := h.refresh(tokens.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	_, err = waiting.exchange(fragment(landing).Get("code"), "")
	h.want(err, connect.CodeNotFound, "not_found")
	if _, landing := h.browser().login("redirect=/en/"); fragment(landing).Get("error") != "account_blocked" {
		t.Errorf("login redirects to %s, want error=account_blocked", landing)
	}
	res, err := h.accounts.GetAccount(t.Context(), &authv1.GetAccountRequest{AccountId: target})
	if err != nil || !res.GetAccount().GetBlocked() {
		t.Errorf("account for other services = %v, %v, want blocked", res, err)
	}
	// The provider's data, which is read at the next login, doesn't unblock it.
	h.clock.Advance(time.Minute)
	if got := h.account(admin, target); !got.GetAccount().GetBlocked() || len(got.GetActions()) != 1 {
		t.Errorf("account = %v, want blocked with one action", got)
	}
	if err := h.unblock(admin, target, "The bank agreed"); err != nil {
		t.Fatal(err)
	}
	if err := h.unblock(admin, target, "Once more"); err != nil {
		t.Errorf("unblocking an unblocked account: error = %v, want nil", err)
	}
	if h.active(h.sid(tokens.GetAccessToken())) {
		t.Error("a session is active again after unblocking")
	}
	h.signedIn("")
	if got := h.account(admin, target).GetActions(); len(got) != 2 || got[0].GetAction() != "unblocked" || got[1].GetReason() != "Chargebacks of 3 orders" {
		t.Errorf("actions = %v, want unblocked after Chargebacks of 3 orders", got)
	}

	h.want(h.block(admin, principal(admin).Subject, "Myself"), connect.CodeFailedPrecondition, "own_account")
	h.want(h.block(admin, id.New(), "Nobody"), connect.CodeNotFound, "not_found")
}

// TestABlockedWalletAccountCannotLogIn also covers logins that happen while the account is blocked: none may survive.
func TestABlockedWalletAccountCannotLogIn(t *testing.T) {
	t.Parallel()
	h := setup(t)
	w := newWallet(t)
	target := principal(h.as(h.loggedIn(w).GetAccessToken())).Subject
	admin := h.staff("admin")
	for round := range 5 {
		texts := make([]string, 4)
		for i := range texts {
			texts[i] = w.message(h, h.nonce())
		}
		var group sync.WaitGroup
		for _, text := range texts {
			group.Go(func() { _, _ = h.verify(text, w.sign(text), "") })
		}
		if err := h.block(admin, target, "Round"); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if left := h.account(admin, target).GetSessions(); len(left) != 0 {
			t.Fatalf("round %d: %d active sessions of a blocked account, want 0", round, len(left))
		}
		text := w.message(h, h.nonce())
		_, err := h.verify(text, w.sign(text), "")
		h.want(err, connect.CodePermissionDenied, "account_blocked")
		if err := h.unblock(admin, target, "Round"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestActionsOfStaffAreRecorded: the database refuses changes by anyone.
func TestActionsOfStaffAreRecorded(t *testing.T) {
	t.Parallel()
	h := setup(t)
	target := principal(h.as(h.signedIn("").GetAccessToken())).Subject
	if err := h.block(h.staff("admin"), target, "A test"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`UPDATE staff_actions SET reason = 'Another'`, `UPDATE staff_actions SET actor_id = account_id, reason = ''`, `UPDATE staff_actions SET at = now()`,
		`DELETE FROM staff_actions`, `TRUNCATE staff_actions`,
		`INSERT INTO staff_actions (account_id, actor_id, action, reason, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'blocked', '', now())`,
		`INSERT INTO staff_actions (account_id, actor_id, action, reason, at) SELECT account_id, account_id, 'blocked', 'x', now() FROM staff_actions`,
	} {
		if _, err := h.pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s: error = nil, want one", sql)
		}
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE staff_actions SET reason = ''`); err != nil {
		t.Errorf("erasing the reason: error = %v, want nil", err)
	}
}

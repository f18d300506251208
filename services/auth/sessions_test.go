package auth_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// refreshFrom refreshes as the gateway forwards it for a browser.
func (h *fixture) refreshFrom(token, userAgent, ip string) *authv1.RefreshTokensResponse {
	h.t.Helper()
	ctx := testkit.WithHeader(testkit.WithHeader(h.t.Context(), "Vitrine-User-Agent", userAgent), "Vitrine-Client-Ip", ip)
	res, err := h.sessions.RefreshTokens(testkit.WithHeader(ctx, "Authorization", "Bearer "+token), &authv1.RefreshTokensRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func (h *fixture) listSessions(access string) []*authv1.Session {
	h.t.Helper()
	res, err := h.sessions.ListSessions(h.as(access), &authv1.ListSessionsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetItems()
}

// TestSessionsAreSeenAndEnded is about a person with two browsers, and another person.
func TestSessionsAreSeenAndEnded(t *testing.T) {
	t.Parallel()
	h := setup(t)
	phone := h.refreshFrom(h.signedIn("").GetRefreshToken(), safari, "2001:db8:1:2::77")
	onPhone := h.as(phone.GetAccessToken())
	h.clock.Advance(time.Minute)
	desk := h.refreshFrom(h.signedIn("").GetRefreshToken(), firefox, "203.0.113.77")
	w := newWallet(t)
	text := w.message(h, h.nonce())
	stranger, err := h.verify(text, w.sign(text), "")
	if err != nil {
		t.Fatal(err)
	}

	list := h.listSessions(desk.GetAccessToken())
	if len(list) != 2 {
		t.Fatalf("%d sessions, want 2: %v", len(list), list)
	}
	mine, other := list[0], list[1]
	if !mine.GetCurrent() || mine.GetBrowser() != "Firefox" || mine.GetSystem() != "Linux" || mine.GetNetwork() != "203.0.113.0/24" || !mine.GetUsedAt().AsTime().Equal(h.clock.Now()) {
		t.Errorf("this session = %v, want the current one of Firefox on Linux in 203.0.113.0/24, used now", mine)
	}
	if other.GetCurrent() || other.GetBrowser() != "Safari" || other.GetSystem() != "iOS" || other.GetNetwork() != "2001:db8:1::/48" ||
		!other.GetUsedAt().AsTime().Equal(h.clock.Now().Add(-time.Minute)) {
		t.Errorf("the other session = %v, want Safari on iOS in 2001:db8:1::/48, used a minute ago", other)
	}

	end := func(as context.Context, sessionID string) error {
		_, err := h.sessions.EndSession(as, &authv1.EndSessionRequest{Id: sessionID})
		return err
	}
	h.want(end(h.as(stranger.GetAccessToken()), mine.GetId()), connect.CodeNotFound, "not_found")
	if !h.active(mine.GetId()) {
		t.Fatal("the session is ended by another person, want active")
	}
	if err := end(h.as(desk.GetAccessToken()), other.GetId()); err != nil {
		t.Fatal(err)
	}
	h.want(end(h.as(desk.GetAccessToken()), other.GetId()), connect.CodeNotFound, "not_found")
	if h.active(other.GetId()) {
		t.Error("the session was not ended")
	}
	_, err = h.refresh(phone.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	// A session that was ended can't end another one.
	h.want(end(onPhone, mine.GetId()), connect.CodeUnauthenticated, "session_gone")

	// A login that has not fetched its tokens yet ends, too.
	third := h.signedIn("")
	b := h.browser()
	_, landing := b.login("redirect=/en/")
	if _, err := h.sessions.EndOtherSessions(h.as(desk.GetAccessToken()), &authv1.EndOtherSessionsRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err = b.exchange(fragment(landing).Get("code"), "")
	h.want(err, connect.CodeNotFound, "not_found")
	if h.active(h.claims(third.GetAccessToken())["sid"].(string)) || !h.active(mine.GetId()) || !h.active(h.claims(stranger.GetAccessToken())["sid"].(string)) {
		t.Errorf("sessions are active = %t, %t, %t, want only the first ended", h.active(h.claims(third.GetAccessToken())["sid"].(string)), h.active(mine.GetId()), h.active(h.claims(stranger.GetAccessToken())["sid"].(string)))
	}
	if list := h.listSessions(desk.GetAccessToken()); len(list) != 1 || !list[0].GetCurrent() {
		t.Errorf("sessions = %v, want this one", list)
	}

	h.clock.Advance(6 * time.Minute)
	later, err := h.refresh(desk.GetRefreshToken(), "")
	if err != nil {
		t.Fatal(err)
	}
	h.want(end(h.as(later.GetAccessToken()), mine.GetId()), connect.CodePermissionDenied, "recent_login_required")
}

// newLogins returns the secrets of emails about logins in new browsers.
func (h *fixture) newLogins() (secrets []string) {
	h.t.Helper()
	rows, err := h.pool.Query(h.t.Context(), "SELECT body FROM mails WHERE key LIKE 'auth.new_login.%' ORDER BY id")
	if err != nil {
		h.t.Fatal(err)
	}
	bodies, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.t.Fatal(err)
	}
	for _, body := range bodies {
		found := regexp.MustCompile(`/en/login-alert/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(body)
		if found == nil {
			h.t.Fatalf("email = %s, want a link to /en/login-alert/", body)
		}
		secrets = append(secrets, found[1])
	}
	return secrets
}

func (h *fixture) report(secret string) error {
	_, err := h.sessions.ReportLogin(testkit.WithHeader(h.t.Context(), "Approval-Secret", secret), &authv1.ReportLoginRequest{})
	return err
}

// TestALoginFromANewBrowserIsReported follows the emailed link.
func TestALoginFromANewBrowserIsReported(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *auth.Config) { c.SMTPURL = "smtp://127.0.0.1:1" }) // sent emails lose their text
	l := h.listener()
	laptop := h.device()
	login := func(d *device) *authv1.ExchangeCodeResponse { return h.signedIn(d.proof("POST", "/api/auth/session")) }
	login(laptop)
	login(laptop)
	if got := h.newLogins(); len(got) != 0 {
		t.Fatalf("the first browser was reported as new: %d emails, want 0", len(got))
	}
	thief := login(h.device())
	secrets := h.newLogins()
	if len(secrets) != 1 {
		t.Fatalf("%d emails about a new browser, want 1", len(secrets))
	}
	claims := h.claims(thief.GetAccessToken())
	// The thief can't make the link useless.
	if _, err := h.sessions.EndOtherSessions(h.as(thief.GetAccessToken()), &authv1.EndOtherSessionsRequest{}); err != nil {
		t.Fatal(err)
	}
	h.want(h.report(""), connect.CodeNotFound, "not_found")
	h.want(h.report(strings.Repeat("x", 43)), connect.CodeNotFound, "not_found")
	reported := h.clock.Now()
	if err := h.report(secrets[0]); err != nil {
		t.Fatal(err)
	}
	h.want(h.report(secrets[0]), connect.CodeNotFound, "not_found")
	if h.active(claims["sid"].(string)) {
		t.Error("the reported session is active, want it ended")
	}
	next(t, l, func(e *authv1.SessionsEnded) bool {
		return e.GetReason() == "reported" && slices.Contains(e.GetSessionIds(), claims["sid"].(string))
	})
	next(t, l, func(e *authv1.CredentialsChanged) bool {
		return e.GetAccountId() == claims["sub"] && e.GetChangedAt().AsTime().Equal(reported)
	})
	var mails int
	if err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM mails WHERE subject = 'We logged your account out everywhere'").Scan(&mails); err != nil || mails != 1 {
		t.Errorf("%d emails about the report, want 1: %v", mails, err)
	}

	// A link expires after seven days. The browser counts as new after the report.
	login(laptop)
	if secrets = h.newLogins(); len(secrets) != 2 {
		t.Fatalf("%d emails about new browsers, want 2", len(secrets))
	}
	h.clock.Advance(7*24*time.Hour + time.Second)
	h.want(h.report(secrets[1]), connect.CodeNotFound, "not_found")
}

// TestALoginEndsThePreviousSession is about a browser that logs in again: only the session with the same key ends.
func TestALoginEndsThePreviousSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	again := func(d *device, previous string) *authv1.ExchangeCodeResponse {
		t.Helper()
		b := h.browser()
		_, landing := b.login("redirect=/en/&fresh=1")
		ctx := testkit.WithHeader(t.Context(), "Cookie", b.cookies())
		if d != nil {
			ctx = testkit.WithHeader(ctx, "DPoP", d.proof("POST", "/api/auth/session"))
		}
		res, err := h.sessions.ExchangeCode(ctx, &authv1.ExchangeCodeRequest{Code: fragment(landing).Get("code"), PreviousRefreshToken: previous})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	mine, other := h.device(), h.device()
	first := again(mine, "")
	unbound := again(nil, "")
	for name, session := range map[string]*authv1.ExchangeCodeResponse{"of another key": again(other, first.GetRefreshToken()), "unknown": again(other, "unknown")} {
		if !h.active(h.sid(session.GetAccessToken())) || !h.active(h.sid(first.GetAccessToken())) {
			t.Errorf("a login with a token %s ended a session, want both active", name)
		}
	}
	second := again(mine, first.GetRefreshToken())
	if h.active(h.sid(first.GetAccessToken())) || !h.active(h.sid(second.GetAccessToken())) {
		t.Errorf("sessions before and after the login are active = %t, %t, want false, true", h.active(h.sid(first.GetAccessToken())), h.active(h.sid(second.GetAccessToken())))
	}
	if third := again(mine, first.GetRefreshToken()); !h.active(h.sid(third.GetAccessToken())) || !h.active(h.sid(second.GetAccessToken())) {
		t.Error("a token of an ended session ended another one, want both active")
	}
	again(mine, unbound.GetRefreshToken())
	if h.active(h.sid(unbound.GetAccessToken())) {
		t.Error("an unbound session before the login is active, want it ended")
	}

	before := again(nil, "")
	w := newWallet(t)
	text := w.message(h, h.nonce())
	if _, err := h.sessions.VerifySiwe(t.Context(), &authv1.VerifySiweRequest{
		Message: text, Signature: w.sign(text), PreviousRefreshToken: before.GetRefreshToken(),
	}); err != nil {
		t.Fatal(err)
	}
	if h.active(h.sid(before.GetAccessToken())) {
		t.Error("the session before a login by wallet is active, want it ended")
	}
}

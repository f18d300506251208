package auth_test

import (
	"context"
	"testing"
	"time"

	"connectrpc.com/connect"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// refreshFrom refreshes as the gateway forwards it for a browser.
func (h *fixture) refreshFrom(token, userAgent, ip string) *authv1.RefreshTokensResponse {
	h.t.Helper()
	req := connect.NewRequest(&authv1.RefreshTokensRequest{})
	req.Header().Set("Authorization", "Bearer "+token)
	req.Header().Set("Grpcgateway-User-Agent", userAgent)
	req.Header().Set("Vitrine-Client-Ip", ip)
	res, err := h.sessions.RefreshTokens(h.t.Context(), req)
	if err != nil {
		h.t.Fatal(err)
	}
	return res.Msg
}

func (h *fixture) listSessions(access string) []*authv1.Session {
	h.t.Helper()
	res, err := h.sessions.ListSessions(h.as(access), connect.NewRequest(&authv1.ListSessionsRequest{}))
	if err != nil {
		h.t.Fatal(err)
	}
	return res.Msg.GetItems()
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
		t.Errorf("this session = %v", mine)
	}
	if other.GetCurrent() || other.GetBrowser() != "Safari" || other.GetSystem() != "iOS" || other.GetNetwork() != "2001:db8:1::/48" ||
		!other.GetUsedAt().AsTime().Equal(h.clock.Now().Add(-time.Minute)) {
		t.Errorf("the other session = %v", other)
	}

	end := func(as context.Context, sessionID string) error {
		_, err := h.sessions.EndSession(as, connect.NewRequest(&authv1.EndSessionRequest{Id: sessionID}))
		return err
	}
	h.want(end(h.as(stranger.GetAccessToken()), mine.GetId()), connect.CodeNotFound, "not_found")
	if !h.active(mine.GetId()) {
		t.Fatal("another person ended the session")
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
	// A session that was ended ends no other.
	h.want(end(onPhone, mine.GetId()), connect.CodeUnauthenticated, "session_gone")

	// A login that has not fetched its tokens yet ends, too.
	third := h.signedIn("")
	b := h.browser()
	_, landing := b.login("redirect=/en/")
	if _, err := h.sessions.EndOtherSessions(h.as(desk.GetAccessToken()), connect.NewRequest(&authv1.EndOtherSessionsRequest{})); err != nil {
		t.Fatal(err)
	}
	_, err = b.exchange(fragment(landing).Get("code"), "")
	h.want(err, connect.CodeNotFound, "not_found")
	if h.active(h.claims(third.GetAccessToken())["sid"].(string)) || !h.active(mine.GetId()) || !h.active(h.claims(stranger.GetAccessToken())["sid"].(string)) {
		t.Error("ending the others ended the wrong sessions")
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

package auth_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth"
)

func TestSignInWithEthereum(t *testing.T) {
	t.Parallel()
	h := setup(t)
	w, other := newWallet(t), newWallet(t)
	text := w.message(h, h.nonce())
	tokens, err := h.verify(text, w.sign(text), "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.verify(text, w.sign(text), "")
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")
	for name, c := range map[string]struct{ text, signature string }{
		"another's signature": {text: w.message(h, h.nonce())},
		"a nonce of our own":  {text: w.message(h, "abcdefgh12345678")},
		"another site":        {text: strings.Replace(w.message(h, h.nonce()), "localhost", "evil.example", 1)},
		"another chain":       {text: strings.Replace(w.message(h, h.nonce()), "31337", "5", 1)},
		"a lower-case address": {text: func() string {
			return strings.Replace(w.message(h, h.nonce()), w.address, strings.ToLower(w.address), 1)
		}()},
	} {
		signature := w.sign(c.text)
		if name == "another's signature" {
			signature = other.sign(c.text)
		}
		_, err := h.verify(c.text, signature, "")
		if got, _ := rpc.ReasonOf(err); got != "siwe_invalid" {
			t.Errorf("%s: error = %v, want siwe_invalid", name, err)
		}
	}
	late := w.message(h, h.nonce())
	h.clock.Advance(5 * time.Minute)
	_, err = h.verify(late, w.sign(late), "")
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")

	// A wallet account has no identity, and its wallet is the only way to log in.
	ctx := h.as(func() string {
		res, err := h.refresh(tokens.GetRefreshToken(), "")
		if err != nil {
			t.Fatal(err)
		}
		return res.GetAccessToken()
	}())
	_, err = h.sessions.ListIdentityUsers(ctx, &authv1.ListIdentityUsersRequest{})
	h.want(err, connect.CodePermissionDenied, "no_identity_user")
	_, err = h.sessions.ResendVerificationMail(ctx, &authv1.ResendVerificationMailRequest{})
	h.want(err, connect.CodePermissionDenied, "no_identity_user")
	res, err := h.sessions.Logout(ctx, &authv1.LogoutRequest{})
	if err != nil || res.GetExternal() || res.GetLogoutUrl() != h.base+"/" {
		t.Errorf("logout of a wallet account = %v, %v, want %s/, not external", res, err, h.base)
	}

	// A key binds these tokens too.
	d := h.device()
	text = w.message(h, h.nonce())
	bound, err := h.verify(text, w.sign(text), d.proof("POST", "/api/auth/siwe/verify"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.refresh(bound.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "invalid_dpop_proof")
	if h.claims(bound.GetAccessToken())["sub"] != principal(ctx).Subject {
		t.Errorf("account of a second login with the wallet = %v, want %s", h.claims(bound.GetAccessToken())["sub"], principal(ctx).Subject)
	}
	m := member{h, d, h.as(bound.GetAccessToken())}
	h.want(m.unlink(w.address), connect.CodeFailedPrecondition, "last_way_in")
}

func TestNonceRace(t *testing.T) {
	t.Parallel()
	h := setup(t)
	w := newWallet(t)
	text := w.message(h, h.nonce())
	signature := w.sign(text)
	var mu sync.Mutex
	opened := 0
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := h.verify(text, signature, ""); err == nil {
				mu.Lock()
				opened++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if opened != 1 {
		t.Errorf("one nonce opened %d sessions, want 1", opened)
	}
}

// member is a logged-in person in a browser with a key.
type member struct {
	h   *fixture
	d   *device
	ctx context.Context
}

func (h *fixture) member() member {
	d := h.device()
	return member{h, d, h.as(h.signedIn(d.proof("POST", "/api/auth/session")).GetAccessToken())}
}

func (m member) link(w wallet) (*authv1.Wallet, error) {
	text := w.message(m.h, m.h.nonce())
	return m.h.link(m.ctx, text, w.sign(text), m.d.proof("POST", "/api/auth/wallets"))
}

func (m member) unlink(address string) error {
	return m.h.unlink(m.ctx, address, m.d.proof("DELETE", "/api/auth/wallets/"+address))
}

func (h *fixture) link(ctx context.Context, text, signature, proof string) (*authv1.Wallet, error) {
	res, err := h.sessions.LinkWallet(testkit.WithHeader(ctx, "DPoP", proof), &authv1.LinkWalletRequest{Message: text, Signature: signature})
	if err != nil {
		return nil, err
	}
	return res.GetWallet(), nil
}

func (h *fixture) unlink(ctx context.Context, address, proof string) error {
	_, err := h.sessions.UnlinkWallet(testkit.WithHeader(ctx, "DPoP", proof), &authv1.UnlinkWalletRequest{Address: address})
	return err
}

func (h *fixture) wallets(ctx context.Context) *authv1.ListWalletsResponse {
	h.t.Helper()
	res, err := h.sessions.ListWallets(ctx, &authv1.ListWalletsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// mails counts emails to the person about a wallet.
func (h *fixture) mails(what string, w wallet) (n int) {
	h.t.Helper()
	err := h.pool.QueryRow(h.t.Context(), "SELECT count(*) FROM mails WHERE recipient = 'test-user@zitadel.ch' AND subject LIKE '%' || $1 || '%' AND body LIKE '%' || $2 || '%'", what, w.address).Scan(&n)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func TestWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	m := h.member()
	ctx := m.ctx
	w := newWallet(t)
	linked, err := m.link(w)
	if err != nil || linked.GetAddress() != w.address {
		t.Fatalf("linked = %v, %v, want %s", linked, err, w.address)
	}
	if again, err := m.link(w); err != nil || !again.GetLinkedAt().AsTime().Equal(linked.GetLinkedAt().AsTime()) {
		t.Errorf("linked again = %v, %v, want the time of the first, %v", again, err, linked.GetLinkedAt().AsTime())
	}
	if n := h.mails("linked to your account", w); n != 1 {
		t.Errorf("%d emails about the link, want 1", n)
	}
	account, err := h.accounts.GetAccount(t.Context(), &authv1.GetAccountRequest{AccountId: principal(ctx).Subject})
	if err != nil {
		t.Fatal(err)
	}
	// Linking counts as a change of credentials, which delays withdrawals.
	if a := account.GetAccount(); len(a.GetWallets()) != 1 || a.GetWallets()[0] != w.address || !a.GetCredentialsChangedAt().AsTime().Equal(linked.GetLinkedAt().AsTime()) || len(a.GetRoles()) != 2 {
		t.Errorf("account = %v, want wallet %s, credentials changed at %v and 2 roles", a, w.address, linked.GetLinkedAt().AsTime())
	}
	text := w.message(h, h.nonce())
	viaWallet, err := h.verify(text, w.sign(text), "")
	if err != nil || h.claims(viaWallet.GetAccessToken())["sub"] != principal(ctx).Subject {
		t.Fatalf("login with a linked wallet: error = %v, want the account %s", err, principal(ctx).Subject)
	}
	if err := m.unlink(strings.ToLower(w.address)); err != nil {
		t.Error(err)
	}
	if n := h.mails("unlinked from your account", w); n != 1 {
		t.Errorf("%d emails about unlinking, want 1", n)
	}
	if sid := h.claims(viaWallet.GetAccessToken())["sid"].(string); h.active(sid) || !h.active(principal(ctx).SessionID) {
		t.Errorf("sessions of the wallet and of the member are active = %t, %t, want false, true", h.active(sid), h.active(principal(ctx).SessionID))
	}
	_, err = h.refresh(viaWallet.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	if list := h.wallets(ctx); len(list.GetItems()) != 0 || !list.GetFresh() {
		t.Errorf("wallets = %v, want none after a recent login", list)
	}
	for _, address := range []string{w.address, "0x", "nonsense"} {
		h.want(m.unlink(address), connect.CodeNotFound, "not_found")
	}
	// The wallet is free now and can log in to a new account.
	text = w.message(h, h.nonce())
	if _, err = h.verify(text, w.sign(text), ""); err != nil {
		t.Fatal(err)
	}
	_, err = m.link(w)
	h.want(err, connect.CodeAlreadyExists, "wallet_taken")
	_, err = h.accounts.GetAccount(t.Context(), &authv1.GetAccountRequest{AccountId: "unknown"})
	h.want(err, connect.CodeNotFound, "not_found")
	_, err = h.accounts.GetAccount(identity.With(t.Context(), nil), &authv1.GetAccountRequest{AccountId: principal(ctx).Subject})
	if err != nil {
		t.Errorf("call by a service: error = %v, want nil", err)
	}
	_, err = h.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: principal(ctx).Subject})
	h.want(err, connect.CodePermissionDenied, "caller_forbidden")
	_, err = h.accounts.CheckSession(ctx, &authv1.CheckSessionRequest{SessionId: principal(ctx).SessionID})
	h.want(err, connect.CodePermissionDenied, "caller_forbidden")
}

// TestATokenAloneChangesNoWallets: a stolen access token is valid for five minutes, but a linked wallet can always log in.
func TestATokenAloneChangesNoWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	owner, thief, loot := h.member(), h.device(), newWallet(t)
	kept := newWallet(t)
	if _, err := owner.link(kept); err != nil {
		t.Fatal(err)
	}
	used := owner.d.proof("POST", "/api/auth/wallets")
	text := newWallet(t).message(h, h.nonce())
	_, err := h.link(owner.ctx, text, loot.sign(text), used)
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")
	for name, proof := range map[string]string{
		"none": "", "used": used, "another key": thief.proof("POST", "/api/auth/wallets"), "another route": owner.d.proof("GET", "/api/auth/tokens"),
		"another method": owner.d.proof("DELETE", "/api/auth/wallets"), "nonsense": "x",
	} {
		text := loot.message(h, h.nonce())
		_, linked := h.link(owner.ctx, text, loot.sign(text), proof)
		for _, err := range []error{linked, h.unlink(owner.ctx, kept.address, proof)} {
			if reason, _ := rpc.ReasonOf(err); connect.CodeOf(err) != connect.CodePermissionDenied || reason != "recent_login_required" {
				t.Errorf("with the proof %q: error = %v, want permission denied, recent_login_required", name, err)
			}
		}
	}
	// Without a key in the owner's browser, a thief could have everything that the owner has.
	open := member{h, owner.d, h.as(h.signedIn("").GetAccessToken())}
	_, err = open.link(loot)
	h.want(err, connect.CodePermissionDenied, "no_session_key")
	h.want(open.unlink(kept.address), connect.CodePermissionDenied, "no_session_key")
	if list := h.wallets(owner.ctx).GetItems(); len(list) != 1 || list[0].GetAddress() != kept.address || h.mails("wallet", loot) != 0 {
		t.Errorf("wallets = %v with %d emails about the other one, want %s alone without emails", list, h.mails("wallet", loot), kept.address)
	}
}

// TestAnOldLoginChangesNoWallets: someone else may use a browser that was left open.
func TestAnOldLoginChangesNoWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	m, w, late := h.member(), newWallet(t), newWallet(t)
	h.clock.Advance(5 * time.Minute)
	if _, err := m.link(w); err != nil || !h.wallets(m.ctx).GetFresh() {
		t.Errorf("linking after five minutes: error = %v, want nil and a recent login", err)
	}
	h.clock.Advance(time.Second)
	_, err := m.link(late)
	h.want(err, connect.CodePermissionDenied, "recent_login_required")
	h.want(m.unlink(w.address), connect.CodePermissionDenied, "recent_login_required")
	if list := h.wallets(m.ctx); list.GetFresh() || len(list.GetItems()) != 1 {
		t.Errorf("wallets = %v, want one and no recent login", list)
	}
	// Logging in again helps, with a wallet too.
	text := w.message(h, h.nonce())
	tokens, err := h.verify(text, w.sign(text), m.d.proof("POST", "/api/auth/siwe/verify"))
	if err != nil {
		t.Fatal(err)
	}
	m.ctx = h.as(tokens.GetAccessToken())
	if _, err := m.link(late); err != nil {
		t.Error(err)
	}
}

// TestAnEndedSessionChangesNoWallets: an access token stays valid for minutes after its session ended.
func TestAnEndedSessionChangesNoWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	m, kept := h.member(), newWallet(t)
	if _, err := m.link(kept); err != nil {
		t.Fatal(err)
	}
	if _, err := h.sessions.Logout(m.ctx, &authv1.LogoutRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err := m.link(newWallet(t))
	h.want(err, connect.CodeUnauthenticated, "session_gone")
	h.want(m.unlink(kept.address), connect.CodeUnauthenticated, "session_gone")
}

// TestContractWallets: contract wallets with the same address on different chains may have different owners.
func TestContractWallets(t *testing.T) {
	t.Parallel()
	ours, others := testkit.Anvil(t), testkit.Anvil(t, "--chain-id", "100")
	h := setup(t, func(c *auth.Config) { c.EthRPCURLs = []string{"31337=" + ours, "100=" + others} })
	// Each contract accepts any signature.
	first, second := newWallet(t), newWallet(t)
	for _, node := range []string{ours, others} {
		for _, w := range []wallet{first, second} {
			setCode(t, node, w.address, "0x631626ba7e60e01b60005260206000f3")
		}
	}
	message := func(w wallet, chain string) string {
		return strings.Replace(w.message(h, h.nonce()), "Chain ID: 31337", "Chain ID: "+chain, 1)
	}
	tokens, err := h.verify(message(first, "100"), "0x1234", "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.verify(message(first, "31337"), "0x1234", "")
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")
	if err != nil && !strings.Contains(err.Error(), "chain 100") {
		t.Errorf("error = %v, want it to name chain 100", err)
	}
	again, err := h.verify(message(first, "100"), "0x1234", "")
	if err != nil || h.claims(again.GetAccessToken())["sub"] != h.claims(tokens.GetAccessToken())["sub"] {
		t.Errorf("login on the chain of the first time: error = %v, want nil and the same account", err)
	}
	m := h.member()
	link := func(chain string) error {
		_, err := h.link(m.ctx, message(second, chain), "0x1234", m.d.proof("POST", "/api/auth/wallets"))
		return err
	}
	if err := link("31337"); err != nil {
		t.Fatal(err)
	}
	h.want(link("100"), connect.CodeInvalidArgument, "siwe_invalid")
	_, err = h.verify(message(second, "100"), "0x1234", "")
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")
	if _, err := h.verify(message(second, "31337"), "0x1234", ""); err != nil {
		t.Error(err)
	}
}

func setCode(t *testing.T, node, address, code string) {
	t.Helper()
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "anvil_setCode", "params": []string{address, code}})
	res, err := http.Post(node, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
}

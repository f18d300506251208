package auth_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
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
			t.Errorf("%s: %v", name, err)
		}
	}
	late := w.message(h, h.nonce())
	h.clock.Advance(5 * time.Minute)
	_, err = h.verify(late, w.sign(late), "")
	h.want(err, connect.CodeInvalidArgument, "siwe_invalid")

	// A wallet account has no identity, and its wallet is the only way in.
	ctx := h.as(func() string {
		res, err := h.refresh(tokens.GetRefreshToken(), "")
		if err != nil {
			t.Fatal(err)
		}
		return res.GetAccessToken()
	}())
	_, err = h.sessions.ListIdentityUsers(ctx, connect.NewRequest(&authv1.ListIdentityUsersRequest{}))
	h.want(err, connect.CodePermissionDenied, "no_identity_user")
	_, err = h.sessions.ResendVerificationMail(ctx, connect.NewRequest(&authv1.ResendVerificationMailRequest{}))
	h.want(err, connect.CodePermissionDenied, "no_identity_user")
	_, err = h.sessions.UnlinkWallet(ctx, connect.NewRequest(&authv1.UnlinkWalletRequest{Address: w.address}))
	h.want(err, connect.CodeFailedPrecondition, "last_way_in")
	res, err := h.sessions.Logout(ctx, connect.NewRequest(&authv1.LogoutRequest{}))
	if err != nil || res.Msg.GetExternal() || res.Msg.GetLogoutUrl() != h.base+"/" {
		t.Errorf("logout of a wallet account = %v, %v", res, err)
	}

	// A key binds these tokens, too.
	d := h.device()
	text = w.message(h, h.nonce())
	bound, err := h.verify(text, w.sign(text), d.proof("POST", "/api/auth/siwe/verify"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.refresh(bound.GetRefreshToken(), "")
	h.want(err, connect.CodeUnauthenticated, "invalid_dpop_proof")
	if h.claims(bound.GetAccessToken())["sub"] != principal(ctx).Subject {
		t.Error("the same wallet is another account")
	}
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
		t.Errorf("one nonce opened %d sessions", opened)
	}
}

func TestWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.as(h.signedIn("").GetAccessToken())
	w := newWallet(t)
	link := func() (*authv1.Wallet, error) {
		text := w.message(h, h.nonce())
		res, err := h.sessions.LinkWallet(ctx, connect.NewRequest(&authv1.LinkWalletRequest{Message: text, Signature: w.sign(text)}))
		if err != nil {
			return nil, err
		}
		return res.Msg.GetWallet(), nil
	}
	linked, err := link()
	if err != nil || linked.GetAddress() != w.address {
		t.Fatalf("linked = %v, %v", linked, err)
	}
	if again, err := link(); err != nil || !again.GetLinkedAt().AsTime().Equal(linked.GetLinkedAt().AsTime()) {
		t.Errorf("linked again = %v, %v", again, err)
	}
	account, err := h.accounts.GetAccount(t.Context(), connect.NewRequest(&authv1.GetAccountRequest{AccountId: principal(ctx).Subject}))
	if err != nil {
		t.Fatal(err)
	}
	if a := account.Msg.GetAccount(); len(a.GetWallets()) != 1 || a.GetWallets()[0] != w.address || a.GetCredentialsChangedAt() == nil || len(a.GetRoles()) != 2 {
		t.Errorf("account = %v", a)
	}
	text := w.message(h, h.nonce())
	viaWallet, err := h.verify(text, w.sign(text), "")
	if err != nil || h.claims(viaWallet.GetAccessToken())["sub"] != principal(ctx).Subject {
		t.Errorf("signing in with a linked wallet: %v", err)
	}
	if _, err := h.sessions.UnlinkWallet(ctx, connect.NewRequest(&authv1.UnlinkWalletRequest{Address: strings.ToLower(w.address)})); err != nil {
		t.Error(err)
	}
	list, err := h.sessions.ListWallets(ctx, connect.NewRequest(&authv1.ListWalletsRequest{}))
	if err != nil || len(list.Msg.GetItems()) != 0 {
		t.Errorf("wallets = %v, %v", list, err)
	}
	for _, address := range []string{w.address, "0x", "nonsense"} {
		_, err = h.sessions.UnlinkWallet(ctx, connect.NewRequest(&authv1.UnlinkWalletRequest{Address: address}))
		h.want(err, connect.CodeNotFound, "not_found")
	}
	// The wallet is free now; whoever signs in with it first has it.
	text = w.message(h, h.nonce())
	if _, err = h.verify(text, w.sign(text), ""); err != nil {
		t.Fatal(err)
	}
	_, err = link()
	h.want(err, connect.CodeAlreadyExists, "wallet_taken")
	_, err = h.accounts.GetAccount(t.Context(), connect.NewRequest(&authv1.GetAccountRequest{AccountId: "unknown"}))
	h.want(err, connect.CodeNotFound, "not_found")
	_, err = h.accounts.GetAccount(identity.With(t.Context(), nil), connect.NewRequest(&authv1.GetAccountRequest{AccountId: principal(ctx).Subject}))
	if err != nil {
		t.Errorf("a service asks: %v", err)
	}
	_, err = h.accounts.GetAccount(ctx, connect.NewRequest(&authv1.GetAccountRequest{AccountId: principal(ctx).Subject}))
	h.want(err, connect.CodePermissionDenied, "")
	_, err = h.accounts.CheckSession(ctx, connect.NewRequest(&authv1.CheckSessionRequest{SessionId: principal(ctx).SessionID}))
	h.want(err, connect.CodePermissionDenied, "")
}

// TestAnEndedSessionChangesNoWallets: a wallet is a way in, and an access token outlives its session by minutes.
func TestAnEndedSessionChangesNoWallets(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.as(h.signedIn("").GetAccessToken())
	kept, late := newWallet(t), newWallet(t)
	link := func(w wallet) error {
		text := w.message(h, h.nonce())
		_, err := h.sessions.LinkWallet(ctx, connect.NewRequest(&authv1.LinkWalletRequest{Message: text, Signature: w.sign(text)}))
		return err
	}
	if err := link(kept); err != nil {
		t.Fatal(err)
	}
	if _, err := h.sessions.Logout(ctx, connect.NewRequest(&authv1.LogoutRequest{})); err != nil {
		t.Fatal(err)
	}
	h.want(link(late), connect.CodeUnauthenticated, "session_gone")
	_, err := h.sessions.UnlinkWallet(ctx, connect.NewRequest(&authv1.UnlinkWalletRequest{Address: kept.address}))
	h.want(err, connect.CodeUnauthenticated, "session_gone")
}

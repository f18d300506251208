package auth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/auth"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

var changed = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// accounts is auth with one account. It counts the calls of GetAccount.
type accounts struct {
	authv1connect.AccountServiceClient

	calls int
}

func (a *accounts) GetAccount(context.Context, *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	a.calls++
	return &authv1.GetAccountResponse{Account: &authv1.Account{
		Id: "ada", HasIdentity: true, Email: "ada@example.org", EmailVerified: true, Wallets: []string{"0x1"}, CredentialsChangedAt: timestamppb.New(changed),
	}}, nil
}

func (*accounts) session(context.Context, string) (rpc.Session, error) {
	return rpc.Session{Active: true, RecentLogin: true, PasskeyConfirmed: true, Account: &rpc.Account{
		ID: "ada", HasIdentity: true, Email: "ada@example.org", EmailVerified: true, Wallets: []string{"0x1"}, CredentialsChangedAt: changed,
	}}, nil
}

// handler reads an account with the context of a call.
type handler struct {
	chainv1connect.GiftServiceHandler

	client *auth.Client
	read   string
	person custody.Person
}

func (h *handler) account(ctx context.Context) (g *chainv1.Gift, err error) {
	h.person, err = h.client.Account(ctx, h.read)
	return &chainv1.Gift{}, err
}

func (h *handler) GetGift(ctx context.Context, _ *chainv1.GetGiftRequest) (*chainv1.Gift, error) {
	return h.account(ctx)
}

func (h *handler) CancelGift(ctx context.Context, _ *chainv1.CancelGiftRequest) (*chainv1.Gift, error) {
	return h.account(ctx)
}

// TestTheCallerIsReadOnce: where the session was checked, the caller's account came with it, and auth isn't called again. Other accounts, and the
// caller's where the session isn't checked, are read from auth.
func TestTheCallerIsReadOnce(t *testing.T) {
	t.Parallel()
	fleet, people := identitytest.New(t), &accounts{}
	h := &handler{client: auth.New(people)}
	server, mux := rpc.NewServer(testkit.Log(t), fleet.Keys(t, "chainwatcher"), people.session), http.NewServeMux()
	chainv1connect.RegisterGiftServiceHandler(server, h)
	rpc.Mount(mux, server)
	web := httptest.NewUnstartedServer(mux)
	web.Config.Protocols = new(http.Protocols)
	web.Config.Protocols.SetUnencryptedHTTP2(true)
	web.Start()
	t.Cleanup(web.Close)
	client := chainv1connect.NewGiftServiceClient(fleet.Client(t, "chainwatcher", web.URL))
	ctx := identity.With(t.Context(), &identity.Principal{Subject: "ada", SessionID: "s"})
	checked := func() error {
		_, err := client.CancelGift(ctx, &chainv1.CancelGiftRequest{Id: "0190b0a0-0000-7000-8000-000000000000"})
		return err
	}
	unchecked := func() error {
		_, err := client.GetGift(ctx, &chainv1.GetGiftRequest{Id: "0190b0a0-0000-7000-8000-000000000000"})
		return err
	}
	for name, c := range map[string]struct {
		call  func() error
		read  string
		calls int
	}{
		"the caller with a checked session": {checked, "ada", 0},
		"the caller without":                {unchecked, "ada", 1},
		"another account":                   {checked, "bob", 1},
	} {
		people.calls, h.read = 0, c.read
		want := custody.Person{AccountID: c.read, Email: "ada@example.org", Wallets: []string{"0x1"}, CredentialsChangedAt: changed}
		if err := c.call(); err != nil || people.calls != c.calls || !reflect.DeepEqual(h.person, want) {
			t.Errorf("%s: %+v after %d calls of auth, %v, want %+v after %d", name, h.person, people.calls, err, want, c.calls)
		}
	}
}

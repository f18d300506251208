package accounts_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/accounts"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// people are auth and profiles with one person. They count the calls of GetAccount.
type people struct {
	authv1connect.AccountServiceClient
	profilesv1connect.ProfilesServiceClient

	calls int
}

func (p *people) GetAccount(context.Context, *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	p.calls++
	return &authv1.GetAccountResponse{Account: &authv1.Account{
		Id: "ada", HasIdentity: true, Email: "ada@example.org", EmailVerified: true, Wallets: []string{"0x1"},
	}}, nil
}

func (*people) GetProfileByOwner(context.Context, *profilesv1.GetProfileByOwnerRequest) (*profilesv1.GetProfileByOwnerResponse, error) {
	return &profilesv1.GetProfileByOwnerResponse{Profile: &profilesv1.Profile{IsProfileCompleted: true, FirstName: "Ada", LastName: "Lovelace"}}, nil
}

func (*people) session(context.Context, string) (rpc.Session, error) {
	return rpc.Session{Active: true, Account: &rpc.Account{
		ID: "ada", HasIdentity: true, Email: "ada@example.org", EmailVerified: true, Wallets: []string{"0x1"},
	}}, nil
}

// handler reads an account with the context of a call.
type handler struct {
	checkoutv1connect.CheckoutServiceHandler

	client accounts.Client
	read   string
	got    purchase.Account
}

func (h *handler) account(ctx context.Context) (m *checkoutv1.Checkout, err error) {
	h.got, err = h.client.Account(ctx, h.read)
	return &checkoutv1.Checkout{}, err
}

func (h *handler) GetCheckout(ctx context.Context, _ *checkoutv1.GetCheckoutRequest) (*checkoutv1.Checkout, error) {
	return h.account(ctx)
}

func (h *handler) CancelCheckout(ctx context.Context, _ *checkoutv1.CancelCheckoutRequest) (*checkoutv1.Checkout, error) {
	return h.account(ctx)
}

// TestTheCallerIsReadOnce: where the session was checked, the caller's account came with it, and auth isn't called again. Other accounts, and the
// caller's where the session isn't checked, are read from auth.
func TestTheCallerIsReadOnce(t *testing.T) {
	t.Parallel()
	fleet, known := identitytest.New(t), &people{}
	h := &handler{client: accounts.Client{Auth: known, Profiles: known}}
	server, mux := rpc.NewServer(testkit.Log(t), fleet.Keys(t, "checkout"), known.session), http.NewServeMux()
	checkoutv1connect.RegisterCheckoutServiceHandler(server, h)
	rpc.Mount(mux, server)
	web := httptest.NewUnstartedServer(mux)
	web.Config.Protocols = new(http.Protocols)
	web.Config.Protocols.SetUnencryptedHTTP2(true)
	web.Start()
	t.Cleanup(web.Close)
	client := checkoutv1connect.NewCheckoutServiceClient(fleet.Client(t, "checkout", web.URL))
	ctx := identity.With(t.Context(), &identity.Principal{Subject: "ada", SessionID: "s"})
	const order = "0190b0a0-0000-7000-8000-000000000000"
	checked := func() error {
		_, err := client.CancelCheckout(ctx, &checkoutv1.CancelCheckoutRequest{Id: order})
		return err
	}
	unchecked := func() error {
		_, err := client.GetCheckout(ctx, &checkoutv1.GetCheckoutRequest{Id: order})
		return err
	}
	want := purchase.Account{
		HasIdentity: true, Email: "ada@example.org", EmailVerified: true, ProfileCompleted: true, Name: "Ada Lovelace", Wallets: []string{"0x1"},
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
		known.calls, h.read = 0, c.read
		if err := c.call(); err != nil || known.calls != c.calls || !reflect.DeepEqual(h.got, want) {
			t.Errorf("%s: %+v after %d calls of auth, %v, want %+v after %d", name, h.got, known.calls, err, want, c.calls)
		}
	}
}

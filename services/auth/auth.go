// Package auth is the auth service: accounts, sessions, linked wallets and roles.
//
// Open connects, New wires and starts nothing, Run rotates signing keys, publishes events, sends emails and deletes expired data, Close may
// be called twice. The service starts without the identity provider, which it calls at each login; until it responds, readiness says so.
package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/api"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
	"github.com/vitrine/vitrine/services/auth/internal/ethereum"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/jose"
	"github.com/vitrine/vitrine/services/auth/internal/login"
	"github.com/vitrine/vitrine/services/auth/internal/management"
	"github.com/vitrine/vitrine/services/auth/internal/notices"
	"github.com/vitrine/vitrine/services/auth/internal/oidc"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/read"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/staff"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
	"github.com/vitrine/vitrine/services/auth/internal/web"
	"github.com/vitrine/vitrine/services/auth/internal/webauthn"
)

// housekeepingEvery is how often a replica rotates keys and deletes expired data.
const housekeepingEvery = time.Minute

// housekeeping is the periodic job that does it.
type housekeeping struct{}

// Kind implements river.JobArgs.
func (housekeeping) Kind() string { return "housekeeping" }

// Deps are the dependencies of New.
type Deps struct {
	Config Config
	service.Base
}

// Service is the auth service.
type Service struct {
	Deps
	sessions     rpc.Sessions
	signing      *jose.Keyring
	api          *api.Server
	passkeys     *api.Passkeys
	desk         *api.Desk
	dataRequests api.DataRequests
	web          *web.Server
}

// Open connects to the database, which must be migrated, and to the broker. It creates the first signing key.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	base, err := service.Open(ctx, "auth", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	s, err := New(Deps{Config: cfg, Base: base})
	if err == nil {
		err = s.signing.Rotate(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	return s, nil
}

// New wires the service and starts nothing. It returns an error for an invalid setting.
func New(d Deps) (*Service, error) {
	cfg := d.Config
	public, errURL := url.Parse(cfg.PublicURL)
	grants, errGrants := account.ParseGrants(cfg.OIDCIssuer, cfg.RoleGrants, identity.Roles)
	nodes, errNodes := ethereum.ParseNodes(cfg.EthRPCURLs)
	if err := errors.Join(errURL, errGrants, errNodes); err != nil {
		return nil, err
	}
	ceremonies, err := webauthn.New(public, cmp.Or(cfg.PasskeyDomain, public.Hostname()))
	if err != nil {
		return nil, fmt.Errorf("PASSKEY_DOMAIN: %w", err)
	}
	home := public.JoinPath("/").String()
	store := postgres.New(d.Pool, events.NewPublisher(d.Pool))
	keys := jose.NewKeyring(store, cfg.PublicURL, cfg.KeyLifetime, d.Clock)
	accounts := &account.Service{Store: store, Grants: grants, Clock: d.Clock, Log: d.Log}
	var users *management.Client
	if cfg.OIDCManagementURL != "" {
		users = management.New(cfg.OIDCManagementURL, cfg.OIDCManagementAudience, cfg.OIDCManagementClientID, string(cfg.OIDCManagementClientSecret))
		accounts.Directory = users
	}
	if !cfg.StaffPasskey {
		d.Log.Warn("STAFF_PASSKEY is false: a stolen login of staff or an approver is enough to move art and money. Use that for demonstrations only")
	}
	mails := notices.New(d.Pool, home)
	sessions := &session.Service{
		Accounts: accounts, Store: store, Notices: mails, Rules: session.Rules{StepUpWindow: cfg.StepUpWindow, StaffPasskey: cfg.StaffPasskey}, Clock: d.Clock, Log: d.Log,
		Signer: struct {
			*jose.Keyring
			*jose.Proofs
		}{keys, jose.NewProofs(public, keys)},
	}
	provider := oidc.New(oidc.Settings{
		Issuer: cfg.OIDCIssuer, ClientID: cfg.OIDCClientID, ClientSecret: string(cfg.OIDCClientSecret),
		RedirectURL: public.JoinPath("/api/auth/callback").String(), HomeURL: home,
		ClockTolerance: cfg.OIDCClockTolerance, Clock: d.Clock,
	})
	d.Needs("the identity provider", "OIDC_ISSUER", cfg.OIDCIssuer, provider.Reach)
	logins := &login.Service{
		Sessions: sessions, Accounts: accounts, Store: store, Rules: login.Rules{PublicURL: public, Languages: cfg.Languages, ClockTolerance: cfg.OIDCClockTolerance}, Clock: d.Clock, Log: d.Log,
		Provider: provider,
	}
	wallets := &wallet.Service{
		Sessions: sessions, Store: store, Ethereum: ethereum.New(nodes), Notices: mails, Host: public.Host, Chains: cfg.Chains, Clock: d.Clock,
	}
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, cfg.SMTPURL, cfg.MailFrom)
	jobs.Every(queue, housekeepingEvery, housekeeping{}, func(ctx context.Context) error {
		return errors.Join(keys.Rotate(ctx), store.Sweep(ctx, d.Clock.Now()))
	})
	leaving := &datarequest.Service{
		Store: postgres.NewDataRequests(d.Pool), Accounts: dataAccounts{accounts, users}, Parts: partsOf(cfg, d.Keys), Own: ownPart{d.Pool, events.NewPublisher(d.Pool)},
		Notices: mails, Rules: datarequest.Rules{Wait: cfg.DeletionWait, Tokens: cfg.DeletionPause}, Clock: d.Clock, Log: d.Log,
	}
	jobs.Every(queue, dataRequestsEvery, dataRequests{}, leaving.Work)
	reader := &read.Reader{Pool: d.Pool, Roles: grants.Of, Clock: d.Clock, Log: d.Log}
	cookies := web.Cookies{Secure: public.Scheme == "https"}
	server := &api.Server{Reader: reader, Logins: logins, Sessions: sessions, Wallets: wallets, HolderCookie: cookies.Holder()}
	d.Background(queue.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run)
	return &Service{
		Deps: d, signing: keys,
		sessions:     rpc.SessionsFrom(server.CheckSession),
		dataRequests: api.DataRequests{Service: leaving},
		api:          server,
		passkeys: &api.Passkeys{
			Reader: reader, Service: &passkey.Service{Sessions: sessions, Store: store, Ceremonies: ceremonies, Notices: mails, Clock: d.Clock},
		},
		desk: &api.Desk{Reader: reader, Staff: &staff.Service{Sessions: sessions, Store: store, Clock: d.Clock}},
		web:  &web.Server{Service: logins, Keys: keys, Cookies: cookies, Clock: d.Clock, Log: d.Log},
	}, nil
}

// Mount adds the RPCs and the plain HTTP routes.
func (s *Service) Mount(mux *http.ServeMux) {
	server := rpc.NewServer(s.Log, s.Keys, s.sessions)
	authv1connect.RegisterSessionServiceHandler(server, s.api)
	authv1connect.RegisterAccountServiceHandler(server, s.api)
	authv1connect.RegisterPasskeyServiceHandler(server, s.passkeys)
	authv1connect.RegisterDeskServiceHandler(server, s.desk)
	authv1connect.RegisterDataRequestServiceHandler(server, s.dataRequests)
	rpc.Mount(mux, server)
	s.web.Mount(mux)
}

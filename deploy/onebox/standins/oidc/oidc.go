// Package oidc replaces an identity provider: OpenID Connect with pages to log in, register and verify an address, and
// the part of Auth0's management API that the auth service uses.
package oidc

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Credentials of the gallery's clients.
const (
	ClientID         = "vitrine"
	ManagementClient = "vitrine-management"
)

// Options configure the provider.
type Options struct {
	// ClientID of the gallery; "vitrine" if empty.
	ClientID string
	// DatabaseURL is a separate database.
	DatabaseURL string
	// Addr is the listen address, Issuer the address for everyone else.
	Addr, Issuer string
	// PublicURL is the gallery's origin.
	PublicURL string
	// RedirectURIs are the allowed callbacks; the gallery's callback if empty. PostLogoutRedirectURIs are the allowed targets after
	// a logout; the gallery's home pages if empty.
	RedirectURIs, PostLogoutRedirectURIs []string
	// ClientSecret and ManagementSecret authenticate the two clients.
	ClientSecret, ManagementSecret string
	// SMTPURL sends the verification mails, from MailFrom.
	SMTPURL, MailFrom string
	Log               *slog.Logger
	// Faults can be changed later (SetFaults).
	Faults Faults
}

func (o *Options) fill() {
	o.ClientID = cmp.Or(o.ClientID, ClientID)
	if len(o.RedirectURIs) == 0 {
		o.RedirectURIs = []string{o.PublicURL + "/api/auth/callback"}
	}
	if len(o.PostLogoutRedirectURIs) == 0 {
		o.PostLogoutRedirectURIs = []string{o.PublicURL + "/en/", o.PublicURL + "/en", o.PublicURL + "/", o.PublicURL}
	}
}

// Subjects of the test accounts.
const (
	Collector = "auth0|collector"
	Artist    = "auth0|artist"
	Approver  = "auth0|approver"
	Staff     = "auth0|staff"
	Colleague = "auth0|colleague"
	Content   = "auth0|content"
	Support   = "auth0|support"
	Finance   = "auth0|finance"
	Admin     = "auth0|admin"
)

// Password is the password of the test accounts.
const Password = "vitrine"

// Account is a verified user who exists from the start.
type Account struct{ ID, Email, Password string }

// Accounts are the test accounts.
func Accounts() []Account {
	return []Account{
		{Collector, "collector@example.org", Password},
		{Artist, "artist@example.org", Password},
		{Approver, "approver@example.org", Password},
		{Staff, "staff@example.org", Password},
		{Colleague, "colleague@example.org", Password},
		{Content, "content@example.org", Password},
		{Support, "support@example.org", Password},
		{Finance, "finance@example.org", Password},
		{Admin, "admin@example.org", Password},
	}
}

// Provider is a running provider.
type Provider struct {
	o      Options
	pool   *pgxpool.Pool
	op     *op.Provider
	store  *storage
	http   *http.Server
	secret [32]byte
	cancel context.CancelFunc
	loops  sync.WaitGroup

	faults atomic.Pointer[Faults]
	// pushed has the parameters of logins by their reference, and aged the nonces of logins with max_age.
	pushed, aged sync.Map
}

// Start migrates the database, creates the test accounts and listens.
func Start(ctx context.Context, o Options) (*Provider, error) {
	o.fill()
	if err := postgres.Migrate(ctx, o.DatabaseURL, fs.FS(migrations)); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, o.DatabaseURL)
	if err != nil {
		return nil, err
	}
	p := &Provider{o: o, pool: pool}
	p.SetFaults(o.Faults)
	if err := p.open(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return p, nil
}

func (p *Provider) open(ctx context.Context) error {
	users := users{p.pool}
	for _, a := range Accounts() {
		if err := users.seed(ctx, a); err != nil {
			return err
		}
	}
	key, err := signingKey(ctx, p.pool)
	if err != nil {
		return err
	}
	p.store = &storage{o: p.o, pool: p.pool, users: users}
	p.store.key.Store(key)
	if p.secret, err = ownSecret(ctx, p.pool); err != nil {
		return err
	}
	p.op, err = op.NewProvider(&op.Config{
		CryptoKey: p.secret, CodeMethodS256: true, AuthMethodPost: true, GrantTypeRefreshToken: true, DefaultLogoutRedirectURI: p.o.PostLogoutRedirectURIs[0],
		SupportedScopes: []string{"openid", "email", "profile", "offline_access"},
	}, p.store, op.StaticIssuer(p.o.Issuer), op.WithAllowInsecure(), op.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", p.o.Addr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	p.pages(mux)
	p.management(mux)
	mux.Handle("/", withHint(p.faulty(p.op)))
	p.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	run, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	queue := jobs.New(p.pool, p.o.Log)
	mail.Handle(queue, p.o.SMTPURL, p.o.MailFrom)
	jobs.Every(queue, time.Minute, cleanup{}, p.store.sweep)
	p.loops.Go(func() {
		if err := queue.Run(run); err != nil {
			p.o.Log.Error("identity provider", "error", err)
		}
	})
	go func() {
		if err := p.http.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			p.o.Log.Error("identity provider", "error", err)
		}
	}()
	return nil
}

// Stop stops the provider.
func (p *Provider) Stop() {
	p.cancel()
	_ = p.http.Close()
	p.loops.Wait()
	p.pool.Close()
}

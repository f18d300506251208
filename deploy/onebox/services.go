package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob/s3"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/waiting"
	"github.com/vitrine/vitrine/services/approvals"
	"github.com/vitrine/vitrine/services/auth"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/profiles"
)

// The services' ports, counted from SERVICE_PORT.
const (
	authPort = iota
	profilesPort
	catalogPort
	checkoutPort
	chainwatcherPort
	approvalsPort
	renderPort
	renderInternalPort // readiness and metrics of render, which serves no HTTP/1.1 with TLS
)

// Keys of anvil's well-known accounts 6 to 9, for the local chain only: they are public.
const (
	quoteSignerKey = "0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e"
	minterKey      = "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356"
	vaultKey       = "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97"
	deployerKey    = "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6"
)

// fleet holds the services' settings: the defaults of production with local addresses, and without waits.
type fleet struct {
	auth         auth.Config
	profiles     profiles.Config
	catalog      catalog.Config
	checkout     checkout.Config
	chainwatcher chainwatcher.Config
	approvals    approvals.Config
	gateway      gateway.Config
}

func (h *instance) configure() (*fleet, error) {
	f := defaultFleet()
	for _, s := range []struct {
		name string
		url  *string
	}{
		{"auth", &f.auth.DatabaseURL},
		{"profiles", &f.profiles.DatabaseURL},
		{"catalog", &f.catalog.DatabaseURL},
		{"checkout", &f.checkout.DatabaseURL},
		{"chainwatcher", &f.chainwatcher.DatabaseURL},
		{"approvals", &f.approvals.DatabaseURL},
	} {
		var err error
		if *s.url, err = h.database(s.name); err != nil {
			return nil, err
		}
	}
	public, media := h.cfg.publicURL(), filepath.Join(h.cfg.Data, "media")
	at := func(n int) string { return local(h.cfg.ServicePort + n) }
	authURL, profilesURL, catalogURL, checkoutURL := h.cfg.service(authPort), h.cfg.service(profilesPort), h.cfg.service(catalogPort), h.cfg.service(checkoutPort)
	chainwatcherURL, approvalsURL := h.cfg.service(chainwatcherPort), h.cfg.service(approvalsPort)

	a := &f.auth
	a.Addr, a.PublicURL, a.SMTPURL, a.MailFrom, a.NATSURL = at(authPort), public, h.smtpURL, mailFrom, h.broker("auth")
	a.OIDCIssuer, a.OIDCClientID, a.OIDCClientSecret = h.issuer, h.oidcClient, h.oidcSecret
	if h.oidcManager != "" {
		a.OIDCManagementURL, a.OIDCManagementClientID, a.OIDCManagementClientSecret = h.issuer, oidc.ManagementClient, h.oidcManager
	}
	a.StepUpWindow, a.StaffPasskey = h.cfg.StepUpWindow, h.cfg.StaffPasskey
	a.CheckoutURL, a.ChainwatcherURL, a.ProfilesURL, a.ApprovalsURL, a.CatalogURL = checkoutURL, chainwatcherURL, profilesURL, approvalsURL, catalogURL
	a.DeletionWait, a.DeletionPause = h.cfg.DeletionWait, h.cfg.DeletionPause
	a.RoleGrants = []string{
		oidc.Approver + "=approver", oidc.Staff + "=staff", oidc.Colleague + "=staff", oidc.Artist + "=artist",
		oidc.Content + "=content", oidc.Support + "=support", oidc.Finance + "=finance", oidc.Admin + "=admin",
	}
	a.Chains, a.EthRPCURLs = []uint64{standins.ChainID, 1, 100}, []string{fmt.Sprintf("%d=%s", standins.ChainID, h.rpcURL)}

	p := &f.profiles
	p.Addr, p.PublicURL, p.SMTPURL, p.MailFrom, p.NATSURL = at(profilesPort), public, h.smtpURL, mailFrom, h.broker("profiles")
	p.AuthURL, p.CatalogURL, p.ChainwatcherURL, p.MediaDir, p.PayoutCooling = authURL, catalogURL, chainwatcherURL, filepath.Join(media, "avatars"), 0
	p.RenderURL = h.cfg.service(renderPort)
	p.EditionFreeFor = 5 * time.Second
	p.PushKeys, p.PushLocal = kit.Secret(h.secrets.Push), true
	p.StaffEmails = []string{"staff@example.org"}

	c := &f.catalog
	c.Addr, c.PublicURL, c.NATSURL, c.MediaDir, c.DefaultChainID = at(catalogPort), public, h.broker("catalog"), filepath.Join(media, "artworks"), standins.ChainID
	c.LinkKey = kit.Secret(h.secrets.Links)
	c.AuthURL, c.RenderURL, c.RenditionWorkers, c.MadeCacheDir = authURL, h.cfg.service(renderPort), h.cfg.RenditionWorkers, h.cfg.MadeCache
	if h.cfg.ContentWatch {
		c.ContentFolder = h.cfg.Content
	}

	o := &f.checkout
	o.Addr, o.PublicURL, o.SMTPURL, o.MailFrom, o.NATSURL = at(checkoutPort), public, h.smtpURL, mailFrom, h.broker("checkout")
	o.AuthURL, o.ProfilesURL, o.CatalogURL, o.ChainwatcherURL, o.RenderURL = authURL, profilesURL, catalogURL, chainwatcherURL, h.cfg.service(renderPort)
	o.StripeAPIURL, o.StripeSecretKey, o.StripeWebhookSecrets = h.cardsURL, h.stripeKey, h.stripeSecret
	o.Hold, o.Logo, o.Sales = h.cfg.HoldFor, h.cfg.Logo, h.cfg.Sales
	// All traffic comes from one address, and tests hold many editions with one account.
	o.UnpaidPerAccount, o.UnpaidPerNetwork, o.UnverifiedPercent = 0, 0, 0
	o.RefundCardDailyLimit = 0 // the stress test refunds many orders a day
	o.StaffEmails = []string{"staff@example.org"}
	o.SellerAddress, o.SellerTaxID = "Long Quay 14, 10115 Berlin, Germany", "DE000000000"

	w := &f.chainwatcher
	w.Addr, w.PublicURL, w.SMTPURL, w.MailFrom, w.NATSURL, w.AuthURL = at(chainwatcherPort), public, h.smtpURL, mailFrom, h.broker("chainwatcher"), authURL
	w.Chains = fmt.Sprintf(`[{"chainId":%d,"name":"Local chain","currencySymbol":"ETH","rpcUrls":[%q],"pollInterval":"500ms"}]`, standins.ChainID, h.rpcURL)
	if h.cfg.Chains != "" {
		w.Chains = h.cfg.Chains
	}
	w.ProfilesURL, w.PayoutsByGallery, w.PayoutMinimum, w.PayoutEvery = profilesURL, true, "1000000000000000", 0
	w.VaultKey, w.MinterKey, w.QuoteSignerKey, w.DeployerKey = vaultKey, minterKey, quoteSignerKey, deployerKey
	w.AllowDevelopmentKeys = true
	// The local feed is set once, when it is deployed.
	w.MaxPriceAge = 10 * 365 * 24 * time.Hour
	w.CatalogURL, w.RenderURL, w.ArtOrigin = catalogURL, h.cfg.service(renderPort), "http://"+local(h.cfg.ArtPort)
	w.ENSChainID, w.ENSRegistry = standins.ChainID, h.registry
	w.NewAddressWait, w.CredentialWait, w.CardWait = 0, 0, 0
	w.AccountLimit, w.VaultLimit = 0, 0 // tests withdraw many tokens
	w.Logo = h.cfg.Logo

	v := &f.approvals
	v.Addr, v.PublicURL, v.SMTPURL, v.MailFrom, v.NATSURL = at(approvalsPort), public, h.smtpURL, mailFrom, h.broker("approvals")
	v.AuthURL, v.ChainwatcherURL = authURL, chainwatcherURL
	v.ApproverEmails = []string{"approver@example.org"}
	v.WithdrawalFor, v.PayoutFor = h.cfg.WithdrawalLinkFor, h.cfg.PayoutLinkFor

	g := &f.gateway
	g.Addr, g.PublicURL, g.NATSURL = local(h.cfg.Port), public, h.broker("gateway")
	g.SiteURL, g.ArtAddr, g.ArtOrigin = "http://"+local(h.cfg.SitePort), local(h.cfg.ArtPort), "http://"+local(h.cfg.ArtPort)
	if h.cfg.Certificates != "" {
		g.SiteURL, g.SiteAddr = h.cfg.scheme()+local(h.cfg.SiteTLSPort), local(h.cfg.TLSPort)
	}
	g.SiteKey, g.RecordingsDir = kit.Secret(h.secrets.Site), filepath.Join(h.cfg.Data, "recordings")
	g.AuthURL, g.ProfilesURL, g.CatalogURL, g.CheckoutURL, g.ChainwatcherURL, g.ApprovalsURL = authURL, profilesURL, catalogURL, checkoutURL, chainwatcherURL, approvalsURL
	g.RPCURLs = map[string]string{fmt.Sprint(standins.ChainID): h.rpcURL}
	g.Maintenance = h.cfg.Maintenance
	// All traffic comes from one address, including the tests'.
	g.RequestsPerMinute, g.PagesPerMinute, g.AccountRequests, g.OrdersPerMinute, g.LoginsPerMinute = 20_000, 20_000, 20_000, 20_000, 20_000
	g.BuildID = h.buildID()
	// Local blocks take a second.
	g.Hold, g.OrderPoll, g.CollectionPoll = h.cfg.HoldFor, 2*time.Second, 5*time.Second
	g.ImageOrigins, g.Currency, c.Currency = h.cfg.ImageOrigins, h.cfg.Currency, h.cfg.Currency
	g.SentryDSN, g.SentryEnvironment = h.cfg.SentryDSN, environment
	for name, common := range map[string]*kit.Common{
		"auth": &a.Common, "profiles": &p.Common, "catalog": &c.Common, "checkout": &o.Common, "chainwatcher": &w.Common, "approvals": &v.Common, identity.Gateway: &g.Common,
	} {
		common.ServiceKey, common.PublicKeysFile = kit.Secret(h.secrets.Keys[name]), publicKeys(h.cfg.Data)
		common.AdmitAll = h.cfg.AdmitAll
		common.ClockOffset, common.AllowClockOffset = h.cfg.ClockOffsets[name], true // nothing has value here
		if h.cfg.Certificates != "" {
			files := h.cfg.certificate(name)
			common.TLSCertFile, common.TLSKeyFile, common.TLSCAFile = files.Certificate, files.Key, files.CA
		}
	}
	c.Buckets, p.Buckets, g.Buckets = s3.Driver{}, s3.Driver{}, s3.Driver{}
	for prefix, config := range f.overlays() {
		if err := errors.Join(kit.Overlay(config, prefix), kit.Check(config)); err != nil {
			return nil, fmt.Errorf("%s*: %w", prefix, err)
		}
	}
	return f, nil
}

// overlays returns the settings of each service with the prefix of the variables that replace what onebox sets, such as CHECKOUT_STRIPE_ACCOUNT.
func (f *fleet) overlays() map[string]kit.Config {
	return map[string]kit.Config{
		"AUTH_": &f.auth, "PROFILES_": &f.profiles, "CATALOG_": &f.catalog, "CHECKOUT_": &f.checkout, "CHAINWATCHER_": &f.chainwatcher,
		"APPROVALS_": &f.approvals, "GATEWAY_": &f.gateway,
	}
}

// overlaid returns the names of all settings of services with their prefixes.
func overlaid() (out []kit.Setting) {
	f := defaultFleet()
	for prefix, config := range f.overlays() {
		for _, s := range kit.Settings(config) {
			s.Name = prefix + s.Name
			out = append(out, s)
		}
	}
	return out
}

func defaultFleet() *fleet {
	return &fleet{
		auth: auth.Default(), profiles: profiles.Default(), catalog: catalog.Default(), checkout: checkout.Default(),
		chainwatcher: chainwatcher.Default(), approvals: approvals.Default(), gateway: gateway.Default(),
	}
}

func (h *instance) migrate(ctx context.Context) (err error) {
	if h.fleet, err = h.configure(); err != nil {
		return err
	}
	for n, run := range map[int]func() error{
		authPort:         func() error { return auth.Migrate(ctx, h.fleet.auth, h.log, nil) },
		profilesPort:     func() error { return profiles.Migrate(ctx, h.fleet.profiles, h.log, nil) },
		catalogPort:      func() error { return catalog.Migrate(ctx, h.fleet.catalog, h.log, nil) },
		checkoutPort:     func() error { return checkout.Migrate(ctx, h.fleet.checkout, h.log) },
		chainwatcherPort: func() error { return chainwatcher.Migrate(ctx, h.fleet.chainwatcher, h.log, nil) },
		approvalsPort:    func() error { return approvals.Migrate(ctx, h.fleet.approvals, h.log, nil) },
	} {
		if h.cfg.elsewhere(n) != "" {
			continue
		}
		if err := run(); err != nil {
			return err
		}
	}
	return nil
}

func (h *instance) deploy(ctx context.Context) error {
	if h.cfg.ChainwatcherURL != "" {
		return nil
	}
	return chainwatcher.Deploy(ctx, h.fleet.chainwatcher, h.log, nil)
}

func (h *instance) content(ctx context.Context) error {
	if h.cfg.CatalogURL != "" {
		return nil
	}
	return catalog.Import(ctx, h.fleet.catalog, h.log, []string{h.cfg.Content})
}

// opener opens one service.
type opener struct {
	name, addr string
	// elsewhere is the address of what replaces it, or "".
	elsewhere string
	config    any
	open      func(context.Context) (kit.Service, error)
}

// logOf returns the log of a service, as its own process would have it.
func (h *instance) logOf(service string) *slog.Logger { return h.log.With("service", service) }

// openers returns the services in the order in which they open.
func (h *instance) openers() []opener {
	f := h.fleet
	return []opener{
		// It creates the stream that the others wait for.
		{"chainwatcher", f.chainwatcher.Addr, h.cfg.elsewhere(chainwatcherPort), f.chainwatcher, func(ctx context.Context) (kit.Service, error) {
			return opened(chainwatcher.Open(ctx, f.chainwatcher, h.logOf("chainwatcher")))
		}},
		{"auth", f.auth.Addr, h.cfg.elsewhere(authPort), f.auth, func(ctx context.Context) (kit.Service, error) { return opened(auth.Open(ctx, f.auth, h.logOf("auth"))) }},
		{"profiles", f.profiles.Addr, h.cfg.elsewhere(profilesPort), f.profiles, func(ctx context.Context) (kit.Service, error) {
			return opened(profiles.Open(ctx, f.profiles, h.logOf("profiles")))
		}},
		{"catalog", f.catalog.Addr, h.cfg.elsewhere(catalogPort), f.catalog, func(ctx context.Context) (kit.Service, error) {
			return opened(catalog.Open(ctx, f.catalog, h.logOf("catalog")))
		}},
		{"checkout", f.checkout.Addr, h.cfg.elsewhere(checkoutPort), f.checkout, func(ctx context.Context) (kit.Service, error) {
			return opened(checkout.Open(ctx, f.checkout, h.logOf("checkout")))
		}},
		{"approvals", f.approvals.Addr, h.cfg.elsewhere(approvalsPort), f.approvals, func(ctx context.Context) (kit.Service, error) {
			return opened(approvals.Open(ctx, f.approvals, h.logOf("approvals")))
		}},
		{"gateway", f.gateway.Addr, "", f.gateway, func(ctx context.Context) (kit.Service, error) {
			return opened(gateway.Open(ctx, f.gateway, h.logOf("gateway")))
		}},
	}
}

func (h *instance) services(ctx context.Context) error {
	for _, d := range h.openers() {
		if d.elsewhere != "" {
			continue
		}
		p := &replaceable{address: d.addr, environ: func() []string { return kit.Environ(d.config) }}
		p.start = func(ctx context.Context) (func(), error) {
			ctx = waiting.With(ctx)
			svc, err := d.open(ctx)
			if err != nil {
				return nil, err
			}
			return h.host(ctx, d.name, d.addr, svc)
		}
		if err := h.run(ctx, d.name, p); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
	}
	return nil
}

// opened returns a nil interface with an error, instead of one with a nil pointer.
func opened[S kit.Service](svc S, err error) (kit.Service, error) {
	if err != nil {
		return nil, err
	}
	return svc, nil
}

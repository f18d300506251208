package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/deploy/onebox/standins/cards"
	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
)

const (
	oidcSecret       = "vitrine-local"
	managementSecret = "vitrine-management-local"
	stripeKey        = "sk_test_vitrine_local"
	mailFrom         = "Vitrine <gallery@example.org>"
	// environment is the environment in error reports.
	environment = "onebox"
)

// instance has everything that runs. It is stopped in the reverse order of its start.
type instance struct {
	cfg    settings
	log    *slog.Logger
	out    io.Writer
	began  time.Time
	stops  []func()
	failed chan error

	secrets                             secrets
	rpcURL, smtpURL, issuer, cardsURL   string
	registry                            string
	oidcClient                          string
	oidcSecret, stripeKey, stripeSecret kit.Secret
	oidcManager                         kit.Secret
	database                            func(name string) (url string, err error)
	broker                              func(service string) (url string)
	fleet                               *fleet
	replaceable                         map[string]*replaceable
	observed                            []part // processes with metrics
}

// buildID returns the id of the built site, so that open pages notice a new build.
func (h *instance) buildID() string {
	id, err := os.ReadFile(filepath.Join(h.cfg.Root, "frontend", ".next", "standalone", ".next", "BUILD_ID"))
	if err != nil {
		return "dev"
	}
	return strings.TrimSpace(string(id))
}

func (h *instance) onStop(fn func()) { h.stops = append(h.stops, fn) }

func (h *instance) stop() {
	for _, fn := range slices.Backward(h.stops) {
		fn()
	}
	h.stops = nil
}

// stopWithin stops everything and reports whether that took less than the timeout.
func (h *instance) stopWithin(timeout time.Duration) bool {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		h.stop()
	}()
	select {
	case <-stopped:
		return true
	case <-time.After(timeout):
		return false
	}
}

// step runs one step of the start and prints how long it took.
func (h *instance) step(name string, fn func() error) error {
	began := time.Now()
	if err := fn(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(h.out, "  %-34s %6.1f s\n", name, time.Since(began).Seconds())
	return nil
}

func (h *instance) start(ctx context.Context) (err error) {
	h.failed = make(chan error, 16)
	if h.secrets, err = loadSecrets(h.cfg.Data); err != nil {
		return err
	}
	fmt.Fprintln(h.out)
	services, site := h.services, h.site
	if h.cfg.Split {
		services, site = h.splitServices, h.splitSite
	}
	for _, s := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"Postgres", h.postgres},
		{"NATS", h.nats},
		{"chain", h.chain},
		{"names", h.names},
		{"mailbox", h.mailbox},
		{"identity provider", h.identity},
		{"card payments", h.cards},
		{"push service", h.push},
		{"pictures and pages", h.render},
		{"databases", h.migrate},
		{"contracts", h.deploy},
		{"services", services},
		{"gallery content", h.content},
		{"site", site},
		{"observation", h.observe},
		{"handover", h.handover},
	} {
		if err := h.step(s.name, func() error { return s.run(ctx) }); err != nil {
			return err
		}
	}
	return nil
}

func (h *instance) postgres(ctx context.Context) error {
	if h.cfg.DatabaseURL != "" {
		h.database = func(name string) (string, error) { return createDatabase(ctx, h.cfg.DatabaseURL, name) }
		return nil
	}
	server, err := pgserver.Start(ctx, pgserver.Options{Dir: filepath.Join(h.cfg.Data, "postgres"), Port: h.cfg.PostgresPort, Log: h.log, Durable: true})
	if err != nil {
		return err
	}
	h.onStop(func() { _ = server.Stop() })
	h.watch("Postgres", server.Done())
	h.database = func(name string) (string, error) { return server.URL(name), server.CreateDatabase(ctx, name) }
	return nil
}

// watch ends everything when a part ends.
func (h *instance) watch(name string, done <-chan struct{}) {
	go func() {
		<-done
		h.failed <- fmt.Errorf("%s has ended", name)
	}()
}

func (h *instance) nats(context.Context) error {
	h.broker = func(string) string { return h.cfg.NATSURL }
	if h.cfg.NATSURL == "" {
		// Use the same database users as in production, so that a missing permission is noticed here first.
		n, err := standins.StartGuardedNATS(filepath.Join(h.cfg.Root, "deploy", "compose", "nats.conf"), h.secrets.Broker, h.cfg.Data, "127.0.0.1", h.cfg.NATSPort)
		if err != nil {
			return err
		}
		h.onStop(n.Stop)
		h.broker = n.URLOf
	}
	return nil
}

func (h *instance) chain(ctx context.Context) error {
	if h.rpcURL = h.cfg.EthRPCURL; h.rpcURL != "" {
		return nil
	}
	c, err := standins.StartChain(ctx, filepath.Join(h.cfg.Root, "deploy", "onebox", "node_modules"), h.cfg.Data, h.cfg.ChainPort, h.log)
	if err != nil {
		return err
	}
	h.onStop(c.Stop)
	h.watch("the chain", c.Done())
	h.rpcURL = address(h.cfg.ChainPort)
	return nil
}

// names deploys the name registry to the local chain. On any other chain, names are off.
func (h *instance) names(ctx context.Context) error {
	if h.cfg.EthRPCURL != "" {
		return nil
	}
	registry, err := standins.StartNames(ctx, h.rpcURL, standins.Names)
	h.registry = registry.Hex()
	return err
}

func (h *instance) mailbox(ctx context.Context) error {
	if h.smtpURL = h.cfg.SMTPURL; h.smtpURL != "" {
		return nil
	}
	db, err := h.database("mailbox")
	if err != nil {
		return err
	}
	m, err := mailbox.Start(ctx, mailbox.Options{DatabaseURL: db, SMTPAddr: local(h.cfg.SMTPPort), HTTPAddr: local(h.cfg.MailboxPort), Log: h.log})
	if err != nil {
		return err
	}
	h.onStop(m.Stop)
	h.smtpURL = "smtp://" + local(h.cfg.SMTPPort) + "?tls=none"
	return nil
}

func (h *instance) identity(ctx context.Context) error {
	if h.issuer = h.cfg.OIDCIssuer; h.issuer != "" {
		h.oidcClient, h.oidcSecret, h.oidcManager = h.cfg.OIDCClient, h.cfg.OIDCSecret, h.cfg.OIDCManager
		return nil
	}
	db, err := h.database("identity")
	if err != nil {
		return err
	}
	h.issuer, h.oidcClient, h.oidcSecret, h.oidcManager = address(h.cfg.IdentityPort), oidc.ClientID, oidcSecret, managementSecret
	p, err := oidc.Start(ctx, oidc.Options{
		DatabaseURL: db, Addr: local(h.cfg.IdentityPort), Issuer: h.issuer, PublicURL: h.cfg.publicURL(), ClientSecret: oidcSecret,
		ManagementSecret: managementSecret, SMTPURL: h.smtpURL, MailFrom: mailFrom, Log: h.log,
	})
	if err != nil {
		return err
	}
	h.onStop(p.Stop)
	return nil
}

func (h *instance) cards(ctx context.Context) error {
	if h.cardsURL = h.cfg.StripeURL; h.cardsURL != "" {
		h.stripeKey, h.stripeSecret = h.cfg.StripeKey, h.cfg.StripeSecret
		return nil
	}
	db, err := h.database("cards")
	if err != nil {
		return err
	}
	h.cardsURL, h.stripeKey, h.stripeSecret = address(h.cfg.CardsPort), stripeKey, kit.Secret(h.secrets.WebhookSecret)
	p, err := cards.Start(ctx, cards.Options{
		DatabaseURL: db, Addr: local(h.cfg.CardsPort), PublicURL: h.cardsURL, SecretKey: stripeKey,
		WebhookURL: h.cfg.publicURL() + "/api/webhooks/stripe", WebhookSecrets: []string{h.secrets.WebhookSecret}, Log: h.log,
	})
	if err != nil {
		return err
	}
	h.onStop(p.Stop)
	return nil
}

// push runs a push service for browsers that can't reach their own, as in tests.
func (h *instance) push(context.Context) error {
	p, err := standins.StartPush(local(h.cfg.PushPort), address(h.cfg.PushPort))
	if err != nil {
		return err
	}
	h.onStop(p.Stop)
	return nil
}

// site runs the built frontend.
func (h *instance) site(ctx context.Context) error {
	if !h.cfg.Site {
		return nil
	}
	address := local(h.cfg.SitePort)
	return h.run(ctx, site, &replaceable{
		address: address,
		environ: func() []string { return h.siteCommand(h.cfg.SitePort).Env },
		start: func(ctx context.Context) (func(), error) {
			p, err := subprocess.Start(h.siteCommand(h.cfg.SitePort), syscall.SIGINT, h.log)
			if err != nil {
				return nil, err
			}
			var stopping atomic.Bool
			stop := func() {
				stopping.Store(true)
				p.Stop(5 * time.Second)
			}
			if err := probe.Wait(ctx, "http://"+address+"/healthz", 30*time.Second, p.Done()); err != nil {
				stop()
				return nil, fmt.Errorf("%w: %w", err, p.Err())
			}
			go func() {
				<-p.Done()
				if !stopping.Load() {
					h.failed <- errors.New("the site has ended")
				}
			}()
			return stop, nil
		},
	})
}

// node returns the Node that the frontend was built with.
func (h *instance) node() string {
	node := filepath.Join(h.cfg.Root, "frontend", "node_modules", ".bin", "node")
	if _, err := exec.LookPath(node); err != nil {
		return "node"
	}
	return node
}

// siteCommand runs the built frontend on a port, with the Node that it was built with.
func (h *instance) siteCommand(port int) *exec.Cmd {
	frontend := filepath.Join(h.cfg.Root, "frontend")
	cmd := exec.Command(h.node(), filepath.Join(frontend, ".next", "standalone", "server.js"))
	cmd.Dir = filepath.Join(frontend, ".next", "standalone")
	cmd.Env = append(environ("PATH", "HOME", "LANG", "TZ"), "NODE_ENV=production", "NEXT_TELEMETRY_DISABLED=1", "HOSTNAME=127.0.0.1",
		fmt.Sprintf("PORT=%d", port), "GATEWAY_URL=http://"+local(h.cfg.Port), "PUBLIC_URL="+h.cfg.publicURL(),
		"ART_ORIGIN=http://"+local(h.cfg.ArtPort), "SITE_KEY="+h.secrets.Site, "NATS_URL="+h.broker("frontend"),
		"FONTCONFIG_FILE="+filepath.Join(h.cfg.Root, "render", "dist", "fonts", "fonts.conf"),
		"SALES="+h.cfg.Sales, "SENTRY_DSN="+h.cfg.SentryDSN, "SENTRY_ENVIRONMENT="+environment, "BUILD_ID="+h.buildID())
	if h.cfg.Certificates != "" {
		files := h.cfg.certificate("frontend")
		cmd.Env = append(cmd.Env, "GATEWAY_URL="+h.cfg.scheme()+local(h.cfg.TLSPort), fmt.Sprintf("TLS_PORT=%d", h.cfg.SiteTLSPort), "TLS_HOST=127.0.0.1",
			"TLS_CERT_FILE="+files.Certificate, "TLS_KEY_FILE="+files.Key, "TLS_CA_FILE="+files.CA)
	}
	cmd.Env = append(cmd.Env, tracingEnviron()...)
	return cmd
}

// listen is where a service listens: with TLS if there are certificates, and the gateway besides its public port.
func (h *instance) listen(name, addr string) (kit.Listen, error) {
	l := kit.Listen{Addr: addr, Reflection: h.cfg.Reflection}
	if h.cfg.Certificates == "" {
		return l, nil
	}
	if name == identity.Gateway {
		l.TLSAddr = h.fleet.gateway.SiteAddr
	}
	var err error
	l.TLS, err = mtls.Open(h.cfg.certificate(name), h.logOf(name))
	return l, err
}

// host runs a service on its port until stop is called.
func (h *instance) host(ctx context.Context, name, addr string, svc kit.Service) (stop func(), err error) {
	listen, err := h.listen(name, addr)
	if err != nil {
		return nil, err
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var done sync.WaitGroup
	ready := make(chan struct{})
	var once sync.Once
	listen.Ready = func(string) { once.Do(func() { close(ready) }) }
	done.Go(func() {
		err := kit.Host(run, name, listen, svc, h.logOf(name))
		if err != nil {
			h.failed <- fmt.Errorf("%s: %w", name, err)
		}
		once.Do(func() { close(ready) })
	})
	stop = func() {
		cancel()
		done.Wait()
	}
	select {
	case <-ready:
	case <-ctx.Done():
		stop()
		return nil, ctx.Err()
	}
	select {
	case err := <-h.failed:
		stop()
		return nil, err
	default:
		return stop, nil
	}
}

// tracingEnviron returns the standard OpenTelemetry settings that the site reads.
func tracingEnviron() []string {
	return slices.DeleteFunc(os.Environ(), func(pair string) bool { return !strings.HasPrefix(pair, "OTEL_") })
}

func environ(names ...string) []string {
	var out []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if slices.Contains(names, name) {
			out = append(out, pair)
		}
	}
	return out
}

// Command standins runs what Vitrine depends on, without Vitrine: Postgres, NATS, an Ethereum node, an identity
// provider, a card payment provider and a mailbox. It is for working on one service, which is started by hand.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/deploy/onebox/standins/cards"
	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
)

// services get a database each, so that any of them can be started immediately.
var services = []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals"}

type settings struct {
	data, modules, public, webhook, clientSecret, managementSecret, cardKey, webhookSecrets string
	postgres, nats, chain, identity, cards, smtp, mailbox                                   int
	verbose                                                                                 bool
	faults                                                                                  oidc.Faults
	// ports are all of these by the names of their flags.
	ports map[string]*int
}

func read(args []string, usage io.Writer) (s settings, err error) {
	f := flag.NewFlagSet("standins", flag.ContinueOnError)
	f.SetOutput(usage)
	s.ports = map[string]*int{}
	f.StringVar(&s.data, "data", ".vitrine/standins", "folder with all data between runs")
	f.StringVar(&s.modules, "node-modules", "deploy/onebox/node_modules", "folder with anvil's package")
	f.StringVar(&s.public, "public-url", "http://localhost:8080", "origin of the gallery")
	f.StringVar(&s.webhook, "webhook-url", "", "where card events go; public-url/api/webhooks/stripe where empty")
	f.StringVar(&s.clientSecret, "oidc-secret", "vitrine-local", "secret of the client "+oidc.ClientID)
	f.StringVar(&s.managementSecret, "oidc-management-secret", "vitrine-management-local", "secret of the client "+oidc.ManagementClient)
	f.Func("identity-faults", `what the identity provider does like others, as JSON: {"clockAhead": "90s", "document": {"end_session_endpoint": null}}; see oidc.Faults`,
		func(text string) error { return json.Unmarshal([]byte(text), &s.faults) })
	f.StringVar(&s.cardKey, "card-key", "sk_test_vitrine_local", "secret key of the card API")
	f.StringVar(&s.webhookSecrets, "webhook-secrets", "whsec_vitrine_local", "secrets that sign card events, comma-separated")
	for _, p := range []struct {
		port     *int
		name     string
		standard int
	}{
		{&s.postgres, "postgres", 9432},
		{&s.nats, "nats", 9422},
		{&s.chain, "chain", 8545},
		{&s.identity, "identity", 9000},
		{&s.cards, "cards", 9010},
		{&s.smtp, "smtp", 1025},
		{&s.mailbox, "mailbox", 8025},
	} {
		f.IntVar(p.port, p.name+"-port", p.standard, "port")
		s.ports[p.name+"-port"] = p.port
	}
	f.BoolVar(&s.verbose, "verbose", false, "show what the stand-ins say")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	s.webhook = cmp.Or(s.webhook, s.public+"/api/webhooks/stripe")
	s.data, err = filepath.Abs(s.data)
	return s, err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// command returns the code that the program exits with: 2 for wrong arguments, 1 if something doesn't start or ends, 0 after an interruption.
func command(ctx context.Context, args []string, out, problems io.Writer) int {
	s, err := read(args, problems)
	if err != nil {
		return 2
	}
	if err := run(ctx, s, out); err != nil && ctx.Err() == nil {
		fmt.Fprintln(problems, "standins:", err)
		return 1
	}
	return 0
}

// free returns an error for each port that is in use. Otherwise a stand-in would fail late, or find another program at its port.
func (s settings) free() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.ports)) {
		l, err := net.Listen("tcp", local(*s.ports[name]))
		if err != nil {
			errs = append(errs, fmt.Errorf("port %d is in use by another program: stop it, or set -%s to another port", *s.ports[name], name))
			continue
		}
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}

func local(port int) string   { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
func address(port int) string { return "http://localhost:" + strconv.Itoa(port) }

// run starts everything and stops what was started in the reverse order.
func run(ctx context.Context, s settings, out io.Writer) error {
	began := time.Now()
	level := slog.LevelWarn
	if s.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	var stops []func()
	defer func() {
		for _, stop := range slices.Backward(stops) {
			stop()
		}
	}()
	locked, err := standins.Lock(s.data)
	if err != nil {
		return fmt.Errorf("%w: stop what uses it, or set -data to another folder", err)
	}
	defer locked.Close()
	if err := s.free(); err != nil {
		return err
	}
	server, err := pgserver.Start(ctx, pgserver.Options{Dir: filepath.Join(s.data, "postgres"), Port: s.postgres, Log: log, Durable: true})
	if err != nil {
		return fmt.Errorf("start Postgres: %w", err)
	}
	stops = append(stops, func() { _ = server.Stop() })
	for _, db := range append([]string{"mailbox", "identity", "cards"}, services...) {
		if err := server.CreateDatabase(ctx, db); err != nil {
			return err
		}
	}
	broker, err := standins.StartNATS(s.data, "127.0.0.1", s.nats)
	if err != nil {
		return err
	}
	stops = append(stops, broker.Stop)
	chain, err := standins.StartChain(ctx, s.modules, s.data, s.chain, log)
	if err != nil {
		return err
	}
	stops = append(stops, chain.Stop)
	registry, err := standins.StartNames(ctx, chain.URL(), standins.Names)
	if err != nil {
		return fmt.Errorf("names: %w", err)
	}
	mails, err := mailbox.Start(ctx, mailbox.Options{DatabaseURL: server.URL("mailbox"), SMTPAddr: local(s.smtp), HTTPAddr: local(s.mailbox), Log: log})
	if err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}
	stops = append(stops, mails.Stop)
	smtpURL := "smtp://" + local(s.smtp) + "?tls=none"
	accounts, err := oidc.Start(ctx, oidc.Options{
		DatabaseURL: server.URL("identity"), Addr: local(s.identity), Issuer: address(s.identity), PublicURL: s.public, ClientSecret: s.clientSecret,
		ManagementSecret: s.managementSecret, SMTPURL: smtpURL, MailFrom: "Vitrine <gallery@example.org>", Log: log, Faults: s.faults,
	})
	if err != nil {
		return fmt.Errorf("identity provider: %w", err)
	}
	stops = append(stops, accounts.Stop)
	payments, err := cards.Start(ctx, cards.Options{
		DatabaseURL: server.URL("cards"), Addr: local(s.cards), PublicURL: address(s.cards), SecretKey: s.cardKey, WebhookURL: s.webhook,
		WebhookSecrets: strings.Split(s.webhookSecrets, ","), Log: log,
	})
	if err != nil {
		return fmt.Errorf("card payments: %w", err)
	}
	stops = append(stops, payments.Stop)

	for _, service := range services {
		fmt.Fprintf(out, "  %-30s %s\n", "DATABASE_URL of "+service, server.URL(service))
	}
	for _, line := range [][2]string{
		{"NATS_URL", broker.URL()},
		{"Ethereum node", chain.URL()},
		{"ENS_CHAIN_ID", strconv.Itoa(standins.ChainID)},
		{"ENS_REGISTRY", registry.Hex()},
		{"OIDC_ISSUER", address(s.identity)},
		{"OIDC_CLIENT_ID", oidc.ClientID},
		{"OIDC_CLIENT_SECRET", s.clientSecret},
		{"OIDC_MANAGEMENT_URL", address(s.identity)},
		{"OIDC_MANAGEMENT_CLIENT_ID", oidc.ManagementClient},
		{"OIDC_MANAGEMENT_CLIENT_SECRET", s.managementSecret},
		{"STRIPE_API_URL", address(s.cards)},
		{"STRIPE_SECRET_KEY", s.cardKey},
		{"STRIPE_WEBHOOK_SECRETS", s.webhookSecrets},
		{"card events go to", s.webhook},
		{"SMTP_URL", smtpURL},
		{"mailbox", address(s.mailbox)},
		{"data", s.data},
	} {
		fmt.Fprintf(out, "  %-30s %s\n", line[0], line[1])
	}
	fmt.Fprintf(out, "\n  All there after %.1f s. Ctrl-C stops everything; the data stays.\n", time.Since(began).Seconds())
	select {
	case <-ctx.Done():
		return nil
	case <-chain.Done():
		return errors.New("the chain has ended")
	case <-server.Done():
		return errors.New("the Postgres server has ended")
	}
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/mtls"
)

// settings of onebox. Setting an address replaces the stand-in.
type settings struct {
	Data    string `env:"VITRINE_DATA" help:"folder with all data between runs"`
	Root    string `env:"VITRINE_ROOT" help:"folder of the Vitrine repository; found automatically"`
	Content string `env:"CONTENT_DIR" help:"content folder of the gallery"`
	Offset  int    `env:"PORT_OFFSET" help:"added to every port, so that two instances can run side by side"`

	Port         int `env:"PORT" help:"the gallery"`
	ArtPort      int `env:"ART_PORT" help:"second origin, for untrusted art"`
	SitePort     int `env:"SITE_PORT" help:"the frontend"`
	MailboxPort  int `env:"MAILBOX_PORT" help:"mailbox page"`
	SMTPPort     int `env:"SMTP_PORT" help:"mail server"`
	IdentityPort int `env:"IDENTITY_PORT" help:"identity provider"`
	CardsPort    int `env:"CARDS_PORT" help:"card payment provider"`
	ChainPort    int `env:"CHAIN_PORT" help:"Ethereum node"`
	PostgresPort int `env:"POSTGRES_PORT" help:"Postgres"`
	NATSPort     int `env:"NATS_PORT" help:"NATS"`
	ServicePort  int `env:"SERVICE_PORT" help:"first of the services' eight ports"`
	PushPort     int `env:"PUSH_PORT" help:"push service, for notifications in browsers that can't reach their own"`
	ObservePort  int `env:"OBSERVE_PORT" help:"metrics and service level objectives, if OBSERVE is set"`
	SiteTLSPort  int `env:"SITE_TLS_PORT" help:"the frontend with TLS, if CERTIFICATES is set"`
	TLSPort      int `env:"TLS_PORT" help:"the gateway with TLS for the frontend, if CERTIFICATES is set"`

	DatabaseURL  string     `env:"DATABASE_URL" kind:"postgres" help:"Postgres server to use, with the right to create databases"`
	NATSURL      string     `env:"NATS_URL" kind:"nats" help:"NATS server to use"`
	OIDCIssuer   string     `env:"OIDC_ISSUER" kind:"http" help:"OpenID Connect provider to use"`
	OIDCClient   string     `env:"OIDC_CLIENT_ID" help:"client id at OIDC_ISSUER"`
	OIDCSecret   kit.Secret `env:"OIDC_CLIENT_SECRET" help:"client secret at OIDC_ISSUER"`
	OIDCManager  kit.Secret `env:"OIDC_MANAGEMENT_SECRET" help:"secret of the client vitrine-management at OIDC_ISSUER; empty turns off the features that need it"`
	EthRPCURL    string     `env:"ETH_RPC_URL" kind:"node" help:"Ethereum node to use, of the local chain"`
	ENSRegistry  string     `env:"ENS_REGISTRY" help:"name registry at ETH_RPC_URL; empty turns names off"`
	Chains       string     `env:"CHAINS" help:"for tests: the chainwatcher's chains as JSON; empty for ETH_RPC_URL alone"`
	SMTPURL      string     `env:"SMTP_URL" kind:"smtp" help:"mail server to use"`
	StripeURL    string     `env:"STRIPE_API_URL" kind:"http" help:"card API to use"`
	StripeKey    kit.Secret `env:"STRIPE_SECRET_KEY" help:"key for STRIPE_API_URL"`
	StripeSecret kit.Secret `env:"STRIPE_WEBHOOK_SECRET" help:"webhook secret of STRIPE_API_URL"`

	AuthURL         string `env:"AUTH_URL" kind:"origin" help:"auth service to use, which knows the keys of this instance; the same for the next"`
	ProfilesURL     string `env:"PROFILES_URL" kind:"origin" help:"profiles service to use"`
	CatalogURL      string `env:"CATALOG_URL" kind:"origin" help:"catalog service to use, with its own content"`
	CheckoutURL     string `env:"CHECKOUT_URL" kind:"origin" help:"checkout service to use"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"chainwatcher to use, with contracts that it has deployed"`
	ApprovalsURL    string `env:"APPROVALS_URL" kind:"origin" help:"approvals service to use"`
	RenderURL       string `env:"RENDER_URL" kind:"origin" help:"render to use"`

	Logo              string                   `env:"LOGO" help:"logo on documents: path or URL of a PNG, JPEG or SVG file; empty uses the demo gallery's"`
	HoldFor           time.Duration            `env:"HOLD_FOR" help:"how long an edition is held for a buyer"`
	WithdrawalLinkFor time.Duration            `env:"WITHDRAWAL_LINK_FOR" help:"how long a mailed link approves a withdrawal"`
	PayoutLinkFor     time.Duration            `env:"PAYOUT_LINK_FOR" help:"how long the mailed links approve a payout wallet"`
	StepUpWindow      time.Duration            `env:"STEP_UP_WINDOW" help:"how long after a login a person may approve, withdraw, and change payout wallets and ways to log in"`
	StaffPasskey      bool                     `env:"STAFF_PASSKEY" help:"the demo's staff need a passkey, as in production"`
	DeletionWait      time.Duration            `env:"DELETION_WAIT" help:"how long the confirmed deletion of an account can be cancelled"`
	DeletionPause     time.Duration            `env:"DELETION_PAUSE" help:"how long a deletion waits after sessions ended; access tokens live five minutes"`
	ClockOffsets      map[string]time.Duration `env:"CLOCK_OFFSETS" help:"for tests: how far the clocks of processes are ahead, such as auth:10m,checkout:-10m"`
	SentryDSN         string                   `env:"SENTRY_DSN" kind:"dsn" help:"where errors of browsers, site and services are reported; empty for off"`
	ImageOrigins      []string                 `env:"IMAGE_ORIGINS" kind:"origin" help:"other origins whose pictures pages may show, comma separated: a museum's for collections imported in bulk"`
	Currency          string                   `env:"SHOP_CURRENCY" help:"ISO 4217 code of the currency of all prices; the content's gallery.yaml names the same"`
	Reflection        bool                     `env:"GRPC_REFLECTION" help:"let gRPC clients such as grpcurl list the RPCs of the services"`
	Site              bool                     `env:"SITE" help:"start the frontend"`
	Certificates      string                   `env:"CERTIFICATES" help:"folder with NAME.crt and NAME.key of each service, gateway, render and frontend, for 127.0.0.1, and ca.crt: they call each other with TLS"`
	Split             bool                     `env:"SPLIT" help:"run each service, the gateway and the frontend as two processes"`
	Grace             time.Duration            `env:"SHUTDOWN_GRACE" help:"for serve: how long a service continues to serve after it has become unready"`
	AdmitAll          bool                     `env:"ADMIT_ALL" help:"for tests: accept every request, even more than can finish in time"`
	Snapshot          bool                     `env:"SNAPSHOT" help:"for tests: start an empty data folder from a prepared one in the user's cache folder"`
	Sales             string                   `env:"SALES" help:"open, or closed: nothing new is sold, and pages say so"`
	Maintenance       bool                     `env:"MAINTENANCE" help:"pages respond with 503; webhooks, the watcher, approvals and their login continue"`
	ContentWatch      bool                     `env:"CONTENT_WATCH" help:"import edits of the content as soon as they are saved"`
	RenditionWorkers  int                      `env:"RENDITION_WORKERS" help:"images that are resized at the same time; 0 keeps the originals only"`
	LogLevel          slog.Level               `env:"LOG_LEVEL" help:"debug, info, warn or error; empty for info"`
	Observe           bool                     `env:"OBSERVE" help:"serve metrics, and a page with the service level objectives"`
	Browser           string                   `env:"RENDER_BROWSER" help:"command of the Chromium that draws editions of live works; empty looks for one, none uses none"`
	MadeCache         string                   `env:"MADE_CACHE_DIR" help:"folder that caches renditions of pictures for other instances; off caches nothing"`
}

func defaults() settings {
	return settings{
		Port: 8080, ArtPort: 8081, SitePort: 8083, MailboxPort: 8025, SMTPPort: 1025, IdentityPort: 9000, CardsPort: 9010, PushPort: 9020, ChainPort: 8545,
		PostgresPort: 9432, NATSPort: 9422, ServicePort: 9101, ObservePort: 8084, SiteTLSPort: 8085, TLSPort: 8086, HoldFor: 15 * time.Minute, Sales: "open", Currency: "USD", Site: true, RenditionWorkers: runtime.NumCPU(),
		WithdrawalLinkFor: 24 * time.Hour, PayoutLinkFor: 72 * time.Hour, StepUpWindow: 5 * time.Minute, DeletionWait: time.Minute, DeletionPause: 10 * time.Second,
	}
}

// Validate finds the checkout and adds the offset to the ports.
func (s *settings) Validate() error {
	var errs []error
	if s.Root == "" {
		root, err := findRoot()
		if err != nil {
			errs = append(errs, err)
		}
		s.Root = root
	}
	s.Data = cmp.Or(s.Data, filepath.Join(s.Root, ".vitrine"))
	s.Content = cmp.Or(s.Content, filepath.Join(s.Root, "content"))
	s.Logo = cmp.Or(s.Logo, filepath.Join(s.Root, "content", "logo.svg"))
	s.MadeCache = madeCache(s.MadeCache)
	for _, path := range []*string{&s.Data, &s.Content, &s.Root} {
		abs, err := filepath.Abs(*path)
		if err != nil {
			errs = append(errs, err)
		}
		*path = abs
	}
	for _, p := range s.ports() {
		*p.port += s.Offset
		if *p.port < 1 || *p.port > 65535 {
			errs = append(errs, fmt.Errorf("%s: %d is not a port", p.setting, *p.port))
		}
	}
	if s.HoldFor < time.Second {
		errs = append(errs, errors.New("HOLD_FOR must be at least a second"))
	}
	if s.Split && s.Certificates != "" {
		errs = append(errs, errors.New("CERTIFICATES: the balancer of SPLIT doesn't support TLS: remove SPLIT"))
	}
	if s.WithdrawalLinkFor < time.Second || s.PayoutLinkFor < time.Second {
		errs = append(errs, errors.New("WITHDRAWAL_LINK_FOR and PAYOUT_LINK_FOR must be at least a second"))
	}
	return errors.Join(errs...)
}

type port struct {
	setting string
	port    *int
	// span counts consecutive ports.
	span int
	used bool
}

func (s *settings) ports() []port {
	return []port{
		{"PORT", &s.Port, 1, true},
		{"ART_PORT", &s.ArtPort, 1, true},
		{"SITE_PORT", &s.SitePort, 1, s.Site},
		{"OBSERVE_PORT", &s.ObservePort, 1, s.Observe},
		{"SITE_TLS_PORT", &s.SiteTLSPort, 1, s.Site && s.Certificates != ""},
		{"TLS_PORT", &s.TLSPort, 1, s.Certificates != ""},
		{"MAILBOX_PORT", &s.MailboxPort, 1, s.SMTPURL == ""},
		{"SMTP_PORT", &s.SMTPPort, 1, s.SMTPURL == ""},
		{"IDENTITY_PORT", &s.IdentityPort, 1, s.OIDCIssuer == ""},
		{"CARDS_PORT", &s.CardsPort, 1, s.StripeURL == ""},
		{"PUSH_PORT", &s.PushPort, 1, true},
		{"CHAIN_PORT", &s.ChainPort, 1, s.EthRPCURL == ""},
		{"POSTGRES_PORT", &s.PostgresPort, 1, s.DatabaseURL == ""},
		{"NATS_PORT", &s.NATSPort, 1, s.NATSURL == ""},
		{"SERVICE_PORT", &s.ServicePort, 8, true},
	}
}

// replicas is how many processes a service, the gateway and the frontend have in a split instance.
const replicas = 2

// replicaPorts are the ports of a part's replicas, relative to the port of their balancer.
func replicaPorts(port int) (out []int) {
	for i := range replicas {
		out = append(out, port+10*(i+1))
	}
	return out
}

// metricsPort is the port of the metrics of a part of a split instance, relative to the part's own port.
func metricsPort(port int) int { return port + 30 }

// listens returns the ports that the instance listens on, with the settings that move them.
func (s *settings) listens() map[int]string {
	out := map[int]string{}
	for _, p := range s.ports() {
		for i := 0; p.used && i < p.span; i++ {
			out[*p.port+i] = p.setting
			if s.Split && (p.port == &s.ServicePort && i < renderPort || p.port == &s.SitePort || p.port == &s.Port || p.port == &s.ArtPort) {
				for _, port := range replicaPorts(*p.port + i) {
					out[port] = p.setting
					if s.Observe {
						out[metricsPort(port)] = p.setting
					}
				}
			}
		}
	}
	return out
}

// free reports all ports that are already in use.
func (s *settings) free() error {
	var errs []error
	listens := s.listens()
	for _, port := range slices.Sorted(maps.Keys(listens)) {
		l, err := net.Listen("tcp", local(port))
		if err != nil {
			errs = append(errs, fmt.Errorf("port %d is in use by another program: stop it, set %s to another port, or shift them all with PORT_OFFSET", port, listens[port]))
			continue
		}
		_ = l.Close()
	}
	return errors.Join(errs...)
}

// waitFree waits some seconds for subprocesses of a killed instance, which end on their own.
func (s *settings) waitFree(ctx context.Context, out io.Writer) error {
	err := s.free()
	for i := 0; err != nil && i < 20; i++ {
		if i == 4 {
			fmt.Fprintln(out, "  Waiting for ports that are still in use …")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(250 * time.Millisecond):
		}
		err = s.free()
	}
	return err
}

// madeCache returns the folder that a setting names, by default one in the user's cache; "" for none.
func madeCache(setting string) string {
	if setting != "" {
		if setting == "off" {
			return ""
		}
		return setting
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "" // without a home
	}
	return filepath.Join(dir, "vitrine", "made")
}

func local(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

func address(port int) string { return "http://localhost:" + strconv.Itoa(port) }

func (s *settings) publicURL() string { return address(s.Port) }

// service returns the address of a service: the instance's own, or the one that replaces it.
func (s *settings) service(n int) string {
	if elsewhere := s.elsewhere(n); elsewhere != "" {
		return elsewhere
	}
	return s.scheme() + local(s.ServicePort+n)
}

// elsewhere returns the address of what replaces a service of the instance, or "".
func (s *settings) elsewhere(n int) string {
	return [...]string{
		authPort: s.AuthURL, profilesPort: s.ProfilesURL, catalogPort: s.CatalogURL, checkoutPort: s.CheckoutURL, chainwatcherPort: s.ChainwatcherURL,
		approvalsPort: s.ApprovalsURL, renderPort: s.RenderURL,
	}[n]
}

// scheme returns the scheme of the addresses that processes call each other at.
func (s *settings) scheme() string {
	if s.Certificates != "" {
		return "https://"
	}
	return "http://"
}

// certificate returns the paths of a process's certificate and key, and of the authority's certificate.
func (s *settings) certificate(name string) mtls.Files {
	return mtls.Files{
		Certificate: filepath.Join(s.Certificates, name+".crt"), Key: filepath.Join(s.Certificates, name+".key"), CA: filepath.Join(s.Certificates, "ca.crt"),
	}
}

// findRoot walks up from the program and from the working folder to the checkout.
func findRoot() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, dir := range []string{filepath.Dir(program), here} {
		for {
			if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
				return dir, nil
			}
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	return "", errors.New("VITRINE_ROOT is not set, and this folder is not in a checkout of Vitrine")
}

// secrets are created once and stored with the data.
type secrets struct {
	// Broker derives the passwords of the broker's users.
	Broker        string `json:"broker"`
	WebhookSecret string `json:"webhookSecret"`
	Site          string `json:"site"`
	// Push signs notifications in browsers.
	Push string `json:"push"`
	// Links signs the catalog's addresses.
	Links string `json:"links"`
	// Keys are the private keys of the processes. Their public keys are in the file publicKeys.
	Keys map[string]string `json:"keys"`
}

// processes have a key pair.
var processes = []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", identity.Gateway}

// publicKeys is the file with the public keys of all processes.
func publicKeys(dir string) string { return filepath.Join(dir, "public-keys.json") }

// loadSecrets reads the secrets of a data folder and creates missing ones.
func loadSecrets(dir string) (secrets, error) {
	path := filepath.Join(dir, "secrets.json")
	var s secrets
	before, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(before, &s)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return s, err
	}
	s.Broker = cmp.Or(s.Broker, rand.Text()+rand.Text())
	s.WebhookSecret = cmp.Or(s.WebhookSecret, "whsec_"+rand.Text())
	s.Site = cmp.Or(s.Site, rand.Text()+rand.Text())
	s.Links = cmp.Or(s.Links, rand.Text()+rand.Text())
	if s.Push == "" {
		key, err := ecdh.P256().GenerateKey(rand.Reader)
		if err != nil {
			return s, err
		}
		s.Push = base64.RawURLEncoding.EncodeToString(key.Bytes())
	}
	if s.Keys == nil {
		s.Keys = map[string]string{}
	}
	for _, name := range processes {
		if s.Keys[name] == "" {
			if s.Keys[name], err = identity.NewKey(); err != nil {
				return s, err
			}
		}
		if err := identity.AddPublic(publicKeys(dir), name, s.Keys[name]); err != nil {
			return s, err
		}
	}
	after, err := json.Marshal(s)
	if err != nil || bytes.Equal(after, before) {
		return s, err
	}
	return s, os.WriteFile(path, after, 0o600)
}

package kit

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/kit/mtls"
)

// Common are the settings of every process. Like the parts below, it is embedded
// in a settings struct, whose Validate calls the Validate of each.
type Common struct {
	Addr         string `env:"ADDR" kind:"listen" help:"where it listens"`
	InternalAddr string `env:"INTERNAL_ADDR" kind:"listen" help:"where metrics and readiness are served, from the start of the process on; empty for nowhere"`
	// ServiceKey belongs to this process only. Anyone who has it can call other services as this process.
	ServiceKey     Secret `env:"SERVICE_KEY" help:"this process's own private key, which signs its calls to other services: Ed25519, PKCS #8, PEM or its base64; the command key new makes one"`
	PublicKeysFile string `env:"PUBLIC_KEYS_FILE" help:"file with the public keys of all processes, the same everywhere; read again when it changes"`
	TLSCertFile    string `env:"TLS_CERT_FILE" help:"this process's certificate with its chain (PEM), for TLS between processes; needs TLS_KEY_FILE and TLS_CA_FILE; read again when it changes; empty turns TLS off"`
	TLSKeyFile     string `env:"TLS_KEY_FILE" help:"private key of TLS_CERT_FILE (PEM)"`
	TLSCAFile      string `env:"TLS_CA_FILE" help:"certificates of the authorities that sign the certificates of all processes (PEM); others are rejected"`
	Reflection     bool   `env:"GRPC_REFLECTION" help:"let gRPC clients such as grpcurl list the RPCs of this service"`
	// Pages of the site also compare BuildID to notice a new build.
	BuildID           string `env:"BUILD_ID" help:"version of this build: the release in error reports; a new one at the gateway makes open pages load fully"`
	SentryDSN         string `env:"SENTRY_DSN" kind:"dsn" help:"where errors are reported: the DSN of a project at Sentry or a compatible service; empty for off"`
	SentryEnvironment string `env:"SENTRY_ENVIRONMENT" help:"environment in error reports; empty for production"`
	AdmitAll          bool   `env:"ADMIT_ALL" help:"accept every request immediately, even more than can finish in time; otherwise the excess is refused with 503 and Retry-After"`
	// Decisions don't depend on a process's own clock. Tests set an offset to prove that.
	ClockOffset      time.Duration `env:"CLOCK_OFFSET" help:"for tests: how far the clock of this process is ahead, such as -10m; needs ALLOW_CLOCK_OFFSET"`
	AllowClockOffset bool          `env:"ALLOW_CLOCK_OFFSET" help:"accept CLOCK_OFFSET; for tests only"`
	GOGC             string        `env:"GOGC" help:"percent that the heap may grow before garbage is collected, or off; empty for Go's default of 100"`
	LogFormat        string        `env:"LOG_FORMAT" help:"json or text; empty for json"`
	LogLevel         slog.Level    `env:"LOG_LEVEL" help:"debug, info, warn or error; empty for info"`
	ShutdownGrace    time.Duration `env:"SHUTDOWN_GRACE" help:"how long to go on serving after becoming unready, at most 12 s"`
}

// Validate reports all invalid settings of the part.
func (c *Common) Validate() error {
	errs := []error{Required("SERVICE_KEY", c.ServiceKey, "PUBLIC_KEYS_FILE", c.PublicKeysFile)}
	if c.ServiceKey != "" {
		if _, err := identity.ParseKey(string(c.ServiceKey)); err != nil {
			errs = append(errs, fmt.Errorf("SERVICE_KEY: %w", err))
		}
	}
	if _, err := strconv.Atoi(c.GOGC); err != nil && c.GOGC != "" && c.GOGC != "off" {
		errs = append(errs, fmt.Errorf("GOGC: %q is neither a number nor off", c.GOGC))
	}
	if c.ClockOffset != 0 && !c.AllowClockOffset {
		errs = append(errs, errors.New("CLOCK_OFFSET makes the clock wrong on purpose: remove it, or set ALLOW_CLOCK_OFFSET=true in a test"))
	}
	if set := (c.TLSCertFile != ""); (c.TLSKeyFile != "") != set || (c.TLSCAFile != "") != set {
		errs = append(errs, errors.New("TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE belong together: set all or none"))
	}
	if c.LogFormat != "" && c.LogFormat != "json" && c.LogFormat != "text" {
		errs = append(errs, fmt.Errorf("LOG_FORMAT: %q is neither json nor text", c.LogFormat))
	}
	if c.ShutdownGrace < 0 {
		errs = append(errs, errors.New("SHUTDOWN_GRACE must not be negative"))
	}
	return errors.Join(errs...)
}

// OpenKeys reads the keys and certificates of the process. Other processes identify it by this name.
func (c *Common) OpenKeys(service string, log *slog.Logger) (*identity.Keys, error) {
	keys, err := identity.Open(service, string(c.ServiceKey), c.PublicKeysFile, log)
	if err != nil {
		return nil, fmt.Errorf("SERVICE_KEY, PUBLIC_KEYS_FILE: %w", err)
	}
	certificates, err := c.openCertificates(log)
	if err != nil {
		return nil, err
	}
	keys.SetCertificates(certificates)
	return keys, nil
}

// openCertificates reads the certificates for TLS between processes, or returns nil if the process has none.
func (c *Common) openCertificates(log *slog.Logger) (*mtls.Certificates, error) {
	if c.TLSCertFile == "" {
		return nil, nil //nolint:nilnil // a nil pointer has no certificates
	}
	certificates, err := mtls.Open(mtls.Files{Certificate: c.TLSCertFile, Key: c.TLSKeyFile, CA: c.TLSCAFile}, log)
	if err != nil {
		return nil, fmt.Errorf("TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE: %w", err)
	}
	return certificates, nil
}

// LocalClock returns the clock of this process. Decisions about time need the clock of service.Base or, in the gateway, the one that
// follows it.
func (c *Common) LocalClock() clock.Clock { return clock.Shifted(clock.System, c.ClockOffset) }

func (c Common) common() Common { return c }

// Database are the settings of a service with a database.
type Database struct {
	DatabaseURL        string `env:"DATABASE_URL" kind:"postgres" help:"the service's own PostgreSQL database"`
	MigrateDatabaseURL string `env:"MIGRATE_DATABASE_URL" kind:"postgres" help:"the same database as the user that owns its tables; only for the command migrate, which needs no other setting and gives the user of DATABASE_URL, or without it the one with the service's name, its rights; empty migrates as the user of DATABASE_URL"`
}

// Validate reports a missing setting.
func (d *Database) Validate() error { return Required("DATABASE_URL", d.DatabaseURL) }

func (d Database) database() string { return d.DatabaseURL }

// Broker are the settings of a service that publishes or consumes events.
type Broker struct {
	NATSURL string `env:"NATS_URL" kind:"nats" help:"NATS server with JetStream, the broker of events"`
}

// LocalBroker is the broker of a local setup.
func LocalBroker() Broker { return Broker{NATSURL: "nats://127.0.0.1:4222"} }

// Validate reports a missing setting.
func (b *Broker) Validate() error { return Required("NATS_URL", b.NATSURL) }

// Site are the settings of a process that names the site to others.
type Site struct {
	PublicURL string `env:"PUBLIC_URL" kind:"origin" help:"origin that browsers see: links lead there; access tokens and messages to sign name it"`
}

// LocalSite is the site of a local setup.
func LocalSite() Site { return Site{PublicURL: "http://localhost:8080"} }

// Validate reports a missing setting.
func (s *Site) Validate() error { return Required("PUBLIC_URL", s.PublicURL) }

// Mail are the settings of a service that sends mails.
type Mail struct {
	SMTPURL  string `env:"SMTP_URL" kind:"smtp" help:"mail server: smtps://user:password@host:465, or smtp://user:password@host:587, which requires STARTTLS unless ?tls=optional or ?tls=none allows otherwise"`
	MailFrom string `env:"MAIL_FROM" kind:"email" help:"sender of mails"`
	// optional is whether the command sends no mail.
	optional bool
}

func (m *Mail) withoutMail() { m.optional = true }

// LocalMail is the mail server of a local setup.
func LocalMail() Mail {
	return Mail{SMTPURL: "smtp://127.0.0.1:1025?tls=none", MailFrom: "Vitrine <hello@example.org>"}
}

// Validate reports missing settings.
func (m *Mail) Validate() error {
	if m.optional {
		return nil
	}
	return Required("SMTP_URL", m.SMTPURL, "MAIL_FROM", m.MailFrom)
}

// Seller are the settings of a service that writes documents.
type Seller struct {
	SellerName string `env:"SELLER_NAME" help:"seller's name on documents"`
	Logo       string `env:"LOGO" help:"logo on documents: path or http(s) URL of a PNG, JPEG or SVG file; empty shows SELLER_NAME instead"`
}

// LocalSeller is the seller of a local setup.
func LocalSeller() Seller { return Seller{SellerName: "Vitrine"} }

// Validate reports a missing setting. Whether the logo can be read is checked when the service opens.
func (s *Seller) Validate() error { return Required("SELLER_NAME", s.SellerName) }

// Objects are the settings of a process that stores files in a bucket of an S3-compatible store.
type Objects struct {
	AccessKeyID     string `env:"AWS_ACCESS_KEY_ID" help:"access key for buckets; empty uses the identity that the platform gives the process"`
	SecretAccessKey Secret `env:"AWS_SECRET_ACCESS_KEY" help:"secret of AWS_ACCESS_KEY_ID"`
}

// Validate reports a key without its secret, or a secret without its key.
func (o *Objects) Validate() error {
	if (o.AccessKeyID == "") != (o.SecretAccessKey == "") {
		return errors.New("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or none")
	}
	return nil
}

// Shop is the setting of processes that handle prices.
type Shop struct {
	Currency string `env:"SHOP_CURRENCY" help:"ISO 4217 code of the currency of all prices; the same for catalog and gateway"`
}

// LocalShop is the default currency.
func LocalShop() Shop { return Shop{Currency: "USD"} }

// otherMinorUnits are currencies that card payments count in other minor units than ISO 4217.
var otherMinorUnits = []string{"ISK", "UGX", "MGA"}

// Validate reports a currency that can't be charged.
func (s *Shop) Validate() error {
	if !iso.Currency(s.Currency) {
		return fmt.Errorf("SHOP_CURRENCY %q is not the ISO 4217 code of a currency in use, such as USD", s.Currency)
	}
	if slices.Contains(otherMinorUnits, s.Currency) {
		return fmt.Errorf("SHOP_CURRENCY %s can't be charged: card payments count it in other minor units than ISO 4217", s.Currency)
	}
	return nil
}

// Holds are the settings of a process that reserves editions for buyers, or shows for how long.
type Holds struct {
	Hold time.Duration `env:"HOLD" help:"how long an unpaid edition is held; the same for checkout and gateway, which sends it to browsers"`
}

// LocalHolds is the default hold.
func LocalHolds() Holds { return Holds{Hold: 15 * time.Minute} }

// Validate reports a hold that is not above zero.
func (h *Holds) Validate() error {
	if h.Hold <= 0 {
		return errors.New("HOLD must be above zero")
	}
	return nil
}

package profiles

import (
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit"
)

// Config is the service's settings.
type Config struct {
	Addr          string        `env:"ADDR" help:"where the service listens"`
	InternalAddr  string        `env:"INTERNAL_ADDR" help:"where metrics are served; empty is nowhere"`
	DatabaseURL   string        `env:"DATABASE_URL" help:"the service's own PostgreSQL database"`
	NATSURL       string        `env:"NATS_URL" help:"the broker"`
	InternalKey   kit.Secret    `env:"INTERNAL_KEY" help:"authenticates callers between services"`
	PublicURL     string        `env:"PUBLIC_URL" help:"origin that links of mails lead to"`
	AuthURL       string        `env:"AUTH_URL" help:"address of the auth service"`
	CatalogURL    string        `env:"CATALOG_URL" help:"address of the catalog service"`
	MediaDir      string        `env:"MEDIA_DIR" help:"folder where avatars are kept; replicas share it"`
	PayoutCooling time.Duration `env:"PAYOUT_COOLING" help:"how long an approved payout wallet waits before it becomes active"`
	SMTPURL       string        `env:"SMTP_URL" help:"where mails go"`
	MailFrom      string        `env:"MAIL_FROM" help:"sender of mails"`
}

// Default suits a machine of one's own, with the waiting times of production.
func Default() Config {
	return Config{
		Addr: "127.0.0.1:9102", NATSURL: "nats://127.0.0.1:4222", PublicURL: "http://localhost:8080",
		AuthURL: "http://127.0.0.1:9101", CatalogURL: "http://127.0.0.1:9103", MediaDir: "media",
		PayoutCooling: 48 * time.Hour, SMTPURL: "smtp://127.0.0.1:1025", MailFrom: "Vitrine <hello@example.org>",
	}
}

// Validate tells every setting that is wrong.
func (c *Config) Validate() error {
	err := errors.Join(kit.Origin("PUBLIC_URL", &c.PublicURL), kit.Required("DATABASE_URL", c.DatabaseURL, "NATS_URL", c.NATSURL, "INTERNAL_KEY", c.InternalKey, "PUBLIC_URL", c.PublicURL,
		"AUTH_URL", c.AuthURL, "CATALOG_URL", c.CatalogURL, "MEDIA_DIR", c.MediaDir))
	if c.PayoutCooling < 0 {
		err = errors.Join(err, errors.New("PAYOUT_COOLING is negative"))
	}
	return err
}

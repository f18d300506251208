package approvals

import (
	"errors"
	"fmt"
	"net/mail"
	"time"

	"github.com/vitrine/vitrine/kit"
)

// Config holds the settings.
type Config struct {
	Addr         string     `env:"ADDR" help:"address of the service"`
	InternalAddr string     `env:"INTERNAL_ADDR" help:"address of /metrics; empty for none"`
	DatabaseURL  string     `env:"DATABASE_URL" help:"Postgres database of this service"`
	NATSURL      string     `env:"NATS_URL" help:"NATS server with JetStream"`
	InternalKey  kit.Secret `env:"INTERNAL_KEY" help:"authenticates principals between services"`
	PublicURL    string     `env:"PUBLIC_URL" help:"origin that the mailed links lead to"`
	AuthURL      string     `env:"AUTH_URL" help:"address of the auth service"`
	SMTPURL      string     `env:"SMTP_URL" help:"mail server, smtp:// or smtps://"`
	MailFrom     string     `env:"MAIL_FROM" help:"sender of mails"`

	WithdrawalFor       time.Duration `env:"WITHDRAWAL_LINK_FOR" help:"how long a withdrawal's link is good"`
	PayoutFor           time.Duration `env:"PAYOUT_LINK_FOR" help:"how long the links of a payout change are good"`
	WithdrawalApprovers int           `env:"WITHDRAWAL_APPROVERS" help:"people needed for a withdrawal besides its owner"`
	PayoutApprovers     int           `env:"PAYOUT_APPROVERS" help:"people needed for a payout change besides the artist"`
	ApproverEmails      []string      `env:"APPROVER_EMAILS" help:"where links go that ask a second person, comma separated"`
}

// Default is the configuration of a local house.
func Default() Config {
	return Config{
		Addr: "127.0.0.1:9106", NATSURL: "nats://127.0.0.1:4222", PublicURL: "http://localhost:8080", AuthURL: "http://127.0.0.1:9101",
		SMTPURL: "smtp://127.0.0.1:1025", MailFrom: "Vitrine <hello@example.org>",
		WithdrawalFor: 24 * time.Hour, PayoutFor: 72 * time.Hour, PayoutApprovers: 1,
	}
}

// Validate tells every setting that is wrong, in one error.
func (c *Config) Validate() error {
	errs := []error{kit.Required("DATABASE_URL", c.DatabaseURL, "NATS_URL", c.NATSURL, "INTERNAL_KEY", c.InternalKey, "PUBLIC_URL", c.PublicURL,
		"AUTH_URL", c.AuthURL, "SMTP_URL", c.SMTPURL, "MAIL_FROM", c.MailFrom), kit.Origin("PUBLIC_URL", &c.PublicURL)}
	if c.WithdrawalFor <= 0 {
		errs = append(errs, errors.New("WITHDRAWAL_LINK_FOR must be above zero"))
	}
	if c.PayoutFor <= 0 {
		errs = append(errs, errors.New("PAYOUT_LINK_FOR must be above zero"))
	}
	if c.WithdrawalApprovers < 0 {
		errs = append(errs, errors.New("WITHDRAWAL_APPROVERS must not be negative"))
	}
	if c.PayoutApprovers < 0 {
		errs = append(errs, errors.New("PAYOUT_APPROVERS must not be negative"))
	}
	if c.WithdrawalApprovers+c.PayoutApprovers > 0 && len(c.ApproverEmails) == 0 {
		errs = append(errs, errors.New("APPROVER_EMAILS is required while a second person is needed"))
	}
	for _, a := range c.ApproverEmails {
		if _, err := mail.ParseAddress(a); err != nil {
			errs = append(errs, fmt.Errorf("APPROVER_EMAILS: %q is not an address", a))
		}
	}
	return errors.Join(errs...)
}

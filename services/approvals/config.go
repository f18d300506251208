package approvals

import (
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit"
)

// Config holds the settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail

	AuthURL         string `env:"AUTH_URL" kind:"origin" help:"address of the auth service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"address of the chainwatcher"`

	WithdrawalFor       time.Duration `env:"WITHDRAWAL_LINK_FOR" help:"how long the link of a withdrawal is valid"`
	PayoutFor           time.Duration `env:"PAYOUT_LINK_FOR" help:"how long the links of a payout change are valid"`
	WithdrawalApprovers int           `env:"WITHDRAWAL_APPROVERS" help:"people needed for a withdrawal besides its owner"`
	PayoutApprovers     int           `env:"PAYOUT_APPROVERS" help:"people needed for a payout change besides the artist"`
	ApproverEmails      []string      `env:"APPROVER_EMAILS" kind:"email" help:"addresses that receive the links for a second person, comma separated"`

	ResendEvery   time.Duration `env:"RESEND_EVERY" help:"minimum time between two new links that a requester sends for a request"`
	ResendsPerDay int           `env:"RESENDS_PER_DAY" help:"how many new links a requester may send for a request in 24 hours"`
}

// Default returns the settings of a local setup.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9106"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		AuthURL: "http://127.0.0.1:9101", ChainwatcherURL: "http://127.0.0.1:9105",
		WithdrawalFor: 24 * time.Hour, PayoutFor: 72 * time.Hour, PayoutApprovers: 1,
		ResendEvery: time.Minute, ResendsPerDay: 5,
	}
}

// Validate reports all invalid settings in one error.
func (c *Config) Validate() error {
	errs := []error{c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(), kit.Required("AUTH_URL", c.AuthURL, "CHAINWATCHER_URL", c.ChainwatcherURL)}
	if c.WithdrawalFor <= 0 {
		errs = append(errs, errors.New("WITHDRAWAL_LINK_FOR must be above zero"))
	}
	if c.PayoutFor <= 0 {
		errs = append(errs, errors.New("PAYOUT_LINK_FOR must be above zero"))
	}
	if c.ResendEvery < 0 || c.ResendsPerDay < 1 {
		errs = append(errs, errors.New("RESEND_EVERY must not be negative, RESENDS_PER_DAY must be at least 1"))
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
	return errors.Join(errs...)
}

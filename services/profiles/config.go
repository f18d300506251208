package profiles

import (
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit"
)

// Config is the service's settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail

	AuthURL         string        `env:"AUTH_URL" help:"address of the auth service"`
	CatalogURL      string        `env:"CATALOG_URL" help:"address of the catalog service"`
	ChainwatcherURL string        `env:"CHAINWATCHER_URL" help:"address of the chainwatcher"`
	MediaDir        string        `env:"MEDIA_DIR" help:"folder for avatars, shared by all replicas"`
	PayoutCooling   time.Duration `env:"PAYOUT_COOLING" help:"how long an approved payout wallet waits before it becomes active"`
	PayoutAlertLife time.Duration `env:"PAYOUT_ALERT_LIFE" help:"how long the \"This wasn't me\" link in an email about a payout wallet is valid"`
}

// Default suits a local machine, with the waiting times of production.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9102"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		AuthURL: "http://127.0.0.1:9101", CatalogURL: "http://127.0.0.1:9103", ChainwatcherURL: "http://127.0.0.1:9105", MediaDir: "media",
		PayoutCooling: 48 * time.Hour, PayoutAlertLife: 90 * 24 * time.Hour,
	}
}

// Validate reports all invalid settings in one error.
func (c *Config) Validate() error {
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(),
		kit.Required("AUTH_URL", c.AuthURL, "CATALOG_URL", c.CatalogURL, "CHAINWATCHER_URL", c.ChainwatcherURL, "MEDIA_DIR", c.MediaDir),
	}
	if c.PayoutCooling < 0 {
		errs = append(errs, errors.New("PAYOUT_COOLING is negative"))
	}
	if c.PayoutAlertLife <= 0 {
		errs = append(errs, errors.New("PAYOUT_ALERT_LIFE must be above zero"))
	}
	return errors.Join(errs...)
}

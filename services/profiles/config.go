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

	AuthURL       string        `env:"AUTH_URL" help:"address of the auth service"`
	CatalogURL    string        `env:"CATALOG_URL" help:"address of the catalog service"`
	MediaDir      string        `env:"MEDIA_DIR" help:"folder where avatars are kept; replicas share it"`
	PayoutCooling time.Duration `env:"PAYOUT_COOLING" help:"how long an approved payout wallet waits before it becomes active"`
}

// Default suits a machine of one's own, with the waiting times of production.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9102"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		AuthURL: "http://127.0.0.1:9101", CatalogURL: "http://127.0.0.1:9103", MediaDir: "media", PayoutCooling: 48 * time.Hour,
	}
}

// Validate tells every setting that is wrong.
func (c *Config) Validate() error {
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(),
		kit.Required("AUTH_URL", c.AuthURL, "CATALOG_URL", c.CatalogURL, "MEDIA_DIR", c.MediaDir),
	}
	if c.PayoutCooling < 0 {
		errs = append(errs, errors.New("PAYOUT_COOLING is negative"))
	}
	return errors.Join(errs...)
}

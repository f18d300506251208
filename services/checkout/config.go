package checkout

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Config are the service's settings.
type Config struct {
	Addr         string     `env:"ADDR"          help:"address of the service's port"`
	InternalAddr string     `env:"INTERNAL_ADDR" help:"address of /metrics; empty is none"`
	DatabaseURL  string     `env:"DATABASE_URL"  help:"PostgreSQL, a database of its own (required)"`
	NATSURL      string     `env:"NATS_URL"      help:"NATS with JetStream"`
	InternalKey  kit.Secret `env:"INTERNAL_KEY"  help:"seals who calls between services; the same everywhere (required)"`
	PublicURL    string     `env:"PUBLIC_URL"    help:"address of the site, for links and for the way back from the card page"`
	SMTPURL      string     `env:"SMTP_URL"      help:"mail server"`
	MailFrom     string     `env:"MAIL_FROM"     help:"sender of mails"`

	AuthURL         string `env:"AUTH_URL"         help:"the auth service"`
	ProfilesURL     string `env:"PROFILES_URL"     help:"the profiles service"`
	CatalogURL      string `env:"CATALOG_URL"      help:"the catalog service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" help:"the chainwatcher service"`

	StripeAPIURL         string     `env:"STRIPE_API_URL"         help:"the card provider's API"`
	StripeSecretKey      kit.Secret `env:"STRIPE_SECRET_KEY"      help:"key of the card provider's API; sk_live_ expects live events (required)"`
	StripeWebhookSecrets kit.Secret `env:"STRIPE_WEBHOOK_SECRETS" help:"secrets that sign card events, separated by commas; two while one is replaced (required)"`
	StripeAccount        string     `env:"STRIPE_ACCOUNT"         help:"connected account whose events are taken; empty is the key's own"`

	Hold            time.Duration `env:"HOLD"              help:"how long an unpaid edition is held"`
	MaxHolds        int           `env:"MAX_HOLDS"         help:"unpaid holds an account may have at once"`
	ArtistShareBps  int           `env:"ARTIST_SHARE_BPS"  help:"the artist's share, in hundredths of a percent"`
	CardSessionLife time.Duration `env:"CARD_SESSION_LIFE" help:"the card page's own end; at least 30 minutes more than the hold, at most 24 hours"`
	ReconcileEvery  time.Duration `env:"RECONCILE_EVERY"   help:"pause between rounds that end holds and follow sessions and refunds"`

	SellerName    string `env:"SELLER_NAME"    help:"seller on receipts"`
	SellerAddress string `env:"SELLER_ADDRESS" help:"address on receipts, lines separated by commas"`
	SellerTaxID   string `env:"SELLER_TAX_ID"  help:"tax number on receipts"`
	SellerNote    string `env:"SELLER_NOTE"    help:"sentence below the total on receipts"`
	LogoPath      string `env:"LOGO_PATH"      help:"PNG or JPEG on receipts; empty is the built-in mark"`
}

// Default are the settings of a service on this machine.
func Default() Config {
	return Config{
		Addr: "127.0.0.1:9104", NATSURL: "nats://127.0.0.1:4222", PublicURL: "http://localhost:8080",
		SMTPURL: "smtp://127.0.0.1:1025", MailFrom: "Vitrine <hello@example.org>",
		AuthURL: "http://127.0.0.1:9101", ProfilesURL: "http://127.0.0.1:9102", CatalogURL: "http://127.0.0.1:9103",
		ChainwatcherURL: "http://127.0.0.1:9105", StripeAPIURL: "https://api.stripe.com",
		Hold: 15 * time.Minute, MaxHolds: 2, ArtistShareBps: 8500, CardSessionLife: time.Hour, ReconcileEvery: 5 * time.Second,
		SellerName: "Vitrine", SellerNote: "The price includes all taxes.",
	}
}

// Validate tells every setting that is wrong.
func (c *Config) Validate() error {
	errs := []error{kit.Required("DATABASE_URL", c.DatabaseURL, "NATS_URL", c.NATSURL, "INTERNAL_KEY", c.InternalKey,
		"PUBLIC_URL", c.PublicURL, "STRIPE_API_URL", c.StripeAPIURL, "STRIPE_SECRET_KEY", c.StripeSecretKey,
		"STRIPE_WEBHOOK_SECRETS", c.StripeWebhookSecrets)}
	check := func(ok bool, message string) {
		if !ok {
			errs = append(errs, errors.New(message))
		}
	}
	check(c.Hold > 0, "HOLD must be above zero")
	check(c.MaxHolds > 0, "MAX_HOLDS must be above zero")
	check(c.ArtistShareBps >= 0 && c.ArtistShareBps <= 10_000, "ARTIST_SHARE_BPS must be 0 to 10000")
	check(c.CardSessionLife >= c.Hold+30*time.Minute && c.CardSessionLife <= 24*time.Hour,
		"CARD_SESSION_LIFE must be at least HOLD and 30 minutes, at most 24 hours")
	check(c.ReconcileEvery > 0, "RECONCILE_EVERY must be above zero")
	return errors.Join(errs...)
}

// reconcile repeats one kind of work until ctx ends.
func (s *Service) reconcile(ctx context.Context, w order.Work) error {
	for ctx.Err() == nil {
		n, err := s.till.Reconcile(ctx, w)
		if err != nil && ctx.Err() == nil {
			s.deps.Log.WarnContext(ctx, "reconciling waits", "work", string(w), "error", err)
		}
		if n > 0 && err == nil {
			continue // there may be more
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.deps.Config.ReconcileEvery):
		}
	}
	return nil
}

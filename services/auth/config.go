package auth

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/ethereum"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Config holds the service's settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail

	OIDCIssuer       string     `env:"OIDC_ISSUER" kind:"http" help:"issuer of the OpenID Connect provider"`
	OIDCClientID     string     `env:"OIDC_CLIENT_ID" help:"client id at the provider; its redirect is PUBLIC_URL/api/auth/callback"`
	OIDCClientSecret kit.Secret `env:"OIDC_CLIENT_SECRET" help:"client secret at the provider"`

	OIDCClockTolerance time.Duration `env:"OIDC_CLOCK_TOLERANCE" help:"how far the provider's clock may be ahead of ours or behind it, at most 10m"`

	OIDCManagementURL          string     `env:"OIDC_MANAGEMENT_URL" kind:"http" help:"address of the provider's Auth0-shaped management interface; without it, auth uses the data of the last login and sends no verification emails"`
	OIDCManagementAudience     string     `env:"OIDC_MANAGEMENT_AUDIENCE" help:"audience of management tokens; default is OIDC_MANAGEMENT_URL/api/v2/"`
	OIDCManagementClientID     string     `env:"OIDC_MANAGEMENT_CLIENT_ID" help:"machine client; default is OIDC_CLIENT_ID"`
	OIDCManagementClientSecret kit.Secret `env:"OIDC_MANAGEMENT_CLIENT_SECRET" help:"secret of the machine client; default is OIDC_CLIENT_SECRET"`

	RoleGrants  []string      `env:"ROLE_GRANTS" help:"roles of accounts, as subject=role pairs; the subject is the account's id at OIDC_ISSUER, the role is approver, artist, staff, content, support, finance or admin"`
	Chains      []uint64      `env:"CHAINS" help:"ids of the chains from which a wallet may log in"`
	EthRPCURLs  []string      `env:"ETH_RPC_URLS" kind:"node" help:"nodes that check signatures of contract wallets, as chain=url pairs; contract wallets can't log in on a chain without one"`
	Languages   []string      `env:"LANGUAGES" help:"language prefixes of the site; the first is the default"`
	KeyLifetime time.Duration `env:"SIGNING_KEY_LIFETIME" help:"how long a key signs before a new one replaces it"`

	PasskeyDomain string `env:"PASSKEY_DOMAIN" help:"domain that passkeys belong to: the host of PUBLIC_URL (the default) or a domain above it; another one invalidates all passkeys"`
	StaffPasskey  bool   `env:"STAFF_PASSKEY" help:"accounts with roles need a passkey for each step-up; false for demos"`

	StepUpWindow time.Duration `env:"STEP_UP_WINDOW" help:"how long after a login or a passkey confirmation a person may approve, withdraw, and change payout wallets, email address and ways to log in"`

	DeletionWait  time.Duration `env:"DELETION_WAIT" help:"how long a person can cancel the deletion of their account after they confirmed it"`
	DeletionPause time.Duration `env:"DELETION_PAUSE" help:"how long a deletion waits after sessions ended: access tokens must have expired"`

	CheckoutURL     string `env:"CHECKOUT_URL" kind:"origin" help:"address of the checkout service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"address of the chainwatcher"`
	ProfilesURL     string `env:"PROFILES_URL" kind:"origin" help:"address of the profiles service"`
	ApprovalsURL    string `env:"APPROVALS_URL" kind:"origin" help:"address of the approvals service"`
	CatalogURL      string `env:"CATALOG_URL" kind:"origin" help:"address of the catalog service"`
}

// Default returns the settings of a local setup.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9101"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		OIDCIssuer: "http://localhost:9000", OIDCClientID: "vitrine", OIDCClockTolerance: 2 * time.Minute,
		Chains: []uint64{1, 100, 31337}, Languages: []string{"en"}, KeyLifetime: 90 * 24 * time.Hour,
		StaffPasskey: true, StepUpWindow: 5 * time.Minute, DeletionWait: 7 * 24 * time.Hour, DeletionPause: session.AccessLifetime,
		ProfilesURL: "http://127.0.0.1:9102", CatalogURL: "http://127.0.0.1:9103", CheckoutURL: "http://127.0.0.1:9104",
		ChainwatcherURL: "http://127.0.0.1:9105", ApprovalsURL: "http://127.0.0.1:9106",
	}
}

// Validate reports all invalid settings in one error, and sets defaults that depend on other settings.
func (c *Config) Validate() error {
	c.OIDCManagementClientID = cmp.Or(c.OIDCManagementClientID, c.OIDCClientID)
	c.OIDCManagementClientSecret = cmp.Or(c.OIDCManagementClientSecret, c.OIDCClientSecret)
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(),
		kit.Required("OIDC_ISSUER", c.OIDCIssuer, "OIDC_CLIENT_ID", c.OIDCClientID, "CHAINS", c.Chains, "LANGUAGES", c.Languages,
			"CHECKOUT_URL", c.CheckoutURL, "CHAINWATCHER_URL", c.ChainwatcherURL, "PROFILES_URL", c.ProfilesURL, "APPROVALS_URL", c.ApprovalsURL, "CATALOG_URL", c.CatalogURL),
	}
	for _, tag := range c.Languages {
		if !iso.Language(tag) {
			errs = append(errs, fmt.Errorf("LANGUAGES: %q is not a language tag such as en", tag))
		}
	}
	if c.KeyLifetime < 24*time.Hour {
		errs = append(errs, errors.New("SIGNING_KEY_LIFETIME must be at least 24h"))
	}
	if c.StepUpWindow < 10*time.Second || c.StepUpWindow > 24*time.Hour {
		errs = append(errs, errors.New("STEP_UP_WINDOW must be 10s to 24h"))
	}
	if c.OIDCClockTolerance < 0 || c.OIDCClockTolerance > 10*time.Minute {
		errs = append(errs, errors.New("OIDC_CLOCK_TOLERANCE must be 0s to 10m"))
	}
	if c.DeletionWait < 0 || c.DeletionPause < 0 {
		errs = append(errs, errors.New("DELETION_WAIT and DELETION_PAUSE must not be negative"))
	}
	_, err := account.ParseGrants(c.OIDCIssuer, c.RoleGrants, identity.Roles)
	if err != nil {
		errs = append(errs, fmt.Errorf("ROLE_GRANTS: %w", err))
	}
	if _, err := ethereum.ParseNodes(c.EthRPCURLs); err != nil {
		errs = append(errs, fmt.Errorf("ETH_RPC_URLS: %w", err))
	}
	return errors.Join(errs...)
}

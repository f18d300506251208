package checkout

import (
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// Config holds the service's settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail
	kit.Seller
	kit.Holds

	AuthURL         string `env:"AUTH_URL"         kind:"origin" help:"address of the auth service"`
	ProfilesURL     string `env:"PROFILES_URL"     kind:"origin" help:"address of the profiles service"`
	CatalogURL      string `env:"CATALOG_URL"      kind:"origin" help:"address of the catalog service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"address of the chainwatcher"`
	RenderURL       string `env:"RENDER_URL"       kind:"origin" help:"address of render, which prints documents"`

	StripeAPIURL         string     `env:"STRIPE_API_URL"         kind:"http" help:"the card provider's API"`
	StripeSecretKey      kit.Secret `env:"STRIPE_SECRET_KEY"      help:"key of the card provider's API; sk_live_ expects live events (required)"`
	StripeWebhookSecrets kit.Secret `env:"STRIPE_WEBHOOK_SECRETS" help:"secrets that sign card events, separated by commas; two while one is being replaced (required)"`
	StripeAccount        string     `env:"STRIPE_ACCOUNT"         help:"connected account that takes the payments and whose events are handled; empty for the key's own account"`

	Sales             string        `env:"SALES"             help:"open, or closed: nothing new is held or sold; editions that are held can still be paid"`
	MaxHolds          int           `env:"MAX_HOLDS"         help:"maximum number of unpaid holds per account"`
	UnpaidPerAccount  int           `env:"UNPAID_HOLDS_PER_ACCOUNT" help:"maximum number of holds that an account may make within UNPAID_HOLDS_WINDOW without paying for them, cancelled and expired ones included; 0 for no limit"`
	UnpaidPerNetwork  int           `env:"UNPAID_HOLDS_PER_NETWORK" help:"the same for all accounts of a network: an IPv4 address, or the first 56 bits of an IPv6 address"`
	UnpaidWindow      time.Duration `env:"UNPAID_HOLDS_WINDOW"      help:"how long a hold without a payment counts"`
	UnverifiedPercent int           `env:"UNVERIFIED_HOLDS_PERCENT" help:"share of an artwork's unsold editions, in percent, that accounts without a verified email address may hold at the same time, at least one; 0 for no limit"`

	ArtistShareBps  int           `env:"ARTIST_SHARE_BPS"  help:"the artist's share, in hundredths of a percent"`
	CardSessionLife time.Duration `env:"CARD_SESSION_LIFE" help:"lifetime of the card page; at least 30 minutes longer than the hold, at most 24 hours"`
	ReconcileEvery  time.Duration `env:"RECONCILE_EVERY"   help:"pause between rounds that end holds and check card sessions and refunds"`

	SettledDays  int           `env:"SETTLED_DAYS"      help:"days for which a paid card order is compared with the provider, for refunds and disputes made there"`
	SettledEvery time.Duration `env:"SETTLED_EVERY"     help:"how often each of these orders is compared"`
	CompareEvery time.Duration `env:"COMPARE_EVERY"     help:"pause between rounds that compare payments, mints and refunds with the chainwatcher, and read the card provider's list of events"`

	StaffEmails []string `env:"STAFF_EMAILS" kind:"email" help:"email addresses of gallery staff, separated by commas, who are notified when a payment needs a decision"`

	RefundAloneLimit      int64         `env:"REFUND_ALONE_LIMIT"       help:"sum of card refunds, in minor units, that one member of staff can make within 24 hours; above it a second one must approve; 0 for every refund"`
	RefundEtherAloneLimit string        `env:"REFUND_ETHER_ALONE_LIMIT" help:"the same for ether on each chain, in wei, and only to an address that the buyer signed for"`
	RefundCardDailyLimit  int64         `env:"REFUND_CARD_DAILY_LIMIT"  help:"sum of card refunds by all staff within 24 hours, in minor units; 0 for no limit"`
	RefundEtherDailyLimit string        `env:"REFUND_ETHER_DAILY_LIMIT" help:"the same for ether on each chain, in wei; 0 for no limit"`
	RefundRequestLife     time.Duration `env:"REFUND_REQUEST_LIFE"      help:"how long a refund waits for a second member of staff"`

	OverdueCard   time.Duration `env:"OVERDUE_CARD"   help:"time in a status after which an order counts as overdue, which its page shows: for a card payment that the bank has to decide"`
	OverdueChain  time.Duration `env:"OVERDUE_CHAIN"  help:"the same, for an ether payment that the network confirms"`
	OverdueMint   time.Duration `env:"OVERDUE_MINT"   help:"the same, for minting a token"`
	OverdueRefund time.Duration `env:"OVERDUE_REFUND" help:"the same, for a refund"`
	OverdueReview time.Duration `env:"OVERDUE_REVIEW" help:"the same, for a review"`

	SellerAddress    string `env:"SELLER_ADDRESS"     help:"seller's address on invoices, lines separated by commas (required)"`
	SellerCountry    string `env:"SELLER_COUNTRY"     help:"seller's country, two letters; its tax rate applies if a buyer gives no country"`
	SellerTaxID      string `env:"SELLER_TAX_ID"      help:"seller's VAT ID"`
	SellerBank       string `env:"SELLER_BANK"        help:"seller's bank account, printed in the footer of documents"`
	SellerNote       string `env:"SELLER_NOTE"        help:"sentence below the total"`
	InvoicePrefix    string `env:"INVOICE_PREFIX"     help:"prefix of invoice numbers: V gives V-2026-000001"`
	CreditNotePrefix string `env:"CREDIT_NOTE_PREFIX" help:"prefix of credit note numbers, different from INVOICE_PREFIX"`
}

// series is the format of number prefixes.
var series = regexp.MustCompile(`^[A-Z0-9]{1,12}$`)

// Default returns the settings of a service on a local machine.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9104"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		Seller: kit.LocalSeller(), Holds: kit.LocalHolds(),
		AuthURL: "http://127.0.0.1:9101", ProfilesURL: "http://127.0.0.1:9102", CatalogURL: "http://127.0.0.1:9103",
		ChainwatcherURL: "http://127.0.0.1:9105", RenderURL: "http://127.0.0.1:9107", StripeAPIURL: "https://api.stripe.com",
		Sales: "open", MaxHolds: 2, UnpaidPerAccount: 5, UnpaidPerNetwork: 20, UnpaidWindow: 24 * time.Hour, UnverifiedPercent: 20, ArtistShareBps: 8500, CardSessionLife: time.Hour, ReconcileEvery: 5 * time.Second,
		SettledDays: 120, SettledEvery: 6 * time.Hour, CompareEvery: 30 * time.Second,
		RefundAloneLimit: 50_000, RefundEtherAloneLimit: "0", RefundCardDailyLimit: 2_000_000, RefundEtherDailyLimit: "10000000000000000000", RefundRequestLife: 72 * time.Hour,
		OverdueCard: 15 * time.Minute, OverdueChain: 45 * time.Minute, OverdueMint: 20 * time.Minute, OverdueRefund: 72 * time.Hour,
		OverdueReview: 48 * time.Hour,
		SellerCountry: "DE", SellerNote: "The price includes all taxes.",
		InvoicePrefix: "V", CreditNotePrefix: "VC",
	}
}

// Validate returns all errors in the settings.
func (c *Config) Validate() error {
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(),
		c.Seller.Validate(), c.Holds.Validate(), kit.Required("SELLER_ADDRESS", c.SellerAddress, "RENDER_URL", c.RenderURL),
		kit.Required("STRIPE_API_URL", c.StripeAPIURL, "STRIPE_SECRET_KEY", c.StripeSecretKey, "STRIPE_WEBHOOK_SECRETS", c.StripeWebhookSecrets),
	}
	check := func(ok bool, message string) {
		if !ok {
			errs = append(errs, errors.New(message))
		}
	}
	check(c.Sales == "open" || c.Sales == "closed", "SALES must be open or closed")
	check(c.MaxHolds > 0, "MAX_HOLDS must be above zero")
	check(c.UnpaidPerAccount >= 0 && c.UnpaidPerNetwork >= 0, "UNPAID_HOLDS_PER_ACCOUNT and UNPAID_HOLDS_PER_NETWORK must not be negative")
	check(c.UnpaidWindow > 0, "UNPAID_HOLDS_WINDOW must be above zero")
	check(c.UnverifiedPercent >= 0 && c.UnverifiedPercent <= 100, "UNVERIFIED_HOLDS_PERCENT must be 0 to 100")
	check(c.ArtistShareBps >= 0 && c.ArtistShareBps <= 10_000, "ARTIST_SHARE_BPS must be 0 to 10000")
	check(c.CardSessionLife >= c.Hold+30*time.Minute && c.CardSessionLife <= 24*time.Hour,
		"CARD_SESSION_LIFE must be at least HOLD and 30 minutes, at most 24 hours")
	check(iso.Country(c.SellerCountry) == c.SellerCountry && c.SellerCountry != "", "SELLER_COUNTRY must be a country's ISO 3166-1 code, as DE")
	check(series.MatchString(c.InvoicePrefix) && series.MatchString(c.CreditNotePrefix) && c.InvoicePrefix != c.CreditNotePrefix,
		"INVOICE_PREFIX and CREDIT_NOTE_PREFIX must be different, of 1 to 12 capital letters and digits")
	check(c.ReconcileEvery > 0, "RECONCILE_EVERY must be above zero")
	check(c.SettledDays >= 0, "SETTLED_DAYS must not be negative")
	check(c.SettledEvery > 0, "SETTLED_EVERY must be above zero")
	check(c.CompareEvery > 0, "COMPARE_EVERY must be above zero")
	check(c.RefundAloneLimit >= 0 && c.RefundCardDailyLimit >= 0, "REFUND_ALONE_LIMIT and REFUND_CARD_DAILY_LIMIT must not be negative")
	check(c.RefundRequestLife > 0, "REFUND_REQUEST_LIFE must be above zero")
	for name, text := range map[string]string{"REFUND_ETHER_ALONE_LIMIT": c.RefundEtherAloneLimit, "REFUND_ETHER_DAILY_LIMIT": c.RefundEtherDailyLimit} {
		limit, err := money.ParseWei(text)
		check(err == nil && limit.Sign() >= 0, name+" must be a number of wei")
	}
	check(min(c.OverdueCard, c.OverdueChain, c.OverdueMint, c.OverdueRefund, c.OverdueReview) > 0, "OVERDUE_ settings must be above zero")
	return errors.Join(errs...)
}

// rules are the settings of the cores.
type rules struct {
	Holds   hold.Rules
	Orders  order.Rules
	Refunds refund.Rules
	Overdue order.OverdueAfter
}

func (c *Config) rules() rules {
	etherAlone, _ := money.ParseWei(c.RefundEtherAloneLimit) // checked by Validate, like the next
	etherDaily, _ := money.ParseWei(c.RefundEtherDailyLimit)
	return rules{
		Holds: hold.Rules{
			SalesClosed: c.Sales == "closed", For: c.Hold, ArtistShareBps: c.ArtistShareBps,
			Limits: hold.Limits{
				Live: c.MaxHolds, PerAccount: c.UnpaidPerAccount, PerNetwork: c.UnpaidPerNetwork, Window: c.UnpaidWindow, UnverifiedPercent: c.UnverifiedPercent,
			},
		},
		Orders: order.Rules{SessionLife: c.CardSessionLife, SettledEvery: c.SettledEvery, SettledFor: time.Duration(c.SettledDays) * 24 * time.Hour},
		Refunds: refund.Rules{
			Alone: c.RefundAloneLimit, EtherAlone: etherAlone, CardDaily: c.RefundCardDailyLimit, EtherDaily: etherDaily, RequestLife: c.RefundRequestLife,
		},
		Overdue: order.OverdueAfter{Card: c.OverdueCard, Chain: c.OverdueChain, Mint: c.OverdueMint, Refund: c.OverdueRefund, Review: c.OverdueReview},
	}
}

func (c *Config) seller() documents.Seller {
	return documents.Seller{
		Name: c.SellerName, Address: c.SellerAddress, Country: c.SellerCountry, VATID: c.SellerTaxID, Bank: c.SellerBank,
		Note: c.SellerNote,
	}
}

func (c *Config) webhookSecrets() []string {
	return strings.FieldsFunc(string(c.StripeWebhookSecrets), func(r rune) bool { return r == ',' || r == ' ' })
}

// live reports whether the card provider's key moves real money.
func (c *Config) live() bool {
	key := string(c.StripeSecretKey)
	return strings.HasPrefix(key, "sk_live_") || strings.HasPrefix(key, "rk_live_")
}

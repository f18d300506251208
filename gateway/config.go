package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/site"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
)

// Config holds the gateway's settings.
type Config struct {
	kit.Common
	kit.Site
	kit.Broker
	kit.Holds
	kit.Objects
	kit.Shop

	ArtAddr   string   `env:"ART_ADDR" kind:"listen" empty:"off" help:"address of the second listener, which serves live works only; empty for none"`
	ArtOrigin string   `env:"ART_ORIGIN" kind:"origin" help:"origin that live works run on, of another host than PUBLIC_URL: cookies ignore ports"`
	ArtFrames []string `env:"ART_FRAMES" help:"other origins that may show live works in a frame, comma separated: marketplaces; * for all"`
	SiteURL   string   `env:"SITE_URL" kind:"origin" help:"address of the frontend"`
	SiteAddr  string   `env:"SITE_ADDR" kind:"listen" help:"address of a second listener with TLS, only for callers with a certificate; the frontend reads its data there; needs TLS_CERT_FILE; empty for none"`

	AuthURL         string `env:"AUTH_URL" kind:"origin" help:"address of the auth service"`
	ProfilesURL     string `env:"PROFILES_URL" kind:"origin" help:"address of the profiles service"`
	CatalogURL      string `env:"CATALOG_URL" kind:"origin" help:"address of the catalog service"`
	CheckoutURL     string `env:"CHECKOUT_URL" kind:"origin" help:"address of the checkout service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"address of the chainwatcher"`
	ApprovalsURL    string `env:"APPROVALS_URL" kind:"origin" help:"address of the approvals service"`

	LegacyURL   string   `env:"LEGACY_URL" kind:"http" help:"an older application that stays available at LEGACY_PATHS; empty for none"`
	LegacyPaths []string `env:"LEGACY_PATHS" help:"paths that are forwarded to LEGACY_URL, or prefixes that end with a slash, comma separated"`

	RedisURL string            `env:"REDIS_URL" kind:"redis" help:"Redis for rate limits, which all replicas share; empty for a single replica. While it is down, each replica limits what it sees itself"`
	SiteKey  kit.Secret        `env:"SITE_KEY" help:"the frontend's SITE_KEY, which marks its reads: they don't count as one caller's; it also derives what stands for the nonce in cached pages"`
	RPCURLs  map[string]string `env:"ETH_RPC_URLS" envKeyValSeparator:"=" kind:"node" help:"Ethereum node of each chain for /rpc/{chainId}, chain=address, comma separated"`

	CallGas     uint64        `env:"ETH_CALL_GAS" help:"maximum gas that an eth_call or eth_estimateGas at /rpc/{chainId} may name; the node limits those that name none"`
	CallTimeout time.Duration `env:"ETH_CALL_TIMEOUT" help:"how long one call at /rpc/{chainId} waits for the node"`

	RequestsPerMinute int           `env:"REQUESTS_PER_MINUTE" help:"API requests a caller may make in a minute"`
	AccountRequests   int           `env:"ACCOUNT_REQUESTS_PER_MINUTE" help:"API requests an account may make in a minute, from all its addresses together"`
	OrdersPerMinute   int           `env:"ORDERS_PER_MINUTE" help:"requests of an account in a minute that hold an edition or move money or a token; they count in the other limits, too"`
	LoginsPerMinute   int           `env:"LOGINS_PER_MINUTE" help:"requests from one address in a minute that begin or renew a session; they count in REQUESTS_PER_MINUTE, too"`
	PagesPerMinute    int           `env:"PAGES_PER_MINUTE" help:"pages a caller may request in a minute, including those that a browser prefetches; files of the site's build don't count"`
	TrustedProxies    []string      `env:"TRUSTED_PROXIES" help:"networks whose X-Forwarded-For is trusted, CIDR, comma separated"`
	ImageOrigins      []string      `env:"IMAGE_ORIGINS" kind:"origin" help:"other origins of images in pages, comma separated: a museum's, for collections imported in bulk"`
	PageShared        time.Duration `env:"PAGE_SHARED" help:"how long a CDN may serve an anonymous public page without requesting it again, such as 60s; 0 keeps pages out of CDNs"`
	PageStale         time.Duration `env:"PAGE_STALE" help:"how much longer a CDN may serve such a page while it revalidates it"`
	CollectionPoll    time.Duration `env:"COLLECTION_POLL" help:"how often the page of a collection reads it while one of its tokens is minted or withdrawn; at most 60s, the interval at any other time"`
	OrderPoll         time.Duration `env:"ORDER_POLL" help:"how often the page of an ether order reads it while its state is about to change; at most 10s, the interval at any other time"`
	Maintenance       bool          `env:"MAINTENANCE" help:"pages respond with 503; webhooks, the watcher, approvals and their login continue"`
	Version           string        `env:"VERSION" help:"release that the footer shows; empty for BUILD_ID"`
	ShowVersion       bool          `env:"SHOW_VERSION" help:"show the version in the footer"`
	BrowserDSN        string        `env:"SENTRY_BROWSER_DSN" kind:"dsn" help:"where browsers report errors; empty for SENTRY_DSN"`
	AnalyticsURL      string        `env:"ANALYTICS_URL" kind:"http" help:"receives page views of visitors who agreed; empty for off"`
	SessionRecording  bool          `env:"SESSION_RECORDING" help:"record sessions of visitors who agreed; needs RECORDINGS_BUCKET or RECORDINGS_DIR"`
	RecordingsDir     string        `env:"RECORDINGS_DIR" help:"folder of recordings, one file per session, of a single gateway"`
	RecordingsBucket  string        `env:"RECORDINGS_BUCKET" kind:"bucket" help:"bucket of recordings, one folder per session, for several replicas: s3://bucket/prefix?region=eu-central-1; for stores other than Amazon's add endpoint=https://… and, if they need it, use_path_style=true"`
	// Buckets opens RECORDINGS_BUCKET; a program without it stores files in a folder only.
	Buckets blob.Driver
	// Redis opens REDIS_URL; a program without it can only be a single replica.
	Redis func(address string) (limit.Shared, error)
}

// longestOrderPoll is the maximum of ORDER_POLL, and the interval for an ether order that isn't about to change.
const longestOrderPoll = 10 * time.Second

// longestCollectionPoll is the maximum of COLLECTION_POLL, and the interval for a collection without a token that is minted or withdrawn.
const longestCollectionPoll = time.Minute

// longestShared is the maximum of PAGE_SHARED and PAGE_STALE. It limits how long a nonce is reused, and how old a page gets if a purge is lost.
const longestShared = time.Hour

// minCallGas is enough to estimate the largest transaction of the site: a payment in ether.
const minCallGas = 1_000_000

// Default is the configuration of a local setup.
func Default() Config {
	return Config{
		// Requests allocate a lot and retain little: with 20 MiB more heap, garbage is collected a quarter as often.
		Common: kit.Common{Addr: "127.0.0.1:8080", BuildID: "dev", GOGC: "400"}, Site: kit.LocalSite(), Broker: kit.LocalBroker(), Holds: kit.LocalHolds(), Shop: kit.LocalShop(), OrderPoll: longestOrderPoll, CollectionPoll: longestCollectionPoll, ArtAddr: "127.0.0.1:8081", ArtOrigin: "http://127.0.0.1:8081",
		SiteURL: "http://127.0.0.1:3000", AuthURL: "http://127.0.0.1:9101", ProfilesURL: "http://127.0.0.1:9102", CatalogURL: "http://127.0.0.1:9103",
		CheckoutURL: "http://127.0.0.1:9104", ChainwatcherURL: "http://127.0.0.1:9105", ApprovalsURL: "http://127.0.0.1:9106",
		CallGas: 50_000_000, CallTimeout: 5 * time.Second, RequestsPerMinute: 600, AccountRequests: 600, OrdersPerMinute: 60, LoginsPerMinute: 120, PagesPerMinute: 3000, SessionRecording: true, ShowVersion: true,
		PageStale: 5 * time.Minute,
	}
}

// Validate reports all invalid settings in one error, and fills in the settings that are derived from others.
func (c *Config) Validate() error {
	errs := []error{c.Common.Validate(), c.Site.Validate(), c.Broker.Validate(), c.Holds.Validate(), c.Objects.Validate(), c.Shop.Validate(), kit.Required("ETH_RPC_URLS", c.RPCURLs)}
	if c.SiteAddr != "" && c.TLSCertFile == "" {
		errs = append(errs, errors.New("SITE_ADDR needs TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE"))
	}
	for _, value := range c.ArtFrames {
		if value != "*" && (origin(value) != value || value == "") {
			errs = append(errs, fmt.Errorf("ART_FRAMES: %q is neither an origin like https://host nor *", value))
		}
	}
	if hostname(c.ArtOrigin) == hostname(c.PublicURL) {
		errs = append(errs, errors.New("ART_ORIGIN: use another host than PUBLIC_URL's; a port is not enough, cookies ignore it"))
	}
	if len(c.SiteKey) < 16 {
		errs = append(errs, errors.New("SITE_KEY: use at least 16 characters"))
	}
	if _, end, err := c.counts(); err != nil {
		errs = append(errs, fmt.Errorf("REDIS_URL: %w", err))
	} else {
		errs = append(errs, end())
	}
	if _, err := ethrpc.ParseNodes(c.RPCURLs); err != nil {
		errs = append(errs, fmt.Errorf("ETH_RPC_URLS: %w", err))
	}
	if _, err := limit.ParseNetworks(c.TrustedProxies); err != nil {
		errs = append(errs, fmt.Errorf("TRUSTED_PROXIES: %w", err))
	}
	for name, value := range map[string]int{
		"REQUESTS_PER_MINUTE": c.RequestsPerMinute, "ACCOUNT_REQUESTS_PER_MINUTE": c.AccountRequests, "ORDERS_PER_MINUTE": c.OrdersPerMinute,
		"LOGINS_PER_MINUTE": c.LoginsPerMinute, "PAGES_PER_MINUTE": c.PagesPerMinute,
	} {
		if value < 1 {
			errs = append(errs, fmt.Errorf("%s must be above 0", name))
		}
	}
	if c.OrderPoll < time.Second || c.OrderPoll > longestOrderPoll {
		errs = append(errs, fmt.Errorf("ORDER_POLL must be 1s to %s", longestOrderPoll))
	}
	if c.CollectionPoll < time.Second || c.CollectionPoll > longestCollectionPoll {
		errs = append(errs, fmt.Errorf("COLLECTION_POLL must be 1s to %s", longestCollectionPoll))
	}
	if c.PageShared < 0 || c.PageStale < 0 || c.PageShared > longestShared || c.PageStale > longestShared {
		errs = append(errs, fmt.Errorf("PAGE_SHARED and PAGE_STALE must be 0 to %s", longestShared))
	}
	if c.CallGas < minCallGas || c.CallTimeout <= 0 {
		errs = append(errs, fmt.Errorf("ETH_CALL_GAS must be at least %d, ETH_CALL_TIMEOUT above zero", minCallGas))
	}
	errs = append(errs, c.validLegacy())
	c.BrowserDSN = cmp.Or(c.BrowserDSN, c.SentryDSN)
	c.Version = cmp.Or(c.Version, c.BuildID)
	return errors.Join(errs...)
}

// ours are paths that LEGACY_PATHS can't contain.
var ours = []string{"/api", "/graphql", "/rpc", "/assets", "/tokens", "/internal", "/healthz", "/readyz", "/_next", "/en"}

func (c *Config) validLegacy() error {
	if (c.LegacyURL == "") != (len(c.LegacyPaths) == 0) {
		return errors.New("LEGACY_URL and LEGACY_PATHS: set both or none")
	}
	var errs []error
	for i, p := range c.LegacyPaths {
		first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
		switch {
		case !strings.HasPrefix(p, "/") || first == "" || strings.ContainsAny(p, "{} ?#") || path.Clean(p) != strings.TrimSuffix(p, "/"):
			errs = append(errs, fmt.Errorf("LEGACY_PATHS: %q is not a path like /old/", p))
		case slices.Contains(ours, "/"+first):
			errs = append(errs, fmt.Errorf("LEGACY_PATHS: %q is used by Vitrine", p))
		case slices.Contains(c.LegacyPaths[:i], p):
			errs = append(errs, fmt.Errorf("LEGACY_PATHS: %q is listed twice", p))
		}
	}
	return errors.Join(errs...)
}

// records reports whether session recording is on.
func (c *Config) records() bool {
	return c.SessionRecording && (c.RecordingsDir != "" || c.RecordingsBucket != "")
}

// counts opens the counts of REDIS_URL, without connecting, and returns what closes them. They are nil without a REDIS_URL.
func (c *Config) counts() (limit.Shared, func() error, error) {
	none := func() error { return nil }
	if c.RedisURL == "" {
		return nil, none, nil
	}
	if c.Redis == nil {
		return nil, none, errors.New("this program has no Redis client; leave it empty, or run the program gateway")
	}
	counts, err := c.Redis(c.RedisURL)
	if err != nil {
		return nil, none, err
	}
	return counts, counts.Close, nil
}

func (c *Config) recordings() blob.Options {
	return blob.Options{Bucket: c.RecordingsBucket, AccessKey: c.AccessKeyID, SecretKey: string(c.SecretAccessKey), Driver: c.Buckets}
}

// CopyRecordings copies the files of RECORDINGS_DIR to RECORDINGS_BUCKET. It skips files that are already there, so it can be
// repeated.
func CopyRecordings(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return blob.CopyCommand(ctx, blob.Options{Folder: cfg.RecordingsDir}, cfg.recordings(), log)
}

func (c *Config) policy() site.Policy {
	return site.Policy{ArtOrigin: c.ArtOrigin, Images: c.ImageOrigins, Connect: c.reportsTo()}
}

// reportsTo lists the other origins that browsers send error reports and page views to.
func (c *Config) reportsTo() []string {
	var out []string
	for _, value := range []string{c.BrowserDSN, c.AnalyticsURL} {
		if o := origin(value); o != "" && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// origin returns scheme and host of an address, or "" if it has none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func hostname(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

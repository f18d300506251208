package kit

import (
	"slices"
	"strings"
	"testing"
)

// addressed are settings with every kind of address.
type addressed struct {
	Origin  string            `env:"ORIGIN" kind:"origin"`
	Origins []string          `env:"ORIGINS" kind:"origin"`
	HTTP    string            `env:"HTTP" kind:"http"`
	URL     string            `env:"URL" kind:"url"`
	Listen  string            `env:"LISTEN" kind:"listen"`
	Store   Secret            `env:"STORE" kind:"postgres"`
	NATS    string            `env:"NATS" kind:"nats"`
	Redis   string            `env:"REDIS" kind:"redis"`
	SMTP    string            `env:"SMTP" kind:"smtp"`
	Node    string            `env:"NODE" kind:"node"`
	Nodes   map[string]string `env:"NODES" envKeyValSeparator:"=" kind:"node"`
	Bucket  string            `env:"BUCKET" kind:"bucket"`
	DSN     string            `env:"DSN" kind:"dsn"`
	Email   []string          `env:"EMAIL" kind:"email"`
	Wallet  string            `env:"WALLET" kind:"wallet"`
}

func (*addressed) Validate() error { return nil }

// TestKinds: each kind accepts its addresses, and names the setting of another text without a password.
func TestKinds(t *testing.T) {
	tested := map[string]bool{}
	for _, s := range Settings(addressed{}) {
		tested[s.Kind] = true
	}
	for name := range kinds {
		if !tested[name] {
			t.Errorf("kind %s has no test", name)
		}
	}
	for name, c := range map[string]struct{ good, bad []string }{
		"ORIGIN": {
			[]string{"https://gallery.example", "http://localhost:8080/", "http://[::1]:80"},
			[]string{
				"gallery.example", "htp//nowhere", "ftp://gallery.example", "https://", "https://gallery.example/shop", "https://gallery.example?a", "https://me:hush@gallery.example",
				"https://gallery.example//", ":", "http://auth:port", "http://auth:", "http:/auth:8080",
			},
		},
		"ORIGINS": {[]string{"https://a.example,https://b.example/"}, []string{"https://a.example,b.example"}},
		"HTTP":    {[]string{"https://idp.example/realms/x/", "http://10.0.0.1:9000"}, []string{"htp//nowhere", "idp.example", "https://", "https//idp.example", "http://a:hush@:80"}},
		"URL":     {[]string{"https://gallery.example/tokens/", "ipfs://bafy/"}, []string{"/tokens/", "gallery.example/tokens/"}},
		"LISTEN":  {[]string{":8080", "127.0.0.1:0", "[::]:9090", "localhost:80"}, []string{"8080", "http://127.0.0.1:8080", "127.0.0.1", ":http", ":70000", ":+1"}},
		"STORE": {
			[]string{"postgres://auth:hush@db:5432/auth?sslmode=require", "postgresql:///auth?host=/tmp", "host=db user=auth"},
			[]string{"postgres:hush@db/auth", "mysql://auth:hush@db/auth", "db.example", "postgres://auth:hush@db:x/auth", "postgres//auth:hush@db/auth?sslmode=require"},
		},
		"NATS": {
			[]string{"nats://auth:hush@nats:4222", "nats:4222", "tls://a:4222, b:4222", "wss://nats.example"},
			[]string{"htp//nowhere", "http://auth:hush@nats:4222", "nats://", "nats://auth:hush@nats:4222/path", "nats://a:4222,,b:4222", "nats:/a:4222"},
		},
		"REDIS": {
			[]string{"redis://redis:6379/0", "rediss://:hush@redis.example", "unix:///run/redis.sock"},
			[]string{"redis:6379", "http://:hush@redis:6379", "redis://:hush@redis:port", "redis//:hush@redis"},
		},
		"SMTP":   {[]string{"smtp://mail.example:587"}, []string{"mail.example:25", "smtp://a:hush@mail.example?tls=off"}},
		"NODE":   {[]string{"https://node.example/v3/hush", "1=https://node.example/v3/hush", "ws://127.0.0.1:8545"}, []string{"node.example/v3/hush", "1=node.example/v3/hush", "htp://node/hush"}},
		"NODES":  {[]string{"1=https://a.example,100=http://b:8545"}, []string{"1=htp//hush"}},
		"BUCKET": {[]string{"s3://bucket/prefix?region=eu-central-1"}, []string{"bucket", "https://bucket", "s3://", "s3:///prefix", "s3://key:hush@bucket"}},
		"DSN":    {[]string{"https://key@errors.example/1"}, []string{"https://errors.example/1", "errors.example"}},
		"EMAIL":  {[]string{"a@example.org,B <b@example.org>"}, []string{"a@example.org,b", "example.org"}},
		"WALLET": {[]string{"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}, []string{"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "vault"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, value := range c.good {
				t.Setenv(name, value)
				if err := Load(&addressed{}); err != nil {
					t.Errorf("%s: error = %v, want nil", value, err)
				}
			}
			for _, value := range c.bad {
				t.Setenv(name, value)
				if err := Load(&addressed{}); err == nil || !strings.Contains(err.Error(), name+": ") || strings.Contains(err.Error(), "hush") {
					t.Errorf("%s: error = %v, want one that names %s and no password", value, err, name)
				}
			}
		})
	}
}

// TestOriginsHaveNoSlash: addresses of sites may be written with a slash at their end.
func TestOriginsHaveNoSlash(t *testing.T) {
	t.Setenv("ORIGIN", "https://gallery.example/")
	t.Setenv("ORIGINS", "https://a.example/,https://b.example")
	var cfg addressed
	if err := Load(&cfg); err != nil || cfg.Origin != "https://gallery.example" || !slices.Equal(cfg.Origins, []string{"https://a.example", "https://b.example"}) {
		t.Errorf("%q, %q, %v, want both without a slash", cfg.Origin, cfg.Origins, err)
	}
}

// TestUnknownNames: a name that is almost a setting's is refused, also if another process reads that setting. Names of others never are.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"HOLDD": "HOLD", "HODL": "HOLD", "hold": "HOLD", "DATABASE_ULR": "DATABASE_URL", "DATABASE-URL": "DATABASE_URL", "LIMITS": "LIMIT", "OIDC_CLIENT_SECRETS": "OIDC_CLIENT_SECRET",
		"OTEL_EXPORTER_OTLP_ENDPONT": "OTEL_EXPORTER_OTLP_ENDPOINT", "RENDER_MAX_PIXEL": "RENDER_MAX_PIXELS", "PURGE_URL": "PURGE_URLS",
		// Settings of this process and of others.
		"WAIT": "", "HOLD": "", "REDIS_URL": "", "REVALIDATE_SECONDS": "", "RENDER_JOBS": "",
		// Settings of Compose and onebox, in a file that all services may share.
		"ETH_RPC_URL": "", "STRIPE_WEBHOOK_SECRET": "", "AUTH_DB_PASSWORD": "", "VITRINE_VERSION": "", "HOLD_FOR": "",
		// What Kubernetes and Docker add for services of any name.
		"KUBERNETES_SERVICE_HOST": "", "KUBERNETES_PORT_443_TCP_ADDR": "", "AUTH_SERVICE_PORT": "", "AUTH_SERVICE_PORT_HTTP": "", "HOLD_PORT": "", "AUTH_URL_SERVICE_HOST": "", "SITE_KEY_PORT": "",
		// Of shells, runtimes and platforms.
		"PATH": "", "HOME": "", "LANGUAGE": "", "LOG": "", "HOSTNAME": "", "GOMAXPROCS": "", "NODE_ENV": "", "AWS_REGION": "", "PGHOST": "", "POD_NAME": "", "SSL_CERT_FILE": "", "VAULT_ADDR": "",
		"no_proxy": "", "OTEL_EXPORTER_OTLP_TIMEOUT": "", "SENTRY_RELEASE": "", "VERSION": "", "CI": "", "_": "",
	} {
		err := unknown(Settings(settings{}), map[string]string{name: "x"})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != name+" is not a setting: did you mean "+want+"?") {
			t.Errorf("%s: error = %v, want one that names %q", name, err, want)
		}
	}
}

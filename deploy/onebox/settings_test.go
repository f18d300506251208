package main

import (
	"flag"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/approvals"
	"github.com/vitrine/vitrine/services/auth"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/profiles"
)

// settingsOf returns the settings of each Go process by its folder.
func settingsOf() map[string][]kit.Setting {
	return map[string][]kit.Setting{
		"gateway":               kit.Settings(gateway.Default()),
		"services/approvals":    kit.Settings(approvals.Default()),
		"services/auth":         kit.Settings(auth.Default()),
		"services/catalog":      kit.Settings(catalog.Default()),
		"services/chainwatcher": kit.Settings(chainwatcher.Default()),
		"services/checkout":     kit.Settings(checkout.Default()),
		"services/profiles":     kit.Settings(profiles.Default()),
	}
}

var write = flag.Bool("write", false, "write the tables of settings into the READMEs")

// TestSettingsTables compares the tables of settings in READMEs with the settings. kit's has those that several processes have with the same default,
// and each process's README its others. `make gen` writes the tables.
func TestSettingsTables(t *testing.T) {
	t.Parallel()
	processes := settingsOf()
	having := map[kit.Setting][]string{}
	for _, folder := range slices.Sorted(maps.Keys(processes)) {
		for _, s := range processes[folder] {
			having[s] = append(having[s], path.Base(folder))
		}
	}
	shared := []kit.Setting{}
	for _, folder := range slices.Sorted(maps.Keys(processes)) {
		own := []kit.Setting{}
		for _, s := range processes[folder] {
			names := having[s]
			switch {
			case len(names) == 1:
				own = append(own, s)
			case names[0] != path.Base(folder): // already there
			case len(names) < len(processes):
				shared = append(shared, kit.Setting{Name: s.Name, Default: s.Default, Help: s.Help + " (" + strings.Join(names, ", ") + ")"})
			default:
				shared = append(shared, s)
			}
		}
		settingsTable(t, folder, own)
	}
	settingsTable(t, "kit", shared)
}

// TestKnownSettings compares kit's list of names with the settings of all processes. After an empty line it has the names that a process must not take for
// typing errors: those of Compose's .env, which all services may share, onebox's, and other programs' that are almost a setting's.
func TestKnownSettings(t *testing.T) {
	t.Parallel()
	names, others := map[string]bool{}, map[string]bool{"LANGUAGE": true, "LOG": true, "LOGS": true}
	for _, settings := range settingsOf() {
		for _, s := range settings {
			names[s.Name] = true
		}
	}
	for _, s := range kit.Settings(defaults()) {
		others[s.Name] = true
	}
	for _, source := range []struct {
		to    map[string]bool
		files string
		names string
	}{
		{names, "render/src/settings.ts", `(?:text|whole|origin)\(\s*'([A-Z0-9_]+)'`},
		{names, "frontend/src/lib/env.ts", `(?m)^\s+([A-Z0-9_]+): z\b`},
		{names, "docs/operating/watching.md", "(?m)^\\| `(OTEL_[A-Z_]+)`"},
		{others, "docker-compose.yml", `\$\{([A-Z0-9_]+)`},
		{others, "deploy/compose/*.yml", `\$\{([A-Z0-9_]+)`},
		{others, "deploy/compose/make-env.sh", `(?m)^\s*([A-Z0-9_]+)=`},
		{others, "deploy/compose/.env.example", `(?m)^#? ?([A-Z0-9_]+)=`},
	} {
		files, err := filepath.Glob(filepath.Join("..", "..", source.files))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(source.names).FindAllSubmatch(text, -1) {
				source.to[string(match[1])] = true
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s has no settings, want some", source.files)
		}
	}
	maps.DeleteFunc(others, func(name string, _ bool) bool { return names[name] })
	want := strings.Join(slices.Sorted(maps.Keys(names)), "\n") + "\n\n" + strings.Join(slices.Sorted(maps.Keys(others)), "\n") + "\n"
	const name = "../../kit/known.txt"
	if *write {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("kit/known.txt is stale, want what `make gen` writes (%v)", err)
	}
}

// TestEveryAddressHasAKind: what a name calls an address is checked, in every process.
func TestEveryAddressHasAKind(t *testing.T) {
	t.Parallel()
	// Ethereum addresses that are checked with the keys they replace, and a URI that is only compared.
	checked := []string{"VAULT_ADDRESS", "MINTER_ADDRESS", "QUOTE_SIGNER_ADDRESS", "CERTIFICATE_ADDRESS", "SELLER_ADDRESS"}
	address := regexp.MustCompile(`(^|_)(ADDR|ADDRESS|URLS?|ORIGINS?|BUCKET|DSN|EMAILS|FROM|ISSUER)$`)
	processes := settingsOf()
	processes["deploy/onebox"] = kit.Settings(defaults())
	for folder, settings := range processes {
		for _, s := range settings {
			if address.MatchString(s.Name) != (s.Kind != "") && !slices.Contains(checked, s.Name) {
				t.Errorf("%s: %s has the kind %q, want one for each address", folder, s.Name, s.Kind)
			}
		}
	}
}

// loaders read the settings of a process from the environment, as its program does.
var loaders = map[string]func() error{
	"approvals":    func() error { return kit.Load(new(approvals.Default())) },
	"auth":         func() error { return kit.Load(new(auth.Default())) },
	"catalog":      func() error { return kit.Load(new(catalog.Default())) },
	"chainwatcher": func() error { return kit.Load(new(chainwatcher.Default())) },
	"checkout":     func() error { return kit.Load(new(checkout.Default())) },
	"gateway":      func() error { return kit.Load(new(gateway.Default())) },
	"onebox":       func() error { return kit.Load(new(defaults()), overlaid()...) },
	"profiles":     func() error { return kit.Load(new(profiles.Default())) },
}

// TestTypingErrors: each is found before the process starts, and its error names the setting. Passwords are not repeated.
func TestTypingErrors(t *testing.T) {
	key, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"SERVICE_KEY": key, "PUBLIC_KEYS_FILE": "public-keys.json", "DATABASE_URL": "postgres://auth:hush@db/auth", "NATS_URL": "nats://auth:hush@nats:4222",
		"SITE_KEY": "fedcba9876543210", "LINK_KEY": "fedcba9876543210fedcba9876543210", "ETH_RPC_URLS": "31337=http://node:8545", "SELLER_ADDRESS": "Long Quay 14",
		"STRIPE_SECRET_KEY": "sk_test_hush", "STRIPE_WEBHOOK_SECRETS": "whsec_hush", "APPROVER_EMAILS": "a@example.org", "ALLOW_DEVELOPMENT_KEYS": "true",
		"VAULT_KEY": vaultKey, "MINTER_KEY": minterKey, "QUOTE_SIGNER_KEY": quoteSignerKey,
	} {
		t.Setenv(name, value)
	}
	for process, load := range loaders {
		if err := load(); err != nil {
			t.Errorf("%s without a typing error: error = %v, want nil", process, err)
		}
	}
	for _, c := range []struct{ process, name, value, want string }{
		{"checkout", "HOLDD", "5m", "HOLDD is not a setting: did you mean HOLD?"},
		{"auth", "HOLDD", "5m", "HOLDD is not a setting: did you mean HOLD?"}, // a file that all services share
		{"gateway", "HOLD", "5", `HOLD: "5" is not a duration like 90s or 1h30m`},
		{"checkout", "HOLD", "-5m", "HOLD must be above zero"},
		{"onebox", "HOLDFOR", "5m", "HOLDFOR is not a setting: did you mean HOLD_FOR?"},
		{"gateway", "MAINTENANCE", "yes", `MAINTENANCE: "yes" is not true or false`},
		{"gateway", "PUBLIC_URLS", "https://gallery.example", "PUBLIC_URLS is not a setting: did you mean PUBLIC_URL?"},
		{"auth", "public_url", "https://gallery.example", "public_url is not a setting: did you mean PUBLIC_URL?"},
		{"catalog", "MEDIA_PRE_SIGN", "true", "MEDIA_PRE_SIGN is not a setting: did you mean MEDIA_PRESIGN?"},
		{"chainwatcher", "QUOTE_SIGNER_KYE", "0x1", "QUOTE_SIGNER_KYE is not a setting: did you mean QUOTE_SIGNER_KEY?"},
		{"approvals", "AUTH_URL", "htp//nowhere", `AUTH_URL: "htp//nowhere" is not the origin of a site like https://host:port`},
		{"auth", "CATALOG_URL", "htp//nowhere", "CATALOG_URL: "},
		{"catalog", "RENDER_URL", "render:8080", "RENDER_URL: "},
		{"chainwatcher", "PROFILES_URL", "http//profiles:8080", "PROFILES_URL: "},
		{"checkout", "CHAINWATCHER_URL", "http:/chainwatcher", "CHAINWATCHER_URL: "},
		{"profiles", "CHAINWATCHER_URL", "http://chainwatcher:808O", "CHAINWATCHER_URL: "},
		{"gateway", "APPROVALS_URL", "http://approvals:8080/v1", "APPROVALS_URL: "},
		{"gateway", "ADDR", "8080", `ADDR: "8080" is not an address to listen at like 127.0.0.1:8080 or :8080`},
		{"auth", "INTERNAL_ADDR", "http://0.0.0.0:9090", "INTERNAL_ADDR: "},
		{"auth", "OIDC_ISSUER", "idp.example", `OIDC_ISSUER: "idp.example" is not an address like http://host:port`},
		{"auth", "ETH_RPC_URLS", "1=htp//node/hush", "ETH_RPC_URLS: not the address of a node"},
		{"gateway", "ETH_RPC_URLS", "1=node.example/hush", "ETH_RPC_URLS: not the address of a node"},
		{"chainwatcher", "CHAINS", `[{"chainId":31337,"rpcUrls":["htp//node/hush"]}]`, "CHAINS: chain 31337: rpcUrls: address 1 is not the address of a node"},
		{"profiles", "DATABASE_URL", "postgres:/auth:hush@db/auth", "DATABASE_URL: not an address like postgres://"},
		{"profiles", "NATS_URL", "http://auth:hush@nats:4222", "NATS_URL: not an address like nats://"},
		{"gateway", "REDIS_URL", "redis:6379", "REDIS_URL: not an address like redis://"},
		{"checkout", "SMTP_URL", "mail.example:587", "SMTP_URL: "},
		{"approvals", "MAIL_FROM", "gallery.example", `MAIL_FROM: "gallery.example" is not an email address`},
		{"checkout", "STAFF_EMAILS", "staff@example.org;boss", "STAFF_EMAILS: "},
		{"catalog", "MEDIA_BUCKET", "https://bucket.s3.example", "MEDIA_BUCKET: not an address like s3://"},
		{"checkout", "STRIPE_API_URL", "api.stripe.com", "STRIPE_API_URL: "},
		{"chainwatcher", "SIGNER_URL", "signer:9000", "SIGNER_URL: "},
		{"chainwatcher", "PLATFORM_ADDRESS", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "PLATFORM_ADDRESS: "},
		{"gateway", "IMAGE_ORIGINS", "https://a.example,b.example", `IMAGE_ORIGINS: "b.example" is not`},
		{"profiles", "SENTRY_DSN", "https://errors.example/1", "SENTRY_DSN: not a DSN"},
		{"auth", "LOG_LEVEL", "loud", `LOG_LEVEL: "loud" is not debug, info, warn or error`},
		{"auth", "SHUTDOWN_GRACE", "10", `SHUTDOWN_GRACE: "10" is not a duration`},
		{"checkout", "SALES", "opne", "SALES must be open or closed"},
		{"gateway", "TRUSTED_PROXIES", "10.0.0.0", "TRUSTED_PROXIES: "},
		{"onebox", "ETH_RPC_URL", "htp//nowhere", "ETH_RPC_URL: not the address of a node"},
		{"onebox", "CHECKOUT_STRIPE_ACOUNT", "acct_1", "CHECKOUT_STRIPE_ACOUNT is not a setting: did you mean CHECKOUT_STRIPE_ACCOUNT?"},
		{"onebox", "SMTP_PROT", "1026", "SMTP_PROT is not a setting: did you mean SMTP_PORT?"},
	} {
		t.Run(c.process+" "+c.name+"="+c.value, func(t *testing.T) {
			t.Setenv(c.name, c.value)
			if err := loaders[c.process](); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
				t.Errorf("error = %v, want %q and no password", err, c.want)
			}
		})
	}
}

// settingsTable compares the table in a folder's README with settings, or writes it.
func settingsTable(t *testing.T, folder string, settings []kit.Setting) {
	t.Helper()
	var want strings.Builder
	if err := kit.WriteSettings(&want, settings); err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- settings -->\n", "<!-- /settings -->"
	name := filepath.Join("..", "..", folder, "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no marks, want %s … %s", name, strings.TrimSpace(begin), end)
	}
	fresh := want.String()
	if *write {
		if err := os.WriteFile(name, []byte(before+begin+fresh+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != fresh {
		t.Errorf("the settings in %s are stale, want what `make gen` writes", name)
	}
}

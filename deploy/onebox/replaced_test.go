package main

import (
	"io"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit"
)

// settingsOfServices returns the settings of the services of an instance that reads the environment.
func settingsOfServices(t *testing.T) (*fleet, error) {
	t.Helper()
	cfg := defaults()
	cfg.Data = t.TempDir()
	if err := kit.Load(&cfg, overlaid()...); err != nil {
		t.Fatal(err)
	}
	h := &instance{
		cfg: cfg, log: slog.New(slog.DiscardHandler), out: io.Discard, rpcURL: "http://127.0.0.1:8545", smtpURL: "smtp://127.0.0.1:1025?tls=none", issuer: "http://localhost:9000",
		cardsURL: "http://localhost:9010", oidcClient: "vitrine", stripeKey: stripeKey, stripeSecret: "whsec_x",
		database: func(name string) (string, error) { return "postgres://127.0.0.1/" + name, nil },
		broker:   func(string) string { return "nats://127.0.0.1:9422" },
	}
	var err error
	if h.secrets, err = loadSecrets(cfg.Data); err != nil {
		t.Fatal(err)
	}
	return h.configure()
}

// TestSettingsOfServices: what onebox sets for a service can be replaced by a variable named after the service and the setting.
func TestSettingsOfServices(t *testing.T) {
	for name, value := range map[string]string{
		"CATALOG_MEDIA_BUCKET": "s3://media/works?region=eu-central-1", "CATALOG_MEDIA_PRESIGN": "true", "CATALOG_AWS_ACCESS_KEY_ID": "key", "CATALOG_AWS_SECRET_ACCESS_KEY": "secret",
		"PROFILES_MEDIA_BUCKET": "s3://media/avatars?region=eu-central-1", "GATEWAY_RECORDINGS_BUCKET": "s3://media/recordings?region=eu-central-1",
		"AUTH_ROLE_GRANTS": "auth0|1=staff,auth0|2=admin", "GATEWAY_ETH_CALL_GAS": "2000000", "CHECKOUT_STRIPE_ACCOUNT": "acct_1", "RENDER_URL": "http://render.example:8080/",
		"AUTH_URL": "http://auth.example:8080", "CHECKOUT_HOLD": "5m",
	} {
		t.Setenv(name, value)
	}
	f, err := settingsOfServices(t)
	if err != nil {
		t.Fatal(err)
	}
	if c := f.catalog; c.MediaBucket != "s3://media/works?region=eu-central-1" || !c.MediaPresign || c.AccessKeyID != "key" || c.SecretAccessKey != "secret" || c.Buckets == nil ||
		c.RenderURL != "http://render.example:8080" || c.AuthURL != "http://auth.example:8080" {
		t.Errorf("catalog = %+v, want the bucket and the addresses of the environment", c)
	}
	if f.profiles.MediaBucket != "s3://media/avatars?region=eu-central-1" || f.gateway.RecordingsBucket != "s3://media/recordings?region=eu-central-1" {
		t.Errorf("buckets = %q and %q, want those of the environment", f.profiles.MediaBucket, f.gateway.RecordingsBucket)
	}
	if !slices.Equal(f.auth.RoleGrants, []string{"auth0|1=staff", "auth0|2=admin"}) || f.checkout.StripeAccount != "acct_1" || f.gateway.CallGas != 2_000_000 {
		t.Errorf("roles %q, account %q, gas %d, want those of the environment", f.auth.RoleGrants, f.checkout.StripeAccount, f.gateway.CallGas)
	}
	if f.checkout.Hold.Minutes() != 5 || f.gateway.Hold.Minutes() != 15 {
		t.Errorf("hold = %s in checkout and %s in the gateway, want 5m for checkout alone", f.checkout.Hold, f.gateway.Hold)
	}
	for name, want := range map[string]string{"CHECKOUT_STRIPE_API_URL": "STRIPE_API_URL: ", "GATEWAY_ETH_CALL_GAS": `GATEWAY_ETH_CALL_GAS: "much" is not a whole number`} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "much")
			if _, err := settingsOfServices(t); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error = %v, want %q", err, want)
			}
		})
	}
}

// TestTableOfStandIns: each setting that the operators' table names for a part is one of onebox's.
func TestTableOfStandIns(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operating/stand-ins.md")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(text), "\n## ")
	known := map[string]bool{}
	for _, s := range append(kit.Settings(defaults()), overlaid()...) {
		known[s.Name] = true
	}
	rows := 0
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) < 5 || strings.HasPrefix(line, "| ---") || strings.HasPrefix(line, "| part") {
			continue
		}
		rows++
		for _, name := range regexp.MustCompile("`([A-Z][A-Z0-9_]+)(?:=[a-z]+)?`").FindAllStringSubmatch(cells[2], -1) {
			if !known[name[1]] {
				t.Errorf("%s: onebox has no setting %s", cells[0], name[1])
			}
		}
	}
	if rows < 12 {
		t.Errorf("the table has %d parts, want at least 12", rows)
	}
}

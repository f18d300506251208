package main

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
)

// TestSettingsReachServices checks that onebox passes settings of services on, and keeps their defaults otherwise.
func TestSettingsReachServices(t *testing.T) {
	for _, tt := range []struct {
		name               string
		env                map[string]string
		withdrawal, payout time.Duration
	}{
		{"default", nil, 24 * time.Hour, 72 * time.Hour},
		{"set", map[string]string{"WITHDRAWAL_LINK_FOR": "40s", "PAYOUT_LINK_FOR": "1m"}, 40 * time.Second, time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			cfg := defaults()
			if err := kit.Load(&cfg); err != nil {
				t.Fatal(err)
			}
			f, err := configured(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if f.approvals.WithdrawalFor != tt.withdrawal || f.approvals.PayoutFor != tt.payout {
				t.Errorf("links are valid for %v and %v, want %v and %v", f.approvals.WithdrawalFor, f.approvals.PayoutFor, tt.withdrawal, tt.payout)
			}
		})
	}
	t.Run("origins of pictures", func(t *testing.T) {
		t.Setenv("IMAGE_ORIGINS", "http://www.tate.org.uk,https://media.example")
		cfg := defaults()
		if err := kit.Load(&cfg); err != nil {
			t.Fatal(err)
		}
		f, err := configured(cfg)
		if err != nil || !slices.Equal(f.gateway.ImageOrigins, []string{"http://www.tate.org.uk", "https://media.example"}) {
			t.Errorf("image origins of the gateway = %v, %v, want http://www.tate.org.uk and https://media.example", f.gateway.ImageOrigins, err)
		}
	})
	t.Run("invalid link lifetime", func(t *testing.T) {
		t.Setenv("WITHDRAWAL_LINK_FOR", "0s")
		cfg := defaults()
		if err := kit.Load(&cfg); err == nil {
			t.Error("Load() with links that are never valid: error = nil, want one")
		}
	})
}

// configured returns the settings of the services for settings of onebox.
func configured(cfg settings) (*fleet, error) {
	h := &instance{cfg: cfg, log: slog.New(slog.DiscardHandler), issuer: "http://localhost:9000", smtpURL: "smtp://127.0.0.1:1025?tls=none"}
	h.rpcURL, h.cardsURL, h.stripeKey, h.stripeSecret = address(8545), address(9010), stripeKey, "whsec"
	h.oidcClient, h.oidcSecret = "vitrine", oidcSecret
	h.secrets = secrets{Broker: "broker", WebhookSecret: "whsec", Site: "site-key-site-key-site-key", Links: "link-key-link-key-link-key-link-key", Keys: map[string]string{}}
	for _, name := range processes {
		var err error
		if h.secrets.Keys[name], err = identity.NewKey(); err != nil {
			return nil, err
		}
	}
	h.broker = func(string) string { return "nats://127.0.0.1:9422" }
	h.database = func(name string) (string, error) { return "postgres://127.0.0.1/" + name, nil }
	return h.configure()
}

package chainwatcher_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Settings that put money or art at risk are refused, each unless its own setting allows it.
func TestUnsafeSettingsAreRefused(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	const (
		secret   = "8f2a559490a0c5e0b3b9f2f6b1d1d6b7a7c3c0ffee0123456789abcdef012345"
		anvil    = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
		ganache  = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d"
		counted  = "0000000000000000000000000000000000000000000000000000000000000001"
		one      = `[{"chainId":1,"rpcUrls":["https://a.example"]}]`
		three    = `[{"chainId":1,"rpcUrls":["https://a.example","https://b.example","https://c.example"]}]`
		repeated = `[{"chainId":1,"rpcUrls":["https://a.example","https://a.example","https://b.example"]}]`
		local    = `[{"chainId":31337,"rpcUrls":["http://127.0.0.1:8545"]}]`
	)
	for name, c := range map[string]struct {
		chains, key    string
		keys, node     bool
		want, wantNote string
	}{
		"a key of anvil":                  {three, anvil, false, false, "VAULT_KEY is a key that everybody knows", "ALLOW_DEVELOPMENT_KEYS"},
		"a key of anvil on a local chain": {local, anvil, false, false, "VAULT_KEY is a key that everybody knows", "ALLOW_DEVELOPMENT_KEYS"},
		"a key of ganache with 0x":        {three, "0x" + ganache, false, false, "VAULT_KEY is a key that everybody knows", ""},
		"the key 1":                       {three, counted, false, false, "VAULT_KEY is a key that everybody knows", ""},
		"a key of anvil, allowed":         {local, anvil, true, false, "", ""},
		"one node of a public chain":      {one, secret, false, false, "one node alone would decide which payments count", "ALLOW_SINGLE_NODE"},
		"one node, allowed":               {one, secret, false, true, "", ""},
		"a node twice":                    {repeated, secret, false, true, "rpcUrls has the same node twice", ""},
		"three nodes and new keys":        {three, secret, false, false, "", ""},
		"one node of a local chain":       {local, secret, false, false, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := chainwatcher.Default()
			cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "chainwatcher")), fleet.File
			cfg.DatabaseURL, cfg.Chains = "postgres://localhost/x", c.chains
			cfg.DefaultChainID = 1
			if c.chains == local {
				cfg.DefaultChainID = 31337
			}
			cfg.VaultKey, cfg.MinterKey, cfg.QuoteSignerKey = kit.Secret(c.key), secret, secret
			cfg.AllowDevelopmentKeys, cfg.AllowSingleNode = c.keys, c.node
			err := cfg.Validate()
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.wantNote)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A feed of another coin ends the process at its start, before it follows the chain or quotes anything.
func TestAPriceFeedOfAnotherCoinIsRefused(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	for allowed, want := range map[bool]error{false: chain.ErrOtherFeed, true: nil} {
		cfg, log := h.cfg, testkit.Log(t)
		cfg.Chains = strings.Replace(cfg.Chains, `"chainId":31337,`, `"chainId":31337,"currencySymbol":"BTC",`, 1)
		cfg.AllowOtherPriceFeed = allowed
		pool, err := postgres.Open(t.Context(), cfg.DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bus.Dial(t.Context(), cfg.NATSURL, log)
		if err != nil {
			t.Fatal(err)
		}
		svc, err := chainwatcher.New(chainwatcher.Deps{
			Config: cfg, Base: service.Base{Pool: pool, Bus: b, Keys: h.fleet.Keys(t, "chainwatcher"), Clock: clock.System, Log: log},
			Accounts: h.accounts, Sessions: h.accounts.Session, Artworks: artworks{}, Artists: h.artists,
		})
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- svc.Run(t.Context()) }()
		select {
		case err = <-ended:
			if want == nil || !errors.Is(err, want) || !strings.Contains(err.Error(), `want "BTC / USD"`) {
				t.Errorf("allowed %t: %v, want %v", allowed, err, want)
			}
		case <-time.After(map[bool]time.Duration{false: soon, true: 2 * time.Second}[allowed]):
			if want != nil {
				t.Errorf("allowed = %t: the service runs, want an error", allowed)
			}
		}
	}
}

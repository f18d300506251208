package chainwatcher_test

import (
	"math/big"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/names"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

var namesABI = bindings.NewVitrineNames()

// registry deploys a name registry and restarts the service with it.
func (h *testService) registry() (address common.Address, options *bind.TransactOpts) {
	h.t.Helper()
	options = bind.NewKeyedTransactor(key(h.t, buyerKey), big.NewInt(31337))
	address, tx, err := bind.DeployContract(options, common.FromHex(bindings.VitrineNamesMetaData.Bin), h.node, namesABI.PackConstructor(options.From))
	if err == nil {
		_, err = bind.WaitMined(h.t.Context(), h.node, tx.Hash())
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.stop()
	h.cfg.ENSChainID, h.cfg.ENSRegistry = 31337, strings.ToLower(address.Hex())
	h.start()
	return address, options
}

// name points a name to an address.
func (h *testService) name(registry common.Address, options *bind.TransactOpts, name, address string) {
	h.t.Helper()
	tx, err := bind.Transact(namesABI.Instance(h.node, registry), options, namesABI.PackSetAddr(names.Hash(name), common.HexToAddress(address)))
	if err == nil {
		_, err = bind.WaitMined(h.t.Context(), h.node, tx.Hash())
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *testService) resolve(name string) (*chainv1.ResolveNameResponse, error) {
	return h.chains.ResolveName(h.t.Context(), &chainv1.ResolveNameRequest{Name: name})
}

func TestWithdrawalToAName(t *testing.T) {
	t.Parallel()
	const first, second = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65", "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc"
	h := setup(t)
	h.accounts.persons["ada"] = custody.Person{Email: "ada@example.org"}
	o := h.minted("ada", 7)
	refused := func(what, want string, err error) {
		t.Helper()
		if reason, _ := rpc.ReasonOf(err); reason != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}

	_, err := h.requestByName("ada", first, "alice.eth", o.GetTokenId())
	refused("a name while no registry is configured", "name_service_unsupported", err)
	if !strings.Contains(err.Error(), "Name service not configured or unsupported.") {
		t.Errorf("error = %q, want one that says the name service isn't configured", err)
	}
	_, err = h.requestByName("ada", "alice.eth", "", o.GetTokenId())
	refused("a name in place of the address while no registry is configured", "name_service_unsupported", err)
	_, err = h.resolve("alice.eth")
	refused("ResolveName while no registry is configured", "name_service_unsupported", err)
	if list, err := h.chains.ListChains(t.Context(), &chainv1.ListChainsRequest{}); err != nil || list.GetNameService() != nil {
		t.Errorf("ListChains() = %v, %v, want no name service", list, err)
	}

	registry, owner := h.registry()
	h.name(registry, owner, "alice.eth", first)
	if list, err := h.chains.ListChains(t.Context(), &chainv1.ListChainsRequest{}); err != nil ||
		list.GetNameService().GetChainId() != 31337 || list.GetNameService().GetRegistry() != registry.Hex() {
		t.Errorf("ListChains() = %v, %v, want registry %s on chain 31337", list, err, registry.Hex())
	}
	if got, err := h.resolve("Alice.eth"); err != nil || got.GetName() != "alice.eth" || got.GetAddress() != first {
		t.Errorf("ResolveName() = %v, %v, want alice.eth at %s", got, err, first)
	}
	_, err = h.chains.ResolveName(h.as("ada"), &chainv1.ResolveNameRequest{Name: "alice.eth"})
	if connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("ResolveName as a user: error = %v, want permission_denied", err)
	}

	_, err = h.requestByName("ada", first, "bob.eth", o.GetTokenId())
	refused("an unknown name", "name_not_found", err)
	_, err = h.requestByName("ada", first, "al ice.eth", o.GetTokenId())
	refused("an invalid name", "invalid", err)
	_, err = h.requestByName("ada", "alice.eth", "", o.GetTokenId())
	refused("a name in place of the address", "invalid", err)
	_, err = h.requestByName("ada", first[:len(first)-1]+"6", "alice.eth", o.GetTokenId())
	refused("a name beside a wrong checksum", "invalid", err)
	_, err = h.requestByName("ada", second, "alice.eth", o.GetTokenId())
	refused("a name that does not point to the address", "name_changed", err)
	h.silent.Store(true)
	_, err = h.requestByName("ada", first, "alice.eth", o.GetTokenId())
	h.silent.Store(false)
	refused("a node that does not respond", "name_service_unavailable", err)
	if connect.CodeOf(err) != connect.CodeUnavailable {
		t.Errorf("a node that does not respond: error = %v, want unavailable", err)
	}

	// The name changes between the check of the address and the request, and back.
	h.name(registry, owner, "alice.eth", second)
	_, err = h.requestByName("ada", first, "alice.eth", o.GetTokenId())
	refused("a name that changed", "name_changed", err)
	h.name(registry, owner, "alice.eth", first)
	e, err := h.requestByName("ada", first, "ALICE.eth", o.GetTokenId())
	if err != nil || e.GetTo() != first || e.GetToName() != "alice.eth" {
		t.Fatalf("request = %v, %v, want to %s, alice.eth", e, err, first)
	}

	// The confirmed address counts: a later change of the name redirects nothing.
	h.name(registry, owner, "alice.eth", second)
	h.approve(e)
	withdrawal := e.GetWorks()[0].GetWithdrawalId()
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return h.status("ada", withdrawal).GetStatus() == "withdrawalTransactionConfirmed"
	})
	if done := h.status("ada", withdrawal); done.GetTo() != first || done.GetName() != "alice.eth" {
		t.Errorf("withdrawal = %v, want to %s, alice.eth", done, first)
	}
	if items := h.tokens("ada"); len(items) != 0 {
		t.Errorf("ada still holds %v, want none", items)
	}
	var body string
	testkit.Eventually(t, soon, func() bool {
		err = h.pool.QueryRow(t.Context(), `SELECT body FROM mails WHERE key = $1`, "withdrawal:"+withdrawal+":confirmed").Scan(&body)
		return err == nil
	})
	if err != nil || !strings.Contains(body, "Wallet: alice.eth ("+first+")") {
		t.Errorf("email = %q, %v, want the wallet as alice.eth (%s)", body, err, first)
	}
}

func TestDefaultNode(t *testing.T) {
	t.Parallel()
	if cfg := chainwatcher.Default(); !strings.Contains(cfg.Chains, `"rpcUrls":["http://127.0.0.1:8545"]`) {
		t.Errorf("CHAINS = %s, want a local node at port 8545", cfg.Chains)
	}
}

func TestNameSettings(t *testing.T) {
	t.Parallel()
	cfg := chainwatcher.Default()
	fleet := identitytest.New(t)
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "chainwatcher")), fleet.File
	cfg.DatabaseURL, cfg.VaultKey, cfg.MinterKey, cfg.QuoteSignerKey = "postgres://x", vaultKey, vaultKey, vaultKey
	cfg.AllowDevelopmentKeys = true
	const registry = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
	for name, c := range map[string]struct {
		registry string
		chainID  uint32
		urls     []string
		want     string
	}{
		"off":                       {"", 1, nil, ""},
		"by CHAINS":                 {registry, 31337, nil, ""},
		"by its own nodes":          {registry, 1, []string{"http://node"}, ""},
		"no node":                   {registry, 1, nil, "ENS_RPC_URLS: "},
		"a wrong checksum":          {registry[:len(registry)-1] + "E", 31337, nil, "ENS_REGISTRY: "},
		"a name in place of a node": {"ens.eth", 31337, nil, "ENS_REGISTRY: "},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := cfg
			cfg.ENSRegistry, cfg.ENSChainID, cfg.ENSRPCURLs = c.registry, c.chainID, c.urls
			err := cfg.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

package ethereum

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/names"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

func TestNormalize(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"alice.eth":                       "alice.eth",
		" Alice.ETH ":                     "alice.eth",
		"RaFFY🚴‍♂️.eTh":                   "raffy🚴‍♂.eth",
		"a_b.eth":                         "", // an underscore is allowed only at the start of a label
		"alice":                           "",
		"alice..eth":                      "",
		"alice.eth.":                      "",
		".eth":                            "",
		"al ice.eth":                      "",
		"xn--ls8h.eth":                    "",
		"p\u0430ypal.eth":                 "", // Cyrillic а among Latin letters
		"":                                "",
		strings.Repeat("a", 252) + ".eth": "",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := normalize(name)
			if got != want || (want == "") != errors.Is(err, chain.ErrName) {
				t.Errorf("normalize(%q) = %q, %v, want %q", name, got, err, want)
			}
		})
	}
}

// registry is a registry on a separate chain.
type registry struct {
	t       *testing.T
	url     string
	node    *Node
	options *bind.TransactOpts
	address common.Address
}

const registryKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

func deployRegistry(t *testing.T) *registry {
	t.Helper()
	r := &registry{t: t, url: testkit.Anvil(t)}
	var err error
	if r.node, err = Dial(t.Context(), 31337, []string{r.url}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.node.Close)
	key, err := Key(registryKey)
	if err != nil {
		t.Fatal(err)
	}
	r.options = bind.NewKeyedTransactor(key, number(31337))
	r.address = r.deploy(common.FromHex(bindings.VitrineNamesMetaData.Bin), namesABI.PackConstructor(r.options.From))
	return r
}

func (r *registry) deploy(code, arguments []byte) common.Address {
	r.t.Helper()
	address, tx, err := bind.DeployContract(r.options, code, r.node.Client(), arguments)
	if err == nil {
		_, err = bind.WaitMined(r.t.Context(), r.node.Client(), tx.Hash())
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return address
}

func (r *registry) send(data []byte) {
	r.t.Helper()
	tx, err := bind.Transact(namesABI.Instance(r.node.Client(), r.address), r.options, data)
	if err == nil {
		_, err = bind.WaitMined(r.t.Context(), r.node.Client(), tx.Hash())
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// refusing is the creation code of a contract that always reverts with OffchainLookup.
const refusing = "0x600e600a5f39600e5ff363556f183060e01b5f5260045ffd"

func TestNames(t *testing.T) {
	t.Parallel()
	r := deployRegistry(t)
	first, second := common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"), common.HexToAddress("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC")
	r.send(namesABI.PackSetAddr(names.Hash("alice.eth"), first))
	r.send(namesABI.PackSetAddr(names.Hash("nobody.eth"), common.Address{}))
	r.send(namesABI.PackSetResolver(names.Hash("gone.eth"), common.HexToAddress("0xdead")))
	r.send(namesABI.PackSetResolver(names.Hash("elsewhere.eth"), r.deploy(common.FromHex(refusing), nil)))
	log := testkit.Log(t)
	resolving := NewNames(31337, r.address.Hex(), []string{r.url}, log)
	t.Cleanup(resolving.Close)
	for _, c := range []struct {
		name  string
		names *Names
		text  string
		want  error
	}{
		{"a name", resolving, "Alice.eth", nil},
		{"unknown", resolving, "bob.eth", chain.ErrNameNotFound},
		{"a resolver without an address", resolving, "nobody.eth", chain.ErrNameNotFound},
		{"a resolver that is no contract", resolving, "gone.eth", chain.ErrNameNotFound},
		{"records off chain", resolving, "elsewhere.eth", chain.ErrNamesUnsupported},
		{"not a name", resolving, "al ice.eth", chain.ErrName},
		{"not configured", NewNames(1, "", []string{r.url}, log), "alice.eth", chain.ErrNamesUnsupported},
		{"no registry at the address", NewNames(31337, first.Hex(), []string{r.url}, log), "alice.eth", chain.ErrNamesUnsupported},
		{"a node of another chain", NewNames(1, r.address.Hex(), []string{r.url}, log), "alice.eth", chain.ErrNamesDown},
		{"no node", NewNames(31337, r.address.Hex(), []string{"http://127.0.0.1:1"}, log), "alice.eth", chain.ErrNamesDown},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.names.Resolve(t.Context(), c.text)
			if !errors.Is(err, c.want) {
				t.Fatalf("Resolve(%q) = %v, want %v", c.text, err, c.want)
			}
			if want := (chain.Name{Text: "alice.eth", Address: first.Hex()}); c.want == nil && got != want {
				t.Errorf("Resolve(%q) = %+v, want %+v", c.text, got, want)
			}
		})
	}
	// Nothing is cached: a changed name is visible immediately.
	r.send(namesABI.PackSetAddr(names.Hash("alice.eth"), second))
	if got, err := resolving.Resolve(t.Context(), "alice.eth"); err != nil || got.Address != second.Hex() {
		t.Errorf("after the change: %+v, %v, want %s", got, err, second)
	}
	// An unreachable node is a temporary failure.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := resolving.Resolve(ctx, "alice.eth"); !errors.Is(err, chain.ErrNamesDown) {
		t.Errorf("with an ended context: %v, want %v", err, chain.ErrNamesDown)
	}
}

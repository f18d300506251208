package standins

import (
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/names"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestNamesOutliveRestarts starts the registry on a chain that was stopped: it is found again, its names stay and new ones are added.
func TestNamesOutliveRestarts(t *testing.T) {
	t.Parallel()
	dir, port := t.TempDir(), testkit.FreePort(t)
	api := bindings.NewVitrineNames()
	var registry common.Address
	start := func(known map[string]common.Address) *Chain {
		t.Helper()
		c, err := StartChain(t.Context(), nodeModules(), dir, port, testkit.Log(t))
		if err != nil {
			t.Fatal(err)
		}
		address, err := StartNames(t.Context(), c.URL(), known)
		if err != nil {
			c.Stop()
			t.Fatal(err)
		}
		if registry != (common.Address{}) && registry != address {
			t.Errorf("the registry's address = %s, want %s as before", address, registry)
		}
		registry = address
		return c
	}
	read := func(c *Chain, name string) common.Address {
		t.Helper()
		client, err := ethclient.Dial(c.URL())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		out, err := bind.Call(api.Instance(client, registry), nil, api.PackAddr(names.Hash(name)), api.UnpackAddr)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	c := start(Names)
	for name, want := range Names {
		if got := read(c, name); got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	c.Stop()
	moved := common.HexToAddress("0x1")
	c = start(map[string]common.Address{"new.eth": moved, "artist.eth": moved})
	defer c.Stop()
	if got := read(c, "artist.eth"); got != Names["artist.eth"] {
		t.Errorf("artist.eth = %s, want %s: a start must not overwrite names", got, Names["artist.eth"])
	}
	if got := read(c, "new.eth"); got != moved {
		t.Errorf("new.eth = %s, want %s", got, moved)
	}
}

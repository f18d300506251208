package ethereum

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

// The first well-known development account.
const (
	devKey     = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	devAddress = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
)

func sign(t *testing.T, text string) string {
	t.Helper()
	raw, err := hex.DecodeString(devKey)
	if err != nil {
		t.Fatal(err)
	}
	compact := ecdsa.SignCompact(secp256k1.PrivKeyFromBytes(raw), Hash(text), false)
	return "0x" + hex.EncodeToString(append(compact[1:], compact[0]))
}

func TestPersonalSignature(t *testing.T) {
	t.Parallel()
	v := New(nil)
	good := sign(t, "hello")
	// Signed by another implementation with the same key and text.
	const foreign = "0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c"
	low := good[:130] + map[string]string{"1b": "00", "1c": "01"}[good[130:]]
	for name, c := range map[string]struct {
		text, signature string
		ok              bool
	}{
		"good": {"hello", good, true}, "recovery id without 27": {"hello", low, true}, "foreign": {"hello", foreign, true}, "other text": {"hello ", good, false}, "no prefix": {"hello", good[2:], false},
		"short": {"hello", "0x00", false}, "empty": {"hello", "0x", false}, "long": {"hello", good + "00", false}, "not hex": {"hello", "0xzz", false},
		"other recovery id": {"hello", good[:130] + "1d", false}, "zeros": {"hello", "0x" + strings.Repeat("0", 130), false}, "all ones": {"hello", "0x" + strings.Repeat("f", 128) + "1b", false},
	} {
		t.Run(name, func(t *testing.T) {
			contract, err := v.VerifySignature(t.Context(), 1, devAddress, c.text, c.signature)
			if contract || (err == nil) != c.ok || (err != nil && !errors.Is(err, wallet.ErrSignature)) {
				t.Errorf("got %v, want success: %t", err, c.ok)
			}
		})
	}
	if _, err := v.VerifySignature(t.Context(), 1, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "hello", good); !errors.Is(err, wallet.ErrSignature) {
		t.Errorf("another's wallet: error = %v, want ErrSignature", err)
	}
}

// TestContractWallet calls contracts on a real node: one that accepts any signature,
// one that reverts, one that returns something else, and an address without code.
func TestContractWallet(t *testing.T) {
	t.Parallel()
	node := testkit.Anvil(t)
	v := New(map[uint64]string{31337: node})
	for name, c := range map[string]struct {
		code string
		ok   bool
	}{
		"accepts": {"0x631626ba7e60e01b60005260206000f3", true}, "reverts": {"0x60006000fd", false},
		"answers one": {"0x600160005260206000f3", false}, "no contract": {"0x", false},
	} {
		t.Run(name, func(t *testing.T) {
			address, _ := eip55.Checksum("0x" + strings.Repeat("0", 38-len(name)) + strings.Repeat("ab", 1) + strings.Repeat("c", len(name)))
			setCode(t, node, address, c.code)
			contract, err := v.VerifySignature(t.Context(), 31337, address, "hello", "0x1234")
			if contract != c.ok || (err == nil) != c.ok || (err != nil && !errors.Is(err, wallet.ErrSignature)) {
				t.Errorf("got %v, want success: %t", err, c.ok)
			}
			if _, err := v.VerifySignature(t.Context(), 1, address, "hello", "0x1234"); !errors.Is(err, wallet.ErrSignature) {
				t.Errorf("%s on a chain without a node: error = %v, want ErrSignature", name, err)
			}
		})
	}
	down := New(map[uint64]string{31337: "http://127.0.0.1:1"})
	if _, err := down.VerifySignature(t.Context(), 31337, devAddress, "hello", "0x1234"); !errors.Is(err, wallet.ErrChainDown) {
		t.Errorf("without a node: error = %v, want ErrChainDown", err)
	}
}

// TestWalletBeforeItsDeployment checks signatures that carry the deployment of their wallet (ERC-6492), on a real node.
func TestWalletBeforeItsDeployment(t *testing.T) {
	t.Parallel()
	node := testkit.Anvil(t)
	v := New(map[uint64]string{31337: node})
	const (
		// The wallet's creation code: it returns ERC-1271's magic value to any call.
		code = "6f631626ba7e60e01b60005260206000f360005260106010f3"
		// The factory's code: it creates that wallet with CREATE2 and the salt 0.
		factory = "0x78" + code + "6000526000601960076000f55000"
		at      = "0x00000000000000000000000000000000000fac70"
		stops   = "0x0000000000000000000000000000000000057095"
	)
	setCode(t, node, at, factory)
	setCode(t, node, stops, "0x60006000fd")
	creation, _ := hex.DecodeString(code)
	owner, _ := hex.DecodeString(at[2:])
	address, _ := eip55.Checksum("0x" + hex.EncodeToString(keccak(slices.Concat([]byte{0xff}, owner, word(0), keccak(creation)))[12:]))
	wrapped := func(factory string) string {
		target, _ := hex.DecodeString(strings.Repeat("0", 24) + factory[2:])
		return "0x" + hex.EncodeToString(slices.Concat(target, word(96), word(128), word(0), word(2), []byte{0x12, 0x34}, make([]byte, 30))) + strings.Repeat("6492", 16)
	}
	const elsewhere = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	for name, c := range map[string]struct {
		address, signature string
		chain              uint64
		ok                 bool
	}{
		"wrapped": {address, wrapped(at), 31337, true}, "not wrapped": {address, "0x1234", 31337, false},
		"a factory that reverts": {address, wrapped(stops), 31337, false}, "another wallet": {elsewhere, wrapped(at), 31337, false},
		"malformed": {address, "0x" + strings.Repeat("6492", 16), 31337, false}, "another chain": {address, wrapped(at), 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			contract, err := v.VerifyHash(t.Context(), c.chain, c.address, Hash("hello"), c.signature)
			if contract != c.ok || (err == nil) != c.ok || (err != nil && !errors.Is(err, wallet.ErrSignature)) {
				t.Errorf("contract %v, error %v; want %v", contract, err, c.ok)
			}
		})
	}
}

// TestWalletThatComputesForever checks that a contract can't keep the node busy: the call has a limit of gas.
func TestWalletThatComputesForever(t *testing.T) {
	t.Parallel()
	node := testkit.Anvil(t)
	const address = "0x0000000000000000000000000000000000010095"
	setCode(t, node, address, "0x5b600056")
	_, err := New(map[uint64]string{31337: node}).VerifyHash(t.Context(), 31337, address, Hash("hello"), "0x1234")
	if !errors.Is(err, wallet.ErrSignature) {
		t.Errorf("got %v, want %v", err, wallet.ErrSignature)
	}
}

func setCode(t *testing.T, node, address, code string) {
	t.Helper()
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "anvil_setCode", "params": []string{address, code}})
	res, err := http.Post(node, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
}

func TestParseNodes(t *testing.T) {
	t.Parallel()
	if got, err := ParseNodes([]string{"1=https://a.example/?k=v", "31337=http://localhost:8545"}); err != nil || got[1] != "https://a.example/?k=v" || len(got) != 2 {
		t.Errorf("ParseNodes() = %v, %v, want 2, the first https://a.example/?k=v", got, err)
	}
	for _, bad := range []string{"", "1", "x=http://a", "-1=http://a"} {
		if _, err := ParseNodes([]string{bad}); err == nil {
			t.Errorf("ParseNodes(%q): error = nil, want one", bad)
		}
	}
}

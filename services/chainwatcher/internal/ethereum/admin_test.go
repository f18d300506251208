package ethereum_test

import (
	"context"
	"crypto/ecdsa"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/contracts/abi/abitest"
	"github.com/vitrine/vitrine/contracts/bindings"
	ours "github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

// multisig is a two-of-three multisig on the local chain.
type multisig struct {
	*world

	t       *testing.T
	abi     abi.ABI
	address common.Address
	owners  []*ecdsa.PrivateKey
}

// newMultisig deploys it.
func newMultisig(t *testing.T, w *world) *multisig {
	t.Helper()
	m := &multisig{world: w, t: t}
	var err error
	if m.abi, err = abi.JSON(strings.NewReader(abitest.TwoOfThreeABI)); err != nil {
		t.Fatal(err)
	}
	var addresses [3]common.Address
	for i := range addresses {
		key, err := crypto.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		m.owners, addresses[i] = append(m.owners, key), crypto.PubkeyToAddress(key.PublicKey)
	}
	args, err := m.abi.Pack("", addresses)
	if err != nil {
		t.Fatal(err)
	}
	var ok bool
	if m.address, ok = m.send(nil, append(common.FromHex(abitest.TwoOfThree), args...)); !ok {
		t.Fatal("the multisig can't be deployed")
	}
	return m
}

// send sends a transaction of the deployer, and reports whether it succeeded. It returns the address of a deployed contract.
func (m *multisig) send(to *common.Address, data []byte) (common.Address, bool) {
	m.t.Helper()
	key, err := ours.Key(deployer)
	if err != nil {
		m.t.Fatal(err)
	}
	tx := map[string]any{"from": ours.Address(key), "gas": hexutil.Uint64(3_000_000), "data": hexutil.Bytes(data)}
	if to != nil {
		tx["to"] = to
	}
	var hash common.Hash
	client := m.direct.Client()
	if err := client.Client().CallContext(m.t.Context(), &hash, "eth_sendTransaction", tx); err != nil {
		return common.Address{}, false
	}
	if err := client.Client().CallContext(m.t.Context(), nil, "evm_mine"); err != nil { // it doesn't mine on its own here
		m.t.Fatal(err)
	}
	receipt, err := client.TransactionReceipt(m.t.Context(), hash)
	if err != nil {
		m.t.Fatal(err)
	}
	return receipt.ContractAddress, receipt.Status == 1
}

// read calls a contract.
func (m *multisig) read(to common.Address, data []byte) []byte {
	m.t.Helper()
	out, err := m.direct.Client().CallContract(context.WithoutCancel(m.t.Context()), ethereum.CallMsg{To: &to, Data: data}, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

// act calls a contract as the multisig, signed by some of its owners, and reports whether the call succeeded.
func (m *multisig) act(to common.Address, data []byte, signers ...*ecdsa.PrivateKey) bool {
	m.t.Helper()
	digest, err := m.abi.Pack("digest", to, data)
	if err != nil {
		m.t.Fatal(err)
	}
	signed := m.read(m.address, digest)
	var signatures [][]byte
	for _, key := range signers {
		s, err := crypto.Sign(signed, key)
		if err != nil {
			m.t.Fatal(err)
		}
		s[64] += 27
		signatures = append(signatures, s)
	}
	execute, err := m.abi.Pack("execute", to, data, signatures)
	if err != nil {
		m.t.Fatal(err)
	}
	_, ok := m.send(&m.address, execute)
	return ok
}

// TestAMultisigTakesOver: on the local chain, the admin's role of the contracts that Deploy made moves to a multisig of two of three in two
// steps, a day apart. Then two of its owners pause payments, and neither one of them nor the deployer can.
func TestAMultisigTakesOver(t *testing.T) {
	t.Parallel()
	w := setup(t)
	m := newMultisig(t, w)
	token, payments := common.HexToAddress(w.chain.TokenContract), common.HexToAddress(w.chain.PaymentContract)
	ofToken, ofPayments := bindings.NewVitrineToken(), bindings.NewVitrinePayments()
	two := []*ecdsa.PrivateKey{m.owners[0], m.owners[2]}
	deployed := m.read(token, ofToken.PackOwner())
	paused := func() bool { return new(big.Int).SetBytes(m.read(payments, ofPayments.PackPaused())).Sign() > 0 }

	for contract, begin := range map[common.Address][]byte{
		token: ofToken.PackBeginDefaultAdminTransfer(m.address), payments: ofPayments.PackBeginDefaultAdminTransfer(m.address),
	} {
		if _, ok := m.send(&contract, begin); !ok {
			t.Fatalf("starting the admin transfer of %s failed", contract)
		}
	}
	if m.act(token, ofToken.PackAcceptDefaultAdminTransfer(), two...) || !slices.Equal(m.read(token, ofToken.PackOwner()), deployed) {
		t.Error("the multisig accepted before a day had passed")
	}
	for _, call := range []struct {
		method string
		args   []any
	}{{"evm_increaseTime", []any{86_401}}, {"evm_mine", nil}} {
		if err := m.direct.Client().Client().CallContext(t.Context(), nil, call.method, call.args...); err != nil {
			t.Fatal(err)
		}
	}
	if m.act(token, ofToken.PackAcceptDefaultAdminTransfer(), m.owners[1]) {
		t.Error("one owner alone accepted the admin role, want two")
	}
	if !m.act(token, ofToken.PackAcceptDefaultAdminTransfer(), two...) || !m.act(payments, ofPayments.PackAcceptDefaultAdminTransfer(), two...) {
		t.Fatal("the multisig can't accept")
	}
	for contract, owner := range map[common.Address][]byte{token: m.read(token, ofToken.PackOwner()), payments: m.read(payments, ofPayments.PackOwner())} {
		if common.BytesToAddress(owner) != m.address {
			t.Errorf("admin of %s = %x, want the multisig %s", contract, owner, m.address)
		}
	}

	if _, ok := m.send(&payments, ofPayments.PackPause()); ok || paused() {
		t.Error("the former admin can still pause payments")
	}
	if m.act(payments, ofPayments.PackPause(), m.owners[0]) || m.act(payments, ofPayments.PackPause(), m.owners[0], m.owners[0]) || paused() {
		t.Error("one owner alone paused payments, want two")
	}
	if !m.act(payments, ofPayments.PackPause(), two...) || !paused() {
		t.Error("two owners can't pause payments")
	}
}

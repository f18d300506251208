package payments_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient/simulated"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/contracts/bindings"
)

// chain is a simulated chain with the three contracts. The platform's key is admin, minter and quote signer.
type chain struct {
	backend  *simulated.Backend
	id       *big.Int
	platform *ecdsa.PrivateKey
	buyer    *ecdsa.PrivateKey

	token    *bindings.VitrineToken
	payments *bindings.VitrinePayments
	feed     *bindings.VitrinePriceFeed

	tokenAt, paymentsAt, feedAt common.Address
}

func setup(t *testing.T) *chain {
	t.Helper()
	c := &chain{
		platform: newKey(t),
		buyer:    newKey(t),
		token:    bindings.NewVitrineToken(),
		payments: bindings.NewVitrinePayments(),
		feed:     bindings.NewVitrinePriceFeed(),
	}
	rich := new(big.Int).Mul(big.NewInt(1000), big.NewInt(params.Ether))
	c.backend = simulated.NewBackend(types.GenesisAlloc{
		address(c.platform): {Balance: rich},
		address(c.buyer):    {Balance: rich},
	})
	t.Cleanup(func() { _ = c.backend.Close() })

	var err error
	if c.id, err = c.backend.Client().ChainID(t.Context()); err != nil {
		t.Fatal(err)
	}
	admin := address(c.platform)
	result, err := bind.LinkAndDeploy(&bind.DeploymentParams{
		Contracts: []*bind.MetaData{
			&bindings.VitrineTokenMetaData, &bindings.VitrinePaymentsMetaData, &bindings.VitrinePriceFeedMetaData,
		},
		Inputs: map[string][]byte{
			bindings.VitrineTokenMetaData.ID: c.token.PackConstructor(
				"Vitrine", "VITRINE", "https://gallery.example/tokens/", "https://gallery.example/collection", admin, admin),
			bindings.VitrinePaymentsMetaData.ID:  c.payments.PackConstructor(admin, admin, admin),
			bindings.VitrinePriceFeedMetaData.ID: c.feed.PackConstructor(admin),
		},
	}, c.deployer())
	if err != nil {
		t.Fatal(err)
	}
	c.backend.Commit()
	c.tokenAt = result.Addresses[bindings.VitrineTokenMetaData.ID]
	c.paymentsAt = result.Addresses[bindings.VitrinePaymentsMetaData.ID]
	c.feedAt = result.Addresses[bindings.VitrinePriceFeedMetaData.ID]
	return c
}

// deployer counts its nonces itself, because the node's pool updates the next one with a delay.
func (c *chain) deployer() bind.DeployFn {
	opts := bind.NewKeyedTransactor(c.platform, c.id)
	deploy := bind.DefaultDeployer(opts, c.backend.Client())
	next := int64(0)
	return func(input, code []byte) (common.Address, *types.Transaction, error) {
		opts.Nonce = big.NewInt(next)
		next++
		return deploy(input, code)
	}
}

// send mines one transaction, even one that reverts: its gas limit is fixed, because gas estimation rejects those.
func (c *chain) send(t *testing.T, key *ecdsa.PrivateKey, to common.Address, value *big.Int, data []byte) *types.Receipt {
	t.Helper()
	client := c.backend.Client()
	head, err := client.HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	nonce, err := client.NonceAt(t.Context(), address(key), nil) // nothing waits
	if err != nil {
		t.Fatal(err)
	}
	tx := types.MustSignNewTx(key, types.LatestSignerForChainID(c.id), &types.DynamicFeeTx{
		ChainID:   c.id,
		Nonce:     nonce,
		GasTipCap: big.NewInt(params.GWei),
		GasFeeCap: new(big.Int).Add(new(big.Int).Mul(head.BaseFee, big.NewInt(2)), big.NewInt(params.GWei)),
		Gas:       500_000,
		To:        &to,
		Value:     value,
		Data:      data,
	})
	if err := client.SendTransaction(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	c.backend.Commit()
	receipt, err := client.TransactionReceipt(t.Context(), tx.Hash())
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// succeeds sends a transaction that must not revert.
func (c *chain) succeeds(t *testing.T, key *ecdsa.PrivateKey, to common.Address, value *big.Int, data []byte) *types.Receipt {
	t.Helper()
	receipt := c.send(t, key, to, value, data)
	if receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("transaction reverted with %v, want success", revertOf(c.call(t.Context(), address(key), to, value, data)))
	}
	return receipt
}

func (c *chain) call(ctx context.Context, from, to common.Address, value *big.Int, data []byte) error {
	_, err := c.backend.Client().CallContract(ctx, callMsg(from, to, value, data), nil)
	return err
}

// balance returns the amount that a payee may withdraw.
func (c *chain) balance(t *testing.T, payee common.Address) *big.Int {
	t.Helper()
	instance := c.payments.Instance(c.backend.Client(), c.paymentsAt)
	wei, err := bind.Call(instance, &bind.CallOpts{Context: t.Context()}, c.payments.PackBalanceOf(payee), c.payments.UnpackBalanceOf)
	if err != nil {
		t.Fatal(err)
	}
	return wei
}

func (c *chain) etherOf(t *testing.T, account common.Address) *big.Int {
	t.Helper()
	wei, err := c.backend.Client().BalanceAt(t.Context(), account, nil)
	if err != nil {
		t.Fatal(err)
	}
	return wei
}

// deadline returns the Unix time a duration after the head.
func (c *chain) deadline(t *testing.T, after time.Duration) uint64 {
	t.Helper()
	head, err := c.backend.Client().HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return head.Time + uint64(after/time.Second)
}

// revertOf returns the revert data of a call, or nil if it succeeded.
func revertOf(err error) []byte {
	var refused rpc.DataError
	if !errors.As(err, &refused) {
		return nil
	}
	text, _ := refused.ErrorData().(string)
	return common.FromHex(text)
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func address(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

func equal(t *testing.T, what string, got, want *big.Int) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

func hex(data []byte) string { return hexutil.Encode(data) }

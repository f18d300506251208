package standins

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/names"
)

// factory is the deterministic deployment proxy, which anvil starts with. It creates a contract at an address that depends only on the
// code (EIP-1014), so that the registry is found again after a restart.
var factory = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

// Limits of gas: the transactions are sent together, so a node can't estimate those that follow the deployment.
const (
	deployGas = 1_500_000
	nameGas   = 150_000
)

// namesKey is the key of anvil's well-known account 9, which owns the registry.
const namesKey = "2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6"

// Names are the demo names of the local chain: they point to anvil's well-known accounts 3 and 4.
var Names = map[string]common.Address{
	"collector.eth": common.HexToAddress("0x90F79bf6EB2c4f870365E785982E1f101E93b906"),
	"artist.eth":    common.HexToAddress("0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"),
}

// StartNames deploys the name registry to a local chain and sets the missing names. It returns the registry's
// address. Starting it again changes nothing. Anvil's well-known account 9 may set names.
func StartNames(ctx context.Context, rpcURL string, known map[string]common.Address) (common.Address, error) {
	owner, err := crypto.HexToECDSA(namesKey)
	if err != nil {
		return common.Address{}, fmt.Errorf("names: %w", err)
	}
	client, err := ethclient.DialContext(ctx, rpcURL)
	if err != nil {
		return common.Address{}, fmt.Errorf("names: %w", err)
	}
	defer client.Close()
	address, err := (&registrar{client: client, owner: owner, api: bindings.NewVitrineNames()}).start(ctx, known)
	if err != nil {
		return common.Address{}, fmt.Errorf("names: %w", err)
	}
	return address, nil
}

type registrar struct {
	client *ethclient.Client
	owner  *ecdsa.PrivateKey
	api    *bindings.VitrineNames
	sent   []common.Hash
}

func (r *registrar) start(ctx context.Context, known map[string]common.Address) (common.Address, error) {
	code := append(common.FromHex(bindings.VitrineNamesMetaData.Bin), r.api.PackConstructor(crypto.PubkeyToAddress(r.owner.PublicKey))...)
	address := crypto.CreateAddress2(factory, [32]byte{}, crypto.Keccak256(code))
	there, err := r.client.CodeAt(ctx, address, nil)
	if err != nil {
		return address, err
	}
	if len(there) == 0 {
		proxy, err := r.client.CodeAt(ctx, factory, nil)
		if err != nil {
			return address, err
		}
		if len(proxy) == 0 {
			return address, fmt.Errorf("the chain has no deployment proxy at %s", factory)
		}
		if err := r.send(ctx, factory, deployGas, append(make([]byte, 32), code...)); err != nil {
			return address, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		node := names.Hash(name)
		if len(there) > 0 {
			resolver, err := bind.Call(r.api.Instance(r.client, address), &bind.CallOpts{Context: ctx}, r.api.PackResolver(node), r.api.UnpackResolver)
			if err != nil {
				return address, err
			}
			if resolver != (common.Address{}) {
				continue
			}
		}
		if err := r.send(ctx, address, nameGas, r.api.PackSetAddr(node, known[name])); err != nil {
			return address, err
		}
	}
	for _, hash := range r.sent {
		receipt, err := bind.WaitMined(ctx, r.client, hash)
		if err != nil {
			return address, err
		}
		if receipt.Status != types.ReceiptStatusSuccessful {
			return address, errors.New("a transaction reverted")
		}
	}
	return address, nil
}

func (r *registrar) send(ctx context.Context, to common.Address, gas uint64, data []byte) error {
	nonce, err := r.client.PendingNonceAt(ctx, crypto.PubkeyToAddress(r.owner.PublicKey))
	if err != nil {
		return err
	}
	price, err := r.client.SuggestGasPrice(ctx)
	if err != nil {
		return err
	}
	tx, err := types.SignNewTx(r.owner, types.LatestSignerForChainID(big.NewInt(ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(ChainID), Nonce: nonce, GasTipCap: big.NewInt(1), GasFeeCap: price.Mul(price, big.NewInt(2)), Gas: gas, To: &to, Data: data,
	})
	if err != nil {
		return err
	}
	r.sent = append(r.sent, tx.Hash())
	return r.client.SendTransaction(ctx, tx)
}

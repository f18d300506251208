package ethereum

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Deployment sets which address gets which role.
type Deployment struct {
	Deployer    *ecdsa.PrivateKey
	Minter      string
	QuoteSigner string
	Platform    string
	// TokenURI is the prefix of each token's metadata; ContractURI is the metadata of the collection.
	TokenURI    string
	ContractURI string
	// FirstPrice deploys a local price feed with this price (8 decimals); nil deploys none.
	FirstPrice *big.Int
}

// Deploy deploys the contracts to a chain, waits for all transactions and returns the addresses.
func Deploy(ctx context.Context, n *Node, c chain.Chain, d Deployment) (chain.Chain, error) {
	head, err := n.HeaderByNumber(ctx, 0)
	if err != nil {
		return c, err
	}
	if latest, _, err := n.Heads(ctx); err == nil {
		head = latest
	}
	c.Genesis, err = n.Genesis(ctx)
	if err != nil {
		return c, err
	}
	admin := common.HexToAddress(Address(d.Deployer))
	var sent []common.Hash
	one := func(meta *bind.MetaData, arguments []byte) (string, error) {
		opts := bind.NewKeyedTransactor(d.Deployer, number(uint64(c.ID)))
		opts.Context = ctx
		address, tx, err := bind.DeployContract(opts, common.FromHex(meta.Bin), n.Client(), arguments)
		if err != nil {
			return "", fmt.Errorf("deploy %s: %w", meta.ID, classify(err))
		}
		sent = append(sent, tx.Hash())
		return address.Hex(), nil
	}
	c.StartBlock = head.Number + 1
	c.TokenContract, err = one(&bindings.VitrineTokenMetaData, tokenABI.PackConstructor("Vitrine", "VITRINE", d.TokenURI, d.ContractURI, admin, common.HexToAddress(d.Minter)))
	if err != nil {
		return c, err
	}
	c.PaymentContract, err = one(&bindings.VitrinePaymentsMetaData, paymentsABI.PackConstructor(admin, common.HexToAddress(d.QuoteSigner), common.HexToAddress(d.Platform)))
	if err != nil {
		return c, err
	}
	if d.FirstPrice != nil {
		if c.PriceFeed, err = one(&bindings.VitrinePriceFeedMetaData, feedABI.PackConstructor(admin)); err != nil {
			return c, err
		}
	}
	for _, hash := range sent {
		if _, err := bind.WaitDeployed(ctx, n.Client(), hash); err != nil {
			return c, err
		}
	}
	if d.FirstPrice == nil {
		return c, nil
	}
	return c, SetPrice(ctx, n, c, d)
}

// SetPrice sets the local price feed's first price, and waits for the transaction.
func SetPrice(ctx context.Context, n *Node, c chain.Chain, d Deployment) error {
	if err := transact(ctx, n, c, d, feedABI.Instance(n.Client(), common.HexToAddress(c.PriceFeed)), feedABI.PackSet(d.FirstPrice)); err != nil {
		return fmt.Errorf("first price: %w", err)
	}
	return nil
}

// MoveMetadata sets the addresses of the metadata if the token has others, and waits for the transactions.
func MoveMetadata(ctx context.Context, n *Node, c chain.Chain, d Deployment) error {
	token := tokenABI.Instance(n.Client(), common.HexToAddress(c.TokenContract))
	at, err := bind.Call(token, &bind.CallOpts{Context: ctx}, tokenABI.PackBaseURI(), tokenABI.UnpackBaseURI)
	if err != nil {
		return fmt.Errorf("metadata: %w", classify(err))
	}
	if at == d.TokenURI {
		return nil
	}
	if err := transact(ctx, n, c, d, token, tokenABI.PackSetContractURI(d.ContractURI), tokenABI.PackSetBaseURI(d.TokenURI)); err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	return nil
}

// transact sends calls as the deployer and waits until all are in blocks.
func transact(ctx context.Context, n *Node, c chain.Chain, d Deployment, to *bind.BoundContract, calls ...[]byte) error {
	opts := bind.NewKeyedTransactor(d.Deployer, number(uint64(c.ID)))
	opts.Context = ctx
	var sent []common.Hash
	for _, call := range calls {
		tx, err := bind.Transact(to, opts, call)
		if err != nil {
			return classify(err)
		}
		sent = append(sent, tx.Hash())
	}
	for _, hash := range sent {
		receipt, err := bind.WaitMined(ctx, n.Client(), hash)
		if err != nil {
			return err
		}
		if receipt.Status != types.ReceiptStatusSuccessful {
			return errors.New("the transaction reverted")
		}
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// errContradicts means that the chain contradicts the claim.
var errContradicts = errors.New("the chain contradicts the certificate")

var (
	transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	ownerOf       = crypto.Keccak256([]byte("ownerOf(uint256)"))[:4]
)

// compare checks a claim against its chain and prints the result. errContradicts is final; any other error means that the node didn't
// respond.
func compare(ctx context.Context, url string, claim *chainv1.CertificateClaim, out io.Writer) error {
	node, err := ethclient.DialContext(ctx, url)
	if err != nil {
		return err
	}
	defer node.Close()
	id, err := node.ChainID(ctx)
	if err != nil {
		return err
	}
	if id.Cmp(big.NewInt(int64(claim.GetChainId()))) != 0 {
		return fmt.Errorf("the node is of chain %s, the token of chain %d", id, claim.GetChainId())
	}
	contract := common.HexToAddress(claim.GetContract())
	code, err := node.CodeAt(ctx, contract, nil)
	if err != nil {
		return err
	}
	if len(code) == 0 {
		return fmt.Errorf("%w: there is no contract at %s", errContradicts, contract)
	}
	first, height, err := mint(ctx, node, contract, claim)
	if err != nil {
		return err
	}
	holder, err := owner(ctx, node, contract, claim.GetTokenId())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Holder    %s\n", holder)
	moves, err := transfers(ctx, node, contract, claim.GetTokenId(), height)
	switch {
	case err != nil && holder == first:
		fmt.Fprintf(out, "History   held by the address it was minted to; the node does not list transfers\n")
	case err != nil:
		fmt.Fprintf(out, "History   transferred since the mint to %s; the node does not list transfers\n", first)
	case moves == 0:
		fmt.Fprintf(out, "History   never transferred since the mint\n")
	default:
		fmt.Fprintf(out, "History   transferred %d times since the mint to %s\n", moves, first)
	}
	return nil
}

// mint finds the token's mint in the transaction named by the claim: the recipient and the block.
func mint(ctx context.Context, node *ethclient.Client, contract common.Address, claim *chainv1.CertificateClaim) (common.Address, *big.Int, error) {
	receipt, err := node.TransactionReceipt(ctx, common.HexToHash(claim.GetMintTransactionHash()))
	if errors.Is(err, ethereum.NotFound) {
		return common.Address{}, nil, errors.New("the node doesn't have the mint transaction; it may have pruned old ones: try another node")
	}
	if err != nil {
		return common.Address{}, nil, err
	}
	for _, l := range receipt.Logs {
		if l.Address == contract && isTransfer(l, claim.GetTokenId()) && l.Topics[1] == (common.Hash{}) {
			return common.BytesToAddress(l.Topics[2][:]), receipt.BlockNumber, nil
		}
	}
	return common.Address{}, nil, fmt.Errorf("%w: the transaction did not mint this token", errContradicts)
}

func isTransfer(l *types.Log, tokenID int64) bool {
	return len(l.Topics) == 4 && l.Topics[0] == transferTopic && l.Topics[3] == common.BigToHash(big.NewInt(tokenID))
}

// owner returns the token's current holder. A minted token without an owner was burnt.
func owner(ctx context.Context, node *ethclient.Client, contract common.Address, tokenID int64) (common.Address, error) {
	data := append(append([]byte{}, ownerOf...), common.BigToHash(big.NewInt(tokenID)).Bytes()...)
	result, err := node.CallContract(ctx, ethereum.CallMsg{To: &contract, Data: data}, nil)
	if reverted(err) {
		return common.Address{}, fmt.Errorf("%w: the token was minted, and exists no longer: it was burnt", errContradicts)
	}
	if err != nil {
		return common.Address{}, err
	}
	if len(result) != 32 {
		return common.Address{}, fmt.Errorf("%w: the contract does not say who owns a token", errContradicts)
	}
	return common.BytesToAddress(result), nil
}

// reverted reports whether the contract rejected the call, as opposed to a failed node.
func reverted(err error) bool {
	var response rpc.Error
	return errors.As(err, &response) && (response.ErrorCode() == 3 || strings.Contains(response.Error(), "revert"))
}

// transfers counts the token's transfers after its mint.
func transfers(ctx context.Context, node *ethclient.Client, contract common.Address, tokenID int64, from *big.Int) (int, error) {
	logs, err := node.FilterLogs(ctx, ethereum.FilterQuery{
		FromBlock: from, Addresses: []common.Address{contract},
		Topics: [][]common.Hash{{transferTopic}, nil, nil, {common.BigToHash(big.NewInt(tokenID))}},
	})
	n := 0
	for _, l := range logs {
		if len(l.Topics) == 4 && l.Topics[1] != (common.Hash{}) {
			n++
		}
	}
	return n, err
}

package ethereum

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// Key reads a private key in hex, with or without 0x.
func Key(text string) (*ecdsa.PrivateKey, error) {
	key, err := crypto.HexToECDSA(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return nil, fmt.Errorf("not a private key of 32 bytes in hex") // never include the text
	}
	return key, nil
}

// Address returns a key's address, EIP-55.
func Address(key *ecdsa.PrivateKey) string { return crypto.PubkeyToAddress(key.PublicKey).Hex() }

// localKey implements chain.Key with a private key in this process.
type localKey struct{ key *ecdsa.PrivateKey }

// LocalKey returns a private key of this process as a chain.Key.
func LocalKey(key *ecdsa.PrivateKey) chain.Key { return localKey{key} }

// Address implements chain.Key.
func (k localKey) Address() string { return Address(k.key) }

// Sign implements chain.Key.
func (k localKey) Sign(_ context.Context, data []byte) ([]byte, error) {
	signature, err := crypto.Sign(crypto.Keccak256(data), k.key)
	if err != nil {
		return nil, err
	}
	signature[crypto.RecoveryIDOffset] += 27 // Ethereum counts from 27, the library from 0
	return signature, nil
}

// Sender implements signing.Sender.
type Sender struct {
	node   *Node
	key    chain.Key
	from   common.Address
	maxFee *big.Int
}

// NewSender returns a sender that signs with key. maxFee is the maximum price of a unit of gas, in wei.
func NewSender(n *Node, key chain.Key, maxFee *big.Int) *Sender {
	return &Sender{node: n, key: key, from: common.HexToAddress(key.Address()), maxFee: maxFee}
}

// Address implements signing.Sender.
func (s *Sender) Address() string { return s.from.Hex() }

// Nonces implements signing.Sender. Both are what a majority of the nodes has reached. If the node doesn't report what is final,
// nothing is.
func (s *Sender) Nonces(ctx context.Context) (latest, final uint64, err error) {
	type nonces struct{ latest, final uint64 }
	list, err := majority(ctx, s.node, callTimeout, func(ctx context.Context, r reader) (n nonces, err error) {
		if n.latest, err = r.c().NonceAt(ctx, s.from, nil); err != nil {
			return n, err
		}
		if n.final, err = r.c().NonceAt(ctx, s.from, big.NewInt(int64(rpc.FinalizedBlockNumber))); err != nil {
			n.final = 0
		}
		return n, nil
	})
	if err != nil {
		return 0, 0, err
	}
	// Use what a majority has reached, so that one node alone can't make a nonce look used.
	for _, which := range []struct {
		out *uint64
		of  func(nonces) uint64
	}{{&latest, func(n nonces) uint64 { return n.latest }}, {&final, func(n nonces) uint64 { return n.final }}} {
		slices.SortFunc(list, func(a, b nonces) int { return cmp.Compare(which.of(b), which.of(a)) })
		*which.out = which.of(list[s.node.quorum-1])
	}
	return latest, final, nil
}

// Sign implements signing.Sender. A recipient that takes more than signing.MaxGas refuses the transaction.
func (s *Sender) Sign(ctx context.Context, t signing.Transaction, nonce, gas uint64, earlier *signing.Attempt) (signing.Attempt, error) {
	target := common.HexToAddress(t.Contract)
	var refused error
	var tip, base *big.Int
	err := s.node.call(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) (err error) {
		if gas == 0 {
			if gas, err = c.EstimateGas(ctx, ethereum.CallMsg{From: s.from, To: &target, Data: t.Data, Value: t.Value}); err != nil {
				if insufficientFunds(err) {
					refused, err = fmt.Errorf("%w: %w", signing.ErrFunds, err), nil
				} else if data, reverted := revertData(err); reverted {
					refused, err = revertOf(data, err), nil
				}
				return err
			}
			if gas > signing.MaxGas {
				refused = fmt.Errorf("%w: it takes %d gas, at most %d is paid for", signing.ErrRefused, gas, signing.MaxGas)
				return nil
			}
			gas = min(gas+gas/4, signing.MaxGas)
		}
		if tip, err = c.SuggestGasTipCap(ctx); err != nil {
			return err
		}
		head, err := c.HeaderByNumber(ctx, nil)
		if err != nil {
			return err
		}
		if base = head.BaseFee; base == nil {
			base = new(big.Int)
		}
		return nil
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return signing.Attempt{}, err
	}
	feeCap := new(big.Int).Add(new(big.Int).Mul(base, big.NewInt(2)), tip)
	if earlier != nil {
		tip, feeCap = atLeast(tip, raised(earlier.TipCap)), atLeast(feeCap, raised(earlier.FeeCap))
	}
	if feeCap.Cmp(s.maxFee) > 0 {
		if feeCap = s.maxFee; earlier != nil && feeCap.Cmp(raised(earlier.FeeCap)) < 0 || feeCap.Cmp(new(big.Int).Add(base, tip)) < 0 {
			return signing.Attempt{}, fmt.Errorf("%w: a base fee of %s wei", signing.ErrFeeCap, base)
		}
	}
	if err := s.afford(ctx, t.Value, gas, feeCap); err != nil {
		return signing.Attempt{}, err
	}
	tx, err := s.signed(ctx, &types.DynamicFeeTx{
		ChainID: number(uint64(s.node.chainID)), Nonce: nonce, GasTipCap: tip, GasFeeCap: feeCap, Gas: gas, To: &target, Data: t.Data, Value: t.Value,
	})
	if err != nil {
		return signing.Attempt{}, err
	}
	raw, err := tx.MarshalBinary()
	return signing.Attempt{Hash: tx.Hash().Hex(), Raw: raw, Gas: gas, FeeCap: feeCap, TipCap: tip}, err
}

// signed signs a transaction. The key gets the whole transaction (EIP-1559), not only its hash, so that its process can check it.
func (s *Sender) signed(ctx context.Context, inner *types.DynamicFeeTx) (*types.Transaction, error) {
	if inner.Value == nil {
		inner.Value = new(big.Int)
	}
	list, err := rlp.EncodeToBytes([]any{
		inner.ChainID, inner.Nonce, inner.GasTipCap, inner.GasFeeCap, inner.Gas, inner.To, inner.Value, inner.Data, types.AccessList{},
	})
	if err != nil {
		return nil, err
	}
	unsigned := append([]byte{types.DynamicFeeTxType}, list...)
	tx, signer := types.NewTx(inner), types.LatestSignerForChainID(inner.ChainID)
	if signer.Hash(tx) != crypto.Keccak256Hash(unsigned) {
		return nil, errors.New("the encoded transaction has another hash")
	}
	signature, err := s.key.Sign(ctx, unsigned)
	if err != nil {
		return nil, err
	}
	signature[crypto.RecoveryIDOffset] -= 27
	return tx.WithSignature(signer, signature)
}

// afford returns an error for a transaction that the key can't pay for: a nonce without a transaction blocks the key, a signature can't be
// revoked, and each attempt costs more than the last.
func (s *Sender) afford(ctx context.Context, value *big.Int, gas uint64, feeCap *big.Int) error {
	var balance *big.Int
	err := s.node.call(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) (err error) {
		balance, err = c.BalanceAt(ctx, s.from, nil)
		return err
	})
	if err != nil {
		return err
	}
	need := new(big.Int).Mul(feeCap, number(gas))
	if value != nil {
		need.Add(need, value)
	}
	if balance.Cmp(need) < 0 {
		return fmt.Errorf("%w: %s wei of %s", signing.ErrFunds, balance, need)
	}
	return nil
}

func insufficientFunds(err error) bool {
	return strings.Contains(strings.ToLower(err.Error()), "insufficient funds")
}

// raised returns an eighth more, rounded up: enough for nodes to accept a replacement.
func raised(wei *big.Int) *big.Int {
	out := new(big.Int).Mul(wei, big.NewInt(1126))
	return out.Add(out.Quo(out, big.NewInt(1000)), big.NewInt(1))
}

func atLeast(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

func revertOf(data []byte, cause error) error {
	nothing, failed := bindings.VitrinePaymentsNothingToWithdrawErrorID(), bindings.VitrinePaymentsWithdrawalFailedErrorID()
	minted, refunded, refused := bindings.VitrineTokenAlreadyMintedErrorID(), bindings.VitrinePaymentsAlreadyRefundedErrorID(), bindings.VitrinePaymentsRefundRefusedErrorID()
	if len(data) >= 4 {
		switch {
		case bytes.Equal(data[:4], minted[:4]):
			return signing.ErrAlreadyMinted
		case bytes.Equal(data[:4], refunded[:4]):
			return signing.ErrAlreadyRefunded
		case bytes.Equal(data[:4], nothing[:4]):
			return signing.ErrNothingToWithdraw
		case bytes.Equal(data[:4], refused[:4]), bytes.Equal(data[:4], failed[:4]):
			return signing.ErrRefused
		}
	}
	return fmt.Errorf("%w: %w", chain.ErrReverted, cause)
}

// Broadcast implements signing.Sender.
func (s *Sender) Broadcast(ctx context.Context, raw []byte) error {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return err
	}
	var known error
	err := s.node.call(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) error {
		err := c.SendTransaction(ctx, tx)
		if err == nil {
			return nil
		}
		switch text := strings.ToLower(err.Error()); {
		case strings.Contains(text, "already known"), strings.Contains(text, "already imported"), strings.Contains(text, "known transaction"):
			return nil
		case strings.Contains(text, "nonce too low"):
			known = signing.ErrNonceTooLow
			return nil
		case strings.Contains(text, "underpriced"):
			known = signing.ErrUnderpriced
			return nil
		}
		return err
	})
	if err == nil {
		err = known
	}
	return err
}

// Receipt implements signing.Sender. A majority of the nodes has to report the same receipt.
func (s *Sender) Receipt(ctx context.Context, hash string) (signing.Receipt, error) {
	return s.node.receipt(ctx, hash)
}

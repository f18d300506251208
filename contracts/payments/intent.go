// Package payments is what Go code needs to speak to the contracts beyond their generated bindings: the signature of a
// quote, and how orders and editions are numbered on chain.
package payments

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/contracts/bindings"
)

// ErrInvalidIntent is the class of intents that the contract could never accept. Trying again does not help.
var ErrInvalidIntent = errors.New("invalid payment intent")

// The EIP-712 domain and type of VitrinePayments; any difference from the contract makes every signature worthless.
var (
	domainTypeHash = crypto.Keccak256Hash([]byte(
		"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	domainName     = crypto.Keccak256Hash([]byte("Vitrine Payments"))
	domainVersion  = crypto.Keccak256Hash([]byte("1"))
	intentTypeHash = crypto.Keccak256Hash([]byte(
		"Intent(bytes32 orderId,uint256 amount,address artist,uint256 artistShare,address refundAddress,uint64 deadline)"))
)

// Validate returns ErrInvalidIntent if nobody could pay the intent, whatever its signature. Amounts are in wei. It doesn't check the
// deadline, which the contract compares with the time of the block.
func Validate(intent bindings.Intent) error {
	switch {
	case intent.Amount == nil || intent.ArtistShare == nil:
		return fmt.Errorf("%w: amount and artist share are required", ErrInvalidIntent)
	case intent.Amount.Sign() <= 0 || intent.Amount.BitLen() > 256:
		return fmt.Errorf("%w: amount %s wei", ErrInvalidIntent, intent.Amount)
	case intent.ArtistShare.Sign() < 0 || intent.ArtistShare.Cmp(intent.Amount) > 0:
		return fmt.Errorf("%w: artist share %s of %s wei", ErrInvalidIntent, intent.ArtistShare, intent.Amount)
	case intent.OrderId == [32]byte{}:
		return fmt.Errorf("%w: no order", ErrInvalidIntent)
	case intent.Deadline == 0:
		return fmt.Errorf("%w: no deadline", ErrInvalidIntent)
	}
	return nil
}

// Digest is the EIP-712 digest of an intent that Validate accepts, for one contract on one chain. The quote signer signs
// it, and the contract repeats it as intentHash in its Paid event.
func Digest(chainID *big.Int, contract common.Address, intent bindings.Intent) common.Hash {
	return crypto.Keccak256Hash(message(chainID, contract, intent))
}

// Message is the EIP-712 encoding of an intent, whose hash is its Digest. A signer in another process gets it. An unpayable intent is
// ErrInvalidIntent.
func Message(chainID *big.Int, contract common.Address, intent bindings.Intent) ([]byte, error) {
	if err := Validate(intent); err != nil {
		return nil, err
	}
	return message(chainID, contract, intent), nil
}

func message(chainID *big.Int, contract common.Address, intent bindings.Intent) []byte {
	domain := crypto.Keccak256(
		domainTypeHash[:], domainName[:], domainVersion[:], number(chainID), address(contract))
	hash := crypto.Keccak256(
		intentTypeHash[:], intent.OrderId[:], number(intent.Amount), address(intent.Artist),
		number(intent.ArtistShare), address(intent.RefundAddress), number(new(big.Int).SetUint64(intent.Deadline)))
	return slices.Concat([]byte{0x19, 0x01}, domain, hash)
}

// Sign is the signature that VitrinePayments.pay takes: 65 bytes r, s, v with v 27 or 28. The key's address needs
// QUOTE_SIGNER_ROLE. The same key and intent give the same signature. An unpayable intent is ErrInvalidIntent.
func Sign(key *ecdsa.PrivateKey, chainID *big.Int, contract common.Address, intent bindings.Intent) ([]byte, error) {
	message, err := Message(chainID, contract, intent)
	if err != nil {
		return nil, err
	}
	signature, err := crypto.Sign(crypto.Keccak256(message), key)
	if err != nil {
		return nil, err
	}
	signature[crypto.RecoveryIDOffset] += 27 // Ethereum's signatures count from 27, the library's from 0.
	return signature, nil
}

func number(n *big.Int) []byte { return common.BigToHash(n).Bytes() }

func address(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }

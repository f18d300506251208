// Package ethereum checks what a wallet signed (EIP-712).
package ethereum

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Signatures implements approval.Signatures for externally owned accounts.
type Signatures struct{}

func typed(r *approval.Request) apitypes.TypedData {
	return apitypes.TypedData{
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}},
			"Approval":     {{Name: "action", Type: "string"}, {Name: "subject", Type: "string"}, {Name: "digest", Type: "bytes32"}},
		},
		PrimaryType: "Approval",
		Domain:      apitypes.TypedDataDomain{Name: "Vitrine Approvals", Version: "1", ChainId: math.NewHexOrDecimal256(int64(r.ChainID))},
		Message:     apitypes.TypedDataMessage{"action": r.Summary, "subject": r.SubjectID, "digest": "0x" + r.Digest},
	}
}

// TypedData is the JSON that eth_signTypedData_v4 takes.
func (Signatures) TypedData(r *approval.Request) (string, error) {
	out, err := json.Marshal(typed(r))
	return string(out), err
}

// Recover returns the signing address, lower case. It refuses signatures with a high s value: anyone can derive one from another
// signature without the key (EIP-2).
func (Signatures) Recover(r *approval.Request, signature string) (string, error) {
	sig, err := hexutil.Decode(signature)
	if err != nil || len(sig) != crypto.SignatureLength {
		return "", errors.New("not a 65-byte signature")
	}
	if sig[crypto.RecoveryIDOffset] >= 27 {
		sig[crypto.RecoveryIDOffset] -= 27
	}
	hash, _, err := apitypes.TypedDataAndHash(typed(r))
	if err != nil {
		return "", err
	}
	key, err := crypto.SigToPub(hash, sig)
	if err != nil {
		return "", err
	}
	if !crypto.VerifySignature(crypto.FromECDSAPub(key), hash, sig[:64]) {
		return "", errors.New("signature is malleable or wrong")
	}
	return strings.ToLower(crypto.PubkeyToAddress(*key).Hex()), nil
}

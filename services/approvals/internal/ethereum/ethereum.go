// Package ethereum checks wallet signatures (EIP-712).
package ethereum

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"connectrpc.com/connect/v2"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Signatures implements the part of approval.Fleet about signatures: of plain accounts by recovering the signer, of contract wallets by the auth service,
// which knows their chains.
type Signatures struct {
	auth authv1connect.AccountServiceClient
	salt string
}

// New returns the checks. The public URL is part of the signed data (EIP-712, salt), so a signature is valid for one gallery.
func New(auth authv1connect.AccountServiceClient, publicURL string) *Signatures {
	return &Signatures{auth: auth, salt: crypto.Keccak256Hash([]byte(publicURL)).Hex()}
}

// typed returns the data that a wallet signs: the request in its current form, without the works that the owner cancelled.
func (s *Signatures) typed(r *approval.Request) apitypes.TypedData {
	r = messages.Current(r)
	return apitypes.TypedData{
		Types: apitypes.Types{
			"EIP712Domain": {
				{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "salt", Type: "bytes32"},
			},
			"Approval": {{Name: "action", Type: "string"}, {Name: "subject", Type: "string"}, {Name: "digest", Type: "bytes32"}},
		},
		PrimaryType: "Approval",
		Domain:      apitypes.TypedDataDomain{Name: "Vitrine Approvals", Version: "1", ChainId: math.NewHexOrDecimal256(int64(r.ChainID)), Salt: s.salt},
		Message:     apitypes.TypedDataMessage{"action": r.Summary, "subject": r.SubjectID, "digest": "0x" + r.Digest},
	}
}

// TypedData returns the JSON for eth_signTypedData_v4. It leaves out the domain's empty fields, because wallets refuse a contract of "".
func (s *Signatures) TypedData(r *approval.Request) (string, error) {
	typed := s.typed(r)
	domain := typed.Domain.Map()
	domain["chainId"] = r.ChainID // a number: viem leaves a text, such as "0x1", out of what it signs
	data := typed.Map()
	data["domain"] = domain
	out, err := json.Marshal(data)
	return string(out), err
}

// Signer implements approval.Fleet.
func (s *Signatures) Signer(ctx context.Context, r *approval.Request, signature string) (string, error) {
	hash, _, err := apitypes.TypedDataAndHash(s.typed(r))
	if err != nil {
		return "", err
	}
	if address, ok := recoverAddress(hash, signature); ok && slices.Contains(r.Wallets, address) {
		return address, nil
	}
	res, err := s.auth.VerifySignature(ctx, &authv1.VerifySignatureRequest{AccountId: r.AccountID, Hash: hash, Signature: signature})
	switch code := connect.CodeOf(err); {
	case err == nil && slices.Contains(r.Wallets, strings.ToLower(res.GetAddress())):
		return strings.ToLower(res.GetAddress()), nil
	case err == nil: // linked after the request
		return "", approval.ErrSignature
	case code == connect.CodeInvalidArgument || code == connect.CodeNotFound:
		return "", approval.ErrSignature
	default:
		return "", fmt.Errorf("%w: %w", approval.ErrChainDown, err)
	}
}

// recoverAddress returns the signer, lower case. It rejects signatures with a high s value, because anyone can derive one from another
// signature without the key (EIP-2).
func recoverAddress(hash []byte, signature string) (string, bool) {
	sig, err := hexutil.Decode(signature)
	if err != nil || len(sig) != crypto.SignatureLength {
		return "", false
	}
	if sig[crypto.RecoveryIDOffset] >= 27 {
		sig[crypto.RecoveryIDOffset] -= 27
	}
	key, err := crypto.SigToPub(hash, sig)
	if err != nil || !crypto.VerifySignature(crypto.FromECDSAPub(key), hash, sig[:64]) {
		return "", false
	}
	return strings.ToLower(crypto.PubkeyToAddress(*key).Hex()), true
}

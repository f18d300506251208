// Package ethereum verifies wallet signatures: of plain accounts by recovering the signer (EIP-191),
// of contract wallets by calling the contract (ERC-1271), also before they are deployed (ERC-6492).
package ethereum

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"

	"github.com/vitrine/vitrine/contracts/abi"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

const (
	callTimeout = 5 * time.Second
	// callGas limits what a caller's contract can make a node compute: 10 million, enough to deploy a wallet.
	callGas = "0x989680"
)

// Verifier implements wallet.Ethereum.
type Verifier struct {
	nodes  map[uint64]string
	client *http.Client
}

// New returns a verifier with JSON-RPC addresses by chain id. It doesn't support contract wallets on a chain without a
// node.
func New(nodes map[uint64]string) *Verifier {
	return &Verifier{nodes: nodes, client: &http.Client{Transport: tracing.Outside(nil), CheckRedirect: httpclient.RefuseRedirects, Timeout: callTimeout}}
}

// ParseNodes parses id=url pairs.
func ParseNodes(pairs []string) (map[uint64]string, error) {
	nodes := map[uint64]string{}
	for _, pair := range pairs {
		name, url, ok := strings.Cut(strings.TrimSpace(pair), "=")
		chain, err := strconv.ParseUint(name, 10, 53)
		if !ok {
			return nil, errors.New("a node is not written as chain=url") // the address may contain a key
		}
		if err != nil {
			return nil, fmt.Errorf("%q is not the id of a chain", name)
		}
		nodes[chain] = url
	}
	return nodes, nil
}

func keccak(b []byte) []byte {
	h := sha3.NewLegacyKeccak256()
	h.Write(b)
	return h.Sum(nil)
}

// Hash returns the EIP-191 hash of a personal message.
func Hash(text string) []byte {
	return keccak(fmt.Appendf(nil, "\x19Ethereum Signed Message:\n%d%s", len(text), text))
}

// VerifySignature implements wallet.Ethereum.
func (v *Verifier) VerifySignature(ctx context.Context, chainID uint64, address, text, signature string) (contract bool, err error) {
	return v.VerifyHash(ctx, chainID, address, Hash(text), signature)
}

// VerifyHash implements wallet.Ethereum.
func (v *Verifier) VerifyHash(ctx context.Context, chainID uint64, address string, hash []byte, signature string) (contract bool, err error) {
	digits, ok := strings.CutPrefix(signature, "0x")
	sig, err := hex.DecodeString(digits)
	if !ok || err != nil {
		return false, fmt.Errorf("%w: not hex", wallet.ErrSignature)
	}
	if signer, ok := recoverAddress(hash, sig); ok && signer == address {
		return false, nil
	}
	node, ok := v.nodes[chainID]
	if !ok {
		return false, wallet.ErrSignature
	}
	result, err := v.call(ctx, node, signatureCheck(address, hash, sig))
	if err != nil {
		return false, err
	}
	if !bytes.Equal(result, []byte{1}) {
		return false, wallet.ErrSignature
	}
	return true, nil
}

// recoverAddress returns the signer of a 65-byte signature r, s, v.
func recoverAddress(hash, sig []byte) (string, bool) {
	if len(sig) != 65 {
		return "", false
	}
	v := sig[64]
	if v >= 27 {
		v -= 27
	}
	if v > 1 {
		return "", false
	}
	compact := append([]byte{v + 27}, sig[:64]...)
	key, _, err := ecdsa.RecoverCompact(compact, hash)
	if err != nil {
		return "", false
	}
	return eip55.Checksum("0x" + hex.EncodeToString(keccak(key.SerializeUncompressed()[1:])[12:]))
}

// signatureCheck returns the data of a call that creates VitrineSignatureCheck(address wallet, bytes32 hash, bytes signature).
func signatureCheck(wallet string, hash, sig []byte) string {
	const address = 24 // digits before an address in its word
	args := slices.Concat(hash, word(96), word(len(sig)), sig, make([]byte, (32-len(sig)%32)%32))
	return abi.SignatureCheck + strings.Repeat("0", address) + strings.ToLower(wallet[2:]) + hex.EncodeToString(args)
}

func word(n int) []byte {
	w := make([]byte, 32)
	for i := 31; n > 0; i-- {
		w[i], n = byte(n), n>>8
	}
	return w
}

// call sends an eth_call without a target, whose data is the code to run, in hex. A failed call returns nothing; an unreachable
// node is ErrChainDown.
func (v *Verifier) call(ctx context.Context, node, data string) ([]byte, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "eth_call",
		"params": []any{map[string]string{"data": "0x" + data, "gas": callGas}, "latest"},
	})
	if err != nil {
		return nil, err
	}
	down := func(err error) ([]byte, error) { return nil, fmt.Errorf("%w: %w", wallet.ErrChainDown, err) }
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, node, bytes.NewReader(body))
	if err != nil {
		return down(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := v.client.Do(req)
	if err != nil {
		return down(errors.New("no response")) // err contains the URL, which may contain a key
	}
	defer func() { _ = res.Body.Close() }()
	var reply struct {
		Result string `json:"result"`
		Error  *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&reply); err != nil {
		return down(errors.New(res.Status))
	}
	if reply.Error != nil {
		if text := strings.ToLower(reply.Error.Message); reply.Error.Code == 3 || strings.Contains(text, "revert") || strings.Contains(text, "out of gas") {
			return nil, nil
		}
		return down(fmt.Errorf("error %d", reply.Error.Code))
	}
	return hex.DecodeString(strings.TrimPrefix(reply.Result, "0x"))
}

// Package ethereum verifies wallet signatures: of plain accounts by recovering the signer (EIP-191),
// of contract wallets by calling the contract (ERC-1271).
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
	"strconv"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

const callTimeout = 5 * time.Second

// validSignature is the return value of isValidSignature(bytes32,bytes) for a valid signature; it is
// also the function's selector.
var validSignature = []byte{0x16, 0x26, 0xba, 0x7e}

// Verifier implements session.Ethereum.
type Verifier struct {
	nodes  map[uint64]string
	client *http.Client
}

// New creates a verifier with JSON-RPC addresses by chain id. Contract wallets of a chain without a
// node are not supported.
func New(nodes map[uint64]string) *Verifier {
	return &Verifier{nodes: nodes, client: &http.Client{Timeout: callTimeout}}
}

// ParseNodes parses id=url pairs.
func ParseNodes(pairs []string) (map[uint64]string, error) {
	nodes := map[uint64]string{}
	for _, pair := range pairs {
		name, url, ok := strings.Cut(strings.TrimSpace(pair), "=")
		chain, err := strconv.ParseUint(name, 10, 53)
		if !ok || err != nil || !strings.HasPrefix(url, "http") {
			return nil, fmt.Errorf("%q is not chain=url", pair)
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

// VerifySignature implements session.Ethereum.
func (v *Verifier) VerifySignature(ctx context.Context, chainID uint64, address, text, signature string) (contract bool, err error) {
	digits, ok := strings.CutPrefix(signature, "0x")
	sig, err := hex.DecodeString(digits)
	if !ok || err != nil {
		return false, fmt.Errorf("%w: not hex", session.ErrSignature)
	}
	hash := Hash(text)
	if signer, ok := recoverAddress(hash, sig); ok && signer == address {
		return false, nil
	}
	node, ok := v.nodes[chainID]
	if !ok {
		return false, session.ErrSignature
	}
	result, err := v.call(ctx, node, address, isValidSignature(hash, sig))
	if err != nil {
		return false, err
	}
	// A plain account returns nothing; a contract may return more than the word.
	if len(result) < 32 || !bytes.Equal(result[:32], append(bytes.Clone(validSignature), make([]byte, 28)...)) {
		return false, session.ErrSignature
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

// isValidSignature encodes the call of isValidSignature(bytes32 hash, bytes signature).
func isValidSignature(hash, sig []byte) []byte {
	data := bytes.Clone(validSignature)
	data = append(data, hash...)
	data = append(data, word(64)...)
	data = append(data, word(len(sig))...)
	data = append(data, sig...)
	return append(data, make([]byte, (32-len(sig)%32)%32)...)
}

func word(n int) []byte {
	w := make([]byte, 32)
	for i := 31; n > 0; i-- {
		w[i], n = byte(n), n>>8
	}
	return w
}

// call sends an eth_call. A call that reverts returns nothing; an unreachable node is ErrChainDown.
func (v *Verifier) call(ctx context.Context, node, to string, data []byte) ([]byte, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "eth_call",
		"params": []any{map[string]string{"to": to, "data": "0x" + hex.EncodeToString(data)}, "latest"},
	})
	if err != nil {
		return nil, err
	}
	down := func(err error) ([]byte, error) { return nil, fmt.Errorf("%w: %w", session.ErrChainDown, err) }
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
		if reply.Error.Code == 3 || strings.Contains(reply.Error.Message, "revert") {
			return nil, nil
		}
		return down(fmt.Errorf("error %d", reply.Error.Code))
	}
	return hex.DecodeString(strings.TrimPrefix(reply.Result, "0x"))
}

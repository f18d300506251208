package standins

import (
	"crypto/ecdsa"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// SiweMessage returns a message with which an account of the local chain logs in to the site at base (EIP-4361).
func SiweMessage(base string, account common.Address, nonce string) string {
	return fmt.Sprintf("%s wants you to sign in with your Ethereum account:\n%s\n\nLog in to Vitrine.\n\nURI: %s/en/login/\nVersion: 1\nChain ID: %d\nNonce: %s\nIssued At: %s",
		strings.TrimPrefix(base, "http://"), account.Hex(), base, ChainID, nonce, time.Now().UTC().Format(time.RFC3339))
}

// SignMessage signs a message as a wallet does (EIP-191).
func SignMessage(key *ecdsa.PrivateKey, message string) (string, error) {
	sig, err := crypto.Sign(accounts.TextHash([]byte(message)), key)
	if err != nil {
		return "", err
	}
	sig[crypto.RecoveryIDOffset] += 27
	return hexutil.Encode(sig), nil
}

package ethereum

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/adraffy/go-ens-normalize/ensip15"
	"github.com/ethereum/go-ethereum/common"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/names"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// maxName is the longest name in bytes; DNS has the same limit.
const maxName = 255

var namesABI = bindings.NewVitrineNames()

// offchainLookup is the selector of OffchainLookup (EIP-3668): the resolver refers the client to a web server.
var offchainLookup = []byte{0x55, 0x6f, 0x18, 0x30}

// Names implements chain.Names with a registry of the Ethereum Name Service (EIP-137). It reads only records on the registry's own
// chain. Records on a web server (EIP-3668) are not supported, because that server could return a different address to each caller.
// Names below a wildcard (ENSIP-10) are not supported either.
type Names struct {
	chainID  uint32
	registry common.Address
	urls     []string
	log      *slog.Logger

	mu   sync.Mutex
	node *Node
}

// NewNames resolves names at a registry. The registry is EIP-55, or empty: then every name is ErrNamesUnsupported. It connects to
// the nodes when the first name is resolved.
func NewNames(chainID uint32, registry string, urls []string, log *slog.Logger) *Names {
	if registry == "" {
		urls = nil
	}
	return &Names{chainID: chainID, registry: common.HexToAddress(registry), urls: urls, log: log}
}

// Resolve implements chain.Names.
func (n *Names) Resolve(ctx context.Context, name string) (chain.Name, error) {
	if len(n.urls) == 0 {
		return chain.Name{}, chain.ErrNamesUnsupported
	}
	normalized, err := normalize(name)
	if err != nil {
		return chain.Name{}, err
	}
	node, err := n.dial(ctx)
	if err != nil {
		return chain.Name{}, down(err)
	}
	hash := names.Hash(normalized)
	data, err := call(ctx, node, common.Address{}, n.registry, namesABI.PackResolver(hash))
	if err != nil && !errors.Is(err, chain.ErrReverted) {
		return chain.Name{}, down(err)
	}
	resolver, wrong := namesABI.UnpackResolver(data)
	if err != nil || wrong != nil {
		n.log.ErrorContext(ctx, "no ENS registry at ENS_REGISTRY", "chain", n.chainID, "address", n.registry)
		return chain.Name{}, chain.ErrNamesUnsupported
	}
	if resolver == (common.Address{}) {
		return chain.Name{}, chain.ErrNameNotFound
	}
	data, err = call(ctx, node, common.Address{}, resolver, namesABI.PackAddr(hash))
	switch {
	case errors.Is(err, chain.ErrReverted):
		if refusal, _ := revertData(err); bytes.HasPrefix(refusal, offchainLookup) {
			return chain.Name{}, fmt.Errorf("%w: the records are off chain", chain.ErrNamesUnsupported)
		}
		return chain.Name{}, fmt.Errorf("%w: %w", chain.ErrNameNotFound, err)
	case err != nil:
		return chain.Name{}, down(err)
	}
	address, err := namesABI.UnpackAddr(data)
	if err != nil || address == (common.Address{}) {
		return chain.Name{}, chain.ErrNameNotFound
	}
	return chain.Name{Text: normalized, Address: address.Hex()}, nil
}

// Close closes the connections.
func (n *Names) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.node != nil {
		n.node.Close()
	}
}

// dial connects once. If no node is reachable, the next name retries.
func (n *Names) dial(ctx context.Context) (*Node, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.node != nil {
		return n.node, nil
	}
	node, err := Dial(ctx, n.chainID, n.urls)
	if err == nil {
		n.node = node
	}
	return node, err
}

func down(err error) error { return fmt.Errorf("%w: %w", chain.ErrNamesDown, err) }

// normalize returns the normalized form of a name (ENSIP-15), or ErrName. A name has at least two labels.
func normalize(name string) (string, error) {
	name = strings.TrimSpace(name)
	if len(name) > maxName || !strings.Contains(name, ".") {
		return "", chain.ErrName
	}
	normalized, err := ensip15.Shared().Normalize(name)
	if err != nil {
		return "", fmt.Errorf("%w: %w", chain.ErrName, err)
	}
	return normalized, nil
}

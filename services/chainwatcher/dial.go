package chainwatcher

import (
	"context"
	"errors"
	"math/big"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/follow"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

const gwei = 1_000_000_000

// dial connects to a chain and finds its contracts: those in the settings, otherwise those recorded for this chain.
func (s *Service) dial(ctx context.Context, c ChainConfig, heard func()) (*follow.Connection, error) {
	node, err := ethereum.Dial(ctx, c.ChainID, c.RPCURLs)
	if err != nil {
		return nil, err
	}
	s.complete(ctx, c.ChainID, node)
	ch, err := identify(ctx, s.store, node, c)
	if err == nil {
		node.OnDrop(func(host, why string) { s.dropped(c.ChainID, host, why) })
		node.OnHead(heard)
		ch.Vault, ch.Assets = s.keys.vault.Address(), c.Assets
		ch.Own = append([]string{s.keys.minter.Address(), s.keys.quotes.Address()}, c.OwnAddresses...)
		ch.Platform, err = ethereum.NewContracts(node, ch, "", nil).Platform(ctx)
	}
	contracts := ethereum.NewContracts(node, ch, c.SecondPriceFeed, s.keys.quotes)
	if err == nil {
		// A missing or old price is temporary, but a feed of another coin is a wrong setting.
		if _, wrong := contracts.Price(ctx); errors.Is(wrong, chain.ErrOtherFeed) {
			err = wrong
		}
	}
	if err != nil {
		node.Close()
		return nil, err
	}
	node.Watch(ch)
	return &follow.Connection{
		Link: chain.Link{Chain: ch, Contracts: contracts}, Node: node,
		Senders: s.senders(node), Close: node.Close,
		Complete: func(ctx context.Context) bool { return s.complete(ctx, c.ChainID, node) },
		Another: func(ctx context.Context) bool {
			now, err := identify(ctx, s.store, node, c)
			return errors.Is(err, chain.ErrNotFound) || err == nil && now.Genesis != ch.Genesis
		},
	}, nil
}

// complete checks that the nodes have the required methods. What is missing is in readiness and, once, in the log.
func (s *Service) complete(ctx context.Context, id uint32, node *ethereum.Node) bool {
	missing := node.Missing(ctx)
	if s.metrics.Progress.SetNodes(id, missing) {
		for _, problem := range missing {
			s.Log.ErrorContext(ctx, "a node lacks what it must have (docs/operating/nodes.md)", "problem", problem)
		}
	}
	return len(missing) == 0
}

// senders returns one sender per key, even if a key has two roles, because a key has one sequence of nonces.
func (s *Service) senders(n *ethereum.Node) []signing.Sender {
	most := new(big.Int).Mul(big.NewInt(s.Config.MaxFeeGwei), big.NewInt(gwei))
	minter, vault := ethereum.NewSender(n, s.keys.minter, most), ethereum.NewSender(n, s.keys.vault, most)
	if vault.Address() == minter.Address() {
		return []signing.Sender{minter}
	}
	return []signing.Sender{minter, vault}
}

// dropped records that a node is ignored for a while. A node that contradicts the others raises an alarm, because money may depend
// on it.
func (s *Service) dropped(id uint32, host, why string) {
	s.metrics.NodeDropped(id, host, why)
	s.Log.Error("a node is left out for a while", "chain", id, "node", host, "reason", why)
}

func (s *Service) priceRefused(id uint32, err error) {
	s.metrics.PriceRefused(id, err)
	s.Log.Warn("no price for a quote", "chain", id, "error", err)
}

package chainwatcher

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

// errAnother ends following: the node is of another chain than before, or its contracts are others.
var errAnother = errors.New("the chain is another one")

const gwei = 1_000_000_000

// silence is how long no head may be heard before it is told. Operators are told to alarm after the same time.
const silence = 20 * time.Second

// follow keeps one chain going: it waits for its node and contracts, then watches and signs until the chain turns out to
// be another one, and starts again.
func (s *Service) follow(ctx context.Context, c ChainConfig) error {
	log := s.deps.Log.With("chain", c.ChainID)
	var ear ear
	ear.hear()
	go s.listen(ctx, c, &ear)
	for wait := time.Second; ctx.Err() == nil; {
		link, node, err := s.link(ctx, c, ear.hear)
		if errors.Is(err, chain.ErrOtherContracts) {
			s.metrics.step(c.ChainID, err)
			log.ErrorContext(ctx, "the chain is not followed: set the old addresses of its contracts again", "error", err)
		} else if err != nil {
			log.WarnContext(ctx, "the chain is not available yet", "error", err)
		}
		if err != nil {
			pause(ctx, wait)
			wait = min(2*wait, 15*time.Second)
			continue
		}
		wait = time.Second
		log.InfoContext(ctx, "following", "genesis", link.Chain.Genesis, "token", link.Chain.TokenContract, "payments", link.Chain.PaymentContract)
		s.chains.Put(link)
		g, work := errgroup.WithContext(ctx)
		g.Go(func() error { return s.watch(work, c, link, node) })
		for _, sender := range s.senders(node) {
			g.Go(func() error { return s.sign(work, c, link, sender) })
		}
		g.Go(func() error { return s.advance(work, c.ChainID) })
		err = g.Wait()
		node.Close()
		if ctx.Err() == nil {
			log.WarnContext(ctx, "starting over with the chain", "error", err)
			pause(ctx, time.Second)
		}
	}
	return nil
}

// ear knows when a chain's head was told last.
type ear struct{ at atomic.Pointer[time.Time] }

func (e *ear) hear() { e.at.Store(new(time.Now())) }

// listen tells how long no head was heard. It looks by itself, so that it tells of whatever keeps the watcher from asking.
func (s *Service) listen(ctx context.Context, c ChainConfig, e *ear) {
	told := false
	for ctx.Err() == nil {
		age := time.Since(*e.at.Load())
		s.metrics.unheard(c.ChainID, age)
		if quiet := age > silence; quiet != told {
			if told = quiet; quiet {
				s.deps.Log.ErrorContext(ctx, "no node tells the head of the chain", "chain", c.ChainID, "for", age.Round(time.Second))
			} else {
				s.deps.Log.InfoContext(ctx, "the head of the chain is told again", "chain", c.ChainID)
			}
		}
		pause(ctx, time.Second)
	}
}

// senders are one per key, even where one key has two roles: a key has one sequence of nonces.
func (s *Service) senders(n *ethereum.Node) []*ethereum.Sender {
	most := new(big.Int).Mul(big.NewInt(s.deps.Config.MaxFeeGwei), big.NewInt(gwei))
	out := []*ethereum.Sender{ethereum.NewSender(n, s.keys.minter, most)}
	if vault := ethereum.NewSender(n, s.keys.vault, most); vault.Address() != out[0].Address() {
		out = append(out, vault)
	}
	return out
}

// link dials a chain and finds its contracts: those of the settings, else those that were deployed on this very chain.
func (s *Service) link(ctx context.Context, c ChainConfig, heard func()) (chain.Link, *ethereum.Node, error) {
	node, err := ethereum.Dial(ctx, c.ChainID, c.RPCURLs)
	if err != nil {
		return chain.Link{}, nil, err
	}
	ch, err := identify(ctx, s.store, node, c)
	if err == nil {
		node.OnDrop(func(host, why string) { s.dropped(c.ChainID, host, why) })
		node.OnHead(heard)
		ch.Vault, ch.Assets = ethereum.Address(s.keys.vault), c.Assets
		ch.Own = append([]string{ethereum.Address(s.keys.minter), ethereum.Address(s.keys.quotes)}, c.OwnAddresses...)
		ch.Platform, err = ethereum.NewContracts(node, ch, "", nil).Platform(ctx)
	}
	if err == nil {
		node.Watch(ch)
		err = s.watcher(ch, node).Attach(ctx)
	}
	if err != nil {
		node.Close()
		return chain.Link{}, nil, err
	}
	return chain.Link{Chain: ch, Node: node, Contracts: ethereum.NewContracts(node, ch, c.SecondPriceFeed, s.keys.quotes)}, node, nil
}

func (s *Service) watcher(ch chain.Chain, n *ethereum.Node) *chain.Watcher {
	return chain.NewWatcher(ch, n, s.store, s.facts, uint64(s.deps.Config.Batch))
}

// dropped notes that a node is left out for a while. One that contradicts the others is an alarm: money may hang on it.
func (s *Service) dropped(id uint32, host, why string) {
	s.metrics.dropped.WithLabelValues(label(id), host, why).Inc()
	s.deps.Log.Error("a node is left out for a while", "chain", id, "node", host, "reason", why)
}

func (s *Service) priceRefused(id uint32, err error) {
	s.metrics.prices.WithLabelValues(label(id), priceReason(err)).Inc()
	s.deps.Log.Warn("no price for a quote", "chain", id, "error", err)
}

// watch steps until ctx ends or the chain turns out to be another one.
func (s *Service) watch(ctx context.Context, c ChainConfig, link chain.Link, node *ethereum.Node) error {
	log := s.deps.Log.With("chain", c.ChainID)
	w := s.watcher(link.Chain, node)
	var told time.Time
	stall := chain.Stall{Limit: c.stall}
	for ctx.Err() == nil {
		more, err := w.Step(ctx)
		s.metrics.step(c.ChainID, err)
		if cursor, e := s.store.Cursor(ctx, c.ChainID); e == nil {
			s.metrics.cursor(c.ChainID, cursor)
			stalled, changed := stall.Look(cursor, s.deps.Clock.Now())
			s.metrics.stall(c.ChainID, stalled)
			if stalled && changed {
				log.ErrorContext(ctx, "nothing becomes final, so nothing is completed", "head", cursor.Number, "final", cursor.Finalized)
			}
		}
		switch {
		case err == nil && more, errors.Is(err, chain.ErrConflict):
			continue
		case err != nil && ctx.Err() == nil && time.Since(told) > time.Minute:
			told = time.Now()
			if errors.Is(err, chain.ErrTooDeep) {
				log.ErrorContext(ctx, "the watcher stands still", "error", err)
			} else {
				log.WarnContext(ctx, "no step", "error", err)
			}
		}
		if errors.Is(err, chain.ErrTooDeep) || errors.Is(err, chain.ErrBehind) || errors.Is(err, chain.ErrNotFound) {
			if now, e := identify(ctx, s.store, node, c); errors.Is(e, chain.ErrNotFound) || e == nil && now.Genesis != link.Chain.Genesis {
				return errAnother
			}
		}
		pause(ctx, c.poll)
	}
	return nil
}

// sign takes the key's lease and looks after its transactions. Another replica takes over when this one ends.
func (s *Service) sign(ctx context.Context, c ChainConfig, link chain.Link, sender *ethereum.Sender) error {
	log := s.deps.Log.With("chain", c.ChainID, "sender", sender.Address())
	rules := chain.SignerRules{BumpAfter: s.deps.Config.BumpAfter, ResendAfter: s.deps.Config.ResendAfter, InFlight: s.deps.Config.InFlight}
	signer := chain.NewSigner(link, sender, s.store, s.facts, rules, s.withdrawals.Cooled, s.deps.Clock, s.deps.Log, func(on bool) { s.metrics.paused(c.ChainID, sender.Address(), on) })
	for ctx.Err() == nil {
		lease, release, ok, err := s.store.Lease(ctx, c.ChainID, sender.Address())
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "no lease of the key", "error", err)
		}
		if err != nil || !ok {
			pause(ctx, time.Second)
			continue
		}
		var told time.Time
		for ctx.Err() == nil {
			err := signer.Step(ctx, lease)
			if errors.Is(err, chain.ErrFenced) {
				break
			}
			if err != nil && ctx.Err() == nil && time.Since(told) > 30*time.Second {
				told = time.Now()
				log.ErrorContext(ctx, "signing", "error", err)
			}
			pause(ctx, c.poll)
		}
		release()
	}
	return nil
}

// advance hands a chain's approved withdrawals to the signer when their time has come.
func (s *Service) advance(ctx context.Context, chainID uint32) error {
	for ctx.Err() == nil {
		if _, err := s.withdrawals.Advance(ctx, chainID); err != nil && ctx.Err() == nil {
			s.deps.Log.WarnContext(ctx, "withdrawals", "chain", chainID, "error", err)
			pause(ctx, 4*time.Second)
		}
		pause(ctx, time.Second)
	}
	return nil
}

// measureWaiting tells how long work has waited, whether a chain is up or not.
func (s *Service) measureWaiting(ctx context.Context) error {
	for ctx.Err() == nil {
		if seconds, err := s.store.OldestWaiting(ctx); err == nil {
			s.metrics.oldest.Set(seconds)
		}
		pause(ctx, time.Second)
	}
	return nil
}

// prices holds the price that pages show.
type prices struct {
	mu    sync.RWMutex
	price chain.Price
}

// Shown answers the newest price, or ErrNoPrice.
func (p *prices) Shown() (chain.Price, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.price.Answer == nil {
		return p.price, chain.ErrNoPrice
	}
	return p.price, nil
}

// refreshPrice reads the price that pages show. After a failure it asks again soon and goes on showing the old one.
func (s *Service) refreshPrice(ctx context.Context) error {
	for ctx.Err() == nil {
		wait := time.Second
		if link, err := s.etherChain(); err == nil {
			price, err := link.Contracts.Price(ctx)
			if err == nil && price.Answer.Sign() > 0 {
				s.prices.mu.Lock()
				s.prices.price = price
				s.prices.mu.Unlock()
				wait = s.deps.Config.PriceRefresh
			} else if ctx.Err() == nil {
				s.deps.Log.WarnContext(ctx, "no ether price", "error", err)
				wait = min(15*time.Second, s.deps.Config.PriceRefresh)
			}
		}
		pause(ctx, wait)
	}
	return nil
}

// etherChain is a chain whose coin is ether and that has a feed, the default one first.
func (s *Service) etherChain() (chain.Link, error) {
	all := s.chains.All()
	i := slices.IndexFunc(all, func(l chain.Link) bool { return l.Chain.CurrencySymbol == "ETH" && l.Chain.PriceFeed != "" })
	if i < 0 {
		return chain.Link{}, chain.ErrNoChain
	}
	return all[i], nil
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

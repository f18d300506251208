package chainwatcher

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/follow"
)

// wire builds the core and its adapters.
func (s *Service) wire() {
	d := s.Deps
	var order []uint32
	for _, c := range s.configs {
		order = append(order, c.ChainID)
	}
	s.chains = chain.NewChains(d.Config.DefaultChainID, order)
	s.events = events.NewEvents(d.Pool, d.Config.PublicURL, s.chains)
	s.quotes = &chain.Quotes{Store: s.store, Addresses: ethereum.Addresses{}, Clock: d.Clock, MaxAge: d.Config.MaxPriceAge, Refused: s.priceRefused}
	s.tokens = &chain.Tokens{Store: s.store, Accounts: d.Accounts, Chains: s.chains, Minter: s.keys.minter.Address()}
	waits := chain.Waits{NewAddress: d.Config.NewAddressWait, Credentials: d.Config.CredentialWait, Card: d.Config.CardWait}
	s.gifts = &chain.Gifts{Store: s.store, Events: s.events, Accounts: d.Accounts, Chains: s.chains, Clock: d.Clock, Waits: waits}
	s.withdrawals = &chain.Withdrawals{
		Store: s.store, Events: s.events, Accounts: d.Accounts, Credentials: s.store, Batches: s.store, Artworks: d.Artworks, Addresses: ethereum.Addresses{}, Names: s.names, Chains: s.chains, Clock: d.Clock,
		Vault:  s.keys.vault.Address(),
		Waits:  waits,
		Limits: chain.WithdrawalLimits{Account: d.Config.AccountLimit, Vault: d.Config.VaultLimit},
	}
	s.refunds = &chain.Refunds{
		Store: s.store, Events: s.events, Addresses: ethereum.Addresses{}, Chains: s.chains, Clock: d.Clock, Log: d.Log, Limit: s.refundLimit,
		Vault: s.keys.vault.Address(), Refused: s.metrics.RefundRefused,
	}
	least, _ := money.ParseWei(d.Config.PayoutMinimum) // checked by Validate
	s.payouts = &chain.Payouts{
		Store: s.store, Artists: d.Artists, Chains: s.chains, Clock: d.Clock, Log: d.Log, Sender: s.keys.minter.Address(),
		Offered: d.Config.PayoutsByGallery, Minimum: least, Every: d.Config.PayoutEvery, Mismatch: s.metrics.PayeeMismatch,
	}
	s.payees = &chain.Payees{Store: s.store, Addresses: ethereum.Addresses{}, Names: s.names, Chains: s.chains, Vault: s.keys.vault.Address()}
	s.prices = &follow.Prices{Chains: s.chains, Every: d.Config.PriceRefresh, Log: d.Log}
}

// work returns the background work that doesn't depend on a chain.
func (s *Service) work() []func(context.Context) error {
	d := s.Deps
	consumer := bus.NewConsumer(d.Bus, d.Pool, "chainwatcher", d.Log)
	events.Subscribe(consumer, s.tokens, s.gifts, s.withdrawals, s.refunds)
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, d.Config.SMTPURL, d.Config.MailFrom)
	return []func(context.Context) error{consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, queue.Run, s.measureWaiting, s.prices.Run}
}

// following returns the background work of each chain.
func (s *Service) following() (out []func(context.Context) error) {
	d := s.Deps
	follower := &follow.Follower{
		Store: s.store, Events: s.events, Withdrawals: s.withdrawals, Chains: s.chains, Metrics: s.metrics, Clock: d.Clock, Log: d.Log,
		Rules: chain.SignerRules{BumpAfter: d.Config.BumpAfter, ResendAfter: d.Config.ResendAfter, InFlight: d.Config.InFlight},
		Batch: uint64(d.Config.Batch),
	}
	for _, c := range s.configs {
		one := follow.Chain{ID: c.ChainID, Poll: c.poll, Stall: c.stall, Dial: func(ctx context.Context, heard func()) (*follow.Connection, error) {
			return s.dial(ctx, c, heard)
		}}
		out = append(out, func(ctx context.Context) error { return follower.Follow(ctx, one) })
	}
	return out
}

// refundLimit returns the daily refund limit of a chain.
func (s *Service) refundLimit(chainID uint32) money.Wei {
	for _, c := range s.configs {
		if c.ChainID == chainID {
			return c.limit
		}
	}
	return money.Wei{}
}

// measureWaiting reports how long the oldest transaction has waited, whether its chain is up or not.
func (s *Service) measureWaiting(ctx context.Context) error {
	return kit.Every(ctx, time.Second, s.Log, "how long work has waited", func(ctx context.Context) error {
		if seconds, err := s.store.OldestWaiting(ctx); err == nil {
			s.metrics.OldestWaiting(seconds)
		}
		if n, err := s.store.CountInReview(ctx); err == nil {
			s.metrics.InReview(n)
		}
		if n, err := s.store.CountMintsWithoutOrder(ctx); err == nil {
			s.metrics.MintsWithoutOrder(n)
		}
		return nil // other metrics report that the database is unavailable
	})
}

package chainwatcher

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/api"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/follow"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// wire builds the cores and their adapters.
func (s *Service) wire(registry read.Registry) {
	d := s.Deps
	var order []uint32
	for _, c := range s.configs {
		order = append(order, c.ChainID)
	}
	s.chains = chain.NewChains(d.Config.DefaultChainID, order)
	s.events = events.NewEvents(d.Pool, d.Config.PublicURL, s.chains)
	s.prices = &follow.Prices{Chains: s.chains, Every: d.Config.PriceRefresh, Log: d.Log}
	vault, minter := s.keys.vault.Address(), s.keys.minter.Address()
	issuer := certificate.Issuer{Gallery: cmp.Or(d.Config.GalleryName, d.Config.SellerName), Key: s.keys.certificates}
	fleet := struct {
		custody.Accounts
		custody.Artworks
		chain.Names
	}{d.Accounts, d.Artworks, s.names}
	waits := custody.Waits{NewAddress: d.Config.NewAddressWait, Credentials: d.Config.CredentialWait, Card: d.Config.CardWait}
	least, _ := money.ParseWei(d.Config.PayoutMinimum) // checked by Validate
	s.server = &api.Server{
		Reader: &read.Reader{
			Pool: d.Pool, Chains: s.chains, Accounts: d.Accounts, Artworks: d.Artworks, Issuers: append([]string{issuer.Address()}, d.Config.formerIssuers()...),
			Registry: registry, PublicURL: d.Config.PublicURL, ArtOrigin: d.Config.ArtOrigin, Gallery: issuer.Gallery, Log: d.Log,
		},
		Quotes:   &quotes.Service{Store: s.store, Chains: s.chains, Clock: d.Clock, MaxAge: d.Config.MaxPriceAge, Refused: s.priceRefused},
		Holdings: &quotes.Holdings{Store: s.store, Chains: s.chains},
		Tokens:   &custody.Tokens{Store: s.store, Fleet: fleet, Chains: s.chains, Minter: minter},
		Gifts:    &custody.Gifts{Store: s.store, Events: s.events, Fleet: fleet, Chains: s.chains, Clock: d.Clock, Waits: waits},
		Withdrawals: &custody.Withdrawals{
			Store: s.store, Events: s.events, Fleet: fleet, Chains: s.chains, Vault: vault, Clock: d.Clock, Waits: waits,
			Limits: custody.WithdrawalLimits{Account: d.Config.AccountLimit, Vault: d.Config.VaultLimit},
		},
		Releases: &custody.Releases{Store: s.store, Chains: s.chains},
		Payees:   &custody.Payees{Store: s.store, Fleet: fleet, Chains: s.chains, Vault: vault},
		Refunds: &paying.Refunds{
			Store: s.store, Events: s.events, Chains: s.chains, Clock: d.Clock, Log: d.Log, Limit: s.refundLimit, Vault: vault, Refused: s.metrics.RefundRefused,
		},
		Payouts: &paying.Payouts{
			Store: s.store, Artists: d.Artists, Chains: s.chains, Clock: d.Clock, Log: d.Log, Sender: minter,
			Offered: d.Config.PayoutsByGallery, Minimum: least, Every: d.Config.PayoutEvery, Mismatch: s.metrics.PayeeMismatch,
		},
		Names: s.names, Prices: s.prices, Artworks: d.Artworks, Issuer: issuer, Now: d.Clock.Now,
		Certificates: certificate.Printer{Render: d.Render, PublicURL: d.Config.PublicURL, Logo: d.Logo},
	}
}

// work returns the background work that doesn't depend on a chain.
func (s *Service) work() []func(context.Context) error {
	d := s.Deps
	consumer := bus.NewConsumer(d.Bus, d.Pool, "chainwatcher", d.Log)
	events.Subscribe(consumer, d.Pool, s.server.Tokens, s.server.Gifts, s.server.Withdrawals, s.server.Refunds)
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, d.Config.SMTPURL, d.Config.MailFrom)
	jobs.Handle(queue, jobs.Options{}, func(ctx context.Context, job *river.Job[events.DeliverGift]) error {
		return s.server.Gifts.Deliver(ctx, job.Args.CheckoutID)
	})
	return []func(context.Context) error{consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, queue.Run, s.measureWaiting, s.prices.Run}
}

// following returns the background work of each chain.
func (s *Service) following() (out []func(context.Context) error) {
	d := s.Deps
	follower := &follow.Follower{
		Store: s.store, Events: s.events, Withdrawals: s.server.Withdrawals, Chains: s.chains, Metrics: s.metrics, Clock: d.Clock, Log: d.Log,
		Rules: signing.Rules{BumpAfter: d.Config.BumpAfter, ResendAfter: d.Config.ResendAfter, InFlight: d.Config.InFlight},
		Batch: uint64(d.Config.Batch),
	}
	for _, c := range s.configs {
		one := follow.Chain{ID: c.ChainID, Poll: c.poll, Stall: c.stall, Nodes: strings.Join(c.RPCURLs, ","), Dial: func(ctx context.Context, heard func()) (*follow.Connection, error) {
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

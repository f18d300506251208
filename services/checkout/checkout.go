// Package checkout is the door of the checkout service: it holds editions, takes payments and gives each payment an end.
//
// Open dials the database, the broker and the other services, and ends in New, which wires and starts nothing. Run relays
// facts, consumes those of the chain, sends mails and reconciles. The port answers Connect and gRPC, and the card provider's
// webhook at POST /webhooks/stripe.
package checkout

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/accounts"
	"github.com/vitrine/vitrine/services/checkout/internal/api"
	"github.com/vitrine/vitrine/services/checkout/internal/catalog"
	"github.com/vitrine/vitrine/services/checkout/internal/chain"
	"github.com/vitrine/vitrine/services/checkout/internal/events"
	"github.com/vitrine/vitrine/services/checkout/internal/notice"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
	store "github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// Deps are what New wires. The ports are the core's; tests hand in their own.
type Deps struct {
	Config   Config
	Pool     *pgxpool.Pool
	Bus      *bus.Bus
	Catalog  order.Catalog
	Accounts order.Accounts
	Chain    order.Chain
	Cards    order.Cards
	Clock    clock.Clock
	Log      *slog.Logger
}

// Service is the running checkout service.
type Service struct {
	deps    Deps
	till    *order.Service
	api     *api.Server
	webhook *stripe.Webhook
	close   sync.Once
}

// outboxes joins facts and mails.
type outboxes struct {
	events.Publisher
	notice.Mailer
}

// Migrate brings the database to the newest version.
func Migrate(ctx context.Context, cfg Config, _ *slog.Logger) error {
	return postgres.Migrate(ctx, cfg.DatabaseURL, store.Migrations)
}

// Open dials everything. A failed Open has cleaned up after itself.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	pool, err := postgres.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return nil, err
	}
	b, err := bus.Dial(ctx, cfg.NATSURL, log)
	if err != nil {
		pool.Close()
		return nil, err
	}
	hc, opts := rpc.Client(cfg.InternalKey)
	s, err := New(Deps{
		Config: cfg, Pool: pool, Bus: b, Clock: clock.System, Log: log,
		Catalog: catalog.Client{API: catalogv1connect.NewCatalogServiceClient(hc, cfg.CatalogURL, opts...)},
		Chain:   chain.Client{API: chainv1connect.NewChainServiceClient(hc, cfg.ChainwatcherURL, opts...)},
		Accounts: accounts.Client{
			Auth:     authv1connect.NewAccountServiceClient(hc, cfg.AuthURL, opts...),
			Profiles: profilesv1connect.NewProfilesServiceClient(hc, cfg.ProfilesURL, opts...),
			Payouts:  profilesv1connect.NewPayoutServiceClient(hc, cfg.ProfilesURL, opts...),
		},
		Cards: stripe.New(cfg.StripeAPIURL, string(cfg.StripeSecretKey), cfg.PublicURL),
	})
	if err != nil {
		b.Close()
		pool.Close()
	}
	return s, err
}

// New wires a service and starts nothing. It fails only for a logo that cannot be read.
func New(d Deps) (*Service, error) {
	cfg := d.Config
	printer, err := receipt.New(cfg.LogoPath)
	if err != nil {
		return nil, err
	}
	desk := &papers.Desk{
		Store: store.NewPapers(d.Pool), Orders: store.New(d.Pool, nil), Clock: d.Clock,
		Invoices: cfg.InvoicePrefix, CreditNotes: cfg.CreditNotePrefix,
		Seller: papers.Seller{
			Name: cfg.SellerName, Address: cfg.SellerAddress, Country: cfg.SellerCountry, VATID: cfg.SellerTaxID,
			Bank: cfg.SellerBank, Note: cfg.SellerNote,
		},
	}
	mailer := notice.Mailer{Pool: d.Pool, Papers: desk.Store, PublicURL: cfg.PublicURL}
	till := order.New(order.Deps{
		Store:   store.New(d.Pool, papers.Outbox{Outbox: outboxes{events.Publisher{Pool: d.Pool}, mailer}, Desk: desk}),
		Catalog: d.Catalog, Accounts: d.Accounts, Chain: d.Chain, Cards: d.Cards, Log: d.Log,
		Rules: order.Rules{
			Hold: cfg.Hold, MaxHolds: cfg.MaxHolds, ArtistShareBps: cfg.ArtistShareBps, SessionLife: cfg.CardSessionLife,
			SettledEvery: cfg.SettledEvery, SettledFor: time.Duration(cfg.SettledDays) * 24 * time.Hour,
		},
	})
	key := string(cfg.StripeSecretKey)
	return &Service{
		deps: d, till: till,
		api: &api.Server{Till: till, Pool: d.Pool, Papers: desk, Printer: printer, Clock: d.Clock, Heads: d.Chain.Heads},
		webhook: &stripe.Webhook{
			Secrets: strings.FieldsFunc(string(cfg.StripeWebhookSecrets), func(r rune) bool { return r == ',' || r == ' ' }),
			Cards:   d.Cards, Till: till, Inbox: store.NewEvents(d.Pool), Clock: d.Clock, Log: d.Log,
			Live: strings.HasPrefix(key, "sk_live_") || strings.HasPrefix(key, "rk_live_"), Account: cfg.StripeAccount,
		},
	}, nil
}

// Mount adds the routes of the service's port.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle(checkoutv1connect.NewCheckoutServiceHandler(s.api, rpc.Options(s.deps.Log, s.deps.Config.InternalKey)...))
	mux.Handle(checkoutv1connect.NewReviewServiceHandler(api.Reviews{Server: s.api}, rpc.Options(s.deps.Log, s.deps.Config.InternalKey)...))
	mux.Handle("POST /webhooks/stripe", s.webhook)
}

// Run works in the background until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	d := s.deps
	consumer := bus.NewConsumer(d.Bus, d.Pool, "checkout", d.Log)
	events.Subscribe(consumer, s.till)
	jobs := []func(context.Context) error{
		outbox.NewRelay(d.Pool, d.Bus, d.Log).Run,
		consumer.Run,
		mail.NewWorker(d.Pool, d.Config.SMTPURL, d.Config.MailFrom, d.Log).Run,
	}
	jobs = append(jobs, s.reconcilers()...)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	for i, job := range jobs {
		wg.Go(func() {
			defer cancel() // one that ends, ends all
			errs[i] = job(ctx)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Close frees what Open took. It forgives being called twice.
func (s *Service) Close() error {
	s.close.Do(func() {
		s.deps.Bus.Close()
		s.deps.Pool.Close()
	})
	return nil
}

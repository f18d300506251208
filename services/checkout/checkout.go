// Package checkout is the checkout service: it holds editions, takes payments and resolves each of them. Open connects to
// the database, the broker and the other services, and calls New, which wires the service and starts nothing. Run relays
// events, consumes the chain's events, sends emails and reconciles. The port serves Connect and gRPC, and the card
// provider's webhook at POST /webhooks/stripe.
package checkout

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/paper"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/api"
	"github.com/vitrine/vitrine/services/checkout/internal/events"
	"github.com/vitrine/vitrine/services/checkout/internal/notice"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// Deps are the dependencies that New wires. Tests replace the ports of the core.
type Deps struct {
	Config   Config
	Pool     *pgxpool.Pool
	Bus      *bus.Bus
	Keys     *identity.Keys
	Catalog  order.Catalog
	Accounts order.Accounts
	Sessions rpc.Sessions
	Quotes   order.Quotes
	Chain    order.Chain
	Cards    order.Cards
	Artists  sale.Artists
	// Logo is nil if documents show the seller's name instead.
	Logo  *paper.Logo
	Clock clock.Clock
	Log   *slog.Logger
}

// Service is the running checkout service.
type Service struct {
	deps    Deps
	orders  *order.Service
	sales   *sale.Service
	api     *api.Server
	webhook *stripe.Webhook
	metrics metrics
	run     []func(context.Context) error
	close   sync.Once
}

// outboxes combines events and emails.
type outboxes struct {
	events.Publisher
	notice.Mailer
}

// Migrate migrates the database to the newest version.
func Migrate(ctx context.Context, cfg Config, _ *slog.Logger) error {
	return kitpg.Migrate(ctx, cfg.DatabaseURL, postgres.Migrations)
}

// Open connects to everything the service needs. If it fails, it has closed what it opened.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	keys, err := cfg.OpenKeys("checkout", log)
	if err != nil {
		return nil, err
	}
	logo, err := paper.OpenLogo(ctx, cfg.Logo, log)
	if err != nil {
		return nil, err
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return nil, err
	}
	b, err := bus.Dial(ctx, cfg.NATSURL, log)
	if err != nil {
		pool.Close()
		return nil, err
	}
	d := Deps{Config: cfg, Pool: pool, Bus: b, Keys: keys, Logo: logo, Clock: clock.System, Log: log}
	d.neighbours()
	return New(d), nil
}

// New wires a service and starts nothing.
func New(d Deps) *Service {
	cfg := d.Config
	documents := postgres.NewPapers(d.Pool)
	issuer := &papers.Issuer{
		Store: documents, Rates: documents, Orders: postgres.New(d.Pool, nil), Clock: d.Clock,
		Invoices: cfg.InvoicePrefix, CreditNotes: cfg.CreditNotePrefix,
		Seller: cfg.seller(),
	}
	mailer := notice.Mailer{Pool: d.Pool, Papers: documents, PublicURL: cfg.PublicURL, Staff: cfg.StaffEmails}
	store := postgres.New(d.Pool, postgres.SaleNotices{
		Outbox: papers.Outbox{Outbox: outboxes{events.Publisher{Pool: d.Pool}, mailer}, Issuer: issuer}, Pool: d.Pool,
	})
	orders := order.New(order.Deps{
		Checkouts: store, Holds: store, Cases: store, Unmatched: store, Requests: store, Reconciling: store, Statistics: store,
		Catalog: d.Catalog, Accounts: d.Accounts, Quotes: d.Quotes, Chain: d.Chain, Cards: d.Cards,
		Rules: cfg.rules(), Log: d.Log,
	})
	consumer := bus.NewConsumer(d.Bus, d.Pool, "checkout", d.Log)
	events.Subscribe(consumer, orders, orders)
	s := &Service{
		deps: d, orders: orders, metrics: newMetrics(),
		sales: &sale.Service{Store: postgres.NewSales(d.Pool), Artists: d.Artists, Mailer: mailer},
		api:   &api.Server{Orders: orders, Pool: d.Pool, Papers: issuer, Printer: &receipt.Printer{Logo: d.Logo}, Clock: d.Clock, Heads: d.Chain.Heads},
		webhook: &stripe.Webhook{
			Secrets: cfg.webhookSecrets(), Cards: d.Cards, Orders: orders, Inbox: postgres.NewEvents(d.Pool), Clock: d.Clock, Log: d.Log,
			Live: cfg.live(), Account: cfg.StripeAccount,
		},
	}
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, cfg.SMTPURL, cfg.MailFrom)
	s.run = append(s.reconcilers(), outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, consumer.Run, queue.Run)
	return s
}

// Mount adds the routes of the service's port.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle(checkoutv1connect.NewCheckoutServiceHandler(s.api, rpc.Options(s.deps.Log, s.deps.Keys, s.deps.Sessions)...))
	mux.Handle(checkoutv1connect.NewReviewServiceHandler(api.Reviews{Server: s.api}, rpc.Options(s.deps.Log, s.deps.Keys, s.deps.Sessions)...))
	mux.Handle(checkoutv1connect.NewSalesServiceHandler(api.Sales{Sales: s.sales}, rpc.Options(s.deps.Log, s.deps.Keys, s.deps.Sessions)...))
	mux.Handle("POST /webhooks/stripe", s.webhook)
}

// Run does the background work until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	return kit.RunAll(ctx, s.run...)
}

// Close releases what Open opened. It can be called twice.
func (s *Service) Close() error {
	s.close.Do(func() {
		s.deps.Bus.Close()
		s.deps.Pool.Close()
	})
	return nil
}

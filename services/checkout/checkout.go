// Package checkout is the checkout service: it holds editions, takes payments and resolves each of them. Open connects to
// the database, the broker and the other services, and calls New, which wires the service and starts nothing. Run relays
// events, consumes the chain's events, sends emails and reconciles. The port serves Connect and gRPC, and the card
// provider's webhook at POST /webhooks/stripe.
package checkout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/logo"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/api"
	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/events"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/notice"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/review"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// Deps are the dependencies of New. Tests replace the ports of the cores.
type Deps struct {
	Config Config
	service.Base
	Fleet    Fleet
	Sessions rpc.Sessions
	Cards    Cards
	// CardEvents lists the provider's events.
	CardEvents stripe.EventList
	Artists    sale.Artists
	// Contracts reads the artists' balances in payment contracts.
	Contracts sale.Contracts
	// RenderKeys sign calls to render, by the time of this computer: render has no database whose time both could use.
	RenderKeys *identity.Keys
	// Render prints documents.
	Render receipt.Render
	// Logo is nil if documents show the seller's name instead.
	Logo *logo.Logo
}

// Fleet is what the cores need of the other services.
type Fleet interface {
	hold.Fleet
	order.Fleet
	refund.Fleet
	phase.Others
	phase.Chain
}

// Cards is what the cores need of the card provider.
type Cards interface {
	order.Cards
	refund.Cards
}

// Service is the running checkout service.
type Service struct {
	Deps
	store    *postgres.Store
	holds    *hold.Service
	orders   *order.Service
	refunds  *refund.Service
	auctions *auction.Service
	counts   *invariant.Service
	notices  sale.Notifier
	api      *api.Server
	printer  *receipt.Printer
	webhook  *stripe.Webhook
	metrics  metrics
}

// outboxes combines events and emails.
type outboxes struct {
	events.Publisher
	notice.Mailer
}

// Migrate migrates the database to the newest version.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger) error {
	return kitpg.MigrateAs(ctx, "checkout", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// Open connects to everything the service needs. If it fails, it has closed what it opened.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	picture, err := logo.Open(ctx, cfg.Logo, log)
	if err != nil {
		return nil, fmt.Errorf("LOGO: %w", err)
	}
	base, err := service.Open(ctx, "checkout", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	keys, err := cfg.OpenKeys("checkout", log)
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	d := Deps{Config: cfg, Base: base, RenderKeys: keys, Logo: picture}
	d.connect()
	return New(d), nil
}

// New wires a service and starts nothing.
func New(d Deps) *Service {
	cfg := d.Config
	issued := postgres.Documents{Pool: d.Pool}
	issuer := &documents.Issuer{
		Store: issued, Rates: issued, Orders: postgres.New(d.Pool, nil), Clock: d.Clock,
		Invoices: cfg.InvoicePrefix, CreditNotes: cfg.CreditNotePrefix,
		Seller: cfg.seller(),
	}
	mailer := notice.Mailer{Pool: d.Pool, Documents: issued, PublicURL: cfg.PublicURL, Staff: cfg.StaffEmails}
	printer := &receipt.Printer{Render: d.Render, Logo: d.Logo}
	archive := &documents.Archive{Store: issued, Orders: issuer.Orders, Files: issued, Printer: printer}
	store := postgres.New(d.Pool, documents.Outbox{Outbox: outboxes{events.Publisher{Pool: d.Pool}, mailer}, Issuer: issuer})
	rules := cfg.rules()
	orders := &order.Service{Store: store, Cards: d.Cards, Fleet: d.Fleet, Rules: rules.Orders, Detail: messages.Detail, Log: d.Log}
	holds := &hold.Service{
		Store: store, Fleet: d.Fleet, Phases: &phase.Service{Store: store, Others: d.Fleet, Chain: d.Fleet}, Orders: orders, Rules: rules.Holds,
	}
	refunds := &refund.Service{Orders: orders, Store: store, Cards: d.Cards, Fleet: d.Fleet, Rules: rules.Refunds, Log: d.Log}
	counts := &invariant.Service{Store: store, Heads: d.Fleet.Heads}
	consumer := bus.NewConsumer(d.Bus, d.Pool, "checkout", d.Log)
	events.Subscribe(consumer, orders, refunds)
	s := &Service{
		Deps: d, store: store, holds: holds, orders: orders, refunds: refunds, counts: counts, printer: printer, metrics: newMetrics(),
		auctions: &auction.Service{Orders: orders, Store: store, Log: d.Log},
		notices:  sale.Notifier{Store: postgres.Sales{Pool: d.Pool}, Artists: d.Artists, Mailer: mailer},
		api: &api.Server{
			Checkouts: read.Checkouts{Pool: d.Pool, Overdue: rules.Overdue, Heads: &read.Heads{Read: d.Fleet.Heads}},
			Holds:     holds, Orders: orders, Refunds: refunds, Counts: counts,
			Cases:     &review.Service{Store: store, Accounts: d.Fleet, Orders: orders, Refunds: refunds, Log: d.Log},
			Documents: issuer, Archive: archive, Requests: read.Requests{Pool: d.Pool}, Shown: read.Reviews{Pool: d.Pool}, Clock: d.Clock, Sessions: d.Sessions,
		},
		webhook: &stripe.Webhook{
			Secrets: cfg.webhookSecrets(), Cards: d.Cards, Orders: orders, Inbox: postgres.Events{Pool: d.Pool}, List: d.CardEvents, Clock: d.Clock, Log: d.Log,
			Live: cfg.live(), Account: cfg.StripeAccount,
		},
	}
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, cfg.SMTPURL, cfg.MailFrom)
	jobs.Handle(queue, jobs.Options{}, func(ctx context.Context, job *river.Job[postgres.PrintJob]) error {
		return archive.PrintIssued(ctx, job.Args.CheckoutID, job.Args.DocumentID)
	})
	s.Background(outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, consumer.Run, queue.Run)
	s.Background(s.reconcilers()...)
	return s
}

// Mount adds the routes of the service's port.
func (s *Service) Mount(mux *http.ServeMux) {
	server := rpc.NewServer(s.Log, s.Keys, s.Sessions)
	checkoutv1connect.RegisterCheckoutServiceHandler(server, s.api)
	reviews := api.Reviews{Server: s.api}
	checkoutv1connect.RegisterReviewServiceHandler(server, reviews)
	checkoutv1connect.RegisterSalesServiceHandler(server, read.Sales{
		Pool: s.Pool, Artists: s.Artists, Contracts: s.Contracts, FinalAt: finalAt(s.Fleet.Heads), Clock: s.Clock,
		PDF: s.printer.Statement, CSV: s.printer.StatementCSV, Seller: s.Config.seller(),
	})
	checkoutv1connect.RegisterDeskServiceHandler(server, api.Desk{
		Desk: read.Desk{Pool: s.Pool, Clock: s.Clock, Log: s.Log, Heads: s.api.Heads, MovementsCSV: s.printer.MovementsCSV}, Reviews: reviews,
	})
	checkoutv1connect.RegisterPhaseServiceHandler(server, api.Phases{Reviews: reviews, History: read.Phases{Pool: s.Pool}})
	personalv1connect.RegisterPersonalServiceHandler(server, personalServer{s})
	rpc.Mount(mux, server)
	mux.Handle("POST /webhooks/stripe", s.webhook)
}

// finalAt returns the time of the newest final block; with several chains, of the one where it is oldest.
func finalAt(heads func(context.Context) ([]order.Head, error)) func(context.Context) (time.Time, error) {
	return func(ctx context.Context) (time.Time, error) {
		list, err := heads(ctx)
		if err != nil || len(list) == 0 {
			return time.Time{}, err
		}
		oldest := slices.MinFunc(list, func(a, b order.Head) int { return a.FinalizedAt.Compare(b.FinalizedAt) })
		return oldest.FinalizedAt, nil
	}
}

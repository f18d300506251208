// Package approvals is the approvals service: decisions that people take through an emailed link.
//
// Open connects, New wires and starts nothing, Run publishes and consumes events, sends emails and ends expired requests, Close may
// be called twice.
package approvals

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1/approvalsv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/api"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/ethereum"
	"github.com/vitrine/vitrine/services/approvals/internal/events"
	"github.com/vitrine/vitrine/services/approvals/internal/notices"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
)

// sweepEvery is how late an expired request may end.
const sweepEvery = 5 * time.Second

// Migrate brings the database up to date. It is its own step, never part of Open.
func Migrate(ctx context.Context, cfg Config, _ *slog.Logger, _ []string) error {
	return kitpg.Migrate(ctx, cfg.DatabaseURL, postgres.Migrations)
}

// Deps is what New wires.
type Deps struct {
	Config   Config
	Pool     *pgxpool.Pool
	Bus      *bus.Bus
	Keys     *identity.Keys
	Accounts authv1connect.AccountServiceClient
	Sessions rpc.Sessions
	Clock    clock.Clock
	Log      *slog.Logger
}

// Service is the running service.
type Service struct {
	deps      Deps
	approvals *approval.Service
	run       []func(context.Context) error
}

// Open reads the service's keys and dials Postgres and NATS.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	keys, err := cfg.OpenKeys("approvals", log)
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
	hc, opts := rpc.Client(keys, "auth")
	accounts := authv1connect.NewAccountServiceClient(hc, cfg.AuthURL, opts...)
	return New(Deps{
		Config: cfg, Pool: pool, Bus: b, Keys: keys, Accounts: accounts, Sessions: rpc.SessionsFrom(accounts.CheckSession), Clock: clock.System, Log: log,
	}), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	rules := approval.Rules{
		PublicURL: d.Config.PublicURL, WithdrawalFor: d.Config.WithdrawalFor, PayoutFor: d.Config.PayoutFor,
		WithdrawalApprovers: d.Config.WithdrawalApprovers, PayoutApprovers: d.Config.PayoutApprovers, ApproverEmails: d.Config.ApproverEmails,
		ResendEvery: d.Config.ResendEvery, ResendsPerDay: d.Config.ResendsPerDay,
	}
	s := &Service{deps: d}
	store := postgres.New(d.Pool)
	s.approvals = approval.New(approval.Ports{
		Store: store, Lists: store, Log: store, Notices: notices.New(d.Pool, d.Config.PublicURL), Clock: d.Clock,
		Signatures: ethereum.New(d.Accounts, d.Config.PublicURL),
	}, rules)
	consumer := bus.NewConsumer(d.Bus, d.Pool, "approvals", d.Log)
	events.Subscribe(consumer, s.approvals)
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, d.Config.SMTPURL, d.Config.MailFrom)
	s.run = []func(context.Context) error{consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, queue.Run, s.sweep}
	return s
}

// Mount adds the Connect handlers, which also serve gRPC.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle(approvalsv1connect.NewApprovalsServiceHandler(api.New(s.approvals), rpc.Options(s.deps.Log, s.deps.Keys, s.deps.Sessions)...))
}

// Run blocks until ctx ends or a part fails.
func (s *Service) Run(ctx context.Context) error {
	return kit.RunAll(ctx, s.run...)
}

// sweep ends requests that nobody decided in time.
func (s *Service) sweep(ctx context.Context) error {
	return kit.Every(ctx, sweepEvery, s.deps.Log, "sweep of expired requests", func(ctx context.Context) error {
		_, err := s.approvals.Sweep(ctx)
		return err
	})
}

// Close ends the connections.
func (s *Service) Close() error {
	s.deps.Bus.Close()
	s.deps.Pool.Close()
	return nil
}

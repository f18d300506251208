// Package approvals is the approvals service: owners request withdrawals, and people approve or reject them and other requests through an
// emailed link.
//
// Open connects, New wires and starts nothing, Run publishes and consumes events, sends emails and ends expired requests, Close may
// be called twice.
package approvals

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1/approvalsv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/api"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/auth"
	"github.com/vitrine/vitrine/services/approvals/internal/chain"
	"github.com/vitrine/vitrine/services/approvals/internal/ethereum"
	"github.com/vitrine/vitrine/services/approvals/internal/events"
	"github.com/vitrine/vitrine/services/approvals/internal/notices"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// sweepEvery is the maximum delay with which an expired request ends.
const sweepEvery = 5 * time.Second

// Migrate migrates the database. It is a separate step, never part of Open.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return kitpg.MigrateAs(ctx, "approvals", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// Deps are the dependencies of New.
type Deps struct {
	Config Config
	service.Base
	Accounts authv1connect.AccountServiceClient
	Chain    chainv1connect.WithdrawalServiceClient
	Sessions rpc.Sessions
}

// fleet implements approval.Fleet with an adapter for each service.
type fleet struct {
	auth.Accounts
	chain.Withdrawals
	*ethereum.Signatures
}

// Service is the running service.
type Service struct {
	Deps
	approvals *approval.Service
}

// Open reads the service's keys and dials Postgres and NATS.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	base, err := service.Open(ctx, "approvals", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	accounts := authv1connect.NewAccountServiceClient(rpc.NewClient(base.Keys, "auth", cfg.AuthURL))
	return New(Deps{
		Config: cfg, Base: base, Accounts: accounts, Chain: chainv1connect.NewWithdrawalServiceClient(rpc.NewClient(base.Keys, "chainwatcher", cfg.ChainwatcherURL)),
		Sessions: rpc.SessionsFrom(accounts.CheckSession),
	}), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	rules := approval.Rules{
		PublicURL: d.Config.PublicURL, WithdrawalFor: d.Config.WithdrawalFor, PayoutFor: d.Config.PayoutFor,
		WithdrawalApprovers: d.Config.WithdrawalApprovers, PayoutApprovers: d.Config.PayoutApprovers, ApproverEmails: d.Config.ApproverEmails,
		ResendEvery: d.Config.ResendEvery, ResendsPerDay: d.Config.ResendsPerDay,
	}
	s := &Service{Deps: d}
	s.approvals = approval.New(approval.Ports{
		Store: postgres.New(d.Pool), Notices: notices.New(d.Pool, d.Config.PublicURL), Clock: d.Clock,
		Fleet: fleet{auth.Accounts{API: d.Accounts}, chain.Withdrawals{API: d.Chain}, ethereum.New(d.Accounts, d.Config.PublicURL)},
	}, rules)
	consumer := bus.NewConsumer(d.Bus, d.Pool, "approvals", d.Log)
	events.Subscribe(consumer, s.approvals)
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, d.Config.SMTPURL, d.Config.MailFrom)
	s.Background(consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, queue.Run, s.sweep)
	return s
}

// Mount adds the Connect handlers, which also serve gRPC.
func (s *Service) Mount(mux *http.ServeMux) {
	server := rpc.NewServer(s.Log, s.Keys, s.Sessions)
	reader := &read.Reader{Pool: s.Pool, Chain: s.Chain, Clock: s.Clock, Log: s.Log}
	approvalsv1connect.RegisterApprovalsServiceHandler(server, api.New(s.approvals, reader))
	approvalsv1connect.RegisterWithdrawalServiceHandler(server, api.NewWithdrawals(s.approvals, reader, s.Pool, s.Chain))
	approvalsv1connect.RegisterDeskServiceHandler(server, reader)
	personalv1connect.RegisterPersonalServiceHandler(server, personalServer{s})
	rpc.Mount(mux, server)
}

// sweep ends requests that nobody decided in time.
func (s *Service) sweep(ctx context.Context) error {
	return kit.Every(ctx, sweepEvery, s.Log, "sweep of expired requests", func(ctx context.Context) error {
		_, err := s.approvals.Sweep(ctx)
		return err
	})
}

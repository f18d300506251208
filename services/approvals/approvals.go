// Package approvals is the door of the approvals service: decisions that a person takes through an emailed link.
//
// Open dials, New wires and starts nothing, Run relays facts, consumes them, mails and sweeps, Close forgives being called
// twice.
package approvals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/mail"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	kitmail "github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1/approvalsv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/api"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/auth"
	"github.com/vitrine/vitrine/services/approvals/internal/ethereum"
	"github.com/vitrine/vitrine/services/approvals/internal/events"
	"github.com/vitrine/vitrine/services/approvals/internal/notices"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
)

// Config holds the settings.
type Config struct {
	Addr         string     `env:"ADDR" help:"address of the service"`
	InternalAddr string     `env:"INTERNAL_ADDR" help:"address of /metrics; empty for none"`
	DatabaseURL  string     `env:"DATABASE_URL" help:"Postgres database of this service"`
	NATSURL      string     `env:"NATS_URL" help:"NATS server with JetStream"`
	InternalKey  kit.Secret `env:"INTERNAL_KEY" help:"authenticates principals between services"`
	PublicURL    string     `env:"PUBLIC_URL" help:"origin that the mailed links lead to"`
	AuthURL      string     `env:"AUTH_URL" help:"address of the auth service"`
	SMTPURL      string     `env:"SMTP_URL" help:"mail server, smtp:// or smtps://"`
	MailFrom     string     `env:"MAIL_FROM" help:"sender of mails"`

	WithdrawalFor       time.Duration `env:"WITHDRAWAL_LINK_FOR" help:"how long a withdrawal's link is good"`
	PayoutFor           time.Duration `env:"PAYOUT_LINK_FOR" help:"how long the links of a payout change are good"`
	WithdrawalApprovers int           `env:"WITHDRAWAL_APPROVERS" help:"people needed for a withdrawal besides its owner"`
	PayoutApprovers     int           `env:"PAYOUT_APPROVERS" help:"people needed for a payout change besides the artist"`
	ApproverEmails      []string      `env:"APPROVER_EMAILS" help:"where links go that ask a second person, comma separated"`
}

// Default is the configuration of a local house.
func Default() Config {
	return Config{
		Addr: "127.0.0.1:9106", NATSURL: "nats://127.0.0.1:4222", PublicURL: "http://localhost:8080", AuthURL: "http://127.0.0.1:9101",
		SMTPURL: "smtp://127.0.0.1:1025", MailFrom: "Vitrine <gallery@example.org>",
		WithdrawalFor: 24 * time.Hour, PayoutFor: 72 * time.Hour, PayoutApprovers: 1,
	}
}

// Validate tells every setting that is wrong, in one error.
func (c *Config) Validate() error {
	errs := []error{kit.Required("DATABASE_URL", c.DatabaseURL, "NATS_URL", c.NATSURL, "INTERNAL_KEY", c.InternalKey, "PUBLIC_URL", c.PublicURL,
		"AUTH_URL", c.AuthURL, "SMTP_URL", c.SMTPURL, "MAIL_FROM", c.MailFrom), kit.Origin("PUBLIC_URL", &c.PublicURL)}
	if c.WithdrawalFor <= 0 || c.PayoutFor <= 0 {
		errs = append(errs, errors.New("WITHDRAWAL_LINK_FOR and PAYOUT_LINK_FOR must be above zero"))
	}
	if c.WithdrawalApprovers < 0 || c.PayoutApprovers < 0 {
		errs = append(errs, errors.New("WITHDRAWAL_APPROVERS and PAYOUT_APPROVERS must not be negative"))
	}
	if c.WithdrawalApprovers+c.PayoutApprovers > 0 && len(c.ApproverEmails) == 0 {
		errs = append(errs, errors.New("APPROVER_EMAILS is required while a second person is needed"))
	}
	for _, a := range c.ApproverEmails {
		if _, err := mail.ParseAddress(a); err != nil {
			errs = append(errs, fmt.Errorf("APPROVER_EMAILS: %q is not an address", a))
		}
	}
	return errors.Join(errs...)
}

// Migrate brings the database up to date. It is its own step, never part of Open.
func Migrate(ctx context.Context, cfg Config, _ *slog.Logger, _ []string) error {
	return postgres.Migrate(ctx, cfg.DatabaseURL)
}

// Deps is what New wires.
type Deps struct {
	Config   Config
	Pool     *pgxpool.Pool
	Bus      *bus.Bus
	Sessions api.Sessions
	Clock    clock.Clock
	Log      *slog.Logger
}

// Service is the running service.
type Service struct {
	deps      Deps
	approvals *approval.Service
	run       []func(context.Context) error
}

// Open dials Postgres and NATS.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return nil, err
	}
	b, err := bus.Dial(ctx, cfg.NATSURL, log)
	if err != nil {
		pool.Close()
		return nil, err
	}
	return New(Deps{Config: cfg, Pool: pool, Bus: b, Sessions: auth.New(cfg.AuthURL, cfg.InternalKey), Clock: clock.System, Log: log}), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	rules := approval.Rules{
		PublicURL: d.Config.PublicURL, WithdrawalFor: d.Config.WithdrawalFor, PayoutFor: d.Config.PayoutFor,
		WithdrawalApprovers: d.Config.WithdrawalApprovers, PayoutApprovers: d.Config.PayoutApprovers, ApproverEmails: d.Config.ApproverEmails,
	}
	s := &Service{deps: d}
	s.approvals = approval.New(postgres.New(d.Pool), notices.New(d.Pool, d.Config.PublicURL), ethereum.Signatures{}, rules, d.Clock)
	consumer := bus.NewConsumer(d.Bus, d.Pool, "approvals", d.Log)
	events.Subscribe(consumer, s.approvals)
	s.run = []func(context.Context) error{
		consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, kitmail.NewWorker(d.Pool, d.Config.SMTPURL, d.Config.MailFrom, d.Log).Run, s.sweep,
	}
	return s
}

// Mount adds the Connect handlers, which answer gRPC as well.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle(approvalsv1connect.NewApprovalsServiceHandler(api.New(s.approvals, s.deps.Sessions), rpc.Options(s.deps.Log, s.deps.Config.InternalKey)...))
}

// Run blocks until ctx ends or a part fails.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range s.run {
		g.Go(func() error { return part(ctx) })
	}
	return g.Wait()
}

// sweep ends requests that nobody decided in time.
func (s *Service) sweep(ctx context.Context) error {
	ticker := time.NewTicker(5 * time.Second)
	defer ticker.Stop()
	for {
		if _, err := s.approvals.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.deps.Log.ErrorContext(ctx, "sweep of expired requests", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Close ends the connections.
func (s *Service) Close() error {
	s.deps.Bus.Close()
	s.deps.Pool.Close()
	return nil
}

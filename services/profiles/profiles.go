// Package profiles is the profiles service: profiles, avatars, the payout wallets of artists, favorites, reminders, the browsers that
// receive notifications, and the public pages of collectors.
//
// Open connects, New wires and starts nothing, Run publishes and consumes events, activates payout wallets and sends emails, Close may
// be called twice.
package profiles

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/api"
	"github.com/vitrine/vitrine/services/profiles/internal/auth"
	"github.com/vitrine/vitrine/services/profiles/internal/avatar"
	"github.com/vitrine/vitrine/services/profiles/internal/catalog"
	"github.com/vitrine/vitrine/services/profiles/internal/chain"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/events"
	"github.com/vitrine/vitrine/services/profiles/internal/notices"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/read"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
	"github.com/vitrine/vitrine/services/profiles/internal/render"
	"github.com/vitrine/vitrine/services/profiles/internal/submission"
	"github.com/vitrine/vitrine/services/profiles/internal/webpush"
)

// activateEvery is the maximum delay between the end of the cooling period and activation.
const activateEvery = time.Second

// pushWorkers is how many notifications are sent at once, so that a slow push service delays few others.
const pushWorkers = 4

// Deps are the dependencies of New.
type Deps struct {
	Config Config
	service.Base
	// Media stores avatars; Close closes it.
	Media *blob.Store
	// RenderKeys sign calls to render, by the time of this computer: render has no database whose time both could use.
	RenderKeys *identity.Keys
}

// Service is the profiles service.
type Service struct {
	Deps
	api      *api.Server
	avatars  *avatar.Library
	sessions rpc.Sessions
}

// Migrate brings the database to the newest version.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return kitpg.MigrateAs(ctx, "profiles", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// Open connects to the database, which must be migrated, and to the broker.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	base, err := service.Open(ctx, "profiles", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	media, err := cfg.openMedia(ctx)
	if err == nil && !media.Remote() {
		if err = kit.Writable(cfg.MediaDir); err != nil {
			err = fmt.Errorf("MEDIA_DIR: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	keys, err := cfg.OpenKeys("profiles", log)
	if err != nil {
		return nil, errors.Join(err, media.Close(), base.Close())
	}
	return New(Deps{Config: cfg, Base: base, Media: media, RenderKeys: keys}), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	cfg := d.Config
	avatars := avatar.New(d.Media, render.New(d.RenderKeys, cfg.RenderURL))
	accounts := authv1connect.NewAccountServiceClient(rpc.NewClient(d.Keys, "auth", cfg.AuthURL))
	store := postgres.NewProfiles(d.Pool)
	directory := struct {
		*auth.Client
		*postgres.Profiles
	}{auth.New(accounts), store}
	chains := chain.New(chainv1connect.NewChainServiceClient(rpc.NewClient(d.Keys, "chainwatcher", cfg.ChainwatcherURL)))
	entries := catalog.New(catalogv1connect.NewCatalogServiceClient(rpc.NewClient(d.Keys, "catalog", cfg.CatalogURL)))
	mails := notices.New(d.Pool, cfg.PublicURL)
	payouts := &payout.Service{
		Store: postgres.NewPayouts(d.Pool),
		Outbox: struct {
			*events.Publisher
			*notices.Mails
		}{events.NewPublisher(d.Pool), mails},
		People: directory, Artists: entries, Wallets: chains, Cooling: cfg.PayoutCooling, AlertLife: cfg.PayoutAlertLife, Clock: d.Clock,
	}
	emails := &emailchange.Service{
		Store: postgres.NewEmailChanges(d.Pool), Accounts: directory, Notifier: mails, Life: cfg.EmailChangeLife, Clock: d.Clock,
	}
	people := &profile.Service{Store: store, Accounts: directory, Pictures: avatars, EmailChanges: emails, Clock: d.Clock, Log: d.Log}
	queue := jobs.New(d.Pool, d.Log)
	mail.Handle(queue, cfg.SMTPURL, cfg.MailFrom)
	pushes := &push.Service{
		Store: postgres.NewPush(d.Pool), Sender: webpush.New(cfg.pushKeys(), cfg.pushContact(), cfg.PushLocal), Local: cfg.PushLocal, Clock: d.Clock,
	}
	jobs.Handle(queue, jobs.Options{Workers: pushWorkers}, func(ctx context.Context, job *river.Job[push.Send]) error {
		err := pushes.Send(ctx, job.Args.ID)
		if later := (*push.LaterError)(nil); errors.As(err, &later) {
			return river.JobSnooze(later.After)
		}
		if errors.Is(err, push.ErrRefused) {
			return river.JobCancel(err)
		}
		return err
	})
	consumer := bus.NewConsumer(d.Bus, d.Pool, "profiles", d.Log)
	events.Subscribe(consumer, payouts, people, d.Pool)
	settings := postgres.NewEmailSettings(d.Pool)
	reminders := &reminder.Service{
		Store: postgres.NewReminders(d.Pool), Catalog: catalog.Reminders{Client: entries}, People: directory, Settings: settings,
		Notifier: reminder.Notifiers{mails, notices.Push{Service: pushes}}, FreeFor: cfg.EditionFreeFor, Clock: d.Clock,
	}
	jobs.Handle(queue, jobs.Options{}, func(ctx context.Context, job *river.Job[events.NotifyLink]) error {
		return payouts.NotifyLink(ctx, job.Args.ArtistID)
	})
	// Events of the catalog add this job, too. The interval catches changes without an event.
	jobs.Every(queue, cfg.RemindersEvery, events.SendReminders{}, func(ctx context.Context) error {
		if err := reminders.Send(ctx); err != nil {
			return err
		}
		wait, err := reminders.Wait(ctx)
		if err != nil || wait == 0 {
			return err
		}
		// A waiting job will read the editions that this one would wait for.
		if pending, err := queue.IsPending(ctx, events.SendReminders{}.Kind()); err != nil || pending {
			return err
		}
		return river.JobSnooze(wait)
	})
	submissions := &submission.Service{Accounts: directory, Notifier: mails, Staff: cfg.StaffEmails}
	jobs.Handle(queue, jobs.Options{}, func(ctx context.Context, job *river.Job[events.NotifyDraft]) error {
		return submissions.Notify(ctx, submission.Change(job.Args))
	})
	sessions := rpc.SessionsFrom(accounts.CheckSession)
	d.Needs("the store of avatars", cfg.mediaSetting(), d.Media.Name(), d.Media.Reach)
	d.Background(outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, consumer.Run, queue.Run, func(ctx context.Context) error {
		return kit.Every(ctx, activateEvery, d.Log, "activation of payout wallets", payouts.ActivateDue)
	})
	return &Service{
		Deps: d, avatars: avatars, sessions: sessions,
		api: &api.Server{
			Reader: &read.Reader{
				Pool: d.Pool, Tokens: chains.Tokens, AvatarPath: avatar.Path, PushKey: pushes.PublicKey(), Clock: d.Clock, Log: d.Log,
			},
			Profiles: people, EmailChanges: emails, EmailSettings: &emailsetting.Service{Store: settings, Payouts: payouts}, Payouts: payouts,
			Reminders: reminders, Push: pushes, Collectors: &collector.Service{Store: postgres.NewCollectors(d.Pool), Clock: d.Clock}, Sessions: sessions,
		},
	}
}

// Mount adds the RPCs and the plain HTTP routes.
func (s *Service) Mount(mux *http.ServeMux) {
	server := rpc.NewServer(s.Log, s.Keys, s.sessions)
	profilesv1connect.RegisterProfilesServiceHandler(server, s.api)
	profilesv1connect.RegisterEmailChangeServiceHandler(server, s.api)
	profilesv1connect.RegisterEmailSettingsServiceHandler(server, s.api)
	profilesv1connect.RegisterPayoutServiceHandler(server, s.api)
	profilesv1connect.RegisterFavoritesServiceHandler(server, s.api)
	profilesv1connect.RegisterRemindersServiceHandler(server, s.api)
	profilesv1connect.RegisterPushServiceHandler(server, s.api)
	profilesv1connect.RegisterCollectorsServiceHandler(server, s.api)
	profilesv1connect.RegisterDeskServiceHandler(server, s.api)
	personalv1connect.RegisterPersonalServiceHandler(server, personalServer{s})
	rpc.Mount(mux, server)
	s.avatars.Mount(mux, s.Log)
}

// Close closes the connections.
func (s *Service) Close() error { return errors.Join(s.Base.Close(), s.Media.Close()) }

package profiles

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/services/profiles/internal/webpush"
)

// Config holds the service's settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail
	kit.Objects

	AuthURL         string `env:"AUTH_URL" kind:"origin" help:"address of the auth service"`
	CatalogURL      string `env:"CATALOG_URL" kind:"origin" help:"address of the catalog service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" kind:"origin" help:"address of the chainwatcher"`
	RenderURL       string `env:"RENDER_URL" kind:"origin" help:"address of render, which converts uploaded pictures"`
	MediaDir        string `env:"MEDIA_DIR" help:"folder for avatars, shared by all replicas"`
	MediaBucket     string `env:"MEDIA_BUCKET" kind:"bucket" help:"bucket that replaces MEDIA_DIR, for several replicas: s3://bucket/prefix?region=eu-central-1; for stores other than Amazon's add endpoint=https://… and, if they need it, use_path_style=true"`
	// Buckets opens MEDIA_BUCKET; a program without it stores files in a folder only.
	Buckets         blob.Driver
	PayoutCooling   time.Duration `env:"PAYOUT_COOLING" help:"how long an approved payout wallet waits before it becomes active"`
	PayoutAlertLife time.Duration `env:"PAYOUT_ALERT_LIFE" help:"how long the \"This wasn't me\" link in an email about a payout wallet is valid"`
	EmailChangeLife time.Duration `env:"EMAIL_CHANGE_LIFE" help:"how long a change of email waits for the confirmations from both addresses"`
	RemindersEvery  time.Duration `env:"REMINDERS_EVERY" help:"how often the drops and editions of reminders are checked, besides after each change"`
	StaffEmails     []string      `env:"STAFF_EMAILS" kind:"email" help:"email addresses of gallery staff, separated by commas, who are notified when an artist submits a work"`
	PushKeys        kit.Secret    `env:"PUSH_KEYS" help:"private keys that sign notifications in browsers (web push, VAPID): 32 bytes, base64url, separated by commas; browsers subscribe with the first, the others still sign for browsers that subscribed with them; empty turns notifications off"`
	PushLocal       bool          `env:"PUSH_LOCAL" help:"also send notifications to push services with http or private addresses, such as one on this computer"`
	EditionFreeFor  time.Duration `env:"EDITION_FREE_FOR" help:"how long an edition must be free before the waiting list of its artwork gets an email"`
}

// Default returns the settings of a local setup, with the waiting times of production.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9102"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(),
		AuthURL: "http://127.0.0.1:9101", CatalogURL: "http://127.0.0.1:9103", ChainwatcherURL: "http://127.0.0.1:9105", RenderURL: "http://127.0.0.1:9107", MediaDir: "media",
		PayoutCooling: 48 * time.Hour, PayoutAlertLife: 90 * 24 * time.Hour,
		EmailChangeLife: 48 * time.Hour, RemindersEvery: 5 * time.Minute, EditionFreeFor: time.Minute,
	}
}

// Validate reports all invalid settings in one error.
func (c *Config) Validate() error {
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(), c.Objects.Validate(),
		kit.Required("AUTH_URL", c.AuthURL, "CATALOG_URL", c.CatalogURL, "CHAINWATCHER_URL", c.ChainwatcherURL, "RENDER_URL", c.RenderURL, "MEDIA_DIR", c.MediaDir),
	}
	for i, key := range c.pushKeys() {
		if _, err := webpush.ParseKey(key); err != nil {
			errs = append(errs, fmt.Errorf("PUSH_KEYS: key %d: %w", i+1, err))
		}
	}
	if c.PayoutCooling < 0 {
		errs = append(errs, errors.New("PAYOUT_COOLING must not be negative"))
	}
	if c.PayoutAlertLife <= 0 {
		errs = append(errs, errors.New("PAYOUT_ALERT_LIFE must be above zero"))
	}
	if c.EmailChangeLife < time.Minute {
		errs = append(errs, errors.New("EMAIL_CHANGE_LIFE must be at least a minute"))
	}
	if c.RemindersEvery < time.Second {
		errs = append(errs, errors.New("REMINDERS_EVERY must be at least a second"))
	}
	if c.EditionFreeFor < 0 {
		errs = append(errs, errors.New("EDITION_FREE_FOR must not be negative"))
	}
	return errors.Join(errs...)
}

func (c *Config) pushKeys() []string {
	return strings.FieldsFunc(string(c.PushKeys), func(r rune) bool { return r == ',' || r == ' ' })
}

// pushContact returns the email address that push services may write to: the sender of the emails.
func (c *Config) pushContact() string {
	from, err := mail.ParseAddress(c.MailFrom)
	if err != nil {
		return c.MailFrom
	}
	return from.Address
}

func (c *Config) media() blob.Options {
	return blob.Options{Folder: c.MediaDir, Bucket: c.MediaBucket, AccessKey: c.AccessKeyID, SecretKey: string(c.SecretAccessKey), Driver: c.Buckets}
}

// mediaSetting is the setting that names the folder or bucket of avatars.
func (c *Config) mediaSetting() string {
	if c.MediaBucket != "" {
		return "MEDIA_BUCKET"
	}
	return "MEDIA_DIR"
}

// openMedia opens the folder or bucket of avatars.
func (c *Config) openMedia(ctx context.Context) (*blob.Store, error) {
	s, err := blob.Open(ctx, c.media())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.mediaSetting(), err)
	}
	return s, nil
}

// CopyMedia copies the files of MEDIA_DIR to MEDIA_BUCKET. It skips files that are already there, so it can be repeated.
func CopyMedia(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return blob.CopyCommand(ctx, blob.Options{Folder: cfg.MediaDir}, cfg.media(), log)
}

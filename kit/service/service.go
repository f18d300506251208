// Package service contains what all services with a database have in common: connections, background work and shutdown.
package service

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/admission"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/clock/synced"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/waiting"
)

// Base has the dependencies of every service. A service embeds it for its Run, Close and Extras.
type Base struct {
	Pool *pgxpool.Pool
	Bus  *bus.Bus
	Keys *identity.Keys
	// Clock is the database's time. Every decision about time uses it, because the clocks of processes may be wrong.
	Clock clock.Clock
	Log   *slog.Logger

	name string
	// admitAll switches admission control off.
	admitAll bool
	schema   *schema
	work     []func(context.Context) error
}

// Open reads the keys of the process with this name, and connects to the database and the broker. It returns postgres.ErrNotMigrated if
// the database lacks some of the migrations. If it fails, it has closed what it opened.
func Open(ctx context.Context, name string, common kit.Common, db kit.Database, migrations fs.FS, broker kit.Broker, log *slog.Logger) (Base, error) {
	keys, err := common.OpenKeys(name, log)
	if err != nil {
		return Base{}, err
	}
	pool, err := postgres.Open(ctx, db.DatabaseURL)
	if err != nil {
		return Base{}, fmt.Errorf("DATABASE_URL: %w", err)
	}
	if err := postgres.CheckMigrated(ctx, pool, name, migrations); err != nil {
		pool.Close()
		return Base{}, err
	}
	newer := &schema{pool: pool, migrations: migrations, log: log}
	if err := newer.check(ctx); err != nil {
		pool.Close()
		return Base{}, err
	}
	database := synced.New(name, common.LocalClock(), postgres.Clock(pool), log)
	if err := database.Measure(ctx); err != nil {
		pool.Close()
		return Base{}, err
	}
	keys.SetClock(database.Now)
	b, err := bus.Dial(ctx, broker.NATSURL, log)
	if err != nil {
		pool.Close()
		return Base{}, fmt.Errorf("NATS_URL: %w", err)
	}
	return Base{Pool: pool, Bus: b, Keys: keys, Clock: database, Log: log, name: name, admitAll: common.AdmitAll, schema: newer, work: []func(context.Context) error{database.Run, newer.run}}, nil
}

// Background adds work for Run. Each part blocks until its context ends.
func (b *Base) Background(work ...func(context.Context) error) { b.work = append(b.work, work...) }

// needsEvery is how often things that a service can start without are checked.
const needsEvery = 5 * time.Second

// Needs adds something that the service can start without. While it is unavailable, readiness says so, and one line of the log.
func (b *Base) Needs(what, setting, address string, check func(context.Context) error) {
	b.Background(func(ctx context.Context) error {
		return waiting.Watch(ctx, waiting.For(ctx, b.Log, what, setting, address), needsEvery, check)
	})
}

// Extras refuses requests that would not finish in time, and reports a database that is newer than the program. A service with more extras adds
// them to these.
func (b *Base) Extras() kit.Extras {
	var out kit.Extras
	if !b.admitAll {
		out.Wrap = func(next http.Handler) http.Handler { return admission.Limit(b.name, next) }
	}
	if b.schema != nil { // tests wire services without it
		out.AddProblems(b.schema.problems)
	}
	return out
}

// Run does the background work. It blocks until ctx ends or a part fails.
func (b *Base) Run(ctx context.Context) error { return background.RunAll(ctx, b.work...) }

// Close closes the connections. It may be called twice.
func (b *Base) Close() error {
	b.Bus.Close()
	b.Pool.Close()
	return nil
}

package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations/*.sql
var base embed.FS

// migrateLock is the key of the advisory lock of migrations: an arbitrary number, the same for all
// services.
const migrateLock = 0x76697472

// migrateWait is how long a replica waits for another one's migration.
const migrateWait = 10 * time.Minute

// Migrate brings the database to the newest version: first kit's own tables (outbox, inbox,
// dead_letters, mails, idempotency, job_processes, failed_runs), then River's (river_*, for kit/jobs), then the files
// migrations/0001_what.sql of fsys, unless fsys is nil. Versions are stored in kit_versions,
// river_migration and service_versions. Several replicas may call it at once: one works, the others
// wait for up to ten minutes. It can be repeated after any error.
//
// A database of the former migrations, with versions in kit_migrations and service_migrations, is adopted first. It returns ErrNotAdopted if
// the database is older than their last version or differs from it, and ErrNewer, without a change, if a later release has migrated it.
//
// Each statement waits at most 5 s for a lock, so a migration fails instead of stalling the service.
func Migrate(ctx context.Context, databaseURL string, fsys fs.FS) error {
	return migrate(ctx, databaseURL, fsys, goose.MaxVersion, slog.New(slog.DiscardHandler))
}

// MigrateFirst applies only the migrations 0001, to which a database of the former migrations is equal. It is for tests.
func MigrateFirst(ctx context.Context, databaseURL string, fsys fs.FS) error {
	return migrate(ctx, databaseURL, fsys, 1, slog.New(slog.DiscardHandler))
}

// migrate applies migrations up to a version. It logs each of them, and the versions before and after.
func migrate(ctx context.Context, databaseURL string, fsys fs.FS, last int64, log *slog.Logger) (err error) {
	// Parse the URL as Open does: pgx alone would send pool settings to the server, which rejects
	// them.
	pool, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return fmt.Errorf("database url: %w", redact(err))
	}
	cfg := pool.ConnConfig
	cfg.RuntimeParams["lock_timeout"] = lockTimeout
	cfg.RuntimeParams["statement_timeout"] = "0"
	cfg.ConnectTimeout = 5 * time.Second
	keepAlive(cfg)
	db := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, db.Close()) }()

	release, err := lock(ctx, db)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer release()
	began := time.Now()
	if err := adopt(ctx, db, fsys); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	read := func(ctx context.Context, query string, to any) error { return db.QueryRowContext(ctx, query).Scan(to) }
	from, err := readVersions(ctx, read)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := from.known(fsys); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := up(ctx, db, base, "kit", last, log); err != nil {
		return err
	}
	if err := upJobs(ctx, pool, log); err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	if fsys != nil {
		if err := up(ctx, db, fsys, "service", last, log); err != nil {
			return err
		}
	}
	to, err := readVersions(ctx, read)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	log.InfoContext(ctx, "the database is migrated", "from", from.String(), "to", to.String(), "took", time.Since(began).Round(time.Millisecond).String())
	return nil
}

// lock polls for the advisory lock, because lock_timeout would end a blocking wait.
func lock(ctx context.Context, db *sql.DB) (release func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	late := time.After(migrateWait)
	for {
		var got bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", migrateLock).Scan(&got); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if got {
			break
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), conn.Close())
		case <-late:
			return nil, errors.Join(fmt.Errorf("another migration has held the lock for %s: end its session in Postgres", migrateWait), conn.Close())
		case <-time.After(50 * time.Millisecond):
		}
	}
	return func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrateLock)
		_ = conn.Close()
	}, nil
}

// up applies the migrations of one owner, kit or service.
func up(ctx context.Context, db *sql.DB, fsys fs.FS, owner string, last int64, log *slog.Logger) error {
	dir, err := fs.Sub(fsys, "migrations")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, dir, goose.WithTableName(owner+"_versions"), goose.WithDisableGlobalRegistry(true))
	if errors.Is(err, goose.ErrNoMigrations) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	done, err := p.UpTo(ctx, last)
	if partial, ok := errors.AsType[*goose.PartialError](err); ok {
		done = partial.Applied
		err = fmt.Errorf("%s: %w", path.Base(partial.Failed.Source.Path), partial.Err)
	}
	for _, m := range done {
		logMigration(ctx, log, owner, path.Base(m.Source.Path), m.Duration)
	}
	if err != nil {
		return fmt.Errorf("migrate %s: %w", owner, err)
	}
	return nil
}

func logMigration(ctx context.Context, log *slog.Logger, owner, name string, took time.Duration) {
	log.InfoContext(ctx, "applied a migration", "of", owner, "migration", name, "took", took.Round(time.Millisecond).String())
}

// upJobs creates and updates River's tables.
func upJobs(ctx context.Context, cfg *pgxpool.Config, log *slog.Logger) error {
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, 2
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return err
	}
	for _, m := range done.Versions {
		logMigration(ctx, log, "jobs", m.Name, m.Duration)
	}
	return nil
}

// redact keeps a password in an invalid URL out of logs. An error about a file that the URL names, such as sslrootcert, has none.
func redact(err error) error {
	if _, ok := errors.AsType[*pgconn.ParseConfigError](err); ok {
		if file, ok := errors.AsType[*fs.PathError](err); ok {
			return file
		}
		return errors.New("it cannot be parsed")
	}
	return err
}

func hasParam(databaseURL, name string) bool {
	return strings.Contains(databaseURL, name+"=")
}

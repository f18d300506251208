package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

// ErrSameUser means that migrations would run as the user of the service, which would then own its tables.
var ErrSameUser = errors.New("the users of MIGRATE_DATABASE_URL and DATABASE_URL are the same")

// MigrateAs is the command migrate of a service. It runs Migrate as the user of ownerURL, and grants the user of databaseURL what a service
// needs: reading and writing all tables, but not altering them. Rows of append-only tables can only be read and added, because the service
// can't disable the triggers that guard them. Without databaseURL that user has the service's name. An empty ownerURL migrates as the user of
// databaseURL, who then owns the tables. It can be repeated after any error.
//
// A database that a later release has migrated stays as it is, rights included, with a warning in the log: a rollback runs the older migrate, too.
func MigrateAs(ctx context.Context, service, ownerURL, databaseURL string, fsys fs.FS, log *slog.Logger) error {
	err := migrateAs(ctx, service, ownerURL, databaseURL, fsys, log)
	if errors.Is(err, ErrNewer) {
		log.WarnContext(ctx, "nothing was changed, because a later release has migrated the database", "reason", err)
		return nil
	}
	return err
}

func migrateAs(ctx context.Context, service, ownerURL, databaseURL string, fsys fs.FS, log *slog.Logger) error {
	if ownerURL == "" {
		return migrate(ctx, databaseURL, fsys, goose.MaxVersion, log)
	}
	owner, err := pgxpool.ParseConfig(ownerURL)
	if err != nil {
		return fmt.Errorf("MIGRATE_DATABASE_URL: %w", redact(err))
	}
	if databaseURL != "" {
		other, err := pgxpool.ParseConfig(databaseURL)
		if err != nil {
			return fmt.Errorf("DATABASE_URL: %w", redact(err))
		}
		if owner.ConnConfig.Database != other.ConnConfig.Database {
			return fmt.Errorf("MIGRATE_DATABASE_URL names the database %q, DATABASE_URL %q", owner.ConnConfig.Database, other.ConnConfig.Database)
		}
		service = other.ConnConfig.User
	}
	if owner.ConnConfig.User == service {
		return ErrSameUser
	}
	if err := inOwnersTx(ctx, owner, func(tx pgx.Tx) error { return checkUser(ctx, tx, service) }); err != nil {
		return err
	}
	if err := migrate(ctx, ownerURL, fsys, goose.MaxVersion, log); err != nil {
		return err
	}
	return inOwnersTx(ctx, owner, func(tx pgx.Tx) error { return grant(ctx, tx, service) })
}

func inOwnersTx(ctx context.Context, owner *pgxpool.Config, fn func(pgx.Tx) error) error {
	conn, err := pgx.ConnectConfig(ctx, owner.ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return pgx.BeginFunc(ctx, conn, fn)
}

// checkUser returns an error if the service's user doesn't exist, before anything has changed.
func checkUser(ctx context.Context, tx pgx.Tx, user string) error {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", user).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		return fmt.Errorf("the database user %q, which gets the rights of the service, doesn't exist: create it, or name another one with DATABASE_URL", user)
	}
	return nil
}

// grant replaces all privileges of a user on the tables of the schema public.
func grant(ctx context.Context, tx pgx.Tx, user string) error {
	to := pgx.Identifier{user}.Sanitize()
	statements := []string{
		"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM " + to,
		"GRANT USAGE ON SCHEMA public TO " + to,
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + to,
		"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO " + to,
	}
	var version int
	if err := tx.QueryRow(ctx, "SELECT current_setting('server_version_num')::integer").Scan(&version); err != nil {
		return err
	}
	if version >= 170_000 { // for ANALYZE and VACUUM after imports, and for the reindexing of jobs
		statements = append(statements, "GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO "+to)
	}
	tables, err := appendOnly(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		statements = append(statements, "REVOKE UPDATE, DELETE ON "+pgx.Identifier{"public", t}.Sanitize()+" FROM "+to)
	}
	versions, err := names(ctx, tx, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ '^(kit|service)_(versions|migrations)$'`)
	if err != nil {
		return err
	}
	for _, t := range versions {
		statements = append(statements, "REVOKE INSERT, UPDATE, DELETE ON "+pgx.Identifier{"public", t}.Sanitize()+" FROM "+to)
	}
	for _, sql := range statements {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("rights of the database user %s: %w", user, err)
		}
	}
	return nil
}

// appendOnly returns the tables whose rows never change, because a trigger without conditions rejects every update and delete. The bits of
// tgtype are in PostgreSQL's catalog/pg_trigger.h: row, before, delete and update, but not insert.
func appendOnly(ctx context.Context, tx pgx.Tx) ([]string, error) {
	return names(ctx, tx, `SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND t.tgtype & 95 = 27 AND t.tgqual IS NULL AND t.tgattr = ''::int2vector AND c.relnamespace = 'public'::regnamespace`)
}

func names(ctx context.Context, tx pgx.Tx, query string) ([]string, error) {
	rows, err := tx.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

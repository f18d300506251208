package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrNotMigrated means that migrations have not been applied. Run the service's command migrate.
var ErrNotMigrated = errors.New("the database is not ready")

// CheckMigrated returns ErrNotMigrated, with a text for operators, if migrations of fsys have not been applied. service is the name
// of the command that applies them. A database that is newer than fsys is accepted: it belongs to the next release.
func CheckMigrated(ctx context.Context, q Querier, service string, fsys fs.FS) error {
	need, err := newest(fsys)
	if err != nil {
		return err
	}
	var have int64
	err = q.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM service_versions WHERE is_applied").Scan(&have)
	var former bool
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42P01" { // undefined_table
		err = q.QueryRow(ctx, "SELECT to_regclass('service_migrations') IS NOT NULL").Scan(&former)
	}
	switch {
	case err != nil:
		return err
	case former:
		return fmt.Errorf("%w: it is at a version of the former migrations; run \"%s migrate\" first", ErrNotMigrated, service)
	case have == 0:
		return fmt.Errorf("%w: it has no tables yet; run \"%s migrate\" first", ErrNotMigrated, service)
	case have < need:
		return fmt.Errorf("%w: it is at version %d and version %d is needed; run \"%s migrate\" first", ErrNotMigrated, have, need, service)
	}
	return nil
}

// newest returns the highest version of the files migrations/0001_what.sql.
func newest(fsys fs.FS) (int64, error) {
	files, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil {
		return 0, err
	}
	var most int64
	for _, f := range files {
		number, _, _ := strings.Cut(path.Base(f), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("migration %s has no number: %w", f, err)
		}
		most = max(most, version)
	}
	return most, nil
}

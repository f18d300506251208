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
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// ErrNotMigrated means that migrations have not been applied. Run the service's command migrate.
var ErrNotMigrated = errors.New("the database is not ready")

// CheckMigrated returns ErrNotMigrated, with a text for operators, if migrations of kit or of fsys have not been applied. service is the name
// of the command that applies them. A database that is newer is accepted: CheckKnown reports it.
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
	if need, err = newest(base); err != nil {
		return err
	}
	if err := q.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM kit_versions WHERE is_applied").Scan(&have); err != nil {
		return err
	}
	if have < need {
		return fmt.Errorf("%w: it is at version %d of kit's migrations and version %d is needed; run \"%s migrate\" first", ErrNotMigrated, have, need, service)
	}
	return nil
}

// ErrNewer means that a later release has migrated the database. Its migrations only add, so this release works on it, too.
var ErrNewer = errors.New("the database is newer than this program")

// CheckKnown returns ErrNewer, with both versions, if the database has migrations that this program doesn't know.
func CheckKnown(ctx context.Context, q Querier, fsys fs.FS) error {
	have, err := readVersions(ctx, func(ctx context.Context, query string, to any) error { return q.QueryRow(ctx, query).Scan(to) })
	if err != nil {
		return err
	}
	return have.known(fsys)
}

// versions are the last migrations of a database: of kit, of River's tables and of the service.
type versions struct{ kit, jobs, service int64 }

func (v versions) String() string {
	return fmt.Sprintf("kit %d, jobs %d, service %d", v.kit, v.jobs, v.service)
}

// readVersions returns zeros for a database without tables.
func readVersions(ctx context.Context, read func(ctx context.Context, query string, to any) error) (v versions, err error) {
	for _, of := range []struct {
		table, newest string
		to            *int64
	}{
		{"kit_versions", "max(version_id) FROM kit_versions WHERE is_applied", &v.kit},
		{"river_migration", "max(version) FROM river_migration", &v.jobs},
		{"service_versions", "max(version_id) FROM service_versions WHERE is_applied", &v.service},
	} {
		var exists bool
		if err := read(ctx, "SELECT to_regclass('"+of.table+"') IS NOT NULL", &exists); err != nil {
			return v, err
		}
		if !exists {
			continue
		}
		if err := read(ctx, "SELECT coalesce((SELECT "+of.newest+"), 0)", of.to); err != nil {
			return v, err
		}
	}
	return v, nil
}

// known returns ErrNewer if one of the versions is higher than this program's.
func (v versions) known(fsys fs.FS) (err error) {
	var program versions
	if program.kit, err = newest(base); err != nil {
		return err
	}
	if program.jobs, err = newestJobs(); err != nil {
		return err
	}
	program.service = v.service // a database of kit's tables only
	if fsys != nil {
		if program.service, err = newest(fsys); err != nil {
			return err
		}
	}
	if v.kit > program.kit || v.jobs > program.jobs || v.service > program.service {
		return fmt.Errorf("%w: it is at %s, and the program knows %s", ErrNewer, v, program)
	}
	return nil
}

// newestJobs returns the last version of River's tables.
func newestJobs() (int64, error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		return 0, err
	}
	var most int
	for _, m := range migrator.AllVersions() {
		most = max(most, m.Version)
	}
	return int64(most), nil
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

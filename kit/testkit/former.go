package testkit

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/vitrine/vitrine/kit/postgres"
)

// formerKit is the last version of kit's former migrations.
const formerKit = 5

// Former makes a database with the first migrations one of the former migrations, at a version of the service's.
func Former(t testing.TB, database string, version int) {
	t.Helper()
	for of, version := range map[string]int{"kit": formerKit, "service": version} {
		if err := exec(database, fmt.Sprintf(`ALTER TABLE %[1]s_versions RENAME TO %[1]s_migrations;
			DELETE FROM %[1]s_migrations;
			INSERT INTO %[1]s_migrations (version_id, is_applied) SELECT n, true FROM generate_series(0, %[2]d) n`, of, version)); err != nil {
			t.Fatal(err)
		}
	}
}

// FirstMigration returns the migration 0001 of a service's migrations.
func FirstMigration(t testing.TB, files fs.FS) fs.FS {
	t.Helper()
	names, err := fs.Glob(files, "migrations/0001_*.sql")
	if err != nil || len(names) != 1 {
		t.Fatalf("migrations 0001 = %v, %v, want one", names, err)
	}
	text, err := fs.ReadFile(files, names[0])
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{names[0]: {Data: text}}
}

// Adopts checks that a database at the last version of the service's former migrations is adopted and then gets the migrations after 0001: the
// schema that 0001 creates equals itself, and a second call changes nothing.
func Adopts(t *testing.T, files fs.FS, version int) {
	t.Helper()
	all, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	database := Postgres(t, func(ctx context.Context, url string) error { return postgres.MigrateFirst(ctx, url, files) })
	Former(t, database, version)
	for range 2 {
		if err := postgres.Migrate(t.Context(), database, files); err != nil {
			t.Fatalf("migrate of a database at version %d of the former migrations: %v", version, err)
		}
	}
	newest, err := strconv.Atoi(strings.SplitN(path.Base(all[len(all)-1]), "_", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	var today, former int
	if err := Pool(t, database).QueryRow(t.Context(), `SELECT (SELECT max(version_id) FROM service_versions), (SELECT max(version_id) FROM service_migrations)`).
		Scan(&today, &former); err != nil || today != newest || former != version {
		t.Errorf("versions = %d, former %d, %v, want %d and %d", today, former, err, newest, version)
	}
}

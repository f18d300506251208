package testkit

import (
	"context"
	"fmt"
	"testing"
)

// formerKit is the last version of kit's former migrations.
const formerKit = 5

// Former makes a migrated database one of the former migrations, at a version of the service's.
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

// Adopts checks that migrate adopts a database at the last version of the service's former migrations: the schema that it creates equals itself,
// and a second call changes nothing.
func Adopts(t *testing.T, migrate func(ctx context.Context, url string) error, version int) {
	t.Helper()
	database := Postgres(t, migrate)
	Former(t, database, version)
	for range 2 {
		if err := migrate(t.Context(), database); err != nil {
			t.Fatalf("migrate of a database at version %d of the former migrations: %v", version, err)
		}
	}
	var today, former int
	if err := Pool(t, database).QueryRow(t.Context(), `SELECT (SELECT max(version_id) FROM service_versions), (SELECT max(version_id) FROM service_migrations)`).
		Scan(&today, &former); err != nil || today != 1 || former != version {
		t.Errorf("versions = %d, former %d, %v, want 1 and %d", today, former, err, version)
	}
}

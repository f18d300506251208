package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// as returns a URL with another user.
func as(t *testing.T, address, user string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(user)
	return u.String()
}

// A service whose tables belong to another user reads and writes, but can't change append-only tables or remove their triggers.
func TestMigrateAsAnotherUser(t *testing.T) {
	t.Parallel()
	admin := testkit.Postgres(t, nil)
	root, err := pgxpool.New(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(root.Close)
	tag := strings.ReplaceAll(id.New(), "-", "")
	owner, service := "owner_"+tag, "service_"+tag
	for _, user := range []string{owner, service} {
		if _, err := root.Exec(t.Context(), "CREATE ROLE "+user+" LOGIN"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := root.Exec(t.Context(), fmt.Sprintf("GRANT ALL ON SCHEMA public TO %s", owner)); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"migrations/0001_ledger.sql": {Data: []byte(`-- +goose Up
CREATE TABLE ledger (id bigint GENERATED ALWAYS AS IDENTITY, amount bigint NOT NULL);
CREATE TABLE things (n integer PRIMARY KEY);
-- +goose StatementBegin
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append-only'; END $$;
-- +goose StatementEnd
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION keep();
CREATE TRIGGER sometimes BEFORE UPDATE OR DELETE ON things FOR EACH ROW WHEN (OLD.n < 0) EXECUTE FUNCTION keep();
`)}}
	// It can be repeated, and the user has the service's name if nothing else says who it is.
	for _, call := range []struct{ name, address string }{{"shop", as(t, admin, service)}, {service, ""}} {
		if err := postgres.MigrateAs(t.Context(), call.name, as(t, admin, owner), call.address, files, testkit.Log(t)); err != nil {
			t.Fatal(err)
		}
	}
	pool := testkit.Pool(t, as(t, admin, service))
	for _, sql := range []string{
		"INSERT INTO ledger (amount) VALUES (1)", "SELECT * FROM ledger", "INSERT INTO things VALUES (1)", "UPDATE things SET n = 2", "DELETE FROM things",
		"INSERT INTO outbox (id, subject, payload) VALUES ('a', 'b', '')", "SELECT * FROM service_versions",
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Errorf("Exec(%s) error = %v, want nil", sql, err)
		}
	}
	for _, sql := range []string{
		"UPDATE ledger SET amount = 2", "DELETE FROM ledger", "TRUNCATE ledger", "TRUNCATE things", "ALTER TABLE ledger DISABLE TRIGGER keep", "DROP TRIGGER keep ON ledger",
		"ALTER TABLE things ADD COLUMN x integer", "DROP TABLE ledger", "CREATE TABLE mine (n integer)", "UPDATE service_versions SET is_applied = false",
		"CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$", "SET session_replication_role = replica",
	} {
		_, err := pool.Exec(t.Context(), sql)
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "42501" { // insufficient_privilege
			t.Errorf("%s: error = %v, want permission denied", sql, err)
		}
	}
	for _, address := range []string{as(t, admin, service), ""} {
		if err := postgres.MigrateAs(t.Context(), service, as(t, admin, service), address, files, testkit.Log(t)); !errors.Is(err, postgres.ErrSameUser) {
			t.Errorf("one user: %v, want %v", err, postgres.ErrSameUser)
		}
	}
}

// TestMigrateForAUserThatIsMissing: nothing is migrated that the service could then not read.
func TestMigrateForAUserThatIsMissing(t *testing.T) {
	t.Parallel()
	admin := testkit.Postgres(t, nil)
	err := postgres.MigrateAs(t.Context(), "nobody", admin, "", files, testkit.Log(t))
	if err == nil || !strings.Contains(err.Error(), `the database user "nobody", which gets the rights of the service, doesn't exist`) {
		t.Errorf("error = %v, want the name of the missing user", err)
	}
	if n := count(t, testkit.Pool(t, admin), `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`); n != 0 {
		t.Errorf("%d tables, want none", n)
	}
}

// TestMigrateByAnOlderRelease: it changes nothing, rights included, and says so. A rollback isn't stopped by it.
func TestMigrateByAnOlderRelease(t *testing.T) {
	t.Parallel()
	admin := testkit.Postgres(t, nil)
	pool := testkit.Pool(t, admin)
	user := "service_" + strings.ReplaceAll(id.New(), "-", "")
	if _, err := pool.Exec(t.Context(), "CREATE ROLE "+user+" LOGIN"); err != nil {
		t.Fatal(err)
	}
	next := fstest.MapFS{
		"migrations/0001_things.sql": files["migrations/0001_things.sql"],
		"migrations/0002_more.sql":   {Data: []byte("-- +goose Up\nCREATE TABLE more (n integer);\n")},
	}
	migrateAs := func(fsys fstest.MapFS) string {
		t.Helper()
		var out bytes.Buffer
		if err := postgres.MigrateAs(t.Context(), user, admin, "", fsys, slog.New(slog.NewTextHandler(&out, nil))); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	said := migrateAs(next)
	for _, want := range []string{`msg="applied a migration" of=service migration=0002_more.sql took=`, `from="kit 0, jobs 0, service 0"`, `service 2" took=`} {
		if !strings.Contains(said, want) {
			t.Errorf("the log has no %s, want it in:\n%s", want, said)
		}
	}
	// The next release may take back a right that this one would grant.
	if _, err := pool.Exec(t.Context(), "REVOKE DELETE ON things FROM "+user); err != nil {
		t.Fatal(err)
	}
	said = migrateAs(files)
	if !strings.Contains(said, "level=WARN") || !strings.Contains(said, "service 2, and the program knows kit") {
		t.Errorf("the log is %q, want a warning with both versions", said)
	}
	if n := count(t, pool, `SELECT has_table_privilege($1, 'things', 'DELETE')::integer`, user); n != 0 {
		t.Error("the older release changed the rights of the newer one, want them unchanged")
	}
	if err := postgres.Migrate(t.Context(), admin, files); !errors.Is(err, postgres.ErrNewer) {
		t.Errorf("error = %v, want %v", err, postgres.ErrNewer)
	}
	if err := postgres.CheckKnown(t.Context(), pool, files); !errors.Is(err, postgres.ErrNewer) {
		t.Errorf("error = %v, want %v", err, postgres.ErrNewer)
	}
	if err := postgres.CheckKnown(t.Context(), pool, next); err != nil {
		t.Errorf("error = %v, want nil", err)
	}
	// The tables of kit and of jobs count, too.
	for _, sql := range []string{"INSERT INTO kit_versions (version_id, is_applied) VALUES (9000, true)", "INSERT INTO river_migration (line, version) VALUES ('main', 9000)"} {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		if err := postgres.CheckKnown(t.Context(), tx, next); !errors.Is(err, postgres.ErrNewer) || !strings.Contains(err.Error(), "9000") {
			t.Errorf("%s: error = %v, want %v", sql, err, postgres.ErrNewer)
		}
		_ = tx.Rollback(t.Context())
	}
}

package postgres_test

import (
	"errors"
	"fmt"
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
	for range 2 { // it can be repeated
		if err := postgres.MigrateAs(t.Context(), as(t, admin, owner), as(t, admin, service), files); err != nil {
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
	if err := postgres.MigrateAs(t.Context(), as(t, admin, service), as(t, admin, service), files); !errors.Is(err, postgres.ErrSameUser) {
		t.Errorf("one user: %v, want %v", err, postgres.ErrSameUser)
	}
}

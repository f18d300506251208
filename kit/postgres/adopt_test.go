package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// adopting are migrations whose first one replaces three others.
var adopting = fstest.MapFS{"migrations/0001_orders.sql": {Data: []byte(`-- +goose Up
-- +adopt 3

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE orders (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text COLLATE "C" NOT NULL DEFAULT '',
    total numeric(78,0) CHECK (total > 0)
);
CREATE INDEX orders_email ON orders USING gin (email gin_trgm_ops);
CREATE SEQUENCE numbers;
CREATE STATISTICS orders_by_half ON (id % 2) FROM orders;
-- +goose StatementBegin
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append-only'; END $$;
-- +goose StatementEnd
CREATE TRIGGER keep BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION keep();
`)}}

func migrateAdopting(ctx context.Context, url string) error {
	return postgres.Migrate(ctx, url, adopting)
}

// former returns a database at a version of the migrations that adopting replaces.
func former(t *testing.T, version int) (string, *pgxpool.Pool) {
	t.Helper()
	url := testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.MigrateFirst(ctx, url, adopting) })
	testkit.Former(t, url, version)
	return url, testkit.Pool(t, url)
}

func change(t *testing.T, pool *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// TestAdopt: the database of a former release keeps its rows and gets the next migrations, and the former release still finds its version.
func TestAdopt(t *testing.T) {
	t.Parallel()
	url, pool := former(t, 3)
	change(t, pool, `INSERT INTO orders (email) VALUES ('a@example.com')`)
	// Former migrations added constraints without checking older rows.
	change(t, pool, `ALTER TABLE orders DROP CONSTRAINT orders_total_check, ADD CONSTRAINT orders_total_check CHECK (total > 0) NOT VALID`)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := migrateAdopting(t.Context(), url); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	next := fstest.MapFS{
		"migrations/0001_orders.sql": adopting["migrations/0001_orders.sql"],
		"migrations/0002_note.sql":   {Data: []byte("-- +goose Up\nALTER TABLE orders ADD COLUMN note text;\n")},
	}
	for range 2 {
		if err := postgres.Migrate(t.Context(), url, next); err != nil {
			t.Fatal(err)
		}
	}
	for sql, want := range map[string]int{
		`SELECT count(*) FROM orders WHERE note IS NULL`:                         1,
		`SELECT count(*) FROM kit_versions WHERE version_id <= 1`:                2, // goose has a row for version 0
		`SELECT count(*) FROM service_versions`:                                  3,
		`SELECT max(version_id) FROM service_migrations`:                         3,
		`SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'vitrine_scratch'`: 0,
	} {
		if n := count(t, pool, sql); n != want {
			t.Errorf("%s = %d, want %d", sql, n, want)
		}
	}
}

func TestAdoptRefusesAnOlderDatabase(t *testing.T) {
	t.Parallel()
	url, pool := former(t, 2)
	err := migrateAdopting(t.Context(), url)
	if !errors.Is(err, postgres.ErrNotAdopted) || !strings.Contains(err.Error(), "version 2 of the former migrations of the service, and their last version is 3") ||
		!strings.Contains(err.Error(), postgres.LastFormerCommit) {
		t.Errorf("error = %v, want both versions and the commit to migrate with", err)
	}
	// A former migration was interrupted after kit's tables.
	change(t, pool, `DROP TABLE service_migrations`)
	if err := migrateAdopting(t.Context(), url); !errors.Is(err, postgres.ErrNotAdopted) || !strings.Contains(err.Error(), "version 0") {
		t.Errorf("error = %v, want version 0", err)
	}
	if n := count(t, pool, `SELECT count(*) FROM pg_tables WHERE tablename ~ '_versions$'`); n != 0 {
		t.Errorf("tables of versions = %d, want none", n)
	}
}

func TestAdoptRefusesAnotherSchema(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ sql, want string }{
		"table":           {`CREATE TABLE mine ()`, "- relation mine\n  is:     kind r, persistence p\n  should: not exist"},
		"missing table":   {`DROP TABLE job_processes`, "- relation job_processes\n  is:     missing"},
		"unlogged":        {`ALTER TABLE inbox SET UNLOGGED`, "- relation inbox\n  is:     kind r, persistence u\n  should: kind r, persistence p"},
		"column":          {`ALTER TABLE orders ADD COLUMN more text`, "- column orders.more\n  is:     text position 4\n  should: not exist"},
		"type":            {`ALTER TABLE orders ALTER COLUMN total TYPE numeric(60,0)`, "- column orders.total\n  is:     numeric(60,0) position 3\n  should: numeric(78,0) position 3"},
		"collation":       {`ALTER TABLE orders ALTER COLUMN email TYPE text COLLATE "default"`, `- column orders.email`},
		"not null":        {`ALTER TABLE orders ALTER COLUMN email DROP NOT NULL`, `- column orders.email`},
		"default":         {`ALTER TABLE orders ALTER COLUMN email SET DEFAULT 'x'`, "is:     text COLLATE \"C\" NOT NULL DEFAULT 'x'::text"},
		"identity":        {`ALTER TABLE orders ALTER COLUMN id SET GENERATED BY DEFAULT`, `- column orders.id`},
		"constraint":      {`ALTER TABLE orders DROP CONSTRAINT orders_total_check`, "- constraint orders.orders_total_check\n  is:     missing\n  should: CHECK ((total > (0)::numeric))"},
		"index":           {`CREATE INDEX mine ON orders (total)`, "- index mine\n  is:     CREATE INDEX mine ON public.orders"},
		"missing index":   {`DROP INDEX orders_email`, "should: CREATE INDEX orders_email ON public.orders USING gin (email public.gin_trgm_ops)"},
		"invalid index":   {`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'orders_email'::regclass`, "gin_trgm_ops) INVALID"},
		"sequence":        {`ALTER SEQUENCE numbers MAXVALUE 9`, "- sequence numbers"},
		"statistics":      {`DROP STATISTICS orders_by_half`, "- statistics orders_by_half"},
		"trigger":         {`DROP TRIGGER keep ON orders`, "- trigger orders.keep"},
		"disabled":        {`ALTER TABLE orders DISABLE TRIGGER keep`, "enabled: D"},
		"function":        {`CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`, "- function keep()\n  is:     CREATE OR REPLACE FUNCTION public.keep()"},
		"unused function": {`CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'`, "- function mine()"},
		"view":            {`CREATE VIEW mine AS SELECT 1 AS one`, "- view mine"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, pool := former(t, 3)
			change(t, pool, test.sql)
			err := migrateAdopting(t.Context(), url)
			if !errors.Is(err, postgres.ErrNotAdopted) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want %q", err, test.want)
			}
			if n := count(t, pool, `SELECT count(*) FROM pg_tables WHERE tablename ~ '_versions$'`); n != 0 {
				t.Errorf("tables of versions = %d, want none", n)
			}
		})
	}
}

// The user that owns a service's tables may adopt them. It owns the database, so it may create a schema.
func TestAdoptAsTheOwner(t *testing.T) {
	t.Parallel()
	admin := testkit.Postgres(t, nil)
	root := testkit.Pool(t, admin)
	tag := strings.ReplaceAll(id.New(), "-", "")
	owner, service := as(t, admin, "owner_"+tag), as(t, admin, "service_"+tag)
	for _, sql := range []string{
		"CREATE ROLE owner_" + tag + " LOGIN", "CREATE ROLE service_" + tag + " LOGIN",
		"ALTER DATABASE " + root.Config().ConnConfig.Database + " OWNER TO owner_" + tag, "GRANT ALL ON SCHEMA public TO owner_" + tag,
	} {
		change(t, root, sql)
	}
	if err := postgres.MigrateFirst(t.Context(), owner, adopting); err != nil {
		t.Fatal(err)
	}
	testkit.Former(t, admin, 3)
	if err := postgres.MigrateAs(t.Context(), "shop", owner, service, adopting, testkit.Log(t)); err != nil {
		t.Fatal(err)
	}
	pool := testkit.Pool(t, service)
	if err := postgres.CheckMigrated(t.Context(), pool, "shop", adopting); err != nil {
		t.Error(err)
	}
	for _, table := range []string{"service_versions", "service_migrations"} {
		if _, err := pool.Exec(t.Context(), "DELETE FROM "+table); !strings.Contains(fmt.Sprint(err), "permission denied") {
			t.Errorf("DELETE FROM %s: error = %v, want permission denied", table, err)
		}
	}
}

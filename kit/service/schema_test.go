package service

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestANewerSchemaIsReported: at start, once in the log, and in readiness, until the program knows it.
func TestANewerSchemaIsReported(t *testing.T) {
	t.Parallel()
	known := fstest.MapFS{"migrations/0001_things.sql": {Data: []byte("-- +goose Up\nCREATE TABLE things (n integer);\n")}}
	database := testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, known) })
	pool := testkit.Pool(t, database)
	var out bytes.Buffer
	base := Base{schema: &schema{pool: pool, migrations: known, log: slog.New(slog.NewTextHandler(&out, nil))}}
	check := func() []string {
		t.Helper()
		if err := base.schema.check(t.Context()); err != nil {
			t.Fatal(err)
		}
		extras := base.Extras()
		return extras.Problems(t.Context())
	}
	if problems := check(); len(problems) != 0 || out.Len() > 0 {
		t.Errorf("problems = %v, log = %q, want none", problems, out.String())
	}
	if _, err := pool.Exec(t.Context(), `INSERT INTO service_versions (version_id, is_applied) VALUES (2, true)`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		problems := check()
		if len(problems) != 1 || !strings.HasPrefix(problems[0], "the database is newer than this program: it is at kit") || !strings.Contains(problems[0], "service 2, and the program knows kit") {
			t.Errorf("problems = %q, want the versions of the database and of the program", problems)
		}
	}
	if strings.Count(out.String(), "a later release has migrated the database") != 1 {
		t.Errorf("log = %q, want one warning", out.String())
	}
	if _, err := pool.Exec(t.Context(), `DELETE FROM service_versions WHERE version_id = 2`); err != nil {
		t.Fatal(err)
	}
	if problems := check(); len(problems) != 0 {
		t.Errorf("problems = %v, want none", problems)
	}
}

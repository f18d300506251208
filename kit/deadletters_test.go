package kit

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestDeadLettersCommand(t *testing.T) {
	t.Parallel()
	db := testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) })
	ask := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := deadLetters(t.Context(), &out, db, args)
		return out.String(), err
	}
	if out, err := ask(); out != "no dead letters\n" || err != nil {
		t.Errorf(`output without dead letters = %q, %v, want "no dead letters\n"`, out, err)
	}
	conn, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), `INSERT INTO dead_letters (id, consumer, subject, payload, reason, attempts)
		VALUES ('f1', 'svc-A', 'vitrine.a', '', E'broken\nat line 3', 8), ('f2', 'svc-A', 'vitrine.a', '', 'worse', 1)`); err != nil {
		t.Fatal(err)
	}
	if out, err := ask("list"); err != nil || !strings.Contains(out, "f1") || !strings.Contains(out, "broken") || strings.Contains(out, "line 3") || !strings.Contains(out, "worse") {
		t.Errorf("the list is %q (%v), want f1 and both reasons, each in one line", out, err)
	}
	for _, wrong := range [][]string{{"replay"}, {"replay", ""}, {"replay", "a", "b"}, {"burn"}, {"replay", "f3"}} {
		if out, err := ask(wrong...); err == nil {
			t.Errorf("%v: %s, want an error", wrong, out)
		}
	}
	if out, err := ask("replay", "f1"); err != nil || !strings.HasPrefix(out, "1 ") {
		t.Errorf("replaying f1: %q (%v), want 1", out, err)
	}
	if out, err := ask(); err != nil || strings.Count(out, "being tried again") != 1 {
		t.Errorf("the list is %q (%v), want one that is being tried again", out, err)
	}
	if out, err := ask("replay", "all"); err != nil || !strings.HasPrefix(out, "2 ") {
		t.Errorf("replaying all: %q (%v), want 2", out, err)
	}
	if deadLetters(t.Context(), &bytes.Buffer{}, "", nil) == nil {
		t.Error("deadLetters() without a database: error = nil, want one")
	}
}

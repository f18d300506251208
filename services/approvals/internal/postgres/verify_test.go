package postgres

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// TestVerifyLog tampers with the log as someone with access to the database could, with triggers disabled.
func TestVerifyLog(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := seed(t, pool, "a11ce0"), seed(t, pool, "b0b0b0")
	for _, event := range []string{"opened", "rejected"} {
		personaltest.Exec(t, pool, `INSERT INTO log (request_id, event, actor, ip, at) VALUES ($1, $2, 'owner', '192.0.2.1', now())`, ann.request, event)
	}
	if got, err := read.VerifyLog(ctx, pool); err != nil || got != "4 entries of 2 requests match their hashes" {
		t.Fatalf("VerifyLog() of an unchanged log = %q, %v, want 4 entries of 2 requests match their hashes", got, err)
	}
	for name, c := range map[string]struct {
		sql    string
		broken []string // the events of the entries that don't match
	}{
		"another event":    {`UPDATE log SET event = 'approved' WHERE event = 'rejected'`, []string{"approved"}},
		"another person":   {`UPDATE log SET actor = 'somebody' WHERE event = 'opened'`, []string{"opened"}},
		"another address":  {`UPDATE log SET ip = '192.0.2.9' WHERE event = 'opened'`, []string{"opened"}},
		"another time":     {`UPDATE log SET at = at - interval '1 microsecond' WHERE event = 'opened'`, []string{"opened"}},
		"another request":  {`UPDATE log SET request_id = '` + ben.request + `' WHERE event = 'rejected'`, []string{"rejected"}},
		"another hash":     {`UPDATE log SET hash = sha256('x') WHERE event = 'opened'`, []string{"opened", "rejected"}},
		"an entry removed": {`DELETE FROM log WHERE event = 'opened'`, []string{"rejected"}},
	} {
		t.Run(name, func(t *testing.T) {
			undo := tamper(t, pool, c.sql)
			got, err := read.VerifyLog(ctx, pool)
			undo()
			if !errors.Is(err, read.ErrLog) || got != "" || strings.Count(err.Error(), "\nentry ") != len(c.broken) {
				t.Fatalf("%q, %v; want the entries %q", got, err, c.broken)
			}
			for _, event := range c.broken {
				if !strings.Contains(err.Error(), ", "+event+" at ") {
					t.Errorf("VerifyLog() = %v, want the entry %s in it", err, event)
				}
			}
		})
	}
	if _, err := read.VerifyLog(ctx, pool); err != nil {
		t.Errorf("the restored log: error = %v, want none", err)
	}
}

// tamper changes the log with triggers disabled, and returns a function that restores it.
func tamper(t *testing.T, pool *pgxpool.Pool, sql string) (undo func()) {
	t.Helper()
	for _, statement := range []string{`CREATE TABLE original AS TABLE log`, `ALTER TABLE log DISABLE TRIGGER USER`, sql} {
		personaltest.Exec(t, pool, statement)
	}
	return func() {
		for _, statement := range []string{
			`DELETE FROM log`, `INSERT INTO log OVERRIDING SYSTEM VALUE TABLE original`, `DROP TABLE original`, `ALTER TABLE log ENABLE TRIGGER USER`,
		} {
			personaltest.Exec(t, pool, statement)
		}
	}
}

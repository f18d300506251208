package personal

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestForget(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	pool := testkit.Pool(t, testkit.Postgres(t, nil))
	personaltest.Exec(t, pool, `CREATE TABLE people (name text, raw bytea, open boolean, at timestamptz)`)
	if c := personaltest.Columns(t, pool); !slices.Equal(c, []string{"people.name", "people.raw"}) {
		t.Fatalf("columns that may hold personal data: %v, want people.name and people.raw", c)
	}
	personaltest.Exec(t, pool, `INSERT INTO people VALUES ('Ann', 'ann', true)`)
	there := func() bool { return personaltest.Holds(t, pool, "people.name", "ann") }
	if !there() || !personaltest.Holds(t, pool, "people.raw", "ann") || personaltest.Holds(t, pool, "people.name", "ben") {
		t.Error("Holds doesn't report exactly the rows that contain the word")
	}
	const account = "01920000-0000-7000-8000-000000000001"
	found, err := Collect(ctx, pool, Person{AccountID: account}, func(ctx context.Context, q postgres.Querier) (names string, err error) {
		err = q.QueryRow(ctx, `SELECT json_agg(name)::text FROM people`).Scan(&names)
		return names, err
	})
	if found != `["Ann"]` || err != nil {
		t.Errorf("Collect() = %s, %v, want [\"Ann\"]", found, err)
	}
	for _, who := range []Person{{}, {AccountID: "ann@example.org"}, {AccountID: account, Names: []string{""}}} {
		if _, err := Collect(ctx, pool, who, nil); err == nil {
			t.Errorf("Collect(%+v): error = nil, want one", who)
		}
	}

	forget := func(account string, check bool) (string, error) {
		return Forget(ctx, pool, Person{AccountID: account}, check, func(ctx context.Context, q postgres.Querier) (done string, err error) {
			var limit string
			if err := q.QueryRow(ctx, `SHOW statement_timeout`).Scan(&limit); err != nil || limit != "1min" {
				t.Errorf("statement timeout = %s, %v, want 1min", limit, err)
			}
			if err = q.QueryRow(ctx, `WITH gone AS (UPDATE people SET name = '', raw = '' RETURNING 1) SELECT count(*)::text FROM gone`).Scan(&done); err == nil {
				var open []string
				err = q.QueryRow(ctx, `SELECT array_agg(reason ORDER BY reason) FROM people, unnest(ARRAY['so is it', 'the order is open']) AS reason WHERE open`).Scan(&open)
				if err == nil {
					err = Blocked(ErrUnsettled, open)
				}
			}
			return done, err
		})
	}
	if _, err := forget("ann@example.org", false); err == nil || err.Error() != `"ann@example.org" is not the id of an account` || !there() {
		t.Errorf("forget() with an email address: error = %v, kept = %t, want that it isn't the id of an account, and true", err, there())
	}
	if _, err := forget(account, false); !errors.Is(err, ErrUnsettled) || err.Error() != "not settled yet: so is it; the order is open" || !there() {
		t.Errorf("forget() of an open order: error = %v, kept = %t, want both reasons of ErrUnsettled, and true", err, there())
	}
	personaltest.Exec(t, pool, `UPDATE people SET open = false`)
	if done, err := forget(account, true); done != "1" || err != nil || !there() {
		t.Errorf("a check: %q (%v), with the row: %v; want 1 and the row", done, err, there())
	}
	if done, err := forget(account, false); done != "1" || err != nil || there() {
		t.Errorf("forgetting: %q (%v), with the row: %v; want 1 and no row", done, err, there())
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), testkit.Postgres(t, nil)
	var asked string
	export := func(args ...string) error {
		return ExportCommand(ctx, db, args, func(_ context.Context, _ *pgxpool.Pool, who Person) (string, error) {
			asked = strings.Join(append([]string{who.AccountID}, who.Names...), "+")
			return "", errors.New("stop")
		})
	}
	forget := func(args ...string) error {
		return ForgetCommand(ctx, db, "", args, func(_ context.Context, _ *pgxpool.Pool, who Person, check bool) (string, error) {
			if asked = strings.Join(append([]string{who.AccountID}, who.Names...), "+"); check {
				asked += " checked"
			}
			return "", errors.New("stop")
		})
	}
	for _, c := range []struct {
		run  func(args ...string) error
		args string
		want string // empty is the usage
	}{
		{export, "ann", "ann"},
		{export, "", ""},
		{export, "ann,ben", "ann+ben"},
		{export, "ann,", ""},
		{export, "ann,--ben", ""},
		{forget, "ann", "ann"},
		{forget, "--check,ann,ben", "ann+ben checked"},
		{forget, "", ""},
		{forget, "--check", ""},
		{forget, "--check,", ""},
		{forget, "ann,--check", ""},
		{forget, "--chekc,ann", ""},
	} {
		asked = ""
		err := c.run(strings.Split(c.args, ",")...)
		if asked != c.want || err == nil || strings.HasPrefix(err.Error(), "usage: ") != (c.want == "") {
			t.Errorf("%q: called for %q, error = %v, want a call for %q, or the usage if empty", c.args, asked, err, c.want)
		}
	}

	var out bytes.Buffer
	err := write(ctx, &out, db, func(pool *pgxpool.Pool) (one string, err error) {
		err = pool.QueryRow(ctx, `SELECT '1'`).Scan(&one)
		return one, err
	})
	if out.String() != "1\n" || err != nil {
		t.Errorf("printed %q (%v), want 1", out.String(), err)
	}
}

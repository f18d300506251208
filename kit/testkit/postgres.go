package testkit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
)

// shared is the server, one per test process. It stops with the process.
var shared = sync.OnceValues(func() (string, error) {
	// os.Getenv would make the address an input of the tests. It is another one in each run, so that Go would never reuse a result. The version is an
	// input: tests run again on another one.
	os.Getenv("TEST_DATABASE_VERSION")
	if given, _ := syscall.Getenv("TEST_DATABASE_URL"); given != "" {
		return given, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := pgserver.Temporary(ctx)
	if err != nil {
		return "", err
	}
	return s.URL("postgres"), nil
})

var (
	templates sync.Map // of migrate functions → func() (string, error)
	names     atomic.Int64
)

// Postgres creates a database for this test, migrated by migrate (which may be nil), and returns its
// address. It is dropped when the test ends. The server is the one at TEST_DATABASE_URL, whose user must be
// allowed to create databases, or one started for the process. migrate runs once per process: other
// databases are copies of the first one.
func Postgres(t testing.TB, migrate func(ctx context.Context, url string) error) string {
	t.Helper()
	admin, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	making, _ := templates.LoadOrStore(key(migrate), sync.OnceValues(func() (string, error) { return template(admin, migrate) }))
	from, err := making.(func() (string, error))()
	if err != nil {
		t.Fatalf("migrate: %v", err)
	}
	name := newName()
	if err := administer(admin, fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy`, name, from)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := administer(admin, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	return with(admin, name)
}

// English is the locale of Postgres' images, as Compose and the demo on Kubernetes have it.
const English = "en_US.UTF-8"

// english is a server that has the locale English, for machines that don't.
var english = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := pgserver.TemporaryIn(ctx, "en_US")
	if err != nil {
		return "", err
	}
	return s.URL("postgres"), nil
})

// PostgresIn creates an empty database in UTF-8 and a locale for this test, and returns its address. It is dropped when the test ends. If the server
// of Postgres doesn't have the locale English, the database is on another server, for which localedef makes it. The test fails if that isn't possible.
func PostgresIn(t testing.TB, locale string) string {
	t.Helper()
	admin, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	name := newName()
	create := fmt.Sprintf(`CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE '%[2]s' LC_CTYPE '%[2]s'`, name, locale)
	err = administer(admin, create)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == unknownLocale && locale == English {
		if admin, err = english(); err == nil {
			administrator.Lock()
			err = exec(admin, create)
			administrator.Unlock()
		}
	}
	if err != nil {
		t.Fatalf("a database in %s: %v", locale, err)
	}
	t.Cleanup(func() {
		if err := exec(admin, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	return with(admin, name)
}

// unknownLocale is the code of CREATE DATABASE with a locale that the server doesn't have (wrong_object_type).
const unknownLocale = "42809"

// Pool opens a service's connection pool on a database. It is closed when the test ends. Unless the address sets statement_timeout, a statement may
// take two minutes instead of the services' five seconds: on a busy machine 20,000 rows of a test take longer.
func Pool(t testing.TB, database string) *pgxpool.Pool {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	if q := u.Query(); !q.Has("statement_timeout") {
		q.Set("statement_timeout", "2min")
		u.RawQuery = q.Encode()
	}
	pool, err := postgres.Open(t.Context(), u.String())
	if err != nil {
		t.Fatalf("open the test's database: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// ClockAhead returns the address of the same database for connections whose clock_timestamp is ahead of this process's clock, so that a test
// can find out which of the two clocks the code uses.
func ClockAhead(t testing.TB, database string, by time.Duration) string {
	t.Helper()
	if err := exec(database, fmt.Sprintf(`CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
		$$ SELECT pg_catalog.clock_timestamp() + interval '%d seconds' $$`, int64(by.Seconds()))); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", "public,pg_catalog") // our clock_timestamp is found first
	u.RawQuery = q.Encode()
	return u.String()
}

// key identifies migrate functions by their code; closures created by one function
// literal count as the same.
func key(migrate any) string {
	v := reflect.ValueOf(migrate)
	if v.IsNil() {
		return ""
	}
	return runtime.FuncForPC(v.Pointer()).Name()
}

func template(admin string, migrate func(ctx context.Context, url string) error) (string, error) {
	name := newName()
	if err := administer(admin, `CREATE DATABASE `+name+` TEMPLATE template0 STRATEGY file_copy`); err != nil {
		return "", err
	}
	if migrate == nil {
		return name, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return name, migrate(ctx, with(admin, name))
}

func newName() string {
	return fmt.Sprintf("test_%d_%d_%d", os.Getpid(), time.Now().UnixNano(), names.Add(1))
}

func with(admin, db string) string {
	u, err := url.Parse(admin)
	if err != nil {
		return admin
	}
	u.Path = "/" + db
	return u.String()
}

// administrator is the connection that creates and drops databases. A new one for each would take as long as the rest of it. One statement at a
// time: PostgreSQL doesn't copy a template twice at the same time.
var administrator struct {
	sync.Mutex
	conn *pgx.Conn
}

// administer runs a statement at the server of all databases.
func administer(admin, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	administrator.Lock()
	defer administrator.Unlock()
	if administrator.conn == nil || administrator.conn.IsClosed() {
		conn, err := pgx.Connect(ctx, admin)
		if err != nil {
			return err
		}
		administrator.conn = conn
	}
	_, err := administrator.conn.Exec(ctx, sql)
	return err
}

// exec runs a statement with a separate connection.
func exec(url, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

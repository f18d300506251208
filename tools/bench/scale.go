package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shirou/gopsutil/v4/process"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
)

// Ports of the part scale, before the offset. Each is followed by the one for the larger shop.
const (
	scalePostgres = 9160
	scaleCatalog  = 9161
	scaleGateway  = 9163
	scaleSite     = 9165
)

const (
	// scaleBase is added to the ids of the generated artworks, as in any import.
	scaleBase = 10_000_000
	// ordersPerWork is how many orders scale_orders.sql makes for each artwork on sale.
	ordersPerWork = 5
	// ordersPerAccount is how many orders a shop has for each account.
	ordersPerAccount = 10
)

//go:embed scale_orders.sql
var ordersSQL string

// accountsSQL writes accounts and what belongs to them, by service.
var accountsSQL = map[string]string{"auth": authSQL, "profiles": profilesSQL, "approvals": approvalsSQL}

var (
	//go:embed scale_auth.sql
	authSQL string
	//go:embed scale_profiles.sql
	profilesSQL string
	//go:embed scale_approvals.sql
	approvalsSQL string
)

// sized is a shop of one size. The large shop is compared with the small one.
type sized struct {
	name                       string
	works, orders              int
	databases                  map[string]*url.URL // by service
	catalogAt, gatewayAt, site string
	processes                  map[string]*subprocess.Process
}

// scale generates a small and a large shop, in a Postgres with the settings of a larger machine, and sends the same requests to
// both in turn. A server at BENCH_SCALE_URL keeps the generated shops for the next run.
func scale(ctx context.Context, s settings, r *report) error {
	if s.Only != "scale" {
		return nil // it takes long
	}
	server := s.ScaleURL
	if server == "" {
		own, err := pgserver.Start(ctx, pgserver.Options{
			Dir: filepath.Join(s.dir, "scale"), Port: scalePostgres + s.Offset, Durable: true,
			Settings: []string{"shared_buffers=4GB", "max_wal_size=2GB", "random_page_cost=1.1"},
		})
		if err != nil {
			return err
		}
		defer func() { _ = own.Stop() }()
		server = own.URL("postgres")
	}
	// Onebox has its own database: it provides the keys, the broker and what else the programs of the shops need.
	withoutSite := s
	withoutSite.site = false
	h, _, err := open(ctx, withoutSite, s.data(0), "RENDITION_WORKERS=0")
	if err != nil {
		return err
	}
	defer stop(h)
	f, err := newFleetEnv(ctx, s, s.data(0))
	if err != nil {
		return err
	}
	var shops [2]*sized
	for i, name := range []string{"small", "large"} {
		shops[i] = &sized{
			name: name, works: []int{s.SmallWorks, s.Works}[i], orders: []int{s.SmallOrders, s.Orders}[i], databases: map[string]*url.URL{},
			catalogAt: f.at(scaleCatalog + i), gatewayAt: f.at(scaleGateway + i), site: f.at(scaleSite + i),
		}
		for _, service := range []string{"catalog", "checkout", "auth", "profiles", "approvals"} {
			db, err := url.Parse(server)
			if err != nil {
				return err
			}
			db.Path = "/" + service
			if i == 0 {
				db.Path += "_small"
			}
			shops[i].databases[service] = db
		}
	}
	if err := prepare(ctx, s, r, f, shops); err != nil {
		return err
	}
	for _, shop := range shops {
		if err := shop.start(ctx, s, f); err != nil {
			return err
		}
		defer stopAll(shop.processes)
	}
	if err := scaleCatalogs(ctx, s, r, shops); err != nil {
		return err
	}
	orders := fmt.Sprintf("Scale, queries of the checkout, %d orders beside %d", shops[1].orders, shops[0].orders)
	if err := scaleQueries(ctx, s, r, shops, "checkout", orders, checkoutQueries()); err != nil {
		return err
	}
	accounts := accountQueries()
	for _, service := range slices.Sorted(maps.Keys(accounts)) {
		group := fmt.Sprintf("Scale, queries of %s, %d accounts beside %d", service, shops[1].orders/ordersPerAccount, shops[0].orders/ordersPerAccount)
		if err := scaleQueries(ctx, s, r, shops, service, group, accounts[service]); err != nil {
			return err
		}
	}
	if err := scalePages(ctx, s, r, shops); err != nil {
		return err
	}
	return scaleSizes(ctx, r, shops)
}

// prepare generates missing data.
func prepare(ctx context.Context, s settings, r *report, f *fleetEnv, shops [2]*sized) error {
	for _, shop := range shops {
		for service, db := range shop.databases {
			if err := createDatabase(ctx, db); err != nil {
				return err
			}
			if out, err := f.command(ctx, service, []string{"DATABASE_URL=" + db.String(), "STRIPE_SECRET_KEY=sk_test_scale", "STRIPE_WEBHOOK_SECRETS=whsec_scale", "SELLER_ADDRESS=-,-", "APPROVER_EMAILS=approver@example.org"}, "migrate").Output(); err != nil {
				return fmt.Errorf("%s migrate: %w\n%s", service, err, out)
			}
		}
		if err := importWorks(ctx, s, r, f, shop); err != nil {
			return err
		}
	}
	for _, shop := range shops {
		if err := makeOrders(ctx, r, shops[1].databases["catalog"], shop); err != nil {
			return err
		}
		if err := makeAccounts(ctx, r, shop); err != nil {
			return err
		}
	}
	return nil
}

func createDatabase(ctx context.Context, db *url.URL) error {
	all := *db
	all.Path = "/postgres"
	conn, err := pgx.Connect(ctx, all.String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	name := strings.TrimPrefix(db.Path, "/")
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	return err
}

// importWorks imports generated artworks with the catalog's command. Then it sets the colours of a twentieth of them, as renditions would,
// marks a twentieth as sold out and holds editions of a few.
func importWorks(ctx context.Context, s settings, r *report, f *fleetEnv, shop *sized) error {
	conn, err := pgx.Connect(ctx, shop.databases["catalog"].String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var have int
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM artworks WHERE source = 'scale'").Scan(&have); err != nil || have == shop.works {
		return err
	}
	artists, works, err := collection(s.dir, shop.works, shop.works/25)
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(os.Remove(artists), os.Remove(works)) }()
	began, before := time.Now(), load()
	cmd := f.command(ctx, "catalog", []string{"DATABASE_URL=" + shop.databases["catalog"].String()},
		"import-csv", "--artists", artists, "--artworks", works, "--source", "scale", "--id-base", fmt.Sprint(scaleBase))
	if out, err := cmd.Output(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	took := time.Since(began).Seconds()
	note := fmt.Sprintf("%.0f s", took)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		note += fmt.Sprintf("; the command took %d MB at most", usage.Maxrss/1024) // kilobytes on Linux
	}
	r.add(Figure{"Scale, import", fmt.Sprintf("%d artworks", shop.works), float64(shop.works) / took, "artworks/s", note, before})
	for _, sql := range []string{
		`UPDATE artworks SET media = jsonb_build_array(jsonb_build_object('kind', 'IMAGE', 'alt', title, 'sourceUrl', source_url, 'colors',
		     jsonb_build_array((ARRAY['RED','ORANGE','YELLOW','GREEN','BLUE','PURPLE','BROWN','BLACK','WHITE'])[1 + id / 20 % 9])))
		 WHERE source = 'scale' AND id % 20 = 0`,
		`UPDATE artworks SET sold = edition_size WHERE source = 'scale' AND id % 20 = 1`,
		`UPDATE artworks SET held = 1 WHERE source = 'scale' AND id % 2000 = 2`,
		`VACUUM (ANALYZE) artworks`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// makeOrders writes the orders of a shop: those of the first artworks of the large catalog that have 10 or 25 editions.
func makeOrders(ctx context.Context, r *report, catalog *url.URL, shop *sized) error {
	conn, err := pgx.Connect(ctx, shop.databases["checkout"].String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var have int
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM checkouts WHERE terms_version = 'scale'").Scan(&have); err != nil || have == shop.orders {
		return err
	}
	from, err := pgx.Connect(ctx, catalog.String())
	if err != nil {
		return err
	}
	defer func() { _ = from.Close(context.WithoutCancel(ctx)) }()
	began, before := time.Now(), load()
	rows, err := from.Query(ctx, `SELECT row_number() OVER (ORDER BY id) - 1, id, slug, title, artist_id, artist_name, coalesce(year, 0), medium, edition_size, price
		FROM artworks WHERE source = 'scale' AND edition_size IN (10, 25) AND price IS NOT NULL ORDER BY id LIMIT $1`, shop.orders/ordersPerWork)
	if err != nil {
		return err
	}
	works, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL session_replication_role = replica; SET LOCAL work_mem = '256MB';
			CREATE TEMPORARY TABLE works (place bigint PRIMARY KEY, id bigint, slug text, title text, artist_id bigint, artist text, year int, medium text,
			    size int, price bigint) ON COMMIT DROP`); err != nil {
			return err
		}
		columns := []string{"place", "id", "slug", "title", "artist_id", "artist", "year", "medium", "size", "price"}
		n, err := tx.CopyFrom(ctx, pgx.Identifier{"works"}, columns, pgx.CopyFromRows(works))
		if err == nil && int(n) < shop.orders/ordersPerWork {
			err = fmt.Errorf("%d orders need %d artworks with 10 or 25 editions and a price, but there are %d", shop.orders, shop.orders/ordersPerWork, n)
		}
		if err == nil {
			_, err = tx.Exec(ctx, ordersSQL)
		}
		return err
	})
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
		return err
	}
	r.add(Figure{"Scale, generation", fmt.Sprintf("%d orders", shop.orders), time.Since(began).Seconds(), "s", "written by SQL, not through the shop", before})
	return nil
}

// makeAccounts writes the accounts of a shop.
func makeAccounts(ctx context.Context, r *report, shop *sized) error {
	for _, service := range slices.Sorted(maps.Keys(accountsSQL)) {
		conn, err := pgx.Connect(ctx, shop.databases[service].String())
		if err != nil {
			return err
		}
		err = writeAccounts(ctx, r, conn, service, shop.orders/ordersPerAccount)
		if err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))); err != nil {
			return err
		}
	}
	return nil
}

func writeAccounts(ctx context.Context, r *report, conn *pgx.Conn, service string, accounts int) error {
	main := map[string]string{"auth": "accounts", "profiles": "profiles", "approvals": "requests"}[service]
	var have bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+main+")").Scan(&have); err != nil || have {
		return err
	}
	began, before := time.Now(), load()
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// The trigger of the log of approvals computes its hashes.
		if service != "approvals" {
			if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, strings.ReplaceAll(accountsSQL[service], "$accounts", fmt.Sprint(accounts)))
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", service, err)
	}
	if _, err := conn.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
		return err
	}
	r.add(Figure{"Scale, generation", fmt.Sprintf("%s of %d accounts", service, accounts), time.Since(began).Seconds(), "s", "written by SQL, not through the shop", before})
	return nil
}

// start starts the catalog, the gateway and, if it is built, the site of a shop. They cache nothing and don't limit callers.
func (shop *sized) start(ctx context.Context, s settings, f *fleetEnv) (err error) {
	if shop.processes, err = f.startPair(ctx, shop.catalogAt, shop.gatewayAt, "DATABASE_URL="+shop.databases["catalog"].String(), "GRAPHQL_CACHE=0"); err != nil || !s.site {
		return err
	}
	standalone := filepath.Join(s.root, "frontend", ".next", "standalone")
	cmd := exec.CommandContext(ctx, filepath.Join(s.root, "frontend", "node_modules", ".bin", "node"), filepath.Join(standalone, "server.js"))
	cmd.Dir = standalone
	_, port, _ := strings.Cut(shop.site, ":")
	cmd.Env = append(os.Environ(), "NODE_ENV=production", "HOSTNAME=127.0.0.1", "PORT="+port, "GATEWAY_URL=http://"+shop.gatewayAt,
		fmt.Sprintf("PUBLIC_URL=http://localhost:%d", gatewayPort+s.Offset), fmt.Sprintf("ART_ORIGIN=http://127.0.0.1:%d", gatewayPort+1+s.Offset), "SITE_KEY="+f.secrets.Site,
		"NATS_URL=nats://frontend:"+standins.BrokerPassword(f.secrets.Broker, "frontend")+"@"+f.at(natsPort), "SALES=open", "BUILD_ID=scale")
	shop.processes["site"], err = start(cmd)
	return err
}

// scaleSizes reports memory and the size of the databases.
func scaleSizes(ctx context.Context, r *report, shops [2]*sized) error {
	for _, shop := range shops {
		for _, name := range []string{"catalog", "gateway", "site"} {
			if p, ok := shop.processes[name]; ok {
				size := resident(&process.Process{Pid: int32(p.PID())})
				r.add(Figure{"Scale, memory after the load", fmt.Sprintf("%s, %d artworks", name, shop.works), size, "MB resident", "", load()})
			}
		}
		for _, service := range slices.Sorted(maps.Keys(shop.databases)) {
			db := shop.databases[service]
			conn, err := pgx.Connect(ctx, db.String())
			if err != nil {
				return err
			}
			var size, buffered int64
			_, err = conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_buffercache")
			if err == nil {
				err = conn.QueryRow(ctx, `SELECT pg_database_size(d.oid), (SELECT count(*) * current_setting('block_size')::bigint FROM pg_buffercache b WHERE b.reldatabase = d.oid)
					FROM pg_database d WHERE d.datname = current_database()`).Scan(&size, &buffered)
			}
			_ = conn.Close(context.WithoutCancel(ctx))
			if err != nil {
				return err
			}
			r.add(Figure{
				"Scale, databases", strings.TrimPrefix(db.Path, "/"), float64(size) / (1 << 20), "MB on disk",
				fmt.Sprintf("%d MB of it in Postgres's buffers", buffered>>20), load(),
			})
		}
	}
	return nil
}

// percentiles returns the median and the 99th percentile.
func percentiles(took []time.Duration) (p50, p99 time.Duration) {
	slices.Sort(took)
	return took[len(took)/2], took[len(took)*99/100]
}

// compare sends requests to the small and the large shop in turn, so that the load of the machine affects both, until each was measured
// for the given time and, unless it takes very long, at least five times. limit is the maximum ratio of their 99th percentiles; 0 means no limit.
func compare(ctx context.Context, s settings, r *report, group, name string, limit float64, ask func(ctx context.Context, shop, i int) error) error {
	if !s.match.MatchString(name) {
		return nil
	}
	before := load()
	var took [2][]time.Duration
	began := time.Now()
	// The first request warms up. Very slow requests are measured once.
	for i := -1; i < 1 || time.Since(began) < s.duration() || i < 5 && time.Since(began) < 10*s.duration(); i++ {
		for shop := range took {
			asked := time.Now()
			if err := ask(ctx, shop, max(i, 0)); err != nil {
				return fmt.Errorf("%s, %s: %w", group, name, err)
			}
			if i >= 0 {
				took[shop] = append(took[shop], time.Since(asked))
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	smallMedian, small := percentiles(took[0])
	largeMedian, large := percentiles(took[1])
	ratio := float64(large) / float64(small)
	note := fmt.Sprintf("p50 %s; small p50 %s, p99 %s; ratio p50 %.1f, p99 %.1f; %d requests", ms(largeMedian), ms(smallMedian), ms(small),
		float64(largeMedian)/float64(smallMedian), ratio, len(took[0]))
	if limit > 0 && ratio > limit {
		note += fmt.Sprintf("; ABOVE %.0f", limit)
	}
	r.add(Figure{group, name, large.Seconds() * 1000, "ms, p99", note, before})
	return nil
}

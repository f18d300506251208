package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
	"github.com/vitrine/vitrine/deploy/onebox/standins/cards"
	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
)

// Secrets that the stand-ins and the services share.
const (
	cardKey    = "sk_test_vitrine_local"
	cardSecret = "whsec_stress"
	oidcSecret = "vitrine-local"
	mailFrom   = "Vitrine <gallery@example.org>"
)

var (
	services  = []string{"auth", "profiles", "catalog", "chainwatcher", "checkout", "approvals", "gateway"}
	databases = []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals"}
)

// options say where a rig keeps its files and ports.
type options struct {
	onebox, root, data, content string
	offset                      int
	hold                        time.Duration
	log                         *slog.Logger
}

// rig is a fleet with one process per service, next to stand-ins that survive every kill. The stand-ins are the oracle.
type rig struct {
	options

	plan     plan
	ctx      context.Context
	cancel   context.CancelFunc
	env      []string
	pg       *pgserver.Server
	chain    *standins.Chain
	database *balancer.Balancer // between the services and Postgres
	seen     *seen
	pgDir    string
	broker   *subprocess.Process
	stops    []func()
	keepers  sync.WaitGroup
	pools    map[string]*pgxpool.Pool
	base     string

	mu      sync.Mutex
	running map[string]*subprocess.Process
	held    map[string]bool
	changes map[string][]string      // settings that tests change, by service
	former  map[string]string        // programs of processes that run another build, by name
	skew    func(name string) string // the clock offset of a process that starts, empty for none
	// orphans are tokens of orders that a restore lost, or whose payment it lost. They stay in the vault until their edition is sold again.
	orphans map[string]bool

	auctions auctions
	crowd    []*buyer // of races
	nodes    []*node  // of a fleet whose chainwatcher has several
}

func (o options) port(standard int) int { return standard + o.offset }

func (o options) servicePort(service string) int {
	if service == "gateway" {
		return o.port(8080)
	}
	return o.port(9101) + slices.Index(databases, service)
}

// free reports whether the rig's ports are unused.
func (o options) free() bool {
	var addresses []string
	for _, port := range []int{8081, 8025, 1025, 9000, 9010, 8545, forkPort, 9432, 9422} {
		addresses = append(addresses, local(o.port(port)))
	}
	for _, service := range services {
		addresses = append(addresses, local(o.servicePort(service)))
	}
	for _, replica := range o.replicas(services...) {
		addresses = append(addresses, replica.addr)
	}
	for _, a := range addresses {
		l, err := net.Listen("tcp", a)
		if err != nil {
			return false
		}
		_ = l.Close()
	}
	return true
}

func local(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// newRig starts everything and returns when the gateway responds.
func newRig(ctx context.Context, p plan) (_ *rig, err error) {
	o := p.options
	r := &rig{
		options: o, plan: p, pools: map[string]*pgxpool.Pool{}, running: map[string]*subprocess.Process{}, held: map[string]bool{},
		changes: map[string][]string{}, former: map[string]string{}, orphans: map[string]bool{},
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.base = fmt.Sprintf("http://localhost:%d", o.port(8080))
	r.pgDir, r.seen = filepath.Join(o.data, "postgres"), &seen{base: r.base}
	r.seen.reset()
	defer func() {
		if err != nil {
			r.stop()
		}
	}()
	// Postgres runs as another user and must be able to read the folder.
	if err := os.MkdirAll(o.data, 0o755); err != nil {
		return nil, err
	}
	for _, start := range []func() error{r.startPostgres, r.startBroker, r.startStandins} {
		if err := start(); err != nil {
			return nil, err
		}
	}
	r.env = append(os.Environ(),
		"VITRINE_DATA="+o.data, "VITRINE_ROOT="+o.root, "CONTENT_DIR="+o.content, "PORT_OFFSET="+strconv.Itoa(o.offset), "SITE=false", "RENDITION_WORKERS=0",
		"DATABASE_URL=postgres://postgres@"+r.database.Addr()+"/postgres?sslmode=disable", "NATS_URL=nats://"+local(o.port(9422)), "REDIS_URL=redis://127.0.0.1:1", // for the release before
		"OIDC_ISSUER="+r.issuer(), "OIDC_CLIENT_ID="+oidc.ClientID, "OIDC_CLIENT_SECRET="+oidcSecret,
		"ETH_RPC_URL="+r.chain.URL(), "SMTP_URL=smtp://"+local(o.port(1025))+"?tls=none",
		fmt.Sprintf("STRIPE_API_URL=http://localhost:%d", o.port(9010)), "STRIPE_SECRET_KEY="+cardKey, "STRIPE_WEBHOOK_SECRET="+cardSecret,
		"HOLD_FOR="+o.hold.String(), "LOG_FORMAT=text")
	prepare := exec.Command(o.onebox, "prepare")
	prepare.Env = r.env
	if err := subprocess.Run(prepare); err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	for _, db := range append([]string{"cards", "mailbox"}, databases...) {
		// Not kit's pool: the checker's queries may take longer than a service's.
		if r.pools[db], err = pgxpool.New(r.ctx, r.pg.URL(db)+"&pool_max_conns=3&application_name=stress"); err != nil {
			return nil, err
		}
	}
	for _, name := range services {
		r.keepers.Go(func() { r.keep(r.ctx, name, name, nil) })
	}
	return r, r.ready(2 * time.Minute)
}

func (r *rig) issuer() string { return fmt.Sprintf("http://localhost:%d", r.port(9000)) }

func (r *rig) startPostgres() (err error) {
	r.pg, err = pgserver.Start(r.ctx, pgserver.Options{Dir: r.pgDir, Port: r.port(9432), Log: nil, Durable: true})
	if err == nil && r.database == nil {
		r.database, err = balancer.New(r.ctx, local(0), local(r.port(9432)))
	}
	return err
}

// startBroker runs this program again as a NATS server, which can then be killed like any process.
func (r *rig) startBroker() (err error) {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), brokerEnv+"="+r.data, brokerEnv+"_PORT="+strconv.Itoa(r.port(9422)))
	if r.broker, err = subprocess.Start(cmd, syscall.SIGKILL, nil); err != nil {
		return err
	}
	return until(r.ctx, 20*time.Second, "the broker", func() bool {
		c, err := net.DialTimeout("tcp", local(r.port(9422)), time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}

func (r *rig) brokerStore() string { return filepath.Join(r.data, "nats") }

func (r *rig) startStandins() error {
	for _, db := range []string{"mailbox", "identity", "cards"} {
		if err := r.pg.CreateDatabase(r.ctx, db); err != nil {
			return err
		}
	}
	chain, err := standins.StartChain(r.ctx, filepath.Join(r.root, "deploy", "onebox", "node_modules"), r.data, r.port(8545), r.log)
	if err != nil {
		return err
	}
	r.chain = chain
	r.stops = append(r.stops, chain.Stop)
	mails, err := mailbox.Start(r.ctx, mailbox.Options{DatabaseURL: r.pg.URL("mailbox"), SMTPAddr: local(r.port(1025)), HTTPAddr: local(r.port(8025)), Log: r.log})
	if err != nil {
		return err
	}
	r.stops = append(r.stops, mails.Stop)
	people, err := oidc.Start(r.ctx, oidc.Options{
		DatabaseURL: r.pg.URL("identity"), Addr: local(r.port(9000)), Issuer: r.issuer(), PublicURL: r.base, ClientSecret: oidcSecret,
		ManagementSecret: "unused", SMTPURL: "smtp://" + local(r.port(1025)) + "?tls=none", MailFrom: mailFrom, Log: r.log,
	})
	if err != nil {
		return err
	}
	r.stops = append(r.stops, people.Stop)
	pay, err := cards.Start(r.ctx, cards.Options{
		DatabaseURL: r.pg.URL("cards"), Addr: local(r.port(9010)), PublicURL: fmt.Sprintf("http://localhost:%d", r.port(9010)), SecretKey: cardKey,
		WebhookURL: r.base + "/api/webhooks/stripe", WebhookSecrets: []string{cardSecret}, Log: r.log,
	})
	if err != nil {
		return err
	}
	r.stops = append(r.stops, pay.Stop)
	return nil
}

// keep runs one service until ctx ends and restarts it whenever it exits, as an orchestrator does. env overrides settings of the fleet;
// addr is the address of a replica.
func (r *rig) keep(ctx context.Context, name, service string, env []string, addr ...string) {
	out, err := os.OpenFile(filepath.Join(r.data, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		r.log.Error("log", "error", err)
		return
	}
	defer func() { _ = out.Close() }()
	for ctx.Err() == nil {
		if r.isHeld(name) {
			wait(ctx, 50*time.Millisecond)
			continue
		}
		began := time.Now()
		cmd := exec.Command(r.program(name), append([]string{"serve", service}, addr...)...)
		cmd.Env = slices.Concat(r.env, r.changed(service), env)
		p, err := subprocess.Start(cmd, syscall.SIGKILL, slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: onlyMessage})))
		if err != nil {
			r.log.Error("start", "service", name, "error", err)
			wait(ctx, time.Second)
			continue
		}
		r.mu.Lock()
		r.running[name] = p
		r.mu.Unlock()
		select {
		case <-p.Done():
		case <-ctx.Done():
			p.Stop(10 * time.Second)
		}
		// A service that cannot start is restarted at an orchestrator's pace.
		if time.Since(began) < time.Second {
			wait(ctx, 200*time.Millisecond)
		}
	}
}

// onlyMessage prints the services' own log lines unchanged.
func onlyMessage(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.MessageKey {
		return a
	}
	return slog.Attr{}
}

// changed returns the settings that differ from the fleet's at the next start of a service.
func (r *rig) changed(service string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := slices.Clone(r.changes[service])
	if r.skew != nil {
		out = append(out, "CLOCK_OFFSETS="+service+":"+r.skew(service))
	}
	return out
}

// program returns the program that a process runs at its next start.
func (r *rig) program(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.former[name]; p != "" {
		return p
	}
	return r.onebox
}

// run makes a process run another build at its next start; "" is today's.
func (r *rig) run(name, program string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.former[name] = program
}

// restart kills a service, which then starts with other settings.
func (r *rig) restart(service string, env []string) {
	r.mu.Lock()
	r.changes[service] = env
	r.mu.Unlock()
	r.kill(service)
}

func (r *rig) isHeld(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.held[name]
}

// hold stops or allows restarts of a service.
func (r *rig) hold(name string, held bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held[name] = held
}

// kill ends a service with SIGKILL and reports whether it was running.
func (r *rig) kill(name string) bool {
	r.mu.Lock()
	p := r.running[name]
	r.mu.Unlock()
	if p == nil {
		return false
	}
	select {
	case <-p.Done():
		return false
	default:
	}
	p.Kill()
	return true
}

func (r *rig) signal(name string, s syscall.Signal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.running[name]; p != nil {
		p.Signal(s)
	}
}

// ready waits until every service responds.
func (r *rig) ready(within time.Duration) error {
	return until(r.ctx, within, "the services", func() bool {
		return !slices.ContainsFunc(services, func(service string) bool { return !responds(r.ctx, "http://"+local(r.servicePort(service))+"/readyz") })
	})
}

func responds(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return probe.OK(ctx, http.DefaultClient, address)
}

// stop ends everything in order and keeps the data.
func (r *rig) stop() {
	r.cancel()
	r.keepers.Wait()
	for _, p := range r.pools {
		p.Close()
	}
	for _, stop := range slices.Backward(r.stops) {
		stop()
	}
	if r.database != nil {
		r.database.Stop()
	}
	if r.broker != nil {
		r.broker.Kill()
	}
	if r.pg != nil {
		_ = r.pg.Stop()
	}
}

func until(ctx context.Context, within time.Duration, what string, fn func() bool) error {
	deadline := time.Now().Add(within)
	for !fn() {
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: not within %s", what, within)
		}
		if !wait(ctx, 100*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// wait reports whether d passed before ctx ended.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

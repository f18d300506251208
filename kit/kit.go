// Package kit runs a Vitrine service as a process: it reads the settings, writes
// the logs, serves one port for HTTP/1.1 and unencrypted HTTP/2, reports readiness
// to an orchestrator, and shuts down in order.
//
// A service's command is one call:
//
//	func main() { kit.Main("checkout", checkout.Default(), checkout.Open) }
package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/kit/waiting"
)

// Service is what a service package opens. New wires it and starts nothing. A service that embeds service.Base has all methods but Mount.
type Service interface {
	// Mount adds the service's handlers to the mux of its port.
	Mount(mux *http.ServeMux)
	// Run does the background work. It blocks until ctx ends. An error other than ctx's own stops the host.
	Run(ctx context.Context) error
	// Close closes what Open opened. It is called after Run has returned, and may be called twice.
	Close() error
	// Extras returns what else the service gives its host.
	Extras() Extras
}

// Extras are what a service may give its host besides its methods. All fields are optional.
type Extras struct {
	// Wrap wraps all handlers of the port, including the probes.
	Wrap func(next http.Handler) http.Handler
	// Problems returns lines that /readyz adds. A service with problems stays ready, because the rest of it works.
	Problems func(ctx context.Context) []string
	// Settled is closed once Run has connected. The host waits some seconds for it before it is ready, so that callers aren't routed to a
	// process that would refuse them.
	Settled <-chan struct{}
	// Edge is for a service at the public edge.
	Edge *Edge
}

// AddProblems adds lines to those of Problems.
func (e *Extras) AddProblems(more func(ctx context.Context) []string) {
	first := e.Problems
	if first == nil {
		e.Problems = more
		return
	}
	e.Problems = func(ctx context.Context) []string { return append(first(ctx), more(ctx)...) }
}

// Edge is what a service at the public edge gives its host. Browsers and TLS proxies have no certificate, so its port stays unencrypted.
type Edge struct {
	// TLSAddr is a second address, for callers with a certificate; empty for none.
	TLSAddr string
	// OwnRequest reports whether a request comes from one of our own processes. Only then are its trace and its request id continued.
	OwnRequest tracing.Edge
}

// Config is implemented by a pointer to a settings struct.
type Config interface {
	// Validate reports all invalid settings in one error.
	Validate() error
}

// Command is a named action of a service's binary besides serving, e.g. migrate.
type Command[C any] struct {
	Name string
	Help string
	Run  func(ctx context.Context, cfg C, log *slog.Logger, args []string) error
	// DatabaseOnly is for commands that operators run by hand. They need only the setting DATABASE_URL.
	DatabaseOnly bool
	// WithoutMail is for commands that send no mail. They need no mail server.
	WithoutMail bool
	// load replaces Load.
	load func(*C) error
}

// process is implemented by settings that embed Common, stored by those that also embed Database.
type (
	process interface{ common() Common }
	stored  interface {
		database() string
		owner() string
	}
)

// Main is the only call in a service's main function. It does not return.
//
// Without arguments the service is opened and served until SIGINT or SIGTERM.
// `svc settings` prints the Markdown table of settings, `svc settings check`
// validates those of the environment, `svc healthcheck` reports whether the
// running service is ready (for containers without curl), `svc key new FILE` makes
// the process's key pair, and `svc dead-letters`
// lists or replays events that could not be handled, if C embeds Database. Other
// commands run by their name. C embeds Common and is read from the environment.
func Main[C process, S Service](name string, cfg C, open func(context.Context, C, *slog.Logger) (S, error), commands ...Command[C]) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, name, cfg, open, commands, os.Args[1:])
	stop()
	os.Exit(code)
}

func run[C process, S Service](ctx context.Context, name string, cfg C, open func(context.Context, C, *slog.Logger) (S, error), commands []Command[C], args []string) (code int) {
	verb := "serve"
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	fail := func(err error) int {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return 1
	}
	switch verb {
	case "settings":
		if slices.Equal(args, []string{"check"}) {
			if err := Load(&cfg); err != nil {
				return fail(err)
			}
			return 0
		}
		if err := WriteSettings(os.Stdout, Settings(cfg)); err != nil {
			return fail(err)
		}
		return 0
	case "help", "-h", "--help":
		usage(name, cfg, commands)
		return 0
	case "healthcheck":
		// Only the address matters here: a container's probe must not need the secrets.
		if err := parse(&cfg, ""); err != nil {
			return fail(err)
		}
		addr := cfg.common().Addr
		if cfg.common().TLSCertFile != "" {
			// Its port accepts only callers with a certificate.
			if addr = cfg.common().InternalAddr; addr == "" {
				return fail(errors.New("healthcheck: with TLS_CERT_FILE it needs INTERNAL_ADDR, which stays unencrypted"))
			}
		}
		if err := healthcheck(ctx, addr); err != nil {
			return fail(err)
		}
		return 0
	case "key":
		if len(args) != 2 || args[0] != "new" {
			usage(name, cfg, commands)
			return 2
		}
		if err := newKey(os.Stdout, name, args[1]); err != nil {
			return fail(err)
		}
		return 0
	case "dead-letters":
		if _, has := any(cfg).(stored); !has {
			break
		}
		// As above: only the database matters.
		if err := parse(&cfg, ""); err != nil {
			return fail(err)
		}
		if err := deadLetters(ctx, os.Stdout, any(cfg).(stored).database(), args); err != nil {
			return fail(err)
		}
		return 0
	}
	at := slices.IndexFunc(commands, func(c Command[C]) bool { return c.Name == verb })
	if verb != "serve" && at < 0 {
		usage(name, cfg, commands)
		return 2
	}
	load := func(cfg *C) error { return Load(cfg) }
	if at >= 0 && commands[at].DatabaseOnly {
		load = loadDatabase[C]
	} else if at >= 0 && commands[at].load != nil {
		load = commands[at].load
	} else if m, mails := any(&cfg).(interface{ withoutMail() }); mails && at >= 0 && commands[at].WithoutMail {
		m.withoutMail()
	}
	if err := load(&cfg); err != nil {
		return fail(err)
	}
	// Go itself reads GOGC from the environment, but not a service's default.
	if percent, err := strconv.Atoi(cfg.common().GOGC); err == nil {
		debug.SetGCPercent(percent)
	}
	common := cfg.common()
	handler, flush, err := report.Wrap(common.Logger(os.Stderr, name).Handler(), report.Options{
		DSN: common.SentryDSN, Release: common.BuildID, Environment: common.SentryEnvironment, Service: name,
	})
	if err != nil {
		return fail(fmt.Errorf("SENTRY_DSN: %w", err))
	}
	log := slog.New(handler)
	limitMemory(log)
	defer flush()
	stopTracing, err := tracing.Start(ctx, name, common.BuildID, log)
	if err != nil {
		return fail(err)
	}
	defer endTracing(ctx, stopTracing, log)
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "command", verb, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			code = 2
		}
	}()
	if verb == "serve" {
		ctx := waiting.With(ctx)
		stopProbes, err := starting(ctx, common.InternalAddr, log)
		if err != nil {
			log.Error("cannot start", "error", err)
			return 1
		}
		svc, err := open(ctx, cfg, log)
		stopProbes()
		if err != nil {
			log.Error("cannot start", "error", explain(name, err))
			return 1
		}
		listen := Listen{Addr: common.Addr, InternalAddr: common.InternalAddr, Reflection: common.Reflection, Grace: common.ShutdownGrace}
		edge := svc.Extras().Edge
		if edge != nil {
			listen.TLSAddr = edge.TLSAddr
		}
		if edge == nil || listen.TLSAddr != "" {
			if listen.TLS, err = common.openCertificates(log); err != nil {
				log.Error("cannot start", "error", err)
				_ = svc.Close()
				return 1
			}
		}
		if err := Host(ctx, name, listen, svc, log); err != nil {
			log.Error("stopped", "error", explain(name, err))
			return 1
		}
		return 0
	}
	if err := commands[at].Run(ctx, cfg, log, args); err != nil {
		for line := range strings.SplitSeq(explain(name, err).Error(), "\n") {
			log.Error("command failed", "command", verb, "error", line)
		}
		return 1
	}
	return 0
}

// endTracing sends the spans that are left.
func endTracing(ctx context.Context, stop func(context.Context) error, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := stop(ctx); err != nil {
		log.Warn("cannot export the last traces", "error", err)
	}
}

// newKey prints a new private key as the setting SERVICE_KEY, and adds its public key to a file of public keys.
func newKey(w io.Writer, name, file string) error {
	key, err := identity.NewKey()
	if err != nil {
		return err
	}
	if err := identity.AddPublic(file, name, key); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "SERVICE_KEY=%s\n", key)
	return err
}

// explain adds what to do about a database without tables.
func explain(name string, err error) error {
	if postgres.IsNotMigrated(err) {
		return fmt.Errorf("the database is not migrated: run `%s migrate` first (%w)", name, err)
	}
	return err
}

func usage[C process](name string, cfg C, commands []Command[C]) {
	w := os.Stderr
	fmt.Fprintf(w, "usage: %s [command]\n\n  serve         serve until interrupted (the default)\n", name)
	for _, c := range commands {
		fmt.Fprintf(w, "  %-12s  %s\n", c.Name, c.Help)
	}
	if _, has := any(cfg).(stored); has {
		fmt.Fprintf(w, "  dead-letters  list events that could not be handled, or `replay <id>|all` them\n")
	}
	fmt.Fprintf(w, "  key new FILE  make a key pair: print SERVICE_KEY, add the public key to FILE\n")
	fmt.Fprintf(w, "  settings      print the table of settings, or `check` those of the environment\n  healthcheck   exit 0 when the running service is ready\n")
}

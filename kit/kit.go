// Package kit runs a Vitrine service as a process: it reads the settings, writes
// the logs, serves one port for HTTP/1.1 and unencrypted HTTP/2, tells an
// orchestrator when the service can serve, and ends it in order.
//
// A service's command is one call:
//
//	func main() { kit.Main("checkout", checkout.Default(), checkout.Open) }
package kit

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"syscall"
	"time"
)

// Service is what a door opens. New wires it and starts nothing; Run does the
// background work; Close forgives being called twice.
type Service interface {
	// Mount adds the service's handlers to the mux of its port.
	Mount(mux *http.ServeMux)
	// Run blocks until ctx ends. An error other than ctx's own stops the host.
	Run(ctx context.Context) error
	// Close frees what Open took. It is called after Run has returned.
	Close() error
}

// Config is what a settings struct implements, on its pointer.
type Config interface {
	// Validate tells every setting that is wrong, in one error.
	Validate() error
}

// Command is a named action of a service's binary besides serving, e.g. migrate.
type Command[C any] struct {
	Name string
	Help string
	Run  func(ctx context.Context, cfg C, log *slog.Logger, args []string) error
}

// Main is the whole of a service's main function; it does not return.
//
// Without arguments the service is opened and served until SIGINT or SIGTERM.
// `svc settings` prints the Markdown table of settings, `svc healthcheck` asks
// the running service whether it is ready (for containers without curl), `svc
// dead-letters` lists the facts that its consumers gave up on or has them tried
// again, and every command is run by its name. The struct C is read from the environment;
// its fields Addr and InternalAddr, where present, are the listening addresses.
func Main[C any, S Service](name string, cfg C, open func(context.Context, C, *slog.Logger) (S, error), commands ...Command[C]) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, name, cfg, open, commands, os.Args[1:])
	stop()
	os.Exit(code)
}

func run[C any, S Service](ctx context.Context, name string, cfg C, open func(context.Context, C, *slog.Logger) (S, error), commands []Command[C], args []string) int {
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
		if err := WriteSettings(os.Stdout, cfg); err != nil {
			return fail(err)
		}
		return 0
	case "help", "-h", "--help":
		usage(name, commands)
		return 0
	case "healthcheck":
		// Only the address matters here: a container's probe must not need the secrets.
		if err := parse(&cfg); err != nil {
			return fail(err)
		}
		if err := healthcheck(ctx, stringField(cfg, "Addr")); err != nil {
			return fail(err)
		}
		return 0
	case "dead-letters":
		// As above: only the database matters.
		if err := parse(&cfg); err != nil {
			return fail(err)
		}
		if err := deadLetters(ctx, os.Stdout, stringField(cfg, "DatabaseURL"), args); err != nil {
			return fail(err)
		}
		return 0
	}
	at := slices.IndexFunc(commands, func(c Command[C]) bool { return c.Name == verb })
	if verb != "serve" && at < 0 {
		usage(name, commands)
		return 2
	}
	if err := Load(&cfg); err != nil {
		return fail(err)
	}
	log := Logger(os.Stderr, name)
	if verb == "serve" {
		svc, err := open(ctx, cfg, log)
		if err != nil {
			log.Error("cannot start", "error", err)
			return 1
		}
		listen := Listen{Addr: stringField(cfg, "Addr"), InternalAddr: stringField(cfg, "InternalAddr")}
		if text := os.Getenv("SHUTDOWN_GRACE"); text != "" {
			if listen.Grace, err = time.ParseDuration(text); err != nil {
				log.Error("cannot start", "error", "SHUTDOWN_GRACE: "+err.Error())
				_ = svc.Close()
				return 1
			}
		}
		if err := Host(ctx, name, listen, svc, log); err != nil {
			log.Error("stopped", "error", err)
			return 1
		}
		return 0
	}
	if err := commands[at].Run(ctx, cfg, log, args); err != nil {
		log.Error("command failed", "command", verb, "error", err)
		return 1
	}
	return 0
}

func usage[C any](name string, commands []Command[C]) {
	w := os.Stderr
	fmt.Fprintf(w, "usage: %s [command]\n\n  serve         serve until interrupted (the default)\n", name)
	for _, c := range commands {
		fmt.Fprintf(w, "  %-12s  %s\n", c.Name, c.Help)
	}
	if t := reflect.TypeFor[C](); t.Kind() == reflect.Struct {
		if _, has := t.FieldByName("DatabaseURL"); has {
			fmt.Fprintf(w, "  dead-letters  list facts that were given up, or `replay <id>|all` them\n")
		}
	}
	fmt.Fprintf(w, "  settings      print the table of settings\n  healthcheck   exit 0 when the running service is ready\n")
}

// stringField reads a string field of a settings struct by its Go name.
func stringField(cfg any, field string) string {
	v := reflect.Indirect(reflect.ValueOf(cfg))
	if v.Kind() != reflect.Struct {
		return ""
	}
	f := v.FieldByName(field)
	if !f.IsValid() || f.Kind() != reflect.String {
		return ""
	}
	return f.String()
}

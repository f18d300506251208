// Command onebox runs all of Vitrine in one process: every service, and stand-ins for outside systems that speak the real protocols. Only
// addresses differ from production.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/tracing"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "onebox:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 1 && args[0] == "settings" {
		return kit.WriteSettings(out, kit.Settings(defaults()))
	}
	if len(args) == 1 && (args[0] == "-h" || args[0] == "--help" || args[0] == "help") {
		_, err := fmt.Fprint(out, usage)
		return err
	}
	listing := len(args) == 1 && args[0] == "ownership"
	watching := len(args) == 2 && args[0] == "watch"
	preparing, serving := len(args) == 1 && args[0] == "prepare", (len(args) == 2 || len(args) == 3) && args[0] == "serve"
	if len(args) > 0 && !listing && !preparing && !serving && !watching {
		return fmt.Errorf("unknown argument %q; settings are read from the environment, see `onebox settings`", args[0])
	}
	cfg := defaults()
	if err := kit.Load(&cfg, overlaid()...); err != nil {
		return err
	}
	switch {
	case listing:
		return ownership(ctx, cfg, out)
	case preparing:
		return prepare(ctx, cfg)
	case watching:
		return watch(ctx, cfg, out, args[1])
	case serving:
		return notMigrated(serve(ctx, cfg, args[1], strings.Join(args[2:], "")))
	}
	locked, err := standins.Lock(cfg.Data)
	if err != nil {
		return fmt.Errorf("%w: stop what uses it, or set VITRINE_DATA to another folder and PORT_OFFSET to other ports", err)
	}
	defer locked.Close()
	if err := cfg.waitFree(ctx, out); err != nil {
		return err
	}
	if err := cfg.copySnapshot(ctx); err != nil {
		return err
	}
	// Services log to a file; the terminal is for people.
	logFile, err := os.OpenFile(filepath.Join(cfg.Data, "vitrine.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer logFile.Close()
	h := &instance{cfg: cfg, out: out, began: time.Now()}
	handler, flush, err := report.Wrap(tracing.LogHandler(slog.NewTextHandler(logFile, &slog.HandlerOptions{Level: cfg.LogLevel})),
		report.Options{DSN: cfg.SentryDSN, Release: h.buildID(), Environment: environment, Service: "onebox"})
	if err != nil {
		return fmt.Errorf("SENTRY_DSN: %w", err)
	}
	defer flush()
	h.log = slog.New(handler)
	endTracing, err := tracing.Start(ctx, "onebox", h.buildID(), h.log)
	if err != nil {
		return err
	}
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = endTracing(last)
	}()
	defer func() {
		if !h.stopWithin(stopTimeout) {
			fmt.Fprintf(out, "Some parts did not stop within %s and were killed. Nothing is lost: everything that was confirmed is on disk.\n", stopTimeout)
		}
	}()
	if err := h.start(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return notMigrated(err)
	}
	h.welcome()
	select {
	case <-ctx.Done():
		fmt.Fprintln(out, "\nStopping …")
		return nil
	case err := <-h.failed:
		return errors.Join(err, fmt.Errorf("the log is in %s", logFile.Name()))
	}
}

const usage = `usage: onebox [command]

Runs all of Vitrine on one machine. Settings are read from the environment.

  (none)                     start everything; Ctrl-C stops it, the data stays
  settings                   list the settings
  ownership                  write who holds each token of the running instance, for vitrine-export
  prepare                    prepare databases, contracts and content, and end
  serve <service> [address]  run one service; settings name its dependencies
  watch <service>|site       run one part of the running instance from its source, again after each edit

`

// stopTimeout limits a stop, even if the chain or another part hangs. Subprocesses end with this process.
const stopTimeout = 9 * time.Second

// notMigrated returns what to do about a database without tables.
func notMigrated(err error) error {
	if postgres.IsNotMigrated(err) || errors.Is(err, postgres.ErrNotMigrated) {
		return fmt.Errorf("a database is not migrated: run `onebox prepare` first (%w)", err)
	}
	return err
}

// phrase is anvil's well-known mnemonic, whose accounts have ether on the local chain.
const phrase = "test test test test test test test test test test test junk"

func (h *instance) welcome() {
	fmt.Fprintf(h.out, "\n  Vitrine is open after %.1f s.\n\n", time.Since(h.began).Seconds())
	line := func(name, value string) { fmt.Fprintf(h.out, "  %-18s %s\n", name, value) }
	line("Gallery", h.cfg.publicURL())
	if h.cfg.SMTPURL == "" {
		line("Mailbox", address(h.cfg.MailboxPort))
	}
	line("Identity provider", h.issuer)
	if h.cfg.Observe {
		line("Objectives", address(h.cfg.ObservePort))
	}
	line("Chain", fmt.Sprintf("%s, id 31337", h.rpcURL))
	if h.cfg.EthRPCURL == "" {
		line("Its accounts", "the phrase "+phrase)
	}
	line("Data", h.cfg.Data)
	if h.cfg.OIDCIssuer == "" {
		fmt.Fprintf(h.out, "\n  Test accounts, password vitrine:\n")
		for _, a := range oidc.Accounts() {
			fmt.Fprintf(h.out, "    %s\n", a.Email)
		}
	}
	if h.cfg.StripeURL == "" {
		fmt.Fprintf(h.out, "\n  Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 needs the bank.\n")
	}
	fmt.Fprintf(h.out, "\n  Ctrl-C stops everything; the data stays.\n\n")
}

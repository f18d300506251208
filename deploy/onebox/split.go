package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/subprocess"
)

const (
	// startTimeout is the timeout for starting all processes of a split instance.
	startTimeout = 90 * time.Second
	// replicaStop is how long a process may take to stop before it is killed. All stop at the same time.
	replicaStop = 6 * time.Second
	// splitGrace is how long a process that stops continues to serve, while it asks callers to close their connections and the balancer notices.
	splitGrace = 2 * time.Second
	// restartPause is the pause before a process that has ended starts again.
	restartPause = 500 * time.Millisecond
)

// part is one process of a split instance.
type part struct {
	name    string // such as checkout-2
	port    int
	command func() *exec.Cmd
}

// splitServices runs each service and the gateway as two processes behind their usual ports. They run the same program as `serve`, with addresses of
// this process's stand-ins.
func (h *instance) splitServices(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	env, err := h.partEnviron()
	if err != nil {
		return err
	}
	serve := func(service, addr string, more ...string) func() *exec.Cmd {
		return func() *exec.Cmd {
			cmd := exec.Command(program, "serve", service, addr)
			cmd.Env = append(append(append(os.Environ(), env...), "NATS_URL="+h.broker(service), "SHUTDOWN_GRACE="+splitGrace.String()), more...)
			return cmd
		}
	}
	var parts []part
	for n, service := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals"} {
		if h.cfg.elsewhere(n) != "" {
			continue
		}
		port := h.cfg.ServicePort + n
		for i, at := range replicaPorts(port) {
			more := []string{}
			if i > 0 {
				more = append(more, "CONTENT_WATCH=false") // one replica imports edits
			}
			parts = append(parts, part{fmt.Sprintf("%s-%d", service, i+1), at, serve(service, local(at), more...)})
		}
		if err := h.balance(ctx, port); err != nil {
			return err
		}
	}
	art := replicaPorts(h.cfg.ArtPort)
	for i, at := range replicaPorts(h.cfg.Port) {
		parts = append(parts, part{fmt.Sprintf("%s-%d", identity.Gateway, i+1), at, serve(identity.Gateway, local(at), "GATEWAY_ART_ADDR="+local(art[i]))})
	}
	if err := errors.Join(h.balance(ctx, h.cfg.Port), h.balance(ctx, h.cfg.ArtPort)); err != nil {
		return err
	}
	for i, p := range parts {
		// The part adds PORT_OFFSET again.
		metrics := fmt.Sprintf("OBSERVE_PORT=%d", metricsPort(p.port)-h.cfg.Offset)
		parts[i].command = func() *exec.Cmd {
			cmd := p.command()
			cmd.Env = append(cmd.Env, metrics)
			return cmd
		}
	}
	h.observed = parts
	return h.runParts(ctx, parts)
}

// splitSite runs the frontend as two processes behind its usual port.
func (h *instance) splitSite(ctx context.Context) error {
	if !h.cfg.Site {
		return nil
	}
	var parts []part
	for i, at := range replicaPorts(h.cfg.SitePort) {
		parts = append(parts, part{fmt.Sprintf("site-%d", i+1), at, func() *exec.Cmd { return h.siteCommand(at) }})
	}
	if err := h.balance(ctx, h.cfg.SitePort); err != nil {
		return err
	}
	return h.runParts(ctx, parts)
}

// balance forwards a port to its replicas.
func (h *instance) balance(ctx context.Context, port int) error {
	var to []string
	for _, at := range replicaPorts(port) {
		to = append(to, local(at))
	}
	b, err := balancer.New(ctx, local(port), to...)
	if err != nil {
		return err
	}
	follow, end := context.WithCancel(context.WithoutCancel(ctx))
	go b.Follow(follow)
	h.onStop(func() {
		end()
		b.Stop()
	})
	return nil
}

// partEnviron returns the settings with which a separate process uses this process's stand-ins.
func (h *instance) partEnviron() ([]string, error) {
	databases, err := h.database("postgres")
	if err != nil {
		return nil, err
	}
	return []string{
		"SPLIT=false", "VITRINE_DATA=" + h.cfg.Data, "VITRINE_ROOT=" + h.cfg.Root, "CONTENT_DIR=" + h.cfg.Content, "LOGO=" + h.cfg.Logo,
		"DATABASE_URL=" + databases, "ETH_RPC_URL=" + h.rpcURL, "ENS_REGISTRY=" + h.registry, "SMTP_URL=" + h.smtpURL,
		"OIDC_ISSUER=" + h.issuer, "OIDC_CLIENT_ID=" + h.oidcClient, "OIDC_CLIENT_SECRET=" + string(h.oidcSecret), "OIDC_MANAGEMENT_SECRET=" + string(h.oidcManager),
		"STRIPE_API_URL=" + h.cardsURL, "STRIPE_SECRET_KEY=" + string(h.stripeKey), "STRIPE_WEBHOOK_SECRET=" + string(h.stripeSecret),
	}, nil
}

// runParts starts processes and returns when each is ready. It restarts a process that ends, as an orchestrator does. All of them stop
// together.
func (h *instance) runParts(ctx context.Context, parts []part) error {
	out, err := os.OpenFile(filepath.Join(h.cfg.Data, "vitrine.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	h.onStop(func() { _ = out.Close() })
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var all sync.WaitGroup
	h.onStop(func() {
		cancel()
		all.Wait()
	})
	for _, p := range parts {
		all.Go(func() { h.keep(run, p, slog.New(lines{out, p.name})) })
	}
	for _, p := range parts {
		if err := probe.Wait(ctx, "http://"+local(p.port)+"/readyz", startTimeout, nil); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// keep runs one process until ctx ends.
func (h *instance) keep(ctx context.Context, p part, log *slog.Logger) {
	for ctx.Err() == nil {
		child, err := subprocess.Start(p.command(), syscall.SIGKILL, log)
		if err != nil {
			h.failed <- fmt.Errorf("%s: %w", p.name, err)
			return
		}
		h.log.Info("a process starts", "process", p.name, "pid", child.PID())
		select {
		case <-child.Done():
			h.log.Warn("a process has ended and starts again", "process", p.name, "error", child.Failed())
		case <-ctx.Done():
			child.Stop(replicaStop)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(restartPause):
		}
	}
}

// lines writes what a process prints, each line with the process's name.
type lines struct {
	to   io.Writer
	name string
}

// Enabled implements slog.Handler.
func (l lines) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (l lines) Handle(_ context.Context, r slog.Record) error {
	_, err := fmt.Fprintf(l.to, "process=%s %s\n", l.name, r.Message)
	return err
}

// WithAttrs implements slog.Handler.
func (l lines) WithAttrs([]slog.Attr) slog.Handler { return l }

// WithGroup implements slog.Handler.
func (l lines) WithGroup(string) slog.Handler { return l }

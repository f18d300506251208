package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/kit/waiting"
)

func newPart(cfg settings) *instance {
	return &instance{cfg: cfg, log: slog.New(tracing.LogHandler(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: cfg.LogLevel}))), out: os.Stdout}
}

// prepare migrates databases, deploys contracts and imports content, so that services can start.
func prepare(ctx context.Context, cfg settings) error {
	h := newPart(cfg)
	defer h.stop()
	if err := h.connect(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{h.render, h.migrate, h.deploy, h.content} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// serve runs one service in a separate process, so that it can be stopped and killed on its own. addr, if not empty, is the address of a
// second replica.
func serve(ctx context.Context, cfg settings, name, addr string) error {
	h := newPart(cfg)
	defer h.stop()
	err := h.connect(ctx)
	if err != nil {
		return err
	}
	if h.fleet, err = h.configure(); err != nil {
		return err
	}
	if addr != "" && os.Getenv("GATEWAY_ART_ADDR") == "" {
		// The first replica has the second listener.
		h.fleet.gateway.ArtAddr = ""
	}
	endTracing, err := tracing.Start(ctx, name, h.buildID(), h.log)
	if err != nil {
		return err
	}
	defer func() { _ = endTracing(context.WithoutCancel(ctx)) }()
	for _, d := range h.openers() {
		if d.name != name {
			continue
		}
		ctx := waiting.With(ctx)
		svc, err := d.open(ctx)
		if err != nil {
			return err
		}
		if addr != "" {
			d.addr = addr
		}
		listen, err := h.listen(name, d.addr)
		if err != nil {
			return err
		}
		listen.Grace = cfg.Grace
		if cfg.Observe {
			listen.InternalAddr = local(cfg.ObservePort)
		}
		return kit.Host(ctx, name, listen, svc, h.logOf(name))
	}
	return fmt.Errorf("no service %q", name)
}

// connect reads the addresses of all dependencies from the settings. It starts nothing.
func (h *instance) connect(ctx context.Context) (err error) {
	h.failed, h.registry = make(chan error, 16), h.cfg.ENSRegistry
	if h.secrets, err = loadSecrets(h.cfg.Data); err != nil {
		return err
	}
	for _, p := range h.cfg.ports() {
		switch p.setting {
		case "POSTGRES_PORT", "NATS_PORT", "CHAIN_PORT", "SMTP_PORT", "IDENTITY_PORT", "CARDS_PORT":
			if p.used {
				return errors.New("one service needs running dependencies: set " +
					"DATABASE_URL, NATS_URL, ETH_RPC_URL, SMTP_URL, OIDC_ISSUER and STRIPE_API_URL")
			}
		}
	}
	for _, step := range []func(context.Context) error{h.postgres, h.nats, h.chain, h.mailbox, h.identity, h.cards} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

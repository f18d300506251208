package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/vitrine/vitrine/kit"
)

func part(cfg settings) *house {
	return &house{cfg: cfg, log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level()})), out: os.Stdout}
}

// prepare brings a house to where its services can start, and ends: databases, contracts, content.
func prepare(ctx context.Context, cfg settings) error {
	h := part(cfg)
	defer h.stop()
	if err := h.lean(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{h.migrate, h.deploy, h.content} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// serve runs one service of the house in a process of its own, so that it can be stopped and killed alone. addr, where not
// empty, is another address than the house's: a second replica's.
func serve(ctx context.Context, cfg settings, name, addr string) error {
	h := part(cfg)
	defer h.stop()
	err := h.lean(ctx)
	if err != nil {
		return err
	}
	if h.fleet, err = h.configure(); err != nil {
		return err
	}
	if addr != "" {
		// The second listener is the first replica's.
		h.fleet.gateway.ArtAddr = ""
	}
	for _, d := range h.doors() {
		if d.name != name {
			continue
		}
		svc, err := d.open(ctx)
		if err != nil {
			return err
		}
		if addr != "" {
			d.addr = addr
		}
		return kit.Host(ctx, name, kit.Listen{Addr: d.addr, Reflection: cfg.Reflection}, svc, h.log.With("service", name))
	}
	return fmt.Errorf("no service %q", name)
}

// lean takes what a part of a house leans on from the settings: it starts nothing itself.
func (h *house) lean(ctx context.Context) (err error) {
	h.failed = make(chan error, 16)
	if h.secrets, err = loadSecrets(h.cfg.Data); err != nil {
		return err
	}
	for _, p := range h.cfg.ports() {
		switch p.setting {
		case "POSTGRES_PORT", "NATS_PORT", "REDIS_PORT", "CHAIN_PORT", "SMTP_PORT", "IDENTITY_PORT", "CARDS_PORT":
			if p.used {
				return errors.New("a part of a house runs beside its stand-ins: set " +
					"DATABASE_URL, NATS_URL, REDIS_URL, ETH_RPC_URL, SMTP_URL, OIDC_ISSUER and STRIPE_API_URL")
			}
		}
	}
	for _, step := range []func(context.Context) error{h.postgres, h.brokers, h.chain, h.mailbox, h.identity, h.cards} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals"
	"github.com/vitrine/vitrine/services/auth"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/profiles"
)

// TestWatchedServicesHaveTheSettingsOfTheInstance reads the settings of each service as its own program does.
func TestWatchedServicesHaveTheSettingsOfTheInstance(t *testing.T) {
	h := &instance{cfg: defaults()}
	h.cfg.Data = t.TempDir()
	if err := h.cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	var err error
	if h.secrets, err = loadSecrets(h.cfg.Data); err != nil {
		t.Fatal(err)
	}
	h.database = func(name string) (string, error) { return "postgres://127.0.0.1/" + name, nil }
	h.broker = func(service string) string { return "nats://" + service + "@127.0.0.1:1" }
	h.rpcURL, h.smtpURL, h.issuer, h.cardsURL = "http://127.0.0.1:2", "smtp://127.0.0.1:3?tls=none", "http://127.0.0.1:4", "http://127.0.0.1:5"
	h.oidcClient, h.oidcSecret, h.oidcManager, h.stripeKey, h.stripeSecret = "client", "secret", "manager", "key", "signature"
	f, err := h.configure()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "auth", f.auth, auth.Default())
	same(t, "profiles", f.profiles, profiles.Default())
	same(t, "catalog", f.catalog, catalog.Default())
	same(t, "checkout", f.checkout, checkout.Default())
	same(t, "chainwatcher", f.chainwatcher, chainwatcher.Default())
	same(t, "approvals", f.approvals, approvals.Default())
	same(t, "gateway", f.gateway, gateway.Default())
}

func same[C any](t *testing.T, name string, want, got C) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		for _, pair := range kit.Environ(want) {
			setting, value, _ := strings.Cut(pair, "=")
			t.Setenv(setting, value)
		}
		if err := kit.Load(&got); err != nil {
			t.Fatal(err)
		}
		if has, wants := kit.Environ(got), kit.Environ(want); !slices.Equal(has, wants) {
			for i := range wants {
				if has[i] != wants[i] {
					t.Errorf("setting = %s, want %s", has[i], wants[i])
				}
			}
		}
	})
}

// TestHandover takes a service from a running instance, which runs it again when the connection ends.
func TestHandover(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	r := open(t)
	// It is the last step of the start, after the works that open waits for.
	eventually(t, time.Minute, func() bool {
		_, err := os.Stat(handoverSocket(r.data))
		return err == nil
	})
	ask := func(name string) (conn net.Conn, part handedOver) {
		t.Helper()
		conn, err := new(net.Dialer).DialContext(t.Context(), "unix", handoverSocket(r.data))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintln(conn, name); err != nil {
			t.Fatal(err)
		}
		if err := json.NewDecoder(conn).Decode(&part); err != nil {
			t.Fatal(err)
		}
		return conn, part
	}
	conn, part := ask("approvals")
	if part.Error != "" || part.Address != strings.TrimPrefix(r.service(approvalsPort), "http://") || !slices.Contains(part.Environ, "ADDR="+part.Address) {
		t.Fatalf("part = %q, %q, want the address and the settings of approvals", part.Address, part.Error)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", part.Address)
	if err != nil {
		t.Fatalf("the port is still in use: error = %v, want nil", err)
	}
	_ = l.Close()
	for _, name := range []string{"approvals", "nothing"} {
		if _, second := ask(name); second.Error == "" {
			t.Errorf("%s was handed over, want an error", name)
		}
	}
	if err := conn.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Fatal(err)
	}
	if !probe.OK(t.Context(), &http.Client{Timeout: 10 * time.Second}, r.service(approvalsPort)+"/readyz") {
		t.Error("approvals isn't ready after it was given back, want ready")
	}
	cardPurchase(t, r)
}

// Package cards replaces a card payment provider with Stripe's API: hosted payment pages, signed webhooks, refunds,
// disputes. It keeps everything in its own database, so it survives a crash of onebox.
package cards

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/deploy/onebox/standins/page"
	"github.com/vitrine/vitrine/kit/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Options configure the provider.
type Options struct {
	// DatabaseURL is a separate database.
	DatabaseURL string
	// Addr is the listen address, PublicURL the address for browsers.
	Addr, PublicURL string
	// SecretKey is the bearer token of API calls.
	SecretKey string
	// Account, if not empty, makes this the API of a connected account: requests must name it, and events do.
	Account string
	// WebhookURL receives events, signed with every one of WebhookSecrets.
	WebhookURL     string
	WebhookSecrets []string
	// DisputeAfter is the delay of the disputing test card; 0 means 5 seconds.
	DisputeAfter time.Duration
	Log          *slog.Logger
}

// Provider is a running provider.
type Provider struct {
	o      Options
	pool   *pgxpool.Pool
	http   *http.Server
	cancel context.CancelFunc
	loops  sync.WaitGroup
	wake   chan struct{}
}

// Start migrates the database, listens and delivers events.
func Start(ctx context.Context, o Options) (*Provider, error) {
	if err := postgres.Migrate(ctx, o.DatabaseURL, fs.FS(migrations)); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, o.DatabaseURL)
	if err != nil {
		return nil, err
	}
	o.DisputeAfter = cmp.Or(o.DisputeAfter, 5*time.Second)
	p := &Provider{o: o, pool: pool, wake: make(chan struct{}, 1)}
	mux := http.NewServeMux()
	p.routes(mux)
	p.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	l, err := net.Listen("tcp", o.Addr)
	if err != nil {
		pool.Close()
		return nil, err
	}
	run, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.loops.Go(func() { p.deliver(run) })
	p.loops.Go(func() { p.expire(run) })
	go func() {
		if err := p.http.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("cards", "error", err)
		}
	}()
	return p, nil
}

// Stop stops the provider. Undelivered events are sent after the next start.
func (p *Provider) Stop() {
	p.cancel()
	_ = p.http.Close()
	p.loops.Wait()
	p.pool.Close()
}

func (p *Provider) routes(mux *http.ServeMux) {
	for pattern, handle := range map[string]apiHandler{
		"POST /v1/checkout/sessions":                p.createSession,
		"GET /v1/checkout/sessions":                 p.listSessions,
		"GET /v1/checkout/sessions/{id}/line_items": p.listItems,
		"GET /v1/checkout/sessions/{id}":            p.get("checkout.session"),
		"POST /v1/checkout/sessions/{id}/expire":    p.expireSession,
		"GET /v1/payment_intents/{id}":              p.get("payment_intent"),
		"POST /v1/payment_intents/{id}":             p.updateIntent,
		"GET /v1/charges":                           p.listCharges,
		"GET /v1/charges/{id}":                      p.get("charge"),
		"POST /v1/refunds":                          p.createRefund,
		"GET /v1/refunds":                           p.listRefunds,
		"GET /v1/refunds/{id}":                      p.get("refund"),
		"GET /v1/disputes":                          p.listDisputes,
		"GET /v1/disputes/{id}":                     p.get("dispute"),
		"POST /v1/disputes/{id}":                    p.updateDispute,
		"POST /v1/disputes/{id}/close":              p.closeDispute,
		"GET /v1/events":                            p.listEvents,
		"GET /v1/events/{id}":                       p.getEvent,
	} {
		mux.Handle(pattern, p.api(handle))
	}
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, "invalid_request_error", "", "Unrecognized request URL ("+r.Method+": "+r.URL.Path+").")
	})
	page.Fonts(mux)
	mux.HandleFunc("GET /c/pay/{session}", p.showPay)
	mux.HandleFunc("POST /c/pay/{session}", p.pay)
	mux.HandleFunc("GET /c/authorize/{session}", p.showAuthorize)
	mux.HandleFunc("POST /c/authorize/{session}", p.authorize)
}

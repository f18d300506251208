package gateway

import (
	"context"
	"net/http"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/mtls/mtlstest"
	"github.com/vitrine/vitrine/kit/testkit"
)

// bare is a service with nothing but its health.
type bare struct{}

func (bare) Mount(*http.ServeMux)          {}
func (bare) Run(ctx context.Context) error { <-ctx.Done(); return nil }
func (bare) Close() error                  { return nil }
func (bare) Extras() kit.Extras            { return kit.Extras{} }

// TestServicesAreCalledWithCertificates: the gateway's calls to https:// addresses show its certificate, and those without one fail.
func TestServicesAreCalledWithCertificates(t *testing.T) {
	t.Parallel()
	authority, fleet := mtlstest.New(t), identitytest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- kit.Host(ctx, "auth", kit.Listen{Addr: "127.0.0.1:0", TLS: authority.Open(t, "auth"), Ready: func(a string) { ready <- a }}, bare{}, testkit.Log(t))
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	addr := <-ready
	for name, c := range map[string]struct {
		scheme       string
		certificates *mtls.Certificates
		code         codes.Code
	}{
		"certificates":          {"https", authority.Open(t, "gateway"), codes.OK},
		"another authority":     {"https", mtlstest.New(t).Open(t, "gateway"), codes.Unavailable},
		"no certificates":       {"https", nil, codes.Unavailable},
		"an unencrypted caller": {"http", nil, codes.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			keys := fleet.Keys(t, "gateway")
			keys.SetCertificates(c.certificates)
			cfg := Default()
			cfg.AuthURL = c.scheme + "://" + addr
			var conns conns
			services, err := conns.dial(cfg, keys)
			if err != nil {
				t.Fatal(err)
			}
			once, stop := context.WithTimeout(t.Context(), 20*time.Second)
			_, err = grpc_health_v1.NewHealthClient(services.Auth).Check(once, &grpc_health_v1.HealthCheckRequest{})
			if status.Code(err) != c.code {
				t.Errorf("got %v, want %s", err, c.code)
			}
			stop()
			if err := conns.close(); err != nil {
				t.Error(err)
			}
		})
	}
}

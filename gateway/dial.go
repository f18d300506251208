package gateway

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/tracing"
)

// conns are the connections to the services.
type conns []*grpc.ClientConn

// dial creates connections to the services that have public RPCs. Each connects on its first call and signs calls for its service.
func (l *conns) dial(cfg Config, keys *identity.Keys) (services rest.Services, err error) {
	for _, s := range []struct {
		conn *grpc.ClientConnInterface
		name string
		url  string
	}{
		{&services.Auth, "auth", cfg.AuthURL},
		{&services.Profiles, "profiles", cfg.ProfilesURL},
		{&services.Catalog, "catalog", cfg.CatalogURL},
		{&services.Checkout, "checkout", cfg.CheckoutURL},
		{&services.Chain, "chainwatcher", cfg.ChainwatcherURL},
		{&services.Approvals, "approvals", cfg.ApprovalsURL},
	} {
		u, err := url.Parse(s.url)
		if err != nil {
			return services, err
		}
		conn, err := grpc.NewClient(u.Host, grpc.WithTransportCredentials(transportCredentials(u, keys.Certificates())), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(8<<20)),
			grpc.WithChainUnaryInterceptor(repeat(rpc.NewBudget()), signFor(s.name, keys)), spans(),
			// A service that restarts is called again soon.
			grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second}, MinConnectTimeout: 3 * time.Second}),
			// Pings notice a dead peer; TCP alone would wait a quarter of an hour.
			grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}))
		if err != nil {
			return services, err
		}
		*l = append(*l, conn)
		*s.conn = conn
	}
	return services, nil
}

// transportCredentials encrypts calls to an https:// address. It shows the gateway's certificate if there is one.
func transportCredentials(to *url.URL, certificates *mtls.Certificates) credentials.TransportCredentials {
	switch {
	case to.Scheme != "https":
		return insecure.NewCredentials()
	case certificates == nil:
		return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12})
	}
	return renewed{credentials.NewTLS(certificates.Client(to.Hostname())), certificates, to.Hostname()}
}

// renewed reads the certificate files for each new connection, so that renewed certificates need no restart.
type renewed struct {
	credentials.TransportCredentials

	certificates *mtls.Certificates
	host         string
}

// ClientHandshake implements credentials.TransportCredentials.
func (r renewed) ClientHandshake(ctx context.Context, authority string, conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return credentials.NewTLS(r.certificates.Client(r.host)).ClientHandshake(ctx, authority, conn)
}

// Clone implements credentials.TransportCredentials.
func (r renewed) Clone() credentials.TransportCredentials {
	return renewed{r.TransportCredentials.Clone(), r.certificates, r.host}
}

// signFor signs calls to a service on behalf of the user in the call's context, or of the gateway itself.
func signFor(service string, keys *identity.Keys) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		person, _ := identity.From(ctx)
		token, err := keys.Sign(service, person)
		if err != nil {
			return err
		}
		ctx = metadata.AppendToOutgoingContext(ctx, identity.Header, token)
		if id := tracing.RequestID(ctx); id != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, tracing.RequestIDHeader, id)
		}
		return invoke(ctx, method, req, reply, conn, opts...)
	}
}

// spans records calls as trace spans if traces are exported.
func spans() grpc.DialOption {
	if !tracing.Enabled() {
		return grpc.EmptyDialOption{}
	}
	return grpc.WithStatsHandler(otelgrpc.NewClientHandler(otelgrpc.WithTracerProvider(tracing.Provider()), otelgrpc.WithPropagators(tracing.Propagator()),
		otelgrpc.WithMeterProvider(noop.NewMeterProvider())))
}

// close closes the connections. It may be called twice.
func (l *conns) close() error {
	var errs []error
	for _, c := range *l {
		// An error of this code means that the connection is already closed.
		if err := c.Close(); err != nil && status.Code(err) != codes.Canceled {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

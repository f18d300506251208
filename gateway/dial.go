package gateway

import (
	"errors"
	"net/url"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/gateway/internal/rest"
)

// conns are the connections to the services.
type conns []*grpc.ClientConn

// dial connects to the services whose RPCs are public, lazily.
func (l *conns) dial(cfg Config) (services rest.Services, err error) {
	for _, s := range []struct {
		conn *grpc.ClientConnInterface
		url  string
	}{
		{&services.Auth, cfg.AuthURL},
		{&services.Profiles, cfg.ProfilesURL},
		{&services.Checkout, cfg.CheckoutURL},
		{&services.Chain, cfg.ChainwatcherURL},
		{&services.Approvals, cfg.ApprovalsURL},
	} {
		u, err := url.Parse(s.url)
		if err != nil {
			return services, err
		}
		conn, err := grpc.NewClient(u.Host, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(8<<20)),
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

// close may be called twice.
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

package gateway

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

type connKey struct{}

// dropping is a service that drops the connections of its first calls after it has received them. It counts the calls.
func dropping(t *testing.T, drops int32) (addr string, calls *atomic.Int32) {
	t.Helper()
	calls = new(atomic.Int32)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if calls.Add(1) <= drops {
			_ = r.Context().Value(connKey{}).(net.Conn).Close()
			return
		}
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
		_, _ = w.Write(make([]byte, 5)) // an empty message
	}))
	s.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) }
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), calls
}

func checkoutAt(t *testing.T, addr string) checkoutv1.CheckoutServiceClient {
	t.Helper()
	cfg := Default()
	cfg.CheckoutURL = "http://" + addr
	var conns conns
	services, err := conns.dial(cfg, identitytest.New(t).Keys(t, "gateway"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conns.close() })
	return checkoutv1.NewCheckoutServiceClient(services.Checkout)
}

// TestABrokenConnectionFailsNoRead: a call without side effects is sent once more if its connection breaks. A payment isn't, because the service
// may have received it.
func TestABrokenConnectionFailsNoRead(t *testing.T) {
	t.Parallel()
	read := func(c checkoutv1.CheckoutServiceClient) error {
		_, err := c.GetCheckout(t.Context(), &checkoutv1.GetCheckoutRequest{})
		return err
	}
	pay := func(c checkoutv1.CheckoutServiceClient) error {
		_, err := c.StartCardPayment(t.Context(), &checkoutv1.StartCardPaymentRequest{})
		return err
	}
	for name, c := range map[string]struct {
		call        func(checkoutv1.CheckoutServiceClient) error
		drops, want int32
		code        codes.Code
	}{
		"a read":        {read, 1, 2, codes.OK},
		"a read, twice": {read, 2, 2, codes.Unavailable},
		"a payment":     {pay, 1, 1, codes.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr, calls := dropping(t, c.drops)
			if err := c.call(checkoutAt(t, addr)); status.Code(err) != c.code || calls.Load() != c.want {
				t.Errorf("error = %v after %d calls, want %s after %d", err, calls.Load(), c.code, c.want)
			}
		})
	}
}

// TestACallThatWasNeverSentIsRepeated: a service that restarts resets a connection while it opens. Nothing was sent on it, so any call is repeated.
func TestACallThatWasNeverSentIsRepeated(t *testing.T) {
	t.Parallel()
	addr, calls := dropping(t, 0)
	n := newLine(t, addr)
	n.reset.Store(1)
	if _, err := checkoutAt(t, n.listener.Addr().String()).StartCardPayment(t.Context(), &checkoutv1.StartCardPaymentRequest{}); err != nil || calls.Load() != 1 {
		t.Errorf("error = %v after %d calls, want nil after 1", err, calls.Load())
	}
}

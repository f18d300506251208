package standins

import (
	"net"
	"net/http"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/pushserver"
)

// Push is a push service for browsers that can't reach their own.
type Push struct{ server *http.Server }

// StartPush listens on addr; origin is where it is reached. A restart ends all subscriptions.
func StartPush(addr, origin string) (*Push, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	p := &Push{&http.Server{Handler: pushserver.New(origin), ReadHeaderTimeout: 5 * time.Second}}
	go func() { _ = p.server.Serve(l) }()
	return p, nil
}

// Stop ends it.
func (p *Push) Stop() { _ = p.server.Close() }

package standins

import (
	"context"
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Redis is an in-memory server with the Redis protocol. It loses everything when it stops, which is fine: Redis holds no
// state that matters.
type Redis struct {
	server *miniredis.Miniredis
	cancel context.CancelFunc
}

// tick is the resolution of expiries, because miniredis doesn't advance time on its own.
const tick = 100 * time.Millisecond

// StartRedis listens at addr.
func StartRedis(addr string) (*Redis, error) {
	m := miniredis.NewMiniRedis()
	if err := m.StartAddr(addr); err != nil {
		return nil, fmt.Errorf("redis: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		t := time.NewTicker(tick)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				m.FastForward(tick)
			}
		}
	}()
	return &Redis{m, cancel}, nil
}

// URL is the address for clients.
func (r *Redis) URL() string { return "redis://" + r.server.Addr() + "/0" }

// Stop ends the server.
func (r *Redis) Stop() {
	r.cancel()
	r.server.Close()
}

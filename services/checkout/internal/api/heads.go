package api

import (
	"context"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

const (
	// headsFor is how long heads are cached, because many pages poll every few seconds.
	headsFor = 2 * time.Second
	// headsWithin limits how long a page waits for the heads; after that it works without them.
	headsWithin = time.Second
)

// heads caches the chainwatcher's last response.
type heads struct {
	mu   sync.Mutex
	at   time.Time
	last []order.Head
}

// now returns the heads, or nil while the chainwatcher is unavailable.
func (h *heads) now(ctx context.Context, ask func(context.Context) ([]order.Head, error)) []order.Head {
	if ask == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < headsFor {
		return h.last
	}
	// All waiting callers share the response, so the call must not end when the first caller leaves.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), headsWithin)
	defer cancel()
	h.last, _ = ask(ctx)
	h.at = time.Now()
	return h.last
}

package api

import (
	"context"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

const (
	// headsFor is how long an answer about heads is good for: pages ask every few seconds, and many at once.
	headsFor = 2 * time.Second
	// headsWithin bounds how long a page waits for them; it does without.
	headsWithin = time.Second
)

// heads keeps the last answer of the chainwatcher.
type heads struct {
	mu   sync.Mutex
	at   time.Time
	last []order.Head
}

// now answers the heads, or none while the chainwatcher does not answer.
func (h *heads) now(ctx context.Context, ask func(context.Context) ([]order.Head, error)) []order.Head {
	if ask == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < headsFor {
		return h.last
	}
	// The answer is for all who wait, also where the one who asks leaves.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), headsWithin)
	defer cancel()
	h.last, _ = ask(ctx)
	h.at = time.Now()
	return h.last
}

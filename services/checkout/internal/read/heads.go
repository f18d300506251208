package read

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

const (
	// headsFor is how long heads are cached, because many pages poll every few seconds.
	headsFor = 2 * time.Second
	// headsWithin limits how long a page waits for the heads; after that it works without them.
	headsWithin = time.Second
)

// Heads caches how far the chainwatcher processed each chain.
type Heads struct {
	// Read calls the chainwatcher; nil for no chains.
	Read func(context.Context) ([]order.Head, error)

	mu   sync.Mutex
	at   time.Time
	last []order.Head
}

// now returns the heads, or nil while the chainwatcher is unavailable.
func (h *Heads) now(ctx context.Context) []order.Head {
	if h.Read == nil {
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
	h.last, _ = h.Read(ctx)
	h.at = time.Now()
	return h.last
}

// confirmations returns how many blocks confirm a payment and how many a final payment needs; 0 for a card payment, and for one that was
// reverted or bought nothing.
func (h *Heads) confirmations(ctx context.Context, p db.Payment) (have, need int32) {
	if p.Method != purchase.Ether || !p.Credited && p.Status != purchase.PaymentPending {
		return 0, 0
	}
	heads := h.now(ctx)
	i := slices.IndexFunc(heads, func(head order.Head) bool { return head.ChainID == p.ChainID })
	if i < 0 {
		return 0, 0
	}
	return heads[i].Confirmations(p.BlockNumber)
}

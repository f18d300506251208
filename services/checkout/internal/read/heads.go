package read

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
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
	last atomic.Pointer[[]order.Head]
}

// now returns the heads, or nil while the chainwatcher is unavailable. In a transaction, which must not wait for the network, it returns the last ones.
func (h *Heads) now(ctx context.Context) []order.Head {
	if h.Read == nil {
		return nil
	}
	if postgres.InsideAnyTx(ctx) {
		return h.known()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < headsFor {
		return h.known()
	}
	// All waiting callers share the response, so the call must not end when the first caller leaves.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), headsWithin)
	defer cancel()
	heads, _ := h.Read(ctx)
	h.last.Store(&heads)
	h.at = time.Now()
	return heads
}

func (h *Heads) known() []order.Head {
	if last := h.last.Load(); last != nil {
		return *last
	}
	return nil
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

package watching

import (
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Stall detects that blocks arrive but none becomes final. The caller halts the chain then.
type Stall struct {
	// Limit is how long finality may stall; 0 means forever.
	Limit time.Duration

	finalized, number uint64
	since             time.Time
	stalled           bool
}

// Observe takes the newest cursor. It reports whether finality has stalled for longer than the limit, and whether that has changed.
func (s *Stall) Observe(c chain.Cursor, now time.Time) (stalled, changed bool) {
	if s.since.IsZero() || c.Finalized != s.finalized || c.Number < s.number {
		s.finalized, s.number, s.since = c.Finalized, c.Number, now
	}
	// A chain without new blocks has nothing to make final.
	stalled = s.Limit > 0 && c.Number > s.number && now.Sub(s.since) > s.Limit
	changed, s.stalled = stalled != s.stalled, stalled
	return stalled, changed
}

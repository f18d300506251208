package chain

import "time"

// Stall notices that blocks come and nothing becomes final. What is not final is not completed, so there is nothing to stop:
// people have to know.
type Stall struct {
	// Limit is how long finality may stand still; 0 for ever.
	Limit time.Duration

	finalized, number uint64
	since             time.Time
	stalled           bool
}

// Look takes the newest cursor. It answers whether finality stands still for too long, and whether that is news.
func (s *Stall) Look(c Cursor, now time.Time) (stalled, changed bool) {
	if s.since.IsZero() || c.Finalized != s.finalized || c.Number < s.number {
		s.finalized, s.number, s.since = c.Finalized, c.Number, now
	}
	// A chain without new blocks has nothing to make final.
	stalled = s.Limit > 0 && c.Number > s.number && now.Sub(s.since) > s.Limit
	changed, s.stalled = stalled != s.stalled, stalled
	return stalled, changed
}

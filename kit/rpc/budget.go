package rpc

import "sync"

const (
	budgetMax  = 10.0
	budgetGain = 0.1 // a tenth of the calls may be repeated
)

// Budget limits how many calls are repeated, so that repeats don't overload a service that fails. It is safe for concurrent use.
type Budget struct {
	mu   sync.Mutex
	left float64
}

// NewBudget returns a full budget.
func NewBudget() *Budget { return &Budget{left: budgetMax} }

// Refill counts a call. Ten calls allow one repeat.
func (b *Budget) Refill() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.left+budgetGain, budgetMax)
}

// Spend uses one repeat. It reports false if none is left.
func (b *Budget) Spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

package follow

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// standstill is how long a chain may have no new block before that is a problem. Public chains have one at least every 12 seconds.
const standstill = 2 * time.Minute

// Progress records when each chain was last seen to advance, and what its nodes lack.
type Progress struct {
	mu       sync.Mutex
	heights  map[uint32]uint64
	advanced map[uint32]time.Time
	nodes    map[uint32][]string
}

// NewProgress creates a Progress that starts now.
func NewProgress() *Progress {
	return &Progress{heights: map[uint32]uint64{}, advanced: map[uint32]time.Time{}, nodes: map[uint32][]string{}}
}

func (p *Progress) watch(id uint32, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.advanced[id]; !ok {
		p.advanced[id] = now
	}
}

func (p *Progress) block(id uint32, number uint64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if before, ok := p.heights[id]; !ok || before != number {
		p.heights[id], p.advanced[id] = number, now
	}
}

// SetNodes sets what the nodes of a chain lack. It reports whether that changed.
func (p *Progress) SetNodes(id uint32, problems []string) (changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed = !slices.Equal(p.nodes[id], problems)
	p.nodes[id] = problems
	return changed
}

// Problems lists the chains that don't advance and the nodes that lack something, for operators.
func (p *Progress) Problems(now time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for id, at := range p.advanced {
		if age := now.Sub(at); age > standstill {
			out = append(out, fmt.Sprintf("chain %d: no new block for %s", id, age.Round(time.Second)))
		}
	}
	for _, problems := range p.nodes {
		out = append(out, problems...)
	}
	slices.Sort(out)
	return out
}

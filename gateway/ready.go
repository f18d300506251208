package gateway

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	problemsAge     = 5 * time.Second
	problemsTimeout = time.Second
)

// chainProblems caches the problems in the chainwatcher's /readyz, because anyone may call the gateway's /readyz.
type chainProblems struct {
	url    string
	client *http.Client

	mu    sync.Mutex
	at    time.Time
	lines []string
}

// read returns additional lines for /readyz: the chains that have stopped.
func (p *chainProblems) read(ctx context.Context) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.at) > problemsAge {
		p.lines, p.at = p.fetch(context.WithoutCancel(ctx)), time.Now()
	}
	return p.lines
}

func (p *chainProblems) fetch(ctx context.Context) []string {
	unavailable := []string{"chainwatcher: not available"}
	ctx, cancel := context.WithTimeout(ctx, problemsTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/readyz", nil)
	if err != nil {
		return unavailable
	}
	res, err := p.client.Do(req)
	if err != nil {
		return unavailable
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return unavailable
	}
	var out []string
	for lines := bufio.NewScanner(io.LimitReader(res.Body, 4<<10)); lines.Scan(); {
		if problem, ok := strings.CutPrefix(lines.Text(), "degraded: "); ok {
			out = append(out, problem)
		}
	}
	return out
}

package main

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// responseWithin is the maximum duration of a gateway's response: the services' limit of ten seconds, plus a margin for
// a busy machine.
const responseWithin = 15 * time.Second

// seen records the gateway's responses while the database has a fault. 503 with Retry-After is allowed; 500, 502, 504 and
// timeouts are not.
type seen struct {
	base string

	mu     sync.Mutex
	counts map[string]int
	worst  time.Duration
	wrong  map[string]int
	busy   map[string]int // 503 with Retry-After
}

func (s *seen) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts, s.wrong, s.busy, s.worst = map[string]int{}, map[string]int{}, map[string]int{}, 0
}

// RoundTrip implements http.RoundTripper for the buyers.
func (s *seen) RoundTrip(req *http.Request) (*http.Response, error) {
	began := time.Now()
	res, err := transport.RoundTrip(req)
	if !strings.HasPrefix(req.URL.String(), s.base) {
		return res, err
	}
	took := time.Since(began)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.worst = max(s.worst, took)
	what := "no response"
	if err == nil {
		what = fmt.Sprintf("%dxx", res.StatusCode/100)
		switch {
		case res.StatusCode == http.StatusServiceUnavailable:
			what = "503"
			if res.Header.Get("Retry-After") == "" {
				s.wrong["503 without Retry-After"]++
			} else {
				s.busy["503 for "+req.Method+" "+route(req.URL.Path)]++
			}
		case res.StatusCode >= http.StatusInternalServerError:
			what = fmt.Sprint(res.StatusCode)
			s.wrong[fmt.Sprintf("%d for %s %s", res.StatusCode, req.Method, route(req.URL.Path))]++
		}
	} else {
		s.wrong["no response to "+req.Method+" "+route(req.URL.Path)]++
	}
	if took > responseWithin {
		s.wrong[fmt.Sprintf("a response later than %s to %s %s", responseWithin, req.Method, route(req.URL.Path))]++
	}
	s.counts[what]++
	return res, err
}

// route replaces ids in a path.
func route(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) > 30 {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, "/")
}

// note adds the responses to a result; forbidden ones are violations.
func (s *seen) note(res *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res.Figures["responses"], res.Figures["slowestResponseSeconds"] = s.counts, round(s.worst)
	for what, n := range s.wrong {
		res.Violations = append(res.Violations, fmt.Sprintf("T20 %d × %s", n, what))
	}
}

// cut records a truncated response.
func (s *seen) cut(method, path string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong[fmt.Sprintf("a cut response to %s %s: %v", method, route(path), err)]++
}

// failed adds the responses to a result in which nothing may fail: every one of 500 and above is a violation, also with Retry-After, and so is
// a request without a response.
func (s *seen) failed(res *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res.Figures["responses"], res.Figures["slowestResponseSeconds"] = maps.Clone(s.counts), round(s.worst)
	for _, list := range []map[string]int{s.wrong, s.busy} {
		for what, n := range list {
			res.Violations = append(res.Violations, fmt.Sprintf("T32 %d × %s", n, what))
		}
	}
}

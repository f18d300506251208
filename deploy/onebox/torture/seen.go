package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// answerWithin bounds every answer of the front door: the services' own limit of ten seconds, and something for a machine
// that is busy.
const answerWithin = 15 * time.Second

// seen watches what the front door answers while the database is harmed: 503 with Retry-After is a clean no; 500, 502, 504 and
// silence are not.
type seen struct {
	base string

	mu     sync.Mutex
	counts map[string]int
	worst  time.Duration
	wrong  map[string]int
}

func (s *seen) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts, s.wrong, s.worst = map[string]int{}, map[string]int{}, 0
}

// RoundTrip is the buyers' transport.
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
	what := "no answer"
	if err == nil {
		what = fmt.Sprintf("%dxx", res.StatusCode/100)
		switch {
		case res.StatusCode == http.StatusServiceUnavailable:
			what = "503"
			if res.Header.Get("Retry-After") == "" {
				s.wrong["503 without Retry-After"]++
			}
		case res.StatusCode >= http.StatusInternalServerError:
			what = fmt.Sprint(res.StatusCode)
			s.wrong[fmt.Sprintf("%d for %s %s", res.StatusCode, req.Method, route(req.URL.Path))]++
		}
	} else {
		s.wrong["no answer to "+req.Method+" "+route(req.URL.Path)]++
	}
	if took > answerWithin {
		s.wrong[fmt.Sprintf("an answer later than %s to %s %s", answerWithin, req.Method, route(req.URL.Path))]++
	}
	s.counts[what]++
	return res, err
}

// route drops ids.
func route(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) > 30 {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, "/")
}

// note writes the answers into a result; they are a part of the verdict.
func (s *seen) note(res *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res.Figures["answers"], res.Figures["slowestAnswerSeconds"] = s.counts, round(s.worst)
	for what, n := range s.wrong {
		res.Violations = append(res.Violations, fmt.Sprintf("T20 %d × %s", n, what))
	}
}

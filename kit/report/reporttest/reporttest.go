// Package reporttest receives error reports in tests.
package reporttest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Event is the part of a report that tests check.
type Event struct {
	Level       string            `json:"level"`
	Release     string            `json:"release"`
	Environment string            `json:"environment"`
	ServerName  string            `json:"server_name"`
	Tags        map[string]string `json:"tags"`
	Exception   []struct {
		Type       string `json:"type"`
		Value      string `json:"value"`
		Stacktrace struct {
			Frames []struct {
				Function string `json:"function"`
				Module   string `json:"module"`
			} `json:"frames"`
		} `json:"stacktrace"`
	} `json:"exception"`
	// Raw is the event as it was sent.
	Raw string `json:"-"`
}

// Title is the type and the value of the first exception.
func (e Event) Title() string {
	if len(e.Exception) == 0 {
		return ""
	}
	return e.Exception[0].Type + ": " + e.Exception[0].Value
}

// Receiver is an error reporting service for tests.
type Receiver struct {
	// DSN is the address that reports go to.
	DSN string

	mu     sync.Mutex
	events []Event
}

// Receive starts a receiver that ends with the test.
func Receive(t testing.TB) *Receiver {
	t.Helper()
	r := new(Receiver)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !strings.HasSuffix(req.URL.Path, "/api/1/envelope/") || !strings.Contains(req.Header.Get("X-Sentry-Auth"), "sentry_key=public") {
			t.Errorf("envelope sent to %s with %q, want …/api/1/envelope/ with sentry_key=public", req.URL, req.Header.Get("X-Sentry-Auth"))
		}
		if err := r.take(req); err != nil {
			t.Errorf("unreadable envelope: error = %v, want nil", err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(s.Close)
	r.DSN = strings.Replace(s.URL, "://", "://public@", 1) + "/1"
	return r
}

// Events are the reports that arrived.
func (r *Receiver) Events() []Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Event{}, r.events...)
}

func (r *Receiver) take(req *http.Request) error {
	var body io.Reader = req.Body
	if req.Header.Get("Content-Encoding") == "gzip" {
		plain, err := gzip.NewReader(body)
		if err != nil {
			return err
		}
		body = plain
	}
	lines := bufio.NewReader(body)
	if _, err := lines.ReadBytes('\n'); err != nil { // the envelope's own header
		return err
	}
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) == 0 {
			if err == nil {
				continue
			}
			return nil
		}
		var item struct {
			Type   string
			Length *int
		}
		if err := json.Unmarshal(line, &item); err != nil {
			return err
		}
		var payload []byte
		if item.Length != nil {
			payload = make([]byte, *item.Length)
			_, err = io.ReadFull(lines, payload)
		} else if payload, err = lines.ReadBytes('\n'); err == io.EOF {
			err = nil
		}
		if err != nil {
			return err
		}
		if item.Type != "event" {
			continue
		}
		event := Event{Raw: string(payload)}
		if err := json.Unmarshal(payload, &event); err != nil {
			return err
		}
		r.mu.Lock()
		r.events = append(r.events, event)
		r.mu.Unlock()
	}
}

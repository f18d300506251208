// Package site tells the website which of its cached pages are stale.
package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit"
)

const (
	timeout = 5 * time.Second
	// gather is how long tags are collected before they are sent: a drop changes many works at once.
	gather  = 200 * time.Millisecond
	retries = 5
	// maxTags is how many one request may carry.
	maxTags = 100
)

// Site collects tags and sends them. Without an address it does nothing: pages then grow stale by their own clock.
type Site struct {
	url  string
	key  kit.Secret
	http *http.Client
	log  *slog.Logger

	mu   sync.Mutex
	tags map[string]bool
	wake chan struct{}
}

// New is a site at an address ("" for none) that knows the key.
func New(url string, key kit.Secret, log *slog.Logger) *Site {
	return &Site{url: url, key: key, http: &http.Client{Timeout: timeout}, log: log, tags: map[string]bool{}, wake: make(chan struct{}, 1)}
}

// Stale notes tags to be sent soon. It never waits.
func (s *Site) Stale(tags ...string) {
	if s.url == "" || len(tags) == 0 {
		return
	}
	s.mu.Lock()
	for _, t := range tags {
		s.tags[t] = true
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Tell sends tags now, several times if need be, and answers why the site did not hear of them.
func (s *Site) Tell(ctx context.Context, tags ...string) error {
	if s.url == "" {
		return nil
	}
	return s.deliver(ctx, tags)
}

// Run sends until ctx ends. What was noted and not sent by then is left to Flush.
func (s *Site) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(gather):
		}
		s.Flush(ctx)
	}
}

// Flush sends what was noted, now. Commands and services call it before they end.
func (s *Site) Flush(ctx context.Context) {
	s.mu.Lock()
	tags := make([]string, 0, len(s.tags))
	for t := range s.tags {
		tags = append(tags, t)
	}
	clear(s.tags)
	s.mu.Unlock()
	if s.url == "" || len(tags) == 0 {
		return
	}
	slices.Sort(tags)
	for chunk := range slices.Chunk(tags, maxTags) {
		switch err := s.deliver(ctx, chunk); {
		case errors.Is(err, context.Canceled):
			s.Stale(chunk...) // for the last Flush
		case err != nil:
			// Pages are stale for a while; their own clock ends that.
			s.log.WarnContext(ctx, "the site was not told of changes", "tags", len(chunk), "error", err)
		}
	}
}

// deliver sends one request, several times if need be.
func (s *Site) deliver(ctx context.Context, tags []string) (err error) {
	for wait, try := 200*time.Millisecond, 0; try < retries; wait, try = 2*wait, try+1 {
		if err = s.send(ctx, tags); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
	return fmt.Errorf("the site: %w", err)
}

func (s *Site) send(ctx context.Context, tags []string) error {
	body, err := json.Marshal(map[string][]string{"tags": tags})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Vitrine-Revalidate-Key", string(s.key))
	res, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16))
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("answered %s", res.Status)
	}
	return nil
}

package session

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

const (
	// keep is how long an ended session is remembered: as long as one of its access tokens may be accepted (five minutes plus
	// leeway), and a minute for clock differences.
	keep = 7 * time.Minute
	// checkEvery is how long a response of auth is cached while the broker is unavailable.
	checkEvery = 5 * time.Second
	// checkTimeout limits one call to auth, because a read waits for it.
	checkTimeout = 2 * time.Second
)

// Ended is the set of ended sessions whose access tokens may still be valid. It consumes auth's events into memory: each
// gateway has its own set, and reads the last minutes from the stream when it starts. While the broker is
// unavailable it calls auth instead, at most every five seconds for a session; if auth is unavailable too, reads are
// accepted until the access token expires. Services always check the session again for writes.
type Ended struct {
	watch    *bus.Watch
	accounts authv1.AccountServiceClient
	now      func() time.Time // compared with the times of events
	log      *slog.Logger

	mu      sync.Mutex
	ended   map[string]time.Time // session ID → when to forget it
	checked map[string]checkResult
}

// checkResult is auth's cached response about a session.
type checkResult struct {
	ended bool
	until time.Time
}

// NewEnded returns an empty set that calls auth over conn while the broker is unavailable.
func NewEnded(conn grpc.ClientConnInterface, log *slog.Logger) *Ended {
	e := &Ended{accounts: authv1.NewAccountServiceClient(conn), now: time.Now, log: log, ended: map[string]time.Time{}, checked: map[string]checkResult{}}
	e.watch = bus.NewWatch[*authv1.SessionsEnded](keep, e.add, log)
	return e
}

// SetClock sets the clock that event times are compared with. Call it before the first use.
func (e *Ended) SetClock(c clock.Clock) { e.now = c.Now }

// Run consumes events until ctx ends.
func (e *Ended) Run(ctx context.Context, natsURL string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return background.RunAll(ctx,
		func(ctx context.Context) error {
			return kit.Every(ctx, time.Minute, e.log, "sweep of ended sessions", e.sweep)
		},
		func(ctx context.Context) error {
			defer cancel()
			return e.watch.Run(ctx, natsURL)
		})
}

func (e *Ended) add(event *authv1.SessionsEnded) {
	until := event.GetEndedAt().AsTime().Add(keep)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range event.GetSessionIds() {
		e.ended[id] = until
	}
}

func (e *Ended) sweep(context.Context) error {
	now, deciding := time.Now(), e.now()
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, until := range e.ended {
		if deciding.After(until) {
			delete(e.ended, id)
		}
	}
	for id, a := range e.checked {
		if now.After(a.until) {
			delete(e.checked, id)
		}
	}
	return nil
}

// Has reports whether a session is known to have ended.
func (e *Ended) Has(ctx context.Context, sessionID string) bool {
	now := time.Now()
	e.mu.Lock()
	_, ended := e.ended[sessionID]
	known, ok := e.checked[sessionID]
	e.mu.Unlock()
	if ended || e.watch.Current() {
		return ended
	}
	if ok && now.Before(known.until) {
		return known.ended
	}
	ended = e.check(ctx, sessionID)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.checked[sessionID] = checkResult{ended, now.Add(checkEvery)}
	return ended
}

// check calls auth. If the call fails, the session counts as active.
func (e *Ended) check(ctx context.Context, sessionID string) bool {
	// Other requests of the session share the response, so the call must outlive this request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	res, err := e.accounts.CheckSession(identity.With(ctx, nil), &authv1.CheckSessionRequest{SessionId: sessionID})
	if err != nil {
		e.log.WarnContext(ctx, "cannot check whether a session has ended", "error", err)
		return false
	}
	return !res.GetActive()
}

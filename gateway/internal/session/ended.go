package session

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

const (
	// keep is how long an ended session is remembered: as long as an access token of it may be accepted (five minutes and the
	// leeway), and a minute for clocks that differ.
	keep = 7 * time.Minute
	// checkEvery is how long a response of auth is used while events are not available.
	checkEvery = 5 * time.Second
	// checkTimeout bounds one question to auth, which a read waits for.
	checkTimeout = 2 * time.Second
)

// Ended holds the sessions that ended while access tokens of them may still be valid. It receives them from the events of
// auth, in memory: each gateway has its own, and reads the last minutes from the stream when it starts. While the broker is
// not available it calls auth instead, once in five seconds for a session; if auth is not available either, reads are
// accepted until the access token expires. Services check sessions again for everything that writes.
type Ended struct {
	watch    *bus.Watch
	accounts authv1.AccountServiceClient
	now      func() time.Time // compared with the times of events
	log      *slog.Logger

	mu      sync.Mutex
	ended   map[string]time.Time // until when each is kept
	checked map[string]checkResult
}

// checkResult is a cached response of auth about a session.
type checkResult struct {
	ended bool
	until time.Time
}

// NewEnded calls auth over conn.
func NewEnded(conn grpc.ClientConnInterface, log *slog.Logger) *Ended {
	e := &Ended{accounts: authv1.NewAccountServiceClient(conn), now: time.Now, log: log, ended: map[string]time.Time{}, checked: map[string]checkResult{}}
	e.watch = bus.NewWatch[*authv1.SessionsEnded](keep, e.add, log)
	return e
}

// SetClock sets the clock that events are compared with, before the first use.
func (e *Ended) SetClock(c clock.Clock) { e.now = c.Now }

// Run listens to the broker until ctx ends.
func (e *Ended) Run(ctx context.Context, natsURL string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var sweeping sync.WaitGroup
	sweeping.Go(func() { _ = kit.Every(ctx, time.Minute, e.log, "sweep of ended sessions", e.sweep) })
	err := e.watch.Run(ctx, natsURL)
	cancel()
	sweeping.Wait()
	return err
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

// check calls auth. A session that auth does not confirm or deny counts as active.
func (e *Ended) check(ctx context.Context, sessionID string) bool {
	// Other requests of the session use the response too, so the call does not end with this one.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	res, err := e.accounts.CheckSession(identity.With(ctx, nil), &authv1.CheckSessionRequest{SessionId: sessionID})
	if err != nil {
		e.log.WarnContext(ctx, "ended sessions are not known", "error", err)
		return false
	}
	return !res.GetActive()
}

package approval

import (
	"context"
	"strings"
	"time"
)

// Event is the event of an entry: a verb, and for some "as" and whose link was used, e.g. "approved as owner".
type Event string

// The events of the log.
const (
	EventRequested Event = "requested"
	EventViewed    Event = "viewed"
	EventResent    Event = "resent"
	// EventWorkCancelled is the cancellation of one work of several.
	EventWorkCancelled Event = "work_cancelled"

	EventApproved  Event = "approved"
	EventRejected  Event = "rejected"
	EventExpired   Event = "expired"
	EventCancelled Event = "cancelled"
)

// As adds whose link the event is about.
func (e Event) As(a Role) Event { return e + " as " + Event(a) }

// Split returns the event and whose link it is about, empty without one.
func (e Event) Split() (Event, Role) {
	what, role, _ := strings.Cut(string(e), " as ")
	return Event(what), Role(role)
}

// Entry is one line of the log. The database chains entries by hashes.
type Entry struct {
	RequestID string
	Event     Event
	// Actor is an account, linkHolder, or empty for automatic changes.
	Actor, IP string
	At        time.Time
}

// ByLink reports whether the actor used a link without a session.
func (e Entry) ByLink() bool { return e.Actor == linkHolder }

// Logged is a request with its log.
type Logged struct {
	*Request

	Entries []Entry
}

// History returns a page (from 1) of the requests that the caller made or decided, with their logs, and how many requests there are.
func (s *Service) History(ctx context.Context, accountID string, page, size int) ([]Logged, int, error) {
	list, total, err := s.Lists.History(ctx, accountID, (page-1)*size, size)
	if err != nil {
		return nil, 0, err
	}
	out, err := s.logged(ctx, list)
	return out, total, err
}

// Filter selects requests. Empty fields select all.
type Filter struct {
	Kind   Kind
	Status Status
	// Search is the id of a request, of what it decides, or of an account that requested or decided it, or the requester's address in
	// lower case.
	Search string
}

// All returns a page (from 1) of everyone's requests, with their logs, and how many requests there are.
func (s *Service) All(ctx context.Context, f Filter, page, size int) ([]Logged, int, error) {
	// Postgres can't store NUL.
	f.Search = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(f.Search, "\x00", "")))
	list, total, err := s.Lists.All(ctx, f, s.Clock.Now(), (page-1)*size, size)
	if err != nil {
		return nil, 0, err
	}
	out, err := s.logged(ctx, list)
	return out, total, err
}

// logged adds the logs of requests.
func (s *Service) logged(ctx context.Context, list []*Request) ([]Logged, error) {
	if len(list) == 0 {
		return nil, nil
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	entries, err := s.Log.Entries(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	out := make([]Logged, len(list))
	for i, r := range list {
		r.Status = r.At(now)
		out[i].Request = r
		for _, e := range entries {
			if e.RequestID == r.ID {
				out[i].Entries = append(out[i].Entries, e)
			}
		}
	}
	return out, nil
}

// LogCheck is the result of computing all hashes of the log again. The removal of the newest entries of a request, or of all entries, can't
// be detected.
type LogCheck struct {
	Entries, Requests int64
	// Broken are the entries that don't match: changed ones, and those that follow a removed or inserted one.
	Broken []BrokenEntry
}

// BrokenEntry is an entry whose hash doesn't match.
type BrokenEntry struct {
	Seq       int64
	RequestID string
	Event     Event
	At        time.Time
}

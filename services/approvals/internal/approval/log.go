package approval

import (
	"context"
	"strings"
	"time"
)

// Event is what the log records: a verb, and for some "as" and whose link was used, e.g. "approved as owner".
type Event string

// The events of the log.
const (
	EventRequested Event = "requested"
	EventViewed    Event = "viewed"
	EventResent    Event = "resent"
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
	// Actor is an account, linkHolder, or empty for what happened automatically.
	Actor, IP string
	At        time.Time
}

// ByLink reports whether the actor held a link and had no session.
func (e Entry) ByLink() bool { return e.Actor == linkHolder }

// Logged is a request with its log.
type Logged struct {
	*Request

	Entries []Entry
}

// History returns a page (from 1) of the requests that the caller made or decided, with their logs, and how many requests there are.
func (s *Service) History(ctx context.Context, accountID string, page, size int) ([]Logged, int, error) {
	list, total, err := s.Lists.History(ctx, accountID, (page-1)*size, size)
	if err != nil || len(list) == 0 {
		return nil, total, err
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	entries, err := s.Log.Entries(ctx, ids)
	if err != nil {
		return nil, 0, err
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
	return out, total, nil
}

package approval

import (
	"strings"
	"time"
)

// Event is the event of an entry: a verb, and for some "as" and whose link was used, e.g. "approved as owner".
type Event string

// LinkHolder is the actor of a link that was used without a session.
const LinkHolder = "holder of the link"

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
	// Actor is an account, LinkHolder, or empty for automatic changes.
	Actor, IP string
	At        time.Time
}

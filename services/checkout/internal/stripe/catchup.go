package stripe

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"time"

	"github.com/stripe/stripe-go/v83"
)

const (
	// eventsKept is how long the provider lists events.
	eventsKept = 30 * 24 * time.Hour
	// reread is how far before the last event a round starts, because the list isn't ordered to the second.
	reread = 10 * time.Minute
	// eventPage is the provider's maximum for one page of a list.
	eventPage = 100
)

// EventList lists the provider's events since a time, newest first, with the errors of Cards.
type EventList interface {
	EventsSince(ctx context.Context, since time.Time) iter.Seq2[Event, error]
}

// Event is an event as the provider lists it.
type Event struct {
	event

	Created time.Time
}

// EventsSince implements EventList.
func (c *Cards) EventsSince(ctx context.Context, since time.Time) iter.Seq2[Event, error] {
	p := &stripe.EventListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	p.Limit = stripe.Int64(eventPage)
	return func(yield func(Event, error) bool) {
		for got, err := range c.api.V1Events.List(ctx, p) {
			if err != nil {
				yield(Event{}, classify(err))
				return
			}
			e := Event{Created: time.Unix(got.Created, 0)}
			e.ID, e.Type, e.Livemode, e.Account = got.ID, string(got.Type), got.Livemode, cmp.Or(got.Account, c.account) // a connected account's own list may leave its id out
			if got.Data != nil {
				if err := json.Unmarshal(got.Data.Raw, &e.Data.Object); err != nil {
					continue // not a payment, refund or dispute
				}
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// CatchUp handles events of the provider's list that this database hasn't recorded, because their webhook never arrived or the database was
// restored from a backup. A payment of an order that was lost then opens a review. It always returns 0, because one round reads
// everything. It can be repeated after an error.
func (h *Webhook) CatchUp(ctx context.Context) (int, error) {
	until, err := h.Inbox.ReadUntil(ctx)
	if err != nil {
		return 0, err
	}
	since := h.Clock.Now().Add(-eventsKept)
	if from := until.Add(-reread); from.After(since) {
		since = from
	}
	newest := until
	for e, err := range h.List.EventsSince(ctx, since) {
		if err != nil {
			return 0, err
		}
		if e.Created.After(newest) {
			newest = e.Created
		}
		if e.ID == "" || e.hasNUL() || e.Livemode != h.Live || e.Account != h.Account {
			continue
		}
		if err := h.handle(ctx, e.event); err != nil {
			return 0, err
		}
	}
	if !newest.After(until) {
		return 0, nil
	}
	return 0, h.Inbox.SetReadUntil(ctx, newest)
}

package artwork

import "time"

// Availability is the state of a work's sale as visitors see it.
type Availability string

// The values of the public interface.
const (
	Upcoming   Availability = "UPCOMING"
	Available  Availability = "AVAILABLE"
	Reserved   Availability = "RESERVED"
	SoldOut    Availability = "SOLD_OUT"
	NotForSale Availability = "NOT_FOR_SALE"
)

// Free returns how many editions are neither sold, held nor withheld.
func (e Editions) Free() int { return max(0, e.Size-e.Withheld-e.Held-e.Sold) }

// Gone reports whether no edition can return to the sale, because all are sold or withheld.
func (e Editions) Gone() bool { return e.Sold+e.Withheld >= e.Size }

// Sale is what the availability of a work depends on.
type Sale struct {
	Priced bool
	Window
	Editions
}

// Availability decides in this order: a work without a price is not for sale; before its drop it is upcoming; with
// every edition sold or withheld it is sold out; after its drop the rest is not for sale; with the rest in checkouts
// it is reserved. The database has the same rule in its filter, and a test compares both.
func (s Sale) Availability(now time.Time) Availability {
	switch {
	case !s.Priced:
		return NotForSale
	case !s.Starts.IsZero() && now.Before(s.Starts):
		return Upcoming
	case s.Gone():
		return SoldOut
	case !s.Ends.IsZero() && !now.Before(s.Ends):
		return NotForSale
	case s.Free() == 0:
		return Reserved
	default:
		return Available
	}
}

// Availability returns the availability of the work's sale.
func (a *Artwork) Availability(now time.Time) Availability {
	return Sale{a.Price != nil, a.Sale, a.Editions}.Availability(now)
}

// DropStatus is the status of a drop.
type DropStatus string

// The values of the public interface.
const (
	DropUpcoming DropStatus = "UPCOMING"
	DropLive     DropStatus = "LIVE"
	DropEnded    DropStatus = "ENDED"
)

// Status returns the status of the window at a time.
func (w Window) Status(now time.Time) DropStatus {
	switch {
	case now.Before(w.Starts):
		return DropUpcoming
	case !w.Ends.IsZero() && !now.Before(w.Ends):
		return DropEnded
	default:
		return DropLive
	}
}

// VisibleFrom returns when a work becomes public. A work of a drop is announced immediately, as upcoming; a work that joins a
// drop after its start becomes public at its own date.
func VisibleFrom(publishedAt time.Time, drop *Window) time.Time {
	if drop != nil && !publishedAt.After(drop.Starts) {
		return time.Time{}
	}
	return publishedAt
}

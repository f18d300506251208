// Package desk lets gallery staff find orders and see everything that happened to one. It only reads.
package desk

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// DefaultLimit is how many orders a page has if the caller doesn't choose.
const DefaultLimit = 25

// ErrCursor means that a cursor isn't one that List returned.
var ErrCursor = errors.New("not a cursor of this list")

// Filter selects orders.
type Filter struct {
	// Search is the text that staff typed; empty selects all orders.
	Search string
	// Statuses is empty for any status.
	Statuses []order.Status
	// Cursor is empty for the first page.
	Cursor string
	// Limit is 0 for DefaultLimit.
	Limit int
}

// Summary is an order in a list.
type Summary struct {
	ID                   string
	Status               order.Status
	Reason               string
	Email, BuyerName     string
	Slug, Title          string
	ArtistID             int64
	ArtistName           string
	Edition, EditionSize int32
	Price                money.Money
	Method               order.Method
	CreatedAt, UpdatedAt time.Time
}

// OrderDetails is everything that is stored about an order.
type OrderDetails struct {
	Checkout  order.Checkout
	Steps     []Step
	Requests  []order.RefundRequest
	Ledger    []Line
	Documents []documents.Document
	Emails    []Email
	// Decisions has the decisions of staff by the ids of their refunds. A refund without one was automatic.
	Decisions map[string]Decision
}

// Decision is why staff refunded, and who did. By and ApprovedBy are accounts; ApprovedBy is empty if no second person was needed.
type Decision struct{ By, ApprovedBy, Note string }

// Step is one transition. Actor is empty for steps of older versions.
type Step struct {
	From, To, Reason, Actor string
	At                      time.Time
}

// EmailStatus is how far an email got.
type EmailStatus string

// The statuses.
const (
	EmailWaiting EmailStatus = "waiting"
	EmailSent    EmailStatus = "sent"
	EmailFailed  EmailStatus = "failed"
)

// Email is an email about an order.
type Email struct {
	Subject, Recipient string
	Status             EmailStatus
	CreatedAt          time.Time
	// SentAt is zero until the mail server accepted the email.
	SentAt time.Time
	// Error is the last error, without addresses.
	Error string
}

// Line is one line of the ledger.
type Line struct {
	order.Entry

	At time.Time
}

// Today is what the start page shows.
type Today struct {
	// Day is the start of the day, UTC.
	Day time.Time
	// Created counts the orders of the day by status; Open counts the orders of any day that haven't ended.
	Created, Open []Count
	// Paid and Refunded are the money of the day.
	Paid, Refunded []Sum
	// Reviews and RefundRequests wait for staff.
	Reviews, RefundRequests int32
}

// Count counts the orders in one status.
type Count struct {
	Status order.Status
	Orders int32
	// Amounts has one sum of prices for each currency.
	Amounts []money.Money
}

// Sum adds up payments or refunds of one kind.
type Sum struct {
	Method order.Method
	Count  int32
	// Amount is set for cards, ChainID and Wei for ether.
	Amount  money.Money
	ChainID uint32
	Wei     money.Wei
}

// Store reads orders.
type Store interface {
	// Orders returns orders before a position, newest first. It searches if names isn't nil.
	Orders(ctx context.Context, names *Names, statuses []order.Status, before Position, limit int) ([]Summary, error)
	// OrderDetails returns an order. ErrNotFound of package order.
	OrderDetails(ctx context.Context, id string) (OrderDetails, error)
	// Today counts.
	Today(ctx context.Context) (Today, error)
	// Movements returns the movements of a period, oldest first, at most limit.
	Movements(ctx context.Context, p sale.Period, limit int) ([]Movement, error)
	// Audit records an action of staff that belongs to no order.
	Audit(ctx context.Context, a order.Audit) error
}

// Service is the desk.
type Service struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
}

// List returns a page of orders, newest first, and the cursor of the next one, which is empty on the last page. Errors: ErrCursor.
func (s *Service) List(ctx context.Context, by string, f Filter) (page []Summary, next string, err error) {
	before, err := parse(f.Cursor)
	if err != nil {
		return nil, "", err
	}
	statuses, limit := f.Statuses, f.Limit
	if len(statuses) == 0 {
		statuses = order.Statuses
	}
	limit = cmp.Or(limit, DefaultLimit)
	page, err = s.Store.Orders(ctx, NamesOf(f.Search), statuses, before, limit+1)
	if err != nil {
		return nil, "", err
	}
	if len(page) > limit {
		page = page[:limit]
		next = Position{At: page[limit-1].CreatedAt, ID: page[limit-1].ID}.String()
	}
	ids := make([]string, len(page))
	for i, item := range page {
		ids[i] = item.ID
	}
	// The search text may be a person's address, so it isn't logged.
	s.Log.InfoContext(ctx, "staff listed orders", "account", by, "orders", ids)
	return page, next, nil
}

// Order returns everything about one order. ErrNotFound of package order.
func (s *Service) Order(ctx context.Context, by, id string) (OrderDetails, error) {
	details, err := s.Store.OrderDetails(ctx, id)
	if err == nil {
		s.Log.InfoContext(ctx, "staff read an order", "account", by, "order", details.Checkout.ID)
	}
	return details, err
}

// Today returns the counts of the start page.
func (s *Service) Today(ctx context.Context) (Today, error) { return s.Store.Today(ctx) }

package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/desk"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Desk implements desk.Store.
type Desk struct{ *Store }

// Orders implements desk.Store.
func (s Desk) Orders(ctx context.Context, names *desk.Names, statuses []order.Status, before desk.Position, limit int) ([]desk.Summary, error) {
	if names == nil {
		rows, err := s.queries(ctx).ListOrders(ctx, db.ListOrdersParams{Statuses: words(statuses), BeforeAt: before.At, BeforeID: before.ID, Limit: int32(limit)})
		return converted(rows, func(r db.ListOrdersRow) desk.Summary { return summary(db.FindOrdersRow(r)) }), err
	}
	p := db.FindOrdersParams{
		Statuses: words(statuses), BeforeAt: before.At, BeforeID: before.ID, Limit: int32(limit), ID: null(names.ID), Short: null(names.Short),
		Account: null(names.Account), Slug: null(names.Slug), Transaction: null(names.Transaction), Address: null(names.Address),
		Provider: null(names.Provider), Document: null(names.Document),
	}
	if names.Prefix != "" {
		p.Prefix, p.PrefixEnd = &names.Prefix, new(names.Prefix+"\U0010FFFF")
	}
	if names.Edition > 0 {
		p.TokenArtwork, p.TokenEdition = &names.Artwork, &names.Edition
	}
	if names.Provider != "" {
		p.PaymentKey = new("card:" + names.Provider)
	}
	rows, err := s.queries(ctx).FindOrders(ctx, p)
	return converted(rows, summary), err
}

func words(statuses []order.Status) []string {
	out := make([]string, len(statuses))
	for i, status := range statuses {
		out[i] = string(status)
	}
	return out
}

func summary(r db.FindOrdersRow) desk.Summary {
	return desk.Summary{
		ID: r.ID, Status: r.Status, Reason: r.Reason, Email: r.Email, BuyerName: r.BuyerName, Slug: r.ArtworkSlug, Title: r.ArtworkTitle,
		Edition: r.Edition, EditionSize: r.EditionSize, Price: money.Money{Amount: r.PriceAmount, Currency: r.PriceCurrency}, Method: r.Method,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), ArtistID: r.ArtistID, ArtistName: r.ArtistName,
	}
}

// OrderDetails implements desk.Store.
func (s Desk) OrderDetails(ctx context.Context, id string) (details desk.OrderDetails, err error) {
	if details.Checkout, err = s.Get(ctx, id); err != nil {
		return desk.OrderDetails{}, err
	}
	err = inOneRoundTrip(ctx, s.conn(ctx),
		func(q *db.Queries) error {
			rows, err := q.Steps(ctx, id)
			details.Steps = converted(rows, func(r db.StepsRow) desk.Step {
				return desk.Step{From: r.FromStatus, To: r.ToStatus, Reason: r.Reason, Actor: r.Actor, At: r.At.UTC()}
			})
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.RefundRequestsOfOrder(ctx, id)
			details.Requests = converted(rows, refundRequest)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.LedgerOfOrder(ctx, id)
			details.Ledger = converted(rows, func(r db.LedgerOfOrderRow) desk.Line {
				return desk.Line{Entry: order.Entry{Group: r.EntryGroup, Account: r.Account, Asset: r.Asset, Amount: r.Amount}, At: r.At.UTC()}
			})
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.Documents(ctx, []string{id})
			details.Documents = converted(rows, documentOf)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.DecisionsOnRefunds(ctx, id)
			details.Decisions = make(map[string]desk.Decision, len(rows))
			for _, r := range rows {
				details.Decisions[r.RefundID] = desk.Decision{By: r.DecidedBy, ApprovedBy: r.ApprovedBy, Note: r.Note}
			}
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.EmailsOfOrder(ctx, id)
			details.Emails = converted(rows, email)
			return err
		})
	return details, err
}

func email(r db.EmailsOfOrderRow) desk.Email {
	m := desk.Email{Subject: r.Subject, Recipient: r.Recipient, Status: desk.EmailWaiting, CreatedAt: r.CreatedAt.UTC(), Error: r.Error}
	switch {
	case r.SentAt != nil:
		m.Status, m.SentAt = desk.EmailSent, r.SentAt.UTC()
	case r.GaveUpAt != nil:
		m.Status = desk.EmailFailed
	}
	return m
}

// Today implements desk.Store.
func (s Desk) Today(ctx context.Context) (t desk.Today, err error) {
	now, err := s.Now(ctx)
	if err != nil {
		return t, err
	}
	t.Day = now.Truncate(24 * time.Hour)
	err = inOneRoundTrip(ctx, s.conn(ctx),
		func(q *db.Queries) error {
			rows, err := q.CreatedOn(ctx, db.CreatedOnParams{Statuses: words(order.Statuses), Day: t.Day})
			t.Created = counts(rows)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.OpenOrders(ctx)
			t.Open = counts(converted(rows, func(r db.OpenOrdersRow) db.CreatedOnRow { return db.CreatedOnRow(r) }))
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.PaidOn(ctx, t.Day)
			t.Paid = converted(rows, sum)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.RefundedOn(ctx, t.Day)
			t.Refunded = converted(rows, func(r db.RefundedOnRow) desk.Sum { return sum(db.PaidOnRow(r)) })
			return err
		},
		func(q *db.Queries) error {
			row, err := q.WaitingForStaff(ctx)
			t.Reviews, t.RefundRequests = row.Reviews, row.RefundRequests
			return err
		})
	return t, err
}

// counts groups the rows, which are ordered by status, by status.
func counts(rows []db.CreatedOnRow) (out []desk.Count) {
	for _, r := range rows {
		if n := len(out); n == 0 || out[n-1].Status != r.Status {
			out = append(out, desk.Count{Status: r.Status})
		}
		last := &out[len(out)-1]
		last.Orders += r.Orders
		last.Amounts = append(last.Amounts, money.Money{Amount: r.Amount, Currency: r.Currency})
	}
	return out
}

func sum(r db.PaidOnRow) desk.Sum {
	return desk.Sum{Method: r.Method, Count: r.N, Amount: money.Money{Amount: r.Amount, Currency: r.Currency}, ChainID: r.ChainID, Wei: r.Wei}
}

// Audit implements desk.Store.
func (s Desk) Audit(ctx context.Context, a order.Audit) error {
	return s.queries(ctx).Decide(ctx, db.DecideParams{Action: a.Action, DecidedBy: a.By, Note: a.Note})
}

// Movements implements desk.Store.
func (s Desk) Movements(ctx context.Context, p sale.Period, limit int) ([]desk.Movement, error) {
	rows, err := s.queries(ctx).Movements(ctx, db.MovementsParams{Since: p.From, Before: p.To, Limit: int32(limit)})
	if err != nil {
		return nil, err
	}
	out := make([]desk.Movement, len(rows))
	for i, r := range rows {
		if out[i], err = movement(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func movement(r db.MovementsRow) (desk.Movement, error) {
	asset, err := parseAsset(r.Asset)
	m := desk.Movement{
		At: r.At.UTC(), Group: r.EntryGroup, Asset: asset, Account: r.Account, Amount: r.Amount, Artist: r.Artist, Fee: r.Fee, Buyer: r.Buyer,
		OrderID: r.CheckoutID, Title: r.Title, Edition: r.Edition, EditionSize: r.EditionSize, ArtistID: r.ArtistID, ArtistName: r.ArtistName,
		Price: money.Money{Amount: r.PriceAmount, Currency: r.PriceCurrency}, PaymentID: r.PaymentID, RefundID: r.RefundID, Reason: r.Reason,
		Provider: r.Provider, Transaction: r.Transaction,
	}
	kind, _, _ := strings.Cut(r.EntryGroup, ":")
	m.Kind = desk.MovementKind(kind)
	if m.Kind == desk.MovementRefund && r.Amount.Sign() > 0 {
		m.Kind = desk.MovementReturned
	}
	if r.Document != "" {
		sign := int64(1)
		if m.Kind == desk.MovementRefund {
			sign = -1
		}
		amount := func(n int64) money.Money { return money.Money{Amount: sign * n, Currency: r.DocumentCurrency} }
		m.Document = &desk.MovementDocument{
			Number: r.Document, Country: r.Country, RateBps: int(r.RateBps), Gross: amount(r.Gross), Net: amount(r.Net), VAT: amount(r.VAT),
		}
	}
	return m, err
}

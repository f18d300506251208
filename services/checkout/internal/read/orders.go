package read

import (
	"context"
	"errors"
	"slices"

	"connectrpc.com/connect/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

const (
	// maxOrders limits a buyer's list of orders, maxTaken a list of editions.
	maxOrders = 200
	maxTaken  = 1000
)

// Checkouts shows buyers their orders, and everyone which editions are taken. It implements the RPCs of CheckoutService that only read.
type Checkouts struct {
	Pool *pgxpool.Pool
	// Overdue decides whether an order takes longer than normal.
	Overdue order.OverdueAfter
	Heads   *Heads
}

// ListCheckouts implements the service.
func (s Checkouts) ListCheckouts(ctx context.Context, _ *checkoutv1.ListCheckoutsRequest) (*checkoutv1.ListCheckoutsResponse, error) {
	rows, err := queries(ctx, s.Pool).OrdersOf(ctx, db.OrdersOfParams{AccountID: rpc.Caller(ctx).Subject, Limit: maxOrders})
	out := &checkoutv1.ListCheckoutsResponse{}
	if err != nil || len(rows) == 0 {
		return out, err
	}
	ids := make([]string, len(rows))
	related := map[string]*relatedRows{}
	for i, r := range rows {
		ids[i], related[r.Checkout.ID] = r.Checkout.ID, &relatedRows{}
	}
	err = batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		batch.Each(ctx, (*db.Queries).Quotes, ids, func(r db.Quote) {
			related[r.CheckoutID].quotes = append(related[r.CheckoutID].quotes, r)
		}),
		batch.Each(ctx, (*db.Queries).Payments, ids, func(r db.Payment) {
			related[r.CheckoutID].payments = append(related[r.CheckoutID].payments, r)
		}),
		batch.Each(ctx, (*db.Queries).Documents, ids, func(r db.DocumentsRow) {
			related[r.Paper.CheckoutID].documents = append(related[r.Paper.CheckoutID].documents, r)
		}))
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		out.Items = append(out.Items, s.message(ctx, db.OrderRow(r), related[r.Checkout.ID]))
	}
	return out, nil
}

// GetCheckout implements the service: one of the caller's orders, with its documents and the refund that waits for its token.
func (s Checkouts) GetCheckout(ctx context.Context, req *checkoutv1.GetCheckoutRequest) (*checkoutv1.Checkout, error) {
	var returning *db.RefundRequest
	refused := ""
	row, m, err := s.read(ctx, req.GetId(), true, func(q *db.Queries) (err error) {
		refused, err = q.RefusedEmailOfOrder(ctx, req.GetId())
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	}, func(q *db.Queries) error {
		returning = nil
		r, err := q.ReturningRequest(ctx, req.GetId())
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		returning = &r
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case row.Checkout.AccountID != rpc.Caller(ctx).Subject:
		return nil, noCheckout()
	case row.Checkout.Status == purchase.Completed && returning != nil && returning.ReturnedAt == nil:
		m.TokenReturn = &checkoutv1.OrderReturn{To: returning.ReturnTo, Until: timestamppb.New(returning.ExpiresAt), ChainId: returning.ChainID}
		m.TokenReturn.Amount, m.TokenReturn.Wei = paid(returning.Method, returning.Amount, returning.Currency, returning.Wei)
	}
	m.RefusedEmail = refused
	return m, nil
}

// Checkout returns an order of any buyer, without its documents: for the replies of commands.
func (s Checkouts) Checkout(ctx context.Context, id string) (*checkoutv1.Checkout, error) {
	_, m, err := s.read(ctx, id, false)
	return m, err
}

// WithDocuments returns an order of any buyer, with its documents.
func (s Checkouts) WithDocuments(ctx context.Context, id string) (*checkoutv1.Checkout, error) {
	_, m, err := s.read(ctx, id, true)
	return m, err
}

func noCheckout() error {
	return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, messages.NoCheckout, nil)
}

// relatedRows are the rows that belong to one order.
type relatedRows struct {
	quotes    []db.Quote
	payments  []db.Payment
	refunds   []db.RefundsRow
	documents []db.DocumentsRow
}

// read reads an order and what belongs to it in one round trip, together with further queries.
func (s Checkouts) read(ctx context.Context, id string, withDocuments bool, more ...func(*db.Queries) error) (row db.OrderRow, m *checkoutv1.Checkout, err error) {
	if uuid.Validate(id) != nil {
		return row, nil, noCheckout()
	}
	var rows relatedRows
	ids := []string{id}
	wanted := append([]func(*db.Queries) error{
		func(q *db.Queries) (err error) { row, err = q.Order(ctx, id); return err },
		func(q *db.Queries) (err error) { rows.quotes, err = q.Quotes(ctx, ids); return err },
		func(q *db.Queries) (err error) { rows.payments, err = q.Payments(ctx, ids); return err },
		func(q *db.Queries) (err error) { rows.refunds, err = q.Refunds(ctx, ids); return err },
	}, more...)
	if withDocuments {
		wanted = append(wanted, func(q *db.Queries) (err error) { rows.documents, err = q.Documents(ctx, ids); return err })
	}
	err = batch.Query(ctx, postgres.Conn(ctx, s.Pool), wanted...)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return row, nil, noCheckout()
	case err != nil:
		return row, nil, err
	}
	return row, s.message(ctx, row, &rows), nil
}

// message converts an order.
func (s Checkouts) message(ctx context.Context, row db.OrderRow, rows *relatedRows) *checkoutv1.Checkout {
	c := row.Checkout
	m := &checkoutv1.Checkout{
		Id: c.ID, Status: string(c.Status), ArtworkId: c.ArtworkID, EditionNumber: c.Edition, EditionSize: c.EditionSize,
		ExpiresAt: timestamppb.New(c.ExpiresAt), Price: amount(c.PriceAmount, c.PriceCurrency), PaymentMethod: string(c.Method), Reason: c.Reason,
		ArtworkSlug: c.ArtworkSlug, ArtworkTitle: c.ArtworkTitle, ArtistName: c.ArtistName, CreatedAt: timestamppb.New(c.CreatedAt),
		UpdatedAt: timestamppb.New(c.UpdatedAt), Now: timestamppb.New(row.Now), BillingCountry: c.BillingCountry,
		ImmediateDelivery: c.ImmediateDelivery, TermsVersion: c.TermsVersion, PhaseId: text(c.PhaseID), PaidAt: at(c.PaidAt),
		TransactionHash: optional(c.TransactionHash), MintTransactionHash: optional(c.MintHash), ChainId: optional(c.MintChainID),
	}
	if c.GiftEmail != "" || c.GiftTo != "" {
		m.Gift = &checkoutv1.OrderGift{Email: c.GiftEmail, Message: c.GiftMessage, To: c.GiftTo, Name: c.GiftName, AcceptedAt: at(c.GiftAcceptedAt)}
	}
	if c.AuctionID != nil {
		m.Auction = &checkoutv1.OrderAuction{Status: row.AuctionStatus, SettledAt: at(c.SettledAt)}
		if row.LastPrice > 0 {
			m.Auction.LastPrice = amount(row.LastPrice, c.PriceCurrency)
		}
	}
	if c.PaidAt != nil {
		m.TokenId = new(c.ArtworkID*purchase.TokensPerArtwork + int64(c.Edition))
	}
	// Only the chainwatcher knows the default chain.
	if n := len(rows.quotes); m.ChainId == nil && n > 0 {
		m.ChainId = optional(rows.quotes[n-1].ChainID)
	} else if m.ChainId == nil {
		m.ChainId = optional(c.ChainID)
	}
	for _, q := range rows.quotes {
		if q.EndedAt == nil && q.RevokedAt == nil && c.Status.Payable() {
			m.QuoteExpiresAt = timestamppb.New(q.ExpiresAt)
			break
		}
	}
	var credited, last, pending db.Payment // last is the newest that wasn't reverted
	for _, p := range rows.payments {
		if p.Credited {
			credited = p
		}
		if p.Status != purchase.PaymentGone {
			last = p
		}
		if p.Method == purchase.Ether && p.Status == purchase.PaymentPending {
			pending = p
		}
	}
	if credited.ID != "" {
		last, pending = credited, credited
	}
	m.Overdue = s.Overdue.Over(c.Status, last.Method, row.Now.Sub(c.UpdatedAt))
	if c.Method == purchase.Ether {
		m.Confirmations, m.ConfirmationsNeeded = s.Heads.confirmations(ctx, pending)
	}
	for _, r := range slices.Backward(rows.refunds) {
		m.Refunds = append(m.Refunds, orderRefund(r.Refund))
	}
	for _, d := range rows.documents {
		addDocument(m, d.Paper)
	}
	return m
}

// orderRefund converts a refund as the buyer sees it.
func orderRefund(r db.Refund) *checkoutv1.Refund {
	m := &checkoutv1.Refund{
		Id: r.ID, Status: string(r.Status), ChainId: r.ChainID, TransactionHash: r.Transaction, Reason: r.Reason, CreatedAt: timestamppb.New(r.CreatedAt),
	}
	if r.Status == purchase.RefundSent {
		m.Status = string(purchase.RefundQueued) // its block may still be reverted
	}
	m.Amount, m.Wei = paid(r.Method, r.Amount, r.Currency, r.Wei)
	return m
}

// addDocument adds the tax or the number of a document to an order. An order's documents are in their order of issue, the invoice first.
func addDocument(m *checkoutv1.Checkout, p db.Paper) {
	if p.Kind == documents.CreditNote {
		m.CreditNoteNumber = p.Number // the newest is last
		m.CreditNotes = append(m.CreditNotes, &checkoutv1.CreditNote{Number: p.Number, Amount: amount(p.Gross, p.Currency), IssuedAt: timestamppb.New(p.IssuedAt)})
		return
	}
	m.InvoiceNumber = p.Number
	m.Tax = &checkoutv1.Tax{RateBps: int32(p.RateBps), Country: p.Country, Amount: amount(p.VAT, p.Currency)}
}

// ListTakenEditions implements the service.
func (s Checkouts) ListTakenEditions(ctx context.Context, req *checkoutv1.ListTakenEditionsRequest) (*checkoutv1.ListTakenEditionsResponse, error) {
	rows, err := queries(ctx, s.Pool).TakenEditions(ctx, db.TakenEditionsParams{ArtworkID: req.GetArtworkId(), N: req.GetFrom(), Limit: maxTaken})
	return &checkoutv1.ListTakenEditionsResponse{Items: batch.Converted(rows, func(r db.TakenEditionsRow) *checkoutv1.TakenEdition {
		return &checkoutv1.TakenEdition{EditionNumber: r.N, Status: string(r.Status)}
	})}, err
}

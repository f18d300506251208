package api

import (
	"context"
	"errors"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/desk"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Desk implements checkoutv1connect.DeskServiceHandler for callers in the areas support and finance.
type Desk struct {
	Reviews

	Desk    *desk.Service
	Printer MovementPrinter
}

// MovementPrinter prints movements of money.
type MovementPrinter interface {
	MovementsCSV(m desk.Movements) ([]byte, error)
}

// ListDeskOrders implements the service.
func (s Desk) ListDeskOrders(ctx context.Context, req *checkoutv1.ListDeskOrdersRequest) (*checkoutv1.ListDeskOrdersResponse, error) {
	by := rpc.Caller(ctx).Subject
	filter := desk.Filter{Search: req.GetSearch(), Cursor: req.GetCursor(), Limit: int(req.GetLimit())}
	for _, status := range req.GetStatus() {
		filter.Statuses = append(filter.Statuses, order.Status(status))
	}
	page, next, err := s.Desk.List(ctx, by, filter)
	if errors.Is(err, desk.ErrCursor) {
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.BadCursor, map[string]string{"cursor": messages.BadCursor})
	}
	out := &checkoutv1.ListDeskOrdersResponse{NextCursor: next}
	for _, one := range page {
		out.Items = append(out.Items, &checkoutv1.DeskOrderSummary{
			Id: one.ID, Status: string(one.Status), Reason: one.Reason, Email: one.Email, BuyerName: one.BuyerName, ArtworkSlug: one.Slug,
			ArtworkTitle: one.Title, EditionNumber: one.Edition, EditionSize: one.EditionSize, Price: amount(one.Price),
			PaymentMethod: string(one.Method), CreatedAt: timestamppb.New(one.CreatedAt), UpdatedAt: timestamppb.New(one.UpdatedAt),
			ArtistId: one.ArtistID, ArtistName: one.ArtistName,
		})
	}
	return respond(out, err)
}

// GetDeskOrder implements the service.
func (s Desk) GetDeskOrder(ctx context.Context, req *checkoutv1.GetDeskOrderRequest) (*checkoutv1.DeskOrder, error) {
	by := rpc.Caller(ctx).Subject
	details, err := s.Desk.Order(ctx, by, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	c := details.Checkout
	out := &checkoutv1.DeskOrder{
		Order:   s.checkout(ctx, c),
		Buyer:   &checkoutv1.DeskBuyer{AccountId: c.Buyer.AccountID, Email: c.Buyer.Email, EmailVerified: c.Buyer.EmailVerified, Name: c.Buyer.Name},
		TokenId: c.TokenID(), Dispute: string(c.Dispute.State),
		Payments: s.payments(ctx, c), ArtistId: c.Artwork.ArtistID,
	}
	if err := s.addDocuments(ctx, out.GetOrder()); err != nil {
		return nil, public(err)
	}
	able, err := s.Orders.RefundableBy(ctx, &c, by)
	if err != nil {
		return nil, public(err)
	}
	out.Refundable = refundable(able)
	out.PaidAt = rpc.Timestamp(c.PaidAt)
	out.CompletedAt = rpc.Timestamp(c.CompletedAt)
	for _, one := range details.Steps {
		out.Steps = append(out.Steps, &checkoutv1.DeskStep{From: one.From, To: one.To, Reason: one.Reason, Actor: one.Actor, At: timestamppb.New(one.At)})
	}
	for _, one := range c.Sessions {
		out.CardSessions = append(out.CardSessions, &checkoutv1.DeskCardSession{
			Status: string(one.Status), ProviderId: one.ProviderID, CreatedAt: timestamppb.New(one.CreatedAt), EndsAt: timestamppb.New(one.EndsAt),
		})
	}
	for _, one := range c.Quotes {
		out.Quotes = append(out.Quotes, quote(one, c.Credited()))
	}
	known := names{orders: s.Orders, known: map[string]string{}}
	for _, one := range c.Refunds {
		m, decided := deskRefund(one), details.Decisions[one.ID]
		m.Note, m.DecidedBy, m.ApprovedBy = decided.Note, decided.By, decided.ApprovedBy
		m.DecidedByName, m.ApprovedByName = known.of(ctx, decided.By), known.of(ctx, decided.ApprovedBy)
		out.Refunds = append(out.Refunds, m)
	}
	for _, one := range details.Ledger {
		out.Ledger = append(out.Ledger, &checkoutv1.DeskLedgerLine{
			Group: one.Group, Account: one.Account, Asset: one.Asset, Amount: one.Amount.String(), At: timestamppb.New(one.At),
		})
	}
	for _, one := range details.Documents {
		out.Documents = append(out.Documents, &checkoutv1.DeskDocument{
			Kind: string(one.Kind), Number: one.Number, Amount: amount(one.Gross), IssuedAt: timestamppb.New(one.IssuedAt),
		})
	}
	for _, one := range details.Emails {
		out.Emails = append(out.Emails, &checkoutv1.DeskEmail{
			Subject: one.Subject, Recipient: one.Recipient, Status: string(one.Status), CreatedAt: timestamppb.New(one.CreatedAt),
			SentAt: rpc.Timestamp(one.SentAt), Error: one.Error,
		})
	}
	for _, one := range details.Requests {
		out.RefundRequests = append(out.RefundRequests, known.request(ctx, one))
	}
	for _, one := range c.Cases() {
		m := review(one)
		if m.NeedsSecondPerson, err = s.Orders.NeedsSecond(ctx, one, by); err != nil {
			return nil, public(err)
		}
		m.DecidedByName = known.of(ctx, one.Review.By)
		out.Reviews = append(out.Reviews, m)
	}
	return out, nil
}

// GetDeskRelease implements the service.
func (s Desk) GetDeskRelease(ctx context.Context, req *checkoutv1.GetDeskReleaseRequest) (*checkoutv1.DeskRelease, error) {
	r, err := s.Orders.Releasable(ctx, req.GetId())
	return respond(deskRelease(r), err)
}

// ReleaseEdition implements the service.
func (s Desk) ReleaseEdition(ctx context.Context, req *checkoutv1.ReleaseEditionRequest) (*checkoutv1.DeskRelease, error) {
	by := rpc.Caller(ctx).Subject
	r, err := s.Orders.Release(ctx, req.GetId(), order.Decision{By: by, Note: req.GetNote()})
	return respond(deskRelease(r), err)
}

func deskRelease(r order.Release) *checkoutv1.DeskRelease {
	m := &checkoutv1.DeskRelease{State: string(r.State)}
	m.ReleasedAt = rpc.Timestamp(r.At)
	return m
}

// ExportMovements implements the service.
func (s Desk) ExportMovements(ctx context.Context, req *checkoutv1.ExportMovementsRequest) (*httpbody.HttpBody, error) {
	by := rpc.Caller(ctx).Subject
	movements, err := s.Desk.Export(ctx, by, req.GetPeriod())
	if err != nil {
		return nil, public(err)
	}
	data, err := s.Printer.MovementsCSV(movements)
	if err != nil {
		return nil, err
	}
	return rpc.File(ctx, "text/csv; charset=utf-8", "attachment", "movements-"+req.GetPeriod()+".csv", data), nil
}

// GetDeskToday implements the service.
func (s Desk) GetDeskToday(ctx context.Context, _ *checkoutv1.GetDeskTodayRequest) (*checkoutv1.DeskToday, error) {
	today, err := s.Desk.Today(ctx)
	return respond(&checkoutv1.DeskToday{
		Day: timestamppb.New(today.Day), Created: orderCounts(today.Created), Open: orderCounts(today.Open), Paid: sums(today.Paid),
		Refunded: sums(today.Refunded), OpenReviews: today.Reviews, PendingRefundRequests: today.RefundRequests,
	}, err)
}

func amount(m money.Money) *checkoutv1.Money {
	return &checkoutv1.Money{Amount: m.Amount, Currency: m.Currency}
}

func orderCounts(list []desk.Count) (out []*checkoutv1.DeskCount) {
	for _, one := range list {
		m := &checkoutv1.DeskCount{Status: string(one.Status), Orders: one.Orders}
		for _, sum := range one.Amounts {
			m.Amounts = append(m.Amounts, amount(sum))
		}
		out = append(out, m)
	}
	return out
}

func sums(list []desk.Sum) (out []*checkoutv1.DeskSum) {
	for _, one := range list {
		m := &checkoutv1.DeskSum{PaymentMethod: string(one.Method), Count: one.Count}
		if one.Method == order.Card {
			m.Amount = amount(one.Amount)
		} else {
			m.Wei, m.ChainId = one.Wei.String(), one.ChainID
		}
		out = append(out, m)
	}
	return out
}

// quote converts a price in ether. paid is the payment that bought the edition, or nil.
func quote(q order.Quote, paid *order.Payment) *checkoutv1.DeskQuote {
	m := &checkoutv1.DeskQuote{
		ChainId: q.ChainID, Wei: q.Value.String(), Rate: q.Rate, RateSource: q.RateSource, Status: "open",
		CreatedAt: timestamppb.New(q.CreatedAt), ExpiresAt: timestamppb.New(q.ExpiresAt),
	}
	switch {
	case paid != nil && paid.IntentHash == q.IntentHash:
		m.Status = "paid"
	case !q.EndedAt.IsZero():
		m.Status = "ended"
	case !q.RevokedAt.IsZero():
		m.Status = "revoked"
	}
	return m
}

// payments converts the payments of a checkout, each with its confirmations.
func (s Desk) payments(ctx context.Context, c order.Checkout) (out []*checkoutv1.DeskPayment) {
	for _, p := range c.Payments {
		m := &checkoutv1.DeskPayment{
			Id: p.ID, PaymentMethod: string(p.Method), Status: string(p.Status), Credited: p.Credited, Unexpected: p.Unexpected, ChainId: p.ChainID,
			ProviderPayment: p.ProviderID, TransactionHash: p.Transaction, BlockNumber: p.BlockNumber, Payer: p.Payer, Asset: p.Asset,
			At: timestamppb.New(p.At),
		}
		if p.Method == order.Card {
			m.Amount = amount(p.Amount)
		} else {
			m.Wei = p.Wei.String()
			m.RefundAddress, _ = eip55.Checksum(p.RefundAddress)
			one := order.Checkout{Payments: []order.Payment{p}}
			m.Confirmations, m.ConfirmationsNeeded = one.Confirmations(s.heads.now(ctx, s.Heads))
		}
		out = append(out, m)
	}
	return out
}

func deskRefund(r order.Refund) *checkoutv1.DeskRefund {
	m := &checkoutv1.DeskRefund{
		Id: r.ID, PaymentMethod: string(r.Method), Status: string(r.Status), ChainId: r.ChainID, RefundAddress: r.To, TransactionHash: r.Transaction,
		ProviderId: r.ProviderID, Reason: r.Reason, CreatedAt: timestamppb.New(r.CreatedAt),
	}
	if r.Method == order.Card {
		m.Amount = amount(r.Amount)
	} else {
		m.Wei = r.Wei.String()
	}
	return m
}

func refundable(r *order.Refundable) *checkoutv1.DeskRefundable {
	if r == nil {
		return nil
	}
	m := &checkoutv1.DeskRefundable{
		PaymentMethod: string(r.Method), ChainId: r.ChainID, RefundAddress: r.To, TokenPlace: string(r.Place), Alone: r.Alone.String(),
	}
	if r.Method == order.Card {
		m.Amount = amount(r.Amount)
	} else {
		m.Wei = r.Wei.String()
	}
	return m
}

package read

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

const (
	// defaultLimit is how many orders a page has if the caller doesn't choose.
	defaultLimit = 25
	// maxMovements is how many movements an export has at most. The gateway accepts responses of up to 8 MiB.
	maxMovements = 10_000
)

// Desk lets gallery staff find orders and see everything that happened to one, and what moved. It implements the RPCs of DeskService that only
// read, and logs who read what.
type Desk struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Log   *slog.Logger
	Heads *Heads
	// MovementsCSV prints the movements of a period.
	MovementsCSV func(period string, rows []db.MovementsRow) ([]byte, error)
}

// ListDeskOrders implements the service.
func (s Desk) ListDeskOrders(ctx context.Context, req *checkoutv1.ListDeskOrdersRequest) (*checkoutv1.ListDeskOrdersResponse, error) {
	at, id, err := position(req.GetCursor())
	if err != nil {
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.BadCursor, map[string]string{"cursor": messages.BadCursor})
	}
	statuses, limit := req.GetStatus(), int(cmp.Or(req.GetLimit(), defaultLimit))
	if len(statuses) == 0 {
		statuses = everyStatus
	}
	p := db.FindOrdersParams{Statuses: statuses, BeforeAt: at, BeforeID: id, Limit: int32(limit + 1)}
	var rows []db.FindOrdersRow
	if search(req.GetSearch(), &p) {
		rows, err = queries(ctx, s.Pool).FindOrders(ctx, p)
	} else {
		var list []db.ListOrdersRow
		list, err = queries(ctx, s.Pool).ListOrders(ctx, db.ListOrdersParams{Statuses: p.Statuses, BeforeAt: p.BeforeAt, BeforeID: p.BeforeID, Limit: p.Limit})
		rows = batch.Converted(list, func(r db.ListOrdersRow) db.FindOrdersRow { return db.FindOrdersRow(r) })
	}
	if err != nil {
		return nil, err
	}
	out := &checkoutv1.ListDeskOrdersResponse{}
	if len(rows) > limit {
		rows = rows[:limit]
		out.NextCursor = cursor(rows[limit-1].CreatedAt, rows[limit-1].ID)
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
		out.Items = append(out.Items, &checkoutv1.DeskOrderSummary{
			Id: r.ID, Status: string(r.Status), Reason: r.Reason, Email: r.Email, BuyerName: r.BuyerName, ArtworkSlug: r.ArtworkSlug,
			ArtworkTitle: r.ArtworkTitle, EditionNumber: r.Edition, EditionSize: r.EditionSize, Price: amount(r.PriceAmount, r.PriceCurrency),
			PaymentMethod: string(r.Method), CreatedAt: timestamppb.New(r.CreatedAt), UpdatedAt: timestamppb.New(r.UpdatedAt),
			ArtistId: r.ArtistID, ArtistName: r.ArtistName,
		})
	}
	// The search text may be a person's address, so it isn't logged.
	s.Log.InfoContext(ctx, "staff listed orders", "account", rpc.Caller(ctx).Subject, "orders", ids)
	return out, nil
}

// everyStatus are the statuses of a list that isn't filtered.
var everyStatus = batch.Converted(purchase.Statuses, func(status purchase.Status) string { return string(status) })

// History adds everything that is stored about an order, in one round trip: steps, card sessions, quotes, payments, refunds with the decisions of
// staff, refund requests, the ledger, documents and emails.
func (s Desk) History(ctx context.Context, id string, out *checkoutv1.DeskOrder) error {
	ids := []string{id}
	var quotes []db.Quote
	var payments []db.Payment
	err := batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		batch.Rows(ctx, (*db.Queries).Steps, id, &out.Steps, func(r db.StepsRow) *checkoutv1.DeskStep {
			return &checkoutv1.DeskStep{From: r.FromStatus, To: r.ToStatus, Reason: r.Reason, Actor: r.Actor, At: timestamppb.New(r.At)}
		}),
		batch.Rows(ctx, (*db.Queries).Sessions, ids, &out.CardSessions, func(r db.CardSession) *checkoutv1.DeskCardSession {
			return &checkoutv1.DeskCardSession{
				Status: string(r.Status), ProviderId: r.ProviderID, CreatedAt: timestamppb.New(r.CreatedAt), EndsAt: timestamppb.New(r.EndsAt),
			}
		}),
		func(q *db.Queries) (err error) { quotes, err = q.Quotes(ctx, ids); return err },
		func(q *db.Queries) (err error) { payments, err = q.Payments(ctx, ids); return err },
		batch.Rows(ctx, (*db.Queries).RefundsOfOrder, id, &out.Refunds, func(r db.RefundsOfOrderRow) *checkoutv1.DeskRefund {
			m := refund(r.Refund)
			m.DecidedBy, m.ApprovedBy, m.Note = r.DecidedBy, r.ApprovedBy, r.Note
			return m
		}),
		batch.Rows(ctx, (*db.Queries).RefundRequestsOfOrder, id, &out.RefundRequests, request),
		batch.Rows(ctx, (*db.Queries).LedgerOfOrder, id, &out.Ledger, func(r db.LedgerOfOrderRow) *checkoutv1.DeskLedgerLine {
			return &checkoutv1.DeskLedgerLine{Group: r.EntryGroup, Account: r.Account, Asset: r.Asset, Amount: r.Amount.String(), At: timestamppb.New(r.At)}
		}),
		batch.Rows(ctx, (*db.Queries).Documents, ids, &out.Documents, func(r db.DocumentsRow) *checkoutv1.DeskDocument {
			p := r.Paper
			return &checkoutv1.DeskDocument{Kind: string(p.Kind), Number: p.Number, Amount: amount(p.Gross, p.Currency), IssuedAt: timestamppb.New(p.IssuedAt)}
		}),
		batch.Rows(ctx, (*db.Queries).EmailsOfOrder, id, &out.Emails, email))
	if err != nil {
		return err
	}
	credited := ""
	for _, p := range payments {
		m := payment(p)
		m.Confirmations, m.ConfirmationsNeeded = s.Heads.confirmations(ctx, p)
		out.Payments = append(out.Payments, m)
		if p.Credited {
			credited = p.IntentHash
		}
	}
	for _, q := range quotes {
		out.Quotes = append(out.Quotes, quote(q, credited))
	}
	s.Log.InfoContext(ctx, "staff read an order", "account", rpc.Caller(ctx).Subject, "order", id)
	return nil
}

// quote converts a price in ether. credited is the intent of the payment that bought the edition, or empty.
func quote(q db.Quote, credited string) *checkoutv1.DeskQuote {
	m := &checkoutv1.DeskQuote{
		ChainId: q.ChainID, Wei: q.Value.String(), Rate: q.Rate, RateSource: q.RateSource, Status: "open",
		CreatedAt: timestamppb.New(q.CreatedAt), ExpiresAt: timestamppb.New(q.ExpiresAt),
	}
	switch {
	case credited == q.IntentHash:
		m.Status = "paid"
	case q.EndedAt != nil:
		m.Status = "ended"
	case q.RevokedAt != nil:
		m.Status = "revoked"
	}
	return m
}

func payment(p db.Payment) *checkoutv1.DeskPayment {
	m := &checkoutv1.DeskPayment{
		Id: p.ID, PaymentMethod: string(p.Method), Status: string(p.Status), Credited: p.Credited, Unexpected: p.Unexpected, ChainId: p.ChainID,
		ProviderPayment: p.ProviderID, TransactionHash: p.Transaction, BlockNumber: p.BlockNumber, Payer: p.Payer, Asset: p.Asset,
		At: timestamppb.New(p.At),
	}
	m.Amount, m.Wei = paid(p.Method, p.Amount, p.Currency, p.Wei)
	m.RefundAddress, _ = eip55.Checksum(p.RefundAddress)
	return m
}

func refund(r db.Refund) *checkoutv1.DeskRefund {
	m := &checkoutv1.DeskRefund{
		Id: r.ID, PaymentMethod: string(r.Method), Status: string(r.Status), ChainId: r.ChainID, RefundAddress: r.PayTo, TransactionHash: r.Transaction,
		ProviderId: r.ProviderID, Reason: r.Reason, CreatedAt: timestamppb.New(r.CreatedAt),
	}
	m.Amount, m.Wei = paid(r.Method, r.Amount, r.Currency, r.Wei)
	return m
}

func email(r db.EmailsOfOrderRow) *checkoutv1.DeskEmail {
	m := &checkoutv1.DeskEmail{Subject: r.Subject, Recipient: r.Recipient, Status: "waiting", CreatedAt: timestamppb.New(r.CreatedAt), SentAt: at(r.SentAt), Error: r.Error}
	switch {
	case r.SentAt != nil:
		m.Status = "sent"
	case r.Refused:
		m.Status = "refused"
	case r.GaveUpAt != nil:
		m.Status = "failed"
	}
	return m
}

const (
	refusedFor = 30 * 24 * time.Hour
	maxRefused = 50
)

// ListDeskRefusedEmails implements the service.
func (s Desk) ListDeskRefusedEmails(ctx context.Context, _ *checkoutv1.ListDeskRefusedEmailsRequest) (*checkoutv1.ListDeskRefusedEmailsResponse, error) {
	rows, err := queries(ctx, s.Pool).RefusedEmails(ctx, db.RefusedEmailsParams{Since: s.Clock.Now().Add(-refusedFor), Limit: maxRefused})
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "staff listed refused emails", "staff", rpc.Caller(ctx).Subject, "emails", len(rows))
	return rpc.Private(ctx, &checkoutv1.ListDeskRefusedEmailsResponse{Items: batch.Converted(rows, func(r db.RefusedEmailsRow) *checkoutv1.DeskRefusedEmail {
		return &checkoutv1.DeskRefusedEmail{Recipient: r.Recipient, Subject: r.Subject, OrderId: r.OrderID, RefusedAt: timestamppb.New(r.RefusedAt), Error: r.Error}
	})}), nil
}

// GetDeskToday implements the service.
func (s Desk) GetDeskToday(ctx context.Context, _ *checkoutv1.GetDeskTodayRequest) (*checkoutv1.DeskToday, error) {
	now, err := queries(ctx, s.Pool).Now(ctx, nil)
	if err != nil {
		return nil, err
	}
	day := now.UTC().Truncate(24 * time.Hour)
	out := &checkoutv1.DeskToday{Day: timestamppb.New(day)}
	return out, batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		func(q *db.Queries) error {
			rows, err := q.CreatedOn(ctx, db.CreatedOnParams{Statuses: everyStatus, Day: day})
			out.Created = counts(rows)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.OpenOrders(ctx)
			out.Open = counts(batch.Converted(rows, func(r db.OpenOrdersRow) db.CreatedOnRow { return db.CreatedOnRow(r) }))
			return err
		},
		batch.Rows(ctx, (*db.Queries).PaidOn, day, &out.Paid, sum),
		batch.Rows(ctx, (*db.Queries).RefundedOn, day, &out.Refunded, func(r db.RefundedOnRow) *checkoutv1.DeskSum { return sum(db.PaidOnRow(r)) }),
		func(q *db.Queries) error {
			row, err := q.WaitingForStaff(ctx)
			out.OpenReviews, out.PendingRefundRequests = row.Reviews, row.RefundRequests
			return err
		})
}

// counts groups the rows, which are ordered by status, by status.
func counts(rows []db.CreatedOnRow) (out []*checkoutv1.DeskCount) {
	for _, r := range rows {
		if n := len(out); n == 0 || out[n-1].GetStatus() != string(r.Status) {
			out = append(out, &checkoutv1.DeskCount{Status: string(r.Status)})
		}
		m := out[len(out)-1]
		m.Orders += r.Orders
		m.Amounts = append(m.Amounts, amount(r.Amount, r.Currency))
	}
	return out
}

func sum(r db.PaidOnRow) *checkoutv1.DeskSum {
	m := &checkoutv1.DeskSum{PaymentMethod: string(r.Method), Count: r.N}
	if m.Amount, m.Wei = paid(r.Method, r.Amount, r.Currency, r.Wei); r.Method == purchase.Ether {
		m.ChainId = r.ChainID
	}
	return m
}

// ExportMovements implements the service, and records who exported what.
func (s Desk) ExportMovements(ctx context.Context, req *checkoutv1.ExportMovementsRequest) (*httpbody.HttpBody, error) {
	by, period := rpc.Caller(ctx).Subject, req.GetPeriod()
	from, to, ok := monthOrDay(period)
	if !ok || s.Clock.Now().Before(from) {
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.NoExportPeriod, map[string]string{"period": messages.NoExportPeriod})
	}
	rows, err := queries(ctx, s.Pool).Movements(ctx, db.MovementsParams{Since: from, Before: to, Limit: maxMovements + 1})
	switch {
	case err != nil:
		return nil, err
	case len(rows) > maxMovements:
		return nil, rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_EXPORT_TOO_LONG, fmt.Sprintf(messages.ExportTooLong, maxMovements), nil)
	}
	for _, r := range rows {
		// An account that is missing in the query would be missing from the sums.
		if parts := r.Artist.Add(r.Fee).Add(r.Buyer); parts.Cmp(r.Amount) != 0 {
			return nil, fmt.Errorf("the parts of %s in %s are %s, want %s", r.EntryGroup, r.Asset, parts, r.Amount)
		}
	}
	data, err := s.MovementsCSV(period, rows)
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("%s: %d movements", period, len(rows))
	if err := queries(ctx, s.Pool).Decide(ctx, db.DecideParams{Action: purchase.ActionExport, DecidedBy: by, Note: note}); err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "staff exported movements", "account", by, "period", period, "movements", len(rows))
	return rpc.File(ctx, "text/csv; charset=utf-8", "attachment", "movements-"+period+".csv", data), nil
}

// monthOrDay returns a month ("2026-11") or a day ("2026-11-27") in UTC.
func monthOrDay(name string) (from, to time.Time, ok bool) {
	if from, err := time.Parse("2006-01", name); err == nil {
		return from, from.AddDate(0, 1, 0), true
	}
	from, err := time.Parse(time.DateOnly, name)
	return from, from.AddDate(0, 0, 1), err == nil
}

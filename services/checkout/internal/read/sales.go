package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// pageSize is how many sales a page holds, as in the data API.
const pageSize = 27

// Sales implements checkoutv1connect.SalesServiceHandler: it shows artists their sold works and the state of their share, and their statements.
type Sales struct {
	Pool *pgxpool.Pool
	// Artists finds the artist of an account.
	Artists sale.Artists
	// Contracts reads balances in payment contracts.
	Contracts sale.Contracts
	// FinalAt returns the time of the newest final block, or zero if unknown; with several chains, of the one where it is oldest. Error:
	// order.ErrUnavailable.
	FinalAt func(ctx context.Context) (time.Time, error)
	Clock   clock.Clock
	// PDF and CSV print statements.
	PDF    func(ctx context.Context, s sale.Statement, seller documents.Seller) ([]byte, error)
	CSV    func(s sale.Statement) ([]byte, error)
	Seller documents.Seller
}

// ListSales implements the service.
func (s Sales) ListSales(ctx context.Context, req *checkoutv1.ListSalesRequest) (*checkoutv1.ListSalesResponse, error) {
	artist, err := s.Artists.ArtistOf(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	out := &checkoutv1.ListSalesResponse{Page: max(req.GetPage(), 1)}
	err = batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		func(q *db.Queries) error {
			total, err := q.CountSales(ctx, artist.ID)
			out.TotalCount, out.PageCount = int32(total), max(int32((total+pageSize-1)/pageSize), 1)
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.Sales(ctx, db.SalesParams{ArtistID: artist.ID, Limit: pageSize, Offset: (out.GetPage() - 1) * pageSize})
			for _, r := range rows {
				m, err := sold(r)
				if err != nil {
					return err
				}
				out.Items = append(out.Items, m)
			}
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.SaleSums(ctx, artist.ID)
			for _, r := range rows {
				asset, err := sale.ParseAsset(r.Asset)
				if err != nil {
					return err
				}
				out.Sums = append(out.Sums, &checkoutv1.ArtistSum{
					Currency: asset.Currency, ChainId: asset.ChainID, Earned: r.Earned.String(), Credited: r.Credited.String(), Held: r.Held.String(),
				})
			}
			return err
		})
	return out, err
}

// Sale returns one sale as its artist sees it. unsettled is whether it was sold in an auction that may still refund a part of the payment.
func Sale(ctx context.Context, pool *pgxpool.Pool, id string) (m *checkoutv1.Sale, unsettled bool, err error) {
	rows, err := queries(ctx, pool).Sales(ctx, db.SalesParams{Ids: []string{id}, Limit: 1})
	switch {
	case err != nil:
		return nil, false, err
	case len(rows) == 0:
		return nil, false, fmt.Errorf("order %s isn't a sale", id)
	}
	m, err = sold(rows[0])
	return m, rows[0].Unsettled, err
}

func sold(r db.SalesRow) (*checkoutv1.Sale, error) {
	m := &checkoutv1.Sale{
		Id: r.ID, SoldAt: timestamppb.New(r.SoldAt), ArtworkId: r.ArtworkID, ArtworkSlug: r.ArtworkSlug, ArtworkTitle: r.ArtworkTitle, EditionNumber: r.Edition,
		EditionSize: r.EditionSize, Price: amount(r.PriceAmount, r.PriceCurrency), PaymentMethod: string(r.Method), ShareBps: int32(r.ShareBps),
		PayoutAddress: r.Payout, Disputed: r.Status == purchase.Disputed, State: "held",
	}
	switch {
	case r.Method == purchase.Card:
		m.HeldReason = "card"
	case r.Payout == "" && r.PayoutHold == "":
		m.HeldReason = "no_wallet"
	case r.Payout == "":
		m.HeldReason = r.PayoutHold
	}
	share := r.Net
	switch {
	case !r.Final:
		m.State, share = "confirming", r.ArtistWei
		if r.Payout == "" {
			var err error
			if share, _, err = r.Paid.Share(r.ShareBps); err != nil {
				return nil, err
			}
		}
	case r.Status == purchase.Refunded:
		m.State, m.HeldReason = "refunded", ""
	case r.Payout != "":
		m.State = "credited"
	}
	m.PartlyRefunded = m.GetState() != "refunded" && r.Final && r.Net.Cmp(r.Booked) < 0
	if r.Method == purchase.Card {
		m.Share = amount(share.Big().Int64(), r.PriceCurrency)
		return m, nil
	}
	m.PaidWei, m.ShareWei, m.ChainId, m.TransactionHash = r.Paid.String(), share.String(), r.ChainID, r.Transaction
	return m, nil
}

// GetStatement implements the service.
func (s Sales) GetStatement(ctx context.Context, req *checkoutv1.GetStatementRequest) (*httpbody.HttpBody, error) {
	name, format, _ := strings.Cut(req.GetFile(), ".")
	statement, err := s.statement(ctx, name)
	if err != nil {
		return nil, public(err)
	}
	contentType, data := "application/pdf", []byte(nil)
	if format == "csv" {
		contentType = "text/csv; charset=utf-8"
		data, err = s.CSV(statement)
	} else {
		data, err = s.PDF(ctx, statement, s.Seller)
	}
	if err != nil {
		return nil, public(err)
	}
	return rpc.File(ctx, contentType, "attachment", "statement-"+req.GetFile(), data), nil
}

// statement computes the caller's statement of a period.
func (s Sales) statement(ctx context.Context, period string) (sale.Statement, error) {
	p, err := sale.ParsePeriod(period)
	out := sale.Statement{Period: p, MadeAt: s.Clock.Now().UTC()}
	switch {
	case err != nil:
		return out, err
	case p.Name != sale.Everything && out.MadeAt.Before(p.From):
		return out, fmt.Errorf("%w: %s begins later", sale.ErrPeriod, p.Name)
	}
	out.Open = out.MadeAt.Before(p.To.Add(sale.Settling))
	if out.Artist, err = s.Artists.ArtistOf(ctx, rpc.Caller(ctx).Subject); err != nil {
		return out, err
	}
	held, bookings, err := s.ledger(ctx, out.Artist.ID, p)
	if err != nil {
		return out, err
	}
	var inContracts map[uint32]money.Wei
	var changes []sale.Change
	if len(out.Artist.Wallets) > 0 {
		var final time.Time
		// Read this first, so that nothing becomes final in between.
		if final, err = s.FinalAt(ctx); err != nil {
			return out, err
		}
		out.Open = out.Open || final.Before(p.To)
		if inContracts, changes, err = s.Contracts.Changes(ctx, out.Artist.Wallets, p, sale.MaxChanges+1); err != nil {
			return out, err
		}
	}
	out.Accounts, err = sale.Accounts(held, inContracts, bookings, changes)
	return out, err
}

// ledger returns what the gallery held for an artist before a period, and what changed the artist's money in it.
func (s Sales) ledger(ctx context.Context, artistID int64, p sale.Period) (map[sale.Asset]money.Wei, []sale.Booking, error) {
	held, bookings := map[sale.Asset]money.Wei{}, []sale.Booking(nil)
	err := batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		func(q *db.Queries) error {
			rows, err := q.HeldBefore(ctx, db.HeldBeforeParams{ArtistID: artistID, Before: p.From})
			for _, r := range rows {
				asset, err := sale.ParseAsset(r.Asset)
				if err != nil {
					return err
				}
				held[asset] = r.Held
			}
			return err
		},
		func(q *db.Queries) error {
			rows, err := q.Bookings(ctx, db.BookingsParams{ArtistID: artistID, Since: p.From, Before: p.To, Limit: sale.MaxEntries + 1})
			bookings = slices.Grow(bookings, len(rows))
			for _, r := range rows {
				asset, err := sale.ParseAsset(r.Asset)
				if err != nil {
					return err
				}
				bookings = append(bookings, sale.Booking{
					At: r.At.UTC(), Asset: asset, Refund: !strings.HasPrefix(r.EntryGroup, "sale:"), Held: r.Held, Credited: r.Credited, Fee: r.Fee,
					Order: sale.Order{
						OrderID: r.ID, Title: r.ArtworkTitle, Edition: r.Edition, EditionSize: r.EditionSize,
						Price: money.Money{Amount: r.PriceAmount, Currency: r.PriceCurrency}, Card: r.Method == purchase.Card,
					},
					Payment: sale.Event{ChainID: r.ChainID, BlockHash: r.BlockHash, LogIndex: r.LogIndex}, Transaction: r.Transaction,
				})
			}
			return err
		})
	return held, bookings, err
}

// public converts the errors of sales and statements to public ones and returns others unchanged.
func public(err error) error {
	switch {
	case errors.Is(err, sale.ErrNoArtist):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, messages.NoArtist, nil)
	case errors.Is(err, sale.ErrAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_ARTIST_AMBIGUOUS, messages.ArtistAmbiguous, nil)
	case errors.Is(err, sale.ErrTooLong):
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_STATEMENT_TOO_LONG, messages.StatementTooLong, nil)
	case errors.Is(err, sale.ErrPeriod):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.NoPeriod, map[string]string{"file": messages.NoPeriod})
	case errors.Is(err, documents.ErrUnavailable):
		return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, messages.SalesUnavailable, err)
	case errors.Is(err, order.ErrUnavailable):
		return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, messages.Unavailable, err)
	case errors.Is(err, sale.ErrUnavailable):
		return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, messages.SalesUnavailable, err)
	}
	return err
}

package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Sales implements sale.Store and sale.Ledger.
type Sales struct{ pool *pgxpool.Pool }

// NewSales returns a store on a migrated database.
func NewSales(pool *pgxpool.Pool) Sales { return Sales{pool} }

// SaleNotices is an order.Outbox that queues an artist's notification for each sale, in the sale's transaction.
type SaleNotices struct {
	order.Outbox

	Pool *pgxpool.Pool
}

// Publish implements order.Outbox.
func (o SaleNotices) Publish(ctx context.Context, event order.Event) error {
	if paid, ok := event.(order.OrderPaid); ok && paid.Checkout.Artwork.ArtistID > 0 {
		if err := db.New(postgres.Conn(ctx, o.Pool)).PutSaleNotice(ctx, paid.Checkout.ID); err != nil {
			return err
		}
	}
	return o.Outbox.Publish(ctx, event)
}

// Sales implements sale.Store.
func (s Sales) Sales(ctx context.Context, artistID int64, limit, offset int) ([]sale.Sale, int, error) {
	total, err := db.New(s.pool).CountSales(ctx, artistID)
	if err != nil || int(total) <= offset {
		return nil, int(total), err
	}
	items, err := s.read(ctx, db.SalesParams{ArtistID: artistID, Limit: int32(limit), Offset: int32(offset)})
	return items, int(total), err
}

func (s Sales) read(ctx context.Context, p db.SalesParams) ([]sale.Sale, error) {
	rows, err := db.New(postgres.Conn(ctx, s.pool)).Sales(ctx, p)
	if err != nil {
		return nil, err
	}
	out := make([]sale.Sale, len(rows))
	for i, row := range rows {
		if out[i], err = convertSale(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func convertSale(r db.SalesRow) (v sale.Sale, err error) {
	v = sale.Sale{
		ID: r.ID, ArtistID: r.ArtistID, SoldAt: r.SoldAt.UTC(), ArtworkID: r.ArtworkID, Slug: r.ArtworkSlug, Title: r.ArtworkTitle, Edition: r.Edition,
		EditionSize: r.EditionSize, Price: money.Money{Amount: r.PriceAmount, Currency: r.PriceCurrency}, Card: r.Method == order.Card, ShareBps: r.ShareBps,
		Paid: r.Paid, ChainID: r.ChainID, Payout: r.Payout, Transaction: r.Transaction, Disputed: r.Status == order.Disputed, Unsettled: r.Unsettled,
	}
	switch {
	case v.Card:
		v.HeldReason = sale.HeldCard
	case v.Payout == "" && r.PayoutHold == sale.HeldFrozen:
		v.HeldReason = sale.HeldFrozen
	case v.Payout == "" && r.PayoutHold == sale.HeldAuction:
		v.HeldReason = sale.HeldAuction
	case v.Payout == "":
		v.HeldReason = sale.HeldNoWallet
	}
	v.Share = r.Net
	switch {
	case !r.Final && v.Payout != "":
		v.State, v.Share = sale.Confirming, r.ArtistWei
	case !r.Final:
		v.State = sale.Confirming
		v.Share, _, err = v.Paid.Share(v.ShareBps)
	case r.Status == order.Refunded:
		v.State, v.HeldReason = sale.Refunded, ""
	case v.Payout != "":
		v.State = sale.Credited
	default:
		v.State = sale.Held
	}
	v.PartlyRefunded = v.State != sale.Refunded && r.Final && r.Net.Cmp(r.Booked) < 0
	return v, err
}

// Sums implements sale.Store.
func (s Sales) Sums(ctx context.Context, artistID int64) ([]sale.Sum, error) {
	rows, err := db.New(s.pool).SaleSums(ctx, artistID)
	if err != nil {
		return nil, err
	}
	out := make([]sale.Sum, len(rows))
	for i, row := range rows {
		out[i] = sale.Sum{Earned: row.Earned, Credited: row.Credited, Held: row.Held}
		asset, err := parseAsset(row.Asset)
		if err != nil {
			return nil, err
		}
		out[i].Currency, out[i].ChainID = asset.Currency, asset.ChainID
	}
	return out, nil
}

// parseAsset reads an asset of the ledger: a currency, "eip155:<chain>" or "eip155:<chain>/erc20:<contract>".
func parseAsset(text string) (a sale.Asset, err error) {
	chain, found := strings.CutPrefix(text, "eip155:")
	if !found {
		return sale.Asset{Currency: text}, nil
	}
	chain, a.Token, _ = strings.Cut(chain, "/erc20:")
	id, err := strconv.ParseUint(chain, 10, 32)
	if err != nil {
		return a, fmt.Errorf("ledger asset %q: %w", text, err)
	}
	a.ChainID = uint32(id)
	return a, nil
}

// Held implements sale.Ledger.
func (s Sales) Held(ctx context.Context, artistID int64, before time.Time) (map[sale.Asset]money.Wei, error) {
	rows, err := db.New(s.pool).HeldBefore(ctx, db.HeldBeforeParams{ArtistID: artistID, Before: before})
	if err != nil {
		return nil, err
	}
	out := map[sale.Asset]money.Wei{}
	for _, row := range rows {
		asset, err := parseAsset(row.Asset)
		if err != nil {
			return nil, err
		}
		out[asset] = row.Held
	}
	return out, nil
}

// Bookings implements sale.Ledger.
func (s Sales) Bookings(ctx context.Context, artistID int64, p sale.Period, limit int) ([]sale.Booking, error) {
	rows, err := db.New(s.pool).Bookings(ctx, db.BookingsParams{ArtistID: artistID, Since: p.From, Before: p.To, Limit: int32(limit)})
	if err != nil {
		return nil, err
	}
	out := make([]sale.Booking, len(rows))
	for i, r := range rows {
		asset, err := parseAsset(r.Asset)
		if err != nil {
			return nil, err
		}
		out[i] = sale.Booking{
			At: r.At.UTC(), Asset: asset, Refund: !strings.HasPrefix(r.EntryGroup, "sale:"), Held: r.Held, Credited: r.Credited, Fee: r.Fee,
			Order: sale.Order{
				OrderID: r.ID, Title: r.ArtworkTitle, Edition: r.Edition, EditionSize: r.EditionSize,
				Price: money.Money{Amount: r.PriceAmount, Currency: r.PriceCurrency}, Card: r.Method == order.Card,
			},
			Payment: sale.Event{ChainID: r.ChainID, BlockHash: r.BlockHash, LogIndex: r.LogIndex}, Transaction: r.Transaction,
		}
	}
	return out, nil
}

// ClaimNotices implements sale.Store.
func (s Sales) ClaimNotices(ctx context.Context, limit int) ([]sale.Sale, error) {
	ids, err := db.New(s.pool).ClaimSaleNotices(ctx, int32(limit))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return s.read(ctx, db.SalesParams{Ids: ids, Limit: int32(len(ids))})
}

// EndNotice implements sale.Store.
func (s Sales) EndNotice(ctx context.Context, saleID, outcome string, then func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		ended, err := db.New(postgres.Conn(ctx, s.pool)).EndSaleNotice(ctx, db.EndSaleNoticeParams{CheckoutID: saleID, Outcome: outcome})
		if err != nil || ended == 0 {
			return err
		}
		return then(ctx)
	})
}

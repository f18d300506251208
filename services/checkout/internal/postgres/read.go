package postgres

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Get implements order.Store.
func (s *Store) Get(ctx context.Context, id string) (order.Checkout, error) {
	if !valid(id) {
		return order.Checkout{}, order.ErrNotFound
	}
	return s.read(ctx, id)
}

// Live implements hold.Store.
func (s *Store) Live(ctx context.Context, accountID string) ([]string, error) {
	return s.queries(ctx).LiveCheckouts(ctx, accountID)
}

// read loads a whole checkout in one round trip.
func (s *Store) read(ctx context.Context, id string) (c order.Checkout, err error) {
	ids := []string{id}
	err = batch.Query(ctx, s.conn(ctx),
		func(q *db.Queries) error {
			row, err := q.GetCheckout(ctx, db.GetCheckoutParams{ID: id, Now: s.at()})
			c = checkout(row)
			return err
		},
		batch.Rows(ctx, (*db.Queries).Sessions, ids, &c.Sessions, session),
		batch.Rows(ctx, (*db.Queries).Quotes, ids, &c.Quotes, quote),
		batch.Rows(ctx, (*db.Queries).Payments, ids, &c.Payments, payment),
		batch.Rows(ctx, (*db.Queries).Refunds, ids, &c.Refunds, refundOf),
		batch.Rows(ctx, (*db.Queries).Reviews, ids, &c.Reviews, reviewOf))
	return c, found(err)
}

func checkout(r db.GetCheckoutRow) order.Checkout {
	c := r.Checkout
	return order.Checkout{
		ID: c.ID, Version: c.Version, Status: c.Status, Reason: c.Reason,
		Buyer: purchase.Buyer{AccountID: c.AccountID, Email: c.Email, EmailVerified: c.EmailVerified, Name: c.BuyerName},
		Artwork: purchase.Artwork{
			ID: c.ArtworkID, Slug: c.ArtworkSlug, Title: c.ArtworkTitle, ArtistID: c.ArtistID, ArtistName: c.ArtistName, Year: c.ArtworkYear, Dated: c.ArtworkDated,
			Medium: c.ArtworkMedium, ImageURL: c.ImageURL, ChainID: c.ChainID,
		},
		Edition: c.Edition, EditionSize: c.EditionSize, Price: money.Money{Amount: c.PriceAmount, Currency: c.PriceCurrency},
		ShareBps: c.ShareBps, Method: c.Method, TermsVersion: c.TermsVersion, BillingCountry: c.BillingCountry, ImmediateDelivery: c.ImmediateDelivery,
		Gift:      purchase.Gift{Email: c.GiftEmail, Message: c.GiftMessage, To: c.GiftTo, ToName: c.GiftName, AcceptedAt: utc(c.GiftAcceptedAt)},
		CreatedAt: c.CreatedAt.UTC(), UpdatedAt: c.UpdatedAt.UTC(), ExpiresAt: c.ExpiresAt.UTC(), PaidAt: utc(c.PaidAt), CompletedAt: utc(c.CompletedAt),
		CardDecline: c.CardDecline, TransactionHash: c.TransactionHash, MintTransactionHash: c.MintHash, MintChainID: c.MintChainID,
		DisputeVersion: c.DisputeVersion, Dispute: purchase.Dispute{ID: c.DisputeID, State: c.Dispute}, ReleasedAt: utc(c.ReleasedAt),
		ReceiptNumber: c.ReceiptNumber, ReceiptYear: c.ReceiptYear, PhaseID: orNothing(c.PhaseID), PhaseFull: r.PhaseFull,
		Auction:   order.Auction{ID: orNothing(c.AuctionID), Status: phase.AuctionStatus(r.AuctionStatus), LastPrice: r.LastPrice},
		SettledAt: utc(c.SettledAt), SettledBack: orNothing(c.SettledBack),
		Unit: purchase.Unit{Status: r.UnitStatus, Checkout: orNothing(r.UnitCheckout)}, Now: r.Now.UTC(),
	}
}

func session(r db.CardSession) purchase.Session {
	return purchase.Session{ID: r.ID, Status: r.Status, ProviderID: r.ProviderID, URL: r.URL, EndsAt: r.EndsAt.UTC(), CreatedAt: r.CreatedAt.UTC()}
}

func quote(r db.Quote) purchase.Quote {
	return purchase.Quote{
		IntentHash: r.IntentHash, ChainID: r.ChainID, To: r.PayTo, Data: r.Data, Value: r.Value, Rate: r.Rate, RateSource: r.RateSource,
		RateAt: utc(r.RateAt), ExpiresAt: r.ExpiresAt.UTC(), CreatedAt: r.CreatedAt.UTC(), Payout: r.Payout, PayoutHold: r.PayoutHold,
		ShareBps: r.ShareBps, RevokedAt: utc(r.RevokedAt), EndedAt: utc(r.EndedAt),
	}
}

func payment(r db.Payment) purchase.Payment {
	return purchase.Payment{
		ID: r.ID, Key: r.Key, Method: r.Method, Status: r.Status, Amount: money.Money{Amount: r.Amount, Currency: r.Currency}, Credited: r.Credited,
		Unexpected: r.Unexpected, At: r.At.UTC(), ProviderID: r.ProviderID, ChainID: r.ChainID, BlockHash: r.BlockHash, BlockNumber: r.BlockNumber,
		BlockTime: utc(r.BlockTime), LogIndex: r.LogIndex, Transaction: r.Transaction, Payer: r.Payer, Wei: r.Wei, ArtistWei: r.ArtistWei,
		Artist: r.Artist, RefundAddress: r.RefundAddress, IntentHash: r.IntentHash, Asset: r.Asset,
	}
}

func refundOf(row db.RefundsRow) purchase.Refund {
	r := row.Refund
	return purchase.Refund{
		ID: r.ID, PaymentID: orNothing(r.PaymentID), Status: r.Status, Method: r.Method, Amount: money.Money{Amount: r.Amount, Currency: r.Currency},
		Reason: r.Reason, ProviderID: r.ProviderID, CreatedAt: r.CreatedAt.UTC(), Returned: row.Returned, ChainID: r.ChainID, To: r.PayTo,
		Wei: orNone(r.Wei), Transaction: r.Transaction,
	}
}

func reviewOf(r db.Review) purchase.Review {
	return purchase.Review{
		ID: r.ID, Key: r.Key, PaymentID: orNothing(r.PaymentID), Reason: r.Reason, Detail: r.Detail, CreatedAt: r.CreatedAt.UTC(), ClosedAt: utc(r.ClosedAt),
		Decision: r.Decision, By: r.DecidedBy, Note: r.Note,
		Funds: purchase.Payment{
			Method: r.Method, Amount: money.Money{Amount: r.Amount, Currency: r.Currency}, ProviderID: r.ProviderID, ChainID: r.ChainID,
			Transaction: r.Transaction, Payer: r.Payer, Wei: orNone(r.Wei), Asset: r.Asset, RefundAddress: r.RefundAddress,
		},
	}
}

// orNone returns the zero value for 0 wei, as in a refund or review of card money.
func orNone(w money.Wei) money.Wei {
	if w.IsZero() {
		return money.Wei{}
	}
	return w
}

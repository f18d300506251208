package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Update implements order.Store.
func (s *Store) Update(ctx context.Context, id string, fn func(*order.Checkout) error) (c order.Checkout, err error) {
	if !valid(id) {
		return order.Checkout{}, order.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		locked, err := q.LockCheckout(ctx, id)
		if err != nil {
			return found(err)
		}
		// What continues an order links to the request that made the hold.
		ctx = tracing.WithOrigin(ctx, locked.Traceparent)
		if err := q.LockUnit(ctx, db.LockUnitParams{ArtworkID: locked.ArtworkID, N: locked.Edition}); err != nil {
			return err
		}
		if c, err = s.read(ctx, id); err != nil {
			return err
		}
		before := order.Clone(c)
		if err := fn(&c); err != nil {
			return err
		}
		return s.save(ctx, before, &c)
	})
	if err != nil {
		return order.Checkout{}, err
	}
	return c, nil
}

// save writes the changes of fn: first each step separately, so that the database checks it, then the rest.
func (s *Store) save(ctx context.Context, before order.Checkout, c *order.Checkout) error {
	ch := c.TakeChanges()
	if reflect.DeepEqual(before, *c) && ch.Empty() {
		return nil
	}
	if err := order.Legal(&before, c, ch); err != nil {
		return err
	}
	if !c.PaidAt.IsZero() && c.ReceiptNumber == 0 {
		var err error
		c.ReceiptYear = c.PaidAt.Year()
		if c.ReceiptNumber, err = s.queries(ctx).NextReceipt(ctx, c.ReceiptYear); err != nil {
			return fmt.Errorf("receipt number: %w", err)
		}
	}
	// Each step is a separate statement: the table's trigger checks it and writes the history.
	w := newWrites()
	err := w.SetActor(ctx, string(ch.Actor))
	for _, st := range ch.Steps {
		err = errors.Join(err, w.Step(ctx, db.StepParams{ID: c.ID, Version: c.Version, FromStatus: st.From, ToStatus: st.To, Reason: st.Reason}))
		w.exactly(fmt.Sprintf("step %s to %s", st.From, st.To))
		c.Version++
	}
	err = errors.Join(err, w.SaveCheckout(ctx, db.SaveCheckoutParams{
		ID: c.ID, Version: c.Version, Reason: c.Reason, Method: c.Method, UpdatedAt: c.UpdatedAt, PaidAt: postgres.NullTime(c.PaidAt),
		CompletedAt: postgres.NullTime(c.CompletedAt), TransactionHash: c.TransactionHash, MintHash: c.MintTransactionHash, MintChainID: c.MintChainID,
		DisputeVersion: c.DisputeVersion, ReceiptYear: c.ReceiptYear, ReceiptNumber: c.ReceiptNumber, BillingCountry: c.BillingCountry,
		ImmediateDelivery: c.ImmediateDelivery, CardDecline: c.CardDecline, DisputeID: c.Dispute.ID, Dispute: c.Dispute.State, ReleasedAt: postgres.NullTime(c.ReleasedAt),
		GiftEmail: c.Gift.Email, GiftMessage: c.Gift.Message, GiftTo: c.Gift.To, GiftName: c.Gift.ToName,
		GiftAcceptedAt: postgres.NullTime(c.Gift.AcceptedAt), SettledAt: postgres.NullTime(c.SettledAt), SettledBack: auctionDifference(c),
	}))
	w.exactly("save")
	c.Version++
	err = errors.Join(err, w.children(ctx, before, c), w.entries(ctx, ch.Entries, &c.ID), w.audits(ctx, ch.Audits, &c.ID))
	if c.Unit != before.Unit {
		err = errors.Join(err, w.SaveUnit(ctx, db.SaveUnitParams{ArtworkID: c.Artwork.ID, N: c.Edition, Status: c.Unit.Status, CheckoutID: null(c.Unit.Checkout)}))
	}
	if ch.NotifiesArtist {
		err = errors.Join(err, w.PutSaleNotice(ctx, c.ID))
	}
	if err := errors.Join(err, w.send(ctx, s.conn(ctx))); err != nil {
		return err
	}
	return s.finish(ctx, c, ch)
}

// finish counts the edition of a change and sends its events and notices.
func (s *Store) finish(ctx context.Context, c *order.Checkout, ch order.Changes) error {
	if by := ch.Editions; by != (order.EditionsDelta{}) {
		row, err := s.queries(ctx).CountEditions(ctx, db.CountEditionsParams{ArtworkID: c.Artwork.ID, Held: int32(by.Held), Sold: int32(by.Sold)})
		if err != nil {
			return fmt.Errorf("count editions: %w", err)
		}
		ch.Counted(order.EditionsChanged{ArtworkID: c.Artwork.ID, Version: row.Version, Held: row.Held, Sold: row.Sold})
	}
	for _, n := range ch.Notices {
		// The notice needs the receipt number of this change.
		n.Checkout.ReceiptYear, n.Checkout.ReceiptNumber = c.ReceiptYear, c.ReceiptNumber
	}
	return s.publish(ctx, ch)
}

func (s *Store) publish(ctx context.Context, ch order.Changes) error {
	for _, event := range ch.Events {
		if err := s.out.Publish(ctx, event); err != nil {
			return err
		}
	}
	for _, n := range ch.Notices {
		if err := s.out.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// children saves what changed in the lists of a checkout.
func (w *writes) children(ctx context.Context, before order.Checkout, c *order.Checkout) error {
	var errs []error
	for i, v := range c.Sessions {
		if i >= len(before.Sessions) || before.Sessions[i] != v {
			errs = append(errs, w.SaveSession(ctx, db.SaveSessionParams{
				ID: v.ID, CheckoutID: c.ID, Status: v.Status, ProviderID: v.ProviderID, URL: v.URL, EndsAt: v.EndsAt, CreatedAt: v.CreatedAt,
			}))
		}
	}
	for i, v := range c.Quotes {
		if i >= len(before.Quotes) || !before.Quotes[i].EndedAt.Equal(v.EndedAt) || !before.Quotes[i].RevokedAt.Equal(v.RevokedAt) {
			errs = append(errs, w.SaveQuote(ctx, db.SaveQuoteParams{
				IntentHash: v.IntentHash, CheckoutID: c.ID, ChainID: v.ChainID, PayTo: v.To, Data: v.Data, Value: v.Value, Rate: v.Rate,
				RateSource: v.RateSource, RateAt: postgres.NullTime(v.RateAt), ExpiresAt: v.ExpiresAt, CreatedAt: v.CreatedAt, Payout: v.Payout,
				ShareBps: v.ShareBps, EndedAt: postgres.NullTime(v.EndedAt), PayoutHold: v.PayoutHold, RevokedAt: postgres.NullTime(v.RevokedAt),
			}))
		}
	}
	for i, v := range c.Payments {
		if i < len(before.Payments) {
			if o := before.Payments[i]; o.Status == v.Status && o.Credited == v.Credited && o.Amount == v.Amount {
				continue
			}
		}
		errs = append(errs, w.SavePayment(ctx, db.SavePaymentParams{
			ID: v.ID, Key: v.Key, CheckoutID: c.ID, Method: v.Method, Status: v.Status, Amount: v.Amount.Amount, Currency: v.Amount.Currency,
			Credited: v.Credited, At: v.At, ProviderID: v.ProviderID, ChainID: v.ChainID, BlockHash: v.BlockHash, BlockNumber: v.BlockNumber,
			BlockTime: postgres.NullTime(v.BlockTime), LogIndex: v.LogIndex, Transaction: v.Transaction, Payer: v.Payer, Wei: v.Wei,
			ArtistWei: v.ArtistWei, Artist: v.Artist, RefundAddress: v.RefundAddress, IntentHash: v.IntentHash, Unexpected: v.Unexpected, Asset: v.Asset,
		}))
	}
	errs = append(errs, w.refunds(ctx, before.Refunds, c.Refunds, &c.ID, nil))
	for i, v := range c.Reviews {
		if i >= len(before.Reviews) || before.Reviews[i] != v {
			errs = append(errs, w.SaveReview(ctx, db.SaveReviewParams{
				ID: v.ID, Key: v.Key, CheckoutID: &c.ID, PaymentID: null(v.PaymentID), Reason: v.Reason, Detail: v.Detail, CreatedAt: v.CreatedAt,
				ClosedAt: postgres.NullTime(v.ClosedAt), Decision: v.Decision, DecidedBy: v.By, Note: v.Note,
			}))
		}
	}
	return errors.Join(errs...)
}

func (w *writes) refunds(ctx context.Context, before, after []purchase.Refund, checkoutID, reviewID *string) error {
	var errs []error
	for i, v := range after {
		if i >= len(before) || before[i] != v {
			errs = append(errs, w.SaveRefund(ctx, db.SaveRefundParams{
				ID: v.ID, CheckoutID: checkoutID, PaymentID: null(v.PaymentID), ReviewID: reviewID, Status: v.Status, Amount: v.Amount.Amount,
				Currency: v.Amount.Currency, Reason: v.Reason, ProviderID: v.ProviderID, CreatedAt: v.CreatedAt, Method: v.Method, ChainID: v.ChainID,
				PayTo: v.To, Wei: v.Wei, Transaction: v.Transaction,
			}))
		}
	}
	return errors.Join(errs...)
}

func (w *writes) entries(ctx context.Context, entries []purchase.Entry, checkoutID *string) error {
	var errs []error
	for _, e := range entries {
		errs = append(errs, w.Book(ctx, db.BookParams{EntryGroup: e.Group, Account: e.Account, Asset: e.Asset, Amount: e.Amount, CheckoutID: checkoutID}))
	}
	return errors.Join(errs...)
}

func (w *writes) audits(ctx context.Context, audits []purchase.Audit, checkoutID *string) error {
	var errs []error
	for _, a := range audits {
		errs = append(errs, w.Decide(ctx, db.DecideParams{
			ReviewID: null(a.ReviewID), CheckoutID: checkoutID, RefundID: null(a.RefundID), Action: a.Action, DecidedBy: a.By, Note: a.Note,
			RefundAddress: a.RefundAddress, ApprovedBy: a.ApprovedBy, AddressSigned: a.AddressSigned,
		}))
	}
	return errors.Join(errs...)
}

// auctionDifference returns the difference of an order whose auction was settled.
func auctionDifference(c *order.Checkout) *money.Wei {
	if c.SettledAt.IsZero() {
		return nil
	}
	return &c.SettledBack
}

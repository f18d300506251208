package postgres

import (
	"context"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Update implements order.Store.
func (s *Store) Update(ctx context.Context, id string, fn func(*order.Checkout) error) (c order.Checkout, err error) {
	if !valid(id) {
		return order.Checkout{}, order.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		var artworkID int64
		var edition int32
		err := q.QueryRow(ctx, lockCheckoutSQL, id).Scan(&artworkID, &edition)
		if err == pgx.ErrNoRows { //nolint:errorlint // pgx returns it bare
			return order.ErrNotFound
		}
		if err != nil {
			return err
		}
		if _, err := q.Exec(ctx, lockUnitSQL, artworkID, edition); err != nil {
			return err
		}
		if c, err = s.read(ctx, q, id); err != nil {
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

// save writes what fn did: each step by itself, so that the database checks it, then the rest.
func (s *Store) save(ctx context.Context, before order.Checkout, c *order.Checkout) error {
	ch := c.TakeChanges()
	if reflect.DeepEqual(before, *c) && ch.Empty() {
		return nil
	}
	if err := order.Legal(&before, c, ch); err != nil {
		return err
	}
	q := s.conn(ctx)
	if !c.PaidAt.IsZero() && c.ReceiptNumber == 0 {
		c.ReceiptYear = c.PaidAt.Year()
		if err := q.QueryRow(ctx, nextReceiptSQL, c.ReceiptYear).Scan(&c.ReceiptNumber); err != nil {
			return fmt.Errorf("receipt number: %w", err)
		}
	}
	// Each step is a statement of its own: the table's trigger checks it and writes the history.
	var b pgx.Batch
	b.Queue(actorSQL, ch.Actor)
	exact := map[int]string{}
	for _, st := range ch.Steps {
		exact[b.Len()] = fmt.Sprintf("step %s to %s", st.From, st.To)
		b.Queue(stepSQL, c.ID, c.Version, st.From, st.To, st.Reason)
		c.Version++
	}
	exact[b.Len()] = "save"
	b.Queue(saveCheckoutSQL, c.ID, c.Version, c.Reason, c.Method, c.UpdatedAt, postgres.NullTime(c.PaidAt), postgres.NullTime(c.CompletedAt),
		c.TransactionHash, c.MintTransactionHash, int64(c.MintChainID), c.DisputeVersion, c.ReceiptYear, c.ReceiptNumber,
		c.BillingCountry, c.ImmediateDelivery, c.CardDecline)
	c.Version++
	queueChildren(&b, before, c)
	queueEntries(&b, ch.Entries, &c.ID)
	queueAudits(&b, ch.Audits, &c.ID)
	if c.Unit != before.Unit {
		b.Queue(saveUnitSQL, c.Artwork.ID, c.Edition, c.Unit.Status, null(c.Unit.Checkout))
	}
	if err := run(ctx, q, &b, exact); err != nil {
		return err
	}
	if c.Unit != before.Unit {
		held := one(c.Unit.Status == order.UnitHeld) - one(before.Unit.Status == order.UnitHeld)
		sold := one(c.Unit.Status == order.UnitSold) - one(before.Unit.Status == order.UnitSold)
		if err := s.count(ctx, c.Artwork.ID, held, sold); err != nil {
			return err
		}
	}
	for _, f := range ch.Events {
		if err := s.out.Publish(ctx, f); err != nil {
			return err
		}
	}
	return s.notify(ctx, c, ch.Notices)
}

func (s *Store) notify(ctx context.Context, c *order.Checkout, notices []order.Notice) error {
	for _, n := range notices {
		// Numbers given by this change belong in the notice as well.
		n.Checkout.ReceiptYear, n.Checkout.ReceiptNumber = c.ReceiptYear, c.ReceiptNumber
		if err := s.out.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// run sends a batch; the statements of exact must change one row each.
func run(ctx context.Context, q postgres.Querier, b *pgx.Batch, exact map[int]string) (err error) {
	res := q.SendBatch(ctx, b)
	defer func() {
		if e := res.Close(); err == nil {
			err = e
		}
	}()
	for i := range b.Len() {
		tag, err := res.Exec()
		if err != nil {
			if postgres.IsCheck(err, "checkout_transitions") || postgres.IsCheck(err, "payment_transitions") ||
				postgres.IsCheck(err, "refund_transitions") {
				return fmt.Errorf("%w: %w", order.ErrTransition, err)
			}
			return err
		}
		if what, ok := exact[i]; ok && tag.RowsAffected() != 1 {
			return fmt.Errorf("%s: %w", what, order.ErrConflict)
		}
	}
	return nil
}

func queueChildren(b *pgx.Batch, before order.Checkout, c *order.Checkout) {
	for i, v := range c.Sessions {
		if i >= len(before.Sessions) || before.Sessions[i] != v {
			b.Queue(saveSessionSQL, v.ID, c.ID, v.Status, v.ProviderID, v.URL, v.EndsAt, v.CreatedAt)
		}
	}
	for i, v := range c.Quotes {
		if i >= len(before.Quotes) || !before.Quotes[i].EndedAt.Equal(v.EndedAt) || !before.Quotes[i].RevokedAt.Equal(v.RevokedAt) {
			b.Queue(saveQuoteSQL, v.IntentHash, c.ID, int64(v.ChainID), v.To, v.Data, v.Value.String(), v.Rate, v.RateSource,
				postgres.NullTime(v.RateAt), v.ExpiresAt, v.CreatedAt, v.Payout, v.ShareBps, postgres.NullTime(v.EndedAt), v.PayoutHold,
				postgres.NullTime(v.RevokedAt))
		}
	}
	for i, v := range c.Payments {
		if i < len(before.Payments) {
			if o := before.Payments[i]; o.Status == v.Status && o.Credited == v.Credited && o.Amount == v.Amount {
				continue
			}
		}
		b.Queue(savePaymentSQL, v.ID, v.Key, c.ID, v.Method, v.Status, v.Amount.Amount, v.Amount.Currency, v.Credited, v.At,
			v.ProviderID, int64(v.ChainID), v.BlockHash, v.BlockNumber, postgres.NullTime(v.BlockTime), v.LogIndex, v.Transaction, v.Payer,
			v.Wei.String(), v.ArtistWei.String(), v.Artist, v.RefundAddress, v.IntentHash, v.Unexpected, v.Asset)
	}
	queueRefunds(b, before.Refunds, c.Refunds, &c.ID, nil)
	for i, v := range c.Reviews {
		if i >= len(before.Reviews) || before.Reviews[i] != v {
			b.Queue(saveReviewSQL, v.ID, v.Key, c.ID, null(v.PaymentID), v.Reason, v.Detail, v.CreatedAt, postgres.NullTime(v.ClosedAt),
				v.Decision, v.By, v.Note)
		}
	}
}

func null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

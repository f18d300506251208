package documents

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Issuer issues invoices and credit notes.
type Issuer struct {
	Store  Store
	Rates  Rates
	Orders Orders
	Seller Seller
	// Invoices and CreditNotes are the prefixes of the two series.
	Invoices, CreditNotes string
	Clock                 clock.Clock
}

// IssueDue issues the documents that are due for a checkout: the invoice once it is paid, and a credit note for each refund.
// It can be called repeatedly. It uses the transaction of ctx if there is one.
func (i *Issuer) IssueDue(ctx context.Context, checkoutID string) error {
	return i.Store.InTx(ctx, func(ctx context.Context) error {
		if err := i.Store.Lock(ctx, checkoutID); err != nil {
			return err
		}
		c, err := i.Orders.Get(ctx, checkoutID)
		if err != nil || !c.Bought() {
			return err
		}
		paid := c.Credited()
		if paid == nil {
			return nil
		}
		issued, err := i.Store.Of(ctx, []string{checkoutID})
		if err != nil {
			return err
		}
		if len(issued) == 0 {
			invoice, err := i.invoice(ctx, c, *paid)
			if err != nil {
				return fmt.Errorf("invoice: %w", err)
			}
			issued = append(issued, invoice)
		}
		for _, r := range c.Refunds {
			if r.PaymentID != paid.ID || r.Status != purchase.RefundSucceeded || has(issued, r.ID) {
				continue
			}
			note, due, err := i.creditNote(ctx, issued, *paid, r)
			if err != nil {
				return fmt.Errorf("credit note: %w", err)
			}
			if due {
				issued = append(issued, note)
			}
		}
		return nil
	})
}

func has(list []Document, refundID string) bool {
	return slices.ContainsFunc(list, func(d Document) bool { return d.RefundID == refundID })
}

func (i *Issuer) invoice(ctx context.Context, c order.Checkout, paid purchase.Payment) (Document, error) {
	p := Document{
		Kind: Invoice, CheckoutID: c.ID, SuppliedAt: c.PaidAt, Seller: i.Seller, BuyerName: c.Buyer.Name, BuyerEmail: c.Buyer.Email,
		BillingCountry: c.BillingCountry, Country: cmp.Or(c.BillingCountry, i.Seller.Country), Gross: c.Price,
		Title: c.Artwork.Title, Artist: c.Artwork.ArtistName, Medium: c.Artwork.Medium, WorkYear: c.Artwork.Year, WorkDated: c.Artwork.Dated, GiftTo: c.Gift.To,
		Edition: c.Edition, EditionSize: c.EditionSize, TokenID: c.TokenID(), Method: paid.Method,
	}
	if paid.Method == purchase.Ether {
		p.ChainID, p.Wei, p.Transaction = paid.ChainID, paid.Wei, paid.Transaction
		for _, q := range c.Quotes {
			if q.IntentHash == paid.IntentHash {
				p.Rate, p.RateSource, p.RateAt = q.Rate, q.RateSource, q.RateAt
			}
		}
	}
	var err error
	if p.RateBps, err = i.Rates.Rate(ctx, p.Country, p.SuppliedAt); err != nil {
		return p, err
	}
	net, vat := Contained(p.Gross.Amount, p.RateBps)
	p.Net, p.VAT = money.Money{Amount: net, Currency: p.Gross.Currency}, money.Money{Amount: vat, Currency: p.Gross.Currency}
	return i.issue(ctx, p, i.Invoices)
}

// creditNote copies the invoice's parties, work and rate and adds the refunded amounts. issued starts with the invoice.
// It returns nothing if the whole invoice is already credited: a bank may return a completed refund, and the next refund
// then needs no second note.
func (i *Issuer) creditNote(ctx context.Context, issued []Document, paid purchase.Payment, r purchase.Refund) (p Document, due bool, err error) {
	p = issued[0]
	p.Kind, p.RefundID, p.InvoiceID, p.InvoiceNumber, p.Reason = CreditNote, r.ID, p.ID, p.Number, r.Reason
	var before, beforeVAT int64
	for _, o := range issued[1:] {
		before += o.Gross.Amount
		beforeVAT += o.VAT.Amount
	}
	gross := r.Amount.Amount
	if paid.Method == purchase.Ether {
		p.Wei, p.Transaction = r.Wei, r.Transaction
		gross = fraction(issued[0].Gross.Amount, r.Wei, paid.Wei)
	}
	if gross = min(gross, p.Gross.Amount-before); gross <= 0 {
		return p, false, nil
	}
	net, vat := credit(gross, before, beforeVAT, p.RateBps)
	p.Gross.Amount, p.Net.Amount, p.VAT.Amount = gross, net, vat
	p, err = i.issue(ctx, p, i.CreditNotes)
	return p, true, err
}

// fraction returns the share of the price that corresponds to a part of a payment in wei, rounded to the nearest minor unit.
func fraction(price int64, part, whole money.Wei) int64 {
	if whole.Sign() <= 0 {
		return 0
	}
	n := new(big.Int).Mul(big.NewInt(price), part.Big())
	n.Lsh(n, 1).Add(n, whole.Big())
	return n.Quo(n, new(big.Int).Lsh(whole.Big(), 1)).Int64()
}

func (i *Issuer) issue(ctx context.Context, p Document, series string) (Document, error) {
	p.ID, p.IssuedAt, p.Series = id.New(), i.Clock.Now().UTC(), series
	p.Year = p.IssuedAt.Year()
	var err error
	if p.Seq, err = i.Store.Next(ctx, p.Series, p.Year); err != nil {
		return p, err
	}
	p.Number = fmt.Sprintf("%s-%d-%06d", p.Series, p.Year, p.Seq)
	return p, i.Store.Put(ctx, p)
}

// Invoice returns the invoice of a checkout, or ErrNotPaid. An order that was paid before the service issued invoices
// gets its invoice now.
func (i *Issuer) Invoice(ctx context.Context, checkoutID string) (Document, error) {
	list, err := i.atLeast(ctx, checkoutID, 1)
	if err != nil {
		return Document{}, err
	}
	if len(list) == 0 {
		return Document{}, ErrNotPaid
	}
	return list[0], nil
}

// CreditNote returns a credit note of a checkout: the one with the number, or the newest if number is empty. Errors:
// ErrNotRefunded, ErrNoCreditNote.
func (i *Issuer) CreditNote(ctx context.Context, checkoutID, number string) (Document, error) {
	list, err := i.atLeast(ctx, checkoutID, 2)
	if err != nil {
		return Document{}, err
	}
	if len(list) < 2 {
		return Document{}, ErrNotRefunded
	}
	if number == "" {
		return list[len(list)-1], nil
	}
	for _, p := range list[1:] {
		if p.Number == number {
			return p, nil
		}
	}
	return Document{}, ErrNoCreditNote
}

// atLeast returns the documents of a checkout, and issues missing ones if there are fewer than n.
func (i *Issuer) atLeast(ctx context.Context, checkoutID string, n int) ([]Document, error) {
	list, err := i.Store.Of(ctx, []string{checkoutID})
	if err != nil || len(list) >= n {
		return list, err
	}
	if err := i.IssueDue(ctx, checkoutID); err != nil {
		return nil, err
	}
	return i.Store.Of(ctx, []string{checkoutID})
}

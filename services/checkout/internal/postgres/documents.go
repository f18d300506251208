package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Documents implements documents.Store, documents.Rates and documents.Files.
type Documents struct{ Pool *pgxpool.Pool }

func (s Documents) queries(ctx context.Context) *db.Queries {
	return db.New(postgres.Conn(ctx, s.Pool))
}

// InTx implements documents.Store.
func (s Documents) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.Pool, fn)
}

// Lock implements documents.Store.
func (s Documents) Lock(ctx context.Context, checkoutID string) error {
	if !valid(checkoutID) {
		return order.ErrNotFound
	}
	return s.queries(ctx).LockDocuments(ctx, checkoutID)
}

// Rate implements documents.Rates.
func (s Documents) Rate(ctx context.Context, country string, at time.Time) (bps int, err error) {
	rate, err := s.queries(ctx).TaxRate(ctx, db.TaxRateParams{Country: country, OnDay: at.UTC()})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("%w: %q on %s", documents.ErrNoRate, country, at.UTC().Format(time.DateOnly))
	}
	return int(rate), err
}

// Next implements documents.Store.
func (s Documents) Next(ctx context.Context, series string, year int) (n int64, err error) {
	return s.queries(ctx).NextDocumentNumber(ctx, db.NextDocumentNumberParams{Series: series, Year: year})
}

// PrintJob prints a document that was issued.
type PrintJob struct {
	CheckoutID string `json:"checkout_id"`
	DocumentID string `json:"document_id"`
}

// Kind implements river.JobArgs.
func (PrintJob) Kind() string { return "print_document" }

// Put implements documents.Store. It adds the job that prints the document.
func (s Documents) Put(ctx context.Context, p documents.Document) error {
	err := s.queries(ctx).PutDocument(ctx, db.PutDocumentParams{
		ID: p.ID, Kind: p.Kind, Series: p.Series, Year: p.Year, Seq: p.Seq, Number: p.Number, CheckoutID: p.CheckoutID, RefundID: null(p.RefundID),
		InvoiceID: null(p.InvoiceID), IssuedAt: p.IssuedAt, SuppliedAt: p.SuppliedAt, SellerName: p.Seller.Name, SellerAddress: p.Seller.Address,
		SellerCountry: p.Seller.Country, SellerVATID: p.Seller.VATID, SellerBank: p.Seller.Bank, SellerNote: p.Seller.Note, BuyerName: p.BuyerName,
		BuyerEmail: p.BuyerEmail, BillingCountry: p.BillingCountry, Country: p.Country, RateBps: p.RateBps, Currency: p.Gross.Currency,
		Gross: p.Gross.Amount, Net: p.Net.Amount, VAT: p.VAT.Amount, Title: p.Title, Artist: p.Artist, Medium: p.Medium, WorkYear: p.WorkYear, WorkDated: p.WorkDated,
		Edition: p.Edition, EditionSize: p.EditionSize, TokenID: p.TokenID, Method: p.Method, ChainID: p.ChainID, Wei: p.Wei, Rate: p.Rate,
		RateSource: p.RateSource, RateAt: postgres.NullTime(p.RateAt), Transaction: p.Transaction, Reason: p.Reason, GiftTo: p.GiftTo,
	})
	if err != nil {
		return err
	}
	return jobs.Add(ctx, postgres.Conn(ctx, s.Pool), PrintJob{CheckoutID: p.CheckoutID, DocumentID: p.ID})
}

// File implements documents.Files.
func (s Documents) File(ctx context.Context, documentID string, form documents.Form) ([]byte, error) {
	pdf, err := s.queries(ctx).PrintedDocument(ctx, db.PrintedDocumentParams{DocumentID: documentID, Form: string(form)})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, documents.ErrNotPrinted
	}
	return pdf, err
}

// Keep implements documents.Files.
func (s Documents) Keep(ctx context.Context, documentID string, form documents.Form, pdf []byte) ([]byte, error) {
	if err := s.queries(ctx).KeepPrintedDocument(ctx, db.KeepPrintedDocumentParams{DocumentID: documentID, Form: string(form), Pdf: pdf}); err != nil {
		return nil, err
	}
	return s.File(ctx, documentID, form)
}

// Of implements documents.Store.
func (s Documents) Of(ctx context.Context, checkoutIDs []string) ([]documents.Document, error) {
	if len(checkoutIDs) == 0 {
		return nil, nil
	}
	rows, err := s.queries(ctx).Documents(ctx, checkoutIDs)
	return batch.Converted(rows, documentOf), err
}

func documentOf(row db.DocumentsRow) documents.Document {
	p := row.Paper
	amount := func(n int64) money.Money { return money.Money{Amount: n, Currency: p.Currency} }
	return documents.Document{
		ID: p.ID, Kind: p.Kind, Series: p.Series, Year: p.Year, Seq: p.Seq, Number: p.Number, CheckoutID: p.CheckoutID, RefundID: orNothing(p.RefundID),
		InvoiceID: orNothing(p.InvoiceID), InvoiceNumber: row.InvoiceNumber, IssuedAt: p.IssuedAt.UTC(), SuppliedAt: p.SuppliedAt.UTC(),
		Seller: documents.Seller{
			Name: p.SellerName, Address: p.SellerAddress, Country: p.SellerCountry, VATID: p.SellerVATID, Bank: p.SellerBank, Note: p.SellerNote,
		},
		BuyerName: p.BuyerName, BuyerEmail: p.BuyerEmail, BillingCountry: p.BillingCountry, Country: p.Country, RateBps: p.RateBps,
		Gross: amount(p.Gross), Net: amount(p.Net), VAT: amount(p.VAT), Title: p.Title, Artist: p.Artist, Medium: p.Medium, WorkYear: p.WorkYear, WorkDated: p.WorkDated,
		Edition: p.Edition, EditionSize: p.EditionSize, TokenID: p.TokenID, Method: p.Method, ChainID: p.ChainID, Wei: p.Wei, Rate: p.Rate,
		RateSource: p.RateSource, RateAt: utc(p.RateAt), Transaction: p.Transaction, Reason: p.Reason, GiftTo: p.GiftTo,
	}
}

package receipt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
)

func paid() order.Checkout {
	c := order.Checkout{
		ID: "01931e7b-0000-7000-8000-000000000001", Status: order.Completed, Edition: 3, EditionSize: 25,
		Price: money.Money{Amount: 125_000, Currency: "USD"}, ReceiptYear: 2026, ReceiptNumber: 42,
		PaidAt: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
		Buyer:  order.Buyer{Name: "Ada Łovelace 漢字", Email: "ada@example.org"},
		Payments: []order.Payment{{
			Method: order.Ether, Credited: true, ChainID: 1, Wei: money.NewWei(500_000_000_000_000_000),
			Transaction: "0x" + strings.Repeat("ab", 32), IntentHash: "0x1",
		}},
		Quotes: []order.Quote{{IntentHash: "0x1", Rate: "2500.12", RateSource: "Chainlink"}},
	}
	c.Artwork = order.Artwork{ID: 42, Title: "Interruptions, à la quinte", ArtistName: "Vera Molnár", Year: 1968, Medium: "Plotter drawing"}
	return c
}

func TestPrint(t *testing.T) {
	t.Parallel()
	p, err := receipt.New(receipt.Seller{Name: "Vitrine GmbH", Address: "Ringstraße 1, 1010 Wien, Austria", TaxID: "ATU12345678", Note: "The price includes all taxes."})
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := p.Print(paid())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("/Subtype /Image")) || !bytes.Contains(pdf, []byte("%%EOF")) {
		t.Fatal("not a PDF with a logo")
	}
	if out := os.Getenv("RECEIPT_OUT"); out != "" {
		if err := os.WriteFile(out, pdf, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := paid()
	c.Payments[0].Method, c.Buyer.Name, c.Artwork.Title = order.Card, "", strings.Repeat("A very long title ", 20)
	if _, err := p.Print(c); err != nil {
		t.Fatal(err)
	}
}

func TestLogo(t *testing.T) {
	t.Parallel()
	bad := filepath.Join(t.TempDir(), "logo.png")
	if err := os.WriteFile(bad, []byte("not a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{bad, bad + ".missing"} {
		if _, err := receipt.New(receipt.Seller{LogoPath: path}); err == nil {
			t.Error("a logo that cannot be read is told at the start")
		}
	}
}

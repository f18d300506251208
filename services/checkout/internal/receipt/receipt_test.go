package receipt_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func usd(n int64) money.Money { return money.Money{Amount: n, Currency: "USD"} }

func order3() order.Checkout {
	return order.Checkout{
		ID: "01931e7b-0000-7000-8000-000000000001", Status: order.Completed, ReceiptYear: 2026, ReceiptNumber: 42, PaidAt: at,
	}
}

func invoice() papers.Paper {
	net, vat := papers.Contained(125_000, 2000)
	return papers.Paper{
		Kind: papers.Invoice, Number: "V-2026-000042", CheckoutID: order3().ID, IssuedAt: at, SuppliedAt: at,
		Seller: papers.Seller{
			Name: "Vitrine GmbH", Address: "Ringstraße 1, 1010 Wien, Austria", Country: "AT", VATID: "ATU12345678",
			Bank: "IBAN AT61 1904 3002 3457 3201, BIC EXAMATWW", Note: "The price includes all taxes.",
		},
		BuyerName: "Ada Łovelace-Müller", BuyerEmail: "ada@example.org", BillingCountry: "AT", Country: "AT",
		RateBps: 2000, Gross: usd(125_000), Net: usd(net), VAT: usd(vat), Title: "Interruptions, à la quinte", Artist: "Vera Molnár",
		Medium: "Plotter drawing", WorkYear: 1968, Edition: 3, EditionSize: 25, TokenID: 42_000_003, Method: order.Ether, ChainID: 1,
		Wei: money.NewWei(500_000_000_000_000_001), Rate: "2500.12", RateSource: "Chainlink ETH / USD", RateAt: at.Add(-time.Minute),
		Transaction: "0x" + strings.Repeat("ab", 32),
	}
}

func creditNote() papers.Paper {
	p := invoice()
	net, vat := papers.Contained(25_000, 2000)
	p.Kind, p.Number, p.InvoiceNumber, p.Gross, p.Net, p.VAT = papers.CreditNote, "VC-2026-000007", p.Number, usd(25_000), usd(net), usd(vat)
	p.Wei, p.Reason = money.NewWei(100_000_000_000_000_000), order.ReasonDuplicate
	return p
}

// TestEachPaperIsOnePDF draws what is ordinary and what is not. With PAPERS set to a folder they are kept, to look at them.
func TestEachPaperIsOnePDF(t *testing.T) {
	t.Parallel()
	r, err := receipt.New("")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*papers.Paper){
		"plain": func(*papers.Paper) {},
		"card":  func(p *papers.Paper) { p.Method, p.Transaction, p.Rate = order.Card, "", "" },
		"long": func(p *papers.Paper) {
			p.Title, p.Artist = strings.Repeat("A very long title, indeed ", 20), strings.Repeat("Many Names and ", 14)
			p.BuyerName, p.BuyerEmail = strings.Repeat("Donaudampfschiff", 30), strings.Repeat("x", 200)+"@example.org"
			p.Seller.Address = strings.Repeat("A line of the address that is rather long for its column,", 7)
			p.Seller.Note, p.Seller.Bank = strings.Repeat("A note about taxes. ", 20), strings.Repeat("Bank ", 60)
			p.Medium = strings.Repeat("oil and light ", 20)
		},
		"little": func(p *papers.Paper) {
			*p = papers.Paper{
				Number: "V-2026-000001", CheckoutID: p.CheckoutID, IssuedAt: at, SuppliedAt: at, Seller: papers.Seller{Name: "Vitrine"},
				Gross: usd(100), Net: usd(100), VAT: usd(0), Artist: "A", Edition: 1, EditionSize: 1, TokenID: 1_000_001, Method: order.Card,
			}
		},
		"letters": func(p *papers.Paper) {
			p.BuyerName, p.Title, p.Artist, p.RateBps, p.Country = "Ζωή Παπαδοπούλου", "Żółć — „Море“ 漢字", "Łukasz Ångström \x00\xff", 2550, "FI"
		},
	} {
		inv, note := invoice(), creditNote()
		change(&inv)
		change(&note)
		c := order3()
		if name == "card" {
			c.Status = order.Refunded
		}
		for kind, draw := range map[string]func() ([]byte, error){
			"receipt":     func() ([]byte, error) { return r.Receipt(c, inv) },
			"invoice":     func() ([]byte, error) { return r.Invoice(inv) },
			"credit-note": func() ([]byte, error) { return r.CreditNote(note) },
		} {
			pdf, err := draw()
			if err != nil {
				t.Errorf("%s, %s: %v", kind, name, err)
				continue
			}
			if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.HasSuffix(pdf, []byte("%%EOF\n")) {
				t.Errorf("%s, %s: not a PDF", kind, name)
			}
			if again, err := draw(); err != nil || !bytes.Equal(pdf, again) {
				t.Errorf("%s, %s: printed again it differs", kind, name)
			}
			if dir := os.Getenv("PAPERS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, kind+"-"+name+".pdf"), pdf, 0o600); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

func TestLogo(t *testing.T) {
	t.Parallel()
	bad := filepath.Join(t.TempDir(), "logo.png")
	if err := os.WriteFile(bad, []byte("not a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{bad, bad + ".missing"} {
		if _, err := receipt.New(path); err == nil {
			t.Error("a logo that cannot be read is told at the start")
		}
	}

	good := filepath.Join(t.TempDir(), "logo.png")
	f, err := os.Create(good)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(png.Encode(f, image.NewGray(image.Rect(0, 0, 40, 20))), f.Close()); err != nil {
		t.Fatal(err)
	}
	for path, pictures := range map[string]int{"": 0, good: 1} {
		r, err := receipt.New(path)
		if err != nil {
			t.Fatal(err)
		}
		pdf, err := r.Invoice(invoice())
		if n := bytes.Count(pdf, []byte("/Subtype /Image")); err != nil || n != pictures {
			t.Errorf("logo %q: %d pictures instead of %d, %v", path, n, pictures, err)
		}
	}
}

package receipt_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/logo"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// printer prints with a real render.
func printer(t *testing.T) *receipt.Printer {
	t.Helper()
	fleet := identitytest.New(t)
	fleet.Use(t, "checkout", rendertest.Key(t, "checkout"))
	return &receipt.Printer{Render: renderv1connect.NewDocumentServiceClient(rpc.NewClient(fleet.Keys(t, "checkout"), "render", rendertest.Shared(t).URL))}
}

func usd(n int64) money.Money { return money.Money{Amount: n, Currency: "USD"} }

func order3() order.Checkout {
	return order.Checkout{
		ID: "01931e7b-0000-7000-8000-000000000001", Status: purchase.Completed, ReceiptYear: 2026, ReceiptNumber: 42, PaidAt: at,
	}
}

func invoice() documents.Document {
	net, vat := documents.Contained(125_000, 2000)
	return documents.Document{
		Kind: documents.Invoice, Number: "V-2026-000042", CheckoutID: order3().ID, IssuedAt: at, SuppliedAt: at,
		Seller: documents.Seller{
			Name: "Vitrine GmbH", Address: "Ringstraße 1, 1010 Wien, Austria", Country: "AT", VATID: "ATU12345678",
			Bank: "IBAN AT61 1904 3002 3457 3201, BIC EXAMATWW", Note: "The price includes all taxes.",
		},
		BuyerName: "Ada Łovelace-Müller", BuyerEmail: "ada@example.org", BillingCountry: "AT", Country: "AT",
		RateBps: 2000, Gross: usd(125_000), Net: usd(net), VAT: usd(vat), Title: "Interruptions, à la quinte", Artist: "Vera Molnár",
		Medium: "Plotter drawing", WorkYear: 1968, Edition: 3, EditionSize: 25, TokenID: 42_000_003, Method: purchase.Ether, ChainID: 1,
		Wei: money.NewWei(500_000_000_000_000_001), Rate: "2500.12", RateSource: "Chainlink ETH / USD", RateAt: at.Add(-time.Minute),
		Transaction: "0x" + strings.Repeat("ab", 32),
	}
}

func creditNote() documents.Document {
	p := invoice()
	net, vat := documents.Contained(25_000, 2000)
	p.Kind, p.Number, p.InvoiceNumber, p.Gross, p.Net, p.VAT = documents.CreditNote, "VC-2026-000007", p.Number, usd(25_000), usd(net), usd(vat)
	p.Wei, p.Reason = money.NewWei(100_000_000_000_000_000), purchase.ReasonDuplicate
	return p
}

// TestEachDocumentIsOnePDF draws ordinary and unusual documents. With PAPERS set to a folder, it saves them there for
// inspection.
func TestEachDocumentIsOnePDF(t *testing.T) {
	t.Parallel()
	r := printer(t)
	for name, change := range map[string]func(*documents.Document){
		"plain": func(*documents.Document) {},
		"card":  func(p *documents.Document) { p.Method, p.Transaction, p.Rate = purchase.Card, "", "" },
		"long": func(p *documents.Document) {
			p.Title, p.Artist = strings.Repeat("A very long title, indeed ", 20), strings.Repeat("Many Names and ", 14)
			p.BuyerName, p.BuyerEmail = strings.Repeat("Donaudampfschiff", 30), strings.Repeat("x", 200)+"@example.org"
			p.Seller.Address = strings.Repeat("A line of the address that is rather long for its column,", 7)
			p.Seller.Note, p.Seller.Bank = strings.Repeat("A note about taxes. ", 20), strings.Repeat("Bank ", 60)
			p.Medium = strings.Repeat("oil and light ", 20)
		},
		"little": func(p *documents.Document) {
			*p = documents.Document{
				Number: "V-2026-000001", CheckoutID: p.CheckoutID, IssuedAt: at, SuppliedAt: at, Seller: documents.Seller{Name: "Vitrine"},
				Gross: usd(100), Net: usd(100), VAT: usd(0), Artist: "A", Edition: 1, EditionSize: 1, TokenID: 1_000_001, Method: purchase.Card,
			}
		},
		"letters": func(p *documents.Document) {
			p.BuyerName, p.Title, p.Artist, p.RateBps, p.Country = "Nguyễn Phan Thử", "Żółć — „Море“ 漢字", "Ζωή Παπαδοπούλου", 2550, "FI"
			p.WorkDated = "c. 1890"
		},
	} {
		t.Run(name, func(t *testing.T) {
			inv, note := invoice(), creditNote()
			change(&inv)
			change(&note)
			c := order3()
			forms := map[documents.Form]documents.Document{documents.Receipt: inv, documents.ReceiptRefunded: inv, documents.InvoiceForm: inv, documents.CreditNoteForm: note}
			for form, d := range forms {
				pdf, err := r.Print(t.Context(), form, c, d, true)
				if err != nil {
					t.Errorf("%s, %s: error = %v, want nil", form, name, err)
					continue
				}
				if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
					t.Errorf("%s, %s = %d bytes, want a PDF", form, name, len(pdf))
				}
				if again, err := r.Print(t.Context(), form, c, d, true); err != nil || !bytes.Equal(pdf, again) {
					t.Errorf("%s, %s: second rendering: error = %v, equal = %t, want the same bytes", form, name, err, bytes.Equal(pdf, again))
				}
				if refunded := pdftest.Has(t, pdf, "This order was refunded."); refunded != (form == documents.ReceiptRefunded) {
					t.Errorf("%s, %s: says that the order was refunded: %t", form, name, refunded)
				}
				if name == "plain" || name == "letters" {
					for _, text := range []string{d.BuyerName, d.WorkDated, d.Title, d.Artist, d.Gross.String(), d.Net.String(), d.VAT.String(), d.Number, d.Transaction, d.Seller.VATID, d.Seller.Bank} {
						if !pdftest.Has(t, pdf, text) {
							t.Errorf("%s, %s lacks %q:\n%s", form, name, text, pdftest.Text(t, pdf))
						}
					}
				}
				if dir := os.Getenv("PAPERS"); dir != "" {
					if err := os.WriteFile(filepath.Join(dir, string(form)+"-"+name+".pdf"), pdf, 0o600); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

// TestEachDocumentHasTheLogo draws each document with a logo and without one: then it shows the seller's name as issued.
func TestEachDocumentHasTheLogo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "logo.png")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(png.Encode(f, image.NewGray(image.Rect(0, 0, 40, 20))), f.Close()); err != nil {
		t.Fatal(err)
	}
	opened, err := logo.Open(t.Context(), path, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, with := range []*logo.Logo{nil, opened} {
		r := printer(t)
		r.Logo = with
		inv := invoice()
		inv.Seller.Name = "Galerie Nordlicht"
		note := creditNote()
		note.Seller = inv.Seller
		for kind, d := range map[documents.Form]documents.Document{documents.Receipt: inv, documents.InvoiceForm: inv, documents.CreditNoteForm: note} {
			pdf, err := r.Print(t.Context(), kind, order3(), d, true)
			if err != nil {
				t.Fatal(err)
			}
			images := pdftest.Images(t, pdf)
			if want := with != nil; (len(images) == 1) != want {
				t.Errorf("%s: images = %v, want one: %v", kind, images, want)
			}
			text := pdftest.Text(t, pdf)
			if strings.Contains(text, "Vitrine") {
				t.Errorf("%s = %q, want no name Vitrine in it", kind, text)
			}
			// Without a logo, the header shows the name once more.
			if n, want := strings.Count(text, "Galerie Nordlicht"), map[bool]int{true: 2, false: 3}[with != nil]; n != want {
				t.Errorf("%s: seller's name %d times, want %d: %q", kind, n, want, text)
			}
			for _, line := range []string{"Ringstraße 1", "1010 Wien", "Austria"} {
				if !pdftest.Has(t, pdf, line) {
					t.Errorf("%s lacks %q, want the seller's address", kind, line)
				}
			}
		}
	}
}

// TestWithoutRenderDocumentsAreUnavailable: nothing else fails.
func TestWithoutRenderDocumentsAreUnavailable(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	away := &receipt.Printer{Render: renderv1connect.NewDocumentServiceClient(rpc.NewClient(fleet.Keys(t, "checkout"), "render", "http://127.0.0.1:1"))}
	if _, err := away.Print(t.Context(), documents.InvoiceForm, order3(), invoice(), true); !errors.Is(err, documents.ErrUnavailable) {
		t.Errorf("Print() error = %v, want ErrUnavailable", err)
	}
}

// Package receipt prints receipts as PDF.
package receipt

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // a logo may be one
	_ "image/png"
	"os"
	"strings"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Seller is who sells, as the law wants it on papers.
type Seller struct {
	Name string
	// Address has its lines separated by commas or line breaks.
	Address string
	TaxID   string
	// Note stands below the total, for example about taxes.
	Note string
	// LogoPath is a PNG or JPEG file; empty takes the built-in mark.
	LogoPath string
}

// Printer prints receipts.
type Printer struct {
	seller Seller
	logo   []byte
	ratio  float64 // width to height
}

// New reads the logo once.
func New(s Seller) (*Printer, error) {
	logo, err := ownLogo()
	if s.LogoPath != "" {
		logo, err = os.ReadFile(s.LogoPath)
	}
	if err != nil {
		return nil, fmt.Errorf("logo: %w", err)
	}
	cfg, _, err := image.DecodeConfig(bytes.NewReader(logo))
	if err != nil || cfg.Height == 0 {
		return nil, fmt.Errorf("logo: not a PNG or JPEG picture: %w", err)
	}
	return &Printer{s, logo, float64(cfg.Width) / float64(cfg.Height)}, nil
}

// The page, in points. Everything hangs on one left margin and one column of values.
const (
	left, right = 64.0, 531.0
	column      = 190.0
	logoHeight  = 36.0
	regular     = "regular"
	medium      = "medium"
)

type page struct {
	gopdf.GoPdf
	y   float64
	err error
}

func (p *page) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

// put writes one line at x.
func (p *page) put(x float64, font string, size int, grey uint8, text string) {
	p.keep(p.SetFont(font, "", size))
	p.SetTextColor(grey, grey, grey)
	p.SetXY(x, p.y)
	p.keep(p.Cell(nil, text))
}

// row writes a label and its value, which may take several lines.
func (p *page) row(label, value string) {
	if value == "" {
		return
	}
	p.put(left, regular, 9, 0x6d, label)
	p.keep(p.SetFont(regular, "", 10))
	lines, err := p.SplitTextWithWordWrap(value, right-column)
	if err != nil {
		lines = []string{value}
	}
	for _, l := range lines {
		p.put(column, regular, 10, 0x16, l)
		p.y += 15
	}
	p.y += 4
}

func (p *page) rule() {
	p.SetStrokeColor(0xdd, 0xda, 0xd2)
	p.SetLineWidth(0.5)
	p.Line(left, p.y, right, p.y)
	p.y += 20
}

// Print makes the receipt of a paid checkout.
func (r *Printer) Print(c order.Checkout) ([]byte, error) {
	p := &page{y: 64}
	p.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	number := fmt.Sprintf("%d-%06d", c.ReceiptYear, c.ReceiptNumber)
	p.SetInfo(gopdf.PdfInfo{Title: "Receipt " + number, Author: r.seller.Name, Creator: "Vitrine", CreationDate: c.PaidAt})
	for name, data := range map[string][]byte{regular: goregular.TTF, medium: gomedium.TTF} {
		p.keep(p.AddTTFFontDataWithOption(name, data, gopdf.TtfOption{OnGlyphNotFoundSubstitute: func(rune) rune { return '?' }}))
	}
	p.AddPage()
	logo, err := gopdf.ImageHolderByBytes(r.logo)
	if err != nil {
		return nil, fmt.Errorf("logo: %w", err)
	}
	width := min(logoHeight*r.ratio, 200)
	p.keep(p.ImageByHolder(logo, left, p.y, &gopdf.Rect{W: width, H: width / r.ratio}))
	seller := append([]string{r.seller.Name}, strings.FieldsFunc(r.seller.Address, func(r rune) bool { return r == ',' || r == '\n' })...)
	if r.seller.TaxID != "" {
		seller = append(seller, r.seller.TaxID)
	}
	for i, l := range seller {
		grey := uint8(0x6d)
		if i == 0 {
			grey = 0x16
		}
		p.put(360, regular, 9, grey, strings.TrimSpace(l))
		p.y += 13
	}
	p.y = max(p.y, 64+logoHeight) + 56
	p.put(left, medium, 26, 0x16, "Receipt")
	p.y += 48
	p.row("Number", number)
	p.row("Date", c.PaidAt.UTC().Format("2 January 2006"))
	p.row("Buyer", c.Buyer.Name)
	p.row("Email", c.Buyer.Email)
	p.row("Order", c.ID)
	p.y += 12
	p.rule()
	p.put(left, medium, 14, 0x16, c.Artwork.Title)
	p.y += 22
	about := []string{c.Artwork.ArtistName}
	if c.Artwork.Year != 0 {
		about = append(about, fmt.Sprint(c.Artwork.Year))
	}
	if c.Artwork.Medium != "" {
		about = append(about, c.Artwork.Medium)
	}
	p.put(left, regular, 10, 0x6d, strings.Join(about, ", "))
	p.y += 28
	p.row("Edition", fmt.Sprintf("%d of %d", c.Edition, c.EditionSize))
	p.row("Token", fmt.Sprint(c.TokenID()))
	r.payment(p, c)
	p.y += 12
	p.rule()
	p.put(left, medium, 14, 0x16, "Total")
	total := c.Price.Format()
	w, err := p.MeasureTextWidth(total)
	p.keep(err)
	p.put(right-w, medium, 14, 0x16, total)
	p.y += 30
	p.put(left, regular, 9, 0x6d, r.seller.Note)
	if c.Status == order.Refunded {
		p.y += 18
		p.put(left, medium, 10, 0x16, "This order was refunded.")
	}
	if p.err != nil {
		return nil, fmt.Errorf("receipt: %w", p.err)
	}
	return p.GetBytesPdfReturnErr()
}

// payment says how it was paid.
func (r *Printer) payment(p *page, c order.Checkout) {
	paid := c.Credited()
	if paid == nil {
		return
	}
	if paid.Method == order.Card {
		p.row("Paid by", "Card")
		return
	}
	p.row("Paid by", fmt.Sprintf("Ether, %s on chain %d", paid.Wei.Ether(), paid.ChainID))
	p.row("Transaction", paid.Transaction)
	for _, q := range c.Quotes {
		if q.IntentHash == paid.IntentHash {
			p.row("Rate", q.Rate+" "+c.Price.Currency+" for one, from "+q.RateSource)
		}
	}
}

// Package certificate draws certificates of authenticity as PDF.
package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Printer draws certificates. PublicURL is where the artwork's page is.
type Printer struct{ PublicURL string }

// Claim is what a certificate states, in a form that programs read. Everything in it can be checked on the chain or on the
// artwork's page.
type Claim struct {
	Type     string `json:"type"`
	Artwork  string `json:"artwork"`
	Artist   string `json:"artist"`
	Edition  string `json:"edition"`
	ChainID  uint32 `json:"chainId"`
	Contract string `json:"contract"`
	TokenID  string `json:"tokenId"`
	MintTx   string `json:"mintTransaction"`
	Holder   string `json:"holder"`
	Issued   string `json:"issuedAt"`
}

const (
	left   = 64.0
	width  = 595.28 - 2*left
	bottom = 841.89
)

// page is a sheet that remembers its first error.
type page struct {
	pdf gopdf.GoPdf
	err error
}

func (p *page) do(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *page) text(font string, size, x, y, gray float64, s string) {
	g := uint8(gray * 255)
	p.pdf.SetTextColor(g, g, g)
	p.do(p.pdf.SetFont(font, "", size))
	p.pdf.SetXY(x, y)
	p.do(p.pdf.Text(s))
}

// lines writes words in as many lines as they need, at most most, and answers where the next line would be.
func (p *page) lines(font string, size, x, y, w, leading, gray float64, s string, most int) float64 {
	p.do(p.pdf.SetFont(font, "", size))
	split, err := p.pdf.SplitTextWithWordWrap(printable(s), w)
	if err != nil { // a word wider than the line
		split, err = p.pdf.SplitText(printable(s), w)
	}
	p.do(err)
	for i, line := range split {
		if i == most {
			break
		}
		p.text(font, size, x, y, gray, line)
		y += leading
	}
	return y
}

// printable drops what a font cannot draw and what would break a line.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, " "))
	if strings.TrimSpace(s) == "" {
		return "—"
	}
	return s
}

// Draw makes the certificate of a token.
func (f Printer) Draw(t chain.Token, c chain.Chain, at time.Time) ([]byte, error) {
	p := &page{}
	p.pdf.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	for name, data := range map[string][]byte{"regular": goregular.TTF, "medium": gomedium.TTF, "italic": goitalic.TTF, "mono": gomono.TTF} {
		p.do(p.pdf.AddTTFFontData(name, data))
	}
	p.pdf.SetInfo(gopdf.PdfInfo{
		Title: "Certificate of authenticity: " + printable(t.Title), Author: "Vitrine", Creator: "Vitrine", Producer: "Vitrine", CreationDate: at.UTC(),
	})
	p.pdf.AddPage()
	p.logo(left, 64)

	edition := fmt.Sprintf("#%d of %d", t.EditionNumber, t.EditionSize)
	p.text("regular", 10, left, 176, 0.45, "Certificate of authenticity")
	y := p.lines("medium", 30, left, 214, width, 36, 0.07, t.Title, 3)
	y = p.lines("italic", 15, left, y-4, width, 20, 0.2, "by "+printable(t.Artist), 2)
	detail := "Edition " + edition
	if t.Medium != "" {
		detail += "  ·  " + t.Medium
	}
	if t.Year > 0 {
		detail += fmt.Sprintf("  ·  %d", t.Year)
	}
	y = p.lines("regular", 11, left, y+8, width, 16, 0.3, detail, 2)

	y = max(y+28, 372)
	p.rule(y - 18)
	p.lines("regular", 10.5, left, y, width, 15, 0.2, "This certifies that the token below is the only token of this edition of the artwork. It was minted by the gallery, "+
		"and the chain says at any time who holds it.", 3)
	y += 52
	for _, row := range [][2]string{
		{"Token", fmt.Sprint(t.TokenID)},
		{"Contract", c.TokenContract},
		{"Chain", fmt.Sprintf("%s (%d)", c.Name, c.ID)},
		{"Mint transaction", t.MintTx},
		{"Minted", t.MintedAt.UTC().Format("2 January 2006, 15:04 UTC")},
		{"Held by", holder(t, c)},
		{"Artwork", f.PublicURL + "/en/artworks/" + t.Slug + "/"},
	} {
		p.text("regular", 9, left, y, 0.45, row[0])
		y = p.lines("mono", 8.2, left+96, y, width-96, 12, 0.1, row[1], 2) + 9
	}
	claim, err := json.MarshalIndent(Claim{
		Type: "vitrine.certificate.v1", Artwork: t.Title, Artist: t.Artist, Edition: edition, ChainID: c.ID, Contract: c.TokenContract,
		TokenID: fmt.Sprint(t.TokenID), MintTx: t.MintTx, Holder: t.Holder, Issued: at.UTC().Format(time.RFC3339),
	}, "", "  ")
	p.do(err)
	p.rule(y + 4)
	y += 24
	p.text("regular", 8, left, y, 0.45, "The same as a claim for programs")
	y += 14
	for line := range strings.SplitSeq(string(claim), "\n") {
		y = p.lines("mono", 6.6, left, y, width, 9, 0.35, line, 2)
	}
	p.text("regular", 8, left, bottom-44, 0.45, "Issued on "+at.UTC().Format("2 January 2006")+" by Vitrine. Holding the token is the proof; this sheet says where to look.")
	if p.err != nil {
		return nil, fmt.Errorf("certificate: %w", p.err)
	}
	var out bytes.Buffer
	if _, err := p.pdf.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return out.Bytes(), nil
}

func holder(t chain.Token, c chain.Chain) string {
	if t.Location(c.Vault) == chain.InVault {
		return "the gallery's vault, for the owner"
	}
	return t.Holder
}

// logo is the mark, a frame in a frame, and the name.
func (p *page) logo(x, y float64) {
	p.pdf.SetStrokeColor(18, 18, 18)
	p.pdf.SetLineWidth(1.4)
	p.pdf.RectFromUpperLeft(x, y, 22, 28)
	p.pdf.SetLineWidth(0.8)
	p.pdf.RectFromUpperLeft(x+5, y+5, 12, 18)
	p.text("medium", 15, x+34, y+20, 0.07, "Vitrine")
}

func (p *page) rule(y float64) {
	p.pdf.SetStrokeColor(200, 200, 200)
	p.pdf.SetLineWidth(0.5)
	p.pdf.Line(left, y, left+width, y)
}

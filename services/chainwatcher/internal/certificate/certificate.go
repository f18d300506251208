package certificate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // the format of pictures
	"image/png"
	"strings"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/signintech/gopdf"

	"github.com/vitrine/vitrine/kit/pdf"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// Grays for secondary text.
const soft, softer uint8 = 0x33, 0x4c

// Printer draws certificates.
type Printer struct {
	// PublicURL is the origin of the artwork's page.
	PublicURL string
	// Logo may be nil; certificates then show the gallery's name.
	Logo *pdf.Logo
}

// Draw returns a token's certificate: a page with the work, to frame, and a page with the claim in words, as a QR code and as an attached file.
// Without a picture it has only the second page.
func (f Printer) Draw(ctx context.Context, claim *chainv1.CertificateClaim, t custody.Token, c chain.Chain, picture custody.Picture) ([]byte, error) {
	data, err := JSON(claim)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	issued := time.Unix(claim.GetIssuedAt(), 0).UTC()
	p := pdf.New("Certificate of authenticity: "+pdf.Printable(claim.GetTitle()), claim.GetGallery(), issued)
	if len(picture.JPEG) > 0 {
		f.plate(ctx, p, claim, t, picture)
		p.AddPage()
	}
	p.Y = 64
	p.Mark(ctx, f.Logo, claim.GetGallery(), 280, 40)

	p.Y = 158
	p.Put(pdf.Left, pdf.Regular, 10, pdf.Faint, "Certificate of authenticity")
	p.Y = 176
	f.name(p, claim, t, 3)

	p.Y = max(p.Y+26, 330)
	p.Rule(18)
	p.Text(pdf.Left, pdf.Regular, 10.5, 15, pdf.Width, soft, "This certifies that the token below is the only token of this edition of the artwork. We minted it and signed this "+
		"certificate. The blockchain shows at any time who holds it.", 3)
	p.Y += 12
	row(p, pdf.Mono, "Token", fmt.Sprint(claim.GetTokenId()))
	row(p, pdf.Mono, "Contract", claim.GetContract())
	row(p, pdf.Regular, "Chain", fmt.Sprintf("%s (%d)", c.Name, claim.GetChainId()))
	row(p, pdf.Mono, "Mint transaction", claim.GetMintTransactionHash())
	if !t.MintedAt.IsZero() {
		row(p, pdf.Regular, "Minted", t.MintedAt.UTC().Format("2 January 2006, 15:04 UTC"))
	}
	row(p, pdf.Regular, "Held at issue", holder(t, c))
	row(p, pdf.Mono, "Original, SHA-256", claim.GetMediaHash())
	row(p, pdf.Mono, "Artwork", f.PublicURL+"/en/artworks/"+t.Slug+"/")
	f.proof(p, claim, data)
	p.Y = pdf.Bottom - 48
	p.Put(pdf.Left, pdf.Regular, 8, pdf.Faint, "Issued on "+issued.Format("2 January 2006")+" by "+pdf.Printable(claim.GetGallery())+". The token is the proof of ownership; this document says where to find it.")
	if p.Err() != nil {
		return nil, fmt.Errorf("certificate: %w", p.Err())
	}
	pdf, err := p.GetBytesPdfReturnErr()
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return attach(pdf, data)
}

// The maximum height of the work on the page to frame, in points. It may be as wide as the text.
const plateTop, plateHeight = 64.0, 500.0

// plate draws the page to frame: the work and its title.
func (f Printer) plate(ctx context.Context, p *pdf.Sheet, claim *chainv1.CertificateClaim, t custody.Token, picture custody.Picture) {
	size, _, err := image.DecodeConfig(bytes.NewReader(picture.JPEG))
	p.Keep(err)
	work, err := gopdf.ImageHolderByBytes(picture.JPEG)
	p.Keep(err)
	if p.Err() != nil {
		return
	}
	wide := min(pdf.Width, plateHeight*float64(size.Width)/float64(size.Height))
	tall := wide * float64(size.Height) / float64(size.Width)
	// A wide work is placed lower, so that the page looks balanced.
	top := plateTop + (plateHeight-tall)/2
	p.Keep(p.ImageByHolder(work, pdf.Left+(pdf.Width-wide)/2, top, &gopdf.Rect{W: wide, H: tall}))
	p.Y = top + tall + 8
	if picture.Varies && !picture.OfEdition {
		p.Put(pdf.Left, pdf.Regular, 8, pdf.Faint, "The work's still image. The work draws each edition differently.")
	}
	p.Y += 22
	f.name(p, claim, t, 2)
	p.Y = pdf.Bottom - 48 - 40
	p.Mark(ctx, f.Logo, claim.GetGallery(), 280, 30)
	p.Y = pdf.Bottom - 48
	p.Put(pdf.Left, pdf.Regular, 8, pdf.Faint, "Certificate of authenticity. The next page has the record and the signature.")
}

// name writes title, artist and edition.
func (f Printer) name(p *pdf.Sheet, claim *chainv1.CertificateClaim, t custody.Token, most int) {
	p.Text(pdf.Left, pdf.Heading, 30, 36, pdf.Width, pdf.Ink, cmp.Or(strings.TrimSpace(pdf.Printable(claim.GetTitle())), "Untitled"), most)
	p.Y += 4
	if artist := strings.TrimSpace(pdf.Printable(claim.GetArtist())); artist != "" {
		p.Text(pdf.Left, pdf.Italic, 14, 19, pdf.Width, soft, "by "+artist, most)
	}
	p.Y += 4
	p.Text(pdf.Left, pdf.Regular, 11, 16, pdf.Width, softer, detail(claim, t), most)
}

// proof draws the signed claim as a QR code and explains how to verify it.
func (f Printer) proof(p *pdf.Sheet, claim *chainv1.CertificateClaim, data []byte) {
	const side = 168.0
	p.Y = max(p.Y+8, pdf.Bottom-48-side-34)
	p.Rule(18)
	at := p.Y
	// A claim too long for a QR code, because of a title of thousands of letters, is still attached.
	if code, err := qr.Encode(string(data), qr.L, qr.Unicode); err == nil {
		scan(p, code, at, side)
	}
	p.Y = at
	words := pdf.Right - side - 20 - pdf.Left
	p.Text(pdf.Left, pdf.Medium, 10, 15, words, pdf.Ink, "Signed data", 1)
	p.Text(pdf.Left, pdf.Regular, 9, 13, words, softer, "Check this document at "+f.PublicURL+"/en/verify/ with this file, or with a photo of the code. The code holds what we certify and sign (EIP-712); it is also attached as "+
		attachment+". The program vitrine-verify checks it without us.", 6)
	p.Y += 6
	p.Put(pdf.Left, pdf.Regular, 8, pdf.Faint, "Issuer")
	p.Y += 11
	p.Text(pdf.Left, pdf.Mono, 7, 10, words, pdf.Ink, claim.GetIssuer(), 2)
	p.Y += 3
	p.Put(pdf.Left, pdf.Regular, 8, pdf.Faint, "Signature")
	p.Y += 11
	p.Text(pdf.Left, pdf.Mono, 7, 10, words, pdf.Ink, claim.GetSignature(), 4)
}

// scan draws a code at the right edge. Eight dots a module keep it sharp in PDF readers that smooth pictures.
func scan(p *pdf.Sheet, code barcode.Barcode, y, side float64) {
	const dots = 8
	n := code.Bounds().Dx()
	big := image.NewGray(image.Rect(0, 0, n*dots, n*dots))
	for i := range big.Pix {
		gray, _, _, _ := code.At(i%(n*dots)/dots, i/(n*dots)/dots).RGBA()
		big.Pix[i] = uint8(gray >> 8)
	}
	var b bytes.Buffer
	p.Keep(png.Encode(&b, big))
	picture, err := gopdf.ImageHolderByBytes(b.Bytes())
	p.Keep(err)
	if err == nil {
		p.Keep(p.ImageByHolder(picture, pdf.Right-side, y, &gopdf.Rect{W: side, H: side}))
	}
}

// row writes a label and its value, or nothing without a value.
func row(p *pdf.Sheet, f pdf.Face, label, value string) {
	if value == "" {
		return
	}
	size, leading := 9.5, 13.0
	if f == pdf.Mono {
		size, leading = 8, 12
	}
	p.Put(pdf.Left, pdf.Regular, 9, pdf.Faint, label)
	p.Text(pdf.Column, f, size, leading, pdf.Right-pdf.Column, pdf.Ink, value, 2)
	p.Y += 5
}

func detail(claim *chainv1.CertificateClaim, t custody.Token) string {
	out := fmt.Sprintf("Edition %d of %d", claim.GetEditionNumber(), claim.GetEditionSize())
	if t.Medium != "" {
		out += ", " + t.Medium
	}
	if claim.GetYear() > 0 {
		out += fmt.Sprintf(", %d", claim.GetYear())
	}
	return out
}

func holder(t custody.Token, c chain.Chain) string {
	if t.InVault(c.Vault) {
		return "in our vault, for the owner"
	}
	return "by " + t.Holder
}

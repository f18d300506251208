package certificate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/png"
	"strings"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/signintech/gopdf"

	"github.com/vitrine/vitrine/kit/paper"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Grays for secondary text.
const soft, softer uint8 = 0x33, 0x4c

// Printer draws certificates.
type Printer struct {
	// PublicURL is the origin of the artwork's page.
	PublicURL string
	// Logo may be nil; certificates then show the gallery's name.
	Logo *paper.Logo
}

// Draw makes a token's certificate: the claim in words, as a QR code and as an attached file.
func (f Printer) Draw(ctx context.Context, claim *chainv1.CertificateClaim, t chain.Token, c chain.Chain) ([]byte, error) {
	data, err := JSON(claim)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	issued := time.Unix(claim.GetIssuedAt(), 0).UTC()
	p := paper.New("Certificate of authenticity: "+paper.Printable(claim.GetTitle()), claim.GetGallery(), issued)
	p.Y = 64
	p.Mark(ctx, f.Logo, claim.GetGallery(), 280, 40)

	p.Y = 158
	p.Put(paper.Left, paper.Regular, 10, paper.Faint, "Certificate of authenticity")
	p.Y = 176
	p.Text(paper.Left, paper.Heading, 30, 36, paper.Width, paper.Ink, cmp.Or(strings.TrimSpace(paper.Printable(claim.GetTitle())), "Untitled"), 3)
	p.Y += 4
	if artist := strings.TrimSpace(paper.Printable(claim.GetArtist())); artist != "" {
		p.Text(paper.Left, paper.Italic, 14, 19, paper.Width, soft, "by "+artist, 2)
	}
	p.Y += 4
	p.Text(paper.Left, paper.Regular, 11, 16, paper.Width, softer, detail(claim, t), 2)

	p.Y = max(p.Y+26, 330)
	p.Rule(18)
	p.Text(paper.Left, paper.Regular, 10.5, 15, paper.Width, soft, "This certifies that the token below is the only token of this edition of the artwork. We minted it and signed this "+
		"certificate. The blockchain shows at any time who holds it.", 3)
	p.Y += 12
	row(p, paper.Mono, "Token", fmt.Sprint(claim.GetTokenId()))
	row(p, paper.Mono, "Contract", claim.GetContract())
	row(p, paper.Regular, "Chain", fmt.Sprintf("%s (%d)", c.Name, claim.GetChainId()))
	row(p, paper.Mono, "Mint transaction", claim.GetMintTransactionHash())
	if !t.MintedAt.IsZero() {
		row(p, paper.Regular, "Minted", t.MintedAt.UTC().Format("2 January 2006, 15:04 UTC"))
	}
	row(p, paper.Regular, "Held at issue", holder(t, c))
	row(p, paper.Mono, "Original, SHA-256", claim.GetMediaHash())
	row(p, paper.Mono, "Artwork", f.PublicURL+"/en/artworks/"+t.Slug+"/")
	f.proof(p, claim, data)
	p.Y = paper.Bottom - 48
	p.Put(paper.Left, paper.Regular, 8, paper.Faint, "Issued on "+issued.Format("2 January 2006")+" by "+paper.Printable(claim.GetGallery())+". The token is the proof of ownership; this document says where to find it.")
	if p.Err() != nil {
		return nil, fmt.Errorf("certificate: %w", p.Err())
	}
	pdf, err := p.GetBytesPdfReturnErr()
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return attach(pdf, data)
}

// proof draws the signed claim as a QR code and explains how to verify it.
func (f Printer) proof(p *paper.Sheet, claim *chainv1.CertificateClaim, data []byte) {
	const side = 168.0
	p.Y = max(p.Y+8, paper.Bottom-48-side-34)
	p.Rule(18)
	at := p.Y
	// A claim too long for a QR code, because of a title of thousands of letters, is still attached.
	if code, err := qr.Encode(string(data), qr.L, qr.Unicode); err == nil {
		scan(p, code, at, side)
	}
	p.Y = at
	words := paper.Right - side - 20 - paper.Left
	p.Text(paper.Left, paper.Medium, 10, 15, words, paper.Ink, "Signed data", 1)
	p.Text(paper.Left, paper.Regular, 9, 13, words, softer, "Check this document at "+f.PublicURL+"/en/verify/ with this file, or with a photo of the code. The code holds what we certify and sign (EIP-712); it is also attached as "+
		attachment+". The program vitrine-verify checks it without us.", 6)
	p.Y += 6
	p.Put(paper.Left, paper.Regular, 8, paper.Faint, "Issuer")
	p.Y += 11
	p.Text(paper.Left, paper.Mono, 7, 10, words, paper.Ink, claim.GetIssuer(), 2)
	p.Y += 3
	p.Put(paper.Left, paper.Regular, 8, paper.Faint, "Signature")
	p.Y += 11
	p.Text(paper.Left, paper.Mono, 7, 10, words, paper.Ink, claim.GetSignature(), 4)
}

// scan draws a code at the right edge; eight dots a module keep it sharp where a reader smooths pictures.
func scan(p *paper.Sheet, code barcode.Barcode, y, side float64) {
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
		p.Keep(p.ImageByHolder(picture, paper.Right-side, y, &gopdf.Rect{W: side, H: side}))
	}
}

// row writes a label and its value, or nothing without a value.
func row(p *paper.Sheet, f paper.Face, label, value string) {
	if value == "" {
		return
	}
	size, leading := 9.5, 13.0
	if f == paper.Mono {
		size, leading = 8, 12
	}
	p.Put(paper.Left, paper.Regular, 9, paper.Faint, label)
	p.Text(paper.Column, f, size, leading, paper.Right-paper.Column, paper.Ink, value, 2)
	p.Y += 5
}

func detail(claim *chainv1.CertificateClaim, t chain.Token) string {
	out := fmt.Sprintf("Edition %d of %d", claim.GetEditionNumber(), claim.GetEditionSize())
	if t.Medium != "" {
		out += ", " + t.Medium
	}
	if claim.GetYear() > 0 {
		out += fmt.Sprintf(", %d", claim.GetYear())
	}
	return out
}

func holder(t chain.Token, c chain.Chain) string {
	if t.Location(c.Vault) == chain.InVault {
		return "in our vault, for the owner"
	}
	return "by " + t.Holder
}

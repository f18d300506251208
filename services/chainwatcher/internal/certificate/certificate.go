package certificate

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/signintech/gopdf"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Printer draws certificates. PublicURL is where the artwork's page is.
type Printer struct{ PublicURL string }

// Draw makes the certificate of a token: the claim in words, as a code to scan, and attached as a file.
func (f Printer) Draw(claim *chainv1.CertificateClaim, t chain.Token, c chain.Chain) ([]byte, error) {
	data, err := JSON(claim)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	issued := time.Unix(claim.GetIssuedAt(), 0).UTC()
	p := newSheet("Certificate of authenticity: "+printable(claim.GetTitle()), claim.GetGallery(), issued)
	p.logo(left, 64, claim.GetGallery())

	p.y = 158
	p.put(left, regular, 10, 0.43, "Certificate of authenticity")
	p.y = 176
	p.text(left, heading, 30, 36, width, 0.08, claim.GetTitle(), 3)
	p.y += 4
	p.text(left, italic, 14, 19, width, 0.2, "by "+printable(claim.GetArtist()), 2)
	p.y += 4
	p.text(left, regular, 11, 16, width, 0.3, detail(claim, t), 2)

	p.y = max(p.y+26, 330)
	p.rule()
	p.text(left, regular, 10.5, 15, width, 0.2, "This certifies that the token below is the only token of this edition of the artwork. The gallery minted it and signed "+
		"this claim; the chain says at any time who holds it.", 3)
	p.y += 12
	p.row(mono, "Token", fmt.Sprint(claim.GetTokenId()))
	p.row(mono, "Contract", claim.GetContract())
	p.row(regular, "Chain", fmt.Sprintf("%s (%d)", c.Name, claim.GetChainId()))
	p.row(mono, "Mint transaction", claim.GetMintTransactionHash())
	if !t.MintedAt.IsZero() {
		p.row(regular, "Minted", t.MintedAt.UTC().Format("2 January 2006, 15:04 UTC"))
	}
	p.row(regular, "Held when issued", holder(t, c))
	if claim.GetMediaHash() != "" {
		p.row(mono, "Original, SHA-256", claim.GetMediaHash())
	}
	p.row(mono, "Artwork", f.PublicURL+"/en/artworks/"+t.Slug+"/")
	f.proof(p, claim, data)
	p.y = bottom - 48
	p.put(left, regular, 8, 0.43, "Issued on "+issued.Format("2 January 2006")+" by "+printable(claim.GetGallery())+". Holding the token is the proof; this sheet says where to look.")
	if p.err != nil {
		return nil, fmt.Errorf("certificate: %w", p.err)
	}
	pdf, err := p.GetBytesPdfReturnErr()
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return attach(pdf, data)
}

// proof is the signed claim for machines, with the words that say how to use it.
func (f Printer) proof(p *sheet, claim *chainv1.CertificateClaim, data []byte) {
	const side = 168.0
	p.y = max(p.y+8, bottom-48-side-34)
	p.rule()
	at := p.y
	// A claim that no code can hold, because of a title of thousands of letters, is attached all the same.
	if code, err := qr.Encode(string(data), qr.L, qr.Unicode); err == nil {
		p.scan(code, at, side)
	}
	p.y = at
	words := right - side - 20 - left
	p.text(left, medium, 10, 15, words, 0.1, "The signed claim", 1)
	p.text(left, regular, 9, 13, words, 0.3, "The code holds what this sheet certifies, as signed by the gallery (EIP-712). The same is attached to this PDF as "+
		attachment+". It can be verified without the gallery: with the program vitrine-verify, or with any tool that checks typed data.", 6)
	p.y += 6
	p.put(left, regular, 8, 0.43, "Issuer")
	p.y += 11
	p.text(left, mono, 7, 10, words, 0.1, claim.GetIssuer(), 2)
	p.y += 3
	p.put(left, regular, 8, 0.43, "Signature")
	p.y += 11
	p.text(left, mono, 7, 10, words, 0.1, claim.GetSignature(), 4)
}

// scan draws a code at the right edge; eight dots a module keep it sharp where a reader smooths pictures.
func (p *sheet) scan(code barcode.Barcode, y, side float64) {
	const dots = 8
	n := code.Bounds().Dx()
	big := image.NewGray(image.Rect(0, 0, n*dots, n*dots))
	for i := range big.Pix {
		gray, _, _, _ := code.At(i%(n*dots)/dots, i/(n*dots)/dots).RGBA()
		big.Pix[i] = uint8(gray >> 8)
	}
	var b bytes.Buffer
	p.keep(png.Encode(&b, big))
	picture, err := gopdf.ImageHolderByBytes(b.Bytes())
	p.keep(err)
	if err == nil {
		p.keep(p.ImageByHolder(picture, right-side, y, &gopdf.Rect{W: side, H: side}))
	}
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
		return "in the gallery's vault, for the owner"
	}
	return "by " + t.Holder
}

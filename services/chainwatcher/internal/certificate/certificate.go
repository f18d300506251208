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

	"github.com/boombuler/barcode/qr"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/logo"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// printTimeout is how long a certificate may take.
const printTimeout = 30 * time.Second

// Render prints documents.
type Render interface {
	Print(ctx context.Context, req *renderv1.PrintRequest) (*renderv1.PrintResponse, error)
}

// Printer lays out certificates, which render prints.
type Printer struct {
	Render Render
	// PublicURL is the origin of the artwork's page.
	PublicURL string
	// Logo may be nil; certificates then show the gallery's name.
	Logo *logo.Logo
}

// Draw returns a token's certificate: a page with the work, to frame, and a page with the claim in words, as a QR code and as an attached file.
// Without a picture it has only the second page. If render doesn't print it, the error is chain.ErrUnavailable.
func (f Printer) Draw(ctx context.Context, claim *chainv1.CertificateClaim, t custody.Token, c chain.Chain, picture custody.Picture) ([]byte, error) {
	data, err := JSON(claim)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	issued := time.Unix(claim.GetIssuedAt(), 0).UTC()
	title, artist := cmp.Or(plain(claim.GetTitle()), "Untitled"), plain(claim.GetArtist())
	out := &renderv1.Certificate{
		Kind: "Certificate of authenticity", Title: title, Detail: detail(claim, t), Picture: picture.JPEG, PictureAlt: title,
		PictureFoot: "Certificate of authenticity. The next page has the record and the signature.",
		Statement: "This certifies that the token below is the only token of this edition of the artwork. We minted it and signed this certificate. " +
			"The blockchain shows at any time who holds it.",
		Rows: f.rows(claim, t, c), Proof: "Signed data",
		How: "Check this document at " + f.PublicURL + "/en/verify/ with this file, or with a photo of the code. The code holds what we certify and sign (EIP-712); " +
			"it is also attached as " + attachment + ". The program vitrine-verify checks it without us.",
		Signature: []*renderv1.Row{{Label: "Issuer", Value: claim.GetIssuer()}, {Label: "Signature", Value: claim.GetSignature()}},
		CodeAlt:   "The signed data as a QR code",
		Foot: "Issued on " + issued.Format("2 January 2006") + " by " + plain(claim.GetGallery()) +
			". The token is the proof of ownership; this document says where to find it.",
		Attachment: &renderv1.Attachment{Name: attachment, Description: "The signed claim of this certificate", MediaType: "application/json", Data: data},
	}
	if artist != "" {
		out.Artist, out.PictureAlt = "by "+artist, title+" by "+artist
	}
	if picture.Varies && !picture.OfEdition {
		out.PictureNote = "The number of the edition stands for its picture, which isn't drawn yet."
	}
	if out.Code, err = code(data); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, printTimeout)
	defer cancel()
	res, err := f.Render.Print(ctx, &renderv1.PrintRequest{
		Title: "Certificate of authenticity: " + title, Author: plain(claim.GetGallery()), CreatedAt: timestamppb.New(issued), Logo: f.Logo.Bytes(ctx), Urgent: true,
		Document: &renderv1.PrintRequest_Certificate{Certificate: out},
	})
	if err != nil {
		return nil, fmt.Errorf("%w: render: %w", chain.ErrUnavailable, err)
	}
	return res.GetPdf(), nil
}

// rows are the record of a token.
func (f Printer) rows(claim *chainv1.CertificateClaim, t custody.Token, c chain.Chain) []*renderv1.Row {
	minted := ""
	if !t.MintedAt.IsZero() {
		minted = t.MintedAt.UTC().Format("2 January 2006, 15:04 UTC")
	}
	return []*renderv1.Row{
		{Label: "Token", Value: fmt.Sprint(claim.GetTokenId()), Code: true},
		{Label: "Contract", Value: claim.GetContract(), Code: true},
		{Label: "Chain", Value: fmt.Sprintf("%s (%d)", c.Name, claim.GetChainId())},
		{Label: "Mint transaction", Value: claim.GetMintTransactionHash(), Code: true},
		{Label: "Minted", Value: minted},
		{Label: "Held at issue", Value: holder(t, c)},
		{Label: "Original, SHA-256", Value: claim.GetMediaHash(), Code: true},
		{Label: "Artwork", Value: f.PublicURL + "/en/artworks/" + t.Slug + "/", Code: true},
	}
}

// code returns the claim as a QR code, or nothing if it is too long for one, because of a title of thousands of letters: it is still attached.
// Eight dots a module keep it sharp in PDF readers that smooth pictures.
func code(claim []byte) ([]byte, error) {
	const dots = 8
	symbol, err := qr.Encode(string(claim), qr.L, qr.Unicode)
	if err != nil {
		return nil, nil //nolint:nilerr // too long
	}
	n := symbol.Bounds().Dx()
	big := image.NewGray(image.Rect(0, 0, n*dots, n*dots))
	for i := range big.Pix {
		gray, _, _, _ := symbol.At(i%(n*dots)/dots, i/(n*dots)/dots).RGBA()
		big.Pix[i] = uint8(gray >> 8)
	}
	var b bytes.Buffer
	err = png.Encode(&b, big)
	return b.Bytes(), err
}

func detail(claim *chainv1.CertificateClaim, t custody.Token) string {
	out := fmt.Sprintf("Edition %d of %d", claim.GetEditionNumber(), claim.GetEditionSize())
	if medium := strings.TrimSpace(t.Medium); medium != "" {
		out += ", " + medium
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

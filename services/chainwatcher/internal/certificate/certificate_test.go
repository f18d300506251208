package certificate_test

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/logo"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

var (
	at = time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	on = chain.Chain{ID: 1, Name: "Ethereum", TokenContract: "0x5FbDB2315678afecb367f032d93F642f64180aa3", Vault: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}
)

const mediaHash = "0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff"

func token() custody.Token {
	return custody.Token{
		TokenID: 41_000_003, ChainID: 1, ArtworkID: 41, EditionNumber: 3, EditionSize: 25, Title: "Tidal Study", Artist: "Mara Lindqvist", Year: 2025,
		Medium: "Generative image", Slug: "tidal-study-41", MintTx: "0x" + strings.Repeat("ab", 32), MintedAt: at, Holder: on.Vault,
	}
}

// issuer is anvil's first account.
func issuer(t *testing.T) certificate.Issuer {
	t.Helper()
	key, err := crypto.HexToECDSA("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
	if err != nil {
		t.Fatal(err)
	}
	return certificate.Issuer{Gallery: "Vitrine", Key: ethereum.LocalKey(key)}
}

func claim(t *testing.T) *chainv1.CertificateClaim {
	t.Helper()
	c, err := issuer(t).Claim(t.Context(), token(), on, mediaHash, at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// printer prints with a real render.
func printer(t *testing.T) certificate.Printer {
	t.Helper()
	fleet := identitytest.New(t)
	fleet.Use(t, "chainwatcher", rendertest.Key(t, "chainwatcher"))
	client := rpc.NewClient(fleet.Keys(t, "chainwatcher"), "render", rendertest.Shared(t).URL)
	return certificate.Printer{Render: renderv1connect.NewDocumentServiceClient(client), PublicURL: "https://gallery.example"}
}

// TestDraw draws ordinary and unusual claims. Set CERTIFICATES to a folder to store the PDFs for inspection.
func TestDraw(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*custody.Token){
		"plain":         func(*custody.Token) {},
		"in a wallet":   func(t *custody.Token) { t.Holder = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65" },
		"a long title":  func(t *custody.Token) { t.Title = strings.Repeat("Notes on the slow weather of rooms ", 8) },
		"one long word": func(t *custody.Token) { t.Title, t.Artist = strings.Repeat("x", 300), strings.Repeat("Öffnung ", 40) },
		"other alphabets": func(t *custody.Token) {
			t.Title, t.Artist = "Żółć, Море, 東京夜景", "Nguyễn Phan Thử \x00\xff"
		},
		"no known values": func(t *custody.Token) { t.Title, t.Artist, t.Medium, t.Year = "", "", "", 0 },
	} {
		t.Run(name, func(t *testing.T) {
			token := token()
			change(&token)
			c, err := issuer(t).Claim(t.Context(), token, on, mediaHash, at)
			if err != nil {
				t.Errorf("error = %v, want nil", err)
				return
			}
			draws := printer(t)
			pdf, err := draws.Draw(t.Context(), c, token, on, custody.Picture{})
			if err != nil {
				t.Errorf("error = %v, want nil", err)
				return
			}
			if !bytes.HasPrefix(pdf, []byte("%PDF-")) || bytes.Count(pdf, []byte("/Type /Page\n")) != 1 {
				t.Error("the certificate isn't a PDF of one page")
			}
			if again, err := draws.Draw(t.Context(), c, token, on, custody.Picture{}); err != nil || !bytes.Equal(pdf, again) {
				t.Errorf("second rendering: error = %v, equal = %t, want the same bytes", err, bytes.Equal(pdf, again))
			}
			// The sheet has the addresses for verification and of the work, and the claim as it was written.
			texts := []string{"https://gallery.example/en/verify/", "https://gallery.example/en/artworks/" + token.Slug + "/", c.GetTitle(), c.GetArtist(), c.GetSignature(), c.GetContract()}
			for _, text := range texts {
				if !pdftest.Has(t, pdf, text) {
					t.Errorf("the sheet lacks %s", text)
				}
			}
			read, err := certificate.Read(pdf)
			if err != nil || !proto.Equal(read, c) || certificate.Verify(read) != nil {
				t.Errorf("values read from the PDF = %v, %v, want %v with a valid signature", read, err, c)
			}
			if dir := os.Getenv("CERTIFICATES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".pdf"), pdf, 0o600); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestDrawShowsTheWork draws works of several proportions on a separate page.
func TestDrawShowsTheWork(t *testing.T) {
	t.Parallel()
	c := claim(t)
	for _, size := range []image.Point{{1920, 1280}, {1000, 1000}, {600, 1600}} {
		picture := work(t, size)
		pdf, err := printer(t).Draw(t.Context(), c, token(), on, custody.Picture{JPEG: picture})
		if err != nil {
			t.Fatal(err)
		}
		if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages != 2 {
			t.Errorf("%v: %d pages, want 2", size, pages)
		}
		if images := pdftest.Images(t, pdf); !slices.Contains(images, [2]int64{int64(size.X), int64(size.Y)}) {
			t.Errorf("%v: images = %v, want one of that size", size, images)
		}
		if !bytes.Contains(pdf, picture) {
			t.Errorf("%v: the PDF doesn't contain the image's bytes unchanged", size)
		}
		if titles := strings.Count(pdftest.Text(t, pdf), "Tidal Study"); titles != 2 {
			t.Errorf("%v: the title is there %d times, want once on each page", size, titles)
		}
		if read, err := certificate.Read(pdf); err != nil || !proto.Equal(read, c) {
			t.Errorf("%v: values read from the PDF = %v, %v, want %v", size, read, err, c)
		}
		if dir := os.Getenv("CERTIFICATES"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("work-%d-%d.pdf", size.X, size.Y)), pdf, 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	// The still of a work whose editions differ is named as such.
	for picture, want := range map[*custody.Picture]bool{{Varies: true}: true, {Varies: true, OfEdition: true}: false, {}: false} {
		picture.JPEG = work(t, image.Pt(40, 30))
		pdf, err := printer(t).Draw(t.Context(), c, token(), on, *picture)
		if err != nil || pdftest.Has(t, pdf, "stands for its picture") != want {
			t.Errorf("the still of %+v is named: %t, want %t: %v", picture, !want, want, err)
		}
	}
	if _, err := printer(t).Draw(t.Context(), c, token(), on, custody.Picture{JPEG: []byte("not a picture")}); err == nil {
		t.Error("Draw() with an invalid image: error = nil, want one")
	}
}

// work is a JPEG of a size.
func work(t *testing.T, size image.Point) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rectangle{Max: size})
	for i := range img.Pix {
		img.Pix[i] = uint8(i/4%size.X*255/size.X) | 0x1f
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDrawCarriesTheLogo draws a certificate with a logo, and one without, which shows the gallery's name.
func TestDrawCarriesTheLogo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "logo.svg")
	if err := os.WriteFile(path, []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z"/></svg>`), 0o600); err != nil {
		t.Fatal(err)
	}
	opened, err := logo.Open(t.Context(), path, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	from := issuer(t)
	from.Gallery = "Galerie Nordlicht"
	c, err := from.Claim(t.Context(), token(), on, mediaHash, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, with := range []*logo.Logo{nil, opened} {
		p := printer(t)
		p.Logo = with
		pdf, err := p.Draw(t.Context(), c, token(), on, custody.Picture{})
		if err != nil {
			t.Fatal(err)
		}
		wide := strings.Count(string(pdf), "/Alt (Galerie Nordlicht)")
		// The last line always contains the gallery's name.
		names := strings.Count(pdftest.Text(t, pdf), "Galerie Nordlicht")
		if want := map[bool][2]int{false: {0, 2}, true: {1, 1}}[with != nil]; [2]int{wide, names} != want {
			t.Errorf("logo %v: logos and names = %v, want %v", with != nil, [2]int{wide, names}, want)
		}
	}
}

// TestClaim pins the form of a claim: others have verified this one (see the README), so it must not change.
func TestClaim(t *testing.T) {
	t.Parallel()
	c := claim(t)
	if err := certificate.Verify(c); err != nil {
		t.Fatal(err)
	}
	digest, err := certificate.Digest(c)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := hex.EncodeToString(digest), "b4047471ce76902d13bfc5b6cf8a6b1423041b02492709e0e8afe01669a4862e"; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	if want := "0x95e82044d5ad6b739c38cd9cbec1e6b8672ff709e50535fbf30df5c6635cb426799b788fbbc7e572343e0333d22312c4e296e9ec8b6ce9ab8d59bf627fc9e26f1c"; c.GetSignature() != want {
		t.Errorf("signature %s, want %s", c.GetSignature(), want)
	}
	data, err := certificate.JSON(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := certificate.Read(append(data, '\n'))
	if err != nil || !proto.Equal(back, c) {
		t.Errorf("Parse() = %v, %v, want the certificate", back, err)
	}
	if _, err := certificate.Parse(bytes.Replace(data, []byte("{"), []byte(`{"extra":1,`), 1)); !errors.Is(err, certificate.ErrMalformed) {
		t.Errorf("field outside of the signature: error = %v, want ErrMalformed", err)
	}
}

// TestEveryFieldIsSigned changes one field after another.
func TestEveryFieldIsSigned(t *testing.T) {
	t.Parallel()
	fields := (&chainv1.CertificateClaim{}).ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		for _, change := range changes(claim(t), field) {
			c := claim(t)
			c.ProtoReflect().Set(field, change)
			if err := certificate.Verify(c); !errors.Is(err, certificate.ErrSignature) && !errors.Is(err, certificate.ErrMalformed) {
				t.Errorf("%s = %v: error = %v, want ErrSignature or ErrMalformed", field.Name(), change, err)
			}
		}
	}
	// Edition, token and artwork are consistent, but belong to another work.
	c := claim(t)
	c.ArtworkId, c.TokenId = 42, 42_000_003
	if err := certificate.Verify(c); !errors.Is(err, certificate.ErrSignature) {
		t.Errorf("Verify() = %v, want ErrSignature", err)
	}
}

// changes returns other values of a field.
func changes(c *chainv1.CertificateClaim, field protoreflect.FieldDescriptor) []protoreflect.Value {
	v := c.ProtoReflect().Get(field)
	switch field.Kind() {
	case protoreflect.Int32Kind:
		return []protoreflect.Value{protoreflect.ValueOfInt32(int32(v.Int()) + 1), protoreflect.ValueOfInt32(0), protoreflect.ValueOfInt32(-1)}
	case protoreflect.Int64Kind:
		return []protoreflect.Value{protoreflect.ValueOfInt64(v.Int() + 1), protoreflect.ValueOfInt64(0), protoreflect.ValueOfInt64(-1)}
	case protoreflect.Uint32Kind:
		return []protoreflect.Value{protoreflect.ValueOfUint32(uint32(v.Uint()) + 1), protoreflect.ValueOfUint32(0)}
	}
	s := v.String()
	out := []protoreflect.Value{protoreflect.ValueOfString(""), protoreflect.ValueOfString(s + " ")}
	if strings.HasPrefix(s, "0x") {
		last := "0"
		if strings.HasSuffix(s, "0") {
			last = "1"
		}
		out = append(out, protoreflect.ValueOfString(s[:len(s)-1]+last), protoreflect.ValueOfString("0x"+strings.ToUpper(s[2:])),
			protoreflect.ValueOfString("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"))
	}
	return out
}

// TestTwinSignature checks that the high-s form of a signature and other encodings are rejected.
func TestTwinSignature(t *testing.T) {
	t.Parallel()
	c := claim(t)
	raw, err := hex.DecodeString(c.GetSignature()[2:])
	if err != nil {
		t.Fatal(err)
	}
	twin := bytes.Clone(raw)
	s := new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(raw[32:64]))
	s.FillBytes(twin[32:64])
	twin[64] = 27 + 28 - raw[64]
	plain := bytes.Clone(twin)
	plain[64] -= 27
	digest, _ := certificate.Digest(c)
	if key, err := crypto.SigToPub(digest, plain); err != nil || crypto.PubkeyToAddress(*key).Hex() != c.GetIssuer() {
		t.Fatalf("the modified signature doesn't recover the issuer: %v", err) // otherwise the test would prove nothing
	}
	low := bytes.Clone(raw)
	low[64] -= 27
	for name, signature := range map[string][]byte{"high s": twin, "v from 0": low, "64 bytes": raw[:64], "zeros": make([]byte, 65)} {
		c.Signature = "0x" + hex.EncodeToString(signature)
		if err := certificate.Verify(c); !errors.Is(err, certificate.ErrSignature) && !errors.Is(err, certificate.ErrMalformed) {
			t.Errorf("Verify(%s) error = %v, want ErrSignature or ErrMalformed", name, err)
		}
	}
}

// TestRead finds claims in PDFs that other programs saved again, and rejects ambiguous ones.
func TestRead(t *testing.T) {
	t.Parallel()
	data, err := certificate.JSON(claim(t))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(data)
	_ = w.Close()
	other := bytes.Replace(data, []byte("Tidal"), []byte("Total"), 1)
	file := func(parts ...[]byte) []byte {
		out := []byte("%PDF-1.7\n")
		for _, p := range parts {
			out = fmt.Appendf(out, "1 0 obj\n<< >>\nstream\r\n%s\nendstream\nendobj\n", p)
		}
		return append(out, "%%EOF\n"...)
	}
	if c, err := certificate.Read(file([]byte("q Q"), packed.Bytes(), data)); err != nil || certificate.Verify(c) != nil {
		t.Errorf("packed: error = %v, want a certificate with a valid signature", err)
	}
	if _, err := certificate.Read(file(data, other)); !errors.Is(err, certificate.ErrMalformed) {
		t.Errorf("two claims: error = %v, want ErrMalformed", err)
	}
	for _, none := range [][]byte{file(), file([]byte("q Q"), []byte("{}")), []byte("%PDF-1.7\nstream\n{")} {
		if _, err := certificate.Read(none); !errors.Is(err, certificate.ErrNoClaim) {
			t.Errorf("no claim: error = %v, want ErrNoClaim", err)
		}
	}
	for _, bad := range []string{"", "{", "not JSON", "[]"} {
		if _, err := certificate.Read([]byte(bad)); !errors.Is(err, certificate.ErrMalformed) {
			t.Errorf("%q: error = %v, want ErrMalformed", bad, err)
		}
	}
}

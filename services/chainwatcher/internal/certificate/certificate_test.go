package certificate_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

func TestDraw(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	c := chain.Chain{ID: 1, Name: "Ethereum", TokenContract: "0x5FbDB2315678afecb367f032d93F642f64180aa3", Vault: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}
	base := chain.Token{
		TokenID: 41_000_003, ChainID: 1, ArtworkID: 41, EditionNumber: 3, EditionSize: 25, Title: "Tidal Study", Artist: "Mara Lindqvist", Year: 2025,
		Medium: "Generative image", Slug: "tidal-study-41", MintTx: "0x" + strings.Repeat("ab", 32), MintedAt: at, Holder: c.Vault,
	}
	for name, change := range map[string]func(*chain.Token){
		"plain":           func(*chain.Token) {},
		"in a wallet":     func(t *chain.Token) { t.Holder = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65" },
		"a long title":    func(t *chain.Token) { t.Title = strings.Repeat("Notes on the slow weather of rooms ", 8) },
		"one long word":   func(t *chain.Token) { t.Title = strings.Repeat("x", 300) },
		"other alphabets": func(t *chain.Token) { t.Title, t.Artist = "Żółć, Море, Ωmega", "Łukasz Ångström \x00\xff" },
		"nothing known":   func(t *chain.Token) { t.Title, t.Artist, t.Medium, t.Year = "", "", "", 0 },
	} {
		token := base
		change(&token)
		pdf, err := certificate.Printer{PublicURL: "https://gallery.example"}.Draw(token, c, at)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("%%EOF")) || bytes.Count(pdf, []byte("/Type /Page\n")) > 1 {
			t.Errorf("%s: not one page of PDF", name)
		}
		if dir := os.Getenv("CERTIFICATES"); dir != "" { // to look at them
			if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".pdf"), pdf, 0o600); err != nil {
				t.Error(err)
			}
		}
	}
}

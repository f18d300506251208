package catalog_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// TestUnknownCodesAreNotImported: a currency that doesn't exist, and a chain that the gallery doesn't have.
func TestUnknownCodesAreNotImported(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for want, c := range map[string]struct{ file, before, after string }{
		"currency: ABC is not":                               {"gallery.yaml", "USD", "ABC"},
		"currency: XTS is not":                               {"gallery.yaml", "USD", "XTS"},
		"chain 5 is not one of the gallery's (CHAINS)":       {"artworks/w2.md", "chainId: 100", "chainId: 5"},
		"currency is EUR, but the gallery's currency is USD": {"artworks/w2.md", "USD", "EUR"},
	} {
		sound := h.read(c.file)
		h.write(c.file, strings.ReplaceAll(sound, c.before, c.after))
		if err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Import() with %s = %v, want %s", c.after, err, want)
		}
		h.write(c.file, sound)
	}
	for want, change := range map[string]func(*catalog.Config){
		"SHOP_CURRENCY":    func(c *catalog.Config) { c.Currency = "XTS" },
		"DEFAULT_CHAIN_ID": func(c *catalog.Config) { c.DefaultChainID = 5 },
	} {
		cfg := h.cfg
		change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate() = %v, want an error with %s", err, want)
		}
	}
}

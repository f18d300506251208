package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// maxProven is how many editions a proof has to cover at most, the same as in content/tools/check-render.mjs.
const maxProven = 64

// proof is what the drawing of a live work showed, and what was drawn: which page, by its sha256, with which recipe.
type proof struct {
	Page   string   `yaml:"page"`
	Recipe *drawing `yaml:"recipe"`
	Seeds  []string `yaml:"seeds"`
	Hashes []string `yaml:"hashes"` // of the pictures
	Times  []any    `yaml:"times"`
}

// proven holds an entry that says that it is deterministic to its proof: drawings of the editions that people may buy.
func (f *folder) proven(e *entry, at string, w *artwork.ArtworkEntry, m *artwork.Media, first bool) {
	if m.Kind != artwork.Generator || m.Deterministic == nil || !*m.Deterministic || w.ID == 0 || w.Editions.Size == 0 {
		return
	}
	at += "/deterministic"
	name := fmt.Sprintf("proofs/%s-%d.yaml", strings.TrimSuffix(path.Base(e.file), ".md"), w.ID)
	if _, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(name))); err != nil || !first {
		e.wrongf(at, "deterministic: there is no proof %s of this file: catalog check --render draws it", name)
		return
	}
	text, ok := f.load(name)
	if !ok {
		return
	}
	if m.Page == "" || m.Recipe == nil {
		if m.Generator == "" {
			e.wrongf(at, "deterministic: nothing runs that could be drawn: a recipe names a generator")
		}
		return
	}
	var p proof
	if err := yaml.Unmarshal([]byte(text), &p); err != nil || len(p.Times) == 0 || len(p.Hashes) != len(p.Seeds)*len(p.Times) {
		f.wrongf(name, 1, "is no proof: expected seeds, times, and the hash of a picture for each of both")
		return
	}
	if stale := p.stale(m); stale != "" {
		e.wrongf(at, "deterministic: %s %s: catalog check --render draws it again", name, stale)
		return
	}
	drawn := map[string]bool{}
	for _, seed := range p.Seeds {
		drawn[seed] = true
	}
	wanted, missing := min(w.Editions.Size, maxProven), 0
	for n := 1; n <= wanted; n++ {
		if !drawn[token.Hash(w.ID, n)] {
			missing++
		}
	}
	if missing > 0 {
		e.wrongf(at, "deterministic: %s does not cover %d of the editions 1 to %d: catalog check --render draws them", name, missing, wanted)
		return
	}
	m.Proven = wanted
}

// stale says of what a proof is that the work no longer is, or "".
func (p proof) stale(m *artwork.Media) string {
	if p.Page == "" || p.Recipe == nil {
		return "does not say which page and recipe it is of"
	}
	hash, page := path.Split(m.Page)
	if len(p.Page) != 2*sha256.Size || !strings.HasPrefix(p.Page, strings.TrimSuffix(hash, "/")) {
		return fmt.Sprintf("is of another %s than the work runs on now", page)
	}
	// As it stands in the page, so that it does not matter how numbers are written and fields are ordered.
	if drawn, err := json.Marshal(p.Recipe); err != nil || !bytes.Equal(drawn, m.Recipe) {
		return "is of another recipe or size of the still than the entry has now"
	}
	if len(p.Seeds) == 0 || p.Seeds[0] != fmt.Sprint(p.Recipe.Seed) {
		return "does not begin with the still's seed"
	}
	return ""
}
